"""Tuning against a league that grows: each round adds the best answer to what was found, until none is good enough.

A small double oracle (McMahan, Gordon and Blum 2003) over one family of agents, with one agent in place of a mixture:
what is sought is the agent whose worst result in the league is best.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from deckwright.agents import AgentSource
from deckwright.agents.cambio import CambioAgent
from deckwright.agents.cambio.constants import Constants
from deckwright.arena.errors import ArenaError
from deckwright.arena.tuning import Aim, Effort, measure, start_of, tune
from deckwright.engine import seed_number
from deckwright.measure import Share

MOST_ROUNDS = 6
ENOUGH = 0.55
"""An answer that wins this share is added to the league."""
PROOF_MATCHES = 8000
"""Of an answer against what it answers."""


@dataclass(frozen=True)
class Round:
    """What was found against the league as it was, and the best answer to it that the same search finds."""

    found: Constants
    worst: float
    """Its lowest share of wins in the league."""
    answer: Constants
    answer_share: Share
    """Of the answer's wins against it, in matches that neither search saw."""

    @property
    def is_enough(self) -> bool:
        """Whether no answer was found that may win so often: the whole interval lies below."""
        return self.answer_share.high < ENOUGH


def tune_in_league(
    start: str | CambioAgent,
    *,
    against: Sequence[AgentSource],
    rounds: int = MOST_ROUNDS,
    effort: Effort | None = None,
    progress: Callable[[int, Round], None] | None = None,
) -> tuple[Round, ...]:
    """Rounds until no answer wins 55 %, or there were so many. The league begins with these and the agent itself."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise ArenaError("tune.bad-rounds", f"rounds: found {rounds}, expected 1 to {MOST_ROUNDS}")
    effort = effort or Effort()
    current = start_of(start)
    league: list[AgentSource] = [*against, CambioAgent("start", current.constants)]
    played: list[Round] = []
    for number in range(1, rounds + 1):
        seeded = replace(effort, seed=seed_number(effort.seed, domain=f"round {number}"))
        tuned = tune(current, tables=[(member,) for member in league], effort=seeded, aim=Aim.WORST)
        current = CambioAgent(f"found {number}", tuned.constants)
        answer, share = find_answer(current, effort=seeded)
        played.append(Round(tuned.constants, tuned.share, answer, share))
        if progress is not None:
            progress(number, played[-1])
        if played[-1].is_enough:
            break
        league.append(CambioAgent(f"answer {number}", answer))
    return tuple(played)


def find_answer(agent: CambioAgent, *, effort: Effort) -> tuple[Constants, Share]:
    """The constants that win most against one agent of the family, and how often they do in matches of their own."""
    opponent = CambioAgent("answered", agent.constants)
    found = tune(agent, tables=((opponent,),), effort=effort)
    seed = seed_number(effort.seed, domain="answer")
    share = measure(found.constants, (opponent,), matches=PROOF_MATCHES, seed=seed, threads=effort.threads)
    return found.constants, share


def best_round(rounds: Sequence[Round]) -> Round:
    """The round whose result the best answer beats least."""
    return min(rounds, key=lambda played: played.answer_share.share)
