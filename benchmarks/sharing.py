"""`python -m benchmarks.sharing`: a team that shares its returns against one whose members play for themselves.

The game is Hearts in which partners across the table lose together. The same search sits everywhere, without a policy.
One side is asked in this game, so that what its partner takes counts as its own; the other is asked in Hearts without
teams, in the same position, and looks after its own tricks alone. Each deal is played twice with the sides exchanged.
"""

from __future__ import annotations

import argparse
import time

from benchmarks.duels import Z_99, Duel, student
from deckwright import _kernel
from deckwright.engine import Game, load

TEAMS = ((0, 2), (1, 3))
FEWEST, STEP = 16, 16


def games() -> tuple[Game, Game]:
    """Hearts with teams, and without."""
    alone = load("hearts", hands=1)
    return load(alone.genome.copy_with(genome_id="team-hearts", team_mode=True, teams=TEAMS)), alone


def lead(agent: str, seed: int) -> float:
    """How many points fewer a seat of the side that shares takes in a hand, on average."""
    together, alone = games()
    total = 0.0
    for sharing in (0, 1):
        shared, own = together.deal(seed=seed).position, alone.deal(seed=seed).position
        while shared.seat is not None:
            asked = shared if together.player_to_team[shared.seat] == sharing else own
            action = _kernel.choose(asked, agent, seed)
            shared, own = shared.apply(*action), own.apply(*action)
        returns = shared.returns() or [0.0] * together.seats
        total += returns[TEAMS[sharing][0]] / 2
    return total / 2


def main() -> None:
    """Print the lead."""
    parser = argparse.ArgumentParser(prog="benchmarks.sharing", description=__doc__)
    parser.add_argument("--agent", default="ismcts:400")
    parser.add_argument("--seconds", type=float, default=120, help="CPU time")
    parser.add_argument("--deals", type=int, default=512, help="at most")
    wanted = parser.parse_args()
    found, until = Duel(games()[0], wanted.agent, wanted.agent), time.process_time() + wanted.seconds
    while len(found.leads) < wanted.deals and time.process_time() < until:
        found.leads.append(lead(wanted.agent, len(found.leads)))
        played = len(found.leads)
        if played >= FEWEST and not played % STEP and abs(found.mean) > student(Z_99, played - 1) * found.error:
            break
    print(f"team-hearts: {wanted.agent} that shares returns v alone {found}  {found.verdict}")


if __name__ == "__main__":
    main()
