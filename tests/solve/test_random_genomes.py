"""Genomes that nobody has seen before: solved, checked against the linear program, and ever closer."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.solve.test_linear_program import value_of

import deckwright as dw
from deckwright.engine import Game, load
from deckwright.evolve.random import generate_random_genome
from deckwright.genome.materials import STANDARD_RANKS
from deckwright.genome.schema import (
    BettingPhase,
    DeckSpec,
    DoPhase,
    GameGenome,
    GameRules,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    Move,
    ScoringRule,
    SetupRules,
    ShowdownMethod,
    Term,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)
from deckwright.solve import SolveError

QUICK = settings(max_examples=12, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@st.composite
def little_poker(draw: st.DrawFn) -> Game:
    """A betting game with a few cards, one or two rounds, and stakes of its own."""
    players = draw(st.integers(2, 3))
    ranks = draw(st.integers(3, 4))
    copies = draw(st.integers(1, 2))
    board = draw(st.booleans()) and ranks * copies > players
    ante, bet, raises = draw(st.integers(1, 3)), draw(st.integers(1, 4)), draw(st.integers(1, 2 if players == 2 else 1))
    chips = 2 * (ante + 2 * bet * raises) * (2 if players % 2 else 1)
    first = BettingPhase(
        name="first",
        ante=2 * ante,
        min_bet=2 * bet,
        max_raises=raises,
        showdown_method=ShowdownMethod.FOLD_ONLY if board else ShowdownMethod.HAND_EVALUATION,
    )
    second = (
        DoPhase(name="turn one up", actor="dealer", effects=(Move(cards="stock", to="board", count="1"),)),
        BettingPhase(name="second", min_bet=2 * bet, max_raises=1, showdown_method=ShowdownMethod.HAND_EVALUATION),
    )
    count = 2 if board else 1
    pair = (HandPattern(name="Pair", rank_priority=20, required_count=2, same_rank_groups=(2,)),)
    zones = [
        Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
        Zone(name="stock", role="stock", seen_by="none"),
    ]
    if board:
        zones.append(Zone(name="board", seen_by="all"))
    genome = GameGenome(
        genome_id="little-poker",
        player_count=players,
        utility="winnings",
        deck=DeckSpec(suits=("spades",), ranks=STANDARD_RANKS[-ranks:], copies=copies),
        zones=tuple(zones),
        terms=(Term(name="winnings", expr=f"chips - {chips}"),),
        setup=SetupRules(cards_per_player=1, starting_chips=chips, first_dealer=players - 1),
        turn_structure=TurnStructure(order="sequence", phases=(first, *(second if board else ()))),
        hand_evaluation=HandEvaluation(
            method=HandEvaluationMethod.PATTERN_MATCH,
            patterns=(
                *(pair if board and copies == 2 else ()),
                HandPattern(name="High Card", rank_priority=10, required_count=count),
            ),
            zones=("hand", "board") if board else ("hand",),
        ),
        scoring_rules=(ScoringRule(name="winnings", points="winnings - score"),),
        win_conditions=(
            WinCondition(type="high_score", trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played", threshold=1),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT),
    )
    return load(genome)


@QUICK
@given(game=little_poker())
def test_a_random_betting_game_is_solved(game: Game) -> None:
    solution = dw.solve(game, "dcfr", iterations=400)
    tree = solution.tree
    uniform = sum(tree.assess(tree.uniform())[1])
    assert solution.nash_conv < 0.1 * uniform + 1e-6
    assert solution.trace[-1].nash_conv <= solution.trace[0].nash_conv + 1e-9
    if game.seats == 2 and tree.is_zero_sum:
        assert solution.values[0] == pytest.approx(value_of(tree), abs=solution.nash_conv + 1e-7)


def outcome_of(game: Game) -> dw.Solution | str:
    """What comes of solving a game: the solution, or the code of the refusal."""
    try:
        return dw.solve(game, "cfr+", iterations=30, max_memory_mb=20)
    except SolveError as refusal:
        return refusal.code


@pytest.mark.parametrize("seed", range(40))
def test_any_genome_is_solved_or_refused_for_a_reason(seed: int) -> None:
    game = load(generate_random_genome(seed=seed))
    outcome = outcome_of(game)
    if isinstance(outcome, str):
        assert outcome in {"solve.too-large", "solve.unbounded-chance"}
        return
    tree = outcome.tree
    assert outcome.nash_conv <= sum(tree.assess(tree.uniform())[1]) + 1e-9
