"""A zone is shuffled."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.genome.compile.effects import puts_in_order
from deckwright.genome.effects.effect import Compiled, Data, EffectModel
from deckwright.genome.expressions.types import Type
from deckwright.genome.values import Expr

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Builder, English, Place, SightLimits, Step, Where, Writer


class Shuffle(EffectModel):
    """Shuffle a zone."""

    about: ClassVar = ("zone",)
    likelihood: ClassVar = 0.8

    type: Literal["shuffle"] = "shuffle"
    zone: Expr

    def limit_sight(self, sight: SightLimits) -> None:
        sight.at_most(self.zone, "top" if sight.only_tops(self.zone) else "none")

    def hides_again(self) -> str:
        return self.zone

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        puts_in_order(b, self.zone, f"{path}.zone", place)
        return [{"Shuffle": {"zone": place.flow_integer(b, self.zone, f"{path}.zone", Type.PILE)}}]

    def told(self, english: English) -> tuple[Step, ...]:
        return english.step(english.tell(f"shuffle {english.value(self.zone, Type.PILE)}"))

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        return {"type": "shuffle", "zone": writer.pile(place.reading("anything"), 1)}
