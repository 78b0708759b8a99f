"""Tricks and auctions."""

from __future__ import annotations

from typing import Any

from deckwright.genome.schema import (
    BreakingRule,
    Call,
    CardCondition,
    Duty,
    GameGenome,
    GameRules,
    Move,
    ScoringRule,
    SetupRules,
    Strain,
    TieBreaker,
    TrickPhase,
    TurnStructure,
    WinCondition,
    Zone,
)

from .bases import CAPTURED, HAND, STOCK, THREE_SUITS, auction, bidding, trick, tricks
from .witness import makes, shows

_FOLLOW = (Duty(cards="follows(c)"),)
_PHASE = "turn_structure.phases[0]"
_BREAKING = trick(
    TrickPhase(
        duties=_FOLLOW,
        breaking_suit="hearts",
        breaking_rule=BreakingRule.CANNOT_LEAD_UNTIL_BROKEN,
        broken_by=(CardCondition(suit="hearts"),),
    )
)
_COPIES = trick(
    TrickPhase(duties=_FOLLOW),
    deck=THREE_SUITS.copy_with(copies=2, ranks=("Q", "K", "A")),
    game_rules=GameRules(tie_breaker=TieBreaker.ALTERNATING),
)
_TWO_PHASES = tricks(
    turn_structure=TurnStructure(
        order="sequence", phases=(TrickPhase(until="trick_number >= 1"), TrickPhase(name="rest"))
    ),
    setup=SetupRules(cards_per_player=5),
)
_TWO_SOURCES = trick(
    TrickPhase(),
    zones=(HAND, STOCK, CAPTURED, Zone(name="reserve", owner="seat", seen_by="owner")),
    setup=SetupRules(
        cards_per_player=3, deal=tuple(Move(cards="stock", to=f"reserve[{seat}]", count="2") for seat in range(3))
    ),
    scoring_rules=(ScoringRule(points="5 * size(reserve) + size(captured)"),),
)
_STRAINS = tricks(
    strains=(Strain(name="high"), Strain(name="low", order="-rank(c)")),
    turn_structure=TurnStructure(
        order="sequence",
        phases=(
            TrickPhase(duties=_FOLLOW, strain="'low'", until="trick_number >= 2"),
            TrickPhase(name="rest", strain="'high' if hand_score > 1 else 'low'"),
        ),
    ),
)


def _war(**changes: Any) -> GameGenome:
    """The top cards are turned up; equal ones fight."""
    phase = TrickPhase(to="hand", forced_top=True, ties="tie_breaker", bury=1, until="trick_number >= 12").copy_with(
        **changes
    )
    return trick(
        phase,
        player_count=2,
        zones=(HAND, STOCK),
        setup=SetupRules(cards_per_player=9, tableau_mode="war"),
        card_scoring=(),
        win_conditions=(WinCondition(type="capture_all"),),
        game_rules=GameRules(tie_breaker=TieBreaker.BATTLE),
    )


def _forced(*, forced: bool) -> GameGenome:
    return trick(
        TrickPhase(to="hand", forced_top=forced, until="trick_number >= 4"),
        card_scoring=(),
        zones=(HAND, STOCK),
        win_conditions=(WinCondition(type="capture_all"),),
    )


_DUMMY = bidding().copy_with(
    turn_structure=TurnStructure(
        order="sequence",
        phases=(TrickPhase(leader="0", duties=_FOLLOW),),
    ),
    scoring_rules=(ScoringRule(points="tricks"),),
    strains=(),
)
_CALLS = (
    Call(name="{level} {strain}", levels=(1, 2, 1), strains=("clubs", "hearts", "plain"), order="3 * level + index"),
)
_KINDS = auction(
    calls=(
        Call(name="{level}", levels=(1, 2, 1), kind="big"),
        Call(name="small", levels=(3, 3, 1), kind="small"),
        Call(name="big", levels=(4, 4, 1), kind="big"),
    )
).copy_with(
    strains=(),
    scoring_rules=(
        ScoringRule(to="team(declarer)", when="declarer != none and kind == 'big'", points="20"),
        ScoringRule(to="team(declarer)", when="declarer != none and kind == 'small'", points="2"),
        ScoringRule(points="10 * tricks"),
    ),
)
_TWICE = auction(calls=(Call(name="bid", levels=(1, 1, 1)),), all_pass="end_hand").copy_with(
    max_hands=2, strains=(), scoring_rules=(ScoringRule(points="tricks + 3"),)
)
_CALL = f"{_PHASE}.calls[0]"

