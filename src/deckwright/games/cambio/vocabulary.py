"""What the kernel's numbers are called in Cambio."""

from __future__ import annotations

from typing import Final

from deckwright.cards import Card, Deck, Rank, Suit, joker
from deckwright.games.vocabulary import Vocabulary
from deckwright.genome.compile.program import Names, RegisterName, SlotName, ZoneName

PLACES: Final = 12
"""That a player's cards can lie in."""

_SUITS: Final = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
_RANKS: Final = (Rank.ACE, *(rank for rank in Rank if rank is not Rank.ACE))
_CARDS: Final = tuple(Card(suit, rank) for suit in _SUITS for rank in _RANKS)

_PHASES: Final = (
    "turn", "drawn card", "replaced card", "look at one of your cards", "look at another's card", "first to exchange",
    "second to exchange", "king's look", "king's first", "king's second", "stick", "give", "end of turn", "over",
)  # fmt: skip

_VERBS: Final = ("call cambio", "draw", "take", "swap", "discard", "use", "pass", "none")
_SWAP: Final = 3

_FROM: Final = {"draw": "stock", "take": "discard", "swap": "drawn", "discard": "drawn"}
_SAID: Final = {"use": "use its power", "take": "take the discard"}
_LOOK, _SPY, _EXCHANGE = "look at one of your cards", "look at another's card", "exchange two cards"
_POWERS: Final = {
    "7": _LOOK, "8": _LOOK, "9": _SPY, "10": _SPY, "J": _EXCHANGE, "Q": _EXCHANGE,
    "K": "look at any card, then exchange two",
}  # fmt: skip
"""What the power of a card is, where it has one."""
_UNSAID: Final = "pass"
"""Nearly everybody passes after every discard."""
_TO: Final = {"draw": "drawn", "take": "drawn", "swap": "cards", "discard": "discard"}
"""Where moves take a card from, and where it goes."""

_FACTS: Final = {
    "hand_number": "number",
    "turns": "number",
    "turn_of": "seat",
    "caller": "seat",
    "turns_left": "number",
}
"""What is known of the table, and what each is."""

_LABELS: Final = {"caller": "cambio called by"}
"""What people at the table see some of it under."""


def cambio_vocabulary(seats: int) -> Vocabulary:
    """The words, for so many seats."""
    places = tuple(str(place + 1) for place in range(PLACES))
    of_seats = {len(_VERBS) + seat: tuple(f"{seat}.{place}" for place in places) for seat in range(seats)}
    plain = (
        SlotName(
            verb,
            "Own" if slot == _SWAP else "Nothing",
            0,
            True,
            source=_FROM.get(verb, ""),
            to=_TO.get(verb, ""),
            said=_SAID.get(verb, ""),
            said_by=tuple(_POWERS.items()) if verb == "use" else (),
            is_unsaid=verb == _UNSAID,
        )
        for slot, verb in enumerate(_VERBS)
    )
    return Vocabulary(
        names=Names(
            cards=(*(card.code for card in _CARDS), joker().code),
            suits=_SUITS,
            ranks=(),
            strains=(),
            kinds=(),
            slots=(*plain, *(SlotName("card", "Place", seat * PLACES, True, source="cards") for seat in range(seats))),
            calls={},
            zones=_zones(seats),
            registers=_registers(seats),
            groups=(),
        ),
        deck=Deck([*_CARDS, joker(), joker()]),
        phases=_PHASES,
        kinds=("Choice",) * len(_PHASES),
        values={_SWAP: places, **of_seats},
        matched={"stick": "discard"},
    )


def _zones(seats: int) -> tuple[ZoneName, ...]:
    table = seats * PLACES
    return (
        ZoneName("cards", "hand", "seat", 0, seats, PLACES, seen_by="none", remembers=False),
        ZoneName("stock", "stock", "table", table, 1, 1, seen_by="none"),
        ZoneName("discard", "discard", "table", table + 1, 1, 1),
        ZoneName("drawn", "other", "table", table + 2, 1, 1, seen_by="actor"),
    )


def _registers(seats: int) -> tuple[RegisterName, ...]:
    return (
        RegisterName("score", 0, seats, "seat", "number"),
        RegisterName("last_round", seats, seats, "seat", "number"),
        *(
            RegisterName(name, 2 * seats + at, 1, "table", holds, label=_LABELS.get(name, ""))
            for at, (name, holds) in enumerate(_FACTS.items())
        ),
    )
