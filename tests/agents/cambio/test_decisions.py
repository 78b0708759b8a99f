"""Decisions worked by hand, at the threshold and on both sides of it.

The whole deck is worth 318. A seat's unknown mean is what it cannot place, divided by how many that is: after the
deal it knows two cards and the one turned up, so the mean is (318 - known) / 51.
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from tests.games.cambio_table import dealt, passed, turns

from deckwright import _kernel
from deckwright.agents.cambio import CAMBIO_AGENTS, BayesianV1, BayesianV2, CambioAgent, explain, make_cambio_agent
from deckwright.engine import State, load, seed_number

V1 = CambioAgent("bayesian-v1", BayesianV1())
V2 = CambioAgent("bayesian-v2", BayesianV2())
BOTH = pytest.mark.parametrize("agent", [V1, V2], ids=lambda agent: agent.name)

# High known cards, so that nobody calls.
THEIRS = "JC QC 5C 6C"


def choice(agent: CambioAgent, state: State) -> str:
    return state.consult(agent.kernel_text, seed=0).text


def with_constants(agent: CambioAgent, **values: float) -> CambioAgent:
    constants = agent.constants
    return CambioAgent("changed", type(constants).model_validate({**constants.model_dump(), **values}))


def drew(own: str, card: str, *others: str, top: str = "6D", **options: Any) -> State:
    """The first seat has drawn a card."""
    return dealt(own, *(others or (THEIRS,)), top=top, draws=card, **options).apply("draw")


# 4a drawing


@BOTH
@pytest.mark.parametrize(
    ("own", "top", "expected"),
    [
        # The unknown mean is (318 - 8 - 8 - top) / 51: 5.8 to 5.9, so the eights are the slots to improve.
        ("8D 8H 2D 2H", "5D", "take"),  # by 3
        ("8D 8H 2D 2H", "6D", "draw"),  # by 2
        ("8D 8H 2D 2H", "4D", "take"),  # by 4
        # Only the unknown slots are improved: (318 - 4 - 3 - 3) / 51 - 3 = 3.04; (318 - 10 - 3) / 51 - 3 = 2.98.
        ("3C 4C 2D 2H", "3D", "take"),
        ("5H 5D 2D 2H", "3D", "draw"),
        # A joker or red king whatever it improves.
        ("KH 7C 2D 2H", "JK", "take"),
        ("9H 9C 2D 2H", "KD", "take"),
        ("AH 9C 2D 2H", "AD", "take"),
    ],
)
def test_the_discard_is_taken_for_three_points_or_for_nothing_or_less(
    agent: CambioAgent, own: str, top: str, expected: str
) -> None:
    assert choice(agent, dealt(own, THEIRS, top=top)) == expected


def test_a_card_of_nothing_is_taken_though_it_improves_by_less_than_three() -> None:
    """All four known, the highest a 2, after three turns at the default rules; then a joker is offered, and an ace."""
    for top, expected in (("JK", "take"), ("AS", "draw")):
        start = dealt("2C 2D 9C 9H", THEIRS, draws=f"2H 7C 2S {top}")
        state = turns(start, "draw", "swap 3", "draw", "discard", "draw", "swap 4", "draw", "discard")
        assert choice(CambioAgent("never calls", BayesianV1(certain_call=-50, call_four=-50)), state) == expected


# 4b swap or discard


@BOTH
@pytest.mark.parametrize(
    ("own", "card", "expected"),
    [
        # An unknown slot has a bonus of 1 for 3 or less: a mean of (318 - 7 - 2 - 6 - 3) / 50 = 6 scores 6 - 3 + 1 = 4.
        ("8D 2H 2D 8H", "3H", "swap 1"),  # 5 for the eight
        ("7D 2H 2D 8H", "3H", "swap 1"),  # 4 for the seven: level, so the first
        ("6H 2H 2D 8H", "3H", "swap 3"),  # 3 for the six
        # No bonus for a four: 299 / 50 - 4 = 1.98 in an unknown slot.
        ("6H 2H 2D 8H", "4H", "swap 1"),  # 2 for the six
        ("5H 2H 2D 8H", "4H", "swap 3"),  # 1 for the five
        # Nothing gained is nothing swapped: a six for a six, and the mean (318 - 20) / 50 below six.
        ("6H 2H 2D 8H", "6C", "discard"),
        ("6H 5H 2D 8H", "5S", "swap 1"),
    ],
)
def test_a_drawn_card_goes_where_it_gains_most_if_it_gains_at_all(
    agent: CambioAgent, own: str, card: str, expected: str
) -> None:
    assert choice(agent, drew(own, card, "JC QC 5C KC")) == expected


# 4c powers


@BOTH
def test_seven_looks_at_the_first_unknown_card_and_not_when_all_are_known(agent: CambioAgent) -> None:
    state = drew("AD 2D 9D 9H", "7C")
    assert choice(agent, state) == "use"
    state = state.apply("use")
    assert choice(agent, state) == "card 0.3"
    known = turns(dealt("AD 2D 9D 9H", THEIRS, draws="AH 6S 2H 6H 8C"), "draw", "swap 3", "draw", "discard", "draw")
    known = turns(known, "swap 4", "draw", "discard", "draw")
    assert choice(agent, known) == "discard"


@BOTH
def test_nine_looks_at_the_opponent_expected_to_be_lowest_and_then_at_any_that_is_unknown(agent: CambioAgent) -> None:
    """Seat 0 has seen an ace of seat 2's: it is the threat until all its cards are known."""
    start = dealt("JD JH 2D 2H", "QD QH 2C 2S", "AC AS AH AD", draws="9C 6C 6S 10C 6H 5H 9D 5S 5C 10D 4H 4C 9H")
    state = start.apply("draw")
    assert choice(agent, state) == "use"
    assert choice(agent, state.apply("use")) == "card 1.1", "all are level: the next"
    state = passed(state.apply("use").apply("card 2.1"))
    for place in ("card 2.2", "card 2.3", "card 2.4", "card 1.1"):
        state = turns(state, "draw", "discard", "draw", "discard", "draw")
        assert choice(agent, state) == "use"
        state = state.apply("use")
        assert choice(agent, state) == place
        state = passed(state.apply(place))


