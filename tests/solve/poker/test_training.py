"""Training blueprints: configs, checkpoints, bundles."""

import errno
import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
import yaml
from tests.clusters import local_cluster
from typer.testing import CliRunner

from deckwright.agents import AgentError, parse_agent
from deckwright.cli import app
from deckwright.jobs.workers import ClusterWorkers
from deckwright.solve import SolveError
from deckwright.solve.poker.blueprint import Bundle
from deckwright.solve.poker.training import Training
from deckwright.solve.poker.training_config import Config, load_config, parse_config

CONFIGS = Path(__file__).parents[3] / "configs"


def small(players: int = 2, **training: object) -> Config:
    return parse_config(
        {
            "game": {
                "num_players": players,
                "stack_depth": 10,
                "bet_sizes": [1.0],
                "max_raises_per_street": 2,
            },
            "training": {"iterations": 60, "mccfr_samples": 100, **training},
        }
    )


def test_every_config_that_comes_along_can_be_trained() -> None:
    found = sorted(CONFIGS.glob("*.yaml"))
    assert [load_config(path).game.num_players for path in found] == [6, 3, 2]
    for path in found:
        training = Training(load_config(path), "/nonexistent")
        assert training.size.size_bytes < 2e9, path


@pytest.mark.parametrize(
    ("change", "path"),
    [
        ({"game": {"num_players": 7}}, "$.game.num_players"),
        ({"game": {"stack_depth": 1}}, "$.game.stack_depth"),
        ({"game": {"bet_sizes": [0.5, -1]}}, "$.game.bet_sizes[1]"),
        ({"game": {"colour": "red"}}, "$.game.colour"),
        ({"training": {"iterations": 0}}, "$.training.iterations"),
        ({"training": {}}, "$.training.iterations"),
        ({"training": {"iterations": 1, "abstraction_mode": "magic"}}, "$.training.abstraction_mode"),
        ({}, "$.training"),
        ({"game": {"bet_sizes": {"preflap": [1.0]}}}, "$.game.bet_sizes.preflap"),
        ({"game": {"bet_sizes": {"flop": [1.0, 0.0]}}}, "$.game.bet_sizes.flop[1]"),
        ({"game": {"bet_sizes": {"flop": [1.0] * 9}}}, "$.game.bet_sizes.flop"),
        ({"game": {"max_raises_per_street": {"turn": 9}}}, "$.game.max_raises_per_street.turn"),
        ({"game": {"max_raises_per_street": 9}}, "$.game.max_raises_per_street"),
        ({"training": {"iterations": 10**12, "mccfr_samples": 10**9}}, "$.training"),
        ({"game": 7}, "$.game"),
    ],
)
def test_a_defect_of_a_config_is_told_with_its_path(change, path: str) -> None:
    with pytest.raises(SolveError) as refused:
        parse_config({"game": {}, **({"training": {"iterations": 1}} if "game" in change else {}), **change})
    assert refused.value.code == "config.invalid"
    assert refused.value.message.startswith(f"config: {path}: ")
    assert "\n" not in refused.value.message, "of a value that has two forms, defects are told of the one that it has"
    assert not re.search("[a-z][A-Z]", refused.value.message), "no names of classes"


@pytest.mark.parametrize("text", ["training: {iterations: 1, iterations: 2}", "training:\n  seed: 1\n  'seed': 2\n"])
def test_a_key_that_is_there_twice_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "twice.yaml"
    path.write_text(text)
    with pytest.raises(SolveError, match="appears twice in one object") as refused:
        load_config(path)
    assert refused.value.code == "config.unreadable"


