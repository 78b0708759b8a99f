"""Tricks: each seat plays a card, the best takes them all."""

from __future__ import annotations

from typing import Literal

from deckwright.genome.deck import CardCondition
from deckwright.genome.enums import BreakingRule
from deckwright.genome.phases.choice import Duty
from deckwright.genome.values import Expr, Flag, Model, Name, Small, SuitName


class TrickPhase(Model):
    """Tricks are played until the source zones are empty, or `until` holds after one of them."""

    type: Literal["trick"] = "trick"
    name: Name = ""
    when: Expr = "1"
    leader: Expr = "left(dealer)"
    """Who leads the first trick; the winner leads the next."""
    strain: Expr = "strain"
    """The strain of the tricks; `strain` is the contract's, at first the first of the genome's."""
    source: Expr = "hand"
    until: Expr = "0"
    to: Expr = "captured"
    """Where the winner's cards go; if it equals `source`, underneath."""
    duties: tuple[Duty, ...] = ()
    """When leading, `follows(c)` is false."""
    breaking_suit: SuitName | None = None
    breaking_rule: BreakingRule = BreakingRule.NONE
    broken_by: tuple[CardCondition, ...] = ()
    """A played card that meets one of these breaks the suit; one is needed, unless an effect sets `broken`."""
    hold: Expr = "0"
    """May whoever's turn it is play nothing to this trick, and keep their cards? Somebody plays to every trick."""
    out: Expr = "none"
    """A seat that sits out."""
    dummy: Expr = "none"
    """A seat whose hand is shown after the lead and played by its partner."""
    forced_top: Flag = False
    """Each seat plays the top card of its source."""
    bury: Small = 0
    """In a battle, so many cards go face down before the next one up."""
    ties: Literal["first", "last", "tie_breaker"] = "first"