@BOTH
@pytest.mark.parametrize(
    ("own", "expected"),
    [
        # Known: both own cards, the six turned up and the queen drawn: a mean of (318 - own - 16) / 50.
        ("8D 5D 2D 2H", "use"),
        ("7D 5D 2D 2H", "use"),  # 290 / 50 = 5.8: 7 > 6.8
        ("6H 5D 2D 2H", "discard"),  # 291 / 50 = 5.82: 6 > 6.82 is not
    ],
)
def test_a_queen_needs_a_known_card_worse_than_the_mean_by_more_than_one(
    agent: CambioAgent, own: str, expected: str
) -> None:
    assert choice(agent, drew(own, "QS")) == expected


@BOTH
@pytest.mark.parametrize(("margin", "expected"), [(1.19, "use"), (1.2, "discard"), (1.21, "discard")])
def test_at_the_very_margin_a_queen_is_not_used(agent: CambioAgent, margin: float, expected: str) -> None:
    """The mean is 290 / 50 = 5.8 and the worst known card a 7."""
    changed = with_constants(agent, swap_margin=margin)
    assert choice(changed, drew("7D 5D 2D 2H", "QS")) == expected


@BOTH
@pytest.mark.parametrize(
    ("own", "expected"),
    [
        # The king is worth 10: mean (318 - a - b - 16) / 50, and the worst has to exceed it less two.
        ("4H 4D 2D 2H", "use"),  # 294 / 50 = 5.88: 4 > 3.88
        ("3H 3D 2D 2H", "discard"),  # 296 / 50 = 5.92: 3 > 3.92 is not
    ],
)
def test_a_black_king_needs_a_known_card_worse_than_the_mean_less_two(
    agent: CambioAgent, own: str, expected: str
) -> None:
    assert choice(agent, drew(own, "KS")) == expected


