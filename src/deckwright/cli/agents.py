"""`deckwright agents`: who can play."""

from __future__ import annotations

from rich.table import Table

from deckwright.agents import agent_kinds
from deckwright.cli.options import JsonFlag
from deckwright.cli.output import console, print_json

OWN = (
    "MODULE:CLASS is an agent of your own, in simulate, arena and play: a class with a name and a method choose, "
    "as in --agents my_agents:Shy for my_agents.py in this folder (docs/python.md)."
)


def agents(json: JsonFlag = False) -> None:
    """List the agents: how each is written, what it does, which games it plays, what a decision costs."""
    kinds = agent_kinds().values()
    if json:
        print_json(
            [
                {"name": kind.name, "form": kind.form, "text": kind.text, "games": kind.games, "cost": kind.cost}
                for kind in kinds
            ]
        )
        return
    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("agent", "games", "a decision costs", "what it does"):
        table.add_column(heading, no_wrap=heading == "agent")
    for kind in kinds:
        table.add_row(kind.form, kind.games, kind.cost, kind.text)
    console().print(table)
    console().print(OWN, soft_wrap=True, markup=False)
