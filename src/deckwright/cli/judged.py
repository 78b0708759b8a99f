"""What is said of a person's choices when a game in the terminal is over."""

from __future__ import annotations

from deckwright.agents import Agent, kernel_form
from deckwright.play import TableState
from deckwright.play.agent_list import make_agent
from deckwright.play.rating import JUDGE, Rating


def opponents(table: TableState, seat: int) -> list[Agent]:
    """Each agent once that a person plays with: those that the kernel plays, which answer at once and always."""
    names = dict.fromkeys(other.agent for number, other in enumerate(table.setup.seats) if number != seat)
    setup = table.setup
    agents = [make_agent(setup.agents[name]) for name in names if name in setup.agents and name not in setup.absent]
    return [agent for agent in agents if kernel_form(agent, setup.game) is not None]


def rating_lines(rating: Rating) -> list[str]:
    """A rating in words, with what it is."""
    if not rating.judged:
        return ["There was nothing to choose that made a difference."]
    judged = len(rating.judged)
    lines = [
        f"You had {rating.choices} choices. Of {judged} that make a difference to {JUDGE}, you did "
        f"what it likes best in {rating.agreed}. Your rating is {rating.percent:.0f} of 100."
    ]
    if of_others := [f"{name} {percent:.0f}" for name, percent in rating.opponents_percent.items()]:
        lines.append(f"In your place it would have given {', '.join(of_others)}.")
    lines.append(f"{JUDGE} knew what you knew and thought for less than a second, so it is a yardstick, not the truth.")
    if (worst := rating.costliest) is not None:
        lines.append(
            f"It liked least your {worst.chosen!r} at move {worst.step + 1}; it would have chosen {worst.best!r}."
        )
    return lines
