"""The figures in documents, worked out again: `make figures`.

A document has them between `<!-- figures NAME -->` and `<!-- end of figures -->`; what stands there is written by this
script and by nothing else. `make figures ARGS="--check"` writes nothing and says what would change.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from deckwright.agents import LEVELS
from deckwright.agents.levels import measured_levels
from deckwright.arena import Seating, play_contest
from deckwright.engine import load
from deckwright.games import library
from deckwright.measure import Share

ROOT = Path(__file__).resolve().parent.parent
DOCS = ROOT / "docs"
STRENGTH = ROOT / "benchmarks" / "strength.json"
"""What `python -m benchmarks.strength` found."""
MATCHES = 4000
V1, V2, V3, SMART = "bayesian-v1", "bayesian-v2", "bayesian-v3", "smart"
SHORT = {V1: "V1", V2: "V2", V3: "V3"}
TABLES: tuple[tuple[tuple[str, ...], str, bool], ...] = (
    ((V2, V1), V2, True),
    ((V2, V1), V2, False),
    ((V2, V2, V1), V1, False),
    ((V1, SMART), V1, False),
    ((V2, SMART), V2, False),
    ((V3, V2), V3, False),
    ((V3, V2, V2), V3, False),
)
"""Who sits where, whose share it is, and whether under the preset `seed` with fixed seats."""
SEARCHES = ((100, 60), (1000, 24))
"""Playouts a decision, and matches."""


def share_of(agents: tuple[str, ...], whose: str, *, matches: int, is_seed: bool = False) -> Share:
    """An agent's share of the matches at a table of Cambio, seed 0."""
    game = load("cambio", players=len(agents), **({"preset": "seed"} if is_seed else {}))
    seating = Seating.FIXED if is_seed else Seating.ROTATED
    contest = play_contest(game, agents, matches=matches, seating=seating, seed=0, control=False)
    return next(standing.share for standing in contest.standings if standing.agent == whose)


def percent(share: Share) -> str:
    """`63.3 % (56.1 to 70.0)`"""
    return f"{100 * share.share:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


def cambio_tables() -> list[str]:
    """Of 4,000 matches each, seed 0, ties not counted as wins."""
    lines = ["| table | whose share | rules and seats | share (95 % interval) |", "|---|---|---|---|"]
    for agents, whose, is_seed in TABLES:
        seated = ", ".join(SHORT.get(agent, agent) for agent in agents)
        how = "seed, fixed" if is_seed else "default, rotated"
        share = share_of(agents, whose, matches=MATCHES, is_seed=is_seed)
        lines.append(f"| {seated} | {SHORT.get(whose, whose)} | {how} | {percent(share)} |")
    return lines


def cambio_search() -> list[str]:
    """What search adds to V3, seats rotated, seed 0."""
    lines = ["| playouts | matches | share against V3 (95 % interval) |", "|---|---|---|"]
    for playouts, matches in SEARCHES:
        agent = f"bayesian-search:{playouts}"
        lines.append(f"| {playouts:,} | {matches} | {percent(share_of((agent, V3), agent, matches=matches))} |")
    return lines


def level_shares() -> list[str]:
    """Which agent each level is, and on how many evenings of a hundred it beats the one below (`make levels`)."""
    lines = ["| game | `easy` | `medium` | `hard` | `best` | an evening |", "|---|---|---|---|---|---|"]
    for name, found in sorted(measured_levels().items()):
        cells = []
        for below, level in zip(("", *LEVELS), LEVELS, strict=False):
            share = found["shares"].get(f"{level} over {below}")
            told = "" if share is None else f": {100 * share['share']:.0f} % ({_rounded(share)})"
            cells.append(found["levels"][level].removeprefix("ismcts:") + told)
        hands = found["hands"] if found["measured"] else 0
        evening = f"{hands} hand{'s' if hands > 1 else ''}" if hands else "not measured"
        lines.append(f"| {library()[name].name} | {' | '.join(cells)} | {evening} |")
    return lines


def _rounded(share: Mapping[str, float]) -> str:
    return f"{100 * share['low']:.0f} to {100 * share['high']:.0f}"


def _leads(claim: str) -> list[str]:
    """What was found of a claim, game by game."""
    found: Mapping[str, Any] = json.loads(STRENGTH.read_text(encoding="utf-8"))[claim]
    lines = ["| game | lead a hand | deals | |", "|---|---|---|---|"]
    for name, each in found.items():
        digits = 0 if each["margin"] >= 10 else 1 if each["margin"] >= 1 else 2
        lead = f"{each['lead']:+,.{digits}f} ± {each['margin']:,.{digits}f}"
        lines.append(f"| {library()[name].name} | {lead} | {each['deals']} | {each['is']} |")
    return lines


def search_skill() -> list[str]:
    """`ismcts:400` against random play, as `python -m benchmarks.strength --claim skill` found it."""
    return _leads("skill")


def search_floor() -> list[str]:
    """`ismcts:400` against the policy alone, as `python -m benchmarks.strength --claim floor` found it."""
    return _leads("floor")


FIGURES: Mapping[str, Callable[[], list[str]]] = {
    "cambio-tables": cambio_tables,
    "cambio-search": cambio_search,
    "levels": level_shares,
    "search-skill": search_skill,
    "search-floor": search_floor,
}
_BLOCK = r"(<!-- figures {name} -->\n).*?(<!-- end of figures -->)"


def main() -> int:
    """Write the figures that were asked for into their documents; with --check, 1 if one is another now."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", choices=[[], *FIGURES], help="which figures; all if none is named")
    parser.add_argument("--check", action="store_true", help="write nothing; say what would change")
    asked = parser.parse_args()
    changed = False
    for path in sorted(DOCS.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        for name in asked.names or FIGURES:
            block = re.compile(_BLOCK.format(name=name), re.DOTALL)
            if not (found := block.search(text)):
                continue
            made = "\n" + "\n".join(FIGURES[name]()) + "\n\n"
            new = text[: found.start()] + found[1] + made + found[2] + text[found.end() :]
            print(f"{path.name}, {name}: {'as printed' if new == text else 'other figures'}")
            changed |= new != text
            text = new
        if not asked.check:
            path.write_text(text, encoding="utf-8")
    return int(asked.check and changed)


if __name__ == "__main__":
    sys.exit(main())
