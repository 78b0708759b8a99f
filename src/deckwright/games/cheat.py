"""Cheat, or I Doubt It: play cards face down, say what they are, and be believed or not.

Follows https://www.pagat.com/beating/cheat.html: all cards are dealt; in turn each player puts one to four cards face
down on the pile and claims that they are of the next rank in order, aces first. Before the next turn every other one,
from the left, may challenge the claim. Then its cards are turned up, and whoever was wrong takes the pile. The first to
have no cards, once that last claim has been accepted or proved, wins.

Random players pick the pile up for ever, so that there is a limit of turns; whoever then holds the fewest cards wins.

Options: `players` (2 to 10), `rank_mode` (`sequential`; `player_choice`: any rank may be claimed; `fixed`: always the
same), `rank` (the first rank, or the fixed one), `most` (cards in one claim), `challengers` (`all`, or only the `next`
player), `decks` (1 or 2) and `hands` (how many are played, a point for each won).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.materials import STANDARD_RANKS
from deckwright.genome.schema import (
    ClaimPhase,
    ClaimRankMode,
    DeckSpec,
    GameGenome,
    GameRules,
    ScoringRule,
    SetupRules,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

MAX_TURNS = 300


def create_cheat_genome(
    *,
    players: int = 4,
    hands: int = 1,
    rank_mode: str = "sequential",
    rank: str = "A",
    most: int = 4,
    challengers: str = "all",
    decks: int = 1,
) -> GameGenome:
    """Cheat as a genome."""
    claiming = _claiming(ClaimRankMode(rank_mode), rank, most, challengers)
    return cheat_genome("cheat", "Cheat", players, hands, DeckSpec(copies=decks), claiming, turns=MAX_TURNS)


def cheat_genome(
    genome_id: str, name: str, players: int, hands: int, deck: DeckSpec, claiming: ClaimPhase, *, turns: int
) -> GameGenome:
    """Cheat with any deck."""
    return GameGenome(
        genome_id=genome_id,
        name=name,
        player_count=players,
        max_hands=hands,
        max_turns=turns,
        deck=deck,
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="discard", role="discard", seen_by="none"),
        ),
        setup=SetupRules(cards_per_player="all"),
        turn_structure=TurnStructure(
            order="cycle",
            start="left(dealer)",
            until="any(size(hand[p]) == 0 for p in seats)",
            phases=(claiming,),
        ),
        scoring_rules=(
            ScoringRule(name="fewest cards", when="size(hand) == min(size(hand[p]) for p in seats)", points="1"),
        ),
        win_conditions=(
            WinCondition(
                type="high_score", threshold=hands, trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played"
            ),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands)),
    )


def _claiming(mode: ClaimRankMode, rank: str, most: int, challengers: str) -> ClaimPhase:
    ranks = {ClaimRankMode.SEQUENTIAL: {"starting_rank": rank}, ClaimRankMode.FIXED: {"fixed_rank": rank}}.get(mode, {})
    return ClaimPhase.model_validate({"rank_mode": mode, "high": most, "challengers": challengers, **ranks})


GAME = GameEntry(
    id="cheat",
    name="Cheat",
    create=create_cheat_genome,
    options=(
        Option("players", int, default=4, low=2, high=10, text="how many play"),
        Option("hands", int, default=1, low=1, high=1000, text="how many hands are played"),
        Option(
            "rank_mode",
            str,
            default="sequential",
            choices=("sequential", "player_choice", "fixed"),
            text="which rank a claim names: the next, any, or always the same",
        ),
        Option("rank", str, default="A", choices=STANDARD_RANKS, text="the first rank, or the fixed one"),
        Option("most", int, default=4, low=1, high=8, text="cards in one claim"),
        Option("challengers", str, default="all", choices=("all", "next"), text="who may doubt a claim"),
        Option("decks", int, default=1, low=1, high=2, text="packs of 52 cards"),
    ),
    rules="https://www.pagat.com/beating/cheat.html",
)
