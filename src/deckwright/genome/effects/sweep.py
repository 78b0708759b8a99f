"""Complete patterns leave a zone, unasked."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.genome.compile.effects import destination, is_same_place
from deckwright.genome.compile.pools import masks_by
from deckwright.genome.effects.effect import Compiled, Data, EffectModel
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar.wording import spoken
from deckwright.genome.values import Expr, Name

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Builder, English, Place, Step, Where, Writer


class Sweep(EffectModel):
    """Take every complete pattern out of a zone, unasked; with `refill`, draw as many cards again from there."""

    about: ClassVar = ("zone", "to")
    sends_to: ClassVar = ("to",)
    holds_names: ClassVar = {"pattern": "pattern"}

    type: Literal["sweep"] = "sweep"
    zone: Expr
    pattern: Name
    to: Expr
    refill: Expr = ""

    @property
    def patterns_from(self) -> tuple[str, str]:
        return self.pattern, self.zone

    @property
    def refills_from(self) -> str:
        return self.refill.strip()

    def receivers(self) -> Iterator[str]:
        yield from (self.to, self.zone if self.refill else "")

    def hides_again(self) -> str:
        return self.zone if self.refill else ""

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        group = b.group(self.pattern, f"{path}.pattern")
        zone = place.flow_integer(b, self.zone, f"{path}.zone", Type.PILE)
        pile = b.check(self.zone, f"{path}.zone", place.scope, Type.PILE)
        pattern = next((pattern for pattern in b.genome.patterns if pattern.name == self.pattern), None)
        is_of_a_kind = pattern is not None and pattern.of_a_kind
        if is_of_a_kind and isinstance(pile, n.ZoneAt) and b.is_hidden(pile.zone):  # fewer than a set of each are left
            for mask in masks_by(b.words.attributes["rank"]).values():
                b.tally(b.cards(mask), pile.zone)
        to = destination(b, self.to, f"{path}.to", place)
        refill = place.flow_integer(b, self.refill, f"{path}.refill", Type.PILE) if self.refill else None
        for name, text in (("to", self.to), ("refill", self.refill)):
            if text and is_same_place(b, self.zone, text, f"{path}.{name}", place):
                b.issue("field.no-effect", f"{path}.{name}", "has no effect: it is where the cards are")
        return [{"Sweep": {"zone": zone, "group": group, "to": to, "refill": refill}}]

    def told(self, english: English) -> tuple[Step, ...]:
        zone, to = english.value(self.zone, Type.PILE), english.read(self.to, Type.PILE)
        alone = any(one.name == self.pattern and one.required_count == 1 for one in english.genome.patterns)
        text = f"every {'' if alone else 'complete '}*{spoken(self.pattern)}* in {zone} goes {english.place(to)}"
        if self.refill:
            cards, refill = "a card" if alone else "as many cards", english.value(self.refill, Type.PILE)
            text += f", and is replaced with {cards} from {refill}, until there is none left"
        return english.step(text)

    @classmethod
    def weight(cls, writer: Writer, place: Where, nested: int) -> float:
        return 2 if writer.lexicon.groups else 0

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        free, lexicon = place.reading("anything"), writer.lexicon
        hand = writer.dice.one(lexicon.zones_of("hand"))
        zone = writer.zone(hand, free, 1) if writer.dice.chance(0.7) else writer.any_zone(free, 1)
        to = writer.dice.one(lexicon.zones_of("sets", "captured", "discard") or lexicon.zones)
        pattern = writer.dice.one(lexicon.groups)
        data: Data = {"type": "sweep", "zone": zone, "pattern": pattern, "to": writer.laid(to, free)}
        return data | {"refill": lexicon.stock} if writer.dice.chance(0.3) else data
