"""Where cards lie, what is remembered beside them, how suits rank, and named expressions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

from pydantic import Field

from deckwright.genome.values import Expr, Flag, Model, Name

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
