"""A seat leaves play."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.genome.effects.effect import Compiled, Data, EffectModel
from deckwright.genome.expressions.types import Type
from deckwright.genome.values import Expr

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Builder, English, Place, Step, Where, Writer


class Out(EffectModel):
    """A seat leaves play, for the rest of the hand or of the match."""

    about: ClassVar = ("seat",)
    likelihood: ClassVar = 0.35

    type: Literal["out"] = "out"
    seat: Expr = "turn"
    until: Literal["hand", "match"] = "hand"

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        seat = place.flow_integer(b, self.seat, f"{path}.seat", Type.SEAT)
        return [{"Out": {"seat": seat, "match_long": self.until == "match"}}]

    def told(self, english: English) -> tuple[Step, ...]:
        rest = "out for the rest of the hand" if self.until == "hand" else "out of the game for good"
        return english.step(english.who(self.seat).does(f"are {rest}"))

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        data: Data = {"type": "out", "until": writer.dice.weighted((4, "hand"), (1, "match"))}
        return data | {"seat": writer.seat(place, 1)} if writer.dice.chance(0.5) else data
