"""Running a solver: when it stops, that it can be stopped and resumed, and what is refused."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from tests.cli.interrupted import interrupted

import deckwright as dw
from deckwright.games import OptionValue
from deckwright.solve import ALGORITHMS, Look, SolveError, estimate
from deckwright.solve.documents import checksum

NAMES = [algorithm.name for algorithm in ALGORITHMS]


@pytest.mark.parametrize("algorithm", NAMES)
def test_the_same_seed_gives_the_same_strategy(algorithm: str) -> None:
    one, other = (dw.solve("kuhn", algorithm, iterations=500, seed=4) for _ in range(2))
    assert one.policy == other.policy
    assert one.trace == other.trace


def test_another_seed_gives_another_sample_and_the_same_full_walk() -> None:
    assert (
        dw.solve("kuhn", "es-mccfr", iterations=500, seed=1).policy
        != dw.solve("kuhn", "es-mccfr", iterations=500).policy
    )
    assert dw.solve("kuhn", "cfr", iterations=50, seed=1).policy == dw.solve("kuhn", "cfr", iterations=50).policy


def test_threads_change_nothing() -> None:
    game = dw.load("kuhn", players=5)
    one, many = (dw.solve(game, "dcfr", iterations=3, threads=threads) for threads in (1, 3))
    assert one.tree.entries > 5 * 50_000, "enough to be shared out"
    assert one.policy == many.policy


@pytest.mark.parametrize("algorithm", NAMES)
def test_resuming_is_bit_for_bit_what_going_on_would_have_been(algorithm: str, tmp_path: Path) -> None:
    whole = dw.solve("kuhn", algorithm, iterations=737, seed=2)
    saved = tmp_path / "kuhn.checkpoint"
    dw.solve("kuhn", algorithm, iterations=311, seed=2, checkpoint=saved)
    rest = dw.solve("kuhn", algorithm, iterations=737, seed=2, checkpoint=saved, resume=True)
    assert rest.policy == whole.policy
    assert rest.iterations == whole.iterations == 737
    assert rest.values == whole.values


def test_it_stops_at_its_target() -> None:
    solution = dw.solve("kuhn", "cfr+", target=1e-2)
    assert (solution.stopped, solution.nash_conv <= 1e-2) == ("target", True)
    assert all(look.nash_conv > 1e-2 for look in solution.trace[:-1])


def test_a_target_out_of_reach_stops_at_the_iterations() -> None:
    assert dw.solve("kuhn", "cfr", iterations=20, target=1e-12).stopped == "iterations"


def test_progress_is_told_live_nash_conv_and_can_stop() -> None:
    looks: list[Look] = []

    def told(iterations: int, look: Look | None) -> bool:
        if look is not None:
            looks.append(look)
        return iterations < 40

    solution = dw.solve("kuhn", "cfr", iterations=10_000, progress=told)
    assert solution.stopped == "interrupted"
    assert solution.iterations == looks[-1].iterations < 100
    assert solution.gains == looks[-1].gains
    assert looks[0].iterations == 1


def test_control_c_saves(tmp_path: Path) -> None:
    saved = tmp_path / "leduc.checkpoint"
    done = interrupted("solve", "leduc", "--target", "1e-15", "--checkpoint", str(saved))
    assert done.returncode == 130, done.stderr
    assert "saved in" in done.stderr
    resumed = dw.solve("leduc", iterations=10**12, checkpoint=saved, resume=True, progress=lambda *_: False)
    assert resumed.iterations > 1


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"iterations": 0}, "solve.bad-iterations"),
        ({"iterations": True}, "solve.bad-iterations"),
        ({"target": -1.0}, "solve.bad-target"),
        ({"target": float("nan")}, "solve.bad-target"),
        ({"threads": 0}, "solve.bad-threads"),
        ({"seed": "x"}, "solve.bad-seed"),
        ({"updates": "never"}, "solve.bad-updates"),
        ({"max_memory_mb": 0}, "solve.bad-memory"),
        ({"resume": True}, "checkpoint.missing"),
        ({"settings": {"alpa": 1.0}}, "solve.unknown-setting"),
        ({"settings": {"alpha": float("inf")}}, "solve.bad-setting"),
        ({"algorithm": "cfr++"}, "solve.unknown-algorithm"),
        ({"algorithm": "es-mccfr", "updates": "simultaneous"}, "solve.bad-updates"),
    ],
)
def test_a_wrong_setting_is_refused(options, code):
    with pytest.raises(SolveError) as refusal:
        dw.solve("kuhn", **options)
    assert refusal.value.code == code


def test_a_misspelt_algorithm_is_answered_with_the_nearest() -> None:
    with pytest.raises(SolveError, match="dcfr"):
        dw.solve("kuhn", "dcrf")


def test_a_game_too_large_is_refused_at_once_with_figures() -> None:
    with pytest.raises(SolveError, match=r"5\.4e\+28 deals.*information sets.*MB") as refusal:
        dw.solve(dw.load("hearts", hands=1))
    assert refusal.value.code == "solve.too-large"


def test_a_game_that_outgrows_its_memory_is_refused() -> None:
    with pytest.raises(SolveError, match="more memory") as refusal:
        dw.solve("leduc", max_memory_mb=0.5, merge=False)
    assert refusal.value.code == "solve.too-large"


@pytest.mark.parametrize(("game", "options"), [("kuhn", {"hands": 2}), ("old-maid", {}), ("war", {})])
def test_unbounded_chance_is_refused(game: str, options: dict[str, int]) -> None:
    with pytest.raises(SolveError, match=r"hands=1|too large") as refusal:
        dw.solve(dw.load(game, **options))
    assert refusal.value.code in {"solve.unbounded-chance", "solve.too-large"}


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({}, "solve.unbounded-chance"),
        ({"hands": 1, "sticking": "nobody"}, "solve.too-large"),
        ({"hands": 1, "sticking": "everyone", "stick_order": "turns", "turn_cap": 1}, "solve.too-large"),
    ],
)
def test_a_game_without_a_genome_is_refused_for_its_size_and_not_for_what_it_is(
    options: dict[str, OptionValue], code: str
) -> None:
    with pytest.raises(SolveError, match=r"hands=1|shorter deck") as refusal:
        dw.solve(dw.load("cambio", **options))
    assert refusal.value.code == code


@pytest.mark.parametrize(
    ("game", "options", "nodes"), [("kuhn", {"players": 4}, 7_801), ("leduc", {"suit_isomorphism": True}, 1_936)]
)
def test_an_estimate_is_near_the_tree(game: str, options: dict[str, int], nodes: int) -> None:
    assert estimate(dw.load(game, **options), dives=2_000).nodes == pytest.approx(nodes, rel=0.2)


def test_a_checkpoint_of_another_run_is_refused_and_left_alone(tmp_path: Path) -> None:
    saved = tmp_path / "run.checkpoint"
    dw.solve("kuhn", "cfr", iterations=10, checkpoint=saved)
    before = saved.read_bytes()
    for options in ({"algorithm": "cfr+"}, {"seed": 1}, {"updates": "simultaneous"}):
        with pytest.raises(SolveError) as refusal:
            dw.solve("kuhn", **({"algorithm": "cfr"} | options), iterations=20, checkpoint=saved, resume=True)
        assert refusal.value.code == "checkpoint.mismatch"
    with pytest.raises(SolveError) as refusal:
        dw.solve(dw.load("kuhn", players=3), "cfr", iterations=20, checkpoint=saved, resume=True)
    assert refusal.value.code == "checkpoint.mismatch"
    with pytest.raises(SolveError) as refusal:
        dw.solve("kuhn", "cfr", iterations=20, checkpoint=saved)
    assert refusal.value.code == "checkpoint.exists"
    assert saved.read_bytes() == before


@pytest.mark.parametrize("damage", ["flip", "cut", "empty", "binary", "other", "version"])
def test_a_damaged_checkpoint_is_refused_and_left_alone(damage: str, tmp_path: Path) -> None:
    saved = tmp_path / "run.checkpoint"
    dw.solve("kuhn", "cfr", iterations=10, checkpoint=saved)
    text = saved.read_text()
    broken = {
        "flip": text.replace('"iterations": 10', '"iterations": 11').encode(),
        "cut": text[: len(text) // 2].encode(),
        "empty": b"",
        "binary": b"\xff\xfe\x00",
        "other": b'{"format": "something"}',
        "version": json.dumps(json.loads(text) | {"version": 99}).encode(),
    }[damage]
    saved.write_bytes(broken)
    with pytest.raises(SolveError) as refusal:
        dw.solve("kuhn", "cfr", iterations=20, checkpoint=saved, resume=True)
    assert refusal.value.code in {"file.damaged", "file.wrong-kind", "file.wrong-version"}
    assert saved.read_bytes() == broken


def test_simultaneous_updates_are_another_way_to_the_same_place() -> None:
    one, other = (
        dw.solve("kuhn", "cfr", iterations=2_000, updates=updates) for updates in ("alternating", "simultaneous")
    )
    assert one.policy != other.policy
    assert other.nash_conv < 0.02


def test_discounting_a_sample_changes_it() -> None:
    plain, faded = (
        dw.solve("kuhn", "es-mccfr", iterations=3_000, settings={"discount_every": every}) for every in (0, 100)
    )
    assert plain.policy != faded.policy
    assert faded.nash_conv < 0.3


IMPOSSIBLE: tuple[object, ...] = (
    None,
    True,
    -1,
    2**70,
    float("inf"),
    float("nan"),
    "x",
    "9" * 5000,
    [],
    {"a": 1},
    [None],
    ["1"],
)
PLACES: tuple[tuple[str | int, ...], ...] = (
    ("iterations",),
    ("random",),
    ("arrays",),
    ("arrays", 0),
    ("trace",),
    ("trace", 0),
    ("trace", 0, 0),
    ("trace", 0, 1),
    ("trace", 0, 2),
    ("trace", 0, 1, 0),
    ("trace", 0, 2, 1),
)


def test_a_checkpoint_with_anything_in_it_goes_on_or_is_refused_with_a_code(tmp_path: Path) -> None:
    """Whoever wrote it knows how to seal it: each part of it in turn is something else."""
    saved, told = tmp_path / "run.checkpoint", []
    dw.solve("kuhn", "cfr", iterations=10, checkpoint=saved)
    sound = saved.read_text(encoding="utf-8")
    for place in PLACES:
        for value in IMPOSSIBLE:
            document = json.loads(sound)
            part = document
            for name in place[:-1]:
                part = part[name]
            part[place[-1]] = value
            document["checksum"] = checksum(document)
            saved.write_text(json.dumps(document), encoding="utf-8")
            try:
                looks = dw.solve("kuhn", "cfr", iterations=11, checkpoint=saved, resume=True).trace
            except SolveError as refused:
                told.append(refused.code)
                continue
            assert all(math.isfinite(look.nash_conv) and len(look.values) == 2 for look in looks), (place, value)
    assert set(told) == {"file.damaged"}
    assert len(told) > 100
