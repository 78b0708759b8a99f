"""Learning a policy by self-play, in the kernel: so many hands, or as many as a time allows."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from importlib.metadata import version

from deckwright import _kernel
from deckwright.agents.errors import AgentError
from deckwright.agents.policies.file import LearnedPolicy, features_of
from deckwright.agents.policies.recipe import DEFAULT_RECIPE, CurvePoint, Recipe
from deckwright.engine import Game, Seed, seed_bytes

DEFAULT_MINUTES = 0.5
MOST_MINUTES = 24 * 60.0
MOST_HANDS = 10**12
CURVE_POINTS = 8
CURVE_DEALS = 64
PROBE_SHARE = 0.1
"""Of the time, how much is spent on finding out how fast this game is learned; that run is thrown away."""
LATE = 1.5
"""Learning that takes so many times the minutes asked for ends there, with what it has."""

Progress = Callable[[int, int, CurvePoint | None], bool]
"""Hears the hands done, those planned, and the newest point of the curve; False stops, and keeps what is there."""


@dataclass(frozen=True)
class LearningPlan:
    """How many updates of the weights there are to be, and after how many to stop, if before."""

    updates: int
    stop_after: int

    @property
    def hands(self) -> int:
        """Hands that are planned."""
        return self.updates * hands_per_update()


def hands_per_update() -> int:
    """Hands played for one update of the weights."""
    return _kernel.hands_per_update()


def learn(
    game: Game,
    *,
    minutes: float | None = None,
    hands: int | None = None,
    stop_after: int | None = None,
    seed: Seed = 0,
    threads: int = 1,
    recipe: Recipe = DEFAULT_RECIPE,
    progress: Progress | None = None,
    curve: bool = True,
) -> LearnedPolicy:
    """Learn a policy. The same hands and seed give the same weights, on any number of threads.

    Minutes are turned into hands by how fast it goes here; the manifest says how many were played. A run that was
    stopped is repeated by `hands` (those planned) and `stop_after` (those played). `curve`: what has been learned
    plays against random play on the way, for the manifest; the weights are the same without.
    """
    if game.seats < 1 or (minutes is not None and hands is not None):
        raise AgentError("learn.bad-budget", "found both minutes and hands, expected one of them")
    if hands is not None and not 1 <= hands <= MOST_HANDS:
        raise AgentError("learn.bad-budget", f"found {hands} hands, expected 1 to {MOST_HANDS:,}")
    if minutes is not None and not (math.isfinite(minutes) and 0 < minutes <= MOST_MINUTES):
        raise AgentError("learn.bad-budget", f"found {minutes} minutes, expected more than 0, at most {MOST_MINUTES:g}")
    chance = seed_bytes(seed, domain="learn")
    started = time.monotonic()
    limit_s = math.inf
    if hands is None:
        budget_s = 60 * (DEFAULT_MINUTES if minutes is None else minutes)
        limit_s = LATE * budget_s
        updates = _affordable(game, budget_s, recipe, threads, progress)
    else:
        updates = -(-hands // hands_per_update())
    last = updates if stop_after is None else min(updates, -(-stop_after // hands_per_update()))
    run = _Run(game, LearningPlan(updates, last), progress, started + limit_s, CURVE_POINTS if curve else 0)
    weights, done, interrupted = _kernel.train(
        game.rules, updates, chance, threads, recipe.rate, recipe.entropy, run.every, run.hear, recipe.is_fixed
    )
    run.interrupted = interrupted
    if curve:
        run.add_point(done, weights)
    return _policy(game, weights, run, done, seed, recipe, time.monotonic() - started)


def _affordable(game: Game, budget_s: float, recipe: Recipe, threads: int, progress: Progress | None) -> int:
    """Updates that fit into a time: a short run shows how long one takes when play is no longer random."""
    probe_s = PROBE_SHARE * budget_s
    started = time.monotonic()
    marks: list[float] = []

    def hear(_: int, __: object) -> bool:
        marks.append(time.monotonic() - started)
        return marks[-1] < probe_s and (progress is None or progress(0, 0, None))

    # Planned long, stopped early: its step hardly falls.
    planned = 1_000_000
    *_, interrupted = _kernel.train(game.rules, planned, bytes(32), threads, recipe.rate, recipe.entropy, planned, hear)
    if interrupted:
        raise KeyboardInterrupt
    late = marks[len(marks) // 2 :]
    each_s = (late[-1] - late[0]) / (len(late) - 1) if len(late) > 1 else marks[-1] / len(marks)
    return max(1, int((1 - PROBE_SHARE) * budget_s / max(each_s, 1e-6)))


class _Run:
    """Listens to a run: progress, the curve, and when to stop."""

    def __init__(self, game: Game, plan: LearningPlan, progress: Progress | None, deadline: float, points: int) -> None:
        self.game, self.plan, self.progress, self.deadline = game, plan, progress, deadline
        self.curve: list[CurvePoint] = []
        self.interrupted = False
        self.every = max(1, plan.updates // points) if points else plan.updates + 1

    def hear(self, done: int, weights: bytes | None) -> bool:
        """One more update is done."""
        if weights is not None and done < self.plan.stop_after:
            self.add_point(done, weights)
        hands = done * hands_per_update()
        point = self.curve[-1] if self.curve else None
        wanted = self.progress is None or self.progress(hands, self.plan.hands, point)
        return wanted and done < self.plan.stop_after and time.monotonic() < self.deadline

    def add_point(self, done: int, weights: bytes) -> None:
        """Measure the weights against random play."""
        policy = ("policy", _kernel.PolicyFile(weights))
        _, gain, error, _, _ = _kernel.duel(
            self.game.rules, policy, "random", CURVE_DEALS, seed_bytes(0, domain="curve"), 1, 0
        )
        self.curve.append(CurvePoint(done * hands_per_update(), gain, error))


def _policy(
    game: Game, weights: bytes, run: _Run, done: int, seed: Seed, recipe: Recipe, seconds: float
) -> LearnedPolicy:
    manifest = {
        "name": game.name,
        "options": dict(game.options),
        "genome": game.definition.digest,
        "deckwright": version("deckwright"),
        "seed": seed.hex() if isinstance(seed, bytes) else seed,
        "hands": done * hands_per_update(),
        "planned_hands": run.plan.hands,
        "interrupted": run.interrupted,
        "recipe": recipe.to_dict(),
        "curve": [point.to_dict() for point in run.curve],
        "seconds": round(seconds, 1),
    }
    return LearnedPolicy(game.id, features_of(game), manifest, weights)
