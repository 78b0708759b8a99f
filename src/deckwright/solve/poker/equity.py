"""How often hands win when all cards come: exactly where that is cheap, else by sampling, with its standard error."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from deckwright import _kernel
from deckwright.solve.errors import SolveError
from deckwright.solve.poker.cards import format_cards, parse_cards
from deckwright.solve.poker.ranges import Range
from deckwright.solve.poker.refusals import kernel_refusals

EXACT_COST: Final = 4e9
"""Evaluations up to which an equity is worked out exactly if nobody says how: some ten seconds."""
DEALS: Final = 1_000_000
MOST_DEALS: Final = 10**12
MOST_CARDS_OUT: Final = 40

Progress = Callable[[int], bool]


@dataclass(frozen=True)
class Equity:
    """What each of some ranges wins, in parts of one; `errors` are the standard errors of `shares`, 0 if exact."""

    shares: tuple[float, ...]
    wins: tuple[float, ...]
    ties: tuple[float, ...]
    errors: tuple[float, ...]
    exact: bool
    deals: int
    """Deals that were sampled, or boards that were gone through."""
    seed: int

    def to_dict(self) -> dict[str, Any]:
        """For JSON."""
        return {
            "equity": list(self.shares),
            "win": list(self.wins),
            "tie": list(self.ties),
            "standard_error": list(self.errors),
            "exact": self.exact,
            "deals": self.deals,
            "seed": None if self.exact else self.seed,
        }


def equity(
    hands: Sequence[str | Range],
    *,
    board: str = "",
    dead: str = "",
    exact: bool | None = None,
    deals: int = DEALS,
    seed: int = 0,
    threads: int = 1,
    progress: Progress | None = None,
    exact_cost: float = EXACT_COST,
) -> Equity:
    """The equity of two to six hands or ranges: `equity(["AsKs", "QQ+, AKo"], board="Qs7s2d")`.

    Exact if `exact`, by `deals` deals if not; by default exact where that takes no more than `exact_cost` evaluations.
    It is the same for any number of threads.
    """
    named = ((f"hand {number}", hand) for number, hand in enumerate(hands, 1))
    ranges = [hand if isinstance(hand, Range) else Range.parse(hand, what=what) for what, hand in named]
    on_board, out = parse_cards(board, what="board"), parse_cards(dead, what="dead cards")
    if len(on_board) not in (0, 3, 4, 5):
        raise SolveError("board.wrong-number", f"board: found {len(on_board)} cards, expected 0, 3, 4 or 5")
    if both := set(on_board) & set(out):
        raise SolveError(
            "cards.repeated", f"found {format_cards(both)} on the board and dead, expected different cards"
        )
    if len(out) > MOST_CARDS_OUT:
        raise SolveError("cards.too-many", f"found {len(out)} dead cards, expected at most {MOST_CARDS_OUT}")
    if not 1 <= deals <= MOST_DEALS:
        raise SolveError("equity.bad-deals", f"found {deals} deals, expected 1 to {MOST_DEALS}")
    for number, one in enumerate(ranges, 1):
        one.check_left((*on_board, *out), what=f"hand {number}")
    packed = [one.to_bytes() for one in ranges]
    masks = (sum(1 << card for card in on_board), sum(1 << card for card in out))
    with kernel_refusals():
        if exact is None:
            exact = _kernel.equity_cost(packed, *masks) <= exact_cost
        seed = seed % 2**64
        found = _kernel.equity(packed, *masks, 0 if exact else deals, seed, threads, progress)
    if found is None:
        raise SolveError("equity.stopped", "the equity was not finished: it was told to stop")
    if not found["deals"]:
        raise SolveError("range.no-deal", "the ranges can hardly be held at the same time: no deal was found")
    columns = (found["share"], found["win"], found["tie"], found["error"])
    shares, wins, ties, errors = (tuple(column) for column in columns)
    return Equity(shares, wins, ties, errors, exact, int(found["deals"]), seed)