@pytest.mark.parametrize("players", [2, 3])
def test_a_stop_and_a_start_come_to_the_same_bytes(tmp_path: Path, players: int) -> None:
    config = small(players, iterations=600)
    Training(config, tmp_path / "whole", threads=2).run(match_deals=0)

    def interrupt(walks: int, _: float) -> bool:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Training(config, tmp_path / "parts").run(match_deals=0, progress=interrupt)
    kept = json.loads((tmp_path / "parts" / "manifest.json").read_text())
    assert 0 < kept["walks"] < config.training.walks
    Training(config, tmp_path / "parts", resume=True).run(match_deals=0)
    for name in ("strategy.bin",):
        assert (tmp_path / "parts" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()


def test_training_beats_calling_and_random_players(tmp_path: Path) -> None:
    report = Training(small(3, iterations=300), tmp_path / "three", threads=2).run(match_deals=4000)
    assert report.quality is not None
    for others in ("against_call", "against_random"):
        assert report.quality[others]["interval"][0] > 0, others
    assert report.information_sets > 500


def test_a_bundle_is_walked_through(tmp_path: Path) -> None:
    Training(small(3), tmp_path / "three").run(match_deals=0)
    bundle = Bundle.load(tmp_path / "three")
    first = bundle.node()
    assert (first.position, first.street, first.pot) == ("BTN", "preflop", 1.5)
    assert first.actions[:2] == ("fold", "call")
    hands = bundle.by_hand(first)
    assert hands["AA"][0] < 0.2
    assert all(sum(row) == pytest.approx(1, abs=1e-3) for row in hands.values())
    flop = bundle.node("call, call, check")
    assert (flop.position, flop.street, flop.pot) == ("SB", "flop", 3)
    assert flop.stacks == {"SB": 9, "BB": 9, "BTN": 9}
    assert len(bundle.by_hand(flop, "Qs7s2d")) == 1176
    for path, code in [("dance", "blueprint.no-such-node"), ("fold, fold", "blueprint.no-decision")]:
        with pytest.raises(SolveError) as refused:
            bundle.node(path)
        assert refused.value.code == code
    printed = CliRunner().invoke(app, ["explore", str(tmp_path / "three"), "--json", "call, call, check"]).stdout
    assert json.loads(printed)["position"] == "SB"


def test_a_bundle_that_was_changed_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "two"
    Training(small(iterations=5), folder).run(match_deals=0)
    with pytest.raises(SolveError) as refused:
        Training(small(iterations=5), folder)
    assert refused.value.code == "bundle.exists"
    with pytest.raises(SolveError) as refused:
        Training(small(iterations=6), folder, resume=True)
    assert refused.value.code == "checkpoint.mismatch"
    strategy = folder / "strategy.bin"
    before = strategy.read_bytes()
    strategy.write_bytes(before[:100] + bytes([before[100] ^ 1]) + before[101:])
    with pytest.raises(SolveError) as refused:
        Bundle.load(folder)
    assert refused.value.code == "file.damaged"
    middle = len(before) // 2
    strategy.write_bytes(before[:middle] + bytes([before[middle] ^ 1]) + before[middle + 1 :])
    opened = Bundle.load(folder)  # what is not asked for is not read
    with pytest.raises(SolveError) as refused:
        opened.check()
    assert refused.value.code == "file.damaged"
    strategy.write_bytes(before)
    Bundle.load(folder).check()
    manifest = json.loads((folder / "manifest.json").read_text())
    (folder / "manifest.json").write_text(json.dumps(manifest | {"version": 9}))
    with pytest.raises(SolveError) as refused:
        Bundle.load(folder)
    assert refused.value.code == "file.wrong-version"
    with pytest.raises(SolveError) as refused:
        Bundle.load(tmp_path / "nowhere")
    assert refused.value.code == "file.cannot-read"


def test_the_command_trains_and_prints_json(tmp_path: Path) -> None:
    path = tmp_path / "small.yaml"
    path.write_text(yaml.safe_dump(small(iterations=10).document()))
    done = CliRunner().invoke(app, ["train", str(path), "--json", "--match-deals", "200"])
    document = json.loads(done.stdout)
    assert document["walks"] == 1000
    assert Bundle.load(document["bundle"]).manifest["walks"] == 1000
    assert set(document["samples"]) == {"AA", "AKs", "T9s", "72o"}


def test_buckets_by_kmeans_are_trained_and_loaded(tmp_path: Path) -> None:
    config = small(iterations=5, abstraction_mode="equity_kmeans", kmeans_buckets=20)
    training = Training(config, tmp_path / "two")
    for street in training.abstraction_quality(200).values():
        assert street["inside"] < street["spread"] / 2
    training.run(match_deals=0)
    flop = Bundle.load(tmp_path / "two").node("call, check")
    assert (flop.street, len(flop.shares)) == ("flop", 20)


def test_answers_to_a_blueprint_are_in_its_manifest(tmp_path: Path) -> None:
    for players in (2, 3):
        report = Training(small(players), tmp_path / str(players)).run(match_deals=200)
        quality = json.loads((tmp_path / str(players) / "manifest.json").read_text())["quality"]
        assert quality == report.quality
        for answer in ("local_best_response", "best_response"):
            low, high = quality[answer]["interval"]
            assert low < quality[answer]["bb_per_100"] < high


def test_a_full_disk_leaves_the_last_checkpoint(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folder, config = tmp_path / "two", small(iterations=600)
    Training(config, folder).run(match_deals=0, progress=lambda *_: False)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    flush, calls = os.fsync, iter(range(100))

    def full(file: int) -> None:
        if next(calls) == 1:  # the checkpoint is there, the strategy finds no room
            raise OSError(errno.ENOSPC, "No space left on device")
        flush(file)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SolveError) as refused:
        Training(config, folder, resume=True).run(match_deals=0)
    assert refused.value.code == "file.cannot-write"
    assert "No space" in refused.value.message
    assert sorted(path.name for path in folder.iterdir()) == sorted(before), "nothing is left lying about"
    assert (folder / "strategy.bin").read_bytes() == before["strategy.bin"]
    Bundle.load(folder).check()
    monkeypatch.undo()
    Training(config, folder, resume=True).run(match_deals=0)
    Training(config, tmp_path / "whole").run(match_deals=0)
    assert (folder / "strategy.bin").read_bytes() == (tmp_path / "whole" / "strategy.bin").read_bytes()


def test_a_run_that_was_killed_goes_on_from_its_last_checkpoint(tmp_path: Path) -> None:
    path, folder = tmp_path / "small.yaml", tmp_path / "killed"
    config = small(iterations=20_000)
    path.write_text(yaml.safe_dump(config.document()))
    command = [sys.executable, "-m", "deckwright", "train", str(path), "--out", str(folder)]
    process = subprocess.Popen([*command, "--save-every", "0.1", "--match-deals", "0"], stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + 120
        while not (folder / "manifest.json").exists():
            assert process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.01)
    finally:
        process.kill()
        process.wait()
    Bundle.load(folder).check()
    reached = Training(config, folder, resume=True)
    assert 0 < reached.report(match_deals=0).walks <= config.training.walks


@pytest.mark.filterwarnings("default")
def test_a_cluster_comes_to_the_same_bytes_with_a_worker_killed_in_the_middle(tmp_path: Path) -> None:
    config = small(3, iterations=20, batch_walks=500)
    Training(config, tmp_path / "here").run(match_deals=0)
    with local_cluster(tmp_path) as (address, processes):
        workers = ClusterWorkers(address)
        killed: list[int] = []

        def told(walks: int, _: float) -> bool:
            if not killed and walks > 300:
                killed.append(processes[0].pid)
                processes[0].kill()
            return True

        try:
            Training(config, tmp_path / "there", workers=workers).run(match_deals=0, progress=told)
        finally:
            workers.close()
    assert killed
    assert (tmp_path / "there" / "strategy.bin").read_bytes() == (tmp_path / "here" / "strategy.bin").read_bytes()


def test_a_bundle_with_any_byte_changed_is_refused(tmp_path: Path) -> None:
    """Each byte of the manifest, of the header of the strategy, and some of its numbers: always with a code."""
    folder = tmp_path / "two"
    Training(small(iterations=2), folder).run(match_deals=0)
    manifest, strategy = (folder / "manifest.json"), (folder / "strategy.bin")
    for path, reader, places in (
        (manifest, Bundle.load, range(manifest.stat().st_size)),
        (manifest, lambda place: parse_agent(f"blueprint:{place}"), range(0, manifest.stat().st_size, 7)),
        (strategy, lambda place: Bundle.load(place).check(), (*range(200), *range(200, strategy.stat().st_size, 997))),
    ):
        before = path.read_bytes()
        same = json.loads(before) if path == manifest else None
        for place in places:
            changed = bytearray(before)
            changed[place] ^= 1 << place % 7
            try:
                if same is not None and json.loads(changed) == same:
                    continue  # a space that has become another
            except ValueError:
                pass
            path.write_bytes(changed)
            with pytest.raises((SolveError, AgentError)) as refused:
                reader(folder)
            assert refused.value.code, (path, place)
        path.write_bytes(before)


def test_a_bundle_from_before_manifests_had_checksums_is_read(tmp_path: Path) -> None:
    Training(small(iterations=2), tmp_path / "two").run(match_deals=0)
    path = tmp_path / "two" / "manifest.json"
    manifest = json.loads(path.read_text())
    del manifest["checksum"]
    path.write_text(json.dumps(manifest))
    Bundle.load(tmp_path / "two").check()


def test_an_interrupt_while_quality_is_measured_saves_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    config = small(iterations=5)
    training = Training(config, tmp_path / "two")

    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(training, "report", interrupted)
    with pytest.raises(KeyboardInterrupt):
        training.run()
    assert Bundle.load(tmp_path / "two").manifest["walks"] == config.training.walks


def test_a_path_of_many_digits_is_refused_with_a_code(tmp_path: Path) -> None:
    Training(small(iterations=2), tmp_path / "two").run(match_deals=0)
    with pytest.raises(SolveError) as refused:
        Bundle.load(tmp_path / "two").node("9" * 5000)
    assert refused.value.code == "blueprint.no-such-node"
