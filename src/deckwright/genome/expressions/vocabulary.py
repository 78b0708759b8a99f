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
from deckwright.genome.expressions.types import HELD, REGISTER, Bounds, Fact, Type
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

    @cached_property
    def by_rank(self) -> Mapping[int, int]:
        """The cards of each rank, as bits."""
        found: dict[int, int] = {}
        for place, rank in enumerate(self.attributes["rank"]):
            found[rank] = found.get(rank, 0) | 1 << place
        return found


def make_cards(spec: DeckSpec, omitted: frozenset[int] = frozenset()) -> Cards:
    """The deck of a genome, less the grid cards (by place) that are omitted; CardError when there is no such deck.

    Decks of the same cards are the same object, whatever the tables say of them.
    """
    return _make_cards(spec if not spec.tables and not spec.omit else _bare(spec), omitted)


def _bare(spec: DeckSpec) -> DeckSpec:
    """The deck without what is said of its cards; its fields have been checked."""
    return spec.model_copy(update={"tables": (), "omit": ()})


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
    cards += [_extra_card(extra, full) for extra in spec.extra for _ in range(extra.copies)]
    if not 1 <= len(cards) <= MAX_CARDS:
        raise CardError(
            "deck.too-many-cards" if cards else "deck.empty", f"{len(cards)} cards: expected 1 to {MAX_CARDS}"
        )
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


def _extra_card(extra: CardType, full: dict[str, str]) -> Card:
    suits = [full[suit] for suit in extra.suits[:2]] + ["", ""]
    return Card(suits[0], _extra_rank(extra), second_suit=suits[1], code=extra.name)


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

    def add_table(self, name: str, values: tuple[int, ...]) -> None:
        """A card table, with its value for each card."""
        self.attributes = {**self.attributes, name: values}
        self.tables |= {name}

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
        teams = self.genome.teams if self.genome.team_mode else ()
        partners = [-1] * self.seats
        for team in teams:
            for place, seat in enumerate(team):
                if len(team) > 1 and seat < self.seats:
                    partners[seat] = team[(place + 1) % len(team)]
        return tuple(partners)

    @property
    def suit_strains(self) -> tuple[int, ...]:
        """The strain made of each suit, where strains are made of suits."""
        each = next((place for place, strain in enumerate(strains_of(self.genome)) if strain.each), None)
        return () if each is None else tuple(range(each, each + len(self.cards.suits)))

    def pile_count(self, zone: Zone) -> int:
        """How many piles one instance of a zone has."""
        match zone.piles:
            case "suit":
                return max(1, len(self.cards.suits))
            case "rank":
                return max(1, len(self.cards.ranks))
            case count:
                return count

    def owner_count(self, zone: Zone) -> int:
        """How many owners a zone has."""
        match zone.owner:
            case "seat":
                return self.seats
            case "team":
                return max(1, len(self.genome.teams))
        return 1

    def fact_bounds(self, fact: Fact) -> Bounds:
        """Between which values a fact lies in this genome."""
        match fact.name:
            case "hand_number":
                return Bounds(0, max(0, self.genome.max_hands - 1))
            case "hands_played":
                return Bounds(0, self.genome.max_hands)
        return fact.bounds or self.type_bounds(fact.type)

    def type_bounds(self, kind: Type) -> Bounds:
        """The values that a type has in this genome; -1 is none."""
        match kind:
            case Type.SEAT:
                return Bounds(-1, self.seats - 1)
            case Type.TEAM:
                return Bounds(-1, max(0, len(self.genome.teams) - 1))
            case Type.CARD:
                return Bounds(-1, len(self.cards.cards) - 1)
            case Type.SUIT:  # the called suit comes after the printed ones
                return Bounds(-1, len(self.cards.suits))
            case Type.RANK:
                return Bounds(-1, max(0, len(self.cards.ranks) - 1))
            case Type.STRAIN:
                return Bounds(0, max(0, len(self.strains) - 1))
            case Type.KIND:
                return Bounds(0, len(self.kinds) - 1)
            case Type.COLOUR:
                return Bounds(0, len(self.cards.suits) + 2)
            case Type.PILE:
                return Bounds(0, 63)
        return REGISTER

    def attribute_bounds(self, name: str) -> Bounds:
        """Smallest and largest value of an attribute; 0 is that of no card, -1 for suits and ranks."""
        values = self.attributes[name]
        nothing = -1 if name in ("suit", "second_suit", "rank") else 0
        return Bounds(min(*values, nothing), max(*values, nothing))

    def names_of(self, kind: Type) -> tuple[str, ...]:
        """What texts of a type may say."""
        match kind:
            case Type.SUIT:
                return self.cards.suits
            case Type.RANK:
                return self.cards.ranks
            case Type.STRAIN:
                return self.strains
            case Type.KIND:
                return self.kinds
            case Type.COLOUR:
                return COLOURS
            case Type.CARD:
                return tuple(card.code for card in self.cards.types)
        return ()

    def find(self, kind: Type, text: str) -> int | None:
        """The value of a type that a text names."""
        match kind:
            case Type.SUIT | Type.STRAIN:
                other = suit_name(text)
            case Type.RANK | Type.CARD:
                other = text.upper()
            case _:
                other = text
        return _place(self.names_of(kind), text, other)


COLOURS = ("red", "black")


def _place(names: tuple[str, ...], *texts: str) -> int | None:
    return next((names.index(text) for text in texts if text in names), None)


def suit_colours(suits: tuple[str, ...]) -> tuple[int, ...]:
    """Red and black for the French suits; any other suit is a colour of its own."""
    french = {str(suit): COLOURS.index(suit.colour) for suit in Suit}
    return tuple(french.get(suit, len(COLOURS) + place) for place, suit in enumerate(suits))


def make_words(genome: GameGenome, cards: Cards, effort: Effort | None = None) -> Words:
    """The names of a genome, its card tables excepted."""
    words = Words(
        genome,
        cards,
        attributes=dict(cards.attributes),
        compares_hands=genome.hand_evaluation is not None,
        effort=Effort() if effort is None else effort,
    )
    words.strains = tuple(
        name
        for strain in strains_of(genome)
        for name in ([strain.name.replace("{s}", suit) for suit in cards.suits] if strain.each else [strain.name])
    )
    words.kinds = tuple(
        dict.fromkeys(("", *(kind for phase, _ in phases_of(genome.turn_structure) for kind in phase.call_kinds)))
    )
    words.zones = {zone.name: zone for zone in genome.zones}
    words.registers = {
        register.name: RegisterEntry(
            register.per,
            HELD[register.holds],
            words.type_bounds(HELD[register.holds]) if register.holds != "number" else REGISTER,
        )
        for register in genome.registers
    }
    words.terms = {term.name: term.expr for term in genome.terms}
    words.groups = tuple(
        dict.fromkeys(name for pattern in genome.patterns for name in (pattern.group, pattern.name) if name)
    )
    return words
