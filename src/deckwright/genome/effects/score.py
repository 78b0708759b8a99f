"""Points for a seat or a team."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.genome.effects.effect import Compiled, Data, EffectModel
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.values import Expr

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Builder, English, Place, Step, Where, Writer


class Score(EffectModel):
    """Add points to a seat's or team's score."""

    about: ClassVar = ("to", "points")
    scores: ClassVar = True
    likelihood: ClassVar = 2

    type: Literal["score"] = "score"
    to: Expr
    points: Expr

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        who = b.seat_or_team(self.to, f"{path}.to", place.scope)
        b.check_flow(who, f"{path}.to")
        to = {"Team" if who.type is Type.TEAM else "Seat": b.lowered(who, f"{path}.to", place.lowering)}
        return [{"Score": {"to": to, "points": place.flow_integer(b, self.points, f"{path}.points")}}]

    def told(self, english: English) -> tuple[Step, ...]:
        number, unit = english.read(self.points), english.names.score_unit
        if isinstance(number, n.Conditional):
            return english.by_cases(english.who(self.to).does("score"), number, unit)
        return english.step(english.gained(english.who(self.to), number, unit))

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        team = writer.lexicon.teams and writer.dice.chance(0.3)
        to = writer.team(place, 1) if team else writer.seat(place, 1)
        return {"type": "score", "to": to, "points": writer.number(place.reading("what all know"), 2)}