@BOTH
@pytest.mark.parametrize(("margin", "expected"), [(-1.89, "use"), (-1.88, "discard"), (-1.87, "discard")])
def test_at_the_very_margin_a_king_is_not_used(agent: CambioAgent, margin: float, expected: str) -> None:
    changed = with_constants(agent, king_margin=margin)
    assert choice(changed, drew("4H 4D 2D 2H", "KS")) == expected


def looked_at(*cards: str, draw: str) -> State:
    """Seat 0 has two jacks and has looked at these slots of seat 1 with nines, and draws."""
    nines = ["9C", "9D", "9H", "9S"]
    fill = ["6C", "6S", "6H", "5C"]
    draws = [card for pair in zip(nines, fill, strict=True) for card in pair][: 2 * len(cards)]
    state = dealt("JD JH 2D 2H", "3C 2C AS 4S", draws=" ".join([*draws, draw]))
    for card in cards:
        state = turns(state, "draw", "use", f"card {card}", "draw", "discard")
    return state.apply("draw")


@pytest.mark.parametrize(
    ("agent", "looks", "expected"),
    [
        # The lowest known card, whoever knows it: the ace of slot 3.
        (V1, ("1.2", "1.3"), "card 1.3"),
        (V1, ("1.1", "1.2"), "card 1.2"),
        # -2 + 3 for the two, which its owner knows; -1 for the ace, which it does not.
        (V2, ("1.2", "1.3"), "card 1.2"),
        (V2, ("1.1", "1.3"), "card 1.1"),  # -3 + 3 = 0, over -1
        (V2, ("1.4", "1.3"), "card 1.3"),
    ],
)
def test_what_a_queen_steals(agent: CambioAgent, looks: tuple[str, ...], expected: str) -> None:
    state = looked_at(*looks, draw="QS")
    assert choice(agent, state) == "use"
    state = state.apply("use")
    assert choice(agent, state) == "card 0.1", "the worst of its own"
    assert choice(agent, state.apply("card 0.1")) == expected


@pytest.mark.parametrize(("bonus", "expected"), [(0.99, "card 1.3"), (1.0, "card 1.2"), (1.01, "card 1.2")])
def test_disruption_is_worth_its_bonus_and_no_more(bonus: float, expected: str) -> None:
    """The two that its owner knows against the ace it does not: level at a bonus of 1, and the first wins."""
    agent = CambioAgent("changed", BayesianV2(disruption_bonus=bonus))
    assert choice(agent, looked_at("1.2", "1.3", draw="QS").apply("use").apply("card 0.1")) == expected


@BOTH
def test_with_nothing_known_of_others_a_queen_takes_any_card_of_theirs(agent: CambioAgent) -> None:
    state = drew("JD JH 2D 2H", "QS").apply("use").apply("card 0.1")
    found = {state.consult(agent.kernel_text, seed=seed).text for seed in range(60)}
    assert found == {"card 1.1", "card 1.2", "card 1.3", "card 1.4"}


@BOTH
@pytest.mark.parametrize(
    ("theirs", "expected"), [("8H QC 5C 6C", "card 0.1"), ("9H QC 5C 6C", "pass"), ("10H QC 5C 6C", "pass")]
)
@pytest.mark.parametrize("swap_any", [True, False])
def test_a_king_looks_where_most_is_unknown_and_exchanges_for_a_lower_card_only(
    agent: CambioAgent, theirs: str, expected: str, swap_any: bool
) -> None:
    state = drew("9D 2D 2C 2H", "KS", theirs, swap_any=swap_any).apply("use")
    assert choice(agent, state) == "card 1.1"
    state = state.apply("card 1.1")
    assert choice(agent, state) == expected
    if expected != "pass":
        assert choice(agent, state.apply(expected)) == "card 1.1"


