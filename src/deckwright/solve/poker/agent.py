"""Agents that play a blueprint: `blueprint:BUNDLE`, and `blueprint+:BUNDLE`, which solves the river anew.

The room of agents finds both by one entry point.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deckwright._kernel import PolicyFile
from deckwright.agents import Agent, AgentContext, AgentError, AgentKind
from deckwright.engine import Action, Game, Information
from deckwright.games.holdem.options import holdem_settings
from deckwright.solve.errors import SolveError
from deckwright.solve.poker.blueprint import config_of, find_strategy, kernel_arguments, read_manifest
from deckwright.solve.poker.training_config import Config

if TYPE_CHECKING:
    from deckwright._kernel import AgentForm

GAME: Final = "holdem"
STACKS_ALIKE: Final = 1.25
"""Stacks that differ by no more than this factor from those of the blueprint are taken for the same."""
DEFAULT_ITERATIONS: Final = 100
MOST_ITERATIONS: Final = 100_000
MOST_MILLISECONDS: Final = 600_000
SETTING: Final = re.compile(r"(?P<bundle>.*?)(:(?P<count>\d{1,12})(?P<time>ms)?)?(?P<turn>:turn)?")


@dataclass(frozen=True)
class Resolving:
    """How a street is solved anew at the table."""

    iterations: int = DEFAULT_ITERATIONS
    milliseconds: int | None = None
    """A time in place of iterations: what comes of it then depends on the machine."""
    turn: bool = False
    """The turn too, not only the river."""


@dataclass(frozen=True)
class BlueprintAgent:
    """Plays as a blueprint says; what it has no play for it plays by rule of thumb, as `tight`."""

    name: str
    config: Config
    file: PolicyFile
    digest: str = ""
    """SHA-256 of the strategy that it was made from: a table keeps it, and takes no other for it."""
    resolving: Resolving | None = None

    def check_game(self, game: Game) -> None:
        """AgentError if it is for another game, another number of players, or other stacks and blinds."""
        players, depth = self.config.game.num_players, self.config.game.stack_depth
        if game.id != GAME:
            raise AgentError("blueprint.other-game", f"{self.name} plays {GAME}, not {game.id}")
        if game.seats != players:
            raise AgentError("blueprint.other-game", f"{self.name} is for {players} players, and {game.seats} play")
        rules = holdem_settings(game.options)
        big_blind = rules["big_blind"]
        for chips in rules["stacks"]:
            if not depth / STACKS_ALIKE <= chips / big_blind <= depth * STACKS_ALIKE:
                raise AgentError(
                    "blueprint.other-stacks",
                    f"{self.name} is for stacks of {depth:g} big blinds, found {chips / big_blind:g}: "
                    f"it knows nothing of what other stacks are worth. Set -o stack={depth:g}",
                )
        if rules["ante"] or 2 * rules["small_blind"] != big_blind or rules["carry"]:
            raise AgentError(
                "blueprint.other-blinds",
                f"{self.name} is for a small blind of half a big one, no ante, and full stacks in every hand",
            )

    def kernel_form(self, game: Game) -> AgentForm:
        """What the kernel is told of it."""
        self.check_game(game)
        resolve = None if self.resolving is None else asdict(self.resolving)
        return json.dumps({"family": "blueprint", "resolve": resolve}), self.file

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action:  # noqa: ARG002
        """What it does, on this seat's information."""
        return information.consult(self.kernel_form(information.game), seed=seed)


def make_blueprint_agent(setting: str) -> Agent:
    """The agent of a bundle."""
    if not setting:
        raise AgentError("agent.bad-setting", "found 'blueprint' alone, expected 'blueprint:BUNDLE', a folder")
    return _made("blueprint", Path(setting), None)


def make_resolving_agent(setting: str) -> Agent:
    """The agent of a bundle that solves streets anew: `BUNDLE`, `BUNDLE:N`, `BUNDLE:Nms`, each with `:turn` or not."""
    found = SETTING.fullmatch(setting)
    if found is None or not found["bundle"]:
        raise AgentError(
            "agent.bad-setting",
            f"found 'blueprint+:{setting}', expected 'blueprint+:BUNDLE', a folder, then ':N' iterations or ':Nms', "
            "and ':turn' to solve the turn as well",
        )
    count = int(found["count"] or DEFAULT_ITERATIONS)
    most = MOST_MILLISECONDS if found["time"] else MOST_ITERATIONS
    if not 1 <= count <= most:
        told = f"blueprint+: found {count:,}{found['time'] or ''}, expected 1 to {most:,}"
        raise AgentError("agent.bad-setting", told)
    iterations, milliseconds = (DEFAULT_ITERATIONS, count) if found["time"] else (count, None)
    resolving = Resolving(iterations, milliseconds, turn=found["turn"] is not None)
    return _made("blueprint+", Path(found["bundle"]), resolving)


def _made(kind: str, folder: Path, resolving: Resolving | None) -> Agent:
    try:
        manifest = read_manifest(folder)
        config = config_of(folder, manifest)
        strategy = find_strategy(folder, manifest, config)
    except SolveError as error:
        raise AgentError(error.code, error.message) from None
    place = {
        "path": str(strategy.path),
        "at": strategy.at,
        "length": strategy.length,
        "checksum": list(bytes.fromhex(strategy.checksum)),
    }
    file = PolicyFile(json.dumps({**kernel_arguments(config), "play": place}).encode())
    return BlueprintAgent(f"{kind}:{folder.name}", config, file, strategy.checksum, resolving)


AGENT_KIND = (
    AgentKind(
        "blueprint",
        "blueprint:BUNDLE",
        "plays a hold'em blueprint that `deckwright train` has made, for the players and stacks that it was made for",
        make_blueprint_agent,
        games=GAME,
        cost="tens of microseconds",
    ),
    AgentKind(
        "blueprint+",
        "blueprint+:BUNDLE[:N|:Nms][:turn]",
        "the same, and with two left it solves the river anew (`:turn`: the turn too), by N iterations or milliseconds",
        make_resolving_agent,
        games=GAME,
        cost="tens of milliseconds",
    ),
)
