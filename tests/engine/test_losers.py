"""Games that name a loser, and games that all win or lose together."""

from __future__ import annotations

import pytest

from deckwright.engine import Game, GameResult, State, load, rulebook
from deckwright.genome.schema import (
    ChoicePhase,
    GameGenome,
    Offer,
    Pick,
    Register,
    ScoringRule,
    Set,
    SetupRules,
    TriggerMode,
    TurnStructure,
    WinCondition,
    WinOutcome,
    Zone,
)
from deckwright.genome.validate import genome_issues
from deckwright.measure import simulate

from .conftest import walk

HAND = Zone(name="hand", role="hand", owner="seat", seen_by="owner")
STOCK = Zone(name="stock", role="stock", seen_by="none")
HEAP = Zone(name="heap", role="discard")
THROW = Offer(name="throw", picks=(Pick(name="c", source="hand", to="heap"),))


def throwing(*wins: WinCondition, **changes: object) -> GameGenome:
    """Three seats throw a card each turn, three turns each."""
    genome = GameGenome(
        genome_id="throwing",
        player_count=3,
        zones=(HAND, STOCK, HEAP),
        setup=SetupRules(cards_per_player=5),
        turn_structure=TurnStructure(phases=(ChoicePhase(offers=(THROW,)),), limit=9),
        scoring_rules=(ScoringRule(points="sum(rank(c) for c in hand)"),),
        win_conditions=wins,
    )
    return genome.copy_with(**changes)


def end_of(genome: GameGenome, *, seed: int = 1) -> State:
    assert genome_issues(genome) == []
    *_, end = walk(Game(genome), seed=seed)
    return end


def result_of(genome: GameGenome, *, seed: int = 1) -> GameResult:
    result = end_of(genome, seed=seed).result
    assert result is not None
    assert GameResult.from_dict(result.to_dict()) == result
    assert hash(GameResult.from_dict(result.to_dict())) == hash(result)
    return result


@pytest.mark.parametrize("seed", range(5))
def test_old_maid_says_who_was_left_with_the_odd_card(seed: int) -> None:
    *_, end = walk(load("old-maid"), seed=seed, most=10_000)
    assert end.result is not None
    held = [player.seat for player in end.view(None).players if player.hand_count]
    assert [end.result.loser] == list(end.result.losers) == held
    assert end.result.winners == tuple(seat for seat in range(4) if seat != held[0])
    assert (end.result.outcome, end.result.is_draw, end.result.winner) == ("shared win", False, -1)
    assert end.result.returns[held[0]] == -1
    assert sum(end.result.returns) == pytest.approx(0)


def test_whoever_a_condition_names_loses_and_the_others_share_the_win() -> None:
    result = result_of(throwing(WinCondition(type="high_score", outcome=WinOutcome.LOSES)))
    worst = max(range(3), key=lambda seat: result.scores[seat])
    assert (result.loser, result.losers) == (worst, (worst,))
    assert result.winners == tuple(seat for seat in range(3) if seat != worst)


def test_of_two_the_one_who_does_not_lose_wins_alone() -> None:
    for seed in range(4):
        condition = WinCondition(type="high_score", outcome=WinOutcome.LOSES)
        result = result_of(throwing(condition, player_count=2), seed=seed)
        if result.losers:
            assert (result.outcome, result.winner) == ("win", 1 - result.loser)


def test_if_all_are_level_nobody_has_lost() -> None:
    same = (ScoringRule(points="3"),)
    result = result_of(throwing(WinCondition(type="high_score", outcome=WinOutcome.LOSES), scoring_rules=same))
    assert (result.outcome, result.losers, result.winners) == ("draw", (), ())


TOTAL = {
    "registers": (Register(name="total"),),
    "turn_structure": TurnStructure(
        phases=(
            ChoicePhase(offers=(THROW.copy_with(effects=(Set(name="total", value="total + (colour(c) == 'red')"),)),)),
        ),
        limit=9,
    ),
}


def together(threshold: int, outcome: WinOutcome) -> GameGenome:
    condition = WinCondition(
        type="high_score",
        outcome=outcome,
        threshold=threshold,
        trigger_mode=TriggerMode.THRESHOLD_GATE,
        gate="total",
    )
    return throwing(condition, **TOTAL)


@pytest.mark.parametrize(("threshold", "outcome", "won"), [
    (0, WinOutcome.ALL_WIN, True), (99, WinOutcome.ALL_WIN, False),
    (0, WinOutcome.ALL_LOSE, False), (99, WinOutcome.ALL_LOSE, True),
])  # fmt: skip
def test_all_win_or_lose_together(threshold: int, outcome: WinOutcome, *, won: bool) -> None:
    genome = together(threshold, outcome)
    result = result_of(genome)
    assert (result.winner, result.is_draw, result.is_loss) == (-1, False, not won)
    assert result.outcome == ("shared win" if won else "loss")
    assert (result.winners, result.losers) == (((0, 1, 2), ()) if won else ((), (0, 1, 2)))
    assert result.returns == ((1.0,) if won else (-1.0,)) * 3
    stats = simulate(genome, games=20)
    assert (stats.shared, stats.draws, stats.losses) == ((20, 20, 0) if won else (0, 0, 20))
    assert sum(stats.wins) == 0


def test_a_batch_says_how_often_each_seat_lost() -> None:
    stats = simulate("old-maid", games=200, seed=2)
    assert (sum(stats.losses_by_seat), stats.shared, stats.draws) == (200, 200, 200)
    assert type(stats).from_dict(stats.to_dict()) == stats


@pytest.mark.parametrize(("genome", "code", "path"), [
    (throwing(WinCondition(type="high_score", outcome="loses"), player_count=1), "win.alone", "outcome"),
    (throwing(WinCondition(type="high_score", outcome="all_win")), "win.no-threshold", "threshold"),
    (
        throwing(WinCondition(type="high_score", outcome="all_win", threshold=3, comparison="highest")),
        "field.no-effect", "comparison",
    ),
])  # fmt: skip
def test_outcomes_that_say_nothing_are_refused(genome: GameGenome, code: str, path: str) -> None:
    assert (code, f"$.win_conditions[0].{path}") in {(issue.code, issue.path) for issue in genome_issues(genome)}


@pytest.mark.parametrize("outcome", [WinOutcome.ALL_WIN, WinOutcome.ALL_LOSE])
def test_what_all_are_to_reach_together_may_be_a_register_alone(outcome: WinOutcome) -> None:
    genome = together(5, outcome).copy_with(scoring_rules=())
    result = result_of(genome)
    assert result.is_loss or len(result.winners) == 3
    alone = genome.copy_with(win_conditions=(WinCondition(type="high_score"),))
    assert "win.no-scoring" in {issue.code for issue in genome_issues(alone)}


def test_rulebooks_say_who_loses() -> None:
    assert "loses, and all others share the win" in rulebook("old-maid")
    text = rulebook(Game(together(5, WinOutcome.ALL_WIN)))
    assert "all win together" in text
    assert "all lose together" in text
