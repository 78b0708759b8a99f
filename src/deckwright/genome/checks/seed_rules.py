"""The rules of the seed design, two about betting left out, and what else patterns and hand evaluation may not say."""

from __future__ import annotations

from collections.abc import Iterator

from deckwright.genome.checks.names import mentions_of
from deckwright.genome.checks.walk import all_effects, expressions_in, has_phase, texts_in
from deckwright.genome.enums import HandEvaluationMethod
from deckwright.genome.errors import Issue, inert, inert_fields
from deckwright.genome.materials import HandPattern
from deckwright.genome.schema import GameGenome
from deckwright.genome.teams import team_issues
from deckwright.genome.values import changed

SCORE_WINS = frozenset({"high_score", "low_score", "first_to_score"})
CAPTURE_WINS = frozenset({"capture_all", "most_captured"})


def scoring_issues(genome: GameGenome) -> Iterator[Issue]:
    """1. A score decides only if something scores."""
    by_effect = any(effect.scores for effect, _ in all_effects(genome))
    scores = genome.card_scoring or genome.scoring_rules or by_effect
    for number, win in enumerate(genome.win_conditions):
        if win.type in SCORE_WINS and not scores and not (win.is_together and win.gate != "score"):
            message = "Score-based win condition requires card_scoring or scoring_rules"
            yield Issue("win.no-scoring", f"$.win_conditions[{number}].type", win.type, "a way to score", message)
            return


def best_hand_issues(genome: GameGenome) -> Iterator[Issue]:
    """2. The best hand needs patterns to compare."""
    evaluation = genome.hand_evaluation
    matches = evaluation is not None and evaluation.method is HandEvaluationMethod.PATTERN_MATCH
    for number, win in enumerate(genome.win_conditions):
        if win.type == "best_hand" and not matches:
            message = "best_hand win condition requires hand_evaluation with PATTERN_MATCH"
            yield Issue("win.no-patterns", f"$.win_conditions[{number}].type", "best_hand", "hand patterns", message)


def capture_issues(genome: GameGenome) -> Iterator[Issue]:
    """5. Captures decide only if cards can be captured."""
    place = any(zone.role == "captured" for zone in genome.zones)
    captures = place or has_phase(genome, "trick")
    for number, win in enumerate(genome.win_conditions):
        if win.type in CAPTURE_WINS and not (place if win.type == "most_captured" else captures):
            message = "Capture win condition requires tableau_mode WAR or MATCH_RANK (or tricks, or a captured zone)"
            yield Issue("win.no-capture", f"$.win_conditions[{number}].type", win.type, "a way to capture", message)


def pattern_issues(genome: GameGenome) -> Iterator[Issue]:
    """6. The constraints of a pattern must go together."""
    hands = genome.hand_evaluation.patterns if genome.hand_evaluation is not None else ()
    listed = [(pattern, f"$.patterns[{number}]") for number, pattern in enumerate(genome.patterns)]
    listed += [(pattern, f"$.hand_evaluation.patterns[{number}]") for number, pattern in enumerate(hands)]
    for pattern, path in listed:
        count = pattern.required_count
        if count is None:
            continue
        groups = sum(pattern.same_rank_groups or ())
        if groups > count:
            message = f"HandPattern '{pattern.name}': same_rank_groups sum ({groups}) exceeds required_count ({count})"
            yield Issue("pattern.groups", f"{path}.same_rank_groups", str(groups), f"at most {count}", message)
        for name in ("same_suit_count", "sequence_length"):
            value = getattr(pattern, name)
            if value is not None and value > count:
                message = f"HandPattern '{pattern.name}': {name} ({value}) exceeds required_count ({count})"
                yield Issue("pattern.count", f"{path}.{name}", str(value), f"at most {count}", message)
        if len(pattern.required_ranks or ()) > count:
            found, expected = str(pattern.required_ranks), f"at most {count}"
            message = f"HandPattern '{pattern.name}': more required_ranks than required_count ({count})"
            yield Issue("pattern.ranks", f"{path}.required_ranks", found, expected, message)


def card_value_issues(genome: GameGenome) -> Iterator[Issue]:
    """7. A point total needs a value for every rank of the deck."""
    evaluation = genome.hand_evaluation
    if evaluation is None or evaluation.method is not HandEvaluationMethod.POINT_TOTAL:
        return
    ranks = dict.fromkeys((*genome.deck.ranks, *(extra.rank for extra in genome.deck.extra if extra.rank)))
    missing = [rank for rank in ranks if rank not in {value.rank for value in evaluation.card_values}]
    if missing:
        message = f"POINT_TOTAL requires card_values for all ranks, missing: {missing}"
        yield Issue("evaluation.missing-values", "$.hand_evaluation.card_values", str(missing), "every rank", message)


RULES = (
    scoring_issues, best_hand_issues, capture_issues, pattern_issues, card_value_issues, team_issues,
)  # fmt: skip


HIGHEST_PRIORITY = 1000
NOT_IN_HANDS = (
    "min_count", "max_count", "cards", "wild", "max_wild", "min_natural", "total", "values", "points", "group",
)  # fmt: skip
"""Fields of patterns that are picked, swept or packed; in hands that are compared they have no meaning."""
WHOLE = ("of_a_kind", "suited", "in_sequence", "distinct_suits")
"""Flags about all cards of a pattern: its size must be given."""
SHAPE = (
    "required_count", "same_suit_count", "same_rank_groups", "sequence_length", "sequence_wrap", "required_ranks",
    *WHOLE, "cards", "wild",
)  # fmt: skip
OF_METHODS = {
    HandEvaluationMethod.POINT_TOTAL: ("card_values", "target_value", "bust_threshold"),
    HandEvaluationMethod.PATTERN_MATCH: ("patterns", "choose"),
}
"""The fields that a method of comparing hands reads."""


