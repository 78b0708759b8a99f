"""War: turn the top card, the highest takes them all, and equal cards go to war.

Follows https://www.pagat.com/war/war.html (ace high, suits ignored; won cards go underneath; whoever cannot complete a
war loses) with three cards face down in a war, as is usual in America. With three or four players the cards are dealt
equally, the rest is set aside, and only those who tied fight the war
(https://www.hellaentertainment.com/blog/card-games/war/).

Options: `players` (2 to 4), `bury` (cards face down in a war; pagat and Bicycle have 1), `limit` (battles: War may go
round for ever, so after so many whoever has most cards wins).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.genome.schema import (
    GameGenome,
    GameRules,
    SetupRules,
    TableauMode,
    TieBreaker,
    TrickPhase,
    TurnStructure,
    WinComparison,
    WinCondition,
    Zone,
)


def create_war_genome(*, players: int = 2, bury: int = 3, limit: int = 2000) -> GameGenome:
    """War as it is played in America."""
    return GameGenome(
        genome_id="war",
        name="War",
        player_count=players,
        max_turns=limit,
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="none"),
            Zone(name="stock", role="stock", seen_by="none"),
        ),
        setup=SetupRules(cards_per_player=52 // players, first_dealer=players - 1, tableau_mode=TableauMode.WAR),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                TrickPhase(
                    name="turn up",
                    source="hand",
                    to="hand",
                    forced_top=True,
                    bury=bury,
                    ties="tie_breaker",
                ),
            ),
        ),
        win_conditions=(WinCondition(type="capture_all", comparison=WinComparison.HIGHEST),),
        game_rules=GameRules(tie_breaker=TieBreaker.BATTLE, at_limit="compare"),
    )


GAME = GameEntry(
    id="war",
    name="War",
    create=create_war_genome,
    options=(
        Option("players", int, default=2, low=2, high=4, text="how many play"),
        Option("bury", int, default=3, low=0, high=5, text="cards that each puts face down in a war"),
        Option("limit", int, default=2000, low=1, high=100_000, text="battles after which the most cards win"),
    ),
    rules="https://www.pagat.com/war/war.html",
    seed=True,
)