def test_a_king_looks_at_the_opponent_of_whom_least_is_known() -> None:
    start = dealt("JD JH 2D 2H", THEIRS, "4S 5S 3C 3D", draws="9C 6H 6S KS")
    state = turns(start, "draw", "use", "card 1.1", "draw", "discard", "draw", "discard", "draw", "use")
    assert choice(V1, state) == "card 2.1"
    assert choice(V2, state) == "card 2.1", "a hand of jacks is not good enough to disrupt"


# 4d calling


def all_known(own: str, *, draws: str = "6C 6S 6H 5C") -> State:
    """Seat 0 has looked at its third and fourth card, and knows nothing of the other's."""
    after = iter(draws.split())
    order = " ".join(f"{seven} {next(after)}" for seven in ("7C", "7D"))
    state = dealt(own, "JC QC 10C 10D", draws=order)
    return turns(state, "draw", "use", "card 0.3", "draw", "discard", "draw", "use", "card 0.4", "draw", "discard")


@BOTH
@pytest.mark.parametrize(
    ("own", "expected"),
    [("AD 2D 2H 2S", True), ("AD AH 2H 4S", False), ("AD 2D 2H 4S", False)],
)
def test_knowing_everything_seven_points_are_called_whatever_the_others_have(
    agent: CambioAgent, own: str, expected: bool
) -> None:
    """Seven is called; at eight the other rules decide, which are switched off here."""
    changed = with_constants(agent, call_four=-50)
    assert (choice(changed, all_known(own)) == "call cambio") is expected


@BOTH
@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("2D 2H 2S 3S", True),  # 9 points, below 10, far ahead
        ("2D 2H 3H 3S", False),  # 10
        ("2D 3D 3H 3S", False),  # 11
    ],
)
def test_four_cards_are_called_below_ten(agent: CambioAgent, own: str, expected: bool) -> None:
    assert (choice(agent, all_known(own)) == "call cambio") is expected


@BOTH
def test_two_unknown_cards_are_too_many_to_call_and_one_is_not(agent: CambioAgent) -> None:
    """A red king, a joker, and one unknown at (318 + 1 - 6 - 7 - 6 - 0) / 48 or so: below ten, and far ahead."""
    state = dealt("KH JK JK 5D", "JC QC 10C 10D", draws="7C 6C 5C 5S")
    assert choice(agent, state) != "call cambio"
    state = turns(state, "draw", "use", "card 0.3", "draw", "discard")
    assert choice(agent, state) == "call cambio"


@pytest.mark.parametrize(
    ("looks", "least"),
    [(0, 4.0), (1, 3.5), (2, 3.0), (4, 2.0)],
)
def test_the_margin_shrinks_from_four_to_two_with_what_is_known_of_the_others(looks: int, least: float) -> None:
    """By how much seat 1 is behind is moved past the margin, with the rest of the rule switched off."""
    nines, fill = ["9C", "9D", "9H", "9S"], ["KC", "QH", "QD", "QS"]
    draws = " ".join(f"{nine} {card}" for nine, card in zip(nines, fill, strict=True))
    state = dealt("2D 2H 2S 2C", "AC AH AD AS", draws=f"7C JD 7D JC {draws}")
    state = turns(state, "draw", "use", "card 0.3", "draw", "discard", "draw", "use", "card 0.4", "draw", "discard")
    for place in range(looks):
        state = turns(state, "draw", "use", f"card 1.{place + 1}", "draw", "discard")
    known = [card for zone in state.view(0).zones for card in zone.cards if card is not None]
    mean = (318 - sum(map(worth, known))) / (54 - len(known))
    ahead = looks + (4 - looks) * mean - 8
    # Both margins are moved alike, so that what is asked comes to lie just above or below what it is ahead by.
    for shift, expected in ((0.01, False), (-0.01, True)):
        moved = ahead - least + shift
        constants = BayesianV1(certain_call=-50, call_margin=4 + moved, least_margin=2 + moved)
        assert (choice(CambioAgent("changed", constants), state) == "call cambio") is expected


def worth(card: str) -> int:
    if card in ("KH", "KD"):
        return -1
    rank = card[:-1]
    return 0 if card == "JK" else {"A": 1, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)


