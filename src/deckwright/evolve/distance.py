"""How far the rules of two games are apart, whatever their parts are called.

A genome becomes trees of rules, one for each section: names are replaced by what they stand for, expressions by their
syntax. Trees are compared by their chains of three nodes, as multisets; which number or card is meant counts little.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from itertools import combinations
from typing import Any

from deckwright.genome.checks.walk import expression_fields, phases_of
from deckwright.genome.effects import Each
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.syntax import ExpressionError, parse_expression
from deckwright.genome.phases import ChoicePhase, Pick
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model, defaults_of

SECTIONS: dict[str, tuple[str, float]] = {
    "turn_structure": ("play", 5.0), "special_effects": ("play", 5.0), "card_scoring": ("points", 2.0),
    "scoring_rules": ("points", 2.0), "win_conditions": ("winning", 1.0), "hand_evaluation": ("hands", 1.0),
    "patterns": ("hands", 1.0), "setup": ("deal", 1.0), "zones": ("deal", 1.0), "deck": ("cards", 0.7),
    "strains": ("cards", 0.7), "game_rules": ("edges", 0.3),
}  # fmt: skip
"""Where each field of a genome counts, and how much that counts."""
WEIGHTS = dict(SECTIONS.values())
"""How much each section counts, the most important first."""
SLIGHT = 0.1
"""How much the value of a number or the name of a card counts, beside a node's 1."""
_NO_RULES = frozenset({"name", "label", "beats", "score_unit", "type", "memory"})

Tree = tuple[str, tuple["Tree", ...]]


@dataclass(frozen=True)
class Profile:
    """The chains of a genome's trees by section."""

    sections: dict[str, Counter[tuple[str, ...]]]
    sizes: dict[str, int]
    """Chains in each section."""
    seats: tuple[int, int]
    """Players, and teams."""


def distance(a: GameGenome, b: GameGenome) -> float:
    """From 0, the same rules, to 1, nothing in common."""
    return profile_distance(profile(a), profile(b))


def is_near(a: GameGenome, b: GameGenome, least: float) -> bool:
    """Whether their distance is less than that: most games are told apart by one section, their play."""
    return profile_distance(profile(a), profile(b), enough=least) < least


def profile_distance(a: Profile, b: Profile, *, enough: float = 2.0) -> float:
    """The distance of two genomes by their profiles; if it is `enough` or more, something from there up to it."""
    held = [name for name in WEIGHTS if a.sizes[name] + b.sizes[name]]
    total = 0.5 + sum(WEIGHTS[name] for name in held)
    apart = 0.0 if a.seats == b.seats else 0.5
    for name in held:
        if apart / total >= enough:
            break
        one, other = a.sections[name], b.sections[name]
        common = sum(min(times, other[chain]) for chain, times in one.items() if chain in other)
        apart += WEIGHTS[name] * (1 - 2 * common / (a.sizes[name] + b.sizes[name]))
    return apart / total


@lru_cache(maxsize=4096)
def profile(genome: GameGenome) -> Profile:
    """The chains of a genome, each counted in tenths so that what is slight counts too."""
    names = _meanings(genome)
    sections: dict[str, Counter[tuple[str, ...]]] = {name: Counter() for name in WEIGHTS}
    for field, (section, _) in SECTIONS.items():
        held = getattr(genome, field)
        if held:
            tree = _tree(held, field, names)
            sections[section].update(_chains(tree, "", ""))
    sizes = {name: chains.total() for name, chains in sections.items()}
    return Profile(sections, sizes, (genome.player_count, len(genome.teams)))


@lru_cache(maxsize=1024)
def near_duplicates(genome: GameGenome) -> list[tuple[str, str]]:
    """Parts that a reader takes for one another, by their paths.

    Sibling phases and offers that differ in names, numbers and cards alone; phases of one name; points and special
    effects of the same cards.
    """
    names = _meanings(genome)
    families: list[list[tuple[str, Any]]] = [
        [(f"$.turn_structure.phases[{n}]", phase) for n, phase in enumerate(genome.turn_structure.phases)]
    ]
    for phase, path in phases_of(genome.turn_structure):
        if isinstance(phase, ChoicePhase):
            families.append([(f"{path}.offers[{n}]", offer) for n, offer in enumerate(phase.offers)])
        elif phase.type == "turns":
            families.append([(f"{path}.phases[{n}]", inner) for n, inner in enumerate(phase.phases)])
    looks: list[list[tuple[str, Any]]] = [
        [(path, _blunt(_tree(item, "", names))) for path, item in family] for family in families
    ]
    looks.append([(path, phase.name) for phase, path in phases_of(genome.turn_structure) if phase.name])
    looks.append([(f"$.card_scoring[{n}]", (one.condition, one.trigger)) for n, one in enumerate(genome.card_scoring)])
    looks.append([(f"$.special_effects[{n}]", one.trigger) for n, one in enumerate(genome.special_effects)])
    return [(one, other) for family in looks for (one, look), (other, same) in combinations(family, 2) if look == same]


