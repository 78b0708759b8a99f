"""Phases, offers, picks and effects: each says itself what it lacks, asked with what is known of the whole genome."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from deckwright.genome.checks.unused import mentions_of
from deckwright.genome.checks.walk import all_effects, effects_in, effects_of
from deckwright.genome.enums import PassAction
from deckwright.genome.errors import Issue, inert_fields
from deckwright.genome.expressions.build import zone_build
from deckwright.genome.phases import Phase, TurnStructure
from deckwright.genome.schema import GameGenome


@dataclass(frozen=True)
class Surroundings:
    """What is asked of the whole genome, once, and where in it a part stands."""

    genome: GameGenome
    words: frozenset[str]
    """Names that its rules mention."""
    built: frozenset[str]
    """Zones with a rule of what may lie there."""
    seen_by: Mapping[str, str]
    breaks: bool
    """Whether an effect says that a suit is broken."""
    turns_go_round: bool = True
    """Whether a turn here may be skipped or given away."""

    @property
    def counts_passes(self) -> bool:
        """Whether it matters how many passes follow each other."""
        acts = self.genome.game_rules.consecutive_pass_action is not PassAction.NONE
        return acts or bool(self.words & {"passes", "last_player"})

    def seen_by_in(self, zone: str) -> str | None:
        """Who sees a card that arrives in a zone, or in a pile of it."""
        return self.seen_by.get(zone.split("[")[0].split(",")[0].removeprefix("pile(").strip())

    def inside(self, turns: TurnStructure) -> Surroundings:
        """Those of the phases of a structure."""
        return replace(self, turns_go_round=self.turns_go_round or turns.order == "cycle")

    def effect_issues(self, phase: Phase, path: str) -> Iterator[Issue]:
        """What the effects of a phase lack."""
        for effect, here in effects_of(phase, path):
            yield from effect.issues(here, self)


def phase_issues(genome: GameGenome) -> Iterator[Issue]:
    """Every phase, from the root, and effects outside of phases."""
    around = Surroundings(
        genome,
        mentions_of(genome).words,
        frozenset(zone.name for zone in genome.zones if zone_build(genome, zone)),
        {zone.name: zone.seen_by for zone in genome.zones},
        any(effect.type == "set" and effect.name == "broken" for effect, _ in all_effects(genome)),
    )
    why = "a hand always begins with its first structure"
    yield from inert_fields(genome.turn_structure, "$.turn_structure", why, "when")
    yield from genome.turn_structure.issues(replace(around, turns_go_round=False), "$.turn_structure")
    loose = [(f"$.special_effects[{n}].effects", special.effects) for n, special in enumerate(genome.special_effects)]
    for path, effects in (*loose, ("$.setup.deal", genome.setup.deal)):
        for effect, here in effects_in(effects, path):
            yield from effect.issues(here, around)
    for number, special in enumerate(genome.special_effects):
        if not special.effects:
            yield Issue("effect.none", f"$.special_effects[{number}].effects", "no effects", "at least one")


PHASE_RULES = (phase_issues,)
