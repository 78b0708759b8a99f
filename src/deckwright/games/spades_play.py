"""What both kinds of Spades share: one bid each, spades are trumps and may have to be broken before they are led."""

from __future__ import annotations

from deckwright.games.entry import Option
from deckwright.genome.schema import (
    AuctionPhase,
    BreakingRule,
    Call,
    CardCondition,
    Duty,
    Strain,
    TrickPhase,
)

SPADES = Strain(name="spades", called="suit(c) == 'spades'")

BREAKS = Option(
    "breaks",
    str,
    default="spades",
    choices=("spades", "nothing", "free"),
    text="what lets spades be led: a spade has been played, nothing but holding nothing else, or they always may",
)


def bidding(most: int, *, limit: int | None = None, blind: bool = False) -> AuctionPhase:
    """Everybody bids once: nil, seen or blind, or a number of tricks; partners together no more than the limit."""
    within = [f"level + bid[partner(actor)] <= {limit}"] if limit is not None else []
    nil = Call(name="nil", levels=(0, 0, 1), when="not blind" if blind else "1")
    number = Call(
        name="{level}",
        levels=(1, most, 1),
        when=" and ".join([*(["not blind"] if blind else []), *within]) or "1",
    )
    unseen = Call(name="blind nil", levels=(0, 0, 1), when="blind")
    return AuctionPhase(
        name="bidding",
        calls=(nil, number, *((unseen,) if blind else ())),
        rising=False,
        may_pass="0",
        ends="once",
    )


def tricks(breaks: str) -> TrickPhase:
    """Follow suit, spades are trumps, and how they come to be led."""
    follow = Duty(cards="follows(c)")
    if breaks == "free":
        return TrickPhase(duties=(follow,))
    if breaks == "nothing":
        return TrickPhase(duties=(Duty(cards="suit(c) != 'spades'", when="leading"), follow))
    return TrickPhase(
        duties=(follow,),
        breaking_suit="spades",
        breaking_rule=BreakingRule.CANNOT_LEAD_UNTIL_BROKEN,
        broken_by=(CardCondition(suit="spades"),),
    )
