"""What else is wrong with data that has fields of wrong types: the rest is looked at as if they were not there."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from pydantic import ValidationError

from deckwright.genome.errors import Issue
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues

MOST_REMOVED = 50
ROUNDS = 3
"""Taking a field out may show another defect."""
FOLLOW = ("unused.", "field.no-effect", "privacy.", "teams.", "schema.")
"""Defects that may only follow from what was left out."""

STAND_INS: dict[str, Any] = {"player_count": 4, "genome_id": "game"}
"""What a genome cannot be without: something stands in for it."""
OF_NAMES = ("expression.syntax", "expression.unknown-name", "zone.unknown", "pattern.unknown", "register.unknown")
"""Defects that are ones for any number of players."""

Step = int | str


def salvaged_issues(data: Any) -> list[Issue]:
    """Defects of the game itself, found although some fields are of wrong types; none where that cannot be told."""
    if not isinstance(data, dict):
        return []
    data = copy.deepcopy(data)
    removed: list[tuple[Step, ...]] = []
    for name, value in STAND_INS.items():
        if not isinstance(data.get(name), type(value)):
            data[name] = value
            removed.append((name,))
    for _ in range(ROUNDS):
        try:
            genome = GameGenome.model_validate(data)
        except ValidationError as error:
            places = {_place_of(defect["loc"], data) for defect in error.errors(include_url=False)}
            if len(removed) + len(places) > MOST_REMOVED or not all(places):
                return []
            for place in sorted(places, key=_last_first, reverse=True):
                _remove(data, place)
            removed += places
            continue
        return [issue for issue in genome_issues(genome) if _stands(issue, removed)]
    return []


def _last_first(place: tuple[Step, ...]) -> tuple[tuple[bool, int, str], ...]:
    return tuple((isinstance(step, str), step if isinstance(step, int) else 0, str(step)) for step in place)


def _place_of(location: Sequence[Step], data: Any) -> tuple[Step, ...]:
    """The keys that lead to a value with a defect; the tags that pydantic puts between them are left out."""
    place: list[Step] = []
    node = data
    for step in location:
        within = step in node if isinstance(node, dict) else isinstance(node, list) and step in range(len(node))
        if within:
            place.append(step)
            node = node[step]
    return tuple(place)


def _remove(data: Any, place: tuple[Step, ...]) -> None:
    node = data
    for step in place[:-1]:
        node = node[step]
    del node[place[-1]]


def _stands(issue: Issue, removed: list[tuple[Step, ...]]) -> bool:
    """Whether a defect is one whatever stood in the fields that were left out."""
    if issue.code.startswith(FOLLOW) or (("player_count",) in removed and not issue.code.startswith(OF_NAMES)):
        return False
    lists = [_path(place[:-1]) for place in removed if isinstance(place[-1], int)]
    if any(issue.path.startswith(f"{path}[") for path in lists):  # places in it have moved
        return False
    if lists and issue.code.startswith("expression.unknown"):  # it may have been named there
        return False
    return issue.code.startswith("expression.") or not any(
        issue.path.startswith(_path(place[:-1])) and len(place) > 1 for place in removed
    )


def _path(place: tuple[Step, ...]) -> str:
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
