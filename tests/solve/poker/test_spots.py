"""Exact spots, from Python and from the command line."""

import json

import pytest
from typer.testing import CliRunner

from deckwright.cli import app
from deckwright.solve import SolveError
from deckwright.solve.poker.equity import equity
from deckwright.solve.poker.spots import Bets, SolvedSpot, Spot, solve_spot

RIVER = "2c2d7h9sJc"
POLAR = Spot(RIVER, "JdJh, KcQd", "AcAd", pot=100, stack=100, bets=(Bets((), (), 1), Bets((), (), 0, all_in=False)))


def test_bluffs_and_calls_are_as_the_closed_form_says() -> None:
    solved = solve_spot(POLAR, iterations=3000)
    first = solved.node()
    assert first.actions == ("check", "all-in")
    assert first.often["JhJd"][1] == pytest.approx(1, abs=0.01)
    assert first.often["KcQd"][1] == pytest.approx(0.5, abs=0.02)
    answer = solved.node("all-in")
    assert (answer.player, answer.actions) == ("IP", ("fold", "call"))
    assert answer.often["AdAc"][1] == pytest.approx(0.5, abs=0.02)
    assert solved.exploitability < 1e-3
    assert sum(solved.values) == pytest.approx(100, abs=1e-3)


def test_a_target_really_stops() -> None:
    spot = Spot(RIVER, "any", "any", pot=10, stack=20)
    seen: list[float] = []

    def told(_: int, exploitability: float | None) -> bool:
        if exploitability is not None:
            seen.append(exploitability)
        return True

    solved = solve_spot(spot, iterations=5000, target=0.005, progress=told)
    assert solved.exploitability <= 0.005
    assert solved.iterations < 300
    assert seen[-1] == pytest.approx(solved.exploitability)
    assert all(exploitability > 0.005 for exploitability in seen[:-1])


def test_being_told_to_stop_stops_and_going_on_is_as_if_it_had_not() -> None:
    spot = Spot("Qs7s2d4c", "QQ+, AKs, T9s", "88-22, AQ, KQs", pot=10, stack=30)
    once = solve_spot(spot, iterations=20)
    twice = SolvedSpot(spot, threads=2)
    twice.run(iterations=10)
    twice.run(iterations=20)
    assert twice.iterations == once.iterations == 20
    assert twice.values == once.values
    stopped = SolvedSpot(spot)
    stopped.run(iterations=100_000, progress=lambda _, quality: quality is None)
    assert stopped.iterations == 10, "quality is first looked at after ten"


def test_a_walk_goes_through_actions_and_cards() -> None:
    solved = solve_spot(Spot("Qs7s2d4c", "QQ+, AKs, T9s", "88-22, AQ, KQs", pot=10, stack=30), iterations=10)
    node = solved.node("check, check, Td")
    assert (node.player, len(node.board)) == ("OOP", 10)
    assert "Td" in node.board
    assert all(node.reach[combo] == 0 for combo in node.reach if "Td" in combo)
    for combo, often in node.often.items():
        assert sum(often) == pytest.approx(1, abs=1e-5), combo
    for path, code in [
        ("dance", "spot.no-such-node"),
        ("check, check, Qs", "spot.no-such-node"),
        ("check, check", "spot.no-decision"),
    ]:
        with pytest.raises(SolveError) as refused:
            solved.node(path)
        assert refused.value.code == code


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"board": "Qs7s"}, "board.wrong-number"),
        ({"board": "QsQs7s"}, "cards.repeated"),
        ({"oop": "Qs7s"}, "range.empty"),
        ({"oop": "AsAh", "ip": "AsAh"}, "range.no-deal"),
        ({"pot": 0}, "spot.bad-chips"),
        ({"stack": float("inf")}, "spot.bad-chips"),
        ({"rake": 1.5}, "spot.bad-rake"),
        ({"bets": Bets(bets=(-1.0,))}, "spot.bad-size"),
    ],
)
def test_a_spot_that_cannot_be_is_refused(changes, code: str) -> None:
    spot = Spot(**{"board": RIVER.replace("2c", "Qs"), "oop": "any", "ip": "any", "pot": 10, "stack": 10} | changes)
    with pytest.raises(SolveError) as refused:
        solve_spot(spot, iterations=1)
    assert refused.value.code == code


def test_memory_is_told_before_it_is_taken() -> None:
    flop = Spot("Qs7s2d", "any", "any", pot=10, stack=100, bets=Bets((0.33, 0.75), (1.0,), 3))
    with pytest.raises(SolveError, match="MB are allowed") as refused:
        SolvedSpot(flop, max_memory_mb=100)
    assert refused.value.code == "spot.too-large"


def test_the_command_prints_json() -> None:
    words = ["spot", "--board", RIVER, "--oop", "JJ, AK", "--ip", "any", "--pot", "10", "--stack", "20", "--json"]
    done = CliRunner().invoke(app, [*words, "--iterations", "300", "--target", "0.5"])
    document = json.loads(done.stdout)
    assert document["exploitability_percent"] <= 0.5
    assert document["node"]["player"] == "OOP"
    assert sum(document["node"]["shares"].values()) == pytest.approx(1, abs=1e-4)


def test_what_is_not_solved_yet_is_told_with_a_code() -> None:
    solved = SolvedSpot(Spot("2c2d7h9sJc", "AA", "KK", pot=10, stack=10))
    for ask in (solved.node, solved.play):
        with pytest.raises(SolveError) as refused:
            ask()
        assert refused.value.code == "spot.not-solved"


def test_a_range_of_which_the_board_leaves_nothing_is_told_by_its_name() -> None:
    with pytest.raises(SolveError, match=r"^IP: every hand of the range has one of 2c7h2d9sJc:") as refused:
        SolvedSpot(Spot("2c7h2d9sJc", "AA", "JcJd, 2c2h", pot=10, stack=10))
    assert refused.value.code == "range.empty"
    with pytest.raises(SolveError, match=r"^hand 2: every hand of the range has one of KsKhKd:") as refused:
        equity(["AA", "KK"], dead="KsKhKd")
    assert refused.value.code == "range.empty"
