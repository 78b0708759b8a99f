"""Expressions in English: conditions as clauses, values as noun phrases, seats as persons."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import ClassVar

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.scope import Scope, card_variable
from deckwright.genome.expressions.types import Type
from deckwright.genome.expressions.vocabulary import Words
from deckwright.genome.materials import CardCondition
from deckwright.genome.rulebook.grammar.sentences import THAT, THE_CARD, WHO, YOU, Person, Step
from deckwright.genome.rulebook.grammar.wording import listing
from deckwright.genome.rulebook.phrases import (
    cardwords,
    conditions,
    happening,
    numbers,
    picking,
    places,
    points,
    seats,
    strains,
)
from deckwright.genome.rulebook.phrases.cardwords import CardPhrase, face_name
from deckwright.genome.rulebook.phrases.names import Nouns
from deckwright.genome.rulebook.phrases.places import is_one_card, pile_noun, zone_noun
from deckwright.genome.rulebook.phrases.reading import Library, Tops, read, read_condition, read_seat_or_team
from deckwright.genome.schema import GameGenome


@dataclass(frozen=True)
class English:
    """How expressions are said at one place of the rules: what names mean there, and who "you" are."""

    library: Library
    names: Nouns
    scope: Scope
    actor: Person = YOU
    """Whom bare facts are about."""
    turn: Person = YOU
    things: Mapping[str, Person] = field(default_factory=dict)
    """What the variables in sight are called."""
    picks: Mapping[str, Person] = field(default_factory=dict)
    """What the cards that were picked are called, by the name of the pick."""
    defined: frozenset[str] = frozenset()
    """Conditions among the terms that the glossary defines; others are short and written out."""
    alike: frozenset[str] = frozenset()
    """Variables that stand for cards of one rank."""
    tails: Mapping[str, Person] = field(default_factory=dict)
    """Variables that stand for a card with all that lies on it, and what all of it is called."""
    set_here: frozenset[str] = frozenset()
    """Marks that the move told here sets: a condition of it asks for what they were before."""
    is_ordered: bool = False
    """Whether what the actor does is told as an order to whoever reads: `deal three cards`."""

    MOVED: ClassVar[str] = "moved card"

    # What other files say of nodes, effects, picks and phases here.
    clause, is_either = conditions.clause, conditions.is_either
    is_someone_else = conditions.is_someone_else
    person = seats.person
    cards = cardwords.card_phrase
    place, owner = places.place, places.owner_of
    marked = conditions.marked
    moved = happening.moved
    amount, gained = points.amount, points.gained
    steps, repeated = happening.steps, happening.repeated
    changed, by_cases = happening.changed, happening.by_cases
    offered, cards_picked, duties = picking.picked, picking.cards_picked, picking.duties
    won_by, of_two_suits, may_tie = strains.won_by, strains.of_two_suits, strains.may_tie
    call_name, height_told = strains.call_name, strains.height_told
    phase = happening.phase_blocks

    @property
    def words(self) -> Words:
        """The genome's vocabulary."""
        return self.library.words

    @property
    def genome(self) -> GameGenome:
        """The game that is told."""
        return self.library.genome

    def about(self, person: Person) -> English:
        """The same place, where someone else acts and has the turn."""
        return replace(self, actor=person, turn=person)

    def acted_by(self, person: Person) -> English:
        """The same place, where someone acts whose turn it need not be."""
        return replace(self, actor=person)

    def calling(self, variable: str, thing: Person) -> English:
        """The same place, with a name for a variable."""
        return replace(self, things={**self.things, variable: thing})

    def knowing(self, **nodes: n.Node) -> English:
        """The same place with more names in scope."""
        return replace(self, scope=self.scope.with_names(**nodes))

    def picked(self, name: str, node: n.Variable, thing: Person) -> English:
        """The same place after a pick: it has a name, and is called something."""
        named = self.knowing(**{name: node}).calling(node.name, thing)
        return replace(named, picks={**self.picks, name: thing}) if node.type in (Type.CARD, Type.CARDS) else named

    def with_moved_card(self) -> English:
        """The same place, where `c` is a card on its way."""
        return self.knowing(c=card_variable(self.words, self.MOVED)).calling(self.MOVED, THE_CARD)

    def tell(self, phrase: str) -> str:
        """What the actor does: an order to the reader, a statement about anyone else."""
        return phrase if self.is_ordered else self.actor.told(phrase)

    def step(self, clause: str) -> tuple[Step, ...]:
        """One thing that happens."""
        return (Step(clause),)

    def read(self, text: str, expected: Type | None = Type.INT) -> n.Node:
        """The typed tree of an expression at this place."""
        return read(text, self.scope, expected)

    def when(self, text: str) -> str:
        """A condition as a clause."""
        return self.clause(self.read(text))

    def value(self, text: str, expected: Type | None = Type.INT) -> str:
        """A value as a noun phrase."""
        return self.noun(self.read(text, expected))

    def who(self, text: str) -> Person:
        """The seat or side that an expression names."""
        return self.person(read_seat_or_team(text, self.scope))

    def is_always(self, text: str) -> bool:
        """Whether a condition always holds."""
        node = self.read(text)
        return isinstance(node, n.Const) and node.value != 0

    def is_never(self, text: str) -> bool:
        """Whether a condition never holds."""
        node = self.read(text)
        return isinstance(node, n.Const) and node.value == 0

    def filtered(self, cards: str, where: str) -> str:
        """Cards of a set for which a condition holds, as a noun phrase."""
        inner = self.with_moved_card()
        condition = inner.read(where)
        if cards in self.picks and isinstance(condition, n.Const):
            return self.picks[cards].object()
        source = self.read(cards, Type.CARDS)
        if isinstance(condition, n.Const):
            return self.card_set(source)
        return f"the {inner.cards(condition, self.MOVED).cards()} {self.inside(source)}"

    def cards_of(self, condition: CardCondition) -> CardPhrase:
        """The cards that meet a condition of the genome."""
        return self.cards(read_condition(condition, self.library.card_scope), "c")

    def zone_noun(self, name: str) -> str:
        """What a zone is called."""
        return zone_noun(self.words.zones[name])

    def acting(self, actor: str) -> English:
        """The place where the actor of a phase acts."""
        return self if actor.strip() == "turn" else self.acted_by(self.who(actor))

    def type_of(self, variable: str, node: n.Node) -> Type | None:
        """The type of a variable, by its use in a tree."""
        uses = (inner for inner in node.walk() if isinstance(inner, n.Variable) and inner.name == variable)
        return next((use.type for use in uses), None)

    def noun(self, node: n.Node) -> str:
        """A value of any type, as a noun phrase."""
        match node.type:
            case Type.SEAT | Type.TEAM:
                return self.person(node).object()
            case Type.CARD:
                return self.card(node).object()
            case Type.CARDS:
                return self.card_set(node)
            case Type.PILE:
                return pile_noun(self, node)
        return numbers.noun(self, node)

    def thing(self, variable: str, default: str) -> Person:
        """What a variable is called."""
        return self.things.get(variable) or Person(default, pronoun="it")

    def card(self, node: n.Node) -> Person:
        """One card."""
        match node:
            case n.Const(value=-1):
                return Person("no card", pronoun="")
            case n.Const(value=value):
                return Person(face_name(self.words, value), pronoun="it")
            case n.Variable(name=name):
                return self.thing(name, "the card")
            case n.PileFact(name=name, pile=pile):
                return Person(self.end_card(name, pile), pronoun="")
            case n.Gather(gather="first", domain=domain, test=test, variable=variable):
                return Person(f"the first {self.cards(test, variable).one()} {self.inside(domain.of)}", pronoun="it")
        return Person(numbers.noun(self, node), pronoun="it")

    def end_card(self, end: str, pile: n.Node) -> str:
        """The top or bottom card of a pile, or the one under its top."""
        if end == "under":
            return f"the card under {self.end_card('top', pile)}"
        if isinstance(pile, n.ZoneAt) and pile.zone in self.words.zones and is_one_card(self.words.zones[pile.zone]):
            return pile_noun(self, pile)
        if end == "top" and isinstance(pile, n.ZoneAt) and pile.owner is None and pile.pile is None:
            zone = self.words.zones.get(pile.zone)
            if zone is not None and zone.role == "discard" and zone_noun(zone) == "discard pile":
                return "the top discard"
        return f"the {end} card of {pile_noun(self, pile)}"

    def card_set(self, node: n.Node | None) -> str:
        """A set of cards, as a noun phrase."""
        match node:
            case None:
                return "the cards"
            case n.ZoneAt() | n.PileCards(pile=n.ZoneAt()):
                return f"the cards {self.inside(node)}"
            case n.PileCards(pile=pile):
                return self.noun(pile)
            case n.Single(card=n.Variable(name=name)) if name in self.tails:
                return self.tails[name].object()
            case n.Single(card=card):
                return self.card(card).object()
            case Tops(zone=zone):
                return f"the top cards of {pile_noun(self, zone)}"
            case n.FaceUp(piles=(pile, *_)):
                return f"the face-up cards of {pile_noun(self, pile)}"
            case n.Filtered(cards=cards, variable=variable, test=test):
                return f"{self.cards(test, variable).cards()} {self.inside(cards)}"
            case n.Packed(cards=cards, group=group):
                return f"the cards of the best separate {self.names.all_of_patterns(group)} {self.inside(cards)}"
            case n.Union(sets=sets):
                return listing([self.card_set(one) for one in sets])
            case n.Variable(name=name):
                return self.thing(name, "the cards").object()
        return numbers.noun(self, node)

    def whole(self, node: n.Node | None) -> str:
        """A set of cards by the name of its place: `the house`, not `the cards in the house`."""
        pile = _place_of(node)
        return self.card_set(node) if pile is None else pile_noun(self, pile)

    def inside(self, node: n.Node | None) -> str:
        """Where cards are: `in your hand`, `among the cards laid`."""
        if node is None:
            return "in play"
        pile = _place_of(node)
        return f"among {self.card_set(node)}" if pile is None else f"in {pile_noun(self, pile)}"

    def relative(self, node: n.Node, variable: str, *, plural: bool = False) -> str:
        """A condition on a variable as a relative clause: `that follows suit`, `who has no cards left`."""
        is_seat = self.type_of(variable, node) is Type.SEAT
        that = WHO if is_seat else THAT
        if plural:
            that = replace(that, plural=True, pronoun="they")
        text = self.calling(variable, that).clause(node)
        if that.begins(text):
            return text
        pronoun = Person("they", "their", "", plural=True) if plural or is_seat else Person("it", "its", "")
        return f"for {'whom' if is_seat else 'which'} {self.calling(variable, pronoun).clause(node)}"


def _place_of(cards: n.Node | None) -> n.Node | None:
    """The pile or zone whose cards they are, all of them."""
    if isinstance(cards, n.PileCards):
        return cards.pile if cards.pile.type is Type.PILE else None
    return cards if isinstance(cards, n.ZoneAt) else None
