"""Chips change hands."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.genome.effects.effect import Compiled, Data, EffectModel
from deckwright.genome.errors import Issue, inert
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.normal_form import says_the_same
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar.sentences import BANK, POT
from deckwright.genome.values import Expr

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Builder, English, Place, Step, Surroundings, Where, Writer

PURSES = {"bank": BANK, "pot": POT}


class Pay(EffectModel):
    """Move chips from a seat to a seat; "bank" or "pot" may stand for either. Nobody pays more than they have."""

    about: ClassVar = ("who", "to", "amount")

    type: Literal["pay"] = "pay"
    who: Expr = "turn"
    to: Expr = "bank"
    amount: Expr

    def issues(self, path: str, around: Surroundings) -> Iterator[Issue]:
        if says_the_same(self.who, self.to):
            yield inert(f"{path}.to", "it is who pays")

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        payer, payee = (
            _purse(text).capitalize() or {"Seat": place.flow_integer(b, text, f"{path}.{name}", Type.SEAT)}
            for name, text in (("who", self.who), ("to", self.to))
        )
        if place.turn_acts and {self.who.strip(), self.to.strip()} == {"turn", "actor"}:
            b.issue("field.no-effect", f"{path}.to", "has no effect: it is who pays")
        amount = place.flow_integer(b, self.amount, f"{path}.amount")
        return [{"Pay": {"from": payer, "to": payee, "amount": amount}}]

    def told(self, english: English) -> tuple[Step, ...]:
        payer, payee = (PURSES.get(_purse(text)) or english.who(text) for text in (self.who, self.to))
        number = english.read(self.amount)
        chips = english.amount(number, "chip")
        if payer == POT:
            if payee == BANK:
                return english.step(f"{chips} from the pot go to the bank")
            if isinstance(number, n.Register) and number.name == "pot":
                return english.step(payee.does("take the pot"))
            return english.by_cases(payee.does("take from the pot"), number, "chip")
        if payer == BANK:
            if payee == POT:
                return english.step(f"the bank puts {chips} into the pot")
            return english.by_cases(payee.does("receive from the bank"), number, "chip")
        if isinstance(number, n.Conditional):
            return english.by_cases(f"{payer.told('pay')} {payee.object()}", number, "chip")
        if payee == POT:
            put = f"put into the pot {chips}" if " for each " in chips else f"put {chips} into the pot"
            return english.step(payer.told(put))
        return english.step(f"{payer.told('pay')} {chips} to {payee.object()}")

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        dice = writer.dice
        data: Data = {"type": "pay", "amount": writer.number(place.reading("what all know"), 1)}
        dice.may(0.6, data, "who", lambda: dice.one(("bank", "pot")) if dice.chance(0.4) else writer.seat(place, 1))
        dice.may(0.6, data, "to", lambda: "pot" if dice.chance(0.3) else writer.seat(place, 1))
        return data


def _purse(text: str) -> str:
    """The word for what holds chips and is no seat, if an expression is one."""
    return next((name for name in PURSES if says_the_same(text, name)), "")
