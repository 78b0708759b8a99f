"""What the web app knows of a kind of job: who may ask for how much of it, and what its pages show."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Protocol

from pydantic import BaseModel, ConfigDict, Field

from deckwright.engine import Game
from deckwright.jobs import JobKind
from deckwright.web.poker.shelf import Shelf
from deckwright.web.settings import ServerSettings

GameName = Annotated[str, Field(min_length=1, max_length=64)]
GameOptions = Annotated[dict[str, int | bool | str | None], Field(max_length=40)]


class JobRequest(BaseModel):
    """What somebody may ask of a kind of job; flat, with bounds on everything."""

    model_config = ConfigDict(extra="forbid")


class Games(Protocol):
    """The games that jobs are about: the library's, and those that people brought; and solutions of poker."""

    shelf: Shelf

    @property
    def settings(self) -> ServerSettings:
        """What the operator has decided."""

    def load(self, name: str, options: Mapping[str, Any]) -> Game:
        """A game by its id; a refusal if there is none."""

    def game_spec(self, name: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """The same for the process of a job: `page` and either `game` with `options`, or `genome`."""


@dataclass(frozen=True)
class Prepared:
    """A job that may wait: checked, with all that its process needs."""

    title: str
    spec: dict[str, Any]
    cost: int
    """In the unit of its kind."""


@dataclass(frozen=True)
class WebJob:
    """A kind of job with what a stranger may ask of it."""

    kind: JobKind
    request: type[JobRequest] | None
    """What `/api/jobs` takes for it, besides `kind`; None if it is asked for elsewhere."""
    prepare: Callable[[Games, Any], Prepared] | None
    """Checks a request before it waits; a refusal says what cannot be."""
    unit: str
    """What its cost is counted in: `decisions`."""
    stranger_cost: int
    """The most without the operator's token; 0 if it is for the operator alone."""
    most_cost: int
    """The most with it."""
    page: Callable[[dict[str, Any]], str]
    """Its result as HTML, every text of a genome escaped."""
    live: Callable[[dict[str, Any]], str] | None = None
    """The same of what it shows while it runs."""
    can_stop: bool = False
    """Whether it can end early with what it has."""
    script: str = ""
    """A module of `static` for the page of its result."""
