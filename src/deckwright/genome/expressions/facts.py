"""Every fact of the language: what it is about, its type, its bounds, and how a rulebook says it.

A fact *per seat* is indexed (`tricks[left(turn)]`); bare, it is that of whoever acts or is scored. For a team, the
seats' facts are added up, unless the team has one of its own (`score`, `hand_score`, `tricks`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from deckwright.genome.expressions.types import BOOLEAN, REGISTER, REGISTER_LIMIT, Bounds, Type

Per = Literal["table", "seat", "team"]

COUNTER = Bounds(0, REGISTER_LIMIT)


@dataclass(frozen=True)
class Fact:
    """A built-in register of the kernel."""

    name: str
    per: Per
    type: Type
    phrase: str
    bounds: Bounds | None = None
    """None: as the type says for the genome."""
    keep: Literal["turn", "hand", "match"] = "hand"
    start: int = 0


def _table(
    name: str,
    kind: Type,
    phrase: str,
    bounds: Bounds | None = None,
    *,
    start: int = 0,
    keep: Literal["turn", "hand", "match"] = "hand",
) -> Fact:
    return Fact(name, "table", kind, phrase, bounds, keep, start)


REGISTER_FACTS: dict[str, Fact] = {
    fact.name: fact
    for fact in (
        # flow
        _table("hand_number", Type.INT, "the number of the hand, from 0", COUNTER, keep="match"),
        _table("hands_played", Type.INT, "the number of hands played", COUNTER, keep="match"),
        _table("dealer", Type.SEAT, "the dealer", keep="match"),
        _table("turn", Type.SEAT, "the player whose turn it is"),
        _table("outer", Type.SEAT, "the player whose turn was interrupted", start=-1),
        _table("last_turn", Type.SEAT, "the player who had the turn before", start=-1),
        _table("turn_number", Type.INT, "the number of turns taken", COUNTER),
        _table("actor", Type.SEAT, "the player who acts"),
        _table("passes", Type.INT, "the number of passes in a row", COUNTER),
        _table("direction", Type.INT, "the direction of play", Bounds(-1, 1), start=1),
        _table("drawn", Type.INT, "the number of cards drawn this turn", Bounds(0, 128), keep="turn"),
        _table("taken", Type.CARD, "the card just taken", start=-1, keep="turn"),
        _table("last_player", Type.SEAT, "the last player who did not pass", start=-1),
        _table("alternate", Type.INT, "whose turn it is to be preferred in a tie", COUNTER, keep="match"),
        # trick
        _table("led", Type.SUIT, "the suit led", start=-1),
        _table("leading", Type.INT, "whether no card has been played to the trick", BOOLEAN, start=1),
        _table("winner", Type.SEAT, "the winner of the last trick", start=-1),
        _table("trick_number", Type.INT, "the number of tricks played", COUNTER),
        _table("broken", Type.INT, "whether the suit has been broken", BOOLEAN),
        # auction
        _table("high", Type.INT, "the highest call", COUNTER),
        _table("declarer", Type.SEAT, "the declarer", start=-1),
        _table("level", Type.INT, "the level of the contract", REGISTER),
        _table("strain", Type.STRAIN, "the strain of the contract"),
        _table("kind", Type.KIND, "the kind of the contract"),
        _table("doubled", Type.INT, "how often the contract was doubled", Bounds(0, 2)),
        # betting
        _table("pot", Type.INT, "the pot", COUNTER, keep="match"),
        _table("to_call", Type.INT, "what it costs to stay in", COUNTER),
        _table("raises", Type.INT, "the number of raises this round", COUNTER),
        # seats
        Fact("score", "seat", Type.INT, "the score", REGISTER, "match"),
        Fact("hand_score", "seat", Type.INT, "the points of this hand", REGISTER),
        Fact("tricks", "seat", Type.INT, "the tricks won", Bounds(0, 10_000)),
        Fact("bid", "seat", Type.INT, "the bid", REGISTER, "hand", -1),
        Fact("chips", "seat", Type.INT, "the chips", COUNTER, "match"),
        Fact("staked", "seat", Type.INT, "the chips put into the pot this hand", COUNTER),
        Fact("bet", "seat", Type.INT, "the chips put in this round", COUNTER),
        Fact("folded", "seat", Type.INT, "whether folded", BOOLEAN),
        Fact("place", "seat", Type.INT, "the order of going out, 1 first, 0 not yet", Bounds(0, 16)),
        Fact("out", "seat", Type.INT, "whether out of play", Bounds(0, 2), "match"),
        Fact("team_score", "team", Type.INT, "the team's score", REGISTER, "match"),
        Fact("team_hand_score", "team", Type.INT, "the team's points of this hand", REGISTER),
        Fact("team_tricks", "team", Type.INT, "the team's tricks", Bounds(0, 10_000)),
    )
}  # fmt: skip

TEAM_VERSION = {"score": "team_score", "hand_score": "team_hand_score", "tricks": "team_tricks"}


@dataclass(frozen=True)
class Function:
    """A function of the language."""

    name: str
    arguments: str
    phrase: str


FUNCTIONS: dict[str, Function] = {
    function.name: function
    for function in (
        Function("left", "seat", "the player to the left of {0}"),
        Function("right", "seat", "the player to the right of {0}"),
        Function("partner", "seat", "{0}'s partner"),
        Function("team", "seat", "{0}'s side"),
        Function("other", "team", "the other side"),
        Function("suit", "card", "the suit of {0}"),
        Function("suits", "card", "the suits of {0}"),
        Function("rank", "card", "the rank of {0}"),
        Function("colour", "card or suit", "the colour of {0}"),
        Function("follows", "card", "{0} follows suit"),
        Function("heads", "card", "{0} beats the cards of the trick"),
        Function("called", "card", "{0} belongs to the called suit"),
        Function("size", "zone", "the number of cards in {0}"),
        Function("top", "zone", "the top card of {0}"),
        Function("under", "zone", "the card under the top card of {0}"),
        Function("bottom", "zone", "the bottom card of {0}"),
        Function("tops", "zone", "the top cards of {0}"),
        Function("face_up", "zone", "the face-up cards of {0}"),
        Function("pile", "zone, key", "the pile of {0} for {1}"),
        Function("piles", "zone", "the piles of {0}"),
        Function("fits", "card, pile", "{0} fits on {1}"),
        Function("value", "zone", "the value of {0}"),
        Function("pack", "zone, group", "the best total of {1} in {0}"),
        Function("packed", "zone, group", "the cards of the best total of {1} in {0}"),
        Function("adds", "zone, table, number", "some cards of {0} add up to {2}"),
        Function("min", "numbers", "the smaller of {0}"),
        Function("max", "numbers", "the larger of {0}"),
        Function("abs", "number", "the size of {0}"),
        Function("members", "team", "the players of {0}"),
    )
}

DOMAINS = {
    "seats": "every player",
    "live": "every player still in",
    "opponents": "every opponent",
    "members": "every player of the side",
    "suits": "every suit",
    "ranks": "every rank",
}

RESERVED = frozenset(REGISTER_FACTS) | frozenset(FUNCTIONS) | frozenset(DOMAINS) | {
    "none", "players", "c", "p", "s", "match", "trick", "bank", "all", "sum", "count", "any", "first", "index",
    "and", "or", "not", "if", "else", "for", "in",
}  # fmt: skip
"""Names that a zone, register, term, table or pick may not take; picks and loop variables may be called c, p and s."""
