"""Cambio: four cards face down, two of them seen; look, exchange, stick, and call when yours is the lowest hand.

Follows the game as it is widely played with two jokers (Cambio, Cabo, Pablo; https://gamerules.com/rules/cambio/).
The kernel plays it directly and not as a genome: slots that keep their places, looks, exchanges of any two cards and
a race to stick would strain the language, and its agents decide millions of times a second. Its options are house
rules; the preset `seed` has those of the engine that the published results of its agents were measured with.
"""

from __future__ import annotations

from collections.abc import Mapping

from deckwright.games.cambio.options import OPTIONS, cambio_settings
from deckwright.games.cambio.rulebook import MOST_ROUNDS, cambio_book, cambio_ending
from deckwright.games.cambio.vocabulary import cambio_vocabulary
from deckwright.games.definition import Definition, define_house_rules
from deckwright.games.entry import HouseRulesEntry, OptionValue
from deckwright.games.pauses import beats


def define_cambio(options: Mapping[str, OptionValue]) -> Definition:
    """Cambio with these house rules; OptionError if they do not go together."""
    settings = cambio_settings(options)
    seats, rounds = settings["players"], settings["rounds"]
    assert isinstance(seats, int)
    assert isinstance(rounds, int)
    return define_house_rules(
        "cambio",
        "Cambio",
        seats=seats,
        max_hands=rounds or MOST_ROUNDS,
        settings=settings,
        vocabulary=cambio_vocabulary(seats),
        book=cambio_book,
        ending=cambio_ending,
        beats=beats(hands=rounds or None),
    )


GAME = HouseRulesEntry(
    id="cambio",
    name="Cambio",
    options=OPTIONS,
    rules="https://gamerules.com/rules/cambio/",
    make=define_cambio,
)

__all__ = ["GAME"]
