"""Rounds of Cambio from a chosen deck, told in texts."""

from __future__ import annotations

from typing import Any

from tests.games.scripts import play, stacked

from deckwright.engine import State, load

LOW = "AC 2C 3C 4C"


def dealt(*hands: str, top: str = "6D", draws: str = "", last: str = "", **options: Any) -> State:
    """A deal of these hands, the card turned up, and those to be drawn; one round unless told otherwise."""
    if not options.keys() & {"hands", "target"}:
        options["hands"] = 1
    game = load("cambio", players=len(hands), **options)
    return game.deal(deck=stacked(game, hands, then=f"{top} {draws}", last=last), seed=1)


def passed(state: State) -> State:
    """Nobody sticks, and nobody calls after a turn."""
    while not state.is_over and state.phase in ("stick", "end of turn"):
        state = state.apply("pass")
    return state


def turns(state: State, *moves: str) -> State:
    """Moves with nobody sticking between turns: `draw` to `call cambio` are told one by one."""
    for move in moves:
        state = passed(play(state, [move]))
    return state


def stuck(state: State, *moves: str) -> State:
    """`SEAT pass` or `SEAT card SEAT.SLOT`, whoever is asked first: others pass until the seat is asked."""
    for move in moves:
        seat, _, text = move.partition(" ")
        while state.seat != int(seat):
            assert state.phase == "stick", f"seat {seat} is not asked"
            state = state.apply("pass")
        state = state.apply(text)
    return state


def seen(state: State, seat: int | None, owner: int) -> list[str | None]:
    """The cards of a player as a seat sees them, None for one that it cannot place; empty places left out."""
    zones = [zone for zone in state.view(seat).zones if zone.name == "cards" and zone.index == owner]
    return [card for zone in zones for card in zone.cards]


def truth(state: State, owner: int) -> list[str]:
    """The cards of a player, whoever has seen them."""
    names = state.game.notation.names.cards
    return [names[card] for zone in state.position.layout()[owner * 12 : owner * 12 + 12] for card in zone]


def pile(state: State, name: str) -> list[str]:
    """Stock, discard or drawn, the bottom card first."""
    names = state.game.notation.names.cards
    place = {"stock": -3, "discard": -2, "drawn": -1}[name]
    return [names[card] for card in state.position.layout()[place]]


def texts(state: State) -> set[str]:
    """What may be done."""
    return {action.text for action in state.actions()}
