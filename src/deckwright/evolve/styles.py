"""Styles: what somebody wants of found games, as data files."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Annotated, Any, Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError

from deckwright.evolve.errors import EvolveError
from deckwright.text import read_yaml

FOLDER = "styles"
Fraction = Annotated[float, Field(ge=0, le=1)]
Objective = Literal[
    "skill", "depth", "fairness", "reach", "consequence", "gain", "luck", "brevity", "pace", "novelty", "liked",
]  # fmt: skip


class Limits(BaseModel):
    """Where the gates are. Each is crossed only if the whole interval of a figure lies beyond it."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    least_choices: Annotated[float, Field(ge=0)] = 0.5
    """Choices of a player in a hand."""
    most_decisions: Annotated[float, Field(gt=0)] = 250
    """Decisions of a player in a hand."""
    least_completion: Fraction = 0.9
    most_draws: Fraction = 0.9
    skill_errors: Annotated[float, Field(ge=0)] = 4
    """So many standard errors lie between a difference in play and none."""
    least_difference: Annotated[float, Field(ge=0)] = 0.07
    """How much play is worth, in standard deviations of a hand: one of 0.05 shows after some 1,600 hands."""
    most_bias: Annotated[float, Field(gt=0)] = 0.6
    least_consequence: Fraction = 0.2
    least_reach: Fraction = 0.1
    most_foremost: Fraction = 0.9
    """How often a fixed order of preference among moves may be right."""
    most_kingmaking: Fraction = 0.3
    most_dead: Fraction = 0.3
    most_rulebook_words: Annotated[int, Field(ge=50)] = 6000


class Wanted(BaseModel):
    """What sort of game it is to be."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    families: tuple[str, ...] = ()
    """Any, if none is named."""
    seats: tuple[int, int] = (1, 8)
    chance: bool = False
    """Whether games of pure chance are welcome."""
    together: bool | None = None
    """Whether all win or lose together; None: either."""


class Style(BaseModel):
    """A style: gates, what is wanted, and what is compared, the most important first."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: Annotated[str, Field(min_length=1, max_length=60)]
    text: str
    limits: Limits = Limits()
    wanted: Wanted = Wanted()
    prefers: Annotated[tuple[Objective, ...], Field(min_length=1)] = ("skill", "depth")
    luck: tuple[Fraction, Fraction] = (0.0, 1.0)
    """Where the objective `luck` is best: inside it is level."""
    least_distance: Fraction = 0.08
    """Of its rules from every game of the library and from everything else in the archive."""
    least_play_distance: Fraction = 0.01
    """The same of how it plays."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return self.model_dump(mode="json")


@cache
def style_names() -> tuple[str, ...]:
    """The styles that come with the package."""
    folder = files("deckwright.evolve") / FOLDER
    return tuple(sorted(entry.name.removesuffix(".yaml") for entry in folder.iterdir() if entry.name.endswith(".yaml")))


def load_style(source: str | Path) -> Style:
    """A style by name, or by the path of a file; EvolveError says what is wrong with it."""
    text = str(source)
    if text in style_names():
        return parse_style((files("deckwright.evolve") / FOLDER / f"{text}.yaml").read_text(encoding="utf-8"), text)
    path = Path(source)
    if path.suffix not in (".yaml", ".yml", ".json"):
        known = ", ".join(style_names())
        raise EvolveError(
            "style.unknown", f"there is no style {text[:60]!r}: there is {known}, or a path to a .yaml file"
        )
    try:
        return parse_style(path.read_text(encoding="utf-8"), str(path))
    except OSError as error:
        raise EvolveError("style.unreadable", f"{path}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise EvolveError("style.does-not-parse", f"{path}: it is no text in UTF-8") from None


def parse_style(text: str, where: str) -> Style:
    """The style that a text says; EvolveError lists every defect with its path."""
    try:
        data = read_yaml(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        at = f", line {mark.line + 1}" if mark is not None else ""
        problem = getattr(error, "problem", None) or "it is no YAML"
        raise EvolveError("style.does-not-parse", f"{where}{at}: {problem}") from None
    try:
        return Style.model_validate(data)
    except ValidationError as error:
        told = "; ".join(f"{_path(one['loc'])}: {one['msg']}" for one in error.errors())
        raise EvolveError("style.does-not-parse", f"{where}: {told}") from None


def _path(places: tuple[int | str, ...]) -> str:
    return "$" + "".join(f"[{place}]" if isinstance(place, int) else f".{place}" for place in places)