@BOTH
@pytest.mark.parametrize(
    ("cards", "own", "expected"),
    [
        (3, "6H 3D 2H AD", True),  # three left: 6 < 7
        (3, "6H 3D 2H 2D", False),  # 7
        (2, "6H 6C 2H 2D", True),  # two left: 4 < 5
        (2, "6H 6C 2H 3D", False),  # 5
    ],
)
def test_fewer_cards_are_called_at_fewer_points(agent: CambioAgent, cards: int, own: str, expected: bool) -> None:
    """Seat 0 looks at its last two cards, then sticks one six, or two, on the six that the other discards."""
    state = dealt(own, "JC QC 10C 10D", top="9D", draws="7C 5S 7D 6S", stick_order="turns")
    state = turns(state, "draw", "use", "card 0.3", "draw", "discard", "draw", "use", "card 0.4")
    state = state.apply("draw").apply("discard")
    for place in range(4 - cards):
        while state.seat != 0:
            state = state.apply("pass")
        assert choice(agent, state) == f"card 0.{place + 1}", "a card known for certain is stuck"
        state = state.apply(f"card 0.{place + 1}")
    state = passed(state)
    changed = with_constants(agent, certain_call=-50)
    assert (choice(changed, state) == "call cambio") is expected


# 4e sticking


@BOTH
def test_only_a_card_known_for_certain_is_stuck(agent: CambioAgent) -> None:
    for own, expected in (("5D 2D 5H 3H", "card 0.1"), ("2D 3D 5H 5D", "pass")):
        state = drew(own, "5S", "JC QC 10C 10D", stick_order="turns").apply("discard")
        assert choice(agent, state) == expected


# 5 disruption


def disrupting(own: str, card: str, **options: Any) -> State:
    return drew(own, card, THEIRS, "4S 5S 3C 3D", **options)


@pytest.mark.parametrize(
    ("own", "expected"),
    [
        ("5D 4D 2D 2H", "use"),  # worst 5: good enough
        ("4H 4D 2D 2H", "use"),
        ("6H 4D 2D 2H", "discard"),  # 6: neither good, nor worse than the mean (5.8) by more than 1
    ],
)
def test_a_good_hand_of_three_exchanges_two_opponents_cards(own: str, expected: str) -> None:
    assert choice(V2, disrupting(own, "QS")) == expected
    assert choice(V1, disrupting(own, "QS")) == "discard"


def test_one_on_one_or_where_only_ones_own_may_go_nobody_is_disrupted() -> None:
    assert choice(V2, drew("4H 4D 2D 2H", "QS")) == "discard"
    assert choice(V2, disrupting("4H 4D 2D 2H", "QS", swap_any=False)) == "discard"


def test_a_bad_hand_of_three_exchanges_its_own_worst() -> None:
    state = disrupting("9H 4D 2D 2H", "QS")
    assert choice(V2, state) == "use"
    assert choice(V2, state.apply("use")) == "card 0.1"


def test_third_party_swaps_take_the_lowest_cards_their_owners_know() -> None:
    """Seat 0 knows seat 2's 4 and 3 of clubs; only the four is known to its owner."""
    start = dealt("AD 2H 2D 9H", THEIRS, "4S 5S 3C 3D", draws="9C 8C 6S 9D 6H 5H QS")
    state = turns(start, "draw", "use", "card 2.1", "draw", "discard", "draw", "discard")
    state = turns(state, "draw", "use", "card 2.3", "draw", "discard", "draw", "discard", "draw", "use")
    first = choice(V2, state)
    assert first == "card 2.1", "4 is below the mean; the three is lower, but its owner has not seen it"
    assert choice(V2, state.apply(first)) == "card 1.1", "the other's first, at the mean"


