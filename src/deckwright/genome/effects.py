"""The twelve things that can happen."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from deckwright.genome.values import Expr, Model, Name


class Move(Model):
    """Move cards: those of a pick, or of a zone (all of them, `count` from the top, or one by one `until`)."""

    type: Literal["move"] = "move"
    cards: Expr
    to: Expr
    where: Expr = "1"
    """Only the cards `c` for which this holds."""
    count: Expr = ""
    until: Expr = ""
    place: Literal["top", "bottom", "shuffled"] = "top"
    seen_by: Literal["", "all", "team", "owner", "none"] = ""
    """Empty: as the destination says."""


class Sweep(Model):
    """Take every complete pattern out of a zone, unasked; with `refill`, draw as many cards again from there."""

    type: Literal["sweep"] = "sweep"
    zone: Expr
    pattern: Name
    to: Expr
    refill: Expr = ""


class Show(Model):
    """Show cards to everyone ("all") or to one seat."""

    type: Literal["show"] = "show"
    cards: Expr
    where: Expr = "1"
    """Only the cards `c` for which this holds."""
    to: Expr = "all"


class Shuffle(Model):
    """Shuffle a zone."""

    type: Literal["shuffle"] = "shuffle"
    zone: Expr


class Set(Model):
    """Give the register called `name` a value; `opened[p]` names another seat's or team's."""

    type: Literal["set"] = "set"
    name: Expr
    value: Expr


class Score(Model):
    """Add points to a seat's or team's score."""

    type: Literal["score"] = "score"
    to: Expr
    points: Expr


class Pay(Model):
    """Move chips from a seat to a seat; "bank" or "pot" may stand for either. Nobody pays more than they have."""

    type: Literal["pay"] = "pay"
    who: Expr = "turn"
    to: Expr = "bank"
    amount: Expr


class Turn(Model):
    """Change whose turn is next: skip a seat, reverse the direction, take another turn, or pass it to a seat."""

    type: Literal["turn"] = "turn"
    action: Literal["skip", "reverse", "again", "to"]
    seat: Expr = ""


class Out(Model):
    """A seat leaves play, for the rest of the hand or of the match."""

    type: Literal["out"] = "out"
    seat: Expr = "turn"
    until: Literal["hand", "match"] = "hand"


class If(Model):
    """Do `then` when the condition holds, and `otherwise` when it does not."""

    type: Literal["if"] = "if"
    when: Expr
    then: tuple[Effect, ...]
    otherwise: tuple[Effect, ...] = ()


class Each(Model):
    """Do the effects once for each value of a domain (`seats`, `piles(melds)`, `hand`...), called `var`."""

    type: Literal["each"] = "each"
    var: Name
    domain: Expr
    effects: tuple[Effect, ...]


class End(Model):
    """End the turn, the hand or the match."""

    type: Literal["end"] = "end"
    what: Literal["turn", "hand", "match"] = "hand"


Effect = Annotated[
    Move | Sweep | Show | Shuffle | Set | Score | Pay | Turn | Out | If | Each | End, Field(discriminator="type")
]

If.model_rebuild()
Each.model_rebuild()
