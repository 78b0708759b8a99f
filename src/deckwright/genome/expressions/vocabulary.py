"""What the names of one genome mean: its cards, suits, ranks, tables, zones, registers, strains and terms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from deckwright.cards import Card, CardError, Suit
from deckwright.cards.suits import find_suit
from deckwright.genome.checks.walk import phases_of
from deckwright.genome.enums import TableauMode
from deckwright.genome.expressions.types import HELD, REGISTER, Bounds, Type
from deckwright.genome.limits import MAX_CARDS
from deckwright.genome.materials import CardType, DeckSpec, Strain, Zone

if TYPE_CHECKING:
    from deckwright.genome.schema import GameGenome

MOST_EFFORT = 250_000
"""Parts of expressions looked at or worked out for a genome; the largest games of the library take a third."""


class TooMuchEffort(Exception):  # noqa: N818
    """The genome is too complicated to be compiled in good time."""


@dataclass
class Effort:
    """What may be spent, and what has been."""

    most: float = float("inf")
    spent: int = 0

    @property
    def left(self) -> float:
        """What may still be spent."""
        return self.most - self.spent

    def spend(self, amount: int = 1) -> None:
        """Take some of it; TooMuchEffort when there is none left."""
        self.spent += amount
        if self.spent > self.most:
            raise TooMuchEffort


PLAIN = Strain(name="plain")
"""What there is when a genome names no strain: no called suit, ranks in the deck's order."""

RANK_ALONE = Strain(name="plain", follow=False)
"""The same in WAR: suits do not bind."""


def strains_of(genome: GameGenome) -> tuple[Strain, ...]:
    """The strains of a genome; the plain one if it names none."""
    return genome.strains or (RANK_ALONE if genome.setup.tableau_mode is TableauMode.WAR else PLAIN,)


def zone_build(genome: GameGenome, zone: Zone) -> str:
    """An expression over `c` (the card) and `p` (the pile); empty when any card fits."""
    if zone.build or zone.role != "tableau":
        return zone.build
    setup = genome.setup
    if setup.tableau_mode is TableauMode.MATCH_RANK:
        return "size(p) == 0 or rank(c) == rank(top(p))"
    if setup.tableau_mode is TableauMode.SEQUENCE:
        step = f"1 <= abs(rank(c) - rank(top(p))) <= {setup.sequence_gap_allowed}"
        if setup.sequence_wrap and genome.deck.ranks:
            step = _wrapping(step, genome.deck.ranks, setup.sequence_gap_allowed)
        suit = " and suit(c) == suit(top(p))" if setup.sequence_must_match_suit else ""
        return f"size(p) == 0 or ({step}){suit}"
    return ""


def _wrapping(step: str, ranks: tuple[str, ...], gap: int) -> str:
    """The highest rank also stands below the lowest, but never in the middle: what it lies on says which it does."""
    high, low = repr(ranks[-1]), repr(ranks[min(gap, len(ranks)) - 1])
    is_low = f"size(p) > 1 and rank(under(p)) <= {low}"
    return (
        f"rank(c) == {high} and rank(top(p)) <= {low}"
        f" or rank(top(p)) == {high} and rank(c) <= {low} and (size(p) == 1 or {is_low})"
        f" or {step} and not (rank(top(p)) == {high} and {is_low})"
    )


@dataclass(frozen=True)
class Cards:
    """The physical cards of a deck and what is printed on them; like copies share a type."""

    cards: tuple[Card, ...]
    suits: tuple[str, ...]
    ranks: tuple[str, ...]

    @cached_property
    def types(self) -> tuple[Card, ...]:
        """The different cards, in the order in which they first appear."""
        return tuple(dict.fromkeys(self.cards))

    @cached_property
    def attributes(self) -> Mapping[str, tuple[int, ...]]:
        """What every deck says of each card, as numbers."""
        suits, ranks = ({name: place for place, name in enumerate(names)} for names in (self.suits, self.ranks))
        suits[""] = ranks[""] = -1  # a card without one
        colours = (*suit_colours(self.suits), len(self.suits) + 2)
        types = {card: place for place, card in enumerate(self.types)}
        return {
            "suit": tuple(suits[card.suit] for card in self.cards),
            "rank": tuple(ranks[card.rank] for card in self.cards),
            "second_suit": tuple(suits[card.second_suit] for card in self.cards),
            "colour": tuple(colours[suits[card.suit]] for card in self.cards),
            "face": tuple(1 + types[card] for card in self.cards),
        }


