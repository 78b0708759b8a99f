"""Runs of evolution as jobs of the web app: what may be asked, and what its words are."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from deckwright.evolve.evolve_job import EVOLVE
from deckwright.evolve.families import FAMILIES
from deckwright.evolve.styles import style_names
from deckwright.web.errors import WebError
from deckwright.web.web_job import GameName, Games, JobRequest, WebJob

POPULATION, GENERATIONS = 12, 5
STRANGER_JUDGEMENTS = 240
MOST_JUDGEMENTS = 1_000_000
STRANGER_MINUTES = 15.0
MOST_MINUTES = 3_000.0

Seats = Annotated[int, Field(ge=1, le=16)]


class EvolveRequest(JobRequest):
    """A run to be begun."""

    style: Literal[style_names()] = "balanced"  # type: ignore[valid-type]
    population: Annotated[int, Field(ge=2, le=1_000)] = POPULATION
    """Children of a generation."""
    generations: Annotated[int, Field(ge=1, le=100_000)] = GENERATIONS
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0
    parents: Annotated[list[GameName], Field(max_length=60)] = Field(default_factory=list)
    """Games to start from, of the library or one's own; the whole library if none is named."""
    players_low: Seats | None = None
    players_high: Seats | None = None
    family: Literal[FAMILIES] | None = None  # type: ignore[valid-type]
    rulebook_words: Annotated[int | None, Field(ge=50, le=100_000)] = None
    """At most so many words in a rulebook."""
    ratings: bool = False
    """Whether what people said of games on this server comes before all other preferences; for the operator."""


class GoingOn(JobRequest):
    """A run to be gone on with."""

    generations: Annotated[int | None, Field(ge=1, le=100_000)] = None
    """How many there are to be in all, if more than before."""


def run_spec(games: Games, asked: EvolveRequest) -> dict[str, Any]:
    """What the process of a run needs; WebError where something cannot be."""
    parents = [_parent(games, name) for name in dict.fromkeys(asked.parents)]
    low, high = asked.players_low, asked.players_high
    players = None if low is None and high is None else [low or 1, high or max(low or 1, 16)]
    if players and players[0] > players[1]:
        raise WebError("request.malformed", "players: the fewest are more than the most", status=422)
    return {
        **asked.model_dump(include={"style", "population", "generations", "seed", "family", "rulebook_words"}),
        "parents": parents or None,
        "players": players,
    }


def _parent(games: Games, name: str) -> dict[str, Any]:
    game = games.load(name, {})
    if game.definition.genome is None:
        raise WebError("run.no-genome", f"{game.name} is no genome: nothing can be bred from it")
    spec = games.game_spec(name, {})
    return {key: spec[key] for key in ("game", "genome", "page") if key in spec} | {"name": game.name}


def run_title(spec: dict[str, Any]) -> str:
    """A run in a few words."""
    parents = spec["parents"]
    if parents is None:
        return f"{spec['style']}, from the whole library"
    names = [parent["name"] for parent in parents]
    told = ", ".join(names[:3]) + (f" and {len(names) - 3} more" if len(names) > 3 else "")
    return f"{spec['style']}, from {told}"


def _no_page(_: dict[str, Any]) -> str:
    return ""


EVOLVE_JOB = WebJob(
    EVOLVE,
    None,
    None,
    "judgements (population times generations)",
    STRANGER_JUDGEMENTS,
    MOST_JUDGEMENTS,
    _no_page,
    can_stop=True,
)
"""It is asked for in the lab, where its run is."""
