"""The rulebook as a whole, written from the fields that the kernel executes, and why a card may not be played."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from deckwright.document import Block, Heading, Paragraph, texts_of
from deckwright.genome.checks.walk import phases_of
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.phases import ChoicePhase, Offer, Phase
from deckwright.genome.phases.betting import betting_section
from deckwright.genome.rulebook.grammar.finishing import are_tiles, with_tiles, without_repeats
from deckwright.genome.rulebook.grammar.sentences import YOU, said, settled
from deckwright.genome.rulebook.grammar.wording import capitalised, plain, plural
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.names import Nouns, models
from deckwright.genome.rulebook.phrases.numbers import is_boolean
from deckwright.genome.rulebook.phrases.picking import with_all_picks
from deckwright.genome.rulebook.phrases.reading import Library, in_normal_form
from deckwright.genome.rulebook.phrases.strains import strains
from deckwright.genome.rulebook.sections.cards import cards, evaluation, patterns
from deckwright.genome.rulebook.sections.course import deal, places, play, players, special_cards
from deckwright.genome.rulebook.sections.ending import edges, ending, goal, over_when
from deckwright.genome.rulebook.sections.lookup import glossary, quick_reference
from deckwright.genome.rulebook.sections.scores import scores
from deckwright.genome.schema import GameGenome

LONGEST_WRITTEN_OUT = 75
"""A condition with a name that takes more characters than this is said by its name, and defined in the glossary."""


def write(genome: GameGenome, *, example: tuple[Block, ...] = ()) -> tuple[Block, ...]:
    """Every section that has something to say, with a hand that was played where there is one."""
    english = english_of(genome)
    sections = (
        ("Players", players(english)),
        ("Cards", cards(english)),
        ("The table", places(english)),
        ("The deal", deal(english)),
        ("Play", without_repeats(play(english))),
        ("Betting", betting_section(english)),
        (capitalised(plural(english.names.strain_word)), strains(english)),
        ("Special cards", special_cards(english)),
        ("Sets of cards", patterns(english)),
        ("Hands", evaluation(english)),
        ("Scoring", scores(english)),
        ("The end of the game", ending(english)),
        ("Edge cases", edges(english)),
        ("An example hand", example),
    )
    blocks: list[Block] = [
        Heading(1, plain(genome.name or genome.genome_id)),
        Paragraph(goal(english)),
        quick_reference(english),
    ]
    for title, content in sections:
        if content:
            blocks += (Heading(2, title), *content)
    blocks += (Heading(2, "Glossary"), *glossary(english, tuple(texts_of(blocks))))
    return with_tiles(blocks) if are_tiles(english.words.cards.cards) else tuple(blocks)


def ending_of(genome: GameGenome) -> str:
    """When a game is over and who wins then, in a line or two."""
    return over_when(english_of(genome))


def english_of(genome: GameGenome) -> English:
    """How this genome's expressions are said."""
    genome = in_normal_form(genome)
    library = Library(genome)
    english = English(library, Nouns(genome), library.scope)
    defined: frozenset[str] = frozenset(term.name for term in genome.terms)
    for term in genome.terms:
        here = replace(with_all_picks(english), defined=defined)
        node = here.read(term.expr, None)
        if is_boolean(here, node) and len(settled(here.clause(node))) <= LONGEST_WRITTEN_OUT:
            defined -= {term.name}
    return replace(english, defined=defined)


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
        if pick.kind != "card" or not pick.where:
            return None
        here = self.english.offered(offer)[0]
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
        if pick.kind not in ("card", "cards"):
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
