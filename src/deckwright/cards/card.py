"""A card of any kind: French, joker, domino or made up."""

from dataclasses import dataclass, field
from typing import Final

from .errors import CardError
from .notation import JOKER, JOKER_CODES, Face, check_code, check_face, derive_code, describe_face, find_face
from .ranks import Rank
from .suits import Suit

_EXPECTED: Final = "a rank and suit (QS, 10H), a joker (JK, JKR, JKB), a domino (6-4) or rank/suit (7/cups)"


@dataclass(frozen=True, slots=True, repr=False)
class Card:
    """One face of a deck. Copies of a face are equal: nothing tells two of them apart.

    Suits and ranks are names; `Suit` and `Rank` list the French ones. A domino's ends are its two suits. The code
    is the card's text, worked out from its face unless it is given.
    """

    suit: str
    rank: str
    second_suit: str = field(default="", kw_only=True)
    code: str = field(default="", kw_only=True)

    def __post_init__(self) -> None:
        check_face(self.face)
        if self.code:
            check_code(self.code, self.face)
        else:
            object.__setattr__(self, "code", derive_code(self.face))

    @property
    def face(self) -> Face:
        """What is printed on it."""
        return Face(self.suit, self.rank, self.second_suit)

    @property
    def suits(self) -> tuple[str, ...]:
        """The suits it belongs to: none for a joker, two for a domino that is not a double."""
        return tuple(dict.fromkeys(filter(None, (self.suit, self.second_suit))))

    @property
    def is_joker(self) -> bool:
        """Whether it is a joker of any colour."""
        return self.face == JOKER

    @property
    def is_domino(self) -> bool:
        """Whether it is a domino."""
        return self.face.is_domino

    def describe(self) -> str:
        """The card in words: `Q of spades`."""
        return describe_face(self.face)

    def __str__(self) -> str:
        return self.code

    def __repr__(self) -> str:
        suit = f"Suit.{Suit(self.suit).name}" if self.suit in tuple(Suit) else repr(self.suit)
        rank = f"Rank.{Rank(self.rank).name}" if self.rank in tuple(Rank) else repr(self.rank)
        second = f", second_suit={self.second_suit!r}" if self.second_suit else ""
        code = f", code={self.code!r}" if self.code != derive_code(self.face) else ""
        return f"Card({suit}, {rank}{second}{code})"


def joker(*, colour: str = "") -> Card:
    """A joker: a plain one, or the `red` or `black` of a pair that can be told apart."""
    if colour not in JOKER_CODES:
        raise CardError("card.joker-colour", f"no {colour!r} joker: expected '', 'red' or 'black'")
    return Card(JOKER.suit, JOKER.rank, code=JOKER_CODES[colour])


def domino(end: int, other_end: int) -> Card:
    """A domino by its two numbers of pips, in either order."""
    high, low = max(end, other_end), min(end, other_end)
    if not 0 <= low <= high <= 99:
        raise CardError("card.domino-pips", f"no domino {end}-{other_end}: expected 0 to 99 pips on each end")
    return Card(str(high), "", second_suit=str(low))


def format_card(card: Card) -> str:
    """The card's text, as `parse_card`, or for a code of its own its deck, reads it back."""
    return card.code


def parse_card(text: str) -> Card:
    """The card that a text means by itself; a code of a card's own is read by its deck (`Deck.parse`)."""
    found = find_face(text.strip())
    if not found:
        raise CardError("card.unknown-text", f"{text[:40]!r} is not a card: expected {_EXPECTED}")
    face, code = found
    return Card(face.suit, face.rank, second_suit=face.second_suit, code=code)
