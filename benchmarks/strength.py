"""`python -m benchmarks.strength [--claim NAME] [GAME...]`: what is claimed of agents, by play, with intervals.

A lead is what the first agent's seats have more at the end of a hand than the other's, per seat, on the same deals with
the sides exchanged, with half of its 95 % interval (Student's t). Deals are played in stages that double, until the
lead is certain to 99 % or a game's CPU time is spent. `--keep` writes what was found to benchmarks/strength.json, from
which docs are made (`make figures`). `--pair A,B` compares two other agents.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.duels import STAGES, Duel
from deckwright.agents.policies.library import shipped_games
from deckwright.engine import load
from deckwright.games import library

FILE = Path(__file__).with_name("strength.json")

UNDECIDED = ("old-maid", "war")
"""Games in which nobody decides anything."""


@dataclass(frozen=True)
class Claim:
    """That one agent is better than another, or at least not worse, in these games."""

    says: str
    one: str
    other: str
    games: Callable[[], Sequence[str]]
    level_holds: bool = False

    def verdict(self, found: str) -> str:
        """What a comparison says of the claim."""
        return "holds" if found == "better" or (self.level_holds and found == "level") else "NOT SHOWN"


def with_decisions() -> Sequence[str]:
    return [name for name in sorted(library()) if name not in UNDECIDED]


CLAIMS: Mapping[str, Claim] = {
    "skill": Claim("search beats random play in every game with skill", "ismcts:400", "random", with_decisions),
    "floor": Claim(
        "search is nowhere below the policy alone", "ismcts:400", "policy", lambda: sorted(shipped_games()), True
    ),
}


def compare(game_id: str, one: str, other: str, *, seconds: float, deals: int) -> Duel:
    """Two agents in one game."""
    duel = Duel(load(game_id), one, other)
    duel.decide(seconds=seconds, deals=deals)
    duel.play(2)
    return duel


def keep(name: str, game_id: str, duel: Duel) -> None:
    """Write down what was found."""
    known: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    found = {"lead": round(duel.mean, 4), "margin": round(duel.margin, 4), "deals": len(duel.leads), "is": duel.verdict}
    known.setdefault(name, {})[game_id] = found
    ordered = {claim: dict(sorted(games.items())) for claim, games in sorted(known.items())}
    FILE.write_text(json.dumps(ordered, indent=1) + "\n", encoding="utf-8")


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(prog="benchmarks.strength", description=__doc__)
    parser.add_argument("--deals", type=int, default=STAGES[-1], help="at most, in each game")
    parser.add_argument("--seconds", type=float, default=60, help="CPU time for each game")
    parser.add_argument("--claim", action="append", choices=[*CLAIMS], help="only this one; again for more")
    parser.add_argument("--pair", action="append", help="two agents, with a comma; again for more pairs")
    parser.add_argument("--keep", action="store_true", help="write down what was found")
    parser.add_argument("games", nargs="*")
    wanted = parser.parse_args()
    for pair in wanted.pair or []:
        one, other = pair.split(",")
        for game_id in wanted.games or with_decisions():
            duel = compare(game_id, one, other, seconds=wanted.seconds, deals=wanted.deals)
            print(f"{game_id:<20}{one:>14} v {other:<14}{duel!s:<36}{duel.verdict}", flush=True)
    for name in [] if wanted.pair else wanted.claim or CLAIMS:
        claim = CLAIMS[name]
        print(f"{claim.says}: {claim.one} v {claim.other}", flush=True)
        possible = claim.games()
        for game_id in [game for game in wanted.games or possible if game in possible]:
            duel = compare(game_id, claim.one, claim.other, seconds=wanted.seconds, deals=wanted.deals)
            if wanted.keep:
                keep(name, game_id, duel)
            print(f"  {game_id:<20}{duel!s:<36}{claim.verdict(duel.verdict)}", flush=True)


if __name__ == "__main__":
    main()
