"""What frames are made of, kept as long as a table shows the same: most inputs change nothing that lies on it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckwright.engine.scene import Standing
    from deckwright.play.frame import Lying, Recent
    from deckwright.play.public_part import SeatSeen


class Picture:
    """The parts that hang on what is shown and on who sits there; each is made when the first frame asks for it.

    Tables that follow one another share it while nothing else comes to be shown and nobody else sits down.
    """

    __slots__ = ("before", "lying", "names", "recent", "seats", "settled")

    def __init__(self, before: dict[int | None, Recent] | None = None) -> None:
        self.before = before or {}
        """What observers had been told of the table before this one: most of it is told again."""
        self.names: tuple[str, ...] | None = None
        self.settled: tuple[Standing | None, tuple[str, ...]] | None = None
        self.seats: tuple[tuple[SeatSeen, ...], tuple[str, ...]] | None = None
        self.lying: dict[tuple[int | None, bool], Lying] = {}
        self.recent: dict[int | None, Recent] = {}
