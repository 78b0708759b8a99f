"""Push or fold against what is known of it."""

import json

import pytest
from typer.testing import CliRunner

from deckwright.cli import app
from deckwright.solve import SolveError
from deckwright.solve.poker import tables
from deckwright.solve.poker.classes import CHART, CLASS_NAMES
from deckwright.solve.poker.push_or_fold import push_or_fold


def test_ten_big_blinds_are_worth_what_is_known() -> None:
    solved = push_or_fold(10)
    jam, call = solved.decisions
    assert solved.values[0] == pytest.approx(-0.045371, abs=1e-6)
    assert sum(solved.values) == pytest.approx(0)
    assert 100 * jam.share == pytest.approx(58.28, abs=0.01)
    assert 100 * call.share == pytest.approx(37.38, abs=0.01)
    assert solved.exploitability < 1e-7
    assert jam.often["43s"] == pytest.approx(0.71, abs=0.02)
    assert call.often["Q6s"] == pytest.approx(0.40, abs=0.02)
    mixed = [name for one in (jam, call) for name, often in one.often.items() if 0.001 < often < 0.999]
    assert mixed == ["43s", "Q6s"]


@pytest.mark.parametrize("stack", [1, 2.5, 6, 15, 25, 100])
def test_other_stacks_are_equilibria_too(stack: float) -> None:
    solved = push_or_fold(stack)
    assert solved.exploitability < 1e-6
    assert all(0 <= often <= 1 for one in solved.decisions for often in one.often.values())
    assert solved.decisions[0].often["AA"] == pytest.approx(1, abs=1e-3)


def test_deeper_stacks_call_fewer_hands() -> None:
    shares = [push_or_fold(stack).decisions[1].share for stack in (3, 6, 12, 24)]
    assert shares == sorted(shares, reverse=True)


def test_three_players_share_what_there_is(tmp_path, monkeypatch) -> None:
    monkeypatch.setenv(tables.CACHE_VARIABLE, str(tmp_path))
    solved = push_or_fold(10, players=3, deals=10)
    assert solved.positions == ("BTN", "SB", "BB")
    assert sum(solved.values) == pytest.approx(0, abs=1e-5)
    for value, known, error in zip(solved.values, (0.2414, -0.0837, -0.158), solved.errors, strict=True):
        assert abs(value - known) < 4 * error + 1e-3
    assert max(solved.gains) < 1e-5
    assert [kept.name for kept in tmp_path.iterdir()] == ["class-triples-10.bin"]


def test_a_damaged_table_of_triples_is_made_again(tmp_path, monkeypatch) -> None:
    made: list[int] = []

    def sampled(deals: int, *_: object) -> bytes:
        made.append(deals)
        return bytes(tables.TRIPLE_COUNT * 12)

    monkeypatch.setenv(tables.CACHE_VARIABLE, str(tmp_path / "new"))
    monkeypatch.setattr("deckwright._kernel.class_triples", sampled)
    tables.class_triples(10, threads=1)
    [kept] = (tmp_path / "new").iterdir()
    before = kept.read_bytes()
    tables.class_triples(10, threads=1)
    assert made == [10], "what was kept is used"
    kept.write_bytes(before[:-1] + b"x")
    tables.class_triples(10, threads=1)
    assert made == [10, 10]
    assert kept.read_bytes() == before


@pytest.mark.parametrize(
    ("stack", "named", "code"),
    [
        (0.5, {}, "pushfold.bad-stack"),
        (float("nan"), {}, "pushfold.bad-stack"),
        (10, {"players": 4}, "pushfold.bad-players"),
        (10, {"players": 3, "deals": 1}, "pushfold.bad-deals"),
    ],
)
def test_what_cannot_be_solved_is_refused(stack, named, code: str) -> None:
    with pytest.raises(SolveError) as refused:
        push_or_fold(stack, **named)
    assert refused.value.code == code


def test_the_command_prints_every_hand() -> None:
    done = CliRunner().invoke(app, ["pushfold", "--stack", "10", "--json"])
    document = json.loads(done.stdout)
    assert document["stack"] == 10
    assert document["players"] == 2
    assert len(document["jam"]) == len(document["call"]) == len(CLASS_NAMES)
    assert document["values"][0] == pytest.approx(-0.045371, abs=1e-6)
    drawn = CliRunner().invoke(app, ["pushfold", "--stack", "10"]).stdout
    assert all(CLASS_NAMES[place] in drawn for row in CHART for place in row)
