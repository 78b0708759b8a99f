"""What each recogniser of the kernel gains: instructions a decision with it and without, in every game of the library.

`python scripts/recognisers.py BATCH --save gains.json` runs `kernel/core/examples/batch.rs`, built as BATCH, under
callgrind and goes on where it stopped; `--table` prints what was saved as the table of docs/kernel.md.
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from deckwright.games import catalogue
from deckwright.genome.compile import compile_genome

SOURCE = Path(__file__).parent.parent / "kernel/core/src/rules/plan/recognisers.rs"
LEAST_GAIN = 0.005
"""Smaller differences are not told in the table."""


def recognisers() -> list[str]:
    """Their names, as the kernel lists them."""
    listed = SOURCE.read_text(encoding="utf-8").partition("recognisers! {")[2].partition("\n}")[0]
    return re.findall(r'^    \w+ "([^"]+)",$', listed, re.MULTILINE)


def count(batch: Path, program: Path, games: int, without: str | None) -> tuple[int, int]:
    """Instructions and decisions of some games of random play, loading included."""
    told = [] if without is None else ["random", without]
    with tempfile.NamedTemporaryFile() as out:
        command = [
            "valgrind",
            "--tool=callgrind",
            f"--callgrind-out-file={out.name}",
            str(batch),
            str(program),
            str(games),
        ]
        run = subprocess.run([*command, *told], capture_output=True, text=True, check=True)
    decisions = re.search(r"(\d+) decisions", run.stdout)
    instructions = re.search(r"Collected : (\d+)", run.stderr)
    assert decisions, run.stdout
    assert instructions, run.stderr
    return int(instructions[1]), int(decisions[1])


def a_decision(batch: Path, program: Path, games: int, without: str | None) -> float:
    """Instructions a decision, without those of loading."""
    loading, _ = count(batch, program, 0, without)
    whole, decisions = count(batch, program, games, without)
    return (whole - loading) / max(decisions, 1)


def measure(batch: Path, saved: Path, wanted: list[str], games: list[str], least: int) -> None:
    """Measures what has not been measured yet, recogniser by recogniser."""
    found: dict[str, dict[str, float]] = json.loads(saved.read_text(encoding="utf-8")) if saved.exists() else {}
    with tempfile.TemporaryDirectory() as folder:
        for name in ["", *wanted]:
            for game in games:
                if game in found.setdefault(name, {}):
                    continue
                program = Path(folder) / f"{game}.json"
                if not program.exists():
                    program.write_bytes(compile_genome(catalogue()[game].genome()).to_json())
                _, first = count(batch, program, 1, None)
                found[name][game] = a_decision(batch, program, -(-least // max(first, 1)), name or None)
                saved.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
                print(f"{name or 'all'}: {game} {found[name][game]:.1f}", file=sys.stderr, flush=True)


def table(saved: Path) -> str:
    """Rows of a table: the recogniser, and how many more instructions each game takes without it, most first."""
    found: dict[str, dict[str, float]] = json.loads(saved.read_text(encoding="utf-8"))
    base = found[""]
    lines = ["| Recogniser | Instructions a decision more without it |", "|---|---|"]
    for name in recognisers():
        gains = {game: value / base[game] - 1 for game, value in found.get(name, {}).items() if game in base}
        most = sorted((game for game in gains if gains[game] >= LEAST_GAIN), key=lambda game: -gains[game])[:6]
        told = ", ".join(f"{game} {gains[game]:.1%}" for game in most) or "none"
        lines.append(f"| {name} | {told} |" if name in found else f"| {name} | not measured |")
    return "\n".join(lines)


def main() -> int:
    """Measure, or print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("batch", type=Path, nargs="?", help="the built example")
    parser.add_argument("--save", type=Path, default=Path("gains.json"))
    parser.add_argument("--only", action="append", help="a recogniser; may be repeated")
    parser.add_argument("--game", action="append", help="a game; may be repeated")
    parser.add_argument("--decisions", type=int, default=2000, help="at least so many in each measurement")
    parser.add_argument("--table", action="store_true")
    given = parser.parse_args()
    if given.table:
        print(table(given.save))
        return 0
    if given.batch is None:
        parser.error("BATCH is missing: cargo build --release -p deckwright-core --example batch")
    measure(given.batch, given.save, given.only or recognisers(), given.game or sorted(catalogue()), given.decisions)
    return 0


if __name__ == "__main__":
    sys.exit(main())
