"""Names that nothing in a genome has: told wherever they stand, and what follows from a slip of the pen is not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from deckwright.genome.checks.walk import (
    DEEP,
    REMEMBERED,
    Written,
    all_effects,
    expression_fields,
    expressions_in,
    phases_of,
    texts_in,
)
from deckwright.genome.effects import Each, Sweep
from deckwright.genome.errors import Issue
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.facts import REGISTER_FACTS
from deckwright.genome.expressions.functions import FUNCTION_RULES
from deckwright.genome.expressions.parse import ExpressionError, parse_expression
from deckwright.genome.nearest import find_nearest, nearest_hint
from deckwright.genome.patterns import HandEvaluation
from deckwright.genome.phases import AuctionPhase, ChoicePhase, Pick
from deckwright.genome.schema import GameGenome
from deckwright.genome.scoring import ScoringRule
from deckwright.genome.values import Model

_OF_PLACES = frozenset({"c", "p", "s", "match", "level", "index", "win", "all", "bank"})
"""Names that some places of a genome have of their own; whether this one does, the compiler says."""
_OF_THE_LANGUAGE = frozenset(
    {"none", "players", "team", "partner", "left", "right", "other", "trick", "seats", "live", "opponents", "suits"}
    | {"ranks", "members", "True", "False"}
)
_PLAIN = (
    (Sweep, "pattern", "pattern.unknown", "no pattern or group is called"),
    (Pick, "pattern", "pattern.unknown", "no pattern or group is called"),
    (HandEvaluation, "zones", "zone.unknown", "no zone is called"),
    (ScoringRule, "into", "register.unknown", "no register is called"),
)
"""Fields that hold names and are not expressions, with what is said of those that do not exist."""
_FOLLOW = ("unused.", "field.no-effect")
"""Defects that may follow from a name that was meant and not written."""


def name_issues(genome: GameGenome) -> Iterator[Issue]:
    """Every name that stands for nothing anywhere, with the nearest that does."""
    for written, node, near in _unknown(genome):
        what = "no function is called" if isinstance(node, s.Call) else "nothing is called"
        hint = f"; did you mean {near!r}?" if near is not None else ""
        error = ExpressionError("expression.unknown-name", f"{what} {node.name!r}{hint}", written.text, node.at)
        yield Issue(error.code, written.path, message=str(error))
    for name, known, path, code, what in _plain(genome):
        if name not in known:
            yield Issue(code, path, message=f"{what} {name!r}{nearest_hint(name, known)}")


def without_consequences(genome: GameGenome, issues: list[Issue], rules: Iterable[Any]) -> list[Issue]:
    """The defects that would be there if every name that is not were the nearest one that is."""
    slips = dict(_slips(genome))
    if not slips or not any(issue.code.startswith(_FOLLOW) for issue in issues):
        return issues
    meant = _respelt(genome, slips)
    still = {(issue.code, issue.path) for rule in rules for issue in rule(meant)}
    return [issue for issue in issues if not issue.code.startswith(_FOLLOW) or (issue.code, issue.path) in still]


@lru_cache(maxsize=16)
def _unknown(genome: GameGenome) -> tuple[tuple[Written, s.Word | s.Call, str | None], ...]:
    """Names that nothing has, once in each expression, with the nearest that something has."""
    return tuple(_find_unknown(genome))


def _find_unknown(genome: GameGenome) -> Iterator[tuple[Written, s.Word | s.Call, str | None]]:
    functions, names = _functions(genome), _names(genome)
    known_to_all = names | functions
    for written in expressions_in(genome):
        if _names_mentioned(written.text) <= known_to_all:
            continue
        mentioned = {node.name: node for node in reversed(_mentioned(written.text))}
        for name, node in mentioned.items():
            if name not in names and name not in functions:
                known = functions if isinstance(node, s.Call) else names
                yield written, node, find_nearest(name, sorted(known)) or find_nearest(name, sorted(names | functions))


def _slips(genome: GameGenome) -> Iterator[tuple[str, str]]:
    """What is written and nothing is called, each with the nearest that something is called."""
    yield from ((node.name, near) for _, node, near in _unknown(genome) if near is not None)
    written = [(name, known) for name, known, _, _, _ in _plain(genome) if name not in known]
    calls = (phase.calls for phase, _ in phases_of(genome.turn_structure) if isinstance(phase, AuctionPhase))
    quoted = _patterns(genome) | {call.kind for each in calls for call in each} | {one.name for one in genome.strains}
    known = quoted | {*genome.deck.suits, *genome.deck.ranks, *(table.name for table in genome.deck.tables)}
    written += [(name, quoted) for text, _, _, _ in expressions_in(genome) for name in texts_in(text) - known]
    for name, others in written:
        if (near := find_nearest(name, sorted(others))) is not None:
            yield name, near


@lru_cache(maxsize=16)
def _plain(genome: GameGenome) -> tuple[tuple[str, frozenset[str], str, str, str], ...]:
    """Names in fields that are not expressions: each with those there are, its path, and what to say if it is none."""
    return tuple(_find_plain(genome))


def _find_plain(genome: GameGenome) -> Iterator[tuple[str, frozenset[str], str, str, str]]:
    known = {
        "pattern": _patterns(genome),
        "zones": frozenset(zone.name for zone in genome.zones),
        "into": frozenset({"score", *(register.name for register in genome.registers)}),
    }
    for name, field, path, code, what in _plain_in(genome, "$"):
        yield name, known[field], path, code, what


def _plain_in(value: Any, path: str) -> Iterator[tuple[str, str, str, str, str]]:
    """Such names of a value: each with its field, its path, and what to say of it."""
    if isinstance(value, tuple):
        for number, item in enumerate(value):
            if isinstance(item, (Model, tuple)):
                yield from _plain_in(item, f"{path}[{number}]")
    elif isinstance(value, Model):
        yield from (_find_plain_in if path.count(".") > DEEP else _remembered_plain_in)(value, path)


@lru_cache(maxsize=REMEMBERED)
def _remembered_plain_in(value: Model, path: str) -> tuple[tuple[str, str, str, str, str], ...]:
    return tuple(_find_plain_in(value, path))


def _find_plain_in(value: Model, path: str) -> Iterator[tuple[str, str, str, str, str]]:
    for kind, field, code, what in _PLAIN:
        if isinstance(value, kind):
            held = getattr(value, field)
            if isinstance(held, tuple):
                yield from ((name, field, f"{path}.{field}[{at}]", code, what) for at, name in enumerate(held))
            elif held:
                yield held, field, f"{path}.{field}", code, what
    for name, inner in value:
        if isinstance(inner, (Model, tuple)):
            yield from _plain_in(inner, f"{path}.{name}")


def _patterns(genome: GameGenome) -> frozenset[str]:
    return frozenset(name for pattern in genome.patterns for name in (pattern.name, pattern.group) if name)


def _functions(genome: GameGenome) -> frozenset[str]:
    return frozenset(FUNCTION_RULES) | {table.name for table in genome.deck.tables}


def _names(genome: GameGenome) -> frozenset[str]:
    defined = (genome.zones, genome.registers, genome.terms)
    picked = (
        pick.name
        for phase, _ in phases_of(genome.turn_structure)
        if isinstance(phase, ChoicePhase)
        for offer in phase.offers
        for pick in offer.picks
    )
    looped = (effect.var for effect, _ in all_effects(genome) if isinstance(effect, Each))
    own = frozenset(item.name for group in defined for item in group)
    return own | {*picked, *looped} | frozenset(REGISTER_FACTS) | _OF_PLACES | _OF_THE_LANGUAGE


@lru_cache(maxsize=REMEMBERED)
def _mentioned(text: str) -> tuple[s.Word | s.Call, ...]:
    """The names of an expression, but for those of its loops' variables; none if it is not one."""
    try:
        tree = parse_expression(text) if text else None
    except ExpressionError:
        return ()
    nodes = list(_parts(tree)) if tree is not None else []
    variables = {node.variable for node in nodes if isinstance(node, s.Loop)}
    return tuple(node for node in nodes if isinstance(node, s.Word | s.Call) and node.name not in variables)


