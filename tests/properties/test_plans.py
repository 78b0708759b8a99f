"""Fast plans change no game: every one is the same played by the general path alone."""

from __future__ import annotations

import pytest

from deckwright.evolve.random import generate_random_genome
from deckwright.games import catalogue
from deckwright.games.entry import GameEntry
from deckwright.genome.schema import ScoringRule, SetupRules, TrickPhase, TriggerMode, TurnStructure, WinCondition

from .plans import check_plans, check_thinking, variant

VARIANTS = 8


@pytest.mark.parametrize("entry", catalogue().values(), ids=list(catalogue()))
def test_a_game_of_the_library_is_the_same_without_fast_plans(entry: GameEntry) -> None:
    check_plans(entry.genome(), 0)
    for number in range(VARIANTS):
        check_plans(variant(entry, number), number + 1, steps=60)


QUICK = {name: entry for name, entry in catalogue().items() if name not in {"canasta", "gin-rummy", "rummy"}}


@pytest.mark.parametrize("entry", QUICK.values(), ids=list(QUICK))
def test_a_game_of_players_who_think_is_the_same_without_fast_plans(entry: GameEntry) -> None:
    check_thinking(entry.genome())


ONCE_DIFFERENT = (300012, 301019, 512311)
"""What a card did after it moved others was done for the last of those, one way; cards went to one pile though moving
the first had changed where the next one goes."""


@pytest.mark.parametrize("seed", [*range(60), *ONCE_DIFFERENT])
def test_a_random_game_is_the_same_without_fast_plans(seed: int) -> None:
    check_plans(generate_random_genome(seed), seed)


def test_points_that_build_on_points_are_the_same_without_fast_plans() -> None:
    rules = [ScoringRule(points=points) for points in ("tricks", "score * 2 + 1", "score - tricks", "score % 7")]
    check_plans(catalogue()["toy-whist"].genome().copy_with(scoring_rules=tuple(rules)), 0)


def test_a_trick_that_wins_at_once_is_the_same_without_fast_plans() -> None:
    """Whoever plays alone has captured all there is when the first trick is over."""
    alone = (
        catalogue()["hearts"]
        .genome()
        .copy_with(
            player_count=1,
            setup=SetupRules(cards_per_player="all"),
            turn_structure=TurnStructure(
                order="sequence", phases=(TrickPhase(name="play", source="hand", to="captured"),)
            ),
            card_scoring=(),
            scoring_rules=(),
            win_conditions=(WinCondition(type="capture_all", trigger_mode=TriggerMode.IMMEDIATE),),
        )
    )
    check_plans(alone, 0)
