"""`python -m benchmarks.opponents [--deals N] [MATCH...]`: our search against others' players, with intervals.

OpenSpiel's ISMCTS in Hearts and Euchre, at as many simulations and in as much time; its bot of Gin Rummy; RLCard's rule
agents of UNO and Gin Rummy, which are shown our view as a state of their own. Each deal is played twice with the sides
exchanged; the lead is what our side returned more per hand and seat, with 1.96 standard errors.
"""

from __future__ import annotations

import argparse
import random
import statistics
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import pyspiel

from benchmarks.duels import lead
from benchmarks.rule_agents import GinRules, UnoRules
from benchmarks.twins import EuchreTwin, GinTwin, HeartsTwin, Twin
from deckwright.agents import parse_agent
from deckwright.engine import load

SIMULATIONS = 400
TIMES = 10
"""As many times the simulations of OpenSpiel's search do we make in the same time, or more (`benchmarks searching`)."""
DEALS = 200


def searching(twin: type[Twin], ours: str) -> Callable[[int], float]:
    """Our agent against OpenSpiel's search, on one deal."""

    def deal(seed: int) -> float:
        def bot(_: int) -> pyspiel.Bot:
            evaluator = pyspiel.RandomRolloutEvaluator(1, seed)
            policy = pyspiel.ISMCTSFinalPolicyType.MAX_VISIT_COUNT
            return pyspiel.ISMCTSBot(seed, evaluator, 2.0, SIMULATIONS, -1, policy, False, True)

        return twin_lead(twin, ours, bot, seed)

    return deal


def simple_gin(seed: int) -> float:
    """Our agent against OpenSpiel's bot of Gin Rummy, on one deal."""
    settings = pyspiel.load_game("gin_rummy").get_parameters()

    def bot(seat: int) -> pyspiel.Bot:
        return pyspiel.make_simple_gin_rummy_bot(settings, seat)

    return twin_lead(GinTwin, f"ismcts:{SIMULATIONS}", bot, seed)


def twin_lead(twin: type[Twin], ours: str, bot: Callable[[int], pyspiel.Bot], seed: int) -> float:
    """By how much our side returned more, per seat, the same cards played both ways."""
    agent, total = parse_agent(ours), 0.0
    for side in (0, 1):
        table = twin(random.Random(seed))
        bots = {seat: bot(table.their_seat(seat)) for seat in range(table.state.game.seats) if seat % 2 != side}
        returns = table.play(agent, bots, seed)
        own = [value for seat, value in enumerate(returns) if seat % 2 == side]
        rest = [value for seat, value in enumerate(returns) if seat % 2 != side]
        total += statistics.fmean(own) - statistics.fmean(rest)
    return total / 2


def uno_rules(seed: int) -> float:
    """Our agent against RLCard's rules for UNO, on one deal."""
    return lead(load("uno", players=2, hands=1), parse_agent(f"ismcts:{SIMULATIONS}"), UnoRules(), hands=1, seed=seed)


def gin_rules(seed: int) -> float:
    """Our agent against RLCard's rules for Gin Rummy, on one deal."""
    return lead(load("gin-rummy", hands=1), parse_agent(f"ismcts:{SIMULATIONS}"), GinRules(), hands=1, seed=seed)


@dataclass(frozen=True)
class Match:
    """A comparison: who plays whom, how one deal of it is played, and above what its interval has to be."""

    title: str
    deal: Callable[[int], float]
    below_zero_is_level: bool = False


MATCHES: Mapping[str, Match] = {
    "hearts": Match(
        f"hearts: ismcts:{SIMULATIONS}@none v OpenSpiel's ISMCTS at {SIMULATIONS}",
        searching(HeartsTwin, f"ismcts:{SIMULATIONS}@none"),
    ),
    "hearts-time": Match(
        f"hearts: ismcts:{TIMES * SIMULATIONS}@none v the same, in as much time",
        searching(HeartsTwin, f"ismcts:{TIMES * SIMULATIONS}@none"),
    ),
    "hearts-policy": Match(
        f"hearts: ismcts:{SIMULATIONS} (with its policy) v the same",
        searching(HeartsTwin, f"ismcts:{SIMULATIONS}"),
    ),
    "euchre": Match(
        f"euchre: ismcts:{SIMULATIONS}@none v OpenSpiel's ISMCTS at {SIMULATIONS}",
        searching(EuchreTwin, f"ismcts:{SIMULATIONS}@none"),
        below_zero_is_level=True,
    ),
    "euchre-time": Match(
        f"euchre: ismcts:{TIMES * SIMULATIONS}@none v the same, in as much time",
        searching(EuchreTwin, f"ismcts:{TIMES * SIMULATIONS}@none"),
    ),
    "euchre-policy": Match(
        f"euchre: ismcts:{SIMULATIONS} (with its policy) v the same",
        searching(EuchreTwin, f"ismcts:{SIMULATIONS}"),
    ),
    "gin": Match(f"gin-rummy: ismcts:{SIMULATIONS} v OpenSpiel's simple bot", simple_gin),
    "gin-rules": Match(f"gin-rummy: ismcts:{SIMULATIONS} v RLCard's novice rules", gin_rules),
    "uno-rules": Match(f"uno: ismcts:{SIMULATIONS} v RLCard's rules", uno_rules),
}


def tell(name: str, deals: int) -> None:
    """Print how a match went."""
    found = [MATCHES[name].deal(seed) for seed in range(deals)]
    mean, margin = statistics.fmean(found), 1.96 * statistics.stdev(found) / len(found) ** 0.5
    match = MATCHES[name]
    holds = mean + margin > 0 if match.below_zero_is_level else mean - margin > 0
    print(
        f"{match.title:<72}{mean:+.2f} ± {margin:.2f} ({len(found)} deals)  {'holds' if holds else 'MISSED'}",
        flush=True,
    )


def main() -> None:
    """Print a line for each match."""
    parser = argparse.ArgumentParser(prog="benchmarks.opponents", description=__doc__)
    parser.add_argument("--deals", type=int, default=DEALS)
    parser.add_argument("matches", nargs="*", help=f"only these: {', '.join(MATCHES)}")
    wanted = parser.parse_args()
    for name in wanted.matches or MATCHES:
        tell(name, wanted.deals)


if __name__ == "__main__":
    main()