def _meanings(genome: GameGenome) -> dict[str, Any]:
    """What names stand for: a zone's role and owner, what a register holds, the tree of a term."""
    names: dict[str, Any] = {}
    for zone in genome.zones:
        several = "" if zone.piles == 1 else " piles"
        names[zone.name] = f"{zone.owner} {zone.role}{several} {zone.seen_by}"
    for register in genome.registers:
        names[register.name] = f"{register.per} {register.holds} {register.keep}"
    for table in genome.deck.tables:
        names[table.name] = "table"
    for phase, _ in phases_of(genome.turn_structure):
        if isinstance(phase, ChoicePhase):
            names |= {pick.name: f"pick {pick.kind}" for offer in phase.offers for pick in offer.picks}
    for term in genome.terms:
        names[term.name] = _expression(term.expr, names)
    return names


def _tree(value: Any, label: str, names: dict[str, Any]) -> Tree:
    if isinstance(value, tuple):
        return (label, tuple(_tree(item, "", names) for item in value))
    if isinstance(value, Model):
        written = expression_fields(type(value))
        parts: list[Tree] = []
        defaults = defaults_of(type(value))
        is_variable = isinstance(value, Pick | Each)
        for name, held in value.__dict__.items():
            is_default = name in defaults and held == defaults[name]
            if name in _NO_RULES or is_default or (is_variable and name in ("name", "var")):
                continue
            if name in written:
                texts = held if isinstance(held, tuple) else (held,)
                parts.append((name, tuple(_expression(str(text), names) for text in texts)))
            else:
                parts.append(_tree(held, name, names))
        return (f"{label}:{getattr(value, 'type', type(value).__name__)}", tuple(parts))
    return (label, (_leaf(value),))


def _leaf(value: Any) -> Tree:
    if isinstance(value, bool) or value is None or isinstance(value, Enum):
        return (str(value), ())
    return ("#", ((f"={value}", ()),)) if isinstance(value, int) else ("name", ((f"={value}", ()),))


def _expression(text: str, names: dict[str, Any]) -> Tree:
    if not text:
        return ("nothing", ())
    try:
        return _syntax(parse_expression(text), names)
    except ExpressionError:
        return ("?", ())


def _syntax(node: s.Syntax, names: dict[str, Any]) -> Tree:
    match node:
        case s.Number(value=value):
            return ("#", ((f"={value}", ()),))
        case s.Text(value=value):
            return ("text", ((f"={value}", ()),))
        case s.Word(name=name):
            meant = names.get(name, name if len(name) > 1 else "variable")
            return meant if isinstance(meant, tuple) else (meant, ())
        case s.Call(name=name, arguments=arguments):
            meant = names.get(name, name)
            label = meant if isinstance(meant, str) else name
            return (label, tuple(_syntax(item, names) for item in arguments))
    label = type(node).__name__ + " " + str(getattr(node, "operator", getattr(node, "gather", "")))
    inner = [item for value in vars(node).values() for item in (value if isinstance(value, tuple) else (value,))]
    return (label, tuple(_syntax(item, names) for item in inner if isinstance(item, s.Syntax)))


def _chains(tree: Tree, above: str, parent: str) -> Iterator[tuple[str, ...]]:
    label, children = tree
    times = 1 if label.startswith("=") else round(1 / SLIGHT)
    for number in range(times):
        yield (above, parent, label) if number % 2 else (parent, label)
    for child in children:
        yield from _chains(child, parent, label)


def _blunt(tree: Tree) -> Tree:
    """A tree without the values of its numbers and names."""
    label, children = tree
    return (label, tuple(_blunt(child) for child in children if not child[0].startswith("=")))
