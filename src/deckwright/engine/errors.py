"""What goes wrong at a game: actions that are not legal, deals that cannot be, sources that hold no game."""

from __future__ import annotations

from collections.abc import Sequence

from deckwright.errors import DeckwrightError

MOST_CHOICES = 12
"""So many legal choices are listed in a message; `IllegalAction.legal` has them all."""


class EngineError(DeckwrightError):
    """Something the engine refuses; the code is stable."""


class DealError(EngineError):
    """A seed or a deck's order that cannot be dealt."""


class SeatError(EngineError):
    """A seat that is not at this table."""


class LoadError(EngineError):
    """What was given holds no game."""


class ActionTextError(EngineError):
    """A text that no action of the game says."""


class IllegalAction(EngineError):  # noqa: N818 - the name that the design gives it
    """An action that cannot be taken now. Nothing has changed."""

    def __init__(self, action: str, seat: int | None, phase: str, legal: Sequence[str], *, why: str = "") -> None:
        self.action = action
        self.seat = seat
        self.phase = phase
        self.legal = tuple(legal)
        self.why = why
        super().__init__("action.illegal", _describe(action, seat, phase, self.legal, why))

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.action, self.seat, self.phase, self.legal, self.why)


def _rebuild(action: str, seat: int | None, phase: str, legal: tuple[str, ...], why: str) -> IllegalAction:
    return IllegalAction(action, seat, phase, legal, why=why)


def _describe(action: str, seat: int | None, phase: str, legal: tuple[str, ...], why: str) -> str:
    if seat is None:
        return f"{action!r} is not legal: the game is over"
    shown = ", ".join(legal[:MOST_CHOICES])
    more = f" and {len(legal) - MOST_CHOICES} more" if len(legal) > MOST_CHOICES else ""
    reason = f" ({why})" if why else ""
    expected = f": expected one of {shown}{more}" if legal else ""
    return f"{action!r} is not legal for seat {seat} in phase {phase!r}{reason}{expected}"