def test_what_an_opponent_keeps_it_knows_and_what_is_exchanged_it_no_longer_does() -> None:
    """Seat 1 takes a two into slot 3; then that is exchanged for seat 2's first card, or nothing is."""
    for seat_2, pair in (
        (("discard",), ("card 1.3", "card 2.1")),
        (("use", "card 1.3", "card 2.1"), ("card 1.1", "card 2.2")),
    ):
        start = dealt("AD 2H 2D 9H", THEIRS, "4S 5S 3C 3D", draws="2S QS QD")
        state = turns(start, "draw", "discard", "take", "swap 3", "draw", *seat_2, "draw", "use")
        assert choice(V2, state) == pair[0]
        assert choice(V2, state.apply(pair[0])) == pair[1]


@pytest.mark.parametrize(("own", "look"), [("5D 4D 2D 2H", "card 0.3"), ("6H 4D 2D 2H", "card 1.1")])
def test_a_king_in_a_good_hand_looks_at_its_own_and_in_a_weak_one_at_anothers(own: str, look: str) -> None:
    state = disrupting(own, "KS")
    assert choice(V2, state) == "use"
    assert choice(V2, state.apply("use")) == look
    assert choice(V1, state.apply("use")) == "card 1.1"


@pytest.mark.parametrize("third", ["2D", "10H"])
def test_a_king_that_looked_at_ones_own_exchanges_two_others_whatever_it_saw(third: str) -> None:
    """Ten points of one's own, just seen, stay where they are."""
    state = disrupting(f"5D 4D {third} 2H", "KS").apply("use").apply("card 0.3")
    assert choice(V2, state) == "card 1.1"
    assert choice(V2, state.apply("card 1.1")) == "card 2.1"


def test_a_king_in_a_good_hand_that_is_all_known_looks_at_the_threat() -> None:
    start = dealt("5D 4D 4H 5H", THEIRS, "4S AS 3C 3D", draws="7C 8C 6S 7D 6H 8D 9C 2C 2S KS", top="9D")
    state = turns(start, "draw", "use", "card 0.3", "draw", "discard", "draw", "discard")
    state = turns(state, "draw", "use", "card 0.4", "draw", "discard", "draw", "discard")
    state = turns(state, "draw", "use", "card 2.2", "draw", "discard", "draw", "discard", "draw", "use")
    assert choice(V2, state) == "card 2.1", "of whom an ace is known"
    state = state.apply("card 2.1")
    assert choice(V2, state) == "card 2.2", "the ace, known to its owner"
    assert choice(V2, state.apply("card 2.2")) == "card 1.1"


# whatever the house rules


HOUSE_RULES: tuple[dict[str, Any], ...] = (
    {},
    {"preset": "seed"},
    {"sticking": "any_card", "power_from": "discard"},
    {"swap_any": False, "caller_locked": True},
    {"empty_deck_ends": True, "empty_hand_calls": True},
)


@pytest.mark.parametrize("options", HOUSE_RULES, ids=str)
@pytest.mark.parametrize("name", list(CAMBIO_AGENTS))
def test_what_is_explained_is_what_is_done(name: str, options: dict[str, Any]) -> None:
    """Nobody decides what the house rules forbid, so that another choice is made for it."""
    settings = make_cambio_agent(name).kernel_text
    for players in (2, 3):
        game = load("cambio", players=players, hands=6, **options)
        for seed in range(4):
            state = game.deal(seed=seed)
            while not state.is_over:
                told = _kernel.explain(state.position, settings, seed_number(0, domain="agent"))
                done = state.consult(settings, seed=0)
                assert told is not None
                assert state.find_action(told[0], told[1]) == done, f"{told[2]}, and then {done.text}"
                state = state.apply(done)


# reasons


def test_reasons_name_the_slot_and_the_gain() -> None:
    state = dealt("8D 9H 2D 2H", THEIRS, top="5D")
    assert explain(V1, state) == "took the discard: improves slot 2 by 4"
    assert explain(V1, dealt("8D 8H 2D 2H", THEIRS)) == "drew from the deck: the discard would gain too little"
    assert explain(V1, all_known("AD 2D 2H 2S")) == "called cambio: knows every card, and they come to 7"


def test_settings_are_json() -> None:
    assert json.loads(V2.kernel_text)["base"] == BayesianV1().model_dump()
