"""Progress on standard error: a bar on a terminal, nothing elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from deckwright.cli.output import INTERRUPTED, error_console, refuse
from deckwright.measure import Progress as Report


@contextmanager
def games_bar(title: str, total: int) -> Iterator[Report | None]:
    """What to tell the number of games played to; None where nobody is looking. An interrupt is told as one."""
    console = error_console()
    try:
        if not console.is_terminal:
            yield None
            return
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console, transient=True) as bar:
            task = bar.add_task(title, total=total)
            yield lambda done: bar.update(task, completed=done)
    except KeyboardInterrupt:
        refuse(f"interrupted: {title} was not finished", code=INTERRUPTED)
