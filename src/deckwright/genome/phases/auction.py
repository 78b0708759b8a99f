"""Auctions: seats make calls that climb a ladder, and a contract comes of it."""

from __future__ import annotations

import re
from typing import Annotated, Literal

from pydantic import Field

from deckwright.genome.values import Expr, Flag, Int, Model, Name

_PLURAL = re.compile(r"(\{level\} [a-z]*[a-rt-z])s\b")


class Call(Model):
    """Calls for each level (low, high, step) and each strain; `{level}` and `{strain}` fill in the name.

    A plural after the level is one for a level of 1: `{level} marks` makes `1 mark` and `2 marks`.
    """

    name: Name
    kind: Name = ""
    levels: tuple[Int, Int, Int] = (0, 0, 1)
    strains: tuple[Name, ...] = ()
    when: Expr = "1"
    order: Expr = "level"
    """Its place on the ladder, from `level` and `index` (of the strain)."""

    def text(self, level: int, strain: str) -> str:
        """What is called for a level and a strain."""
        name = _PLURAL.sub(r"\1", self.name) if level == 1 else self.name
        return name.replace("{level}", str(level)).replace("{strain}", strain)


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
