"""Random effects: what one of them may be is said in its own file."""

from __future__ import annotations

from deckwright.genome.effects import EFFECTS
from deckwright.genome.expressions.types import Type
from deckwright.genome.random.lexicon import Data, WritingPlace
from deckwright.genome.random.writer import Writer

DEPTH = 2
"""How deep the expressions of effects go."""
LIKELY_MOVES = (
    ("stock", "hand"), ("stock", "hand"), ("stock", "tableau"), ("hand", "discard"), ("tableau", "captured"),
    ("discard", "hand"), ("tableau", "discard"), ("discard", "stock"), ("stock", "other"), ("other", "hand"),
)  # fmt: skip


class EffectWriter(Writer):
    """Writes effects over a lexicon."""

    def effects(self, place: WritingPlace, low: int, high: int, *, nested: int = 0) -> list[Data]:
        """A list of effects."""
        return self.dice.several(low, high, lambda: self.effect(place, nested))

    def effect(self, place: WritingPlace, nested: int = 0) -> Data:
        """One effect."""
        weights = [(kind.weight(self, place, nested), kind) for kind in EFFECTS]  # type: ignore[arg-type]
        return self.dice.weighted(*weights).random(self, place, nested)  # type: ignore[arg-type]

    def effect_of(self, name: str) -> Data:
        """An effect of a type, anywhere."""
        kind = next(kind for kind in EFFECTS if kind.model_fields["type"].default == name)
        return kind.random(self, WritingPlace(), 0)  # type: ignore[arg-type]

    def zone_move(self, place: WritingPlace) -> Data:
        """Cards of a zone go to another: all, some from the top, those of a kind, or until something holds."""
        dice, lexicon = self.dice, self.lexicon
        roles = dice.one(LIKELY_MOVES)
        sources, targets = lexicon.zones_of(roles[0]), lexicon.zones_of(roles[1])
        if sources and targets and dice.chance(0.8):
            source, target = dice.one(sources), dice.one(targets)
        else:
            source, target = dice.one(lexicon.zones), dice.one(lexicon.zones)
        taken = self.one_pile(source, place, 1) if source["piles"] != 1 else self.zone(source, place, 1)
        data: Data = {"type": "move", "cards": taken, "to": self.laid(target, place)}
        match dice.weighted((5, "count"), (2, "where"), (1, "until"), (1.5, "all"), (0.3, "several")):
            case "count":
                data["count"] = str(dice.number(1, 3)) if dice.chance(0.7) else self.number(place, 1)
            case "where":
                data["where"] = self.truth(place.inside("c", Type.CARD).reading("the card"), 1)
                dice.may(0.3, data, "count", lambda: str(dice.number(1, 2)))
            case "until":
                data["until"] = self.truth(place, DEPTH)
            case "several":
                data |= {"until": self.truth(place, 1), "count": str(dice.number(1, 5))}
        return data

    def destination(self, place: WritingPlace) -> str:
        """A pile to lay cards on."""
        return self.laid(self.dice.one(self.lexicon.zones), place)

    def laid(self, zone: Data, place: WritingPlace) -> str:
        """A zone as a destination: one pile of it, unless its piles sort cards by themselves."""
        sorts = zone["piles"] == 1 or (isinstance(zone["piles"], str) and self.dice.chance(0.7))
        return self.zone(zone, place, 1) if sorts else self.one_pile(zone, place, 1)
