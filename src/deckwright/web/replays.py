"""A finished game by its link, step by step: what each seat saw then, or every hand at once."""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from threading import Lock
from typing import Any

from deckwright.engine.scene import game_sheet
from deckwright.play import (
    Accepted,
    AgentMessage,
    HostMessage,
    LinkError,
    TableError,
    TableState,
    agent,
    branch,
    execute,
    make_setup,
    open_table,
    parse_link,
    person,
)
from deckwright.play.frame import table_frame
from deckwright.play.link import find_genome
from deckwright.play.progress import told_revision
from deckwright.play.seats import bare_names
from deckwright.web.errors import WebError
from deckwright.web.levels import ALONE_PATIENCE_MS, ALONE_TOTAL_MS, level_agents, name_beside, seat_name
from deckwright.web.names import check_name
from deckwright.web.own_games import check_text
from deckwright.web.settings import Limits

MOST_STEPS = 5_000
"""Longer games are not shown step by step."""
LONGEST_MOVES = 8_000
"""Characters of a link after its game: a move takes about one. A number twice as long takes four times as long."""
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


def branch_at(link: str, step: int, seat: int, name: str, level: str, *, now_ms: int) -> TableState:
    """A table at a step of a finished game, with one person and the computer in the other seats."""
    with _one_at_a_time:
        tables = _tables(link)
    last = tables[-1]
    if not 0 <= seat < len(last.seats):
        raise WebError("seat.unknown", f"this game has {len(last.seats)} seats")
    if not 0 <= step < len(tables) - 1:
        raise WebError("branch.unknown-step", f"from move 0 to {len(tables) - 2} there is something left to try")
    agents, count = level_agents(), len(last.seats)
    check_name(name, bare_names(count, agents))
    seats = tuple(
        person(name) if place == seat else agent(level, name=name_beside(name, place, count)) for place in range(count)
    )
    try:
        return branch(
            last, step, seats, id=secrets.token_hex(8), agents=agents, stand_in="easy", opened_ms=now_ms,
            patience_ms=ALONE_PATIENCE_MS, total_ms=ALONE_TOTAL_MS,
        )  # fmt: skip
    except TableError as error:
        raise WebError(error.code, error.message, status=409) from None


def _open_regions(table: TableState, regions: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Places with what whoever owns them sees there, and the cards that lie face down as cards that one knows."""
    assert table.shown is not None
    notation = table.setup.game.notation
    layout = dict(zip(notation.zone_texts, table.shown.position.layout(), strict=True))
    seen = [
        {region["id"]: region for region in table_frame(table, seat).to_dict()["regions"]}
        for seat in range(len(table.seats))
    ]
    copies: Counter[str] = Counter()  # each seat counts the copies that it sees from 0 on
    found = []
    for region in regions:
        own = seen[region["index"]][region["id"]] if region["owner"] == "seat" else region
        lying = [str(notation.card(card)) for card in layout[region["id"]]]
        cards = [_numbered(card, copies) for card in _known(own, lying)]
        found.append({**own, "is_own": region["is_own"], "cards": cards})
    return found


def _known(region: dict[str, Any], lying: list[str]) -> Iterator[dict[str, Any]]:
    """All cards of a place, those that do not lie open as known from memory."""
    spread = [card for card in region["cards"] for _ in range(card.get("count", 1))]
    if not region["is_ordered"]:  # a back has no place there
        lying = list((Counter(lying) - Counter(card["code"] for card in spread if "code" in card)).elements())
        spread.sort(key=lambda card: "code" not in card)
        lying = [card["code"] for card in spread if "code" in card] + lying
    for card, code in zip(spread, lying, strict=True):
        yield card if "code" in card else {"face": "memory", "code": code, "copy": 0}


def _numbered(card: dict[str, Any], copies: Counter[str]) -> dict[str, Any]:
    copies[card["code"]] += 1
    return {**card, "copy": copies[card["code"]] - 1}


@lru_cache(maxsize=MOST_KEPT)
def _tables(link: str) -> tuple[TableState, ...]:
    """The table after each move; agents sit everywhere, so that nobody has to agree to anything."""
    try:
        _check_cost(link)
        linked = parse_link(link)
    except LinkError as error:
        raise WebError(error.code, error.message, status=422) from None
    if len(linked.moves) > MOST_STEPS:
        raise WebError("link.too-long", f"this game has more than {MOST_STEPS:,} moves", status=422)
    seats = tuple(agent("easy", name=seat_name(seat)) for seat in range(linked.game.seats))
    setup = make_setup(linked.game, seats, chance=linked.deal, agents=level_agents(), stand_in="easy")
    tables = [_after(open_table(setup), HostMessage(setup.id, "deal"))]
    for move in linked.moves:
        table = tables[-1]
        turn = table.progress.turn
        assert turn is not None
        tables.append(_after(table, AgentMessage(table.id, told_revision(table.progress, turn), turn, str(move))))
    return tuple(tables)


def _check_cost(link: str) -> None:
    """Nobody's link costs more than a game does: long numbers are not worked out, strangers' genomes checked apart."""
    if len(link.rpartition(".")[2]) > LONGEST_MOVES:
        raise WebError(
            "link.too-long", f"the moves of this link take more than {LONGEST_MOVES:,} characters", status=422
        )
    genome = find_genome(link)
    if genome is None:
        return
    checked = check_text(genome, Limits())
    if not checked.ok:
        first = checked.issues[0]["message"] if checked.issues else "it has defects"
        raise WebError("link.bad-game", f"the link's genome cannot be played: {first}", status=422)


def _after(table: TableState, message: HostMessage | AgentMessage) -> TableState:
    answer = execute(table, message)
    if not isinstance(answer, Accepted):
        raise WebError("link.bad-moves", f"the link's moves cannot be played: {answer.message}", status=422)
    return answer.table
