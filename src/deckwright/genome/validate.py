"""Is the game playable, and does it say everything needed to play? Every defect, with its path."""

from __future__ import annotations

import copy
import gc
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import lru_cache, reduce
from operator import getitem
from typing import Any

from pydantic import ValidationError

from deckwright.genome import capacity
from deckwright.genome.checks import inert, names, seed_rules, structure
from deckwright.genome.checks.walk import phases_of
from deckwright.genome.compile.compiler import REMEMBERED, try_compile
from deckwright.genome.enums import HandEvaluationMethod
from deckwright.genome.errors import GenomeError, Issue
from deckwright.genome.schema import GameGenome


@contextmanager
def without_collecting() -> Iterator[None]:
    """Checking and compiling make tens of thousands of values, nearly all of which stay.

    To look through them for garbage again and again takes a fifth of the time, and finds none.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


RULES = (
    *seed_rules.RULES, *structure.RULES, capacity.most_issues, *inert.RULES,
    seed_rules.pattern_field_issues, seed_rules.evaluation_issues, structure.repeated_issues,
    names.unused_issues, names.syntax_issues, names.name_issues,
)  # fmt: skip
"""What can be said without compiling."""


def genome_issues(genome: GameGenome) -> list[Issue]:
    """Every defect of a genome whose types are right: the seed's rules first, then structure, then expressions."""
    return list(_issues(genome.unnamed))


def rule_issues(genome: GameGenome) -> tuple[Issue, ...]:
    """What can be said without compiling, each once."""
    return _rule_issues(genome.unnamed)


@lru_cache(maxsize=REMEMBERED)
def _rule_issues(genome: GameGenome) -> tuple[Issue, ...]:
    return tuple(dict.fromkeys(issue for rule in RULES for issue in rule(genome)))


@lru_cache(maxsize=REMEMBERED)
@without_collecting()
def _issues(genome: GameGenome) -> list[Issue]:
    if issues := list(structure.size_issues(genome)):
        return issues
    issues = names.without_consequences(genome, list(_rule_issues(genome)), RULES)
    if not any(issue.code.startswith(_STOPPERS) for issue in issues):
        told = {(issue.code, issue.path): place for place, issue in enumerate(issues)}
        for issue in dict.fromkeys(try_compile(genome)[1]):
            place = told.get((issue.code, issue.path))
            if place is None:
                issues.append(issue)
            elif issue.used_at:  # the compiler also knows where a term is used
                issues[place] = replace(issues[place], used_at=issue.used_at)
    return issues


_STOPPERS = ("teams.", "name.taken", "name.not-a-word", "claim.no-rank", "limit.too-long")
"""Defects that would make the compiler repeat them in other words."""


def check_genome(genome: GameGenome) -> None:
    """Raise GenomeError with every defect, if there is one."""
    if issues := genome_issues(genome):
        raise GenomeError(issues)


class GenomeValidator:
    """The seed's name for validation."""

    @staticmethod
    def validate(genome: GameGenome) -> list[str]:
        """Every defect as a sentence; empty when the genome is valid."""
        return [str(issue) for issue in genome_issues(genome)]


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
            for place in sorted(places, key=lambda place: [(isinstance(s, str), s) for s in place], reverse=True):
                *way, last = place  # the last first
                del reduce(getitem, way, data)[last]
            removed += places
            continue
        return [issue for issue in genome_issues(genome) if _stands(issue, removed)]
    return []


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


def _stands(issue: Issue, removed: list[tuple[Step, ...]]) -> bool:
    """Whether a defect is one whatever stood in the fields that were left out."""
    if issue.code.startswith(FOLLOW) or (("player_count",) in removed and not issue.code.startswith(OF_NAMES)):
        return False
    lists = [_path(place[:-1]) for place in removed if isinstance(place[-1], int)]
    if any(issue.path.startswith(f"{path}[") for path in lists):  # places in it have moved
        return False
    if lists and issue.code.startswith("expression.unknown"):  # it may have been named there
        return False
    holders = tuple(_path(place[:-1]) for place in removed if len(place) > 1)
    return issue.code.startswith("expression.") or not issue.path.startswith(holders)


def _path(place: tuple[Step, ...]) -> str:
    return "$" + "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)


@dataclass(frozen=True)
class Completeness:
    """What is missing, and whether anything is."""

    missing: tuple[Issue, ...]

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing

    def __str__(self) -> str:
        return "complete" if self.complete else "; ".join(map(str, self.missing))


def check_genome_completeness(genome: GameGenome) -> Completeness:
    """Whether a genome is valid and leaves no mechanic to be guessed."""
    return Completeness((*genome_issues(genome), *_gaps(genome)))


def _gaps(genome: GameGenome) -> Iterator[Issue]:
    roles = {zone.role for zone in genome.zones}
    if not any(phase.asks for phase, _ in phases_of(genome.turn_structure)):
        yield Issue("complete.no-decision", "$.turn_structure.phases", message="no phase asks a player for anything")
    if any(win.type == "empty_hand" for win in genome.win_conditions) and "hand" not in roles:
        yield Issue("complete.no-hand", "$.zones", message="empty_hand refers to a zone with the role hand")
    evaluation = genome.hand_evaluation
    if evaluation is not None and evaluation.method is HandEvaluationMethod.PATTERN_MATCH and not evaluation.patterns:
        yield Issue("complete.no-patterns", "$.hand_evaluation.patterns", message="PATTERN_MATCH has no patterns")
    lasting = {*seed_rules.SCORE_WINS, "capture_all"}
    if genome.max_hands > 1 and not any(win.type in lasting for win in genome.win_conditions):
        message = "several hands are played, but nothing is kept from one to the next"
        yield Issue("complete.no-match", "$.max_hands", message=message)