def pattern_field_issues(genome: GameGenome) -> Iterator[Issue]:
    """The patterns of sweeps, picks and packing."""
    used = mentions_of(genome)
    tables = {table.name for table in genome.deck.tables}
    packing = (written.text for written in expressions_in(genome) if "pack" in written.text)
    packs = frozenset(name for text in packing for name in texts_in(text))
    for number, pattern in enumerate(genome.patterns):
        path = f"$.patterns[{number}]"
        yield from inert_fields(pattern, path, "only hands that are compared have an order", "rank_priority")
        if pattern.total:
            yield from inert_fields(pattern, path, "cards that add up have no other shape", *SHAPE)
            if pattern.values not in tables:
                yield Issue("pattern.no-table", f"{path}.values", repr(pattern.values), "a card table")
        else:
            yield from inert_fields(pattern, path, "there is no total", "values")
        if pattern.points and not {pattern.name, pattern.group} & packs:
            yield inert(f"{path}.points", "no rule packs these patterns")
        if pattern.group and pattern.group not in used.names | used.texts:
            yield inert(f"{path}.group", f"no rule names the group {pattern.group!r}")
        yield from _shape_issues(pattern, path)


def _shape_issues(pattern: HandPattern, path: str) -> Iterator[Issue]:
    """Constraints that add nothing to others, in any pattern."""
    runs = pattern.in_sequence or pattern.sequence_length is not None
    if pattern.sequence_wrap and not runs:
        yield inert(f"{path}.sequence_wrap", "the pattern has no sequence")
    if pattern.required_count is not None:
        yield from inert_fields(pattern, path, "required_count says exactly how many", "min_count", "max_count")
    yield from _wild_issues(pattern, path)
    for name in ("required_count", "min_count", "max_count"):
        if getattr(pattern, name) == 0:
            yield Issue("pattern.count", f"{path}.{name}", "0", "at least 1: no cards are no set")
    low, high = pattern.min_count, pattern.max_count
    if low is not None and high is not None and low > high:
        yield Issue("pattern.count", f"{path}.min_count", str(low), f"at most max_count ({high})")


def _wild_issues(pattern: HandPattern, path: str) -> Iterator[Issue]:
    """What is said about wild cards."""
    if pattern.wild is None:
        yield from inert_fields(pattern, path, "no card of the pattern is wild", "max_wild", "min_natural")
        return
    if not pattern.of_a_kind and not pattern.total:
        yield Issue("pattern.wild", f"{path}.wild", message="cards are wild in sets of a kind only: say of_a_kind")
    others = changed(pattern, *(name for name in SHAPE if name not in ("required_count", "of_a_kind", "cards", "wild")))
    for name in () if pattern.total else others:
        yield Issue("pattern.wild", f"{path}.{name}", message="a set of a kind with wild cards has no other shape")
    if pattern.max_wild == 0:
        yield Issue("pattern.wild-count", f"{path}.max_wild", "0", "at least 1, or no wild cards")
    most = pattern.required_count or pattern.max_count
    if most is not None and pattern.min_natural >= most:
        expected = f"fewer than the {most} cards of the pattern, or no wild cards"
        yield Issue("pattern.wild-count", f"{path}.min_natural", str(pattern.min_natural), expected)


def evaluation_issues(genome: GameGenome) -> Iterator[Issue]:
    """How hands are compared."""
    evaluation, path = genome.hand_evaluation, "$.hand_evaluation"
    if evaluation is None:
        return
    fields = ("patterns", "card_values", "target_value", "bust_threshold", "choose")
    unread = (name for name in fields if name not in OF_METHODS.get(evaluation.method, ()))
    yield from inert_fields(evaluation, path, f"method is {evaluation.method.name}", *unread)
    if evaluation.choose == 0:
        yield Issue("limit.zero", f"{path}.choose", "0", "at least 1")
    for number, pattern in enumerate(evaluation.patterns):
        here = f"{path}.patterns[{number}]"
        for name in changed(pattern, *NOT_IN_HANDS):
            message = "hands that are compared are described by required_count and what is in them"
            yield Issue("pattern.not-for-hands", f"{here}.{name}", message=message)
        for name in changed(pattern, *WHOLE) if pattern.required_count is None else ():
            yield Issue("pattern.needs-count", f"{here}.{name}", "no required_count", "how many cards the hand has")
        if not 0 <= (priority := pattern.rank_priority) <= HIGHEST_PRIORITY:
            yield Issue("pattern.priority", f"{here}.rank_priority", str(priority), f"0 to {HIGHEST_PRIORITY}")
        yield from _shape_issues(pattern, here)
    seen: set[str] = set()
    ranks = {*genome.deck.ranks, *(extra.rank or extra.name for extra in genome.deck.extra)}
    for number, value in enumerate(evaluation.card_values):
        here = f"{path}.card_values[{number}]"
        if value.rank in seen:
            yield Issue("evaluation.value-twice", f"{here}.rank", repr(value.rank), "each rank once")
        elif value.rank not in ranks:
            yield Issue("deck.unknown-rank", f"{here}.rank", repr(value.rank), "a rank of the deck")
        seen.add(value.rank)
        if value.alternate_value is not None and evaluation.bust_threshold is None:
            yield inert(f"{here}.alternate_value", "without a bust_threshold the first value always serves")
