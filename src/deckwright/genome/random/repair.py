"""Makes a genome of what is nearly one: whatever has a defect goes, until nothing has."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from deckwright.genome.errors import GenomeError, Issue
from deckwright.genome.random.lexicon import Data
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues

ROUNDS = 25
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_NEEDED = ("genome_id", "player_count", "setup", "turn_structure", "win_conditions", "deck", "zones", "teams")
"""Fields of the genome that are never taken away as a whole."""

Step = str | int


def repaired(data: Data) -> GameGenome | None:
    """A valid genome made by taking defective parts out of the data, which is changed; None if nothing helps."""
    for _ in range(ROUNDS):
        issues = defects(data)
        if isinstance(issues, GameGenome):
            return issues
        remove_all(data, issues)
        put_back(data)
    return None


def defects(data: Data) -> GameGenome | Sequence[Issue]:
    """The genome that the data describes, or its defects."""
    try:
        genome = GameGenome.parse(data)
    except GenomeError as error:
        return error.issues
    return genome_issues(genome) or genome


def remove_all(data: Data, issues: Sequence[Issue]) -> None:
    """Take out what the issues are about, the last parts of lists first so that places stay right."""
    remove_paths(data, [issue.path for issue in issues])


def remove_paths(data: Data, paths: Iterable[str]) -> None:
    """Take out what stands at these paths, or the item around what the data does not say."""
    targets = {_target(data, _steps(path)) for path in paths}
    for steps in sorted(targets, key=_order, reverse=True):
        if steps:
            _remove(data, steps)


def _steps(path: str) -> tuple[Step, ...]:
    return tuple(name or int(index) for name, index in _STEP.findall(path))


def _order(steps: tuple[Step, ...]) -> tuple[tuple[int, str], ...]:
    return tuple((step, "") if isinstance(step, int) else (-1, step) for step in steps)


def _target(data: Data, steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """What to remove: the part that the path leads to, or, where it says nothing of its own, the item around it."""
    node: Any = data
    for place, step in enumerate(steps):
        if not _has(node, step):
            return _item(steps[:place]) or steps[:1]
        node = node[step]
    return steps


def _has(node: Any, step: Step) -> bool:
    if isinstance(node, list):
        return isinstance(step, int) and step < len(node)
    return isinstance(node, dict) and step in node


def _item(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    """The innermost item of a list that a path goes through."""
    while steps and not isinstance(steps[-1], int):
        steps = steps[:-1]
    return steps


def _remove(data: Data, steps: tuple[Step, ...]) -> None:
    node: Any = data
    for step in steps[:-1]:
        if not _has(node, step):
            return
        node = node[step]
    last = steps[-1]
    match node:
        case list() if isinstance(last, int) and last < len(node):
            del node[last]
        case dict() if last in node:
            if isinstance(node[last], list) and node[last] and (len(steps) > 1 or last in _NEEDED):
                node[last].pop()
            elif len(steps) > 1 or last not in _NEEDED:
                del node[last]


def put_back(data: Data) -> None:
    """What no genome can be without: a phase, a way to win, a number of cards."""
    turns = data["turn_structure"]
    prune_empty(turns)
    if not turns.get("phases"):
        turns["phases"] = [{"type": "choice", "offers": [{"name": "wait"}]}]
        turns.pop("until", None)
    if not data.get("win_conditions"):
        data["win_conditions"] = [{"type": "empty_hand"}]
    data["setup"].setdefault("cards_per_player", 1)


def prune_empty(turns: Data) -> None:
    """Structures and choices that have nothing left go."""
    for phase in turns.get("phases", ()):
        if phase.get("type") == "turns":
            prune_empty(phase)
    left = [
        phase
        for phase in turns.get("phases", ())
        if phase.get({"turns": "phases", "choice": "offers", "auction": "calls"}.get(phase.get("type"), "type"))
    ]
    turns.setdefault("phases", [])[:] = left
