"""Spades, everyone alone: say how many tricks you will take, and pay for taking more.

Follows https://bicyclecards.com/how-to-play/spades for a game without partners, and
https://www.pagat.com/auctionwhist/spades.html for nil, bags and failed bids. Everybody bids a number of tricks or
nil, from the dealer's left. Spades are trumps and are not led until one has been played, unless a hand has nothing
else. Who makes the bid scores 10 for each trick bid and 1 for each one over, called a bag; who does not loses 10 for
each trick bid. Ten bags, over several hands, cost 100. Nil, no trick at all, wins or loses 100. The first to reach
500 wins, the highest if several do; level, they play on. Three players leave out the two of clubs.

Options: `players` (3 or 4), `hands` (so many instead of a target), `target`, `breaks` (what lets spades be led),
`failed_bid` (what a bid that is not made costs: 10 for each trick bid, or nothing, as Bicycle has it).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.games.spades_play import BREAKS, SPADES, bidding, tricks
from deckwright.genome.schema import (
    CardCondition,
    DeckSpec,
    GameGenome,
    GameRules,
    Register,
    ScoringRule,
    SetupRules,
    Term,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

MOST_HANDS = 100
"""Players who bid badly drift downwards for ever; no real game comes near this."""


def create_spades_genome(
    *,
    players: int = 4,
    hands: int | None = None,
    target: int = 500,
    breaks: str = "spades",
    failed_bid: str = "loses",
) -> GameGenome:
    """Spades without partners, with nil and bags."""
    return GameGenome(
        genome_id="spades",
        name="Spades",
        player_count=players,
        utility="score" if hands == 1 else "win",
        max_hands=hands or MOST_HANDS,
        deck=DeckSpec(omit=(CardCondition(suit="clubs", rank="2"),) if players == 3 else ()),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="captured", role="captured", owner="seat"),
        ),
        strains=(SPADES,),
        registers=(Register(name="bags", per="seat", keep="match", label="bags"),),
        terms=(Term(name="overtricks", expr="max(0, tricks - bid)"),),
        setup=SetupRules(cards_per_player=52 // players),
        turn_structure=TurnStructure(order="sequence", phases=(bidding(52 // players), tricks(breaks))),
        scoring_rules=_scoring(failed_bid),
        win_conditions=(
            WinCondition(
                type="high_score",
                threshold=hands or target,
                trigger_mode=TriggerMode.THRESHOLD_GATE,
                gate="hands_played" if hands else _leader_alone(),
            ),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands, tricks=True)),
    )


def _scoring(failed_bid: str) -> tuple[ScoringRule, ...]:
    """Line by line, as on a score sheet."""
    lost = (ScoringRule(name="bid not made", when="tricks < bid", points="-10 * bid"),)
    return (
        ScoringRule(name="bid made", when="tricks >= bid", points="10 * bid"),
        *(lost if failed_bid == "loses" else ()),
        ScoringRule(name="nil made", when="bid == 0 and tricks == 0", points="100"),
        ScoringRule(name="nil failed", when="bid == 0 and tricks > 0", points="-100"),
        ScoringRule(name="bags", points="overtricks"),
        ScoringRule(name="new bags", points="overtricks", into="bags"),
        ScoringRule(name="ten bags", points="-100 * (bags // 10)"),
        ScoringRule(name="bags paid for", points="-10 * (bags // 10)", into="bags"),
    )


def _leader_alone() -> str:
    """The score, once one player leads: players who are level at the top play on."""
    return "score if count(p for p in seats if score[p] == max(score[q] for q in seats)) == 1 else 0"


GAME = GameEntry(
    id="spades",
    name="Spades",
    create=create_spades_genome,
    options=(
        Option("players", int, default=4, low=3, high=4, text="how many play"),
        Option("hands", int, default=None, low=1, high=1000, text="stop after so many hands; none: at the target"),
        Option("target", int, default=500, low=50, high=1000, text="the score at which the game ends"),
        BREAKS,
        Option(
            "failed_bid",
            str,
            default="loses",
            choices=("loses", "nothing"),
            text="a bid that is not made loses 10 for each trick bid, or scores nothing",
        ),
    ),
    rules="https://www.pagat.com/auctionwhist/spades.html",
    seed=True,
)
