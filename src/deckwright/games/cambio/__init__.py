"""Cambio: four cards face down, two of them seen; look, exchange, stick, and call when yours is the lowest hand.

Follows the game as it is widely played with two jokers (Cambio, Cabo, Pablo; https://gamerules.com/rules/cambio/).
The kernel plays it directly and not as a genome: slots that keep their places, looks, exchanges of any two cards and
a race to stick would strain the language, and its agents decide millions of times a second. Its options are house
rules; the preset `seed` has those of the engine that the published results of its agents were measured with.
"""

from __future__ import annotations

from deckwright.games.cambio.options import OPTIONS, cambio_settings
from deckwright.games.cambio.rulebook import cambio_book
from deckwright.games.entry import OwnEntry

GAME = OwnEntry(
    id="cambio",
    name="Cambio",
    options=OPTIONS,
    rules="https://gamerules.com/rules/cambio/",
    settings=cambio_settings,
    book=cambio_book,
)

__all__ = ["GAME"]
