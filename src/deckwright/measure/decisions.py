"""What there is to decide: how many options, how often what one does matters, and whether others feel it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import ConfigDict

from deckwright import _kernel
from deckwright.agents import AgentSource
from deckwright.engine import Game
from deckwright.measure.intervals import Estimate, Share, mean_estimate, wilson_share
from deckwright.measure.plain import STRICT
from deckwright.measure.settings import MeasureSettings, form_of, forms_of

LEVEL = 0.05
"""Equal actions are called different so often."""


@dataclass(frozen=True)
class Decisions:
    """Choices (decisions with more than one legal action) that were looked at closely."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    looked_at: int
    worlds: int
    player: str
    """Who played, and played out what was judged."""
    matter: Share | None
    """Of choices, those whose actions differ in value, false alarms taken off. None if there are no choices."""
    gain: Estimate | None
    """What the best action brings over any action, in standard deviations of the outcome."""
    interaction: Share | None
    """Of choices, those in which two actions leave the next player other options."""
    options: Estimate | None
    """Legal actions of a choice."""
    reach: Share | None = None
    """Of choices, those in which two actions leave any other player other options in the rest of the hand."""
    sway: Share | None = None
    """Those, and those in which two actions change which of two answers is better for whoever is next."""
    consequence: Share | None = None
    """Of choices, those in which in some world one action comes to something else than another."""
    foremost: Estimate | None = None
    """Of the worlds in which actions come to different things, those in which none beats what a rival would do."""
    right: Share | None = None
    """Of choices that matter in some world, those in which nothing is better on average than what a rival would do."""


def measure_decisions(
    game: Game,
    settings: MeasureSettings,
    *,
    agent: AgentSource = "random",
    playout: AgentSource = "random",
    games: int = 100,
    per_game: int = 4,
    worlds: int = 32,
    rival: AgentSource | None = None,
) -> Decisions:
    """Look at some choices of each game, every action tried in the same worlds that the seat thinks possible.

    An action is worth what its side has at the end of the hand, played out by `playout` with the same chance for every
    action. Whether actions differ is an F-test with worlds as blocks (Fisher 1925) at 5 %; the share is corrected for
    the 5 % that chance alone would call different.
    """
    found = _kernel.look_at_decisions(
        game.rules,
        forms_of(game, (agent,)),
        form_of(game, playout),
        games,
        per_game,
        worlds,
        settings.root("decisions"),
        settings.thread_count,
        settings.most_decisions,
        settings.progress(0, games),
        None if rival is None else form_of(game, rival),
    )
    name = playout if isinstance(playout, str) else playout.name
    looked = [one for of_game in found for one in of_game]
    count = len(looked)
    if not count:
        return Decisions(0, worlds, name, None, None, None, None)
    best = [is_best for *_, is_best, _, _, _ in looked if is_best is not None]
    called = wilson_share(sum(matters for _, _, matters, *_ in looked), count)
    return Decisions(
        looked_at=count,
        worlds=worlds,
        player=name,
        matter=Share(_corrected(called.share), _corrected(called.low), _corrected(called.high)),
        gain=mean_estimate([gain for _, _, _, gain, *_ in looked]),
        interaction=wilson_share(sum(interacts for *_, interacts, _, _ in looked), count),
        options=mean_estimate([float(options) for options, *_ in looked], low=2.0),
        reach=wilson_share(sum(reaches for *_, reaches, _ in looked), count),
        sway=wilson_share(sum(sways for *_, sways in looked), count),
        consequence=wilson_share(sum(differs for _, differs, *_ in looked), count),
        right=wilson_share(sum(best), len(best)) if best else None,
        foremost=mean_estimate([share for *_, share, _, _, _, _ in looked if share is not None], low=0.0, high=1.0),
    )


def _corrected(share: float) -> float:
    return min(1.0, max(0.0, (share - LEVEL) / (1 - LEVEL)))