@lru_cache(maxsize=REMEMBERED)
def _names_mentioned(text: str) -> frozenset[str]:
    return frozenset(node.name for node in _mentioned(text))


def _parts(tree: s.Syntax) -> Iterator[s.Syntax]:
    yield tree
    for value in vars(tree).values():
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, s.Syntax):
                yield from _parts(part)


def _respelt(value: Any, slips: Mapping[str, str]) -> Any:
    """The same genome with the names that were meant."""
    if isinstance(value, tuple):
        return tuple(_respelt(item, slips) for item in value)
    if not isinstance(value, Model):
        return value
    changes: dict[str, Any] = {}
    plain = {field for kind, field, _, _ in _PLAIN if isinstance(value, kind)}
    for name in type(value).model_fields:
        held = getattr(value, name)
        if name in expression_fields(type(value)) or name in plain:
            inner = (
                tuple(_reworded(item, slips) for item in held) if isinstance(held, tuple) else _reworded(held, slips)
            )
        else:
            inner = _respelt(held, slips)
        if inner is not held:
            changes[name] = inner
    return value.model_copy(update=changes) if changes else value


def _reworded(text: Any, slips: Mapping[str, str]) -> Any:
    if isinstance(text, tuple):
        return tuple(_reworded(item, slips) for item in text)
    if not isinstance(text, str):
        return text
    return re.sub(r"\w+", lambda word: slips.get(word.group(), word.group()), text)
