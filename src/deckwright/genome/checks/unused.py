"""What a genome defines and nothing uses is refused: it could have no effect."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from deckwright.genome.checks.walk import (
    Written,
    all_effects,
    expressions_in,
    has_phase,
    names_held,
    offers_of,
    phases_of,
    picks_of,
    texts_in,
    words_in,
)
from deckwright.genome.effects import Set
from deckwright.genome.enums import PassAction, ScoringTrigger
from deckwright.genome.errors import Issue, inert
from deckwright.genome.expressions.build import strains_of
from deckwright.genome.schema import GameGenome
from deckwright.genome.zones import Term, find_zone


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
    words: set[str] = set()
    texts: set[str] = set()
    for written in expressions_in(genome):
        if isinstance(written.holder, Term):
            definitions.setdefault(written.holder.name, []).append(written.text)
        elif written.path.startswith("$.deck.tables"):
            table = genome.deck.tables[int(written.path.split("[")[1].split("]")[0])]
            definitions.setdefault(table.name, []).append(written.text)
        else:
            words |= _read(written)
            texts |= texts_in(written.text)
    names = frozenset(_named(genome))
    waiting = [name for name in definitions if name in words or name in names]
    while waiting:
        for text in definitions.pop(waiting.pop(), ()):
            new = words_in(text) - words
            words |= new
            texts |= texts_in(text)
            waiting += [name for name in new if name in definitions]
    return Mentions(frozenset(words), frozenset(texts), names)


def _read(written: Written) -> frozenset[str]:
    """The names that are read; a register that is only set is not, nor one that only goes on from what it was."""
    if isinstance(written.holder, Set):
        if written.field == "name":
            return words_in(written.text.partition("[")[2])
        return words_in(written.text) - {written.holder.register}
    return words_in(written.text)


def _named(genome: GameGenome) -> Iterator[str]:
    """Names in fields that are no expressions."""
    return (name for kind, name, _ in names_held(genome) if kind in ("pattern", "table", "strain", "zone"))


def unused_issues(genome: GameGenome) -> Iterator[Issue]:
    """Registers, terms, tables, zones, strains, patterns and kinds of calls that nothing uses."""
    used = mentions_of(genome)
    changed = {effect.register for effect, _ in all_effects(genome) if effect.type == "set"}
    changed |= {rule.into for rule in genome.scoring_rules}
    for number, register in enumerate(genome.registers):
        path = f"$.registers[{number}]"
        if register.label and register.name not in changed:
            message = f"nothing changes the register {register.name!r}: there is nothing to see under its label"
            yield Issue("unused.register", path, message=message)
        elif register.name not in used.words and not register.label:
            yield _unused("register", path, register.name)
    spoken = (used.names | used.texts) - {""}
    named: tuple[tuple[str, str, tuple[Any, ...], frozenset[str]], ...] = (
        ("term", "$.terms", genome.terms, used.words),
        ("table", "$.deck.tables", genome.deck.tables, used.words | used.names | used.texts),
        ("zone", "$.zones", genome.zones, used.words | used.names | _used_by_role(genome)),
        ("pattern", "$.patterns", genome.patterns, spoken),
    )
    for kind, path, items, mentioned in named:
        for number, item in enumerate(items):
            if item.name not in mentioned and not (kind == "pattern" and item.group in spoken):
                yield _unused(kind, f"{path}[{number}]", item.name)
    yield from _unused_strains(genome, used)
    yield from _unused_kinds(genome, used)
    yield from _unused_means(genome, used)
    yield from _unused_scoring(genome)


def _unused(kind: str, path: str, name: str) -> Issue:
    return Issue(f"unused.{kind}", path, message=f"nothing uses the {kind} {name!r}")


def _used_by_role(genome: GameGenome) -> frozenset[str]:
    """The deck starts in the stock, cards are dealt to hands, and a tableau is cleared to the discard pile."""
    used = [find_zone(genome.zones, "stock")]
    if str(genome.setup.cards_per_player) != "0":
        used.append(find_zone(genome.zones, "hand", "seat"))
    if genome.game_rules.consecutive_pass_action is PassAction.CLEAR_TABLEAU:
        used.append(find_zone(genome.zones, "discard"))
    return frozenset(zone.name for zone in used if zone is not None)


def _unused_strains(genome: GameGenome, used: Mentions) -> Iterator[Issue]:
    if not genome.strains or any(pick.kind == "strain" for pick in picks_of(genome)):
        return
    if not has_phase(genome, "trick") and not used.words & {"follows", "heads", "called", "strain"}:
        yield Issue("unused.strain", "$.strains", message="there are no tricks for strains to decide")
        return
    spoken = used.texts | used.names
    for number, strain in enumerate(strains_of(genome)):
        if strain.each or strain.name in spoken or (number == 0 and "strain" in used.words):
            continue
        yield Issue("unused.strain", f"$.strains[{number}]", message=f"nothing chooses the strain {strain.name!r}")


def _unused_kinds(genome: GameGenome, used: Mentions) -> Iterator[Issue]:
    for kind, name, path in names_held(genome.turn_structure, "$.turn_structure"):
        if kind == "kind" and name not in used.texts:
            yield Issue("unused.kind", path, message=f"no rule asks for calls of the kind {name!r}")


def _unused_means(genome: GameGenome, used: Mentions) -> Iterator[Issue]:
    """Chips and hand values that decide nothing."""
    phases = [phase for phase, _ in phases_of(genome.turn_structure)]
    betting = [phase for phase in phases if phase.type == "betting"]
    pays = any(effect.type == "pay" for effect, _ in all_effects(genome))
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
    plays = _plays(genome)
    for number, rule in enumerate(genome.card_scoring):
        path = f"$.card_scoring[{number}]"
        if rule.points == 0:
            yield inert(f"{path}.points", "it is no points")
        if (missing := _missing_for(genome, rule.trigger, plays=plays)) is not None:
            message = f"{rule.trigger.name} never happens: {missing}"
            yield Issue("unused.scoring", f"{path}.trigger", message=message)
    if genome.special_effects and not plays:
        yield Issue("unused.special-effects", "$.special_effects", message="no card is ever played")


def _plays(genome: GameGenome) -> bool:
    """Whether a card goes from a hand to a trick, the tableau or the discard pile."""
    if has_phase(genome, "trick"):
        return True
    roles = {zone.name: zone.role for zone in genome.zones}
    hands = {name for name, role in roles.items() if role == "hand"}
    open_zones = {name for name, role in roles.items() if role in ("tableau", "discard")}
    for offer, _ in offers_of(genome):
        first = offer.picks[0] if offer.picks else None
        if first is None or first.kind not in ("card", "cards") or not words_in(first.source) & hands:
            continue
        if any(words_in(to) & open_zones for to, _ in offer.targets(first)):
            return True
    return False


def _missing_for(genome: GameGenome, trigger: ScoringTrigger, *, plays: bool) -> str | None:
    """What a trigger needs and the genome does not have."""
    roles = {zone.role for zone in genome.zones}
    match trigger:
        case ScoringTrigger.TRICK_WIN if not has_phase(genome, "trick"):
            return "there are no tricks"
        case ScoringTrigger.CAPTURE if not {"tableau", "captured"} <= roles:
            return "it takes a zone with the role tableau, and one with the role captured"
        case ScoringTrigger.PLAY if not plays:
            return "no card is ever played"
        case ScoringTrigger.HAND_END if "hand" not in roles:
            return "no zone has the role hand"
        case ScoringTrigger.SET_COMPLETE if "sets" not in roles:
            return "no zone has the role sets"
        case ScoringTrigger.SET_COMPLETE if not genome.patterns:
            return "no pattern says what a set is"
    return None
