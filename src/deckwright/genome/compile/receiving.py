"""Which zones get cards while a hand is played, other than by the deal and by exchanges made together."""

from __future__ import annotations

from collections.abc import Iterator

from deckwright.genome.checks.walk import effects_in, effects_of, names_in
from deckwright.genome.phases import TurnStructure
from deckwright.genome.schema import GameGenome


def receiving_zones(genome: GameGenome) -> frozenset[str]:
    """Names of zones that an effect of play moves cards to."""
    special = (effect for one in genome.special_effects for effect, _ in effects_in(one.effects, ""))
    texts = [text for effect in special for text in effect.receivers()]
    return frozenset(name for text in (*texts, *_receivers(genome.turn_structure)) for name in names_in(text))


def _receivers(turns: TurnStructure) -> Iterator[str]:
    for phase in turns.phases if turns.order != "together" else ():
        yield from phase.receivers()
        for effect, _ in effects_of(phase, ""):
            yield from effect.receivers()
        if phase.type == "turns":
            yield from _receivers(phase)
