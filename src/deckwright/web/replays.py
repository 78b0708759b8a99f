"""A finished game by its link, step by step: what each seat saw then, or every hand at once."""

from __future__ import annotations

from functools import lru_cache
from threading import Lock
from typing import Any

from deckwright.engine.scene import game_sheet
from deckwright.play import (
    Accepted,
    AgentMessage,
    HostMessage,
    LinkError,
    TableState,
    agent,
    execute,
    make_setup,
    open_table,
    parse_link,
)
from deckwright.play.frame import table_frame
from deckwright.web.errors import WebError
from deckwright.web.levels import BOT_NAMES, level_agents

MOST_STEPS = 5_000
"""Longer games are not shown step by step."""
MOST_KEPT = 8
"""Games that are kept as they are looked at."""

_one_at_a_time = Lock()


def replay_step(link: str, step: int, seat: int | None, *, everything: bool = False) -> dict[str, Any]:
    """The frame after so many moves, the sheet, and how many moves there are; WebError if the link is not one."""
    with _one_at_a_time:
        tables = _tables(link)
    table = tables[min(step, len(tables) - 1)]
    if seat is not None and seat >= len(table.seats):
        raise WebError("seat.unknown", f"this game has {len(table.seats)} seats")
    frame = table_frame(table, seat).to_dict()
    if everything:
        frame |= {"regions": _open_regions(table, frame["regions"])}
    game = table.setup.game
    return {
        "game": game.id,
        "name": game.name,
        "steps": len(tables) - 1,
        "step": min(step, len(tables) - 1),
        "sheet": game_sheet(game),
        "frame": frame,
    }


def _open_regions(table: TableState, regions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Places with what whoever owns them sees there."""
    seen = [
        {region["id"]: region for region in table_frame(table, seat).to_dict()["regions"]}
        for seat in range(len(table.seats))
    ]
    return [
        {**seen[region["index"]][region["id"]], "is_own": region["is_own"]} if region["owner"] == "seat" else region
        for region in regions
    ]


@lru_cache(maxsize=MOST_KEPT)
def _tables(link: str) -> tuple[TableState, ...]:
    """The table after each move; agents sit everywhere, so that nobody has to agree to anything."""
    try:
        linked = parse_link(link)
    except LinkError as error:
        raise WebError(error.code, error.message, status=422) from None
    if len(linked.moves) > MOST_STEPS:
        raise WebError("link.too-long", f"this game has more than {MOST_STEPS:,} moves", status=422)
    seats = tuple(agent("easy", name=name) for name, _ in zip(BOT_NAMES, range(linked.game.seats), strict=False))
    setup = make_setup(linked.game, seats, chance=linked.deal, agents=level_agents(), stand_in="easy")
    tables = [_after(open_table(setup), HostMessage(setup.id, "deal"))]
    for move in linked.moves:
        table = tables[-1]
        turn = table.progress.turn
        assert turn is not None
        tables.append(_after(table, AgentMessage(table.id, table.revision, turn, str(move))))
    return tuple(tables)


def _after(table: TableState, message: HostMessage | AgentMessage) -> TableState:
    answer = execute(table, message)
    if not isinstance(answer, Accepted):
        raise WebError("link.bad-moves", f"the link's moves cannot be played: {answer.message}", status=422)
    return answer.table
