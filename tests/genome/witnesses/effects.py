"""What can happen: one effect at a time, after a card has been thrown."""

from __future__ import annotations

from typing import Any

from deckwright.genome.schema import (
    ChoicePhase,
    Each,
    Effect,
    End,
    GameGenome,
    HandPattern,
    If,
    Move,
    Offer,
    Out,
    Pay,
    Register,
    Score,
    ScoringRule,
    Set,
    SetupRules,
    Show,
    Shuffle,
    Sweep,
    Turn,
    Zone,
)

from .bases import DISCARD, HAND, LAYOUT, STOCK, throw, throwing, turns
from .witness import Witness, makes, shows

_EFFECT = "turn_structure.phases[0].offers[0].effects[0]"
_WELL = Zone(name="well", seen_by="all")
_DRAW = Move(cards="stock", to="hand", count="1")
_TAKE = Offer(name="take", when="size(discard) > 0", effects=(Move(cards="discard", to="hand", count="1"),))


def _after(effect: Effect, **changes: Any) -> GameGenome:
    """The effect follows every card that is thrown."""
    return throwing(throw(effects=(effect,)), _TAKE, Offer(name="keep"), **changes)


def _of(effect: Effect, field: str, *values: Any, views: bool = False, **changes: Any) -> Witness:
    return shows(_after(effect, **changes), f"{_EFFECT}.{field}", *values, views=views)


_SIDES: dict[str, Any] = {"player_count": 4, "team_mode": True, "teams": ((0, 2), (1, 3))}
_MARKS: dict[str, Any] = {
    "registers": (Register(name="mark"), Register(name="other_mark", start="1")),
    "scoring_rules": (ScoringRule(points="mark + 10 * other_mark"),),
}
_DEALT_AGAIN: dict[str, Any] = {
    "setup": SetupRules(cards_per_player=4, dealer="stay"),
    "max_hands": 3,
}
_CHIPS: dict[str, Any] = {
    "setup": SetupRules(cards_per_player=4, starting_chips=6),
    "scoring_rules": (ScoringRule(points="chips + 3 * pot"),),
}


def _aside(zone_says: str, *seen_by: str) -> Witness:
    """Cards are put aside; who sees them is not always what the zone says."""
    reserve = Zone(name="reserve", owner="seat", seen_by=zone_says)
    move = Move(cards="stock", to="reserve", count="1")
    return _of(move, "seen_by", *seen_by, views=True, zones=(HAND, STOCK, DISCARD, reserve), **_SIDES)


def _turned(action: str) -> GameGenome:
    return _after(Turn(action=action, seat="right(dealer)" if action == "to" else ""))


def _well(place: str = "top") -> GameGenome:
    """Cards come out of a well in the order in which they lie there."""
    fill = Move(cards="stock", to="well", count="3", place=place)
    drink = Offer(name="drink", effects=(Move(cards="well", to="hand", count="1", seen_by="all"),))
    genome = throwing(throw(effects=(fill,)), drink, zones=(HAND, STOCK, DISCARD, _WELL))
    return genome.copy_with(setup=SetupRules(cards_per_player=3))


_PAIRS = throwing(
    Offer(name="sweep", effects=(Sweep(zone="hand", pattern="pair", to="layout", refill="stock"),)),
    Offer(
        name="clear",
        effects=(Sweep(zone="hand", pattern="flush", to="layout"), Sweep(zone="hand", pattern="pair", to="layout")),
    ),
    throw(),
    _TAKE,
    zones=(HAND, STOCK, DISCARD, LAYOUT),
    patterns=(
        HandPattern(name="pair", of_a_kind=True, required_count=2),
        HandPattern(name="flush", suited=True, required_count=3),
    ),
    setup=SetupRules(cards_per_player=5),
)
_SHUFFLED = throwing(
    throw(effects=(Shuffle(zone="discard"),)),
    _TAKE,
    Offer(name="draw", effects=(_DRAW,)),
)
_OUT = throwing(
    throw(effects=(Out(seat="left(turn)", until="hand"),)),
    Offer(name="keep"),
    max_hands=2,
    player_count=4,
)
_ENDING = throwing(
    throw(effects=(If(when="suit(c) == 'hearts'", then=(End(what="turn"),)),)),
    max_hands=2,
    turn_structure=turns(
        ChoicePhase(offers=(throw(effects=(If(when="suit(c) == 'hearts'", then=(End(what="turn"),)),)),)),
        ChoicePhase(name="more", offers=(throw(), Offer(name="keep"))),
    ),
)

