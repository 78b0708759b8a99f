"""Effects done once for each of several things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.genome.checks.walk import effects_in, words_in
from deckwright.genome.compile.effects import compile_effects
from deckwright.genome.effects.effect import Compiled, Data, EffectModel
from deckwright.genome.errors import Issue
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.check import Checker
from deckwright.genome.expressions.syntax import parse_expression
from deckwright.genome.expressions.types import Type
from deckwright.genome.values import Expr, Name

if TYPE_CHECKING:
    from deckwright.genome.effects import Effect
    from deckwright.genome.mechanic_types import Builder, English, Measure, Place, Step, Surroundings, Where, Writer


class Each(EffectModel):
    """Do the effects once for each value of a domain (`seats`, `piles(melds)`, `hand`...), called `var`."""

    about: ClassVar = ("domain",)

    type: Literal["each"] = "each"
    var: Name
    domain: Expr
    effects: tuple[Effect, ...]

    def inside(self, path: str) -> Iterator[tuple[tuple[Effect, ...], str]]:
        yield self.effects, f"{path}.effects"

    def issues(self, path: str, around: Surroundings) -> Iterator[Issue]:
        if not self.effects:
            yield Issue("effect.none", f"{path}.effects", "no effects", "at least one")

    def work(self, measure: Measure) -> int:
        return 1 + measure.expressions.size(self.domain) * measure.effects(self.effects)

    def receivers(self) -> Iterator[str]:
        yield self.domain  # the variable may be a pile that cards are sent to

    def unguarded(self, name: str, path: str) -> Iterator[str]:
        if name in words_in(self.domain):
            moves = (effect for effect, _ in effects_in(self.effects, "") if effect.type == "move")
            if any(self.var in words_in(move.to) for move in moves):
                yield f"{path}.domain"

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        with b.at(f"{path}.domain"):
            domain = Checker(self.domain, place.scope).domain(parse_expression(self.domain))
            lowered = place.lowering.domain(domain)
            number = place.lowering.next_local()
        if domain.of is not None:
            b.check_flow(domain.of, f"{path}.domain")
        variable = n.Variable(domain.type, domain.bounds, f"each {self.var}", domain.zone)
        effects = compile_effects(b, self.effects, f"{path}.effects", place.inside(self.var, variable, number))
        return [{"Each": {"local": number, "domain": lowered, "effects": effects}}]

    def told(self, english: English) -> tuple[Step, ...]:
        return english.repeated(self)

    @classmethod
    def weight(cls, writer: Writer, place: Where, nested: int) -> float:
        return 1.2 if nested < 2 and place.loops < 2 else 0

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        dice = writer.dice
        kind = dice.weighted((5, Type.SEAT), (2, Type.CARD), (1, Type.PILE), (0.7, Type.SUIT), (0.5, Type.RANK))
        name, domain = writer.loop_name(kind, place), "suits"
        if kind is not Type.SUIT:  # mostly over what all know
            known = place.reading("what all know" if dice.chance(0.8) else "anything")
            domain = writer.domain(kind, known, 1)
        effects = writer.effects(place.inside(name, kind), 1, 2, nested=nested + 1)
        return {"type": "each", "var": name, "domain": domain, "effects": effects}
