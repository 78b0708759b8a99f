"""Playing many games and counting."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from time import perf_counter

from deckwright.agents import AgentSource, check_agents, kernel_form, seat_agents
from deckwright.agents.supervised import TIME_LIMIT_S
from deckwright.engine import Game, GameSource, Seed, load, seed_bytes
from deckwright.engine.game import MOST_DECISIONS
from deckwright.genome.schema import GameGenome
from deckwright.measure.errors import MeasureError
from deckwright.measure.request import MOST_GAMES, SimulationRequest
from deckwright.measure.stats import AggregatedStats, make_stats
from deckwright.measure.stepped import Forfeit, simulate_stepped

Progress = Callable[[int], bool | None]
"""Told the number of games played so far; False stops the simulation."""


def simulate(
    game: Game | GameSource,
    *,
    agents: Sequence[AgentSource] | str = ("random",),
    games: int = 1000,
    seed: Seed = 0,
    threads: int | None = None,
    most_decisions: int = MOST_DECISIONS,
    time_limit_s: float | None = TIME_LIMIT_S,
    progress: Progress | None = None,
) -> AggregatedStats:
    """Play games between agents, one a seat (fewer take turns), and count.

    The result does not depend on `threads` (None: all there are). If an agent is written in Python, games are stepped
    in Python on one thread: hundreds of times slower. Such an agent that raises, answers illegally or takes longer than
    `time_limit_s` for a decision loses its seat in that game, and `forfeits` names it (None: it may take for ever).
    Games of the kernel are given up after `most_decisions`.
    """
    loaded = game if isinstance(game, Game) else load(game)
    seated = seat_agents(agents, loaded.seats)
    check_agents(seated, loaded)
    _check_number("games", games, most=MOST_GAMES)
    root = seed_bytes(seed, domain="simulate")
    names = tuple(agent.name for agent in seated)
    started = perf_counter()
    report = _report(progress)
    forms = [form for agent in seated if (form := kernel_form(agent, loaded)) is not None]
    if len(forms) == len(seated):
        count = _check_number("threads", available_threads() if threads is None else threads, most=1024)
        most = _check_number("most_decisions", most_decisions, most=MOST_DECISIONS)
        batch = loaded.run_batch(forms, games, root, threads=count, most_decisions=most, progress=report)
        forfeits: tuple[Forfeit, ...] = ()
    else:
        if time_limit_s is not None and not time_limit_s > 0:
            found = f"time_limit_s: found {time_limit_s!r}, expected a number of seconds above 0"
            raise MeasureError("simulate.bad-time_limit_s", found)
        batch, forfeits = simulate_stepped(
            loaded, seated, games=games, seed=root, time_limit_s=time_limit_s, progress=report
        )
    batch["seconds"] = perf_counter() - started
    return make_stats(batch, names, tuple(family.name for family in loaded.notation.credits), forfeits)


def simulate_game(genome: GameGenome, num_games: int) -> AggregatedStats:
    """The seed design's name for simulating a genome with random players."""
    return simulate(genome, games=num_games)


def run_request(request: SimulationRequest, *, threads: int | None = None) -> AggregatedStats:
    """Do what a request asks."""
    return simulate(request.game(), agents=request.agents, games=request.num_games, seed=request.seed, threads=threads)


def available_threads() -> int:
    """How many threads this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _check_number(name: str, value: object, *, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= most:
        raise MeasureError(
            f"simulate.bad-{name}", f"{name}: found {value!r}, expected a whole number from 1 to {most:,}"
        )
    return value


def _report(progress: Progress | None) -> Callable[[int], bool]:
    """What the kernel calls now and then, even if nobody listens: it lets Ctrl-C through."""
    return lambda done: progress is None or progress(done) is not False
