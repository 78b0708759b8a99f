"""What the kernel's numbers are called in hold'em."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from deckwright.cards import Card, Deck, Rank, Suit
from deckwright.games.holdem.options import MOST_PLAYERS, STREETS
from deckwright.games.vocabulary import Vocabulary
from deckwright.genome.compile.program import Names, RegisterName, SlotName, ZoneName

POSITIONS: Final = ("BTN", "SB", "BB", "UTG", "MP", "CO")
"""As the kernel numbers them. Of two players the dealer is the small blind."""

_SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
_CARDS: Final = tuple(Card(suit, rank) for rank in Rank for suit in _SUITS)
"""By rank, then by suit: as hands are evaluated."""

_BET, _RAISE = 3, 4

_SLOTS: Final = (
    SlotName("fold", "Nothing", 0, True),
    SlotName("check", "Nothing", 0, True),
    SlotName("call", "Nothing", 0, True),
    SlotName("bet", "Number", 0, True),
    SlotName("raise", "Number", 0, True, with_chips="raise to"),
    SlotName("all in", "Nothing", 0, True, with_chips="all in:"),
)

_TABLE: Final = ("hand_number", "dealer", "pot", "to_call", "raises")
_OF_SEATS: Final = ("score", "chips", "bet", "folded", "out")
SIDE_POTS: Final = MOST_PLAYERS - 1


def holdem_vocabulary(seats: int, sizes: Sequence[Sequence[int]]) -> Vocabulary:
    """The words, for so many seats and these sizes of bets, street by street."""
    texts = tuple(size_text(size) for size in sorted({size for street in sizes for size in street}))
    return Vocabulary(
        names=Names(
            cards=tuple(card.code for card in _CARDS),
            suits=_SUITS,
            ranks=tuple(Rank),
            strains=(),
            kinds=POSITIONS,
            slots=_SLOTS,
            calls={},
            zones=_zones(seats),
            registers=_registers(seats),
            groups=(),
        ),
        deck=Deck(_CARDS),
        phases=STREETS,
        kinds=("Betting",) * len(STREETS),
        values={_BET: texts, _RAISE: texts},
    )


def size_text(percent: int) -> str:
    """What a part of the pot is called: `50% pot`, `pot`."""
    return "pot" if percent == 100 else f"{percent}% pot"


def _zones(seats: int) -> tuple[ZoneName, ...]:
    return (
        ZoneName("hand", "hand", "seat", 0, seats, 1, seen_by="owner", ordered=False),
        ZoneName("board", "other", "table", seats, 1, 1),
        ZoneName("stock", "stock", "table", seats + 1, 1, 1, seen_by="none"),
        ZoneName("muck", "discard", "table", seats + 2, 1, 1, seen_by="none", ordered=False),
    )


def _registers(seats: int) -> tuple[RegisterName, ...]:
    side_pots = len(_TABLE)
    of_seats = side_pots + SIDE_POTS
    return (
        *(
            RegisterName(name, at, 1, "table", "seat" if name == "dealer" else "number")
            for at, name in enumerate(_TABLE)
        ),
        *(
            RegisterName(f"side_pot_{number}", side_pots + number - 1, 1, "table", "chips", f"side pot {number}")
            for number in range(1, SIDE_POTS + 1)
        ),
        *(RegisterName(name, of_seats + at * seats, seats, "seat", "number") for at, name in enumerate(_OF_SEATS)),
        RegisterName("position", of_seats + len(_OF_SEATS) * seats, seats, "seat", "kind", "position"),
    )
