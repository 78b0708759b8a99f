"""The cards of a game: suits, ranks, copies, special cards, and the integer tables they carry."""

from __future__ import annotations

from typing import Any, ClassVar

from pydantic import model_validator

from deckwright.genome.values import Expr, Int, Model, Name, RankName, Small, SuitName

STANDARD_SUITS = ("clubs", "diamonds", "hearts", "spades")
STANDARD_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


class CardCondition(Model):
    """The cards with this suit and this rank that satisfy `where`, over `c`. A bare string is a `where`."""

    holds_names: ClassVar = {"suit": "suit", "rank": "rank"}

    suit: SuitName | None = None
    rank: RankName | None = None
    where: Expr = "1"

    @model_validator(mode="before")
    @classmethod
    def _from_text(cls, value: Any) -> Any:
        return {"where": value} if isinstance(value, str) else value


class TableRow(CardCondition):
    """The value a card table gives to the cards that meet the condition."""

    value: Int


class CardTable(Model):
    """An integer attribute of cards, used in expressions as `name(c)`: the first matching row, otherwise 0."""

    name: Name
    rows: tuple[TableRow, ...]


class CardType(Model):
    """A card outside the grid of suits and ranks: a joker, a wild card, a domino (two suits, the higher first)."""

    name: Name
    suits: tuple[SuitName, ...] = ()
    rank: RankName = ""
    copies: Small = 1


class DeckSpec(Model):
    """Every suit with every rank (low to high), less `omit`, `copies` times over, and then `extra`."""

    suits: tuple[SuitName, ...] = STANDARD_SUITS
    ranks: tuple[RankName, ...] = STANDARD_RANKS
    copies: Small = 1
    omit: tuple[CardCondition, ...] = ()
    extra: tuple[CardType, ...] = ()
    tables: tuple[CardTable, ...] = ()
