"""What every measure is told: chance, threads, and how much it may play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deckwright.agents import AgentSource, kernel_form, seat_agents
from deckwright.engine import Game, Seed, seed_bytes
from deckwright.measure.errors import MeasureError
from deckwright.measure.simulation import available_threads

if TYPE_CHECKING:
    from deckwright._kernel import AgentForm

MOST_DECISIONS = 20_000
"""A game that is measured is judged where it stands after so many decisions."""

Heard = Callable[[int, int], bool | None]
"""Told how many of how many pieces of work are done; False stops a measure, which keeps what it has."""


@dataclass(frozen=True)
class MeasureSettings:
    """The same settings give the same values, whatever the threads."""

    seed: Seed = 0
    threads: int | None = None
    """None: all there are."""
    most_decisions: int = MOST_DECISIONS
    """A longer game is judged where it stands."""
    heard: Heard | None = None

    def root(self, domain: str) -> bytes:
        """The seed of one measure: measures do not share their games."""
        return seed_bytes(seed_bytes(self.seed), domain=domain)

    @property
    def thread_count(self) -> int:
        """How many threads there are for it."""
        return available_threads() if self.threads is None else self.threads

    def progress(self, done_before: int, total: int) -> Callable[[int], bool]:
        """What the kernel calls; it lets Ctrl-C through."""
        heard = self.heard
        return lambda done: heard is None or heard(done_before + done, total) is not False

    def with_seed(self, seed: Seed) -> MeasureSettings:
        """The same with other chance."""
        return replace(self, seed=seed)


def forms_of(game: Game, agents: Sequence[AgentSource] | str) -> list[AgentForm]:
    """What the kernel is told of the agents of each seat; measures are made there."""
    found: list[AgentForm] = []
    for agent in seat_agents(agents, game.seats):
        form = kernel_form(agent, game)
        if form is None:
            raise MeasureError(
                "measure.python-agent", f"measures are made by agents of the kernel: {agent.name} is written in Python"
            )
        found.append(form)
    return found


def form_of(game: Game, agent: AgentSource) -> AgentForm:
    """What the kernel is told of one agent."""
    return forms_of(game, (agent,))[0]
