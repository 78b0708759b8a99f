"""A batch of games stepped in Python, for agents that are written in it: the same sums that the kernel makes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from deckwright import _kernel
from deckwright.agents import Agent, choose
from deckwright.engine import Deal, Game, GameResult

if TYPE_CHECKING:
    from deckwright._kernel import BatchResult


def simulate_stepped(
    game: Game, agents: Sequence[Agent], *, games: int, seed: bytes, progress: Callable[[int], bool]
) -> BatchResult:
    """Play games one after the other; game `i` is dealt as the kernel's game `i` is."""
    batch = _empty_batch(game)
    for number in range(games):
        _play_one(game, agents, _kernel.derive_seed(seed, number), batch)
        if not progress(number + 1):
            break
    return batch


def _play_one(game: Game, agents: Sequence[Agent], seed: bytes, batch: BatchResult) -> None:
    state = game.start(Deal(seed))
    length = 0
    while state.seat is not None:
        seat, options = state.seat, len(state.actions())
        action = choose(agents[seat], state, seed=seed + length.to_bytes(8, "big"))
        state = state.apply(action)
        length += 1
        batch["decisions_by_seat"][seat] += 1
        batch["options"] += options
        batch["choices"] += options > 1
    batch["decisions"] += length
    batch["hands"] += state.hands
    batch["limited"] += state.position.limited
    bucket = length.bit_length()
    batch["lengths"] += [0] * (bucket + 1 - len(batch["lengths"]))
    batch["lengths"][bucket] += 1
    assert state.result is not None
    _count(batch, state.result)


def _count(batch: BatchResult, result: GameResult) -> None:
    batch["games_played"] += 1
    if result.winner >= 0:
        batch["wins"][result.winner] += 1
        batch["winner_score_sum"] += result.scores[result.winner]
    elif result.winning_team >= 0:
        batch["team_wins"][result.winning_team] += 1
        batch["winner_score_sum"] += result.team_scores[result.winning_team]
    elif result.is_loss:
        batch["losses"] += 1
    else:
        batch["draws"] += 1
        batch["shared"] += result.is_shared
    for team, score in enumerate(result.team_scores):
        batch["team_score_sums"][team] += score
        batch["team_score_squares"][team] += score * score
    for seat in result.losers:
        batch["losses_by_seat"][seat] += 1
    for line, credit in enumerate(result.credits.values()):
        for seat, value in enumerate(credit):
            batch["credit_sums"][line][seat] += value
            batch["credit_squares"][line][seat] += value * value
    for seat, (score, gain) in enumerate(zip(result.scores, result.returns, strict=True)):
        batch["score_sums"][seat] += score
        batch["score_squares"][seat] += score * score
        batch["return_sums"][seat] += gain
        batch["return_squares"][seat] += gain * gain


def _empty_batch(game: Game) -> BatchResult:
    seats = game.seats
    return {
        "games_played": 0,
        "wins": [0] * seats,
        "team_wins": [0] * len(game.teams),
        "draws": 0,
        "losses": 0,
        "decisions": 0,
        "hands": 0,
        "limited": 0,
        "cut_off": 0,
        "score_sums": [0] * seats,
        "score_squares": [0] * seats,
        "team_score_sums": [0] * len(game.teams),
        "team_score_squares": [0] * len(game.teams),
        "return_sums": [0.0] * seats,
        "return_squares": [0.0] * seats,
        "winner_score_sum": 0,
        "shared": 0,
        "losses_by_seat": [0] * seats,
        "credit_sums": [[0] * seats for _ in game.notation.credits],
        "credit_squares": [[0] * seats for _ in game.notation.credits],
        "decisions_by_seat": [0] * seats,
        "choices": 0,
        "options": 0,
        "lengths": [],
        "inexact_samples": 0,
        "seconds": 0.0,
    }
