"""The solver beside OpenSpiel's C++ solvers on the same trees, one thread, by CPU time; and time to quality."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Iterator

import pyspiel

from deckwright import _kernel, load
from deckwright.engine import Game

ROUNDS = 5
ROOM = 4e9
DISCOUNTED = [1.5, 0.0, 2.0]
Row = dict[str, object]


def cpu_seconds(work: Callable[[], object], times: int = 1) -> float:
    started = time.process_time()
    for _ in range(times):
        work()
    return time.process_time() - started


def per_second(work: Callable[[], object], *, least: float = 0.2) -> float:
    """How often it can be done in a second: a median of rounds that are long enough to be measured."""
    times = 1
    while (seconds := cpu_seconds(work, times)) < least:
        times *= max(2, min(10, int(least / max(seconds, 1e-6))))
    rates = [times / seconds]
    rates += [times / cpu_seconds(work, times) for _ in range(ROUNDS - 1)]
    return statistics.median(rates)


def tree_of(game: Game) -> _kernel.GameTree:
    return _kernel.GameTree(game.rules, ROOM, True, 1)


def our_iterations(tree: _kernel.GameTree) -> float:
    """Iterations of vanilla CFR per second, both seats updated in each."""
    batch = max(1, 2_000_000 // tree.entries)

    def run() -> None:
        solver = _kernel.Solver(tree, "cfr", [], False, 0)
        solver.run(batch, None, None)

    return batch * per_second(run)


def peer_iterations(peer: str) -> float:
    solver = pyspiel.CFRSolver(pyspiel.load_game(peer))
    return per_second(solver.evaluate_and_update_policy)


def our_nash_conv(tree: _kernel.GameTree) -> float:
    policy = tree.uniform()
    return per_second(lambda: tree.assess(policy))


def peer_nash_conv(peer: str) -> float:
    game = pyspiel.load_game(peer)
    policy = pyspiel.CFRSolver(game).tabular_average_policy()
    return per_second(lambda: pyspiel.nash_conv(game, policy, False))


def ratios() -> Iterator[Row]:
    """What is at least fifty times the peer's."""
    for name, options, peer in (
        ("kuhn", {"players": 3}, "kuhn_poker(players=3)"),
        ("leduc", {"suit_isomorphism": True}, "leduc_poker(suit_isomorphism=True)"),
    ):
        tree = tree_of(load(name, **options))  # type: ignore[arg-type]
        for what, ours, theirs in (
            ("cfr it/s", our_iterations(tree), peer_iterations(peer)),
            ("NashConv/s", our_nash_conv(tree), peer_nash_conv(peer)),
        ):
            ratio = ours / theirs
            seats = f"{name} {tree.seats}p"
            yield {
                "game": f"{seats} {what}",
                "ours": ours,
                "theirs": theirs,
                "ratio": ratio,
                "bar": 50,
                "holds": ratio >= 50,
            }


def to_quality(tree: _kernel.GameTree, algorithm: str, numbers: list[float], target: float) -> float:
    """CPU seconds until NashConv is at most the target, the tree being there."""
    solver = _kernel.Solver(tree, algorithm, numbers, False, 0)
    return cpu_seconds(lambda: solver.run(10_000_000, target, None))


def timed(what: str, seconds: float, bar: float) -> Row:
    return {"game": what, "seconds": seconds, "bar_seconds": bar, "holds": seconds < bar}


def times() -> Iterator[Row]:
    """What must be done in so many seconds."""
    leduc = tree_of(load("leduc", suit_isomorphism=True))
    yield timed("leduc 2p to NashConv 5e-4 (cfr+)", to_quality(leduc, "cfr+", [], 5e-4), 0.1)
    kuhn = tree_of(load("kuhn", players=3))
    yield timed("kuhn 3p to NashConv 1e-8 (dcfr)", to_quality(kuhn, "dcfr", DISCOUNTED, 1e-8), 1.0)
    game = load("leduc", players=3, suit_isomorphism=True)
    built: list[_kernel.GameTree] = []
    yield timed("leduc 3p, building the tree", cpu_seconds(lambda: built.append(tree_of(game))), 5.0)
    [tree] = built
    yield timed("leduc 3p, one exact NashConv", 1 / our_nash_conv(tree), 0.15)
    yield timed("leduc 3p to NashConv 1e-3 (pcfr+)", to_quality(tree, "pcfr+", [], 1e-3), 40.0)


def line(row: Row) -> str:
    verdict = "holds" if row["holds"] else "MISSED"
    if "seconds" in row:
        return f"{row['game']:<36}{row['seconds']:>12.4f} s{row['bar_seconds']:>13g} s  {verdict}"
    return (
        f"{row['game']:<20}{row['ours']:>14,.0f}{row['theirs']:>14,.0f}{row['ratio']:>9.1f}{row['bar']:>6}  {verdict}"
    )
