"""Agents at a table. They are outside of it: they get their seat's information and send a message like anybody."""

from __future__ import annotations

from deckwright.agents import choose
from deckwright.engine import Action, Deal, State, seed_bytes
from deckwright.play.agent_list import LAST_RESORT, ListedAgent, make_agent
from deckwright.play.execute import execute
from deckwright.play.inputs import AgentMessage
from deckwright.play.progress import told_revision
from deckwright.play.refusals import Refused
from deckwright.play.table import TableState


def agent_message(table: TableState, *, instead: str = "", at_random: bool = False) -> AgentMessage | None:
    """What the agent whose turn it is does; None if the table waits for people, or is over.

    Where it cannot choose, the stand-in does, and the message says so: a table never stops at an agent. A server that
    has too much to do may have another of the list think `instead`, or nobody: then the move is made `at_random`.
    """
    turn = table.progress.turn
    if (
        turn is None
        or table.progress.beats
        or table.progress.is_paused
        or table.state is None
        or not table.seats[turn].agent
    ):
        return None
    setup, own = table.setup, table.seats[turn].agent
    seed = _agent_seed(table)
    first = instead if instead in setup.agents else own
    thinking = () if at_random else (setup.present_agent(first), setup.present_agent(setup.stand_in))
    asked = [(name, setup.agents[name]) for name in dict.fromkeys(thinking) if name in setup.agents]
    last = ListedAgent(LAST_RESORT)  # itself: the list may call another one so
    for name, listed in (*asked, (LAST_RESORT, last)):
        chosen = _choice(listed, table.state, seed)
        if chosen is not None:
            is_own = name == own and listed == setup.agents.get(own, last)
            helped = "" if is_own else name
            revision = told_revision(table.progress, turn)
            return AgentMessage(table.id, revision, turn, f"{chosen.slot}.{chosen.value}", helped)
    raise RuntimeError("no agent could choose, not even at random")


def play_agents(table: TableState, *, at_ms: int | None = None) -> TableState:
    """The table after every agent has done what it can, until a person is asked or the game is over."""
    while (message := agent_message(table)) is not None:
        answer = execute(table, message, at_ms=at_ms)
        if isinstance(answer, Refused):
            raise RuntimeError(f"an agent was refused: {answer.code}")
        table = answer.table
    return table


def _choice(listed: ListedAgent, state: State, seed: bytes) -> Action | None:
    """What an agent chooses; None if it cannot, or what it says is not legal."""
    try:
        chosen = choose(make_agent(listed), state, seed=seed)
    except Exception:  # an agent may be anybody's code; the table goes on without it, and says so
        return None
    return chosen if chosen in state.actions() else None


def _agent_seed(table: TableState) -> bytes:
    """Chance of an agent's own: nobody can foresee it, and it gives nothing of the table's away."""
    secret = table.setup.chance.seed if isinstance(table.setup.chance, Deal) else table.setup.chance.secret
    return seed_bytes(secret + table.revision.to_bytes(8, "big"), domain="table agent")
