"""Who sits at a table: people, agents, and agents that stand in for people who are away."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

LONGEST_NAME = 40


class SeatKind(StrEnum):
    """Who a seat belongs to."""

    PERSON = "person"
    AGENT = "agent"
    EMPTY = "empty"


class Seat(NamedTuple):
    """One place at the table."""

    kind: SeatKind = SeatKind.EMPTY
    name: str = ""
    agent: str = ""
    """Which of the table's listed agents plays it: its own, or the one that stands in for a person."""

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
        return self._replace(agent=agent)

    def handed_back(self) -> Seat:
        """The seat with its person back."""
        return self._replace(agent="")


def person(name: str = "") -> Seat:
    """A seat for a person."""
    return Seat(SeatKind.PERSON, name)


def agent(text: str, name: str = "") -> Seat:
    """A seat for an agent: one of the setup's list, or a text such as `flat:50`, which `make_setup` adds to it."""
    return Seat(SeatKind.AGENT, name, text)


@lru_cache(maxsize=1024)
def seat_names(seats: tuple[Seat, ...]) -> tuple[str, ...]:
    """What seats are called: by name, an agent by what it is, a person without a name by the seat, from 1 on.

    Where several agents would be called the same, the number of the seat is in each name.
    """
    agents = Counter(seat.agent for seat in seats if seat.kind is SeatKind.AGENT and not seat.name)
    return tuple(
        seat.name or bare_name(number, seat.agent if seat.kind is SeatKind.AGENT else "", is_one=agents[seat.agent] < 2)
        for number, seat in enumerate(seats)
    )


def bare_name(number: int, agent: str, *, is_one: bool) -> str:
    """What a seat is called that has no name of its own: by its agent, if that is the only one of its kind."""
    if not agent:
        return f"Player {number + 1}"
    return agent if is_one else f"{agent} {number}"


def bare_names(seats: int, agents: Iterable[str]) -> set[str]:
    """All that a seat without a name of its own may come to be called at a table."""
    kinds = ("", *agents)
    return {bare_name(number, agent, is_one=one) for number in range(seats) for agent in kinds for one in (True, False)}


@lru_cache(maxsize=1024)
def names_apart(names: tuple[str, ...]) -> tuple[str, ...]:
    """The same names as they stand in a text, each between U+2068 and U+2069, which no name has in it.

    A name written from right to left does not turn the text around it, and a page can show where a name ends.
    """
    return tuple(f"\u2068{name}\u2069" for name in names)


def is_name(text: str) -> bool:
    """Whether a person can be called this."""
    return len(text) <= LONGEST_NAME and text.isprintable() and text == text.strip()
