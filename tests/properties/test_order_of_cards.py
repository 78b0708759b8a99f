"""Cards that go at once are told in an order that says nothing: not who else knew them, nor what an unseen one is.

What a seat may know is worked out here, from the cards that it held, saw and gave.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from itertools import permutations

import pytest

from deckwright.engine import Game, State
from deckwright.genome.schema import ChoicePhase, DeckSpec, HandPattern, Move, Offer, Pick, Strain, Sweep, TurnStructure

from .small_games import small_genome

GIVER, HOLDER, WATCHER = 2, 0, 1
GIVE = Offer(name="give", picks=(Pick(name="c", source="hand", to="hand[left(turn)]"),))
PAIR = Pick(name="some", kind="cards", source="hand", low="2", high="2")
DOINGS = {
    "played": Offer(name="do", picks=(PAIR.copy_with(to="discard"),)),
    "played by an effect": Offer(name="do", picks=(PAIR,), effects=(Move(cards="some", to="discard"),)),
    "given": Offer(name="do", picks=(PAIR.copy_with(to="hand[left(turn)]"),)),
    "given as a whole": Offer(name="do", effects=(Move(cards="hand", to="hand[left(turn)]"),)),
    "swept": Offer(name="do", effects=(Sweep(zone="hand", pattern="pair", to="discard"),)),
}
PAIRS = HandPattern(name="pair", of_a_kind=True, required_count=2)
LIKE = DeckSpec(suits=("hearts",), ranks=("2", "3"), copies=2)


def turn_of(seat: int, offer: Offer) -> TurnStructure:
    phase = ChoicePhase(name=offer.name, offers=(offer,))
    return TurnStructure(order="cycle", start=str(seat), limit=1, phases=(phase,))


def told(state: State, seat: int) -> tuple[object, ...]:
    """All that a seat has of a position."""
    return state.key(seat), [str(event) for event in state.events(seat)], state.view(seat).to_json()


def check_alike(game: Game, seat: int, known: Callable[[State], Hashable]) -> None:
    """What a seat is told at the end is the same wherever it knows the same."""
    met: dict[Hashable, tuple[object, ...]] = {}
    count = 0
    for order in dict.fromkeys(permutations(map(str, game.deck.cards))):
        ways = [game.deal(deck=order, seed=seed) for seed in range(2)]
        while ways:
            state = ways.pop()
            if state.is_over:
                count += 1
                assert met.setdefault(known(state), told(state, seat)) == told(state, seat), state.history
            ways += map(state.apply, state.actions())
    assert len(met) < count, "no two positions are alike"


def held(state: State, seat: int) -> tuple[str, ...]:
    """The cards that were dealt to a seat: one each."""
    assert state.deal is not None
    assert state.deal.deck is not None
    return (state.deal.deck[seat],)


@pytest.mark.parametrize("doing", DOINGS)
def test_the_order_of_cards_does_not_show_which_were_given(doing: str) -> None:
    """The watcher sees two cards of the holder, and not which of them it was given."""
    phases = turn_of(GIVER, GIVE), turn_of(HOLDER, DOINGS[doing])
    genome = small_genome(*phases, cards=2, players=3)
    game = Game(genome.copy_with(patterns=(*genome.patterns, PAIRS)))

    def known(state: State) -> Hashable:
        return held(state, WATCHER), tuple(sorted(held(state, GIVER) + held(state, HOLDER)))

    check_alike(game, WATCHER, known)


def test_the_order_of_like_cards_does_not_show_what_an_unseen_one_is() -> None:
    """The giver knows one of two cards that the holder hands on, and not the other."""
    game = Game(
        small_genome(
            turn_of(GIVER, GIVE),
            turn_of(HOLDER, DOINGS["given as a whole"]),
            players=3,
            deck=LIKE,
            strains=(Strain(name="plain"),),
        )
    )
    check_alike(game, GIVER, lambda state: held(state, GIVER))
