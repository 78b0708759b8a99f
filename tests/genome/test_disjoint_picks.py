"""Two picks of one offer never take the same card, whatever their kinds and wherever their cards come from."""

from itertools import product
from typing import Any

import pytest

from deckwright.engine import Game, State
from deckwright.genome.schema import (
    DeckSpec,
    Duty,
    GameGenome,
    HandPattern,
    Move,
    Offer,
    Pick,
    Score,
    SetupRules,
    TurnStructure,
)
from deckwright.genome.validate import genome_issues

from .small import DISCARD, STOCK, choice_genome

OPEN_HAND = choice_genome().zones[0].copy_with(seen_by="all")
PAIR = HandPattern(name="pair", of_a_kind=True, required_count=2)

KINDS: dict[str, dict[str, Any]] = {
    "card": {"kind": "card"},
    "a duty": {"kind": "card", "duties": (Duty(cards="rank(c) == '3'"),)},
    "cards": {"kind": "cards", "low": "1", "high": "2"},
    "exactly two": {"kind": "cards", "low": "2", "high": "2"},
    "a pattern": {"kind": "cards", "pattern": "pair"},
    "a tail": {"kind": "tail"},
}
DEALS = 6
LATER = [kind for kind in KINDS if kind != "a tail"]
"""A tail is picked first, or it could hold cards that are picked already."""


def picking(first: str, second: str, source: str = "hand", *, copies: int = 1, together: bool = False) -> GameGenome:
    """Two seats with four cards each; a move scores if fewer cards arrive than were picked."""
    picks = (
        Pick(name="one", source=source, **KINDS[first]),
        Pick(name="two", source="hand", **KINDS[second]),
    )
    sizes = ("1" if pick.kind == "card" else f"count(x for x in {pick.name})" for pick in picks)
    effects = (
        Score(to="turn", points=" + ".join(("size(discard)", *sizes))),
        Move(cards="one", to="discard"),
        Move(cards="two", to="discard"),
        Score(to="turn", points="-size(discard)"),
    )
    offers = (
        Offer(name="swap", picks=picks, effects=effects),
        Offer(name="end", duty=1, effects=(Move(cards="hand", to="discard"),)),
    )
    used = "pattern" in KINDS[first] or "pattern" in KINDS[second]
    turns = choice_genome(*offers).turn_structure
    return choice_genome(
        player_count=2,
        deck=DeckSpec(suits=("c", "h", "s", "d"), ranks=("2", "3"), copies=copies),
        zones=(OPEN_HAND, STOCK, DISCARD),
        setup=SetupRules(cards_per_player=4),
        patterns=(PAIR,) if used else (),
        turn_structure=TurnStructure(order="together", phases=turns.phases) if together else turns,
    )


def ends_of_moves(state: State) -> list[State]:
    """The states that the next move can lead to, however many values it takes."""
    waiting, layout = [state], state.position.layout()
    done: list[State] = []
    while waiting:
        for after in (transition.after() for transition in waiting.pop().transitions()):
            over = after.seat is None or after.position.layout() != layout
            (done if over else waiting).append(after)
    return done


def picked_ends(genome: GameGenome) -> list[State]:
    game = Game(genome)
    return [end for seed in range(DEALS) for end in ends_of_moves(game.deal(seed=seed))]


@pytest.mark.parametrize("copies", [1, 2])
@pytest.mark.parametrize(("first", "second"), list(product(KINDS, LATER)))
def test_no_card_is_picked_twice(first: str, second: str, copies: int) -> None:
    ends = picked_ends(picking(first, second, copies=copies))
    assert len(ends) > DEALS
    assert not any(any(end.scores) for end in ends)


SOURCES = ("hand[turn]", "hand, discard", "hand[0], hand[1]", "cards(x for x in hand)")


@pytest.mark.parametrize(("source", "together"), [*((source, False) for source in SOURCES), ("hand", True)])
def test_no_card_is_picked_twice_wherever_it_comes_from(source: str, *, together: bool) -> None:
    ends = picked_ends(picking("card", "card", source, together=together))
    assert len(ends) > DEALS
    assert not any(any(end.scores) for end in ends)


@pytest.mark.parametrize("first", KINDS)
def test_a_tail_is_picked_before_other_cards_of_its_pile(first: str) -> None:
    assert {issue.code for issue in genome_issues(picking(first, "a tail"))} == {"pick.tail-overlaps"}


def test_a_source_that_names_an_earlier_pick_offers_its_cards_again() -> None:
    picks = (
        Pick(name="shown", kind="cards", source="hand", low="2", high="2"),
        Pick(name="given", source="shown", to="discard"),
    )
    state = Game(choice_genome(Offer(name="offer", picks=picks))).deal(seed=1)
    given = {str(end.position.layout()[-2]) for end in ends_of_moves(state)}
    assert len(given) == 5


def test_a_move_is_offered_only_if_enough_cards_are_left_for_its_later_picks() -> None:
    picks = (
        Pick(name="one", source="hand", to="discard"),
        Pick(name="two", kind="cards", source="hand", low="2", high="2", to="discard"),
    )
    lay, end = Offer(name="lay", picks=picks), Offer(name="last", picks=picks[:1], duty=1)
    state = Game(choice_genome(lay, end)).deal(seed=1)
    while state.seat is not None:
        held = len(state.view(state.seat).hand)
        assert {action.text.split()[0] for action in state.actions()} == {"lay" if held >= 3 else "last"}
        state = ends_of_moves(state)[0]


def test_who_leaves_a_duty_aside_may_still_hold_the_card_picked_before() -> None:
    """A duty that binds the second pick shows what is not held besides the first: it is no proof about the first."""
    duty = (Duty(cards="suit(c) == 'hearts'"),)
    picks = (Pick(name="kept", source="hand"), Pick(name="laid", source="hand", to="discard", duties=duty))
    game = Game(choice_genome(Offer(name="lay", picks=picks), Offer(name="rest", duty=1)))
    for seed in range(8):
        state = game.deal(seed=seed)
        for end in ends_of_moves(state):
            assert all(end.position.admits_truth(seat) for seat in range(3))
