"""Random phases and the turn structures they nest in."""

from __future__ import annotations

from dataclasses import replace

from deckwright.genome.expressions.types import Type
from deckwright.genome.phases import PHASES
from deckwright.genome.random.choices import LEGAL, ChoiceWriter
from deckwright.genome.random.deck import random_condition
from deckwright.genome.random.lexicon import Data, WritingPlace

FLOW = WritingPlace(reads="what all know")
"""Where a rule of the flow stands."""
MOST_TURNS = 400
"""Turns that a whole hand may have, however structures nest."""
ORDERS = ("cycle", "once", "stay", "together", "sequence")


class PhaseWriter(ChoiceWriter):
    """Writes phases over a lexicon. `chips`: how many there are to bet with; `battles`: whether ties are fought out."""

    chips = 0
    battles = False

    def structure(self, *, room: int = MOST_TURNS, depth: int = 1) -> Data:
        """A turn structure with at most so many turns in all."""
        dice = self.dice
        order = dice.weighted((5, "cycle"), (2, "once"), (1.5, "stay"), (1, "together"), (2.5, "sequence"))
        if depth == 1 and order == "together":
            order = "cycle"
        data: Data = {"type": "turns", "order": order}
        repeats = order in ("cycle", "stay")
        if order != "together" and dice.chance(0.35 if repeats else 0.15):
            data["until"] = self.truth(FLOW, 2)
            repeats |= order == "sequence"
        seats = 1 if order == "sequence" else self.lexicon.seats
        limit = dice.number(1, max(1, min(60, room))) if repeats else seats
        if repeats and (depth > 1 or dice.chance(0.7)):
            data["limit"] = limit
        elif dice.chance(0.1):
            data["limit"] = dice.number(1, 4)
        if dice.chance(0.3) and order != "sequence":
            data["start"] = self.seat(FLOW, 2)
        if depth > 1:
            data["when"] = self.truth(FLOW, 1) if dice.chance(0.3) else "1"
        dice.may(0.3, data, "name", lambda: f"part {depth}")
        left = max(1, room // max(1, limit))
        if order == "together":
            data["phases"] = [{"type": "choice", "offers": self.offers(together=True)}]
        else:
            data["phases"] = dice.several(1, 3, lambda: self.phase(left, depth))
        return data

    def phase(self, room: int, depth: int) -> Data:
        """Any phase."""
        kind = self.dice.weighted(*((kind.weight(self, depth), kind) for kind in PHASES))  # type: ignore[arg-type]
        data = kind.random(self, room, depth)  # type: ignore[arg-type]
        if "when" not in data and self.dice.chance(0.15):
            data["when"] = self.truth(FLOW, 2)
        if "name" not in data and self.dice.chance(0.2):
            data["name"] = self.dice.one(("first part", "next", "settling up"))
        return data

    # what phases are written with

    anything, known = WritingPlace(), FLOW

    def seat_known(self, depth: int) -> str:
        """A seat that everyone can work out."""
        return self.seat(FLOW, depth)

    def legal(self, **names: Type) -> WritingPlace:
        """Where a rule of legality stands that knows these names."""
        return replace(LEGAL, names=tuple(names.items()))

    def legal_truth(self, depth: int, **names: Type) -> str:
        """A condition that decides what is legal."""
        return self.truth(self.legal(**names), depth)

    def condition(self) -> Data:
        """The cards with a suit, a rank, or something else about them."""
        return random_condition(self)

    def phase_of(self, name: str) -> Data:
        """A phase of a type."""
        kind = next(kind for kind in PHASES if kind.model_fields["type"].default == name)
        return kind.random(self, 1, 1)  # type: ignore[arg-type]
