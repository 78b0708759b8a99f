"""Decks in a chosen order, moves in a row, and a look at every card."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from deckwright.engine import Game, State


def stacked(game: Game, hands: Sequence[str], *, then: str = "", last: str = "") -> list[str]:
    """The deck that deals these hands, card by card from seat 0, then these cards; `last` are its bottom cards.

    A hand that is shorter than the others is filled up with cards that nobody asked for.
    """
    wanted = [hand.split() for hand in hands]
    named = [card for cards in (*wanted, then.split(), last.split()) for card in cards]
    rest = [str(card) for card in game.deck]
    for card in named:
        rest.remove(card)
    rounds = max(map(len, wanted))
    dealt = []
    for place in range(rounds):
        for cards in wanted:
            dealt.append(cards[place] if place < len(cards) else rest.pop(0))
    return [*dealt, *then.split(), *rest, *last.split()]


def play(state: State, moves: Iterable[str]) -> State:
    """The state after these moves."""
    for move in moves:
        state = state.apply(move)
    return state


def choices(state: State, *, verb: str = "") -> set[str]:
    """What may be done, or only what follows one verb: the cards that can be played."""
    texts = {action.text for action in state.actions()}
    return {text.removeprefix(f"{verb} ") for text in texts if text.startswith(f"{verb} ")} if verb else texts


def cards_in(state: State, zone: str, *, index: int = 0) -> list[str]:
    """Every card of a zone (of a seat or team), the bottom one first, whoever has seen it."""
    names = state.game.notation.names
    base = next(family.base + index * family.piles for family in names.zones if family.name == zone)
    return [names.cards[card] for card in state.position.layout()[base]]
