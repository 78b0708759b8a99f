"""Poker by CPU time, one thread: hands ranked in a second, rivers and a turn solved.

python -m benchmarks.poker [--flop]     # with --flop: that flop alone, which takes minutes and gigabytes
"""

from __future__ import annotations

import argparse
import importlib
import random
import resource
import time
from collections.abc import Callable, Iterator

import numpy as np

from deckwright.solve.poker.hands import hand_census, rank_hands
from deckwright.solve.poker.spots import Bets, SolvedSpot, Spot

Row = dict[str, object]
RIVER = "2c7d9hJsAc"
CENSUS = 133_784_560


def cpu_seconds(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def census_rate() -> float:
    """Hands of seven cards ranked in a second of CPU time, all there are."""
    hand_census(5)
    return CENSUS / cpu_seconds(lambda: hand_census(7))


def array_rate(count: int = 2_000_000) -> float:
    """Random hands ranked in a second, from Python, as an array of masks."""
    cards = np.argsort(np.random.default_rng(1).random((count // 10, 52)), axis=1)[:, :7].astype(np.uint64)
    masks = np.tile(np.bitwise_or.reduce(np.uint64(1) << cards, axis=1), 10)
    rank_hands(masks[:10])
    return count / min(cpu_seconds(lambda: rank_hands(masks)) for _ in range(3))


def eval7_rate(count: int = 200_000) -> float:
    """The same of eval7, from lists of its cards that are made beforehand."""
    eval7 = importlib.import_module("eval7")
    chance = random.Random(1)
    deck = eval7.Deck().cards
    hands = [chance.sample(deck, 7) for _ in range(count)]
    return count / min(cpu_seconds(lambda: [eval7.evaluate(hand) for hand in hands]) for _ in range(3))


def river(nodes: int, bets: Bets, stack: float, iterations: int) -> tuple[int, float]:
    """Decisions of betting, and iterations a second, both players updated, with any two cards each."""
    solver = SolvedSpot(Spot(RIVER, "any", "any", pot=10, stack=stack, bets=bets))
    solver.run(iterations=10)
    seconds = cpu_seconds(lambda: solver.run(iterations=iterations))
    assert solver.size.action_nodes >= nodes
    return solver.size.action_nodes, (iterations - 10) / seconds


def turn_seconds() -> tuple[int, int, float, float]:
    """Hands of both, MB and CPU seconds until a turn is solved to 0.5 % of the pot."""
    wide = "22+, A2s+, K2s+, Q4s+, J6s+, T6s+, 96s+, 85s+, 75s+, 64s+, 54s, A4o+, K8o+, Q9o+, J9o+, T8o+, 98o"
    narrow = "22+, A2s+, K5s+, Q8s+, J8s+, T8s+, 97s+, 86s+, 75s+, 65s, A7o+, K9o+, Q9o+, J9o+, T9o"
    solver = SolvedSpot(Spot("Qs7h2d4c", wide, narrow, pot=10, stack=40, bets=Bets((0.5, 1.0), (1.0,), 2)))
    seconds = cpu_seconds(lambda: solver.run(iterations=1000, target=0.005))
    assert solver.exploitability <= 0.005
    first, second = solver.size.hands
    return first, second, solver.size.size_bytes / 1e6, seconds


def flop_rows() -> Iterator[Row]:
    """25 big blinds, a single-raised pot, two cards of a suit: until exploitability is 0.5 % of the pot."""
    caller = "22-TT, A2s-AJs, K2s+, Q4s+, J6s+, T6s+, 96s+, 85s+, 75s+, 64s+, 54s, A5o-AJo, K8o+, Q9o+, J9o+, T9o, 98o"
    raiser = "22+, A2s+, K4s+, Q6s+, J7s+, T7s+, 96s+, 86s+, 75s+, 65s, A3o+, K9o+, Q9o+, J9o+, T9o"
    spot = Spot("Qs7s2d", caller, raiser, pot=5.5, stack=22.5, bets=Bets((0.5, 1.0), (1.0,), 3))
    solver = SolvedSpot(spot, max_memory_mb=16_000)
    seconds = cpu_seconds(lambda: solver.run(iterations=1000, target=0.005))
    assert solver.exploitability <= 0.005
    first, second = solver.size.hands
    name = f"flop {first}x{second}, {solver.size.action_nodes} action nodes"
    yield _row(f"{name}, MB told", solver.size.size_bytes / 1e6, None)
    yield _row(f"{name}, MB taken at most", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3, None)
    yield _row(f"{name}, CPU s to 0.5 %", seconds, None)
    yield _row(f"{name}, iterations", solver.iterations, None)


def rows() -> Iterator[Row]:
    """Figures with their bars."""
    yield _row("7-card hands/s, census", census_rate(), 100e6)
    ours = array_rate()
    yield _row("7-card hands/s, from Python", ours, None)
    yield _row("times eval7, from Python", ours / eval7_rate(), 20)
    for least, bets, stack, bar in (
        (12, Bets((1.0,), (1.0,), 3), 60.0, 3000),
        (36, Bets((0.5, 1.0), (0.5, 1.0), 3), 90.0, 1000),
    ):
        nodes, rate = river(least, bets, stack, 1500)
        yield _row(f"river it/s, {nodes} action nodes", rate, bar)
    first, second, size, seconds = turn_seconds()
    yield _row(f"turn {first}x{second}, {size:.0f} MB, s to 0.5 %", seconds, None)


def _row(name: str, ours: float, bar: float | None) -> Row:
    return {"game": name, "ours": ours, "bar": bar, "holds": None if bar is None else ours >= bar}


def line(row: Row) -> str:
    verdict = {None: "", True: "holds", False: "MISSED"}[row["holds"]]  # type: ignore[index]
    bar = "" if row["bar"] is None else f"{row['bar']:,.0f}"
    return f"{row['game']:<46}{row['ours']:>14,.1f}{bar:>14}  {verdict}".rstrip()


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(prog="benchmarks.poker", description=__doc__)
    parser.add_argument("--flop", action="store_true")
    for one in flop_rows() if parser.parse_args().flop else rows():
        print(line(one), flush=True)


if __name__ == "__main__":
    main()
