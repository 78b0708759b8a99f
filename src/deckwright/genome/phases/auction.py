"""Auctions: seats make calls that climb a ladder, and a contract comes of it."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from deckwright.genome.values import Expr, Flag, Int, Model, Name


class Call(Model):
    """Calls for each level (low, high, step) and each strain; `{level}` and `{strain}` fill in the name."""

    name: Name
    kind: Name = ""
    levels: tuple[Int, Int, Int] = (0, 0, 1)
    strains: tuple[Name, ...] = ()
    when: Expr = "1"
    order: Expr = "level"
    """Its place on the ladder, from `level` and `index` (of the strain)."""


class AuctionPhase(Model):
    """Sets `declarer level strain kind doubled` and each seat's `bid`."""

    type: Literal["auction"] = "auction"
    name: Name = ""
    when: Expr = "1"
    start: Expr = "left(dealer)"
    calls: tuple[Call, ...]
    rising: Flag = True
    """A call must stand higher on the ladder than the last."""
    may_pass: Expr = "1"
    pass_is_final: Flag = True
    doubling: Annotated[int, Field(strict=True, ge=0, le=2)] = 0
    """1: opponents may double; 2: and the side that is doubled may redouble."""
    ends: Literal["once", "first_bid", "one_left", "silence"] = "one_left"
    declarer: Literal["bidder", "first_of_side"] = "bidder"
    all_pass: Literal["redeal", "end_hand", "continue"] = "end_hand"
