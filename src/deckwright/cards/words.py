"""Cards as people write them."""

from collections.abc import Iterable

from .card import Card

SUIT_SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}


def card_words(card: Card) -> str:
    """`10♥`, `red 7`, `wild draw four`, `joker`, `6-4`."""
    if card.is_domino:
        return card.code
    if card.is_joker:
        return "joker"
    sign = SUIT_SIGNS.get(card.suit)
    if sign is not None:
        return f"{card.code[:-1]}{sign}"
    return " ".join(filter(None, (card.suit, card.rank))).replace("-", " ").replace("_", " ")


_PIPS = ("zeros", "ones", "twos", "threes", "fours", "fives", "sixes", "sevens", "eights", "nines")


def strain_words(name: str) -> str:
    """A strain as people write it: `threes`, where it is named `3s` after the number on its tiles."""
    is_number = len(name) == 2 and name[0].isdecimal() and name[0].isascii() and name[1] == "s"
    return _PIPS[int(name[0])] if is_number else name


def rank_words(card: Card) -> str:
    """The rank of a card in a sentence: `a jack`, `an 8`, `a joker`."""
    name = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}.get(card.rank, card.describe().partition(" of ")[0])
    return f"{'an' if name[0] in 'a8' else 'a'} {name}"


COLOURS = frozenset({"red", "yellow", "green", "blue", "black", "white", "orange", "purple"})


def suit_word(cards: Iterable[Card]) -> str:
    """What the suits of these cards are called: `colour` where all of them are colours, otherwise `suit`."""
    suits = {card.suit for card in cards if card.suit}
    return "colour" if suits and suits <= COLOURS else "suit"


WITH_CARDS = frozenset(("open", "go", "knock"))
"""What is done with cards, and not to them."""


def with_cards(verb: str) -> str:
    """What cards can follow: `meld`, `open with`, `go out with`."""
    return f"{verb} with" if verb.split(" ")[0] in WITH_CARDS else verb
