"""When the clock is heard at a table, and who is late then.

While all choose in secret that hangs on nothing but what everyone knows: when the choice began, who is there, and who
had used up their time before it. Whom the game asks, and for how long it has, would tell who has chosen.
"""

from __future__ import annotations

from deckwright.play.progress import due_ms
from deckwright.play.secret import deciding_state, is_all_secret
from deckwright.play.table import TableState


def rings_ms(table: TableState) -> int | None:
    """The server's time from which the clock is heard, or a pause is over; None while no person is waited for."""
    setup, progress = table.setup, table.progress
    if progress.is_paused or not is_all_secret(table):
        return due_ms(setup, progress)
    began_ms = progress.asked_ms + progress.paused_ms
    if _spent(table):
        return max(progress.stamp_ms, began_ms)
    return max(progress.stamp_ms, began_ms + setup.patience_ms) if _choosing(table) else None


def late_in_secret(table: TableState, at_ms: int) -> tuple[int, ...]:
    """Who is not waited for any longer while all choose in secret.

    Those who have no time left, whether or not they have chosen; and when the patience is over all who have not.
    """
    progress = table.progress
    is_over = at_ms - progress.paused_ms - progress.asked_ms >= table.setup.patience_ms
    return tuple(sorted({*_spent(table), *(_choosing(table) if is_over else ())}))


def _spent(table: TableState) -> tuple[int, ...]:
    """Persons who had no time left when all began to choose."""
    told, total = table.progress.told_ms, table.setup.total_ms
    return tuple(number for number, seat in enumerate(table.seats) if seat.is_present and told[number] >= total)


def _choosing(table: TableState) -> tuple[int, ...]:
    """Persons who have not chosen yet."""
    return tuple(number for number in range(len(table.seats)) if deciding_state(table, number) is not None)
