"""Cards are shown, to all or to one seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.genome.compile.effects import chosen
from deckwright.genome.compile.privacy import hidden_reads
from deckwright.genome.effects.effect import Compiled, Data, EffectModel
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar.wording import listing
from deckwright.genome.values import Expr

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Builder, English, Place, Step, Where, Writer


class Show(EffectModel):
    """Show cards to everyone ("all") or to one seat."""

    about: ClassVar = ("cards",)
    likelihood: ClassVar = 1.2

    type: Literal["show"] = "show"
    cards: Expr
    where: Expr = "1"
    """Only the cards `c` for which this holds."""
    to: Expr = "all"

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        cards = chosen(b, self.cards, self.where, path, place)
        seat = None if self.to == "all" else place.flow_integer(b, self.to, f"{path}.to", Type.SEAT)
        if seat is None and self.where == "1":
            shown = b.check(self.cards, f"{path}.cards", place.scope, Type.CARDS)
            b.shown |= {zone.zone for zone in hidden_reads(shown, b.sight)}
        return [{"Show": {"cards": cards, "to": seat}}]

    def told(self, english: English) -> tuple[Step, ...]:
        return self.told_with(english)

    def told_with(self, english: English, *more: Show) -> tuple[Step, ...]:
        """This showing and others for the same eyes, in one sentence."""
        cards = listing([english.filtered(one.cards, one.where) for one in (self, *more)])
        owner = english.owner(english.read(self.cards, Type.CARDS))
        if self.to == "all":
            to = "everyone"
        elif (viewer := english.who(self.to)) == owner:
            return english.step(viewer.told(f"look at {cards}"))
        else:
            to = viewer.object()
        phrase = f"show {to} {cards}" if more else f"show {cards} to {to}"
        if owner is not None and owner != english.actor and not english.is_ordered:  # who holds them shows them
            return english.step(owner.does(phrase))
        return english.step(english.tell(phrase))

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        free = place.reading("anything")
        data: Data = {"type": "show", "cards": writer.cards(free, 1)}
        writer.dice.may(0.4, data, "where", lambda: writer.truth(free.inside("c", Type.CARD).reading("the card"), 1))
        return data | {"to": writer.seat(place, 1)} if writer.dice.chance(0.4) else data
