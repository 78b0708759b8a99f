"""Partnership Spades: two sides of two say how many tricks they will take, and pay for taking more.

Follows https://www.pagat.com/auctionwhist/spades.html. Everybody bids a number of tricks or nil, from the dealer's
left; partners' bids are added up. Spades are trumps and are not led until one has been played, unless a hand has
nothing else. A side that makes its bid scores 10 for each trick bid and 1 for each one over, called a bag; a side
that does not loses 10 for each trick bid. Ten bags, over several hands, cost 100. Nil, no trick at all, wins or loses
100 beside what the partner's bid earns; the tricks of a failed nil do not help the partner but are bags. The first
side to reach 500 wins, the higher if both do; level, they play on.

Options: `hands` (so many instead of a target), `target`, `breaks` (what lets spades be led), `failed_nil` (whether
its tricks count for the partner's bid), `bid_limit` (whether partners may together bid more than the thirteen tricks
there are), `blind_nil` (nil bid before looking at one's cards, by a side that is at least 100 behind, for 200 points;
two cards are exchanged with the partner), `mercy` (a side that falls so far below nothing has lost; the Zone's 200).

OpenSpiel plays `hands=1, breaks=nothing, failed_nil=helps, bid_limit=yes`.
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.games.spades_play import BREAKS, SPADES, bidding, tricks
from deckwright.genome.schema import (
    ChoicePhase,
    DoPhase,
    Each,
    GameGenome,
    GameRules,
    Move,
    Offer,
    Phase,
    Pick,
    Register,
    ScoringRule,
    Set,
    SetupRules,
    Term,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

MOST_HANDS = 100
"""Sides that bid badly drift downwards for ever; no real game comes near this."""


def create_partnership_spades_genome(
    *,
    hands: int | None = None,
    target: int = 500,
    breaks: str = "spades",
    failed_nil: str = "bags",
    bid_limit: bool = False,
    blind_nil: bool = False,
    mercy: int | None = None,
) -> GameGenome:
    """Spades for two sides of two, with nil and bags."""
    return GameGenome(
        genome_id="partnership-spades",
        name="Partnership Spades",
        player_count=4,
        team_mode=True,
        teams=((0, 2), (1, 3)),
        utility="score" if hands == 1 else "win",
        max_hands=hands or MOST_HANDS,
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="captured", role="captured", owner="team"),
            *((UNSEEN,) if blind_nil else ()),
        ),
        strains=(SPADES,),
        registers=(Register(name="bags", per="team", keep="match", label="bags"), *((BLIND,) if blind_nil else ())),
        terms=_terms(failed_nil),
        setup=_deal(blind_nil=blind_nil),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                *(_looking() if blind_nil else ()),
                bidding(13, limit=13 if bid_limit else None, blind=blind_nil),
                *(_exchange() if blind_nil else ()),
                tricks(breaks),
            ),
        ),
        scoring_rules=_scoring(blind_nil=blind_nil),
        win_conditions=_wins(hands, target, mercy),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands, tricks=True)),
    )


UNSEEN = Zone(name="packet", owner="seat", seen_by="none")
"""Cards that their owner has not looked at."""
BLIND = Register(name="blind", per="seat")
"""Whether a seat bids nil without looking."""


def _deal(*, blind_nil: bool) -> SetupRules:
    if not blind_nil:
        return SetupRules(cards_per_player=13)
    deal = Each(var="p", domain="seats", effects=(Move(cards="stock", to="packet[p]", count="13"),))
    return SetupRules(cards_per_player=0, deal=(deal,))


def _looking() -> tuple[Phase, ...]:
    """Who is far enough behind may decide to bid nil before looking at any card."""
    decision = ChoicePhase(
        when="score[other(team(turn))] - score[team(turn)] >= 100",
        offers=(Offer(name="go blind", effects=(Set(name="blind", value="1"),)), Offer(name="look")),
    )
    look = DoPhase(effects=(Move(cards="packet", to="hand"),))
    return (TurnStructure(name="looking", order="once", phases=(decision, look)),)


def _exchange() -> tuple[Phase, ...]:
    """Two cards of a blind nil for two of the partner's, face down."""

    def gift(actor: str, receiver: str) -> ChoicePhase:
        two = Pick(name="given", kind="cards", source="hand", low="2", high="2")
        give = Offer(name="give", picks=(two,), effects=(Move(cards="given", to=f"hand[{receiver}]"),))
        return ChoicePhase(when="blind[turn]", actor=actor, offers=(give,))

    both = (gift("turn", "partner(turn)"), gift("partner(turn)", "turn"))
    return (TurnStructure(name="exchange", order="once", phases=both),)


def _scoring(*, blind_nil: bool) -> tuple[ScoringRule, ...]:
    """Line by line, as on a score sheet."""

    def nils(points: int, test: str) -> str:
        counted = f"{points} * count(p for p in members if bid[p] == 0 and {test})"
        return f"{counted} + {points} * count(p for p in members if blind[p] and {test})" if blind_nil else counted

    return (
        ScoringRule(name="bid made", when="counted_tricks >= bid", points="10 * bid"),
        ScoringRule(name="bid not made", when="counted_tricks < bid", points="-10 * bid"),
        ScoringRule(name="nil made", points=nils(100, "tricks[p] == 0")),
        ScoringRule(name="nil failed", points=nils(-100, "tricks[p] > 0")),
        ScoringRule(name="bags", points="overtricks"),
        ScoringRule(name="new bags", points="overtricks", into="bags"),
        ScoringRule(name="ten bags", points="-100 * (bags // 10)"),
        ScoringRule(name="bags paid for", points="-10 * (bags // 10)", into="bags"),
    )


def _terms(failed_nil: str) -> tuple[Term, ...]:
    """Which tricks count for the bid, and how many are over it."""
    if failed_nil == "helps":
        return (
            Term(name="counted_tricks", expr="tricks"),
            Term(name="overtricks", expr="max(0, counted_tricks - bid)"),
        )
    return (
        Term(name="counted_tricks", expr="sum(tricks[p] for p in members if bid[p] > 0)"),
        Term(name="overtricks", expr="max(0, counted_tricks - bid) + sum(tricks[p] for p in members if bid[p] == 0)"),
    )


def _wins(hands: int | None, target: int, mercy: int | None) -> tuple[WinCondition, ...]:
    def reached(threshold: int, gate: str) -> WinCondition:
        return WinCondition(type="high_score", threshold=threshold, trigger_mode=TriggerMode.THRESHOLD_GATE, gate=gate)

    if hands:
        return (reached(hands, "hands_played"),)
    wins = (reached(target, "score if score != score[other(team)] else 0"),)
    return wins if mercy is None else (*wins, reached(mercy, "-score"))


GAME = GameEntry(
    id="partnership-spades",
    name="Partnership Spades",
    create=create_partnership_spades_genome,
    options=(
        Option("hands", int, default=None, low=1, high=1000, text="stop after so many hands; none: at the target"),
        Option("target", int, default=500, low=50, high=1000, text="the score at which the game ends"),
        BREAKS,
        Option(
            "failed_nil",
            str,
            default="bags",
            choices=("bags", "helps"),
            text="tricks of a failed nil are bags, or count for the partner's bid",
        ),
        Option("bid_limit", bool, default=False, text="partners may not together bid more than thirteen"),
        Option("blind_nil", bool, default=False, text="a side 100 behind may bid nil unseen, for 200 points"),
        Option(
            "mercy", int, default=None, low=100, high=1000, text="a side so far below nothing has lost; none: never"
        ),
    ),
    rules="https://www.pagat.com/auctionwhist/spades.html",
)
