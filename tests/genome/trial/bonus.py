"""Points for who took the last trick."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.genome.effects.effect import Compiled, Data, EffectModel
from deckwright.genome.effects.score import Score
from deckwright.genome.values import Expr

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Builder, English, Place, Step, Where, Writer


class Bonus(EffectModel):
    """Points for whoever took the last trick."""

    about: ClassVar = ("points",)
    scores: ClassVar = True
    likelihood: ClassVar = 20

    type: Literal["bonus"] = "bonus"
    points: Expr

    def _score(self) -> Score:
        return Score(to="winner", points=self.points)

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        return self._score().compile(b, path, place)

    def told(self, english: English) -> tuple[Step, ...]:
        return self._score().told(english)

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        return {"type": "bonus", "points": str(writer.dice.number(1, 10))}
