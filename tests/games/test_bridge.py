"""Bridge, law by law, from the Laws of Duplicate Bridge (World Bridge Federation, 2017)."""

from __future__ import annotations

import pytest
from tests.games.scripts import cards_in, choices, play

from deckwright.engine import Game, IllegalAction, State, load
from deckwright.games import OptionValue
from deckwright.genome.rulebook import generate_rulebook

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
NORTH, EAST, SOUTH, WEST = range(4)
STRAINS = ("C", "D", "H", "S", "NT")

HANDS = (
    "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S",
    "AH KH QH JH 10H 9H 8H 7H 6H 5H 4H 3H 2H",
    "AD KD QD JD 10D 9D 8D 7D 6D 5D 4D 3D 2D",
    "AC KC QC JC 10C 9C 8C 7C 6C 5C 4C 3C 2C",
)

MIXED = (
    "AS KS 2S 3S AH 2H 3H AD 2D 3D AC 2C 3C",
    "QS 4S 5S KH 4H 5H 6H KD 4D 5D KC 4C 5C",
    "JS 6S 7S QH 7H 8H QD 6D 7D 8D QC 6C 7C",
    "10S 9S 8S JH 10H 9H JD 10D 9D JC 10C 9C 8C",
)


def deck_of(hands: tuple[str, ...] | list[list[str]], dealer: int = NORTH) -> list[str]:
    """The deck that deals these hands, from the dealer's left."""
    cards = [hand.split() if isinstance(hand, str) else hand for hand in hands]
    return [cards[(dealer + 1 + place) % 4][place // 4] for place in range(52)]


def dealt(*hands: str, **options: OptionValue) -> State:
    return load("bridge", **{"hands": 1, **options}).deal(deck=deck_of(hands), seed=1)


def calls(state: State, *texts: str) -> State:
    """The state after these calls: `1C` is a bid, X a double, XX a redouble, P a pass."""
    words = {"P": "pass", "X": "double", "XX": "redouble"}
    return play(state, [words.get(text, f"call {text}") for text in texts])


def declarer(state: State) -> object:
    return state.view(None).facts["declarer"]


# Law 2 and 17: the boards, the dealer calls first


def test_everybody_gets_thirteen_cards_and_the_dealer_calls_first() -> None:
    state = dealt(*MIXED)
    assert [sorted(cards_in(state, "hand", index=seat)) for seat in range(4)] == [sorted(h.split()) for h in MIXED]
    assert state.seat == NORTH
    assert choices(state) == {"pass", *(f"call {level}{strain}" for level in range(1, 8) for strain in STRAINS)}


def test_the_deal_goes_round_board_by_board() -> None:
    state = load("bridge", hands=16).deal(seed=1)
    dealers = []
    for _ in range(16):
        dealers.append(state.seat)
        state = calls(state, "P", "P", "P", "P")
    assert dealers == [NORTH, EAST, SOUTH, WEST] * 4
    assert state.is_over


LAW_2 = (
    (False, False), (True, False), (False, True), (True, True),
    (True, False), (False, True), (True, True), (False, False),
    (False, True), (True, True), (False, False), (True, False),
    (True, True), (False, False), (True, False), (False, True),
)  # fmt: skip
"""Vulnerability of North-South and East-West on boards 1 to 16."""


@pytest.mark.parametrize("side", [0, 1])
def test_vulnerability_follows_the_sixteen_boards_of_law_2(side: int) -> None:
    """A lone bid of 7NT that goes down tells: 50 or 100 for each undertrick."""
    state = load("bridge", hands=16).deal(seed=8)
    for board in range(16):
        while state.seat is None or state.seat % 2 != side:
            state = calls(state, "P")
        state = calls(state, "7NT", "P", "P", "P")
        before, taken = state.team_scores, 0
        while state.hands == board:
            state = state.apply(state.actions()[0])
            taken += sum(e.kind == "trick won" and e.detail["seat"] in (side, side + 2) for e in state.events(None))
        assert taken < 13
        penalty = (100 if LAW_2[board][side] else 50) * (13 - taken)
        assert state.team_scores[1 - side] - before[1 - side] == penalty


def test_who_is_vulnerable_may_be_fixed() -> None:
    for vulnerable, points in (("none", 50), ("north_south", 100), ("east_west", 50), ("both", 100)):
        state = calls(dealt(*HANDS, vulnerable=vulnerable), "1C", "P", "P", "P")
        while not state.is_over:
            state = state.apply(state.actions()[0])
        assert state.team_scores[1] == 7 * points, "West has all the trumps"


# Law 18 to 19: bids, doubles and redoubles


def test_a_bid_must_be_higher_than_the_last() -> None:
    state = calls(dealt(*MIXED), "2H")
    legal = choices(state)
    assert "call 2S" in legal
    assert "call 2NT" in legal
    assert "call 3C" in legal
    for lower in ("call 2H", "call 2D", "call 1NT"):
        assert lower not in legal
        with pytest.raises(IllegalAction):
            state.apply(lower)


def test_only_the_opponents_last_bid_may_be_doubled() -> None:
    state = dealt(*MIXED)
    assert "double" not in choices(state)
    state = calls(state, "1S")
    assert "double" in choices(state)
    state = calls(state, "P")
    assert "double" not in choices(state), "partner's bid"
    state = calls(state, "P")
    assert "double" in choices(state)
    state = calls(state, "X")
    assert "double" not in choices(calls(state, "P")), "it has been doubled"


def test_only_a_double_of_ones_own_side_may_be_redoubled_and_only_once() -> None:
    state = calls(dealt(*MIXED), "1S", "X")
    assert "redouble" in choices(state)
    assert "redouble" not in choices(calls(state, "P"))
    assert "redouble" in choices(calls(state, "P", "P"))
    assert not {"double", "redouble"} & choices(calls(state, "XX"))


def test_a_higher_bid_cancels_a_double() -> None:
    state = calls(dealt(*MIXED), "1S", "X", "XX", "2C")
    assert state.view(None).facts["doubled"] == 0
    assert "double" in choices(state)
    assert "redouble" not in choices(state)


# Law 22: the end of the auction


def test_four_passes_end_the_board_without_score() -> None:
    state = calls(dealt(*MIXED), "P", "P", "P")
    assert not state.is_over
    state = calls(state, "P")
    assert state.is_over
    assert state.team_scores == (0, 0)
    assert state.result is not None
    assert state.result.is_draw


def test_three_passes_after_a_bid_end_the_auction_and_who_passed_may_call_again() -> None:
    state = calls(dealt(*MIXED), "P", "P", "1C", "P", "1D", "P", "P")
    assert state.actions()[0].text == "pass"
    state = calls(state, "P")
    assert all(text.startswith("play ") for text in choices(state))


def test_a_double_keeps_the_auction_open() -> None:
    state = calls(dealt(*MIXED), "1C", "P", "P", "X", "P", "P")
    assert "pass" in choices(state)
    assert all(text.startswith("play ") for text in choices(calls(state, "P")))


def test_declarer_is_who_of_the_side_first_named_the_denomination() -> None:
    state = calls(dealt(*MIXED), "1S", "2S", "3D", "P", "4S", "P", "P", "P")
    assert declarer(state) == NORTH
    state = calls(dealt(*MIXED), "1C", "1S", "1NT", "2S", "3NT", "P", "P", "P")
    assert declarer(state) == SOUTH, "North raised South's no trumps"
    state = calls(dealt(*MIXED), "P", "1S", "P", "2S", "P", "P", "P")
    assert declarer(state) == EAST


# Law 41: the opening lead and dummy


def test_declarers_left_leads_and_then_dummy_is_laid_open() -> None:
    state = calls(dealt(*MIXED), "1NT", "P", "P", "P")
    assert state.seat == EAST
    hidden = (None,) * 13
    assert state.view(WEST).zone("hand", index=SOUTH).cards == hidden
    state = play(state, ["play KH"])
    for observer in (NORTH, EAST, WEST, None):
        assert sorted(map(str, state.view(observer).zone("hand", index=SOUTH).cards)) == sorted(MIXED[SOUTH].split())
    assert state.view(EAST).zone("hand", index=NORTH).cards == hidden, "declarer's own hand stays hidden"
    assert state.view(SOUTH).zone("hand", index=NORTH).cards == hidden


def test_declarer_plays_dummys_cards() -> None:
    state = play(calls(dealt(*MIXED), "1NT", "P", "P", "P"), ["play KH"])
    assert state.seat == NORTH
    assert choices(state) == {"play QH", "play 7H", "play 8H"}, "South's hearts"
    state = play(state, ["play 7H"])
    assert state.seat == WEST
    state = play(state, ["play 9H"])
    assert state.seat == NORTH
    assert choices(state) == {"play AH", "play 2H", "play 3H"}, "North's own"
    assert len(cards_in(state, "hand", index=SOUTH)) == 12


def test_dummy_leads_when_it_has_won_a_trick() -> None:
    hands = (MIXED[0].replace("AH", "QH"), MIXED[1], MIXED[2].replace("QH", "AH"), MIXED[3])
    state = play(calls(dealt(*hands), "1NT", "P", "P", "P"), ["play KH", "play AH", "play 9H", "play 2H"])
    assert state.seat == NORTH
    assert choices(state, verb="play") == set(hands[SOUTH].split()) - {"AH"}


def test_dummys_own_seat_never_acts() -> None:
    state = calls(load("bridge", hands=1).deal(seed=5), "P", "1NT", "P", "P", "P")
    while not state.is_over:
        assert state.seat != WEST
        state = state.apply(state.actions()[-1])


# Law 44: play


def test_suit_must_be_followed() -> None:
    state = play(calls(dealt(*MIXED), "1NT", "P", "P", "P"), ["play KH"])
    with pytest.raises(IllegalAction):
        state.apply("play QS")


def test_a_trump_beats_every_other_card_and_without_trumps_the_suit_led_wins() -> None:
    # West, on declarer's right, has the clubs; East leads hearts.
    state = play(calls(dealt(*HANDS), "1C", "P", "P", "P"), ["play AH", "play AD", "play 2C", "play AS"])
    assert state.seat == WEST
    state = play(calls(dealt(*HANDS), "1NT", "P", "P", "P"), ["play 2H", "play AD", "play AC", "play AS"])
    assert state.seat == EAST
    assert sorted(cards_in(state, "captured", index=1)) == ["2H", "AC", "AD", "AS"]


def test_the_higher_of_two_trumps_wins() -> None:
    hands = (HANDS[0].replace("2S", "2H"), HANDS[1].replace("2H", "2S"), *HANDS[2:])
    state = calls(dealt(*hands), "P", "P", "1S", "P", "P", "P")
    assert state.seat == WEST
    state = play(state, ["play AC", "play 3S", "play 2S", "play AD"])
    assert state.seat == SOUTH, "declarer moves for North, who won"


# Law 77, whole

NOT_VULNERABLE, VULNERABLE = 0, 1
TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "NT": 30}
OVERTRICK = {NOT_VULNERABLE: (None, 100, 200), VULNERABLE: (None, 200, 400)}
"""Undoubled (its trick value), doubled, redoubled."""
UNDERTRICKS = {
    (NOT_VULNERABLE, 0): (50, 50, 50),
    (NOT_VULNERABLE, 1): (100, 200, 300),
    (NOT_VULNERABLE, 2): (200, 400, 600),
    (VULNERABLE, 0): (100, 100, 100),
    (VULNERABLE, 1): (200, 300, 300),
    (VULNERABLE, 2): (400, 600, 600),
}
"""The first, each of the second and third, each further one."""
SLAM = {6: (500, 750), 7: (1000, 1500)}


def law_77(level: int, strain: str, doubled: int, vulnerable: int, tricks: int) -> int:
    """What declarer's side scores, the opponents' points negative."""
    missing = 6 + level - tricks
    if missing > 0:
        first, next_two, further = UNDERTRICKS[vulnerable, doubled]
        return -sum(first if n == 1 else next_two if n <= 3 else further for n in range(1, missing + 1))
    first_trick = 40 if strain == "NT" else TRICK[strain]
    trick_score = (first_trick + (level - 1) * TRICK[strain]) * (1, 2, 4)[doubled]
    over = OVERTRICK[vulnerable][doubled]
    premium = (500 if vulnerable else 300) if trick_score >= 100 else 50
    slam = SLAM.get(level, (0, 0))[vulnerable]
    insult = (0, 50, 100)[doubled]
    return trick_score - missing * (TRICK[strain] if over is None else over) + premium + slam + insult


@pytest.mark.parametrize(
    ("contract", "score"),
    [
        ((1, "C", 0, 0, 7), 70), ((1, "NT", 0, 0, 9), 150), ((3, "NT", 0, 0, 9), 400), ((3, "NT", 0, 1, 9), 600),
        ((4, "S", 0, 0, 10), 420), ((4, "H", 0, 1, 10), 620), ((5, "D", 0, 0, 11), 400), ((6, "NT", 0, 1, 12), 1440),
        ((7, "NT", 0, 1, 13), 2220), ((7, "NT", 2, 1, 13), 2980), ((2, "S", 1, 0, 8), 470), ((1, "NT", 1, 0, 7), 180),
        ((3, "NT", 1, 0, 5), -800), ((3, "NT", 1, 1, 5), -1100), ((7, "NT", 2, 1, 0), -7600), ((4, "S", 0, 1, 9), -100),
    ],
)  # fmt: skip
def test_the_table_itself_gives_scores_that_players_know(contract: tuple[int, str, int, int, int], score: int) -> None:
    assert law_77(*contract) == score


DOUBLING = {0: ("P", "P", "P"), 1: ("X", "P", "P", "P"), 2: ("X", "XX", "P", "P", "P")}


@pytest.mark.parametrize("strain", STRAINS)
def test_every_contract_vulnerability_doubling_and_result_scores_as_law_77_says(strain: str) -> None:
    """588 boards for each denomination, 2,940 in all, each played to its last card."""
    games = {vulnerable: load("bridge", hands=1, vulnerable=("none", "both")[vulnerable]) for vulnerable in (0, 1)}
    for tricks in range(14):
        cards = tricks_for(strain, tricks)
        for vulnerable, game in games.items():
            start = game.deal(deck=deck_of([[trick[seat] for trick in cards] for seat in range(4)]), seed=1)
            for level in range(1, 8):
                for doubled, rest in DOUBLING.items():
                    state = play_out(calls(start, f"{level}{strain}", *rest), cards)
                    score = law_77(level, strain, doubled, vulnerable, tricks)
                    assert state.team_scores == (max(score, 0), max(-score, 0))


def tricks_for(strain: str, tricks: int) -> list[list[str]]:
    """Cards of thirteen tricks by seat, of which North and South take so many, North's contract being in this strain.

    Three tricks of each suit with everybody following, and one of the cards left over, taken by who took the twelfth.
    """
    north, east = [NORTH] * tricks, [EAST] * (13 - tricks)
    winners = [*east, *north] if tricks >= 2 else [*north, *east]
    assert winners[11] == winners[12]
    played = []
    for number, winner in enumerate(winners[:12]):
        *others, best = [RANKS[1 + 4 * (number % 3) + place] + "CDHS"[number // 3] for place in range(4)]
        played.append([best if seat == winner else others.pop() for seat in range(4)])
    left = [f"2{suit}" for suit in ("C", "D", "H", "S") if suit != strain]
    trump = f"2{strain}" if strain != "NT" else left.pop()
    played.append([trump if seat == winners[12] else left.pop() for seat in range(4)])
    return played


def play_out(state: State, cards: list[list[str]]) -> State:
    for trick in cards:
        for _ in range(4):
            legal = {action.text for action in state.actions()}
            state = state.apply(next(f"play {card}" for card in trick if f"play {card}" in legal))
            trick = [card for card in trick if f"play {card}" != state.history[-1].text]
    assert state.is_over
    return state


# the match


def test_the_side_with_the_higher_total_over_the_boards_wins() -> None:
    game: Game = load("bridge", hands=2)
    state = calls(game.deal(deck=deck_of(HANDS), seed=1), "7S", "P", "P", "P")
    while state.hands == 0:
        state = state.apply(state.actions()[0])
    assert state.team_scores == (1510, 0), "a grand slam: 210, game 300, slam 1000"
    state = calls(state, "P", "P", "P", "P")
    assert state.result is not None
    assert (state.result.winning_team, state.result.winner) == (0, -1)
    assert state.returns == (1510.0, -1510.0, 1510.0, -1510.0)


def test_the_rulebook_says_when_to_double_and_who_declares() -> None:
    book = generate_rulebook(load("bridge").genome)
    assert "**Double** the last bid, if an opponent made it and it has not been doubled." in book
    assert "**Redouble**, if your side made the last bid and it has been doubled but not redoubled." in book
    assert "the declarer is whoever of that side first named its strain" in book
