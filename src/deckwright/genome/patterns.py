"""One pattern language for poker hands, melds, books and captures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from deckwright.genome.deck import CardCondition
from deckwright.genome.enums import HandEvaluationMethod
from deckwright.genome.values import Expr, Flag, Int, Model, Name, RankName, Small


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
