"""A register gets a value."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.genome.effects.effect import Compiled, Data, EffectModel
from deckwright.genome.errors import Issue, inert
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.normal_form import says_the_same
from deckwright.genome.expressions.types import HELD, Type
from deckwright.genome.rulebook.grammar.wording import agreeing, spoken
from deckwright.genome.values import Expr

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Builder, English, Place, Step, Surroundings, Where, Writer

CONTRACT = {
    "declarer": Type.SEAT, "level": Type.INT, "strain": Type.STRAIN, "doubled": Type.INT, "broken": Type.INT,
    "dealer": Type.SEAT, "bid": Type.INT,
}  # fmt: skip
"""Built-in registers that a game may set itself; who deals next goes by the dealer that was set."""


class Set(EffectModel):
    """Give the register called `name` a value; `opened[p]` names another seat's or team's."""

    about: ClassVar = ("name", "value")

    type: Literal["set"] = "set"
    name: Expr
    value: Expr

    @property
    def register(self) -> str:
        """The name without an index."""
        return self.name.partition("[")[0].strip()

    def issues(self, path: str, around: Surroundings) -> Iterator[Issue]:
        if (self.name, self.value) == ("dealer", "none"):
            yield Issue("register.unknown", f"{path}.value", "none", "a seat: somebody always deals")
        elif says_the_same(self.name, self.value):
            yield inert(f"{path}.value", "it is the value that the register has")

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        target = b.check_any(self.name, f"{path}.name", place.scope)
        settable = isinstance(target, n.Register) and (target.name in b.words.registers or target.name in CONTRACT)
        if not isinstance(target, n.Register) or not settable:
            b.refuse("register.unknown", f"{path}.name", f"{self.name!r} is not a register that can be set")
        register = b.layout.registers[target.name]
        node = b.check(self.value, f"{path}.value", place.scope, target.type)
        b.check_flow(node, f"{path}.value")
        if target.name == "dealer" and node.bounds.low < 0:  # if nobody is named, the dealer stays who it is
            named = n.equals(node, n.const(-1, Type.SEAT), operator="!=")
            node = n.Conditional(Type.SEAT, target.bounds, named, node, target)
        value = b.lowered(node, f"{path}.value", place.lowering)
        b.check_flow(target, f"{path}.name")
        index = b.lowered(target.index, f"{path}.name", place.lowering) if target.index is not None else None
        return [{"Set": {"base": register.base, "len": register.length, "index": index, "value": value}}]

    def told(self, english: English) -> tuple[Step, ...]:
        return english.step(self._told(english))

    def _told(self, english: English) -> str:
        target = english.read(self.name, None)
        if not isinstance(target, n.Register):
            raise LookupError(f"{self.name!r} is not a register")
        value = english.read(self.value, target.type)
        steering = english.names.steering
        if target.name in steering.questions:
            return f"then comes *{spoken(steering.questions[target.name])}*"
        if (ending := steering.endings.get((target.name, self.value.strip()))) is not None:
            return ending.text
        if target.name in steering.cursors:
            pile = f"*{spoken(steering.cursors[target.name])}*"  # the next is played, or all are done
            if isinstance(value, n.Arithmetic):
                return english.tell(f"go on to {english.actor.their(f'next {pile}')}")
            return english.actor.does(f"are done with every {pile}")
        if target.name in english.names.flags:
            return english.marked(target.name, target.index, on=isinstance(value, n.Const) and value.value != 0)
        noun = english.names.register(english, target.name, target.index)
        if isinstance(value, n.Const) and value.value == -1 and target.type is not Type.INT:
            return f"there is no {noun.removeprefix('the ')} any more"
        if target.type in (Type.SEAT, Type.TEAM):
            return english.person(value).does(f"become {noun}")
        if target.type is Type.CARD:
            return english.card(value).does(f"become {noun}")
        return english.changed(noun, target, value) or f"{agreeing(noun, 'become')} {english.noun(value)}"

    @classmethod
    def weight(cls, writer: Writer, place: Where, nested: int) -> float:
        return 3 if writer.lexicon.registers else 0.3

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        dice, known, registers = writer.dice, place.reading("what all know"), writer.lexicon.registers
        if registers and dice.chance(0.85):
            data = dice.one(registers)
            name, kind = writer.register(data, known, 1), HELD[data["holds"]]
            if kind is Type.INT and dice.chance(0.4):
                return {"type": "set", "name": name, "value": f"{name} + {dice.number(1, 3)}"}
        else:
            name = dice.one(tuple(CONTRACT)[:-1])
            kind = CONTRACT[name]
            if dice.chance(0.2):
                name, kind = f"bid[{writer.seat(known, 1)}]", Type.INT
        return {"type": "set", "name": name, "value": writer.value(kind, known, 2)}
