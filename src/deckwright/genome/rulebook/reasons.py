"""The rule that keeps a card from being played, in the words of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.phases import ChoicePhase, Duty, Offer, TrickPhase
from deckwright.genome.phases.trick import PLAYED
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
    def _english(self) -> English:
        return english_of(self.genome).about(YOU)

    @cached_property
    def _known(self) -> dict[tuple[object, ...], tuple[str, ...]]:
        """What was asked before."""
        return {}

    @cached_property
    def tricks(self) -> tuple[TrickPhase, ...]:
        """The trick phases, as they are compiled."""
        return tuple(models(self.genome.turn_structure, TrickPhase))

    def in_trick(self, number: int, tier: int, suit: str) -> str:
        """Why a card of a suit may not be played in the n-th trick phase, by the tier of duties that binds."""
        asked = (number, tier, suit)
        if asked not in self._known:
            self._known[asked] = (self._in_trick(number, tier, suit),)
        return self._known[asked][0]

    def _in_trick(self, number: int, tier: int, suit: str) -> str:
        phase = self.tricks[number]
        inner = self._english.knowing(c=card_variable(self._english.words, PLAYED))
        bars = phase.breaking_rules(self._english)
        numbers = self._tiers(phase.duties)
        if bars:
            # Every tier comes twice: first without the suit that is not broken, then with it.
            if tier % 2 == 0 and suit == phase.breaking_suit:
                return _unmarked(said(bars[0]))
            tier //= 2
        if tier >= len(numbers):
            return _unmarked(said(bars[0])) if bars else ""
        return _unmarked(said(*inner.duties([phase.duties[numbers[tier]]], PLAYED, verb="play")))

    def _tiers(self, found: Sequence[Duty]) -> list[int]:
        """Which duty each tier is of: one `by` a table has as many as the table has values."""
        attributes = self._english.words.attributes
        counts = [len(set(attributes[duty.by])) if duty.by else 1 for duty in found]
        return [number for number, count in enumerate(counts) for _ in range(count)]

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
        here, sentences, _ = self._english.offered(offer)
        if not here.is_always(offer.accept) and not isinstance(here.read(offer.accept), n.Const):
            sentences.append(f"this is allowed only if {here.when(offer.accept)}")
        return _unmarked(said(*sentences))


def _unmarked(text: str) -> str:
    """Text of a rulebook without its Markdown."""
    return re.sub(r"\\(.)|\*+", lambda found: found[1] or "", text)
