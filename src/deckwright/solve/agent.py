"""An agent that plays a saved strategy: `strategy:FILE`. The room of agents finds it by its entry point."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from deckwright.agents import Agent, AgentContext, AgentError, AgentKind
from deckwright.engine import Action, Game, Information, seed_number
from deckwright.solve.errors import SolveError
from deckwright.solve.strategy import Strategy


@dataclass(frozen=True)
class StrategyAgent:
    """Plays as a strategy says, from what its seat has seen."""

    strategy: Strategy
    name: str = "strategy"
    digest: str = ""
    """SHA-256 of the file that it was made from: a table keeps it, and takes no other file for it."""

    def check_game(self, game: Game) -> None:
        """AgentError if the strategy was found for another game."""
        if game != self.strategy.game:
            raise AgentError("strategy.other-game", f"the strategy was {self.strategy.meant_for(game)}")

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action:  # noqa: ARG002
        """An action, each as often as the strategy says."""
        drawn = seed_number(seed, domain="strategy") / 2**64
        try:
            return self.strategy.choose(information, drawn)
        except SolveError as error:
            raise AgentError(error.code, error.message) from None


def make_strategy_agent(setting: str) -> Agent:
    """The agent of a saved strategy."""
    if not setting:
        raise AgentError("agent.bad-setting", "found 'strategy' alone, expected 'strategy:FILE', a saved strategy")
    try:
        strategy = Strategy.load(setting)
        digest = sha256(Path(setting).read_bytes()).hexdigest()
        return StrategyAgent(strategy, f"strategy:{Path(setting).name}", digest)
    except OSError as error:
        raise AgentError("file.cannot-read", f"{setting}: {error.strerror}") from None
    except SolveError as error:
        raise AgentError(error.code, error.message) from None


AGENT_KIND = AgentKind(
    "strategy",
    "strategy:FILE",
    "plays a strategy that `deckwright solve --out FILE` has saved",
    make_strategy_agent,
    games="the game that was solved",
    cost="milliseconds, written in Python",
)
