"""Agents at a table. They are outside of it: they get their seat's information and send a message like anybody."""

from __future__ import annotations

from deckwright.agents import choose, parse_agent
from deckwright.engine import Deal, seed_bytes
from deckwright.play.execute import execute
from deckwright.play.inputs import TableAction
from deckwright.play.refusals import Refused
from deckwright.play.table import TableState


def agent_action(table: TableState, *, at_ms: int = 0) -> TableAction | None:
    """What the agent whose turn it is does; None if the table waits for people, or is over."""
    turn = table.progress.turn
    if turn is None or table.progress.beats or table.state is None or not table.seats[turn].agent:
        return None
    chosen = choose(parse_agent(table.seats[turn].agent), table.state, seed=_agent_seed(table))
    return TableAction(table.id, table.revision, turn, f"{chosen.slot}.{chosen.value}", at_ms=at_ms)


def play_agents(table: TableState, *, at_ms: int = 0) -> TableState:
    """The table after every agent has done what it can, until a person is asked or the game is over."""
    while (action := agent_action(table, at_ms=at_ms)) is not None:
        answer = execute(table, action)
        if isinstance(answer, Refused):
            raise RuntimeError(f"an agent was refused: {answer.code}")
        table = answer.table
    return table


def _agent_seed(table: TableState) -> bytes:
    """Chance of an agent's own: nobody can foresee it, and it gives nothing of the table's away."""
    secret = table.setup.chance.seed if isinstance(table.setup.chance, Deal) else table.setup.chance.secret
    return seed_bytes(secret + table.revision.to_bytes(8, "big"), domain="table agent")
