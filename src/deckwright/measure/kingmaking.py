"""How much of who wins is decided by those who cannot win themselves."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from pydantic import ConfigDict

from deckwright import _kernel
from deckwright.agents import AgentSource
from deckwright.engine import Game
from deckwright.measure.intervals import Estimate, bounded, jackknife
from deckwright.measure.plain import STRICT
from deckwright.measure.settings import MeasureSettings, form_of, forms_of

HOPELESS = 0.02
"""Whoever has no better chance than this, whatever it does, cannot win."""


@dataclass(frozen=True)
class Kingmaking:
    """Choices of games with three sides or more."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    looked_at: int
    share: Estimate | None
    """Of all that choices change in the others' chances to win, the part that is changed by players who cannot win.

    None where no choice changes anything, or there are fewer than three sides.
    """


def measure_kingmaking(
    game: Game,
    settings: MeasureSettings,
    *,
    agent: AgentSource = "random",
    playout: AgentSource = "random",
    games: int = 30,
    per_game: int = 3,
    worlds: int = 32,
) -> Kingmaking:
    """Look at some choices of each game: each side's chance to win after each action, by playouts to the end.

    Only changes that are more than noise count (an F-test with worlds as blocks, at 1 %). The interval is the
    jackknife's over games.
    """
    if len(game.teams or range(game.seats)) < 3:
        return Kingmaking(0, None)
    found = _kernel.look_at_swings(
        game.rules,
        forms_of(game, (agent,)),
        form_of(game, playout),
        games,
        per_game,
        worlds,
        settings.root("kingmaking"),
        settings.thread_count,
        settings.most_decisions,
        settings.progress(0, games),
    )
    rows = [
        (
            sum(others for own, others, differs in of_game if differs and own <= HOPELESS),
            sum(others for _, others, differs in of_game if differs),
        )
        for of_game in found
    ]

    def part(left_out: int | None) -> float | None:
        kept = [row for number, row in enumerate(rows) if number != left_out]
        whole = sum(swing for _, swing in kept)
        return sum(made for made, _ in kept) / whole if whole > 0 else None

    share = jackknife(len(rows), part)
    known = None if share is None else bounded(share.value, share.half_width, low=0.0, high=1.0)
    return Kingmaking(sum(map(len, found)), known)
