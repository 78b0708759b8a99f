"""Names: those that nothing has, those that nothing uses, and texts that are no expressions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from deckwright.genome.checks import walk
from deckwright.genome.effects import Set
from deckwright.genome.enums import PassAction, ScoringTrigger
from deckwright.genome.errors import Issue, inert
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.functions import FUNCTION_RULES
from deckwright.genome.expressions.syntax import ExpressionError, parse_expression
from deckwright.genome.expressions.types import REGISTER_FACTS, Type
from deckwright.genome.expressions.vocabulary import strains_of
from deckwright.genome.materials import find_zone
from deckwright.genome.picks import PICKS
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model
from deckwright.text import find_nearest, nearest_hint


def syntax_issues(genome: GameGenome) -> Iterator[Issue]:
    """Texts that are not expressions of the language."""
    wrong = {text: error for text in walk.texts_of(genome) if (error := _error_of(text)) is not None}
    for text, path, _, _ in walk.expressions_in(genome) if wrong else ():
        if text in wrong:
            yield Issue(wrong[text].code, path, message=str(wrong[text]))


@lru_cache(maxsize=walk.REMEMBERED)
def _error_of(text: str) -> ExpressionError | None:
    """Why a text is no expression, if it is none."""
    try:
        if text:
            parse_expression(text)
    except ExpressionError as error:
        return error
    return None


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
    if not any(issue.code.startswith(_FOLLOW) for issue in issues):
        return issues
    slips = dict(_slips(genome))
    if not slips:
        return issues
    meant = _respelt(genome, slips)
    still = {(issue.code, issue.path) for rule in rules for issue in rule(meant)}
    return [issue for issue in issues if not issue.code.startswith(_FOLLOW) or (issue.code, issue.path) in still]


@lru_cache(maxsize=16)
def _unknown(genome: GameGenome) -> tuple[tuple[walk.Written, s.Word | s.Call, str | None], ...]:
    """Names that nothing has, once in each expression, with the nearest that something has."""
    return tuple(_find_unknown(genome))


def _find_unknown(genome: GameGenome) -> Iterator[tuple[walk.Written, s.Word | s.Call, str | None]]:
    functions = frozenset(FUNCTION_RULES) | {table.name for table in genome.deck.tables}
    items = (item for group in (genome.zones, genome.registers, genome.terms) for item in group)
    defined = {*(item.name for item in items), *(pick.name for pick in walk.picks_of(genome))}
    looped = {effect.var for effect, _ in walk.all_effects(genome) if effect.type == "each"}
    names = frozenset(defined | looped | REGISTER_FACTS.keys()) | _OF_PLACES | _OF_THE_LANGUAGE
    known_to_all = names | functions
    unknown = {text for text in walk.texts_of(genome) if not _names_mentioned(text) <= known_to_all}
    for written in walk.expressions_in(genome) if unknown else ():
        if written.text not in unknown:
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
    kinds = {kind for phase, _ in walk.phases_of(genome.turn_structure) for kind in phase.call_kinds}
    quoted = _patterns(genome) | kinds | {one.name for one in genome.strains}
    known = quoted | {*genome.deck.suits, *genome.deck.ranks, *(table.name for table in genome.deck.tables)}
    written += [(name, quoted) for text, _, _, _ in walk.expressions_in(genome) for name in walk.texts_in(text) - known]
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
    return tuple((kind, name, known[kind], path) for kind, name, path in walk.names_held(genome) if kind in known)


def _patterns(genome: GameGenome) -> frozenset[str]:
    return frozenset(name for pattern in genome.patterns for name in (pattern.name, pattern.group) if name)


@lru_cache(maxsize=walk.REMEMBERED)
def _mentioned(text: str) -> tuple[s.Word | s.Call, ...]:
    """The names of an expression, but for those of its loops' variables; none if it is not one."""
    try:
        tree = parse_expression(text) if text else None
    except ExpressionError:
        return ()
    nodes = list(tree.walk()) if tree is not None else []
    variables = {node.variable for node in nodes if isinstance(node, s.Loop)}
    return tuple(node for node in nodes if isinstance(node, s.Word | s.Call) and node.name not in variables)


@lru_cache(maxsize=walk.REMEMBERED)
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
        if name in walk.expression_fields(type(value)) or name in plain:
            inner = _reworded(held, slips)
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


