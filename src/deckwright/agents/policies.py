"""Where policies are: those that come with the library's games, and files of one's own."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from deckwright import _kernel
from deckwright.agents.errors import AgentError
from deckwright.engine import Game

OWN_POLICY = "own"
"""The policy that a game has, wherever it has one."""

MOST_POLICY_BYTES = 16_000_000


def find_policy(game: Game) -> _kernel.PolicyFile | None:  # noqa: ARG001
    """The policy that comes with a game of these rules; none yet."""
    return None


@lru_cache(maxsize=16)
def load_policy(path: str) -> _kernel.PolicyFile:
    """A policy from a file; whether it is the game's own is seen when it plays."""
    try:
        if (size := Path(path).stat().st_size) > MOST_POLICY_BYTES:
            raise AgentError(
                "policy.too-large", f"{path}: found {size:,} bytes, expected at most {MOST_POLICY_BYTES:,}"
            )
        return _kernel.PolicyFile(Path(path).read_bytes())
    except OSError as error:
        raise AgentError("policy.unreadable", f"{path}: {error.strerror or error}") from None
