"""What a game is made of: cards, places for them, what is remembered, how suits rank, patterns, named expressions."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, model_validator

from deckwright.genome.enums import HandEvaluationMethod
from deckwright.genome.values import Expr, Flag, Int, Model, Name, RankName, Small, SuitName

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


Role = Literal["hand", "stock", "discard", "tableau", "captured", "sets", "other"]
Owner = Literal["table", "seat", "team"]
SeenBy = Literal["all", "team", "owner", "top", "none"]


class Zone(Model):
    """A place for cards. Rules of the seed (empty_hand, DECK_EMPTY, CAPTURE...) refer to its role, never its name."""

    name: Name
    role: Role = "other"
    owner: Owner = "table"
    piles: Annotated[int, Field(strict=True, ge=1, le=64)] | Literal["suit", "rank"] = 1
    """How many piles one instance has, or one per suit or rank, addressed by the card."""
    seen_by: SeenBy = "all"
    """Who sees a card that arrives."""
    build: Expr = ""
    """May card `c` go on this pile? Empty: any may."""
    most: Annotated[int, Field(strict=True, ge=1, le=250)] | None = None
    """No more cards than this lie on one pile: a full one takes no picked card, and a draw to it stops."""
    memory: Flag = True
    """Whether a table may show people what they know of cards that lie face down here. No: they have to remember."""


def find_zone(zones: Iterable[Zone], role: str, owner: str = "table") -> Zone | None:
    """The first zone of a role that belongs to the table, or to each seat or team."""
    return next((zone for zone in zones if zone.role == role and zone.owner == owner), None)


class Register(Model):
    """A public value that the rules keep: one for the table, or one for each seat, team or pile."""

    name: Name
    per: Literal["table", "seat", "team", "pile"] = "table"
    keep: Literal["turn", "hand", "match"] = "hand"
    holds: Literal["number", "seat", "team", "suit", "rank", "card", "strain"] = "number"
    label: Name = ""
    """What people see it under. With a label a register may be there to be seen, though no rule reads it."""
    start: Expr = ""
    """Its value at the beginning of each turn, hand or match; empty: 0, or none."""


class Strain(Model):
    """A way of ranking the suits in tricks: trumps, no trumps, and stranger ones."""

    name: Name
    each: Literal["", "suits"] = ""
    """"suits": one strain for each suit `s`; `{s}` in the name becomes the suit."""
    called: Expr = ""
    """The cards (`c`) that form the called suit and leave their printed one; empty: none."""
    power: Flag = True
    """The called suit beats the others."""
    follow: Flag = True
    """Suits bind."""
    order: Expr = "rank(c)"
    """Strength inside a suit."""


class Term(Model):
    """A named expression: usable wherever an expression is, and an entry of the rulebook's glossary."""

    name: Name
    expr: Expr
    label: Name = ""
    """What tables show a condition under while it holds for a side."""


class HandPattern(Model):
    """A set of cards, described by constraints that must all hold. Higher `rank_priority` is the better hand."""

    holds_names: ClassVar = {"values": "table", "required_ranks": "rank"}

    name: Name
    rank_priority: Int = 0
    required_count: Small | None = None
    same_suit_count: Small | None = None
    same_rank_groups: tuple[Small, ...] | None = None
    sequence_length: Small | None = None
    sequence_wrap: Flag = False
    """The ace is high or low, never in the middle."""
    required_ranks: tuple[RankName, ...] | None = None
    """A multiset: two queens are written twice."""
    min_count: Small | None = None
    max_count: Small | None = None
    of_a_kind: Flag = False
    """All cards share a rank."""
    suited: Flag = False
    """All cards share a suit."""
    in_sequence: Flag = False
    """All cards are consecutive ranks."""
    distinct_suits: Flag = False
    """No two cards share a suit."""
    cards: CardCondition | None = None
    """Only these cards may take part."""
    wild: CardCondition | None = None
    """These cards may stand for any of those, in sets of a kind."""
    max_wild: Small | None = None
    """How many of them at most; None: any number."""
    min_natural: Small = 1
    """How many of the others at least."""
    total: Expr = ""
    """What the cards' `values` must sum to (captures)."""
    values: Name = "worth"
    """The card table that `total` sums."""
    points: Expr = ""
    """What an instance is worth to `pack`; `match` is its cards."""
    group: Name = ""
    """Patterns that `pack` counts together: its instances share no card."""

    def named_fields(self) -> Mapping[str, str]:
        """Which values are added up matters only if there is a total."""
        return self.holds_names if self.total else {"required_ranks": "rank"}


class CardValue(Model):
    """Point value of a rank; the alternate is used when it serves better."""

    holds_names: ClassVar = {"rank": "rank"}

    rank: RankName
    value: Int
    alternate_value: Int | None = None


class HandEvaluation(Model):
    """How hands are valued and compared."""

    holds_names: ClassVar = {"zones": "zone"}

    method: HandEvaluationMethod
    patterns: tuple[HandPattern, ...] = ()
    card_values: tuple[CardValue, ...] = ()
    target_value: Int | None = None
    bust_threshold: Int | None = None
    zones: tuple[Name, ...] = ("hand",)
    """The zones whose cards form the hand together."""
    choose: Small | None = None
    """The best so many of them."""


__all__ = [
    "CardCondition", "CardTable", "CardType", "CardValue", "DeckSpec", "HandEvaluation", "HandPattern", "Register",
    "Strain", "TableRow", "Term", "Zone",
]  # fmt: skip
