"""Solving a game: the tree, the iterations, and when to stop."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from pathlib import Path
from time import perf_counter

from deckwright import _kernel
from deckwright.engine import Game, GameSource, load, seed_number
from deckwright.games.errors import quoted
from deckwright.solve.algorithms import DEFAULT_ALGORITHM, get_algorithm
from deckwright.solve.checkpoint import load_checkpoint, save_checkpoint
from deckwright.solve.documents import config_hash
from deckwright.solve.errors import SolveError
from deckwright.solve.expansion import DEFAULT_MEMORY_MB, expand
from deckwright.solve.solution import Look, Solution

DEFAULT_ITERATIONS = 1_000
MOST_ITERATIONS = 10**12
UPDATES = ("alternating", "simultaneous")
SAVE_EVERY_S = 60.0

Progress = Callable[[int, Look | None], bool | None]
"""Told the iterations so far, and the quality where it was looked at; False stops."""


def solve(
    game: Game | GameSource,
    algorithm: str = DEFAULT_ALGORITHM,
    *,
    iterations: int | None = None,
    target: float | None = None,
    seed: int = 0,
    settings: Mapping[str, float] | None = None,
    updates: str = "alternating",
    threads: int = 1,
    merge: bool = True,
    max_memory_mb: float = DEFAULT_MEMORY_MB,
    checkpoint: str | Path | None = None,
    resume: bool = False,
    progress: Progress | None = None,
) -> Solution:
    """Find an equilibrium of a small game, and say how close it is.

    It stops after `iterations` in all (1,000 if nothing is said), or as soon as NashConv is at most `target`. With
    `checkpoint` it saves itself there now and then, at the end and on Ctrl-C; `resume` goes on from it, bit for bit as
    if it had never stopped. The result depends on the seed (of sampling algorithms) and never on `threads`.
    """
    loaded = game if isinstance(game, Game) else load(game)
    chosen = get_algorithm(algorithm)
    numbers = chosen.numbers(settings or {})
    limit = _check_limits(iterations, target)
    _check_run(updates, threads, max_memory_mb, seed, resume=resume, checkpoint=checkpoint)
    if updates != "alternating" and chosen.samples:
        raise SolveError("solve.bad-updates", f"{chosen.name} walks for one seat at a time: updates are alternating")
    config = config_hash(
        loaded,
        {"algorithm": chosen.name, "settings": numbers, "updates": updates, "seed": seed, "merge": merge},
    )
    tree = expand(loaded, merge=merge, max_memory_mb=max_memory_mb, threads=threads)
    start = seed_number(seed, domain="solve")
    solver = _kernel.Solver(tree, chosen.name, list(numbers.values()), updates == "simultaneous", start)
    trace: list[Look] = []
    if resume and checkpoint is not None:
        trace = load_checkpoint(checkpoint, solver, config)
    elif checkpoint is not None and Path(checkpoint).exists():
        raise SolveError(
            "checkpoint.exists", f"{checkpoint}: the file is there already: resume from it, or give another name"
        )
    run = _Run(solver, trace, checkpoint, config, loaded, progress)
    stopped = run.go(limit, target)
    last = run.last_look(tree)
    return Solution(
        game=loaded,
        algorithm=chosen.name,
        settings=numbers,
        updates=updates,
        seed=seed,
        iterations=solver.iterations,
        values=last.values,
        gains=last.gains,
        trace=tuple(trace),
        seconds=run.seconds,
        config_hash=config,
        tree=tree,
        policy=solver.average(),
        stopped=stopped,
    )


class _Run:
    """A solver at work, and what is told and saved on the way."""

    def __init__(
        self,
        solver: _kernel.Solver,
        trace: list[Look],
        checkpoint: str | Path | None,
        config: str,
        game: Game,
        progress: Progress | None,
    ) -> None:
        self.solver, self.trace, self.checkpoint = solver, trace, checkpoint
        self.config, self.game, self.progress = config, game, progress
        self.seconds = 0.0
        self.wants_saving = False
        self.is_stopped = False
        self.saved = perf_counter()

    def go(self, limit: int, target: float | None) -> str:
        """Run; why it stopped. Ctrl-C saves before it is passed on."""
        if target is not None and self.trace and self.trace[-1].nash_conv <= target:
            return "target"
        started = perf_counter()
        try:
            while True:
                self.wants_saving = False
                self.solver.run(limit, target, self._hear)
                if not self.wants_saving or self.is_stopped:
                    break
                self._save()
        finally:
            self.seconds = perf_counter() - started
            self._save()
        if target is not None and self.trace and self.trace[-1].nash_conv <= target:
            return "target"
        return "interrupted" if self.is_stopped else "iterations"

    def last_look(self, tree: _kernel.GameTree) -> Look:
        """The quality of what it has come to."""
        if self.trace and self.trace[-1].iterations == self.solver.iterations:
            return self.trace[-1]
        values, gains = tree.assess(self.solver.average())
        return Look(self.solver.iterations, tuple(values), tuple(gains))

    def _hear(self, iterations: int, values: list[float] | None, gains: list[float] | None) -> bool:
        look = None
        if values is not None and gains is not None:
            look = Look(iterations, tuple(values), tuple(gains))
            if not self.trace or self.trace[-1].iterations < iterations:
                self.trace.append(look)
        if self.progress is not None and self.progress(iterations, look) is False:
            self.is_stopped = True
            return False
        self.wants_saving = self.checkpoint is not None and perf_counter() - self.saved > SAVE_EVERY_S
        return not self.wants_saving

    def _save(self) -> None:
        if self.checkpoint is not None:
            save_checkpoint(self.checkpoint, self.solver, self.trace, self.config, self.game)
            self.saved = perf_counter()


def _check_limits(iterations: object, target: object) -> int:
    if target is not None:
        fits = (
            isinstance(target, (int, float)) and not isinstance(target, bool) and math.isfinite(target) and target > 0
        )
        if not fits:
            raise SolveError("solve.bad-target", f"target: found {quoted(target)}, expected a number above 0")
    if iterations is None:
        return DEFAULT_ITERATIONS if target is None else MOST_ITERATIONS
    if isinstance(iterations, bool) or not isinstance(iterations, int) or not 1 <= iterations <= MOST_ITERATIONS:
        raise SolveError(
            "solve.bad-iterations",
            f"iterations: found {quoted(iterations)}, expected a whole number from 1 to {MOST_ITERATIONS:,}",
        )
    return iterations


def _check_run(
    updates: str, threads: object, max_memory_mb: object, seed: object, *, resume: bool, checkpoint: str | Path | None
) -> None:
    if updates not in UPDATES:
        raise SolveError("solve.bad-updates", f"updates: found {quoted(updates)}, expected {' or '.join(UPDATES)}")
    if isinstance(threads, bool) or not isinstance(threads, int) or not 1 <= threads <= 1024:
        raise SolveError(
            "solve.bad-threads", f"threads: found {quoted(threads)}, expected a whole number from 1 to 1,024"
        )
    if isinstance(seed, bool) or not isinstance(seed, int):
        raise SolveError("solve.bad-seed", f"seed: found {quoted(seed)}, expected a whole number")
    if not isinstance(max_memory_mb, (int, float)) or not max_memory_mb > 0:
        raise SolveError("solve.bad-memory", f"max_memory_mb: found {quoted(max_memory_mb)}, expected a number above 0")
    if resume and checkpoint is None:
        raise SolveError("checkpoint.missing", "there is nothing to resume from: give the checkpoint")
