"""Cards as people write them."""

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
