"""What explorers show: shares, ranges and chips that add up, at every place, of blueprints and of exact spots."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.solve.poker.bundles import SMALL, make_bundles

from deckwright.solve import SolveError
from deckwright.solve.poker.blueprint import Bundle
from deckwright.solve.poker.cards import format_card, parse_cards
from deckwright.solve.poker.explorer import BundleExplorer, Frame, SpotExplorer
from deckwright.solve.poker.explorer.frame import DEAL, DECISION, END
from deckwright.solve.poker.spot_file import load_spot, save_spot
from deckwright.solve.poker.spots import Bets, Spot, solve_spot

SPOT = Spot("Qs7s2d4c", "AA, KQs, 98s, 5c3c", "QQ, JJ, AQs:0.5, T9s", 10, 20, Bets((1.0,), (1.0,), 2))


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_bundles(tmp_path_factory.mktemp("bundles"))


@pytest.fixture(scope="module")
def solved() -> SpotExplorer:
    return SpotExplorer(solve_spot(SPOT, iterations=60))


def next_word(frame: Frame, rng: Random) -> str:
    """A step that can be taken there."""
    if frame.kind == DECISION:
        return rng.choice(frame.actions)
    free = [card for card in range(52) if card not in frame.board]
    return "".join(map(format_card, rng.sample(free, frame.cards_needed)))


def check(frame: Frame, chips: float) -> None:
    """What holds at every place."""
    data = frame.to_dict()
    assert sum(seat.stack for seat in frame.seats) + frame.pot == pytest.approx(chips)
    live = [seat for seat in frame.seats if seat.state != "folded"]
    assert all(0 <= weight <= 1 + 1e-6 for seat in live for weight in seat.range)
    known = [seat.equity for seat in live if seat.equity is not None]
    if known:
        assert sum(known) == pytest.approx(1, abs=1e-6)
    if frame.kind == DECISION:
        assert [seat.position for seat in frame.seats if seat.state == "acts"] == [frame.player]
        assert sum(action["share"] for action in data["actions"]) == pytest.approx(1, abs=1e-3) or not frame.hands
        assert all(sum(hand.shares) == pytest.approx(1, abs=1e-3) for hand in frame.hands)
        gone = {format_card(card) for card in frame.board}
        assert not any({combo[:2], combo[2:]} & gone for combo in data["hands"])
        acting = next(seat for seat in frame.seats if seat.position == frame.player)
        assert sum(hand.reach for hand in frame.hands) == pytest.approx(sum(acting.range), abs=1e-4)


@pytest.mark.parametrize("name", SMALL)
def test_everything_adds_up_on_every_way_through_a_blueprint(bundles: Path, name: str) -> None:
    explorer, rng = BundleExplorer(Bundle.load(bundles / name)), Random(name)
    players, stack = SMALL[name]
    kinds = set()
    for _ in range(12):
        path: list[str] = []
        while True:
            frame = explorer.frame(path)
            kinds.add((frame.kind, frame.street))
            check(frame, players * stack)
            if frame.kind == END:
                break
            path.append(next_word(frame, rng))
        assert [step.word for step in frame.history] == path
    assert {kind for kind, _ in kinds} == {DECISION, DEAL, END}
    assert {"preflop", "flop"} <= {street for _, street in kinds}


def test_seats_are_named_and_shown_from_the_button(bundles: Path) -> None:
    four = BundleExplorer(Bundle.load(bundles / "small-4")).frame()
    assert [seat.position for seat in four.seats] == ["BTN", "SB", "BB", "UTG"]
    assert four.player == "UTG"
    two = BundleExplorer(Bundle.load(bundles / "small-2")).frame()
    assert [seat.position for seat in two.seats] == ["SB", "BB"]


def test_a_range_is_what_was_played_so_far(bundles: Path) -> None:
    bundle = Bundle.load(bundles / "small-2")
    explorer = BundleExplorer(bundle)
    node = bundle.node()
    at = node.actions.index("call")
    shares = {name: row[at] for name, row in zip(bundle.by_hand(node), node.shares, strict=True)}
    seats = explorer.frame("call").seats
    cells = dict(zip(_chart_names(), seats[0].to_dict()["range"], strict=True))
    assert cells == pytest.approx(shares, abs=1e-4)
    assert set(seats[1].to_dict()["range"]) == {1.0}


def _chart_names() -> list[str]:
    from deckwright.solve.poker.classes import CHART, CLASS_NAMES

    return [CLASS_NAMES[number] for row in CHART for number in row]


def test_what_cannot_be_is_told(bundles: Path, solved: SpotExplorer) -> None:
    explorer = BundleExplorer(Bundle.load(bundles / "small-2"))
    for path, code in (
        ("raise 7.77", "explorer.no-such-step"),
        ("fold, call", "explorer.no-such-step"),
        ("call, check, Qs7s", "board.wrong-number"),
        ("call, check, Qs7sQs", "cards.repeated"),
        ("call, check, Qs7s2d, check, check, Qs", "cards.repeated"),
        ("call, check, hello", "cards.unreadable"),
        (["call"] * 1000, "explorer.path-too-long"),
    ):
        with pytest.raises(SolveError) as refused:
            explorer.frame(path)
        assert refused.value.code == code, path
    for wrong in ("bet 77", "check, check, Qs", "check, check, TdTh", "fold"):
        with pytest.raises(SolveError):
            solved.frame(wrong)


def test_everything_adds_up_on_every_way_through_a_spot(solved: SpotExplorer) -> None:
    rng = Random(5)
    kinds = set()
    for _ in range(25):
        path: list[str] = []
        while True:
            frame = solved.frame(path)
            kinds.add(frame.kind)
            check(frame, 50)
            if frame.kind == DECISION:
                assert frame.street == ("turn" if len(frame.board) == 4 else "river")
                assert all(hand.values is not None for hand in frame.hands)
            if frame.kind == END:
                break
            path.append(next_word(frame, rng))
    assert kinds == {DECISION, DEAL, END}


def test_the_worth_of_a_spot_is_that_of_its_first_decision(solved: SpotExplorer) -> None:
    frame = solved.frame()
    assert frame.details["value"] == pytest.approx(solved.solved.values[0], abs=0.3)  # hands are not equally met
    runouts = solved.runouts("check, check")
    assert len(runouts) == 48
    assert all(sum(one.shares) == pytest.approx(1, abs=1e-3) for one in runouts)
    assert not {one.card for one in runouts} & set(parse_cards(SPOT.board))
    one = runouts[7]
    after = solved.frame(["check", "check", format_card(one.card)])
    assert [action["share"] for action in after.to_dict()["actions"]] == pytest.approx(one.shares, abs=1e-4)
    assert solved.runouts() == ()


def test_runouts_of_a_blueprint_are_what_is_found_after_the_card(bundles: Path) -> None:
    explorer = BundleExplorer(Bundle.load(bundles / "small-2"))
    path = ["call", "check", "Qs7s2d", "check", "check"]
    runouts = explorer.runouts(path)
    assert len(runouts) == 49
    after = explorer.frame([*path, format_card(runouts[3].card)])
    assert [action["share"] for action in after.to_dict()["actions"]] == pytest.approx(runouts[3].shares, abs=1e-4)
    assert explorer.runouts("call, check") == ()


def test_a_solution_that_was_kept_is_the_same_solution(solved: SpotExplorer, tmp_path: Path) -> None:
    file = tmp_path / "solution.bin"
    save_spot(file, solved.solved)
    again = load_spot(file)
    assert (again.iterations, again.gains, again.values) == (60, solved.solved.gains, solved.solved.values)
    one, other = solved.frame("check, check, Td"), SpotExplorer(again).frame("check, check, Td")
    for hand, kept in zip(one.hands, other.hands, strict=True):
        assert kept.shares == pytest.approx(hand.shares, abs=1e-3)
        assert kept.values == pytest.approx(hand.values, abs=0.02)
    data = file.read_bytes()
    for damaged in (data[:-40], data.replace(b"Qs7s2d4c", b"Qs7s2d4d"), b"", data[:20]):
        file.write_bytes(damaged)
        with pytest.raises(SolveError):
            load_spot(file)
