"""The text of a card: what a face is written as, and which face a text says.

    QS  10H      a rank and a French suit; ranks are J Q K A or a number
    Q  7         a rank alone, where a deck has no suits
    JK JKR JKB   a joker; the red one; the black one
    6-4          a domino, the higher end first
    7/cups       any other rank and suit; Wild/ has no suit, /red no rank, 5/red/blue two suits

A card may have a code of its own instead (UNO's R7, RSkip): only its deck can read that.
"""

import re
from typing import Final, NamedTuple

from .errors import CardError
from .suits import Suit, find_suit


class Face(NamedTuple):
    """What is printed on a card; an empty name is an absent one."""

    suit: str
    rank: str
    second_suit: str = ""

    @property
    def is_domino(self) -> bool:
        """Two numbers of pips and nothing else."""
        return not self.rank and bool(_PIPS.fullmatch(self.suit) and _PIPS.fullmatch(self.second_suit))


JOKER: Final = Face(suit="", rank="joker")
JOKER_CODES: Final = {"": "JK", "red": "JKR", "black": "JKB"}

_NUMBER: Final = r"(0|[1-9][0-9]?)"
_PIPS: Final = re.compile(_NUMBER)
_DOMINO: Final = re.compile(f"{_NUMBER}-{_NUMBER}")
_PLAIN_RANK: Final = re.compile(f"{_NUMBER}|[JQKA]")
_FRENCH: Final = re.compile(r"(0|[1-9][0-9]?|[TJQKAtjqka])([CDHScdhs♥♦♣♠]?)")
_NAME: Final = re.compile(r"[\w+\-*!?.']{1,32}")
_CODE: Final = re.compile(r"[\w+\-*!?.'/♥♦♣♠]{1,98}")
_LETTERS: Final = {suit.value: suit.letter for suit in Suit}


def derive_code(face: Face) -> str:
    """The text of a face that has no code of its own."""
    if face == JOKER:
        return JOKER_CODES[""]
    if face.is_domino:
        return f"{face.suit}-{face.second_suit}"
    if face.second_suit:
        return f"{face.rank}/{face.suit}/{face.second_suit}"
    if _PLAIN_RANK.fullmatch(face.rank) and (not face.suit or face.suit in _LETTERS):
        return face.rank + _LETTERS.get(face.suit, "")
    return f"{face.rank}/{face.suit}"


def find_face(text: str) -> tuple[Face, str] | None:
    """The face that a text says by itself, and its code; None where no deck-independent card is meant."""
    if text.upper() in JOKER_CODES.values():
        return JOKER, text.upper()
    face = _find_french(text) or _find_domino(text) or _find_named(text)
    return (face, derive_code(face)) if face else None


def check_face(face: Face) -> None:
    """Refuse names that text could not hold, and dominoes the wrong way round."""
    for name in face:
        if name and not _NAME.fullmatch(name):
            raise CardError(
                "card.bad-name",
                f"{name[:40]!r} cannot name a suit or rank: expected 1 to 32 letters, digits or + - * ! ? . ' _",
            )
    if not any(face):
        raise CardError("card.blank", "a card needs a suit or a rank: found neither")
    if face.second_suit and not face.suit:
        raise CardError("card.second-suit", f"a second suit needs a first: found only {face.second_suit!r}")
    if face.is_domino and int(face.suit) < int(face.second_suit):
        raise CardError(
            "card.domino-order",
            f"a domino has its higher end first: found {face.suit}-{face.second_suit}, "
            f"expected {face.second_suit}-{face.suit}",
        )


def check_code(code: str, face: Face) -> None:
    """Refuse a code that text could not hold, or that by itself would mean another card."""
    if not _CODE.fullmatch(code):
        raise CardError(
            "card.bad-code",
            f"{code[:40]!r} cannot be a card's text: expected letters, digits or + - * ! ? . ' _ / and no space",
        )
    meaning = find_face(code)
    if meaning and meaning != (face, code):
        raise CardError(
            "card.misleading-code",
            f"{code!r} already means {describe_face(meaning[0])}: give {describe_face(face)} another code",
        )


def describe_face(face: Face) -> str:
    """A face in words, for messages and rulebooks: `Q of spades`, `6-4 domino`, `joker`."""
    if face.is_domino:
        return f"{face.suit}-{face.second_suit} domino"
    suits = " and ".join(dict.fromkeys(filter(None, (face.suit, face.second_suit))))
    return " of ".join(filter(None, (face.rank, suits)))


def _find_french(text: str) -> Face | None:
    match = _FRENCH.fullmatch(text)
    if not match:
        return None
    rank, mark = match.groups()
    return Face(suit=find_suit(mark) or "", rank="10" if rank in "Tt" else rank.upper())


def _find_domino(text: str) -> Face | None:
    match = _DOMINO.fullmatch(text)
    if not match:
        return None
    low, high = sorted(match.groups(), key=int)
    return Face(suit=high, rank="", second_suit=low)


def _find_named(text: str) -> Face | None:
    names = text.split("/")
    if len(names) not in (2, 3):
        return None
    rank, suit, *second = names
    face = Face(suit, rank, *second)
    try:
        check_face(face)
    except CardError:
        return None
    return face
