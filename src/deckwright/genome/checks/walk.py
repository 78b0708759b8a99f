"""Every phase, offer and effect of a genome, with its path."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckwright.genome.effects import Each, Effect, If
from deckwright.genome.phases import ChoicePhase, DoPhase, Phase, TurnStructure
from deckwright.genome.schema import GameGenome


def phases_of(turns: TurnStructure, path: str = "$.turn_structure") -> Iterator[tuple[Phase, str]]:
    """Every phase below a turn structure, nested structures included."""
    for number, phase in enumerate(turns.phases):
        here = f"{path}.phases[{number}]"
        yield phase, here
        if isinstance(phase, TurnStructure):
            yield from phases_of(phase, here)


def effects_in(effects: Sequence[Effect], path: str) -> Iterator[tuple[Effect, str]]:
    """Every effect of a list, nested ones included."""
    for number, effect in enumerate(effects):
        here = f"{path}[{number}]"
        yield effect, here
        match effect:
            case If():
                yield from effects_in(effect.then, f"{here}.then")
                yield from effects_in(effect.otherwise, f"{here}.otherwise")
            case Each():
                yield from effects_in(effect.effects, f"{here}.effects")


def all_effects(genome: GameGenome) -> Iterator[tuple[Effect, str]]:
    """Every effect of a genome."""
    yield from effects_in(genome.setup.deal, "$.setup.deal")
    for number, special in enumerate(genome.special_effects):
        yield from effects_in(special.effects, f"$.special_effects[{number}].effects")
    for phase, path in phases_of(genome.turn_structure):
        match phase:
            case DoPhase():
                yield from effects_in(phase.effects, f"{path}.effects")
            case ChoicePhase():
                for number, offer in enumerate(phase.offers):
                    yield from effects_in(offer.effects, f"{path}.offers[{number}].effects")
