"""Scoring, winning, hand evaluation, edge cases, and what each seat brings in beside its side's score."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from deckwright.genome.checks.walk import has_phase, phases_of
from deckwright.genome.compile.builder import Builder, Defect
from deckwright.genome.compile.effects import Place, compile_effects
from deckwright.genome.compile.lower import CARD_LOCAL
from deckwright.genome.compile.pools import mask_text
from deckwright.genome.compile.program import CreditLine
from deckwright.genome.compile.tables import condition_mask
from deckwright.genome.enums import HandEvaluationMethod, TriggerMode, WinComparison, WinOutcome, pascal
from deckwright.genome.expressions import syntax
from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.expressions.syntax import ExpressionError, parse_expression
from deckwright.genome.expressions.types import Type
from deckwright.genome.limits import MAX_CREDITS, MAX_REGISTERS
from deckwright.genome.materials import HandPattern, find_zone
from deckwright.genome.schema import CardScoringRule, ScoringRule, SpecialEffect, WinCondition
from deckwright.text import nearest_hint

WIN_TYPES = (
    "empty_hand", "high_score", "low_score", "first_to_score", "capture_all", "most_captured", "best_hand",
)  # fmt: skip


def compile_special(b: Builder, special: SpecialEffect, path: str) -> dict[str, Any]:
    """What a special card does when played; the card is `c`."""
    mask = condition_mask(b, special.trigger, f"{path}.trigger")
    b.shown = set()
    scope = b.scope.with_names(c=card_variable(b.words, "played card"))
    place = Place(scope, b.lowering.with_local("played card", CARD_LOCAL), {})
    effects = b.mark(path) + compile_effects(b, special.effects, f"{path}.effects", place)
    return {"cards": mask_text(mask), "effects": effects}


def compile_card_scoring(b: Builder, rule: CardScoringRule, path: str) -> dict[str, Any]:
    """Points per card."""
    mask = condition_mask(b, rule.condition, f"{path}.condition")
    return {"cards": mask_text(mask), "points": rule.points, "trigger": pascal(rule.trigger)}


def compile_scoring(b: Builder, rule: ScoringRule, path: str) -> dict[str, Any]:
    """Points by expression, at the end of a hand."""
    scope = b.side_scope
    to: Any = "EachTeam" if b.genome.team_mode else "EachSeat"
    if rule.to:
        who = b.seat_or_team(rule.to, f"{path}.to", b.scope)
        scope = b.team_scope if who.type is Type.TEAM else b.scope
        to = {"Team" if who.type is Type.TEAM else "Seat": b.lowered(who, f"{path}.to")}
    into = None
    if rule.into != "score":
        per = "team" if scope.subject is not None and scope.subject.type is Type.TEAM else "seat"
        entry = b.words.registers.get(rule.into)
        if entry is None or entry.per != per or entry.type is not Type.INT:
            hint = "" if entry is not None else nearest_hint(rule.into, b.words.registers)
            why = f"{rule.into!r} is not a register with a number for each {per}{hint}"
            b.refuse("register.unknown", f"{path}.into", why)
        into = list(b.layout.registers[rule.into])
    return {
        "to": to,
        "when": b.optional(rule.when, f"{path}.when", scope),
        "points": b.integer(rule.points, f"{path}.points", scope),
        "into": into,
    }


def compile_win(b: Builder, win: WinCondition, path: str) -> dict[str, Any]:
    """A way to win."""
    if win.type not in WIN_TYPES:
        known = ", ".join(sorted(WIN_TYPES))
        b.refuse("win.unknown-type", f"{path}.type", f"{win.type!r} is not a way to win; expected one of {known}")
    is_own = win.trigger_mode is TriggerMode.THRESHOLD_GATE and win.gate != "score"
    return {
        "kind": pascal(win.type),
        "threshold": win.threshold,
        "comparison": pascal(win.compared),
        "trigger": pascal(win.trigger_mode),
        "hand_size": win.required_hand_size,
        "gate": b.integer(win.gate, f"{path}.gate", b.side_scope) if is_own else None,
        "outcome": pascal(win.outcome),
    }


def compile_evaluation(b: Builder) -> dict[str, Any] | None:
    """How hands are compared."""
    evaluation = b.genome.hand_evaluation
    if evaluation is None:
        return None
    path = "$.hand_evaluation"
    zones = []
    for number, name in enumerate(evaluation.zones):
        if name in b.layout.zones:
            zones.append(b.layout.zones[name].family)
        else:
            b.unknown("zone.unknown", f"{path}.zones[{number}]", "no zone is called", name, b.words.zones)
    by_rank = {value.rank: value for value in evaluation.card_values}
    pairs = []
    for card in b.words.cards.cards if evaluation.method is HandEvaluationMethod.POINT_TOTAL else ():
        value, other = (found.value, found.alternate_value) if (found := by_rank.get(card.rank)) else (0, None)
        pairs.append((value, value if other is None else other))
    return {
        "method": pascal(evaluation.method),
        "patterns": [_pattern(b, pattern, f"{path}.patterns[{i}]") for i, pattern in enumerate(evaluation.patterns)],
        "values": list(map(max, pairs)),  # the kernel begins with the larger and goes down while it is too much
        "alternates": list(map(min, pairs)),
        "target": evaluation.target_value,
        "bust": evaluation.bust_threshold,
        "zones": zones,
        "choose": evaluation.choose,
    }


def required_ranks(b: Builder, pattern: HandPattern, path: str) -> list[int]:
    """The ranks that a pattern asks for; those that no card has are recorded."""
    ranks = []
    for number, rank in enumerate(pattern.required_ranks or ()):
        place = b.words.find(Type.RANK, rank)
        if place is None or place not in b.words.attributes["rank"]:
            here = f"{path}.required_ranks[{number}]"
            b.unknown("deck.unknown-rank", here, "no card has the rank", rank, b.words.cards.ranks)
        else:
            ranks.append(place)
    return ranks


def _pattern(b: Builder, pattern: HandPattern, path: str) -> dict[str, Any]:
    size = pattern.required_count or pattern.min_count or 0

    def at_least(count: int | None, *, of_all: bool) -> int | None:
        """How many cards have something in common: so many, or all of them."""
        return max(count or 0, size if of_all else 0) or None

    groups = sorted(pattern.same_rank_groups or (), reverse=True)
    if pattern.of_a_kind and size:
        groups[:1] = [max([size, *groups[:1]])]
    suits, more, ranks = (Counter(b.words.attributes[name]) for name in ("suit", "second_suit", "rank"))
    most = max(number for suit, number in (suits + more).items() if suit >= 0 or len(suits) == 1)
    suited = at_least(pattern.same_suit_count, of_all=pattern.suited)
    length = at_least(pattern.sequence_length, of_all=pattern.in_sequence)
    too_large = any(map(int.__gt__, groups, sorted(ranks.values(), reverse=True))) or len(groups) > len(ranks)
    if too_large or size > ranks.total() or (suited or 0) > most or (length or 0) > len(ranks):
        b.issue("pattern.no-cards", path, f"no cards of the deck form {pattern.name!r}")
    return {
        "name": pattern.name,
        "priority": pattern.rank_priority,
        "required_count": pattern.required_count,
        "same_suit_count": suited,
        "same_rank_groups": groups,
        "sequence_length": length,
        "sequence_wrap": pattern.sequence_wrap,
        "required_ranks": required_ranks(b, pattern, path),
        "distinct_suits": size or None if pattern.distinct_suits else None,
    }


def compile_rules(b: Builder) -> dict[str, Any]:
    """Edge cases."""
    rules = b.genome.game_rules
    found = {role: find_zone(b.words.zones.values(), role) for role in ("discard", "tableau")}
    first = {role: b.layout.zones[zone.name].base if zone is not None else None for role, zone in found.items()}
    own = [zone.name for phase, _ in phases_of(b.genome.turn_structure) for zone in phase.own_zones]
    return {
        "consecutive_pass_action": pascal(rules.consecutive_pass_action),
        "passes_to_trigger": rules.passes_to_trigger,
        "deck_empty_action": pascal(rules.deck_empty_action),
        "keep_top_discard": rules.keep_top_discard,
        "tie_breaker": pascal(rules.tie_breaker),
        "same_player_on_win": rules.same_player_on_win,
        "compare_at_limit": rules.at_limit == "compare",
        **first,
        "unsettled": b.layout.zones[own[0]].base if own else None,
    }


def compile_utility(b: Builder) -> Any:
    """What a seat plays for."""
    match b.genome.utility:
        case "win":
            return "Win"
        case "score":
            wins = b.genome.win_conditions
            low = bool(wins) and (wins[0].compared is WinComparison.LOWEST) != (wins[0].outcome is WinOutcome.LOSES)
            return "LowScore" if low else "Score"
        case text:
            try:
                if len({*b.check(text, "$.utility", b.scope).bounds}) == 1:
                    b.issue("field.no-effect", "$.utility", "has no effect: whatever anyone does is worth the same")
                return {"Expression": b.integer(text, "$.utility", b.scope)}
            except Defect:
                return "Win"


def compile_credits(b: Builder) -> dict[str, Any]:
    """The lines that results tell, and what the kernel counts for them."""
    genome = b.genome
    for register in genome.registers:
        if register.label and register.per == "seat" and register.keep == "match" and register.holds == "number":
            _add(b, CreditLine(register.name, register.label, b.layout.registers[register.name].base))
    tricks = cards = None
    if genome.team_mode:
        if has_phase(genome, "trick"):
            tricks = _derived(b, "tricks_taken")
        cards = _cards(b, has_tricks=tricks is not None)
    return {"lines": [line.base for line in b.credits], "tricks": tricks, "cards": cards}


def _cards(b: Builder, *, has_tricks: bool) -> dict[str, Any] | None:
    """Cards that seats bring in; where there are tricks, only if they are worth something."""
    of_seats = [zone for zone in b.genome.zones if zone.owner != "table"]
    by_role = ([zone for zone in of_seats if zone.role == role] for role in ("captured", "sets"))
    zones = next(filter(None, by_role), [])  # what is captured, or else sets that are laid
    # The card tables by which a rule adds up all the cards of such a zone.
    texts = [term.expr for term in b.genome.terms] + [str(rule.points) for rule in b.genome.scoring_rules]
    names = {zone.name for zone in zones if all(one.seen_by == "all" for one in zones)}
    summed = dict.fromkeys(table for text in texts for table in _summed(text, names))
    tables = [table for table in summed if table in b.words.tables]
    if not zones or (has_tricks and not tables):
        return None
    into = _derived(b, f"{'points' if tables else 'cards'}_{'captured' if zones[0].role == 'captured' else 'laid'}")
    if into is None:
        return None
    columns = [b.words.attributes[table] for table in tables]
    values = [sum(column[card] for column in columns) if tables else 1 for card in range(len(b.words.cards.cards))]
    return {"into": into, "zones": [b.layout.zones[zone.name].family for zone in zones], "values": values}


def _summed(text: str, zones: set[str]) -> Iterator[str]:
    try:
        nodes = parse_expression(text).walk()
    except ExpressionError:
        return
    for node in nodes:
        if isinstance(node, syntax.Loop) and node.gather == "sum" and node.test is None:
            domain = node.domain.value if isinstance(node.domain, syntax.Index) else node.domain
            match node.body:
                case syntax.Call(name=table, arguments=(syntax.Word(name=variable),)) if variable == node.variable:
                    if isinstance(domain, syntax.Word) and domain.name in zones:
                        yield table


def _derived(b: Builder, name: str) -> int | None:
    """A register of the compiler's own for each seat, where there is room for it and no other is called so."""
    seats = b.genome.player_count
    if name in b.layout.registers or b.layout.register_count + seats > MAX_REGISTERS or len(b.credits) >= MAX_CREDITS:
        return None
    line = CreditLine(name, _LABELS[name], b.layout.add_registers(name, seats))
    _add(b, line)
    return line.base


def _add(b: Builder, line: CreditLine) -> None:
    if len(b.credits) < MAX_CREDITS:
        b.credits.append(line)


_LABELS = {
    "tricks_taken": "tricks taken",
    "points_captured": "points captured",
    "cards_captured": "cards captured",
    "points_laid": "points laid down",
    "cards_laid": "cards laid down",
}
