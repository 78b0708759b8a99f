"""Ends the turn, the hand or the match."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.genome.effects.effect import Compiled, Data, EffectModel

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Builder, English, Place, Step, Where, Writer


class End(EffectModel):
    """End the turn, the hand or the match."""

    about: ClassVar = ("what",)
    likelihood: ClassVar = 0.3

    type: Literal["end"] = "end"
    what: Literal["turn", "hand", "match"] = "hand"

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        return [f"End{self.what.capitalize()}"]

    def told(self, english: English) -> tuple[Step, ...]:
        what = {"turn": english.turn.their("turn"), "hand": "the hand", "match": "the game"}[self.what]
        return english.step(f"{what} ends at once")

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        return {"type": "end", "what": writer.dice.weighted((5, "turn"), (4, "hand"), (2, "match"))}
