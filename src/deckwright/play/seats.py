"""Who sits at a table: people, agents, and agents that stand in for people who are away."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache

from deckwright.agents import AgentError, parse_agent

LONGEST_NAME = 40


class SeatKind(StrEnum):
    """Who a seat belongs to."""

    PERSON = "person"
    AGENT = "agent"
    EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Seat:
    """One place at the table."""

    kind: SeatKind = SeatKind.EMPTY
    name: str = ""
    agent: str = ""
    """Which agent plays it, as text (`flat:50`): its own, or the one that stands in for a person."""

    @property
    def is_person(self) -> bool:
        """Whether it belongs to a person, present or not."""
        return self.kind is SeatKind.PERSON

    @property
    def is_present(self) -> bool:
        """Whether a person decides for it now."""
        return self.kind is SeatKind.PERSON and not self.agent

    @property
    def is_away(self) -> bool:
        """Whether an agent stands in for its person."""
        return self.kind is SeatKind.PERSON and bool(self.agent)

    def taken_over(self, agent: str) -> Seat:
        """The seat while an agent stands in."""
        return replace(self, agent=agent)

    def handed_back(self) -> Seat:
        """The seat with its person back."""
        return replace(self, agent="")


def person(name: str = "") -> Seat:
    """A seat for a person."""
    return Seat(SeatKind.PERSON, name)


def agent(text: str, name: str = "") -> Seat:
    """A seat for an agent; AgentError if there is none of that kind."""
    return Seat(SeatKind.AGENT, name or text, parse_agent(text).name)


@lru_cache(maxsize=1024)
def seat_names(seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """What seats are called; one without a name by its number."""
    return tuple(seat.name or f"seat {number}" for number, seat in enumerate(seats))


def is_name(text: str) -> bool:
    """Whether a person can be called this."""
    return len(text) <= LONGEST_NAME and text.isprintable() and text == text.strip()


def is_agent(text: str) -> bool:
    """Whether there is such an agent."""
    try:
        parse_agent(text)
    except AgentError:
        return False
    return True
