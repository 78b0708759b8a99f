"""The policies that come with the library's games: files of this package, named for the games."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from deckwright import _kernel
from deckwright.agents.errors import AgentError
from deckwright.agents.policies.file import LearnedPolicy, features_of, read_policy
from deckwright.engine import Game

SHIPPED = Path(__file__).parent / "shipped"
SUFFIX = ".policy.json"


def shipped_games() -> tuple[str, ...]:
    """The ids of the games that have a policy."""
    return tuple(sorted(path.name.removesuffix(SUFFIX) for path in SHIPPED.glob(f"*{SUFFIX}")))


@lru_cache(maxsize=128)
def shipped_policy(game: str) -> tuple[LearnedPolicy, _kernel.PolicyFile] | None:
    """The policy of a game by its id, if it has one."""
    if game not in shipped_games():  # an id is no path
        return None
    policy = read_policy(SHIPPED / f"{game}{SUFFIX}")
    return policy, policy.for_kernel


def find_policy(game: Game) -> _kernel.PolicyFile | None:
    """The policy that comes with a game, if it has one and the cards and strains are those it was learned with."""
    found = shipped_policy(game.id)
    if found is None or found[0].features != features_of(game):
        return None
    return found[1]


def missing_policy(game: Game) -> AgentError:
    """What somebody is told who asks for the policy of a game that has none."""
    reason = "its options change its cards or strains" if game.id in shipped_games() else "none comes with it"
    told = f"{game.name} has no policy here: {reason}. `deckwright learn` makes one, which the agent policy:FILE plays"
    return AgentError("policy.missing", told)
