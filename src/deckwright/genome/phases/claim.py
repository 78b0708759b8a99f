"""Claims: cards played face down under a rank that others may challenge."""

from __future__ import annotations

from typing import Literal

from deckwright.genome.enums import ClaimRankMode
from deckwright.genome.values import Count, Expr, Model, Name, RankName


class ClaimPhase(Model):
    """Lay cards face down and say what they are. Whoever is wrong after a challenge takes the pile."""

    type: Literal["claim"] = "claim"
    name: Name = ""
    when: Expr = "1"
    actor: Expr = "turn"
    rank_mode: ClaimRankMode = ClaimRankMode.SEQUENTIAL
    fixed_rank: RankName | None = None
    starting_rank: RankName = "A"
    low: Count = 1
    high: Count = 4
    challengers: Literal["all", "next"] = "all"
    """Every other seat in turn may challenge, or only the next."""
    source: Expr = "hand"
    to: Expr = "discard"