def make_cards(spec: DeckSpec, omitted: frozenset[int] = frozenset()) -> Cards:
    """The deck of a genome, less the grid cards (by place) that are omitted; CardError when there is no such deck.

    Decks of the same cards are the same object, whatever the tables say of them.
    """
    said = spec.tables or spec.omit  # of its cards; the fields have been checked
    return _make_cards(spec.model_copy(update={"tables": (), "omit": ()}) if said else spec, omitted)


@lru_cache(maxsize=64)
def _make_cards(spec: DeckSpec, omitted: frozenset[int]) -> Cards:
    named = (*spec.suits, *(suit for extra in spec.extra for suit in extra.suits))
    full = full_suit_names(named)
    suits = tuple(dict.fromkeys(full[suit] for suit in named))
    ranks = tuple(dict.fromkeys((*spec.ranks, *(_extra_rank(extra) for extra in spec.extra))))
    grid_suits = tuple(full[suit] for suit in spec.suits) or ("",)
    amount = len(grid_suits) * len(spec.ranks) * spec.copies + sum(extra.copies for extra in spec.extra)
    if amount > 4 * MAX_CARDS:
        raise CardError("deck.too-many-cards", f"more than {MAX_CARDS} cards: expected 1 to {MAX_CARDS}")
    grid = [Card(suit, rank) for suit in grid_suits for rank in spec.ranks]
    cards = [card for place, card in enumerate(grid) if place not in omitted for _ in range(spec.copies)]
    for extra in spec.extra:
        first, second, *_ = *(full[suit] for suit in extra.suits), "", ""
        cards += [Card(first, _extra_rank(extra), second_suit=second, code=extra.name)] * extra.copies
    if not 1 <= len(cards) <= MAX_CARDS:
        code = "deck.too-many-cards" if cards else "deck.empty"
        raise CardError(code, f"{len(cards)} cards: expected 1 to {MAX_CARDS}")
    return Cards(tuple(cards), suits, tuple(filter(None, ranks)))


def suit_name(text: str) -> str:
    """What a suit is called that may be written as its letter."""
    return str(find_suit(text) or text) if len(text) == 1 and not text.islower() else text


def full_suit_names(suits: tuple[str, ...]) -> dict[str, str]:
    """The suits of a deck as they are called: C is short for clubs, unless some letter is a suit of the deck's own."""
    is_french = all(len(suit) > 1 or suit_name(suit) != suit for suit in suits)
    return {suit: suit_name(suit) if is_french else suit for suit in suits}


def _extra_rank(extra: CardType) -> str:
    return extra.rank or ("" if extra.suits else extra.name)


class RegisterEntry(NamedTuple):
    """A register of the genome."""

    per: str
    type: Type
    bounds: Bounds


