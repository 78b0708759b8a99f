"""What the rules of a game say about cards that may be played, in the words of its rulebook: large to load."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from deckwright.genome.checks.walk import phases_of
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.phases import ChoicePhase, Offer, Phase
from deckwright.genome.picks import PICKS
from deckwright.genome.rulebook.book import english_of
from deckwright.genome.rulebook.grammar.sentences import YOU, said
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.names import models
from deckwright.genome.schema import GameGenome

ACTING = ("actor", "turn")
"""Registers of who chooses."""


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
    def _held(self) -> dict[str, Mapping[str, tuple[str, ...]]]:
        """What was asked before of cards of one's own."""
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

    def in_choice(self, phase: str, offer: str, rank: str = "") -> tuple[str, ...]:
        """What may be picked for an offer of a phase, by their names, if the card may be of this rank."""
        asked = (phase, offer, rank)
        if asked not in self._known:
            self._known[asked] = self._in_choice(phase, offer, rank)
        return self._known[asked]

    def _in_choice(self, phase: str, offer: str, rank: str) -> tuple[str, ...]:
        offers = [one for choice in self._choices(phase) for one in choice.offers if one.name == offer and one.picks]
        fits = {number: self._is_for(one, rank) for number, one in enumerate(offers)} if rank else {}
        named = [self._said(one, with_when=True) for number, one in enumerate(offers) if fits.get(number)]
        found = named or [self._said(one) for number, one in enumerate(offers) if fits.get(number) is not False]
        return tuple(dict.fromkeys(filter(None, found)))

    def _is_for(self, offer: Offer, rank: str) -> bool | None:
        """Whether the first card of an offer must be of this rank; False if it must be of another."""
        pick = offer.picks[0]
        if PICKS[pick.kind].takes != "one" or not pick.where:
            return None
        here = self.english.offered(offer)[0]
        if "c" not in self.english.scope.names:  # what the card in question is called beside the pick's own name
            here = here.knowing(c=here.scope.names[pick.name])
        wanted = here.read(pick.where)
        match wanted:
            case n.Comparison(operator="==", left=n.Attribute(name="rank", card=n.Variable()), right=n.Const()):
                return wanted == here.read(f"rank({pick.name}) == '{rank}'")
        return None

    def from_hand(self, phase: str) -> Mapping[str, tuple[str, ...]]:
        """The offers of a phase that begin with a card of one's own, by their names, for each zone of such cards."""
        if phase not in self._held:
            found: dict[str, dict[str, None]] = {}
            for offer in (one for choice in self._choices(phase) for one in choice.offers if one.picks):
                if zone := self._zone(offer):
                    found.setdefault(zone, {})[offer.name] = None
            self._held[phase] = {zone: tuple(names) for zone, names in found.items()}
        return self._held[phase]

    def _zone(self, offer: Offer) -> str:
        """Where the card lies that is picked first; empty where none is, or it lies in another's zone."""
        pick = offer.picks[0]
        if not PICKS[pick.kind].takes_held:
            return ""
        cards = self.english.offered(offer)[0].read(pick.source, Type.CARDS)
        pile = cards.pile if isinstance(cards, n.PileCards) else None
        if not isinstance(pile, n.ZoneAt):
            return ""
        is_own = isinstance(pile.owner, n.Register) and pile.owner.name in ACTING
        return pile.zone if is_own else ""

    def _choices(self, phase: str) -> Iterator[ChoicePhase]:
        """The phases of choices that a table calls so."""
        for choice in models(self.genome.turn_structure, ChoicePhase):
            if (choice.name or " or ".join(dict.fromkeys(one.name for one in choice.offers))) == phase:
                yield choice

    def _said(self, offer: Offer, *, with_when: bool = False) -> str:
        here, sentences, _ = self.english.offered(offer)
        if with_when and not here.is_always(offer.when):
            sentences.append(f"this is allowed only if {here.when(offer.when)}")
        if not here.is_always(offer.accept) and not isinstance(here.read(offer.accept), n.Const):
            sentences.append(f"this is allowed only if {here.when(offer.accept)}")
        return _unmarked(said(*sentences))


def _unmarked(text: str) -> str:
    """Text of a rulebook without its Markdown."""
    return re.sub(r"\\(.)|\*+", lambda found: found[1] or "", text)
