"""`python -m benchmarks.table`: a table's own speed, by CPU time on one core, the best of five rounds."""

from __future__ import annotations

import json
import sys
import time
from random import Random
from typing import Any

from deckwright import load
from deckwright.play import (
    Accepted,
    Message,
    SeatMessage,
    TableState,
    execute,
    make_setup,
    open_table,
    person,
    rebuild,
    table_view,
    valid_messages,
)
from deckwright.play.shuffle import FairShuffle

VIEWS_BAR_US = 300
"""`execute` and four views of a table of Texas 42, on average."""
REPLAY_BAR_S = 0.2
"""A history of 10,000 inputs."""
INPUTS = 10_000
ROUNDS = 5


def sat_down(game_id: str, **options: int) -> TableState:
    game = load(game_id, **options)
    table = open_table(make_setup(game, tuple(person() for _ in range(game.seats)), id="bench"))
    chance = table.setup.chance
    assert isinstance(chance, FairShuffle)
    shares = [f"{seat:02x}" * 16 for seat in range(game.seats)]
    for seat, share in enumerate(shares):
        commitment = chance.share_commitment(share, number=0, seat=seat)
        table = taken(table, SeatMessage(table.id, table.revision, seat, "commit", commitment))
    for seat, share in enumerate(shares):
        table = taken(table, SeatMessage(table.id, table.revision, seat, "reveal", share))
    return table


def taken(table: TableState, message: Message, at_ms: int | None = None) -> TableState:
    answer = execute(table, message, at_ms=at_ms)
    assert isinstance(answer, Accepted)
    return answer.table


def played(table: TableState, inputs: int) -> list[TableState]:
    """Tables of one game at random, everyone agreeing."""
    rng = Random(1)
    tables = [table]
    while not tables[-1].is_over and tables[-1].revision < inputs:
        usual = [
            message
            for message in valid_messages(tables[-1])
            if isinstance(message, SeatMessage) and ("." in message.id or message.id.startswith("agree"))
        ]
        tables.append(taken(tables[-1], rng.choice(usual), len(tables) * 100))
    return tables


def views_us() -> float:
    """Microseconds of an input and four views."""
    tables = played(sat_down("texas-42", hands=3), INPUTS)
    history = tables[-1].history[tables[0].revision :]
    rounds = []
    for _ in range(ROUNDS):
        started = time.process_time()
        table = tables[0]
        for given in history:
            assert given.seat is not None
            table = taken(table, SeatMessage(table.id, table.revision, given.seat, given.id), given.at_ms)
            for seat in range(4):
                table_view(table, seat)
        rounds.append((time.process_time() - started) / len(history) * 1e6)
    return min(rounds)


def replay_s() -> tuple[float, int]:
    """Seconds to rebuild a long history."""
    [*_, last] = played(sat_down("bridge", hands=1000), INPUTS)
    history = last.history
    rounds = []
    for _ in range(ROUNDS):
        started = time.process_time()
        rebuild(last.setup, history)
        rounds.append(time.process_time() - started)
    return min(rounds), len(history)


def main() -> None:
    views = views_us()
    replayed, inputs = replay_s()
    rows: list[dict[str, Any]] = [
        {"what": "execute and four views (us)", "ours": views, "bar": VIEWS_BAR_US},
        {
            "what": f"rebuild {inputs:,} inputs (s)",
            "ours": replayed,
            "bar": REPLAY_BAR_S,
            "holds": replayed < REPLAY_BAR_S,
        },
    ]
    rows = [row | {"holds": row["ours"] < row["bar"]} for row in rows]
    if "--json" in sys.argv[1:]:
        print(json.dumps(rows, indent=2))
        return
    for row in rows:
        print(f"{row['what']:<32}{row['ours']:>10.3f}{row['bar']:>8}  {'holds' if row['holds'] else 'MISSED'}")


if __name__ == "__main__":
    main()
