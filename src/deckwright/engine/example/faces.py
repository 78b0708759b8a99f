"""Cards, seats and places as a person would write them down."""

from __future__ import annotations

import re
from collections.abc import Iterable

from deckwright.cards import Card
from deckwright.cards.words import strain_words
from deckwright.engine.game import Game
from deckwright.engine.notation import ZonePlace
from deckwright.genome.rulebook.grammar.wording import ordinal, plain, spoken
from deckwright.genome.rulebook.phrases.places import zone_noun

SIGNS = {"clubs": "♣", "diamonds": "♦", "hearts": "♥", "spades": "♠"}
_FRENCH = re.compile(r"\b(10|[2-9JQKA])([CDHS])\b")
_BID = re.compile(r"^(\d+)([CDHS])$")
_LETTERS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}


class Faces:
    """What the cards, players and places of one game are called in an example."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._cards = {str(card): card for card in game.deck.cards}
        self._order = {code: place for place, code in enumerate(self._cards)}
        self._zones = {zone.name: zone for zone in game.genome.zones}
        self.places: dict[str, ZonePlace] = {str(place): place for place in game.notation.zones}

    def card(self, code: str | None) -> str:
        """One card: `Q♠`, `7 of cups`, `wild`."""
        if code is None:
            return "a card"
        card = self._cards[code]
        if card.is_domino or card.is_joker or not card.suit:
            return plain("joker" if card.is_joker else code.replace("-", " ") if not card.is_domino else code)
        if card.suit in SIGNS:
            return f"{plain(card.rank)}{SIGNS[card.suit]}"
        return (
            f"{plain(card.suit)} {spoken(card.rank.replace('-', ' '))}" if _is_colour(card) else plain(card.describe())
        )

    def cards(self, codes: Iterable[str | None]) -> str:
        """Several cards, in the order of the deck; those that nobody saw are counted."""
        known = sorted((code for code in codes if code is not None), key=self._order.__getitem__)
        return ", ".join(self.card(code) for code in known)

    def hand(self, codes: Iterable[str]) -> str:
        """A hand, by suits: `♠ A K 2  ♥ 9`."""
        held = sorted(codes, key=self._order.__getitem__, reverse=True)
        cards = [self._cards[code] for code in held]
        if not all(card.suit in SIGNS and card.rank for card in cards):
            return self.cards(held)
        suits = dict.fromkeys(card.suit for card in cards)
        by_suit = (
            (suit, [plain(card.rank) for card in cards if card.suit == suit]) for suit in sorted(suits, reverse=True)
        )
        return ", ".join(f"{SIGNS[suit]} {' '.join(ranks)}" for suit, ranks in by_suit)

    def player(self, seat: int) -> str:
        """A player by number, from 1."""
        return "you" if self.game.seats == 1 else f"player {seat + 1}"

    def side(self, team: int) -> str:
        """A team by its players."""
        seats = [str(seat + 1) for seat in self.game.teams[team]]
        return f"players {' and '.join(seats)}" if len(seats) > 1 else f"player {seats[0]}"

    def noun(self, place: str) -> str:
        """Where cards lie: `the discard pile`, `player 2's captured pile`, `the third pile of the columns`."""
        found = self.places[place]
        noun = zone_noun(self._zones[found.name]) if found.name in self._zones else found.name
        if found.index is None and self.is_numbered(place):
            return f"the {ordinal((found.pile or 0) + 1)} pile of the {noun}"
        if found.index is None:
            return f"the {noun}"
        if self.game.seats == 1:
            return f"your {noun}"
        return (
            f"{self.player(found.index)}'s {noun}"
            if found.owner == "seat"
            else f"the {noun} of {self.side(found.index)}"
        )

    def is_numbered(self, place: str) -> bool:
        """Whether a place is one of several piles that only their number tells apart."""
        found = self.places[place]
        return found.name in self._zones and isinstance(piles := self._zones[found.name].piles, int) and piles > 1

    def call(self, text: str) -> str:
        """What is said in an auction: `1♣`, `3NT`, `order up`."""
        bid = _BID.match(text) if SIGNS.keys() <= set(self.game.genome.deck.suits) else None
        return f"{bid[1]}{_LETTERS[bid[2]]}" if bid else plain(text)

    def said(self, text: str) -> str:
        """A list of cards in an action's text: `QS KS AS`."""
        codes = text.split()
        if codes and all(code in self._cards for code in codes):
            return self.cards(codes)
        return plain(strain_words(_apart(codes)))


def _apart(words: list[str]) -> str:
    """Like cards that are named one after the other: `joker and joker on 6`."""
    return " ".join(f"and {word}" if [word] == words[place - 1 : place] else word for place, word in enumerate(words))


def _is_colour(card: Card) -> bool:
    return card.suit in ("red", "yellow", "green", "blue")
