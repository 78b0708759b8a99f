"""`python -m benchmarks.contracts [--agent best] [GAME...]`: how many of its contracts an agent makes in self-play.

Where trumps are declared the contract is the declarer's side's; else both sides have one. Hands are played until the
interval (Wilson 1927, 99 %) lies on one side of the bar, or the CPU time is spent.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Mapping

from deckwright import _kernel
from deckwright.agents import kernel_form, parse_agent
from deckwright.engine import Game, load
from deckwright.measure import wilson_share

BARS: Mapping[str, float] = {"texas-42": 0.60, "partnership-spades": 0.90}
"""The share that `best` has to make. A side that makes its contract scores, one that does not loses or has nothing."""
FEWEST = 50
"""Contracts before the bar is looked at."""
Z_99 = 2.576


def contracts_of(game: Game, agent: str, seed: int) -> tuple[int, int]:
    """Contracts made and played in one hand."""
    form, declarer = kernel_form(parse_agent(agent), game), None
    if form is None:
        raise ValueError(f"{agent} is no agent of the kernel")
    position = game.deal(seed=seed).position
    while position.seat is not None:
        action = _kernel.choose(position, form, seed)
        if game.notation.text(*action).startswith("declare"):
            declarer = game.player_to_team[position.seat]
        position = position.apply(*action)
    scores = position.team_scores()
    sides = scores if declarer is None else [scores[declarer]]
    return sum(score > 0 for score in sides), len(sides)


def main() -> None:
    """Print a line for each game."""
    parser = argparse.ArgumentParser(prog="benchmarks.contracts", description=__doc__)
    parser.add_argument("--agent", default="best")
    parser.add_argument("--seconds", type=float, default=300, help="CPU time for each game")
    parser.add_argument("--hands", type=int, default=1_000, help="at most")
    parser.add_argument("games", nargs="*", choices=[[], *BARS])
    wanted = parser.parse_args()
    for name in wanted.games or BARS:
        game, bar = load(name, hands=1), BARS[name]
        until, made, played = time.process_time() + wanted.seconds, 0, 0
        for seed in range(wanted.hands):
            one, of = contracts_of(game, wanted.agent, seed)
            made, played = made + one, played + of
            strict = wilson_share(made, played, z=Z_99)
            if time.process_time() > until or (played >= FEWEST and not strict.low <= bar <= strict.high):
                break
        share = wilson_share(made, played)
        told = f"{made} of {played} contracts made: {share.share:.0%} ({share.low:.0%} to {share.high:.0%})"
        verdict = "holds" if share.share >= bar else "MISSED"
        print(f"{name:<20} {wanted.agent}: {told}, bar {bar:.0%}  {verdict}", flush=True)


if __name__ == "__main__":
    main()