@dataclass
class Words:
    """Names and what they stand for. Tables are added one by one, since each may use those before it."""

    genome: GameGenome
    cards: Cards
    attributes: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    tables: frozenset[str] = frozenset()
    strains: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ("",)
    zones: Mapping[str, Zone] = field(default_factory=dict)
    registers: Mapping[str, RegisterEntry] = field(default_factory=dict)
    terms: Mapping[str, str] = field(default_factory=dict)
    term_subjects: dict[str, Type] = field(default_factory=dict)
    """Whether a term that uses a seat's numbers without an index has been used by seats, or by teams."""
    term_uses: list[tuple[str, Type]] = field(default_factory=list)
    """Every such use, in order."""
    groups: tuple[str, ...] = ()
    compares_hands: bool = False
    """Whether the genome says what a hand is worth."""
    effort: Effort = field(default_factory=Effort)

    def subject_of(self, term: str, kind: Type) -> Type:
        """Who has used a term first; it is used by a seat or a team now."""
        self.term_uses.append((term, kind))
        return self.term_subjects.setdefault(term, kind)

    @property
    def seats(self) -> int:
        """How many seats there are."""
        return self.genome.player_count

    @property
    def team_of(self) -> tuple[int, ...]:
        """Team of each seat, -1 without teams."""
        teams = self.genome.teams if self.genome.team_mode else ()
        return tuple(next((t for t, team in enumerate(teams) if seat in team), -1) for seat in range(self.seats))

    @property
    def partner_of(self) -> tuple[int, ...]:
        """The next seat of the same team, -1 without one."""
        teams = [team for team in self.genome.teams if self.genome.team_mode and len(team) > 1]
        partners = {seat: partner for team in teams for seat, partner in zip(team, (*team[1:], team[0]), strict=True)}
        return tuple(partners.get(seat, -1) for seat in range(self.seats))

    @property
    def suit_strains(self) -> tuple[int, ...]:
        """The strain made of each suit, where strains are made of suits."""
        each = next((place for place, strain in enumerate(strains_of(self.genome)) if strain.each), None)
        return () if each is None else tuple(range(each, each + len(self.cards.suits)))

    def pile_count(self, zone: Zone) -> int:
        """How many piles one instance of a zone has."""
        if isinstance(zone.piles, int):
            return zone.piles
        return max(1, len(self.cards.suits if zone.piles == "suit" else self.cards.ranks))

    def type_bounds(self, kind: Type) -> Bounds:
        """The values that a type has in this genome; -1 is none."""
        match kind:
            case Type.SEAT | Type.CARD:
                return Bounds(-1, (self.seats if kind is Type.SEAT else len(self.cards.cards)) - 1)
            case Type.TEAM | Type.RANK:
                return Bounds(-1, max(1, len(self.genome.teams if kind is Type.TEAM else self.cards.ranks)) - 1)
            case Type.SUIT:  # the called suit comes after the printed ones
                return Bounds(-1, len(self.cards.suits))
            case Type.STRAIN | Type.KIND:
                return Bounds(0, max(1, len(self.names_of(kind))) - 1)
            case Type.COLOUR:
                return Bounds(0, len(self.cards.suits) + 2)
        return Bounds(0, 63) if kind is Type.PILE else REGISTER

    def attribute_bounds(self, name: str) -> Bounds:
        """Smallest and largest value of an attribute; 0 is that of no card, -1 for suits and ranks."""
        values = self.attributes[name]
        nothing = -1 if name in ("suit", "second_suit", "rank") else 0
        return Bounds(min(*values, nothing), max(*values, nothing))

    def names_of(self, kind: Type) -> tuple[str, ...]:
        """What texts of a type may say."""
        if kind is Type.CARD:
            return tuple(card.code for card in self.cards.types)
        suits, ranks = self.cards.suits, self.cards.ranks
        names = {Type.SUIT: suits, Type.RANK: ranks, Type.STRAIN: self.strains, Type.KIND: self.kinds}
        return names.get(kind, COLOURS if kind is Type.COLOUR else ())

    def find(self, kind: Type, text: str) -> int | None:
        """The value of a type that a text names."""
        other, names = text, self.names_of(kind)
        if kind in (Type.SUIT, Type.STRAIN):
            other = suit_name(text)
        elif kind in (Type.RANK, Type.CARD):
            other = text.upper()
        return next((names.index(one) for one in (text, other) if one in names), None)


COLOURS = ("red", "black")


def suit_colours(suits: tuple[str, ...]) -> tuple[int, ...]:
    """Red and black for the French suits; any other suit is a colour of its own."""
    french = {str(suit): COLOURS.index(suit.colour) for suit in Suit}
    return tuple(french.get(suit, len(COLOURS) + place) for place, suit in enumerate(suits))


def make_words(genome: GameGenome, cards: Cards, effort: Effort | None = None) -> Words:
    """The names of a genome, its card tables excepted."""
    words = Words(genome, cards, attributes=dict(cards.attributes), effort=Effort() if effort is None else effort)
    words.compares_hands = genome.hand_evaluation is not None
    named = ((strain.name, cards.suits if strain.each else ("{s}",)) for strain in strains_of(genome))
    words.strains = tuple(name.replace("{s}", suit) for name, suits in named for suit in suits)
    kinds = (kind for phase, _ in phases_of(genome.turn_structure) for kind in phase.call_kinds)
    words.kinds = tuple(dict.fromkeys(("", *kinds)))
    words.zones = {zone.name: zone for zone in genome.zones}
    held = ((register, HELD[register.holds]) for register in genome.registers)
    words.registers = {own.name: RegisterEntry(own.per, kind, words.type_bounds(kind)) for own, kind in held}
    words.terms = {term.name: term.expr for term in genome.terms}
    groups = (name for pattern in genome.patterns for name in (pattern.group, pattern.name) if name)
    words.groups = tuple(dict.fromkeys(groups))
    return words
