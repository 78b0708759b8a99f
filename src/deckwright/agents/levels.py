"""Levels for people: easy, medium, hard and best, in every game.

For the library's games `levels.json` says which agent each level is; `make levels` measures that each has the better
return than the one below on most deals, and writes the file. Any other game gets counts that its length allows.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Final

from deckwright.agents.agent import AgentContext
from deckwright.agents.policies import find_policy, shipped_games
from deckwright.engine import Action, Game, Information
from deckwright.games import library
from deckwright.games.errors import OptionError

if TYPE_CHECKING:
    from deckwright._kernel import AgentForm

LEVELS: Final = ("easy", "medium", "hard", "best")
LEVELS_FILE: Final = "levels.json"

WORK: Final = 400_000
"""Decisions that `hard` may simulate before one of its own: some tenths of a second even where rules are slow."""
MOST_SIMULATIONS: Final = 2_000
FEWEST_SIMULATIONS: Final = 32
TRIAL_GAMES: Final = 8
TRIAL_DECISIONS: Final = 20_000
"""Of one of them: a match may have a million hands."""
REMEMBERED: Final = 64


@dataclass(frozen=True)
class LevelAgent:
    """An agent by its level: which one that is depends on the game."""

    name: str

    def kernel_form(self, game: Game) -> AgentForm:
        """What the kernel is told in this game."""
        from deckwright.agents.catalogue import parse_agent  # the catalogue lists levels, too
        from deckwright.agents.kernel import kernel_form

        form = kernel_form(parse_agent(level_text(self.name, game)), game)
        assert form is not None
        return form

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action:  # noqa: ARG002
        """What it does, on this seat's information."""
        return information.consult(self.kernel_form(information.game), seed=seed)


def level_text(level: str, game: Game) -> str:
    """The agent that a level is in a game, as a text: `ismcts:400`."""
    measured = measured_levels().get(game.id) if is_of_library(game) and has_its_policy(game) else None
    return str(measured["levels"][level]) if measured else default_levels(game)[level]


def has_its_policy(game: Game) -> bool:
    """Whether a game has the policy that its levels were measured with: options may change cards or strains."""
    return find_policy(game) is not None or game.id not in shipped_games()


@lru_cache(maxsize=REMEMBERED)
def is_of_library(game: Game) -> bool:
    """Whether a game is the library's, with whichever options: anybody may call a genome of their own the same."""
    entry = library().get(game.id)
    try:
        return entry is not None and entry.define(**game.options).digest == game.definition.digest
    except OptionError:
        return False


@cache
def measured_levels() -> Mapping[str, Any]:
    """What was measured of the library's games, by id."""
    text = files("deckwright.agents").joinpath(LEVELS_FILE).read_text(encoding="utf-8")
    games: Mapping[str, Any] = json.loads(text)["games"]
    return games


@lru_cache(maxsize=REMEMBERED)
def default_levels(game: Game) -> Mapping[str, str]:
    """Levels by how long a hand is in random play: made of counts alone, so that they are the same everywhere."""
    players = ["random"] * game.seats
    played = game.run_batch(players, TRIAL_GAMES, bytes(32), threads=1, most_decisions=TRIAL_DECISIONS)
    length = max(1, played["decisions"] // max(1, played["hands"]))
    hard = max(FEWEST_SIMULATIONS, min(MOST_SIMULATIONS, WORK // length))
    return {
        "easy": f"ismcts:{max(4, hard // 20)}@none",
        "medium": f"ismcts:{max(8, hard // 8)}@none",
        "hard": f"ismcts:{hard}",
        "best": f"ismcts:{3 * hard}",
    }
