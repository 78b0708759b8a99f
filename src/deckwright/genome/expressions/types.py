"""What a value of an expression is, between which bounds it lies, and every fact of the language."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple

LOWEST, HIGHEST = -(2**31), 2**31 - 1
REGISTER_LIMIT = 1_000_000
"""Scores, chips and registers stop here, on both sides."""


class Type(Enum):
    """The types of the language; seats and teams are never mixed up."""

    INT = "a number"
    SEAT = "a seat"
    TEAM = "a team"
    CARD = "a card"
    SUIT = "a suit"
    RANK = "a rank"
    COLOUR = "a colour"
    STRAIN = "a strain"
    KIND = "a kind of call"
    PILE = "a pile"
    CARDS = "a set of cards"
    SUITS = "a set of suits"
    NONE = "none"
    TEXT = "a name"

    __hash__ = object.__hash__  # one by its name takes a call of Python, and types are in the keys of what is known

    @property
    def is_number(self) -> bool:
        """Usable in arithmetic: numbers, and ranks by their place from 0."""
        return self in (Type.INT, Type.RANK)

    @property
    def may_be_none(self) -> bool:
        """Whether `none` is a value of the type."""
        return self in (Type.SEAT, Type.TEAM, Type.CARD, Type.SUIT, Type.RANK, Type.STRAIN)


class Bounds(NamedTuple):
    """The smallest and largest value."""

    low: int
    high: int

    def join(self, other: Bounds) -> Bounds:
        """Bounds that hold for either."""
        return Bounds(min(self.low, other.low), max(self.high, other.high))

    @property
    def fits(self) -> bool:
        """Whether 32 bits hold every value."""
        return self.low >= LOWEST and self.high <= HIGHEST


HELD = {
    "number": Type.INT, "seat": Type.SEAT, "team": Type.TEAM, "suit": Type.SUIT,
    "rank": Type.RANK, "card": Type.CARD, "strain": Type.STRAIN,
}  # fmt: skip
"""What registers hold, by the word for it."""

BOOLEAN = Bounds(0, 1)
REGISTER = Bounds(-REGISTER_LIMIT, REGISTER_LIMIT)


def arithmetic_bounds(operator: str, left: Bounds, right: Bounds) -> Bounds:
    """Bounds of `left operator right`; the divisor must not reach 0."""
    match operator:
        case "+":
            return Bounds(left.low + right.low, left.high + right.high)
        case "-":
            return Bounds(left.low - right.high, left.high - right.low)
        case "*" | "//":
            corners = [a * b if operator == "*" else a // b for a in left for b in right]
            return Bounds(min(corners), max(corners))
        case _:  # "%"
            return Bounds(0, right.high - 1) if right.low > 0 else Bounds(right.low + 1, 0)


Per = Literal["table", "seat", "team"]
Keep = Literal["turn", "hand", "match"]

COUNTER = Bounds(0, REGISTER_LIMIT)


@dataclass(frozen=True)
class Fact:
    """A built-in register of the kernel."""

    name: str
    per: Per
    type: Type
    phrase: str
    """How a rulebook says it: with an article, or after whoever has it."""
    bounds: Bounds | None = None
    """None: as the type says for the genome."""
    keep: Keep = "hand"
    start: int = 0


REGISTER_FACTS: dict[str, Fact] = {
    fact.name: fact
    for fact in (
        # flow
        Fact("hand_number", "table", Type.INT, "the number of hands before this one", COUNTER, keep="match"),
        Fact("hands_played", "table", Type.INT, "the number of hands played", COUNTER, keep="match"),
        Fact("dealer", "table", Type.SEAT, "the dealer", keep="match"),
        Fact("turn", "table", Type.SEAT, "the player whose turn it is"),
        Fact("outer", "table", Type.SEAT, "the player whose turn was interrupted", start=-1),
        Fact("last_turn", "table", Type.SEAT, "the player who had the turn before", start=-1),
        Fact("turn_number", "table", Type.INT, "the number of turns taken", COUNTER),
        Fact("actor", "table", Type.SEAT, "the player who acts"),
        Fact("passes", "table", Type.INT, "the number of passes in a row", COUNTER),
        Fact("direction", "table", Type.INT, "the direction of play", Bounds(-1, 1), start=1),
        Fact("drawn", "table", Type.INT, "the number of cards drawn this turn", Bounds(0, 128), keep="turn"),
        Fact("taken", "table", Type.CARD, "the card just taken", start=-1, keep="turn"),
        Fact("last_player", "table", Type.SEAT, "the last player who did not pass", start=-1),
        Fact("alternate", "table", Type.INT, "whose turn it is to be preferred in a tie", COUNTER, keep="match"),
        # trick
        Fact("led", "table", Type.SUIT, "the suit led", start=-1),
        Fact("leading", "table", Type.INT, "whether no card has been played to the trick", BOOLEAN, start=1),
        Fact("winner", "table", Type.SEAT, "the winner of the last trick", start=-1),
        Fact("trick_number", "table", Type.INT, "the number of tricks played", COUNTER),
        Fact("broken", "table", Type.INT, "whether the suit has been broken", BOOLEAN),
        # auction
        Fact("high", "table", Type.INT, "the height of the highest call", COUNTER),
        Fact("declarer", "table", Type.SEAT, "the declarer", start=-1),
        Fact("level", "table", Type.INT, "the level of the contract", REGISTER),
        Fact("strain", "table", Type.STRAIN, "the strain of the contract"),
        Fact("kind", "table", Type.KIND, "the kind of contract"),
        Fact("doubled", "table", Type.INT, "how often the contract was doubled", Bounds(0, 2)),
        # betting
        Fact("pot", "table", Type.INT, "the pot", COUNTER, keep="match"),
        Fact("to_call", "table", Type.INT, "what it costs to stay in", COUNTER),
        Fact("raises", "table", Type.INT, "the number of raises this round", COUNTER),
        # seats
        Fact("score", "seat", Type.INT, "score", REGISTER, "match"),
        Fact("hand_score", "seat", Type.INT, "hand score", REGISTER),
        Fact("tricks", "seat", Type.INT, "number of tricks", Bounds(0, 10_000)),
        Fact("bid", "seat", Type.INT, "bid", REGISTER, "hand", -1),
        Fact("chips", "seat", Type.INT, "chips", COUNTER, "match"),
        Fact("staked", "seat", Type.INT, "chips in the pot", COUNTER),
        Fact("bet", "seat", Type.INT, "chips bet this round", COUNTER),
        Fact("folded", "seat", Type.INT, "folded", BOOLEAN),
        Fact("place", "seat", Type.INT, "place in the order of going out", Bounds(0, 16)),
        Fact("out", "seat", Type.INT, "out", Bounds(0, 2), "match"),
        Fact("team_score", "team", Type.INT, "score", REGISTER, "match"),
        Fact("team_hand_score", "team", Type.INT, "team hand score", REGISTER),
        Fact("team_tricks", "team", Type.INT, "number of tricks", Bounds(0, 10_000)),
    )
}  # fmt: skip

TEAM_VERSION = {"score": "team_score", "hand_score": "team_hand_score", "tricks": "team_tricks"}


FUNCTIONS = (
    "left", "right", "partner", "team", "other", "suit", "suits", "rank", "colour", "follows", "heads", "called",
    "size", "top", "under", "bottom", "tops", "face_up", "pile", "piles", "fits", "value", "pack", "packed", "adds",
    "min", "max", "abs", "members",
)  # fmt: skip
"""The functions of the language: what each takes and gives is said in `functions.py`."""
DOMAINS = ("seats", "live", "opponents", "members", "suits", "ranks")
"""What can be looped over by its name alone."""

RESERVED = frozenset((*REGISTER_FACTS, *FUNCTIONS, *DOMAINS)) | {
    "none", "players", "c", "p", "s", "match", "trick", "bank", "all", "sum", "count", "any", "first", "index",
    "and", "or", "not", "if", "else", "for", "in",
}  # fmt: skip
"""Names that a zone, register, term, table or pick may not take; picks and loop variables may be called c, p and s."""
