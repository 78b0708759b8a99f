"""Betting rounds, pots and the showdown."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from deckwright.genome.enums import ShowdownMethod
from deckwright.genome.values import Count, Expr, Model, Name


class BettingPhase(Model):
    """One round of betting. A hand's last one settles the pots; earlier ones say FOLD_ONLY."""

    type: Literal["betting"] = "betting"
    name: Name = ""
    when: Expr = "1"
    start: Expr = "left(dealer)"
    min_bet: Count = 1
    max_raises: Count = 3
    """Bets and raises together."""
    ante: Count = 0
    blinds: Annotated[tuple[Count, ...], Field(max_length=16)] = ()
    """Forced bets of the first seats in order."""
    sizes: Annotated[tuple[Expr, ...], Field(max_length=16)] = ()
    """By how much one may bet or raise (`pot`, `to_call`, `chips` are useful); empty: `min_bet`."""
    showdown_method: ShowdownMethod = ShowdownMethod.HAND_EVALUATION
