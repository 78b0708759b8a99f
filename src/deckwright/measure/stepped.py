"""A batch of games stepped in Python, for agents that are written in it: the same sums that the kernel makes.

An agent that fails loses its seat: the rest of the game is played for it at random, its result is a loss, and the
statistics name it. The run goes on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deckwright import _kernel
from deckwright.agents import Agent, KernelAgent, choose
from deckwright.agents.supervised import Failure, Supervisor
from deckwright.engine import Deal, Game, GameResult

if TYPE_CHECKING:
    from deckwright._kernel import BatchResult

SUBSTITUTE = KernelAgent("random")
MOST_TIMEOUTS = 3
"""An agent that did not answer in time in so many games is not asked in later ones."""


@dataclass(frozen=True)
class Forfeit:
    """An agent that lost games because it failed."""

    agent: str
    seat: int
    games: int
    code: str
    """Of its first failure: agent.raised, agent.illegal or agent.timeout."""
    message: str
    first_game: int


def simulate_stepped(
    game: Game,
    agents: Sequence[Agent],
    *,
    games: int,
    seed: bytes,
    time_limit_s: float | None,
    progress: Callable[[int], bool],
) -> tuple[BatchResult, tuple[Forfeit, ...]]:
    """Play games one after the other; game `i` is dealt as the kernel's game `i` is."""
    batch = _empty_batch(game)
    table = _Table(game, agents, Supervisor(time_limit_s=time_limit_s))
    try:
        for number in range(games):
            table.play(number, _kernel.derive_seed(seed, number), batch)
            if not progress(number + 1):
                break
    finally:
        table.supervisor.close()
    return batch, tuple(table.forfeits[seat] for seat in sorted(table.forfeits))


class _Table:
    """Agents in their seats, and what has become of them."""

    def __init__(self, game: Game, agents: Sequence[Agent], supervisor: Supervisor) -> None:
        self.game = game
        self.agents = agents
        self.supervisor = supervisor
        self.forfeits: dict[int, Forfeit] = {}
        self.timeouts: dict[int, int] = {}

    def play(self, number: int, seed: bytes, batch: BatchResult) -> None:
        """Play one game."""
        state = self.game.start(Deal(seed))
        lost: set[int] = set()
        length = 0
        while state.seat is not None:
            seat, options = state.seat, len(state.actions())
            stream = seed + length.to_bytes(8, "big")
            action = None
            if seat not in lost:
                if self.timeouts.get(id(self.agents[seat]), 0) >= MOST_TIMEOUTS:
                    answer: object = Failure("agent.timeout", "it is not asked any more")
                else:
                    answer = self.supervisor.ask(self.agents[seat], state, seed=stream)
                if isinstance(answer, Failure):
                    lost.add(seat)
                    self._forfeit(seat, number, answer)
                else:
                    action = answer
            state = state.apply(choose(SUBSTITUTE, state, seed=stream) if action is None else action)  # type: ignore[arg-type]
            length += 1
            batch["decisions_by_seat"][seat] += 1
            batch["options"] += options
            batch["choices"] += options > 1
        batch["decisions"] += length
        batch["hands"] += state.hands
        batch["limited"] += state.position.limited
        _count_length(batch, length)
        assert state.result is not None
        _count(batch, without_forfeits(self.game, state.result, lost))

    def _forfeit(self, seat: int, number: int, failure: Failure) -> None:
        if failure.code == "agent.timeout":
            known = id(self.agents[seat])
            self.timeouts[known] = self.timeouts.get(known, 0) + 1
        before = self.forfeits.get(seat)
        if before is None:
            before = Forfeit(self.agents[seat].name, seat, 0, failure.code, failure.message, number)
        self.forfeits[seat] = replace(before, games=before.games + 1)


def without_forfeits(game: Game, result: GameResult, lost: set[int]) -> GameResult:
    """The result of a game in which some seats gave up: their sides are last, and others move up.

    Returns are exchanged with those of the last of the others, so that what is won and lost in all stays the same.
    """
    sides = game.teams or tuple((seat,) for seat in range(game.seats))
    gone = [number for number, side in enumerate(sides) if lost & set(side)]
    if not gone:
        return result
    left = [number for number in range(len(sides)) if number not in gone]
    returns = list(result.returns)

    def worth(number: int) -> float:
        return returns[sides[number][0]]

    for number in sorted(gone, key=worth):
        last = min(left, key=worth, default=number)
        if worth(last) < worth(number):
            mine, theirs = worth(number), worth(last)
            for seat in sides[number]:
                returns[seat] = theirs
            for seat in sides[last]:
                returns[seat] = mine
    best = max((worth(number) for number in left), default=0.0)
    first = [number for number in left if worth(number) >= best]
    won = result.winning_team if game.teams else result.winner
    if won not in left:
        won = first[0] if len(first) == 1 else -1
    seats = sides[won] if won >= 0 else ()
    changed = {
        "winner": -1 if game.teams else won,
        "winning_team": won if game.teams else -1,
        "winners": tuple(seats),
        "winning_teams": (won,) if game.teams and won >= 0 else (),
        "returns": tuple(returns),
        "losers": tuple(sorted(lost)),
        "is_shared": False,
        "is_loss": len(sides) == 1,
    }
    return result.model_copy(update=changed)


def _count_length(batch: BatchResult, length: int) -> None:
    """In the kernel's bins: exact up to 31, then sixteen for each doubling."""
    width = 1 << max(0, length.bit_length() - 5)
    low = length // width * width
    bins = {first: (first, after, count) for first, after, count in batch["lengths"]}
    bins[low] = (low, low + width, bins[low][2] + 1 if low in bins else 1)
    batch["lengths"] = [bins[first] for first in sorted(bins)]


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
