"""What each recogniser of the kernel gains: instructions a decision with it and without, in every game of the library.

Those that `make bench` plays are measured by its options too, with a star: what pays there may pay nowhere else.

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

sys.path.insert(0, str(Path(__file__).parent.parent))

from benchmarks.matches import MATCHES

from deckwright.engine import Game, load
from deckwright.games import catalogue

SOURCE = Path(__file__).parent.parent / "kernel/core/src/rules/plan/recognisers.rs"
LEAST_GAIN = 0.03
"""Smaller differences are not told in the table: below this a recogniser does not pay."""


def recognisers() -> list[str]:
    """Their names, as the kernel lists them."""
    listed = SOURCE.read_text(encoding="utf-8").partition("recognisers! {")[2].partition("\n}")[0]
    return re.findall(r'^    \w+ "([^"]+)",$', listed, re.MULTILINE)


def subjects() -> dict[str, Game]:
    """What is measured: games by their own options, and those of `make bench` by those that make them their peers'."""
    return {name: load(name) for name in sorted(catalogue())} | {
        f"{match.game}*": load(match.game, **match.options) for match in MATCHES if match.options
    }


def count(batch: Path, program: Path, games: int, *without: str) -> dict[str, float]:
    """Instructions a decision of some games of random play: with all recognisers, and without each of some."""
    with tempfile.TemporaryDirectory() as folder:
        command = [
            "valgrind",
            "--tool=callgrind",
            f"--callgrind-out-file={folder}/out",
            "--toggle-collect=batch::play_games",
            "--dump-after=batch::play_games",
            str(batch),
            str(program),
            str(games),
            "random",
        ]
        run = subprocess.run([*command, *without], capture_output=True, text=True, check=True)
        dumps = sorted(Path(folder).glob("out.*"), key=lambda path: int(path.suffix[1:]))
        counts = [re.search(r"^totals: (\d+)", path.read_text(), re.MULTILINE) for path in dumps]
    played = re.findall(r"^(.+): \d+ games, (\d+) decisions", run.stdout, re.MULTILINE)
    told = zip(played, counts, strict=True)
    return {name: int(count[1]) / max(int(decisions), 1) for (name, decisions), count in told if count}


def measure(batch: Path, saved: Path, wanted: list[str], games: list[str], least: int) -> None:
    """Measures what has not been measured yet, game by game."""
    found: dict[str, dict[str, float]] = json.loads(saved.read_text(encoding="utf-8")) if saved.exists() else {}
    definitions = subjects()
    with tempfile.TemporaryDirectory() as folder:
        for game in games:
            left = [name for name in wanted if name not in found.get(game, {})]
            if not left:
                continue
            program = Path(folder) / f"{game}.json"
            program.write_bytes(definitions[game].definition.program)
            first = subprocess.run([batch, program, "1"], capture_output=True, text=True, check=True).stdout
            decisions = re.search(r"(\d+) decisions", first)
            assert decisions, first
            found.setdefault(game, {}).update(count(batch, program, -(-least // max(int(decisions[1]), 1)), *left))
            saved.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
            print(f"{game}: {found[game]['all']:.1f}", file=sys.stderr, flush=True)


def table(saved: Path) -> str:
    """Rows of a table: the recogniser, and how many more instructions each game takes without it, most first."""
    found: dict[str, dict[str, float]] = json.loads(saved.read_text(encoding="utf-8"))
    lines = ["| Recogniser | Instructions a decision more without it |", "|---|---|"]
    for name in recognisers():
        gains = {game: counts[name] / counts["all"] - 1 for game, counts in found.items() if name in counts}
        most = sorted((game for game in gains if gains[game] >= LEAST_GAIN), key=lambda game: -gains[game])[:6]
        told = ", ".join(f"{game} {gains[game] * 100:.0f} %" for game in most) or "none"
        lines.append(f"| {name} | {told} |" if gains else f"| {name} | not measured |")
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
    measure(given.batch, given.save, given.only or recognisers(), given.game or list(subjects()), given.decisions)
    return 0


if __name__ == "__main__":
    sys.exit(main())
