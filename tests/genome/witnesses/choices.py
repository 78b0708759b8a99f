"""Offers, picks and duties."""

from __future__ import annotations

from typing import Any

from deckwright.genome.schema import (
    CardTable,
    ChoicePhase,
    Duty,
    GameGenome,
    GameRules,
    HandPattern,
    Move,
    Offer,
    Pick,
    Score,
    ScoringRule,
    Set,
    SetupRules,
    TableRow,
    TrickPhase,
    TurnStructure,
    Zone,
)

from .bases import DISCARD, HAND, LAYOUT, STOCK, THREE_SUITS, TRUMPS, melding, throw, throwing, turns
from .witness import makes, shows

_OFFERS = throwing(
    throw(),
    Offer(name="draw", effects=(Move(cards="stock", to="hand", count="1"),)),
)
_PICKING = throwing(
    throw(picks=(Pick(name="c", source="hand", where="rank(c) > 'J'", to="discard"),)),
    Offer(name="lay", picks=(Pick(name="l", source="hand", to="layout"),)),
    Offer(name="take", picks=(Pick(name="t", source="discard", to="hand"),)),
    zones=(HAND, STOCK, DISCARD, LAYOUT),
)
_PASSING = throwing(
    throw(),
    Offer(name="keep", is_pass=True),
    Offer(name="rest", is_pass=True),
    game_rules=GameRules(consecutive_pass_action="end_round", passes_to_trigger=2),
)


def _duties(*duties: Duty) -> GameGenome:
    """What must be thrown, if it is held."""
    table = CardTable(name="weight", rows=(TableRow(suit="hearts", value=2), TableRow(rank="A", value=1)))
    weighed = ScoringRule(points="sum(weight(c) for c in hand)")
    return throwing(
        throw(picks=(Pick(name="c", source="hand", duties=duties, to="discard"),)),
        deck=THREE_SUITS.copy_with(tables=(table,)),
        scoring_rules=(weighed,),
    )


def _several(**changes: Any) -> GameGenome:
    pick = Pick(name="thrown", kind="cards", source="hand", to="discard").copy_with(**changes)
    return throwing(throw(picks=(pick,)), setup=SetupRules(cards_per_player=5))


def _number(**changes: Any) -> GameGenome:
    pick = Pick(name="amount", kind="number", low="0", high="2").copy_with(**changes)
    return throwing(
        Offer(name="take", picks=(pick,), effects=(Move(cards="stock", to="hand", count="amount"),)), throw()
    )


_KINDS: dict[str, tuple[dict[str, Any], Any]] = {
    "card": ({"source": "hand"}, Move(cards="it", to="discard")),
    "cards": ({"source": "hand", "high": "2"}, Move(cards="it", to="discard")),
    "tail": ({"source": "discard"}, Move(cards="it", to="hand")),
    "set": ({"source": "hand", "pattern": "pair", "to": "melds", "high": "3"}, Score(to="turn", points="1")),
    "sets": ({"source": "hand", "pattern": "pair", "to": "melds", "high": "3"}, Score(to="turn", points="1")),
    "seat": ({}, Score(to="it", points="1")),
    "rank": ({}, Score(to="turn", points="it")),
    "suit": ({}, Score(to="turn", points="(1, 2, 3)[it]")),
    "number": ({"low": "1", "high": "2"}, Score(to="turn", points="it")),
    "pile": ({"source": "layout"}, Move(cards="stock", to="it", count="1")),
    "strain": ({}, Set(name="strain", value="it")),
}


def _kind(kind: str) -> GameGenome:
    """One pick of every kind, with what it is good for."""
    fields, effect = _KINDS[kind]
    offer = Offer(name="pick", picks=(Pick(name="it", kind=kind, **fields),), effects=(effect,))
    genome = throwing(offer, throw())
    if kind == "pile":
        return genome.copy_with(zones=(HAND, STOCK, DISCARD, LAYOUT.copy_with(piles=2)))
    if kind in ("set", "sets"):
        pair = HandPattern(name="pair", of_a_kind=True, min_count=1)
        melds = Zone(name="melds", role="sets", piles="rank")
        return genome.copy_with(zones=(*genome.zones, melds), patterns=(pair,))
    if kind == "strain":
        phases = (*genome.turn_structure.phases, TrickPhase(to="discard"))
        return genome.copy_with(strains=TRUMPS, turn_structure=TurnStructure(order="sequence", phases=phases))
    return genome


def _lay(pattern: str) -> Offer:
    return Offer(name="lay", picks=(Pick(name="laid", kind="cards", source="hand", pattern=pattern, to="melds"),))


_PAIR = HandPattern(name="pair", of_a_kind=True, required_count=2)
_FLUSH = HandPattern(name="flush", suited=True, required_count=3)
_MELDING = melding(_PAIR, _FLUSH).copy_with(
    turn_structure=turns(
        ChoicePhase(offers=(_lay("pair"), throw())),
        ChoicePhase(name="more", offers=(_lay("pair"), _lay("flush"), throw())),
    )
)
_PICK = "turn_structure.phases[0].offers[0].picks[0]"
_OFFER = "turn_structure.phases[0].offers[0]"

WITNESSES = (
    shows(_OFFERS, f"{_OFFER}.when", "1", "size(hand) > 2"),
    shows(_OFFERS, "turn_structure.phases[0].offers[1].duty", 0, 1),
    shows(_OFFERS, f"{_OFFER}.accept", "1", "any(suit(x) == 'hearts' for x in hand)"),
    shows(_PASSING, "turn_structure.phases[0].offers[1].is_pass", True, False),
    makes(_kind, f"{_PICK}.kind", *_KINDS),
    shows(_PICKING, f"{_PICK}.source", "hand", "top(discard)", "hand, layout"),
    shows(_PICKING, f"{_PICK}.where", "rank(c) > 'J'", "suit(c) == 'clubs'"),
    shows(_PICKING, f"{_PICK}.to", "discard", "layout"),
    shows(_several(low="1", high="2"), f"{_PICK}.low", "1", "2", "0"),
    shows(_several(low="1", high="2"), f"{_PICK}.high", "2", "3", "size(hand)"),
    shows(_number(), f"{_PICK}.low", "0", "1"),
    shows(_number(), f"{_PICK}.high", "2", "3"),
    shows(_number(), f"{_PICK}.where", "1", "amount <= size(hand) - 2"),
    shows(_MELDING, f"{_PICK}.pattern", "pair", "flush"),
    makes(
        lambda cards: _duties(Duty(cards=cards)), f"{_PICK}.duties[0].cards", "suit(c) == 'hearts'", "rank(c) == 'A'"
    ),
    makes(
        lambda when: _duties(Duty(cards="suit(c) == 'hearts'", when=when)),
        f"{_PICK}.duties[0].when",
        "1",
        "size(hand) > 2",
    ),
    makes(
        lambda by: _duties(Duty(by=by, cards="" if by else "suit(c) == 'clubs'")), f"{_PICK}.duties[0].by", "", "weight"
    ),
)