@dataclass(frozen=True)
class Mentions:
    """What the rules of a genome mention, directly or through the terms and tables that they use."""

    words: frozenset[str]
    texts: frozenset[str]
    names: frozenset[str]
    """Names in fields that are not expressions: patterns, tables, strains, zones."""


@lru_cache(maxsize=16)
def mentions_of(genome: GameGenome) -> Mentions:
    """Everything that is mentioned by what is used itself."""
    definitions: dict[str, list[str]] = {}
    words = set(walk.words_in(genome.utility))
    texts = set(walk.texts_in(genome.utility))
    for path, section in walk.sections_of(genome):
        if path not in ("$.terms", "$.deck"):
            read, quoted = _read_in(section)
            words |= read
            texts |= quoted
    for term in genome.terms:
        definitions.setdefault(term.name, []).append(term.expr)
    for written in walk.expressions_in(genome.deck, "$.deck"):
        if written.path.startswith("$.deck.tables"):
            table = genome.deck.tables[int(written.path.split("[")[1].split("]")[0])]
            definitions.setdefault(table.name, []).append(written.text)
        else:
            words |= _read(written)
            texts |= walk.texts_in(written.text)
    plain = ("pattern", "table", "strain", "zone")
    names = frozenset(name for kind, name, _ in walk.names_held(genome) if kind in plain)
    waiting = [name for name in definitions if name in words or name in names]
    while waiting:
        for text in definitions.pop(waiting.pop(), ()):
            new = walk.words_in(text) - words
            words |= new
            texts |= walk.texts_in(text)
            waiting += [name for name in new if name in definitions]
    return Mentions(frozenset(words), frozenset(texts), names)


@lru_cache(maxsize=walk.REMEMBERED)
def _read_in(section: Any) -> tuple[frozenset[str], frozenset[str]]:
    """The names that are read in a section, and what stands in quotes there."""
    found = walk.expressions_in(section)
    words = frozenset(word for written in found for word in _read(written))
    return words, frozenset(text for written in found for text in walk.texts_in(written.text))


def _read(written: walk.Written) -> frozenset[str]:
    """The names that are read; a register that is only set is not, nor one that only goes on from what it was."""
    if isinstance(written.holder, Set):
        if written.field == "name":
            return walk.words_in(written.text.partition("[")[2])
        return walk.words_in(written.text) - {written.holder.register}
    return walk.words_in(written.text)


def unused_issues(genome: GameGenome) -> Iterator[Issue]:
    """Registers, terms, tables, zones, strains, patterns and kinds of calls that nothing uses."""
    used = mentions_of(genome)
    changed = {effect.register for effect, _ in walk.all_effects(genome) if effect.type == "set"}
    changed |= {rule.into for rule in genome.scoring_rules}
    for number, register in enumerate(genome.registers):
        path = f"$.registers[{number}]"
        if register.label and register.name not in changed:
            message = f"nothing changes the register {register.name!r}: there is nothing to see under its label"
            yield Issue("unused.register", path, message=message)
        elif register.name not in used.words and not register.label:
            yield _unused("register", path, register.name)
    # The deck starts in the stock, cards are dealt to hands, and a tableau is cleared to the discard pile.
    is_dealt = str(genome.setup.cards_per_player) != "0"
    is_cleared = genome.game_rules.consecutive_pass_action is PassAction.CLEAR_TABLEAU
    wanted = (("stock", "table", True), ("hand", "seat", is_dealt), ("discard", "table", is_cleared))
    found = (find_zone(genome.zones, role, owner) for role, owner, is_used in wanted if is_used)
    by_role = frozenset(zone.name for zone in found if zone is not None)
    spoken = (used.names | used.texts) - {""}
    named: tuple[tuple[str, str, tuple[Any, ...], frozenset[str]], ...] = (
        ("term", "$.terms", genome.terms, used.words),
        ("table", "$.deck.tables", genome.deck.tables, used.words | used.names | used.texts),
        ("zone", "$.zones", genome.zones, used.words | used.names | by_role),
        ("pattern", "$.patterns", genome.patterns, spoken),
    )
    for kind, path, items, mentioned in named:
        for number, item in enumerate(items):
            if item.name not in mentioned and not (kind == "pattern" and item.group in spoken):
                yield _unused(kind, f"{path}[{number}]", item.name)
    yield from _unused_strains(genome, used)
    for kind, name, path in walk.names_held(genome.turn_structure, "$.turn_structure"):
        if kind == "kind" and name not in used.texts:
            yield Issue("unused.kind", path, message=f"no rule asks for calls of the kind {name!r}")
    yield from _unused_means(genome, used)
    yield from _unused_scoring(genome)


