"""`deckwright pushfold`: jam or fold before the flop."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

import typer
from rich.text import Text

from deckwright.cli.options import JsonFlag
from deckwright.cli.output import INTERRUPTED, console, error_console, print_json, refuse
from deckwright.solve.poker.classes import CHART, CLASS_NAMES
from deckwright.solve.poker.push_or_fold import DEFAULT_DEALS, PushOrFold, push_or_fold

PURE = 0.995
"""From here on a hand is shown as always going in; below the rest, as never."""


def pushfold(
    stack: Annotated[float, typer.Option(help="What each player has, in big blinds.")],
    players: Annotated[int, typer.Option(help="Two or three.")] = 2,
    deals: Annotated[
        int, typer.Option(help="With three: deals for each of 818,805 triples of hands, sampled once and kept.")
    ] = DEFAULT_DEALS,
    threads: Annotated[int, typer.Option(help="Threads; the result is the same for any number.")] = 1,
    json: JsonFlag = False,
) -> None:
    """When to put in everything before the flop, and when to call that: for two players exactly."""
    looking = error_console().is_terminal

    def told(what: str, done: int) -> bool:
        if looking:
            error_console().print(f"{what}: {done:,}", end="\r")
        return True

    if players == 3 and not json:
        error_console().print(
            f"Equities of 818,805 triples of hands, {deals:,} deals each: minutes the first time, then kept."
        )
    try:
        solved = push_or_fold(stack, players=players, deals=deals, threads=threads, progress=told)
    except KeyboardInterrupt:
        refuse("interrupted: push or fold was not solved", code=INTERRUPTED)
    if json:
        print_json(solved.to_dict())
    else:
        print_solution(solved)


def print_solution(solved: PushOrFold) -> None:
    """Charts, and what they are worth."""
    out = console()
    for one in solved.decisions:
        verb = "jams" if one.after == "first in" else "calls"
        out.print(f"\n{one.position} {one.after}: {verb} {100 * one.share:.2f} % of hands")
        out.print(chart(one.often))
    out.print("\nsuited hands are above the diagonal; numbers are per cent, ## always, .. never\n")
    for position, value, gain, error in zip(solved.positions, solved.values, solved.gains, solved.errors, strict=True):
        sampled = f", standard error {error:.1e}" if error else ""
        out.print(f"{position}: earns {value:+.6f} bb a hand{sampled}; could still gain {gain:.1e}")
    how = "exact equities" if solved.deals is None else f"equities sampled with {solved.deals:,} deals a triple"
    out.print(
        f"{solved.stack:g} bb, {how}, {solved.iterations:,} iterations, exploitability {solved.exploitability:.1e} bb"
    )


def chart(often: Mapping[str, float]) -> Text:
    """A square of 13 by 13, from the ace."""
    text = Text()
    for row in CHART:
        for place in row:
            name = CLASS_NAMES[place]
            share = often[name]
            mark = "##" if share >= PURE else ".." if share <= 1 - PURE else f"{round(100 * share):2d}"
            style = "bold green" if share >= PURE else "dim" if share <= 1 - PURE else "yellow"
            text.append(f"{name:<3}{mark} ", style=style)
        text.append("\n")
    return text
