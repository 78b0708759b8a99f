"""A shuffle that was promised before the deal can be checked after it, by anybody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from tests.conformance.walks import Variant
from tests.play.tables import walked
from typer.testing import CliRunner

from deckwright.cli import app
from deckwright.engine import load
from deckwright.play import ShuffleError, spectator_view
from deckwright.play.record import check_record, save_record, shuffle_record
from deckwright.play.shuffle import commitment_to, fresh_entropy, is_entropy, mixed_seed, open_shuffle, rules_hash

GAME = Variant("bridge", (("hands", 1),))


def record() -> dict[str, Any]:
    return shuffle_record(walked(GAME)[-1])


def code(data: Any, **expected: str) -> str:
    with pytest.raises(ShuffleError) as error:
        check_record(data, **expected)
    return error.value.code


def test_a_record_that_holds_together_is_verified(variant: Variant) -> None:
    table = walked(variant)[-1]
    if table.is_over:
        shown = spectator_view(walked(variant)[0]).commitment
        verified = check_record(shuffle_record(table), commitment=shown, entropy=table.progress.entropy[0][1])
        assert verified.game == variant.load()
        assert len(verified.facts) == 5


def test_nothing_is_recorded_before_the_end() -> None:
    with pytest.raises(ShuffleError):
        shuffle_record(walked(GAME)[3])


def test_every_lie_is_found() -> None:
    good = record()
    other = shuffle_record(walked(GAME, seed=1)[-1])
    assert code(good | {"secret": other["secret"]}) == "shuffle.broken-promise"
    assert code(good | {"table": "table-2"}) == "shuffle.broken-promise"
    assert code(good | {"rules": rules_hash(load("hearts"))}) == "shuffle.broken-promise"
    assert code(good | {"commitment": other["commitment"]}) == "shuffle.broken-promise"
    assert code(good | {"entropy": good["entropy"][1:]}) == "shuffle.other-seed"
    assert code(good | {"entropy": good["entropy"][::-1]}) == "shuffle.other-seed"
    assert code(good | {"seed": other["seed"]}) == "shuffle.other-seed"
    assert code(good | {"link": other["link"]}) == "shuffle.other-cards"
    assert code(good | {"link": good["link"][:-2]}) == "shuffle.bad-link"
    assert code(good | {"link": shuffle_record(walked(Variant("kuhn"))[-1])["link"]}) == "shuffle.other-rules"
    assert code(good, commitment=other["commitment"]) == "shuffle.other-promise"
    assert code(good, entropy="12" * 16) == "shuffle.not-yours"


@pytest.mark.parametrize(
    "change",
    [{"form": "other"}, {"secret": "00"}, {"seed": 3}, {"entropy": {}}, {"entropy": [[0, "zz"]]}, {"entropy": [3]}],
)
def test_what_is_no_record_is_told(change: dict[str, Any]) -> None:
    assert code(record() | change) in ("shuffle.bad-record", "shuffle.other-form")


def test_records_of_another_shape_are_told() -> None:
    shapes: tuple[Any, ...] = (None, [], {}, "text", {"form": "deckwright fair shuffle 1"})
    for data in shapes:
        assert code(data) == "shuffle.bad-record"


def test_the_promise_says_nothing_of_the_secret_and_names_table_and_rules() -> None:
    rules = "0" * 64
    first = commitment_to(b"s" * 32, table="a", rules=rules)
    assert (
        len({first, commitment_to(b"s" * 32, table="b", rules=rules), commitment_to(b"t" * 32, table="a", rules=rules)})
        == 3
    )
    assert open_shuffle("a", load("kuhn")).secret != open_shuffle("a", load("kuhn")).secret


def test_every_contribution_changes_the_seed() -> None:
    secret = b"s" * 32
    seeds = {mixed_seed(secret, entropy) for entropy in ((), ((0, "00" * 8),), ((1, "00" * 8),), ((0, "00" * 9),))}
    assert len(seeds) == 4
    assert is_entropy(fresh_entropy())
    assert not is_entropy("00" * 7)
    assert not is_entropy("00" * 65)


def test_verify_says_what_it_found(tmp_path: Path) -> None:
    path = tmp_path / "shuffle.json"
    save_record(walked(GAME)[-1], path)
    shown = CliRunner().invoke(app, ["verify", str(path), "--commitment", record()["commitment"]])
    assert shown.exit_code == 0, shown.output
    assert "the promise is the one that you were shown" in shown.output
    path.write_text(json.dumps(record() | {"seed": "00" * 32}))
    refused = CliRunner().invoke(app, ["verify", str(path)])
    assert refused.exit_code == 1
    assert "shuffle.other-seed" in refused.stderr
    for content in ("", "{", "[" * 100_000):
        path.write_text(content)
        assert CliRunner().invoke(app, ["verify", str(path)]).exit_code == 1
    assert CliRunner().invoke(app, ["verify", str(tmp_path / "none")]).exit_code == 1
