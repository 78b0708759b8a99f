"""Random decks: French ones and parts of them, made-up suits, copies, jokers, special cards, dominoes; card tables."""

from __future__ import annotations

from deckwright.cards.suits import Suit
from deckwright.genome.deck import STANDARD_RANKS, STANDARD_SUITS
from deckwright.genome.expressions.types import Type
from deckwright.genome.random.dice import Dice
from deckwright.genome.random.lexicon import Data, Lexicon, WritingPlace
from deckwright.genome.random.writer import Writer

MOST_CARDS = 120
_MADE_UP_SUITS = ("red", "blue", "green", "yellow", "stars", "moons")
_MADE_UP_RANKS = ("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "skip", "flip", "X", "Y", "Z")
_SPECIALS = ("wild", "fool", "dragon", "phoenix")
TABLES = ("worth", "pips", "order_of", "weight")

CARD = WritingPlace(subject=None, reads="the card", names=(("c", Type.CARD),))
"""Where a condition on a card stands."""


def random_deck(dice: Dice) -> Data:
    """The cards, without their tables."""
    if dice.chance(0.1):
        return _dominoes(dice)
    suits: list[str] = list(STANDARD_SUITS)
    ranks: list[str] = list(STANDARD_RANKS)
    match dice.weighted((4, "part"), (3, "whole"), (2, "made up"), (0.4, "one suit"), (0.4, "no suits")):
        case "part":
            suits, ranks = dice.some(suits, 2, 4), dice.some(ranks, 3, 12)
        case "made up":
            suits = dice.shuffled(_MADE_UP_SUITS)[: dice.number(1, 5)]
            ranks = dice.shuffled(_MADE_UP_RANKS)[: dice.number(2, 10)]
        case "one suit":
            suits = suits[:1]
        case "no suits":
            suits, ranks = [], list(_MADE_UP_RANKS[: dice.number(3, 10)])
    most = max(1, MOST_CARDS // (max(1, len(suits)) * len(ranks)))
    copies = min(most, dice.weighted((6, 1), (2, 2), (1, dice.number(2, 8))))
    deck: Data = {"suits": suits, "ranks": ranks, "copies": copies}
    dice.may(0.3, deck, "extra", lambda: _extras(dice, suits))
    return deck


def _extras(dice: Dice, suits: list[str]) -> list[Data]:
    if dice.chance(0.5):
        return [{"name": "JK", "rank": "joker", "copies": dice.number(1, 3)}]
    extras: list[Data] = []
    for name in dice.some(_SPECIALS, 1, 3):
        extra: Data = {"name": name, "copies": dice.number(1, 2)}
        if suits and dice.chance(0.4):
            extra["suits"] = [dice.one(suits)]
        if dice.chance(0.3):
            extra["rank"] = f"{name}-rank"
        extras.append(extra)
    return extras


def _dominoes(dice: Dice) -> Data:
    highest = dice.number(2, 6)
    suits = [str(pips) for pips in range(highest + 1)]
    tiles = [(high, low) for high in range(highest + 1) for low in range(high + 1)]
    extra = [{"name": f"{high}-{low}", "suits": [str(high), str(low)]} for high, low in tiles]
    return {"suits": suits, "ranks": [], "extra": extra}


def omit_some(dice: Dice, deck: Data, lexicon: Lexicon) -> None:
    """Leave a few cards out, sometimes."""
    if deck["ranks"] and lexicon.cards > 8 and dice.chance(0.2):
        rows = [{"rank": dice.one(deck["ranks"])}, {"where": f"rank(c) == {dice.one(deck['ranks'])!r}"}]
        if deck["suits"]:
            rows.append({"suit": dice.one(deck["suits"]), "rank": dice.one(deck["ranks"])})
        deck["omit"] = dice.some(rows, 1, 1)


def card_codes(deck: Data) -> tuple[str, ...]:
    """Texts of cards: of all extra cards, and of those of the grid that have a short one."""
    codes = [str(extra["name"]) for extra in deck.get("extra", ())]
    french = {str(suit): str(suit)[0].upper() for suit in Suit}
    if all(suit in french for suit in deck["suits"]):
        codes += [rank + french[suit] for suit in deck["suits"] for rank in deck["ranks"]]
    return tuple(codes)


def deck_lexicon(deck: Data, seats: int, teams: tuple[tuple[int, ...], ...]) -> Lexicon:
    """The words of a deck, to begin with."""
    extra = deck.get("extra", ())
    ranks = [*deck["ranks"], *(item.get("rank", "" if item.get("suits") else item["name"]) for item in extra)]
    cards = max(1, len(deck["suits"])) * len(deck["ranks"]) * deck.get("copies", 1)
    return Lexicon(
        seats=seats,
        teams=teams,
        suits=tuple(deck["suits"]),
        ranks=tuple(dict.fromkeys(filter(None, ranks))),
        codes=card_codes(deck),
        cards=cards + sum(item.get("copies", 1) for item in extra),
    )


def random_condition(writer: Writer) -> Data:
    """The cards with a suit, a rank, or something else about them."""
    dice, lexicon = writer.dice, writer.lexicon
    condition: Data = {}
    if lexicon.suits and dice.chance(0.4):
        condition["suit"] = dice.one(lexicon.suits)
    if lexicon.ranks and dice.chance(0.3):
        condition["rank"] = dice.one(lexicon.ranks)
    if not condition or dice.chance(0.2):
        condition["where"] = writer.truth(CARD, 1)
    return condition


def random_tables(writer: Writer) -> list[Data]:
    """Integer tables; each may use those before it."""
    dice = writer.dice
    tables: list[Data] = []
    for name in dice.some(TABLES, 0, 3):
        tables.append({"name": name, "rows": _rows(writer, dice.weighted((6, 1), (2, 0), (1, -20)))})
        writer.lexicon.tables.append(name)
    return tables


def _rows(writer: Writer, low: int) -> list[Data]:
    dice = writer.dice
    rows = dice.several(1, 4, lambda: {**random_condition(writer), "value": dice.number(low, 12)})
    if dice.chance(0.6):
        rows.append({"value": dice.number(1, 5)})
    return rows
