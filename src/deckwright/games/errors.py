"""What goes wrong when a game is asked for, and the nearest name to what was meant."""

from __future__ import annotations

from collections.abc import Iterable

from deckwright.errors import DeckwrightError
from deckwright.text import nearest_hint as hint_at_nearest

MOST_QUOTED_CHARS = 60


class GameLibraryError(DeckwrightError):
    """A game or an option that cannot be; the code is stable."""


class UnknownGameError(GameLibraryError):
    """There is no game of that id."""


class OptionError(GameLibraryError):
    """An option that the game does not have, or a value that it cannot take."""


def nearest_hint(name: str, names: Iterable[str]) -> str:
    """`; did you mean 'hearts'?`, or nothing when no name is near; ids may be farther from what was meant."""
    return hint_at_nearest(name, names, cutoff=0.5)


def quoted(value: object) -> str:
    """A value as it was written, cut short if it is long."""
    text = repr(value)
    return text if len(text) <= MOST_QUOTED_CHARS else text[: MOST_QUOTED_CHARS - 3] + "..."
