"""The rule that keeps a card from being played, in the words of the rulebook."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from deckwright.genome.checks.walk import phases_of
from deckwright.genome.expressions import nodes as n
from deckwright.genome.phases import ChoicePhase, Offer, Phase
from deckwright.genome.rulebook.book import english_of
from deckwright.genome.rulebook.grammar.people import YOU, said
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.steering import models
from deckwright.genome.schema import GameGenome


@dataclass(frozen=True)
class Reasons:
    """What the rules of a game say about cards that may be played."""

    genome: GameGenome

    @cached_property
    def english(self) -> English:
        """How the rules are said to whoever plays."""
        return english_of(self.genome).about(YOU)

    @cached_property
    def _known(self) -> dict[tuple[object, ...], tuple[str, ...]]:
        """What was asked before."""
        return {}

    @cached_property
    def tricks(self) -> tuple[Phase, ...]:
        """The phases whose own duties bind, as they are compiled."""
        return tuple(phase for phase, _ in phases_of(self.genome.turn_structure) if phase.goes_round)

    def in_trick(self, number: int, tier: int, suit: str) -> str:
        """Why a card of a suit may not be played in the n-th trick phase, by the tier of duties that binds."""
        asked = (number, tier, suit)
        if asked not in self._known:
            self._known[asked] = (_unmarked(self.tricks[number].why_not(self.english, tier, suit)),)
        return self._known[asked][0]

    def in_choice(self, phase: str, offer: str) -> tuple[str, ...]:
        """What may be picked for an offer of a phase, by their names."""
        asked = (phase, offer)
        if asked not in self._known:
            self._known[asked] = self._in_choice(phase, offer)
        return self._known[asked]

    def _in_choice(self, phase: str, offer: str) -> tuple[str, ...]:
        found: list[str] = []
        for choice in models(self.genome.turn_structure, ChoicePhase):
            verbs = " or ".join(dict.fromkeys(one.name for one in choice.offers))
            if (choice.name or verbs) == phase:
                found += [self._said(one) for one in choice.offers if one.name == offer and one.picks]
        return tuple(dict.fromkeys(filter(None, found)))

    def _said(self, offer: Offer) -> str:
        here, sentences, _ = self.english.offered(offer)
        if not here.is_always(offer.accept) and not isinstance(here.read(offer.accept), n.Const):
            sentences.append(f"this is allowed only if {here.when(offer.accept)}")
        return _unmarked(said(*sentences))


def _unmarked(text: str) -> str:
    """Text of a rulebook without its Markdown."""
    return re.sub(r"\\(.)|\*+", lambda found: found[1] or "", text)
