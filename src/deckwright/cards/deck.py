"""Decks: up to 128 cards, with copies, that read and write their own cards' text."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Final

from .card import Card, domino, joker
from .errors import CardError
from .notation import find_face
from .ranks import Rank
from .suits import Suit

MAX_CARDS: Final = 128


@dataclass(frozen=True, slots=True, repr=False)
class Deck:
    """The cards of a game, in the order they are listed. Copies of a card are equal."""

    cards: tuple[Card, ...]
    _by_code: dict[str, Card] = field(init=False, compare=False)
    _by_capitals: dict[str, Card] = field(init=False, compare=False)

    def __init__(self, cards: Iterable[Card]) -> None:
        object.__setattr__(self, "cards", _check_size(cards))
        object.__setattr__(self, "_by_code", _by_code(self.types))
        object.__setattr__(self, "_by_capitals", _by_capitals(self.types))

    @property
    def types(self) -> tuple[Card, ...]:
        """The different cards, in the order in which they first appear."""
        return tuple(dict.fromkeys(self.cards))

    @property
    def pieces(self) -> str:
        """What people call what they play with: cards, or tiles where all are dominoes."""
        return "tiles" if all(card.is_domino for card in self.cards) else "cards"

    def count(self, card: Card) -> int:
        """How many copies of a card there are."""
        return self.cards.count(card)

    def parse(self, text: str) -> Card:
        """The card of this deck that a text means: its code in any case, or any other way of writing it."""
        stripped = text.strip()
        card = self._by_code.get(stripped) or self._by_capitals.get(stripped.upper())
        if not card and (found := find_face(stripped)):
            card = self._by_code.get(found[1])
        if card:
            return card
        near = get_close_matches(stripped[:40], [c.code for c in self.types], n=1, cutoff=0.4)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise CardError("deck.unknown-card", f"{text[:40]!r} is not in this {self}{hint}")

    def parse_order(self, texts: Sequence[str | Card]) -> tuple[Card, ...]:
        """A whole deck in an order of one's own: each of its cards exactly as often as it has copies."""
        order = tuple(card if isinstance(card, Card) else self.parse(card) for card in texts)
        self.check_order(order)
        return order

    def check_order(self, order: Iterable[Card]) -> None:
        """Refuse an order that is not this deck's cards, each as often as there are copies."""
        found, wanted = Counter(order), Counter(self.cards)
        if found == wanted:
            return
        differences = (("missing", wanted - found), ("too many", found - wanted))
        told = "; ".join(f"{kind}: {_listing(cards)}" for kind, cards in differences if cards)
        raise CardError("deck.bad-order", f"not an order of this {self}: {told}")

    def __len__(self) -> int:
        return len(self.cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self.cards)

    def __contains__(self, card: object) -> bool:
        return card in self.cards

    def __str__(self) -> str:
        return f"deck of {len(self.cards)}"

    def __repr__(self) -> str:
        return f"<Deck of {len(self.cards)}: {_listing(Counter(self.cards))}>"


def make_deck(
    *,
    suits: Sequence[str] = (),
    ranks: Sequence[str] = (),
    copies: int = 1,
    extra: Iterable[Card] = (),
) -> Deck:
    """Every rank in every suit (ranks alone if there are no suits), that many copies, then the extra cards."""
    if not 1 <= copies <= MAX_CARDS:
        raise CardError("deck.copies", f"{copies} copies of each card: expected 1 to {MAX_CARDS}")
    faces = [Card(suit, rank) for suit in (suits or ("",)) for rank in ranks]
    return Deck([*(face for face in faces for _ in range(copies)), *extra])


def standard_deck(*, copies: int = 1, jokers: int = 0) -> Deck:
    """The French pack of 52, clubs to spades and two to ace, with jokers that are all alike."""
    if not 0 <= jokers <= MAX_CARDS:
        raise CardError("deck.jokers", f"{jokers} jokers: expected 0 to {MAX_CARDS}")
    suits = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
    return make_deck(suits=suits, ranks=tuple(Rank), copies=copies, extra=[joker()] * jokers)


def domino_set(*, highest: int = 6) -> Deck:
    """The dominoes from 0-0 to the double of `highest`: 28 up to the double six."""
    if not 0 <= highest <= 14:
        raise CardError("deck.domino-set", f"no set up to the double {highest}: expected 0 to 14")
    return Deck(domino(high, low) for high in range(highest + 1) for low in range(high + 1))


def _check_size(cards: Iterable[Card]) -> tuple[Card, ...]:
    counted: list[Card] = []
    for card in cards:
        counted.append(card)
        if len(counted) > MAX_CARDS:
            raise CardError("deck.too-many-cards", f"more than {MAX_CARDS} cards: expected 1 to {MAX_CARDS}")
    if not counted:
        raise CardError("deck.empty", f"no cards: expected 1 to {MAX_CARDS}")
    return tuple(counted)


def _by_code(types: Sequence[Card]) -> dict[str, Card]:
    by_code: dict[str, Card] = {}
    for card in types:
        other = by_code.setdefault(card.code, card)
        if other != card:
            raise CardError(
                "deck.ambiguous-code", f"{card.code!r} is both {other.describe()} and {card.describe()} in one deck"
            )
    return by_code


def _by_capitals(types: Sequence[Card]) -> dict[str, Card]:
    """Each card by its code in capitals, unless two share them: then only the exact code will do."""
    shared = Counter(card.code.upper() for card in types)
    return {card.code.upper(): card for card in types if shared[card.code.upper()] == 1}


def _listing(cards: Counter[Card], *, limit: int = 8) -> str:
    shown = [f"{count} x {card}" if count > 1 else str(card) for card, count in cards.items()]
    more = f" and {len(shown) - limit} more" if len(shown) > limit else ""
    return " ".join(shown[:limit]) + more
