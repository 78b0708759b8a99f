"""Everybody hands cards to a neighbour at once. It is lowered to turns that are taken together."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.document import Paragraph
from deckwright.genome.phases.choice import ChoicePhase, Offer
from deckwright.genome.phases.phase import Data, PhaseModel
from deckwright.genome.phases.turns import TurnStructure
from deckwright.genome.picks import Pick
from deckwright.genome.rulebook.grammar.sentences import said
from deckwright.genome.rulebook.grammar.wording import count
from deckwright.genome.values import Small

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Block, English, Measure, Writer


class PassingPhase(PhaseModel):
    """Everybody hands cards to the left or to the right."""

    title: ClassVar = "Passing"
    sends_to: ClassVar = ("source",)
    likelihood: ClassVar = 4

    type: Literal["passing"] = "passing"
    cards: Small = 1
    side: Literal["left", "right"] = "left"
    source: str = "hand"

    def work(self, measure: Measure) -> int:
        return measure.seats * (self.cards + 2)

    def lower(self, ranks: tuple[str, ...]) -> TurnStructure:
        many = str(self.cards)
        to = f"{self.source}[{self.side}(turn)]"
        pick = Pick(name="given", kind="cards", source=self.source, low=many, high=many, to=to)
        choice = ChoicePhase(name="passing", offers=(Offer(name="give", picks=(pick,)),))
        return TurnStructure(name=self.name, when=self.when, order="together", phases=(choice,))

    def told(self, english: English) -> tuple[Block, ...]:
        who = "everybody hands"
        return (Paragraph(said(f"{who} {count(self.cards, 'card')} to the {self.side}, all at the same time")),)

    @classmethod
    def random(cls, writer: Writer, room: int, depth: int) -> Data:
        return {"type": "passing", "cards": writer.dice.number(1, 2), "source": writer.lexicon.hand}
