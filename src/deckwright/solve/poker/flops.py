"""The same spot on many flops: what it is worth, and how often each action is taken, flop by flop and by texture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import cache
from itertools import combinations, permutations
from typing import Any, Final

from deckwright.solve.errors import SolveError
from deckwright.solve.poker.cards import CARDS, RANK_LETTERS, format_cards, parse_cards
from deckwright.solve.poker.classes import COMBO_CARDS
from deckwright.solve.poker.ranges import Range
from deckwright.solve.poker.spots import DEFAULT_MEMORY_MB, SolvedSpot, Spot

FLOPS: Final = 22_100
"""All flops; up to suits that change places there are 1,755."""
_SUITS: Final = tuple(permutations(range(4)))
_COMBO_AT: Final = {frozenset(pair): combo for combo, pair in enumerate(COMBO_CARDS)}


@dataclass(frozen=True)
class Flop:
    """A flop, and for how many flops it stands."""

    board: str
    weight: float


@dataclass(frozen=True)
class SolvedFlop:
    """What a flop came to: shares are of the first decision, and of the second player's after a check."""

    board: str
    weight: float
    texture: str
    values: tuple[float, float]
    exploitability: float
    iterations: int
    first: dict[str, float]
    after_check: dict[str, float]
    memory_mb: float
    seconds: float


@dataclass(frozen=True)
class Mean:
    """Flops together, weighted as they come."""

    name: str
    flops: int
    weight: float
    values: tuple[float, float]
    first: dict[str, float]
    after_check: dict[str, float]


@cache
def distinct_flops() -> tuple[Flop, ...]:
    """Every flop up to suits, high ranks first, with how many there are of it."""
    counts: dict[tuple[int, ...], int] = {}
    for cards in combinations(range(CARDS), 3):
        stands = min(tuple(sorted((card & ~3 | suits[card & 3] for card in cards), reverse=True)) for suits in _SUITS)
        counts[stands] = counts.get(stands, 0) + 1
    ordered = sorted(counts.items(), key=lambda one: ([-(card // 4) for card in one[0]], one[0]))
    return tuple(Flop(format_cards(cards), count) for cards, count in ordered)


def some_flops(count: int) -> tuple[Flop, ...]:
    """So many flops, evenly spread over all as they come, each standing for as many; all 1,755 by their own weights."""
    every = distinct_flops()
    if not 1 <= count <= len(every):
        raise SolveError("flops.bad-number", f"found {count} flops, expected 1 to {len(every):,}")
    if count == len(every):
        return every
    step = FLOPS / count
    found: dict[str, float] = {}
    below, at = 0.0, 0
    for flop in every:
        below += flop.weight
        while at < count and (at + 0.5) * step < below:
            found[flop.board] = found.get(flop.board, 0.0) + step
            at += 1
    return tuple(Flop(board, weight) for board, weight in found.items())


def texture(board: str) -> str:
    """`monotone`, `two-tone` or `rainbow`, and whether it is paired: `paired two-tone`."""
    cards = parse_cards(board, what="flop")
    if len(cards) != 3:
        raise SolveError("board.wrong-number", f"flop: found {len(cards)} cards, expected 3")
    suits = ("", "monotone", "two-tone", "rainbow")[len({card % 4 for card in cards})]
    ranks = len({card // 4 for card in cards})
    return f"{('', 'trips', 'paired', '')[ranks]} {suits}".strip()


def check_suits(ranges: Iterable[Range]) -> None:
    """SolveError if a range tells suits apart: then one flop does not stand for others."""
    for one in ranges:
        for suits in _SUITS:
            for combo, (high, low) in enumerate(COMBO_CARDS):
                other = _COMBO_AT[frozenset((high & ~3 | suits[high & 3], low & ~3 | suits[low & 3]))]
                if one.weights[combo] != one.weights[other]:
                    raise SolveError(
                        "flops.suits", "a range tells suits apart, so that one flop cannot stand for others: name kinds"
                    )


Told = Callable[[SolvedFlop], None]
Watch = Callable[[int, float | None], bool]


def solve_flop(
    spot: Spot,
    flop: Flop,
    *,
    iterations: int,
    target: float,
    threads: int = 1,
    max_memory_mb: float = DEFAULT_MEMORY_MB,
    progress: Watch | None = None,
) -> SolvedFlop:
    """Solve one flop of a spot, whose own board does not count."""
    solved = SolvedSpot(replace(spot, board=flop.board), threads=threads, max_memory_mb=max_memory_mb)
    solved.run(iterations=iterations, target=target, progress=progress)
    first = solved.node()
    after = {}
    if "check" in first.actions:
        second = solved.node("check")
        after = dict(zip(second.actions, second.shares, strict=True))
    return SolvedFlop(
        flop.board,
        flop.weight,
        texture(flop.board),
        solved.values,
        solved.exploitability,
        solved.iterations,
        dict(zip(first.actions, first.shares, strict=True)),
        after,
        solved.size.size_bytes / 1e6,
        solved.seconds,
    )


def means(rows: Sequence[SolvedFlop]) -> list[Mean]:
    """All flops together, then by texture, then by highest card."""
    groups: dict[str, list[SolvedFlop]] = {"all": list(rows)}
    for row in rows:
        groups.setdefault(row.texture, []).append(row)
    for rank in reversed(RANK_LETTERS):
        high = [row for row in rows if row.board[0] == rank]
        if high:
            groups[f"{rank} high"] = high
    return [_mean(name, group) for name, group in groups.items()]


def _mean(name: str, rows: Sequence[SolvedFlop]) -> Mean:
    whole = sum(row.weight for row in rows)

    def of(number: Callable[[SolvedFlop], float]) -> float:
        return sum(row.weight * number(row) for row in rows) / whole

    def shares(which: Callable[[SolvedFlop], dict[str, float]]) -> dict[str, float]:
        actions = dict.fromkeys(action for row in rows for action in which(row))
        return {action: of(lambda row, action=action: which(row).get(action, 0.0)) for action in actions}  # type: ignore[misc]

    values = (of(lambda row: row.values[0]), of(lambda row: row.values[1]))
    return Mean(name, len(rows), whole, values, shares(lambda row: row.first), shares(lambda row: row.after_check))


def report_document(rows: Sequence[SolvedFlop]) -> dict[str, Any]:
    """For JSON: every flop, and what they come to together."""
    return {"flops": [asdict(row) for row in rows], "means": [asdict(one) for one in means(rows)] if rows else []}
