"""`deckwright replay`: step through a finished game, from any seat's knowledge."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from deckwright.cli.output import WRONG_USE, console, refuse
from deckwright.cli.table_screen import table_screen
from deckwright.engine import State
from deckwright.play.link import parse_link
from deckwright.play.moments import Moment

KEYS = "Enter or n next, p back, a number to go there, s SEAT another seat (w: who only watches), q quit"


def replay(
    link: Annotated[str, typer.Argument(metavar="LINK", help="A replay link, as `deckwright play` prints it.")],
    seat: Annotated[str, typer.Option(help="Whose knowledge to see it with: a seat, or `watch`.")] = "0",
    all: Annotated[bool, typer.Option("--all", help="Print every step and ask nothing.")] = False,  # noqa: A002
) -> None:
    """Step through a game, seeing at each step what a seat knew then."""
    linked = parse_link(link)
    states = linked.states()
    observer = parse_seat(seat, linked.game.seats)
    out = console()
    out.print(f"[bold]{linked.game.name}[/bold], {len(linked.moves)} moves", highlight=False)
    if all:
        for number in range(len(states)):
            show(out, states, number, observer)
        return
    step_through(out, states, observer)


def parse_seat(text: str, seats: int) -> int | None:
    """The seat that a text means; None for whoever only watches."""
    if text.strip().lower() in ("w", "watch"):
        return None
    if not (text.strip().isascii() and text.strip().isdecimal() and len(text) < 9 and int(text) < seats):
        refuse(f"--seat {text[:20]}: expected 0 to {seats - 1}, or watch", code=WRONG_USE)
    return int(text)


def step_through(out: Console, states: tuple[State, ...], observer: int | None) -> None:
    """Keys until the person has seen enough."""
    out.print(Text(KEYS, style="dim"))
    number = 0
    try:
        while True:
            show(out, states, number, observer)
            word, _, rest = out.input(f"{number}/{len(states) - 1}> ").strip().lower().partition(" ")
            if word in ("", "n"):
                number = min(number + 1, len(states) - 1)
            elif word == "p":
                number = max(number - 1, 0)
            elif word == "q":
                return
            elif word == "w":
                observer = None
            elif word.isascii() and word.isdecimal() and len(word) < 9:
                number = min(int(word), len(states) - 1)
            elif word == "s" and rest.isascii() and rest.isdecimal() and int(rest) < states[0].game.seats:
                observer = int(rest)
            else:
                out.print(Text(KEYS))
    except (KeyboardInterrupt, EOFError):
        out.print()


def show(out: Console, states: tuple[State, ...], number: int, observer: int | None) -> None:
    """One step: what the observer saw happen, and the table as it knew it then."""
    state = states[number]
    names = tuple(f"seat {seat}" for seat in range(state.game.seats))
    for line in Moment(state).told(observer, names):
        out.print(Text(f"  {line}", style="dim"))
    who = "as who only watches" if observer is None else f"as seat {observer} knew it"
    out.print(table_screen(state, observer, names, title=f"step {number}, {who}"))
    if state.result is not None:
        result = state.result
        losers = result.losers if result.outcome != "win" else ()
        named = ", ".join(names[seat] for seat in losers or result.winners)
        out.print(Text(f"The game is over: {named or 'nobody'} {'lost' if losers else 'won'}.", style="bold"))
