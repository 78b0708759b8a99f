"""The cards on two piles change places, and nobody sees them."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.genome.effects.effect import Compiled, Data, EffectModel
from deckwright.genome.effects.move import Move
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar.wording import listing
from deckwright.genome.values import Expr

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Builder, English, Place, SightLimits, Step, Where, Writer


class Exchange(EffectModel):
    """Exchange the top cards of two piles unseen."""

    about: ClassVar = ("cards", "to")
    sends_to: ClassVar = ("cards", "to")
    likelihood: ClassVar = 20

    type: Literal["exchange"] = "exchange"
    cards: Expr
    to: Expr

    def limit_sight(self, sight: SightLimits) -> None:
        for zone in (self.cards, self.to):
            sight.at_most(zone, "none")

    def hides_again(self) -> str:
        return f"{self.cards} {self.to}"

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        there = Move(cards=f"top({self.cards})", to=self.to, seen_by="none")
        back = Move(cards=f"bottom({self.to})", to=self.cards, seen_by="none")
        return [*there.compile(b, path, place), *back.compile(b, path, place)]

    def told(self, english: English) -> tuple[Step, ...]:
        both = [f"the card of {english.value(pile, Type.PILE)}" for pile in (self.cards, self.to)]
        return english.step(english.tell(f"exchange {listing(both)} unseen"))

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        one, other = (writer.zone(writer.dice.one(writer.lexicon.zones), place, 1) for _ in range(2))
        return {"type": "exchange", "cards": one, "to": other}
