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
    TableAction,
    TableState,
    execute,
    make_setup,
    open_table,
    person,
    rebuild,
    table_view,
    valid_actions,
)

VIEWS_BAR_US = 300
"""`execute` and four views of a table of Texas 42, on average."""
REPLAY_BAR_S = 0.2
"""A history of 10,000 inputs."""
INPUTS = 10_000
ROUNDS = 5


def sat_down(game_id: str, **options: int) -> TableState:
    game = load(game_id, **options)
    table = open_table(make_setup(game, tuple(person() for _ in range(game.seats)), id="bench"))
    for seat in range(game.seats):
        table = taken(table, TableAction(table.id, table.revision, seat, "contribute", f"{seat:02x}" * 16))
    return taken(table, TableAction(table.id, table.revision, None, "deal"))


def taken(table: TableState, action: TableAction) -> TableState:
    answer = execute(table, action)
    assert isinstance(answer, Accepted)
    return answer.table


def played(table: TableState, inputs: int) -> list[TableState]:
    """Tables of one game at random, everyone agreeing."""
    rng = Random(1)
    tables = [table]
    while not tables[-1].is_over and tables[-1].revision < inputs:
        usual = [action for action in valid_actions(tables[-1]) if "." in action.id or action.id.startswith("agree")]
        tables.append(taken(tables[-1], rng.choice(usual)))
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
            table = taken(table, TableAction(table.id, table.revision, given.seat, given.id, at_ms=given.at_ms))
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
