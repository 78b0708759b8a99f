"""What happens by itself, and what a seat chooses: offers made of picks."""

from __future__ import annotations

from typing import Literal

from deckwright.genome.effects import Effect
from deckwright.genome.values import Expr, Flag, Model, Name, Small

PickKind = Literal["card", "cards", "tail", "set", "sets", "seat", "rank", "suit", "number", "pile", "strain"]


class Duty(Model):
    """A tier of cards that must be chosen from if any is held; `by` a table: one tier per value, highest first."""

    cards: Expr = ""
    when: Expr = "1"
    by: Name = ""


class Pick(Model):
    """One value that the seat chooses."""

    name: Name
    kind: PickKind = "card"
    """A tail is a face-up card of a pile with all that lies on it: as a card it is its lowest, as cards all of them."""
    source: Expr = ""
    """A zone, an earlier pick, or several of them with commas."""
    where: Expr = "1"
    """Over the value, by the pick's name (`c` also names a card)."""
    low: Expr = "1"
    high: Expr = "1"
    """How many cards, or the range of a number. No `high` for sets: any number of cards."""
    duties: tuple[Duty, ...] = ()
    pattern: Name = ""
    """The cards form this pattern, or one of this group, which then says how many they are. A set is laid on the pile
    of its rank and forms the pattern with what lies there; `low` and `high` say how many cards, of `sets` in all."""
    to: Expr = ""
    """The zone that receives the cards."""


class Offer(Model):
    """One thing a seat may do, with what it picks and what follows."""

    name: Name
    when: Expr = "1"
    duty: Small = 0
    """Available only if no offer of lower duty is."""
    picks: tuple[Pick, ...] = ()
    accept: Expr = "1"
    """Judged as if the picked cards had left their zone and reached `to`."""
    effects: tuple[Effect, ...] = ()
    is_pass: Flag = False


class DoPhase(Model):
    """Effects that happen unasked."""

    type: Literal["do"] = "do"
    name: Name = ""
    when: Expr = "1"
    actor: Expr = "turn"
    effects: tuple[Effect, ...]


class ChoicePhase(Model):
    """The actor takes one of the offers."""

    type: Literal["choice"] = "choice"
    name: Name = ""
    when: Expr = "1"
    actor: Expr = "turn"
    offers: tuple[Offer, ...]
