"""Names that nothing in a genome has: told wherever they stand, and what follows from a slip of the pen is not."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import Any

from deckwright.genome.checks.walk import (
    REMEMBERED,
    Written,
    all_effects,
    expression_fields,
    expressions_in,
    names_held,
    phases_of,
    picks_of,
    texts_in,
)
from deckwright.genome.errors import Issue
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.facts import REGISTER_FACTS
from deckwright.genome.expressions.functions import FUNCTION_RULES
from deckwright.genome.expressions.parse import ExpressionError, parse_expression
from deckwright.genome.nearest import find_nearest, nearest_hint
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model

_OF_PLACES = frozenset({"c", "p", "s", "match", "level", "index", "win", "all", "bank"})
"""Names that some places of a genome have of their own; whether this one does, the compiler says."""
_OF_THE_LANGUAGE = frozenset(
    {"none", "players", "team", "partner", "left", "right", "other", "trick", "seats", "live", "opponents", "suits"}
    | {"ranks", "members", "True", "False"}
)
_UNKNOWN = {
    "pattern": "no pattern or group is called",
    "zone": "no zone is called",
    "register": "no register is called",
}
"""What is said of names, in fields that are no expressions, that nothing has."""
_FOLLOW = ("unused.", "field.no-effect")
"""Defects that may follow from a name that was meant and not written."""


def name_issues(genome: GameGenome) -> Iterator[Issue]:
    """Every name that stands for nothing anywhere, with the nearest that does."""
    for written, node, near in _unknown(genome):
        what = "no function is called" if isinstance(node, s.Call) else "nothing is called"
        hint = f"; did you mean {near!r}?" if near is not None else ""
        error = ExpressionError("expression.unknown-name", f"{what} {node.name!r}{hint}", written.text, node.at)
        yield Issue(error.code, written.path, message=str(error))
    for kind, name, known, path in _plain(genome):
        if name not in known:
            message = f"{_UNKNOWN[kind]} {name!r}{nearest_hint(name, known)}"
            yield Issue(f"{kind}.unknown", path, message=message)


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
    functions = frozenset(FUNCTION_RULES) | {table.name for table in genome.deck.tables}
    names = _names(genome)
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
    written = [(name, known) for _, name, known, _ in _plain(genome) if name not in known]
    kinds = {kind for phase, _ in phases_of(genome.turn_structure) for kind in phase.call_kinds}
    quoted = _patterns(genome) | kinds | {one.name for one in genome.strains}
    known = quoted | {*genome.deck.suits, *genome.deck.ranks, *(table.name for table in genome.deck.tables)}
    written += [(name, quoted) for text, _, _, _ in expressions_in(genome) for name in texts_in(text) - known]
    for name, others in written:
        if (near := find_nearest(name, sorted(others))) is not None:
            yield name, near


@lru_cache(maxsize=16)
def _plain(genome: GameGenome) -> tuple[tuple[str, str, frozenset[str], str], ...]:
    """Names in fields that are not expressions: what each should be the name of, those there are, and its path."""
    known = {
        "pattern": _patterns(genome),
        "zone": frozenset(zone.name for zone in genome.zones),
        "register": frozenset({"score", *(register.name for register in genome.registers)}),
    }
    return tuple((kind, name, known[kind], path) for kind, name, path in names_held(genome) if kind in known)


def _patterns(genome: GameGenome) -> frozenset[str]:
    return frozenset(name for pattern in genome.patterns for name in (pattern.name, pattern.group) if name)


def _names(genome: GameGenome) -> frozenset[str]:
    defined = (genome.zones, genome.registers, genome.terms)
    picked = (pick.name for pick in picks_of(genome))
    looped = (effect.var for effect, _ in all_effects(genome) if effect.type == "each")
    own = frozenset(item.name for group in defined for item in group)
    return own | {*picked, *looped} | frozenset(REGISTER_FACTS) | _OF_PLACES | _OF_THE_LANGUAGE


@lru_cache(maxsize=REMEMBERED)
def _mentioned(text: str) -> tuple[s.Word | s.Call, ...]:
    """The names of an expression, but for those of its loops' variables; none if it is not one."""
    try:
        tree = parse_expression(text) if text else None
    except ExpressionError:
        return ()
    nodes = list(tree.walk()) if tree is not None else []
    variables = {node.variable for node in nodes if isinstance(node, s.Loop)}
    return tuple(node for node in nodes if isinstance(node, s.Word | s.Call) and node.name not in variables)


@lru_cache(maxsize=REMEMBERED)
def _names_mentioned(text: str) -> frozenset[str]:
    return frozenset(node.name for node in _mentioned(text))


def _respelt(value: Any, slips: Mapping[str, str]) -> Any:
    """The same genome with the names that were meant."""
    if isinstance(value, tuple):
        return tuple(_respelt(item, slips) for item in value)
    if not isinstance(value, Model):
        return value
    changes: dict[str, Any] = {}
    plain = {field for field, kind in value.holds_names.items() if kind in _UNKNOWN}
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
