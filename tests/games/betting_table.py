"""Scripted hands of games with chips: deals in a chosen order, actions in a row, what is offered and what is staked."""

from __future__ import annotations

from collections.abc import Iterator

from tests.games.scripts import stacked

from deckwright.engine import Game, State


def deal(game: Game, *hands: str, then: str = "") -> State:
    """A deal of these hands to seats 0, 1, ..., and of the cards that follow in the stock."""
    return game.deal(deck=stacked(game, hands, then=then), seed=1)


def deal_from_top(game: Game, top: str) -> State:
    """A deal from a deck with these cards on top; the others follow in order."""
    return game.deal(deck=stacked(game, [top]), seed=1)


def play(state: State, actions: str) -> State:
    """The state after these actions, written with commas."""
    for action in actions.split(", "):
        state = state.apply(action)
    return state


def choices(state: State) -> list[str]:
    """What may be done, in the order it is listed."""
    return [action.text for action in state.actions()]


def positions(state: State) -> Iterator[State]:
    """A state and everything that can follow it."""
    yield state
    for action in state.actions():
        yield from positions(state.apply(action))


def fact(state: State, name: str) -> int:
    """A public number: `pot`, `to_call`, `dealer`."""
    value = state.view(None).facts[name]
    assert isinstance(value, int)
    return value


def chips(state: State) -> list[int]:
    """What each seat has."""
    return [player.chips or 0 for player in state.view(None).players]