def _unused(kind: str, path: str, name: str) -> Issue:
    return Issue(f"unused.{kind}", path, message=f"nothing uses the {kind} {name!r}")


def _unused_strains(genome: GameGenome, used: Mentions) -> Iterator[Issue]:
    if not genome.strains or any(PICKS[pick.kind].type is Type.STRAIN for pick in walk.picks_of(genome)):
        return
    if not walk.has_phase(genome, "trick") and not used.words & {"follows", "heads", "called", "strain"}:
        yield Issue("unused.strain", "$.strains", message="there are no tricks for strains to decide")
        return
    spoken = used.texts | used.names
    for number, strain in enumerate(strains_of(genome)):
        if strain.each or strain.name in spoken or (number == 0 and "strain" in used.words):
            continue
        yield Issue("unused.strain", f"$.strains[{number}]", message=f"nothing chooses the strain {strain.name!r}")


def _unused_means(genome: GameGenome, used: Mentions) -> Iterator[Issue]:
    """Chips and hand values that decide nothing."""
    phases = [phase for phase, _ in walk.phases_of(genome.turn_structure)]
    betting = [phase for phase in phases if phase.type == "betting"]
    pays = any(effect.type == "pay" for effect, _ in walk.all_effects(genome))
    if genome.setup.starting_chips and not betting and not pays and "chips" not in used.words:
        yield Issue("unused.chips", "$.setup.starting_chips", message="nothing is bet or paid")
    compared = any(phase.compares_hands for phase in betting)
    compared = compared or any(win.type == "best_hand" for win in genome.win_conditions)
    evaluation = genome.hand_evaluation
    if evaluation is None:
        return
    if not compared and "value" not in used.words:
        yield Issue("unused.evaluation", "$.hand_evaluation", message="no rule compares hands")
    elif not compared and evaluation.zones != ("hand",):
        yield inert("$.hand_evaluation.zones", "value(...) says itself which cards it is about")


def _unused_scoring(genome: GameGenome) -> Iterator[Issue]:
    """Points and special cards for what cannot happen to a card."""
    plays, roles = _plays(genome), {zone.role for zone in genome.zones}
    missing = {  # what each trigger needs and the genome does not have
        ScoringTrigger.TRICK_WIN: "" if walk.has_phase(genome, "trick") else "there are no tricks",
        ScoringTrigger.CAPTURE: "it takes a zone with the role tableau, and one with the role captured",
        ScoringTrigger.PLAY: "" if plays else "no card is ever played",
        ScoringTrigger.HAND_END: "" if "hand" in roles else "no zone has the role hand",
        ScoringTrigger.SET_COMPLETE: "" if genome.patterns else "no pattern says what a set is",
    }
    if {"tableau", "captured"} <= roles:
        missing[ScoringTrigger.CAPTURE] = ""
    if "sets" not in roles:
        missing[ScoringTrigger.SET_COMPLETE] = "no zone has the role sets"
    for number, rule in enumerate(genome.card_scoring):
        path = f"$.card_scoring[{number}]"
        if rule.points == 0:
            yield inert(f"{path}.points", "it is no points")
        if why := missing[rule.trigger]:
            message = f"{rule.trigger.name} never happens: {why}"
            yield Issue("unused.scoring", f"{path}.trigger", message=message)
    if genome.special_effects and not plays:
        yield Issue("unused.special-effects", "$.special_effects", message="no card is ever played")


def _plays(genome: GameGenome) -> bool:
    """Whether a card goes from a hand to a trick, the tableau or the discard pile."""
    if walk.has_phase(genome, "trick"):
        return True
    roles = {zone.name: zone.role for zone in genome.zones}
    hands = {name for name, role in roles.items() if role == "hand"}
    open_zones = {name for name, role in roles.items() if role in ("tableau", "discard")}
    for offer, _ in walk.offers_of(genome):
        first = offer.picks[0] if offer.picks else None
        if first is None or not PICKS[first.kind].takes_held or not walk.words_in(first.source) & hands:
            continue
        if any(walk.words_in(to) & open_zones for to, _ in offer.targets(first)):
            return True
    return False
