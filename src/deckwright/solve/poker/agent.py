"""An agent that plays a blueprint: `blueprint:BUNDLE`. The room of agents finds it by its entry point."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from deckwright._kernel import PolicyFile
from deckwright.agents import Agent, AgentContext, AgentError, AgentKind
from deckwright.engine import Action, Game, Information
from deckwright.solve.errors import SolveError
from deckwright.solve.poker.binary import read_binary
from deckwright.solve.poker.blueprint import STRATEGY, VERSION, kernel_arguments, read_manifest
from deckwright.solve.poker.training_config import Config, parse_config

if TYPE_CHECKING:
    from deckwright._kernel import AgentForm

GAME: Final = "holdem"
TEXT: Final = json.dumps({"family": "blueprint"})


@dataclass(frozen=True)
class BlueprintAgent:
    """Plays as a blueprint says, at the nearest place that it knows; where it knows nothing it checks or calls."""

    name: str
    config: Config
    file: PolicyFile
    digest: str = ""
    """SHA-256 of the strategy that it was made from: a table keeps it, and takes no other for it."""

    def check_game(self, game: Game) -> None:
        """AgentError if it is for another game, or for another number of players."""
        players = self.config.game.num_players
        if game.id != GAME:
            raise AgentError("blueprint.other-game", f"{self.name} plays {GAME}, not {game.id}")
        if game.seats != players:
            raise AgentError("blueprint.other-game", f"{self.name} is for {players} players, and {game.seats} play")

    def kernel_form(self, game: Game) -> AgentForm:
        """What the kernel is told of it."""
        self.check_game(game)
        return TEXT, self.file

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action:  # noqa: ARG002
        """What it does, on this seat's information."""
        return information.consult(self.kernel_form(information.game), seed=seed)


def make_blueprint_agent(setting: str) -> Agent:
    """The agent of a bundle."""
    if not setting:
        raise AgentError("agent.bad-setting", "found 'blueprint' alone, expected 'blueprint:BUNDLE', a folder")
    folder = Path(setting)
    try:
        manifest = read_manifest(folder)
        config = parse_config(manifest.get("config"), what=str(folder / "manifest.json"))
        strategy = read_binary(folder / "strategy.bin", STRATEGY, VERSION)
        if strategy.header.get("config_hash") != config.digest:
            raise SolveError("bundle.mismatch", f"{folder}: strategy.bin is of another config than manifest.json")
    except SolveError as error:
        raise AgentError(error.code, error.message) from None
    head = json.dumps(kernel_arguments(config)).encode()
    file = PolicyFile(len(head).to_bytes(4, "little") + head + bytes(strategy.content))
    return BlueprintAgent(f"blueprint:{folder.name}", config, file, strategy.checksum)


AGENT_KIND = AgentKind(
    "blueprint",
    "blueprint:BUNDLE",
    "plays a hold'em blueprint that `deckwright train` has made, for as many players as it was made for",
    make_blueprint_agent,
    games=GAME,
    cost="tens of microseconds",
)
