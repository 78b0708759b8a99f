"""How large a game's tree is, before anybody is offered to solve it.

`python -m deckwright.web.sizing` tells it of the game on standard input: what strangers bring is played at random in a
process with limits.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from deckwright.engine import Game, load
from deckwright.errors import DeckwrightError
from deckwright.solve.expansion import estimate, figure
from deckwright.web.limited import run_limited
from deckwright.web.settings import Limits

MOST_MEMORY_MB = 400.0
"""Trees that take more are not solved by pages."""


@dataclass(frozen=True)
class TreeSize:
    """How large a tree would be, by random dives, and why it cannot be solved here, if it cannot."""

    deals: float = 0.0
    nodes: float = 0.0
    memory_mb: float = 0.0
    code: str = ""
    reason: str = ""

    @property
    def can_solve(self) -> bool:
        """Whether it is small enough."""
        return not self.code

    def to_dict(self) -> dict[str, Any]:
        """For programs and pages; a number that no float holds is not there."""
        figures = {"deals": self.deals, "nodes": self.nodes, "memory_mb": self.memory_mb}
        told = {name: value if value < MOST_NUMBER else None for name, value in figures.items()}
        texts = {"nodes_text": figure(self.nodes), "memory_text": f"{self.memory_mb:.3g}"}
        return {"can_solve": self.can_solve, "code": self.code, "reason": self.reason, **told, **texts}


MOST_NUMBER = 1e300


def size_of(game: Game) -> TreeSize:
    """How large a game is; the solver's own words where it cannot be solved."""
    try:
        guess = estimate(game)
    except DeckwrightError as error:
        return TreeSize(code=error.code, reason=error.message.removeprefix(f"{game.id}: "))
    size = (guess.deals, guess.nodes, guess.memory_mb)
    if guess.information_sets == 0:
        return TreeSize(*size, "solve.nothing-to-decide", "nobody ever has a choice: there is nothing to solve")
    if not guess.memory_mb <= MOST_MEMORY_MB:
        told = (
            f"it is too large, about {figure(guess.nodes)} nodes ({figure(guess.deals)} deals), at most "
            f"{figure(guess.information_sets)} information sets, about {figure(guess.memory_mb)} MB, where "
            f"{figure(MOST_MEMORY_MB)} MB are allowed"
        )
        return TreeSize(*size, "solve.too-large", told)
    return TreeSize(*size)


@lru_cache(maxsize=512)
def size_in_process(spec: str, limits: Limits) -> TreeSize:
    """The same of a stranger's game (`genome` and `options` as JSON), in a process with limits."""
    found = run_limited("deckwright.web.sizing", spec, limits)
    if found is None:
        told = "its hands are so long that looking how large it is takes too long"
        return TreeSize(code="solve.too-large", reason=told)
    return TreeSize(**found)


@lru_cache(maxsize=512)
def _size_in_library(name: str, options: str) -> TreeSize:
    return size_of(load(name, **json.loads(options)))


def find_size(spec: Mapping[str, Any], limits: Limits) -> TreeSize:
    """How large the game of a job's spec is; asked once for each game."""
    options = spec.get("options", {})
    if "genome" in spec:
        return size_in_process(json.dumps({"genome": spec["genome"], "options": options}, sort_keys=True), limits)
    return _size_in_library(spec["game"], json.dumps(options, sort_keys=True))


def main() -> None:
    """Read, look, tell."""
    asked = json.loads(sys.stdin.buffer.read())
    found = size_of(load(asked["genome"], **asked["options"]))
    sys.stdout.write(json.dumps(vars(found)))


if __name__ == "__main__":
    main()
