"""Effects under a condition."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.genome.compile.effects import compile_effects
from deckwright.genome.effects.effect import Compiled, Data, EffectModel
from deckwright.genome.errors import Issue, inert
from deckwright.genome.expressions import nodes as n
from deckwright.genome.rulebook.grammar.sentences import Step
from deckwright.genome.values import Expr

if TYPE_CHECKING:
    from deckwright.genome.effects import Effect
    from deckwright.genome.mechanic_types import Builder, English, Measure, Place, Surroundings, Where, Writer


class If(EffectModel):
    """Do `then` when the condition holds, and `otherwise` when it does not."""

    about: ClassVar = ("when",)

    type: Literal["if"] = "if"
    when: Expr
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()

    def inside(self, path: str) -> Iterator[tuple[tuple[Effect, ...], str]]:
        yield from ((self.then, f"{path}.then"), (self.otherwise, f"{path}.otherwise"))

    def issues(self, path: str, around: Surroundings) -> Iterator[Issue]:
        if not self.then and not self.otherwise:
            yield Issue("effect.none", f"{path}.then", "no effects", "at least one, in `then` or `otherwise`")
        elif self.then == self.otherwise or self.when.strip() == "1":
            yield inert(f"{path}.when", "the same happens whether or not it holds")

    def work(self, measure: Measure) -> int:
        return 1 + measure.text(self.when) + measure.effects(self.then) + measure.effects(self.otherwise)

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        node = b.check(self.when, f"{path}.when", place.scope)
        branches = list(self.inside(path))
        while isinstance(node, n.Negation):  # so that what a count shows is recorded either way
            node, branches = node.value, branches[::-1]
        test = b.lowered(node, f"{path}.when", place.lowering)
        proof = b.proof(node, f"{path}.when", place.lowering)
        b.check_flow(node, f"{path}.when", proof=proof is not None)
        before, after = set(b.shown), set()
        done = []
        for effects, here in branches:
            b.shown = set(before)
            done.append(compile_effects(b, effects, here, place))
            after |= b.shown
        b.shown = after
        return [{"If": {"when": {"test": test, "proof": proof}, "then": done[0], "otherwise": done[1]}}]

    def told(self, english: English) -> tuple[Step, ...]:
        test = english.read(self.when)
        then, otherwise = english.steps(self.then), english.steps(self.otherwise)
        clause = english.clause(test, yes=bool(then))
        return (Step(f"if {clause}", then or otherwise, otherwise if then else ()),)

    @classmethod
    def weight(cls, writer: Writer, place: Where, nested: int) -> float:
        return 2 if nested < 2 else 0

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        data: Data = {
            "type": "if",
            "when": writer.truth(place.reading("what all know"), 2),
            "then": writer.effects(place, 1, 2, nested=nested + 1),
        }
        writer.dice.may(0.4, data, "otherwise", lambda: writer.effects(place, 1, 2, nested=nested + 1))
        return data