WITNESSES = (
    _of(Move(cards="discard", to="hand"), "cards", "discard", "stock"),
    _of(_DRAW, "to", "hand", "hand[left(turn)]"),
    _of(Move(cards="discard", to="hand", where="rank(c) > 'Q'"), "where", "rank(c) > 'Q'", "suit(c) == 'clubs'"),
    _of(_DRAW, "count", "1", "2"),
    _of(
        Move(cards="stock", to="discard", until="rank(top(discard)) > 'J'"),
        "until",
        "rank(top(discard)) > 'J'",
        "suit(top(discard)) == 'clubs'",
    ),
    shows(_well(), f"{_EFFECT}.place", "top", "bottom", "shuffled"),
    _aside("owner", "", "all", "team", "none"),
    _aside("all", "owner", "none"),
    shows(_PAIRS, f"{_EFFECT}.zone", "hand", "hand[left(turn)]"),
    shows(_PAIRS, f"{_EFFECT}.pattern", "pair", "flush"),
    shows(_PAIRS, f"{_EFFECT}.to", "layout", "discard"),
    shows(_PAIRS, f"{_EFFECT}.refill", "stock", ""),
    _of(Show(cards="hand"), "cards", "hand", "hand[left(turn)]", views=True),
    _of(Show(cards="hand"), "where", "1", "suit(c) == 'hearts'", views=True),
    _of(Show(cards="hand"), "to", "all", "left(turn)", views=True),
    shows(_SHUFFLED, f"{_EFFECT}.zone", "discard", "stock"),
    _of(Set(name="mark", value="rank(c)"), "name", "mark", "other_mark", **_MARKS),
    _of(Set(name="mark", value="rank(c)"), "value", "rank(c)", "mark + 1", **_MARKS),
    _of(Set(name="dealer", value="turn"), "value", "turn", "left(dealer)", **_DEALT_AGAIN),
    _of(Score(to="turn", points="2"), "to", "turn", "dealer", "team(dealer)", **_SIDES),
    _of(Score(to="turn", points="2"), "points", "2", "rank(c)"),
    _of(Pay(who="turn", to="left(turn)", amount="1"), "who", "turn", "dealer", "bank", "pot", **_CHIPS),
    _of(Pay(who="turn", to="bank", amount="1"), "to", "bank", "dealer", "pot", **_CHIPS),
    _of(Pay(who="turn", to="bank", amount="1"), "amount", "1", "2", **_CHIPS),
    makes(_turned, f"{_EFFECT}.action", "skip", "reverse", "again", "to"),
    shows(_after(Turn(action="to", seat="dealer")), f"{_EFFECT}.seat", "dealer", "right(dealer)"),
    shows(_OUT, f"{_EFFECT}.seat", "left(turn)", "turn"),
    shows(_OUT, f"{_EFFECT}.until", "hand", "match"),
    _of(If(when="suit(c) == 'hearts'", then=(_DRAW,)), "when", "suit(c) == 'hearts'", "rank(c) > 'J'"),
    _of(If(when="suit(c) == 'hearts'", then=(_DRAW,)), "then[0].count", "1", "2"),
    _of(If(when="suit(c) == 'hearts'", then=(), otherwise=(_DRAW,)), "otherwise[0].count", "1", "2"),
    _of(Each(var="p", domain="seats", effects=(Score(to="p", points="1"),)), "domain", "seats", "opponents"),
    _of(Each(var="p", domain="seats", effects=(Score(to="p", points="1"),)), "effects[0].points", "1", "size(hand[p])"),
    shows(_ENDING, f"{_EFFECT}.then[0].what", "turn", "hand", "match"),
)
