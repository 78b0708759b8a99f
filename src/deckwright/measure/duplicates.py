"""The same deals played by agents in every seat: what measures of luck, skill and balance are worked out from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from deckwright import _kernel
from deckwright.agents import AgentSource
from deckwright.engine import Game
from deckwright.measure.settings import MeasureSettings, forms_of


@dataclass
class Duplicates:
    """Results by deal, turn (agents so many seats on) and seat."""

    game: Game
    agents: tuple[AgentSource, ...]
    settings: MeasureSettings
    domain: str
    """Which measure plays: each has deals of its own."""
    turns: int = 0
    """How often each deal is played, agents one seat further each time; 0 is once for every seat."""
    returns: list[list[list[float]]] = field(default_factory=list)
    wins: list[list[list[float]]] = field(default_factory=list)
    """The part of the win that a seat's side had: one in all."""
    decisions: int = 0
    cut: int = 0
    """Games that were judged where they stood."""

    @property
    def deals(self) -> int:
        """How many have been played."""
        return len(self.returns)

    def play(self, first: int, count: int, total: int | None = None) -> bool:
        """Play so many more deals; whether to go on."""
        root = _kernel.derive_seed(self.settings.root(self.domain), first)
        seats = self.game.seats
        found = _kernel.play_duplicates(
            self.game.rules,
            forms_of(self.game, self.agents),
            count,
            self.turns or seats,
            root,
            self.settings.thread_count,
            self.settings.most_decisions,
            self.settings.progress(first, total or first + count),
        )
        for returns, wins, decisions, cut in found:
            self.returns.append(_by_seat(returns, seats))
            self.wins.append(_by_seat(wins, seats))
            self.decisions += decisions
            self.cut += cut
        return len(found) == count

    def agent_at(self, turn: int, seat: int) -> int:
        """Which of the agents sat in a seat when they were moved so many seats on."""
        return (seat - turn) % self.game.seats


def _by_seat(flat: Sequence[float], seats: int) -> list[list[float]]:
    return [list(flat[start : start + seats]) for start in range(0, len(flat), seats)]