WITNESSES = (
    shows(_TWO_PHASES, f"{_PHASE}.when", "1", "hand_number > 0"),
    shows(tricks(), f"{_PHASE}.leader", "left(dealer)", "first(p for p in seats if any(c == 'AS' for c in hand[p]))"),
    shows(_STRAINS, f"{_PHASE}.strain", "'low'", "'high'"),
    shows(_TWO_SOURCES, f"{_PHASE}.source", "hand", "reserve"),
    shows(_TWO_PHASES, f"{_PHASE}.until", "trick_number >= 1", "trick_number >= 2"),
    shows(_TWO_SOURCES, f"{_PHASE}.to", "captured", "reserve", "hand"),
    shows(tricks(), f"{_PHASE}.duties[0].cards", "follows(c)", "heads(c)", "suit(c) == 'hearts'"),
    shows(tricks(), f"{_PHASE}.duties[0].when", "1", "trick_number > 1"),
    shows(_BREAKING, f"{_PHASE}.breaking_suit", "hearts", "clubs"),
    shows(_BREAKING, f"{_PHASE}.breaking_rule", *(rule for rule in BreakingRule if rule is not BreakingRule.NONE)),
    makes(
        lambda rule: trick(
            TrickPhase()
            if rule is BreakingRule.NONE
            else TrickPhase(breaking_rule=rule, breaking_suit="hearts", broken_by=(CardCondition(rank="A"),))
        ),
        f"{_PHASE}.breaking_rule",
        *BreakingRule,
    ),
    shows(_BREAKING, f"{_PHASE}.broken_by[0].suit", "hearts", "spades"),
    shows(_BREAKING, f"{_PHASE}.broken_by", (CardCondition(rank="A"),), (CardCondition(suit="hearts"),)),
    shows(tricks(), f"{_PHASE}.hold", "0", "1", "trick_number == 0"),
    shows(tricks(), f"{_PHASE}.out", "none", "dealer"),
    shows(_DUMMY, f"{_PHASE}.dummy", "none", "2"),
    makes(lambda forced: _forced(forced=forced), f"{_PHASE}.forced_top", False, True),
    shows(_war(), f"{_PHASE}.bury", 1, 2),
    shows(_COPIES, f"{_PHASE}.ties", "first", "last", "tie_breaker"),
    shows(bidding(), f"{_PHASE}.when", "1", "hand_number > 0"),
    shows(auction(), f"{_PHASE}.start", "left(dealer)", "dealer"),
    shows(auction(ends="once"), f"{_PHASE}.rising", True, False),
    shows(auction(), f"{_PHASE}.may_pass", "1", "high > 0"),
    shows(auction(ends="silence"), f"{_PHASE}.pass_is_final", True, False),
    shows(auction(), f"{_PHASE}.doubling", 0, 1, 2),
    makes(
        lambda ends: auction(ends=ends, pass_is_final=ends != "silence"),
        f"{_PHASE}.ends",
        *("once", "first_bid", "one_left", "silence"),
    ),
    shows(auction(ends="silence", pass_is_final=False), f"{_PHASE}.declarer", "bidder", "first_of_side"),
    shows(_TWICE, f"{_PHASE}.all_pass", "redeal", "end_hand", "continue"),
    shows(_KINDS, f"{_CALL}.kind", "big", "small", ""),
    shows(auction(), f"{_CALL}.levels", (1, 2, 1), (1, 3, 2)),
    shows(
        auction(),
        f"{_CALL}.strains",
        ("clubs", "hearts", "plain"),
        ("clubs", "plain", "hearts"),
        ("clubs", "hearts", "spades", "plain"),
    ),
    shows(
        auction(),
        f"{_CALL}.when",
        "1",
        "level <= size(hand) - 4",
        "strain != 'hearts'",
        "strain == suit(first(c for c in hand))",
    ),
    shows(auction(), f"{_CALL}.order", "3 * level + index", "7 - index - 3 * (level - 1)"),
)
