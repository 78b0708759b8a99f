"""Suits, ranks, cards, dominoes and decks, and the text that people write them in."""

from .card import Card, domino, format_card, joker, parse_card
from .deck import MAX_CARDS, Deck, domino_set, make_deck, standard_deck
from .errors import CardError
from .ranks import Rank
from .suits import Suit

__all__ = [
    "MAX_CARDS",
    "Card",
    "CardError",
    "Deck",
    "Rank",
    "Suit",
    "domino",
    "domino_set",
    "format_card",
    "joker",
    "make_deck",
    "parse_card",
    "standard_deck",
]
