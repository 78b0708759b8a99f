"""A game as a tree: how large it will be, and the tree itself if it fits."""

from __future__ import annotations

from dataclasses import dataclass

from deckwright import _kernel
from deckwright.engine import Game
from deckwright.solve.errors import SolveError

DEFAULT_MEMORY_MB = 2_048
_DIVES = 300
_BYTES_IN_MB = 1e6


@dataclass(frozen=True)
class TreeEstimate:
    """How large a game's tree would be, from random dives (Knuth 1975). Every number is a mean, not a bound."""

    deals: float
    nodes: float
    information_sets: float
    """At most so many: one for each decision of the tree."""
    memory_mb: float


def estimate(game: Game, *, dives: int = _DIVES) -> TreeEstimate:
    """How large a game's tree would be; SolveError where chance cannot be gone through."""
    try:
        size = _kernel.estimate_tree(game.rules, dives, 1)
    except ValueError as error:
        raise refusal(error, game) from None
    return TreeEstimate(size["deals"], size["nodes"], size["information_sets"], size["size_bytes"] / _BYTES_IN_MB)


def expand(
    game: Game, *, merge: bool = True, max_memory_mb: float = DEFAULT_MEMORY_MB, threads: int = 1
) -> _kernel.GameTree:
    """The tree of a game. One that would not fit is refused before any of it is built, with its figures."""
    guess = estimate(game)
    if guess.memory_mb > 4 * max_memory_mb:
        # The merging of cards that play no part may still save some: only what is far too large is refused here.
        raise too_large(game, guess, max_memory_mb)
    try:
        return _kernel.GameTree(game.rules, max_memory_mb * _BYTES_IN_MB, merge, threads)
    except ValueError as error:
        raise refusal(error, game) from None


def too_large(game: Game, guess: TreeEstimate, max_memory_mb: float) -> SolveError:
    """The refusal of a game whose tree would not fit, with what would."""
    return SolveError(
        "solve.too-large",
        f"{game.id} is too large to solve: about {figure(guess.nodes)} nodes ({figure(guess.deals)} deals), at most "
        f"{figure(guess.information_sets)} information sets, about {figure(guess.memory_mb)} MB, where "
        f"{figure(max_memory_mb)} MB are allowed. {what_would_fit(game)}",
    )


def what_would_fit(game: Game) -> str:
    """What makes a game smaller."""
    options = [name for name in ("hands", "players") if game.definition.max_hands > 1 or name == "players"]
    said = " and ".join(f"-o {name}=N" for name in options)
    return f"A shorter deck, fewer seats, cards in hand, hands or turns make it smaller ({said} where it has them)"


def figure(number: float) -> str:
    """A number as people read it: 12,000 or 3.4e+28."""
    if number > 1e300:
        return "1e+300 or more"
    return f"{number:,.0f}" if number < 1e9 else f"{number:.1e}"


def refusal(error: ValueError, game: Game) -> SolveError:
    """The kernel's refusal, with the game's name."""
    if len(error.args) != 2:
        raise error
    code, text = error.args
    return SolveError(str(code), f"{game.id}: {text}")
