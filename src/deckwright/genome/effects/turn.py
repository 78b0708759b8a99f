"""Whose turn is next: skip, reverse, again, to a seat."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.genome.effects.effect import Compiled, Data, EffectModel
from deckwright.genome.errors import Issue, inert
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar.sentences import Person
from deckwright.genome.values import Expr

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Builder, English, Place, Step, Surroundings, Where, Writer


class Turn(EffectModel):
    """Change whose turn is next: skip a seat, reverse the direction, take another turn, or pass it to a seat."""

    about: ClassVar = ("action",)
    likelihood: ClassVar = 1.5

    type: Literal["turn"] = "turn"
    action: Literal["skip", "reverse", "again", "to"]
    seat: Expr = ""

    def issues(self, path: str, around: Surroundings) -> Iterator[Issue]:
        if (self.action == "to") != bool(self.seat):
            yield Issue("turn.seat", f"{path}.seat", repr(self.seat), "a seat for 'to', and for nothing else")
        if self.action != "reverse" and not around.turns_go_round:
            yield inert(f"{path}.action", "turns do not go round here")

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        if self.action == "to":
            return [{"TurnTo": {"seat": place.flow_integer(b, self.seat, f"{path}.seat", Type.SEAT)}}]
        return [{"Skip": {"count": b.constant(1)}} if self.action == "skip" else self.action.capitalize()]

    def told(self, english: English) -> tuple[Step, ...]:
        if self.action == "to":
            return english.step(english.who(self.seat).does("have the next turn"))
        skipped = Person("the next player").does("lose a turn")
        again = english.turn.told("take another turn")
        told = {"skip": skipped, "reverse": "the direction of play is reversed", "again": again}
        return english.step(told[self.action])

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        action = writer.dice.one(("skip", "reverse", "again", "to"))
        return {"type": "turn", "action": action, **({"seat": writer.seat(place, 1)} if action == "to" else {})}
