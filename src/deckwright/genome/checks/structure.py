"""Names, limits and fields that could have no effect."""

from __future__ import annotations

import keyword
import re
from collections.abc import Iterator
from typing import Any

from deckwright.genome.checks.walk import all_effects, phases_of
from deckwright.genome.effects import Each, Turn
from deckwright.genome.enums import BreakingRule, ClaimRankMode, TableauMode, TriggerMode
from deckwright.genome.errors import Issue
from deckwright.genome.expressions.facts import RESERVED
from deckwright.genome.phases import BettingPhase, ChoicePhase, ClaimPhase, TrickPhase, TurnStructure
from deckwright.genome.phases.claim import CLAIM_REGISTERS, CLAIM_ZONE
from deckwright.genome.schema import SCHEMA_VERSION, GameGenome
from deckwright.genome.setup import SetupRules
from deckwright.genome.values import plain_value

MAX_TURNS_IN_A_HAND = 10_000_000
MAX_TOGETHER_PICKS = 3
SMALL_NAMES = frozenset({"c", "p", "s"})
"""Reserved words that picks and loop variables may take."""

_WORDS = re.compile(r"[A-Za-z_]\w*")


def version_issues(genome: GameGenome) -> Iterator[Issue]:
    """A genome of this language, with a name of its own."""
    if genome.schema_version != SCHEMA_VERSION:
        yield Issue("schema.version", "$.schema_version", repr(genome.schema_version), repr(SCHEMA_VERSION))
    if not genome.genome_id:
        yield Issue("schema.no-id", "$.genome_id", "nothing", "a name")


def name_issues(genome: GameGenome) -> Iterator[Issue]:
    """Names that expressions use are words, each with one meaning."""
    taken: dict[str, str] = {}
    if any(isinstance(phase, ClaimPhase) for phase, _ in phases_of(genome.turn_structure)):
        taken = {item.name: "a claim" for item in (CLAIM_ZONE, *CLAIM_REGISTERS)}
    kinds: tuple[tuple[str, tuple[Any, ...]], ...] = (
        ("zones", genome.zones),
        ("registers", genome.registers),
        ("terms", genome.terms),
        ("deck.tables", genome.deck.tables),
    )
    for field, items in kinds:
        for number, item in enumerate(items):
            path = f"$.{field}[{number}].name"
            if not item.name.isidentifier() or keyword.iskeyword(item.name):
                yield Issue("name.not-a-word", path, repr(item.name), "letters, digits and _")
            elif item.name in RESERVED:
                yield Issue("name.reserved", path, message=f"{item.name!r} already has a meaning in expressions")
            elif item.name in taken:
                yield Issue("name.taken", path, message=f"{item.name!r} already names something in {taken[item.name]}")
            taken.setdefault(item.name, field)
    lists: tuple[tuple[str, tuple[Any, ...]], ...] = (("patterns", genome.patterns), ("strains", genome.strains))
    for field, items in lists:
        seen: set[str] = set()
        for number, item in enumerate(items):
            if item.name in seen or not item.name:
                yield Issue(
                    "name.taken", f"$.{field}[{number}].name", message=f"{item.name!r} names two {field}, or none"
                )
            seen.add(item.name)
    yield from _local_name_issues(genome, taken)


def _local_name_issues(genome: GameGenome, taken: dict[str, str]) -> Iterator[Issue]:
    for phase, path in phases_of(genome.turn_structure):
        if not isinstance(phase, ChoicePhase):
            continue
        for number, offer in enumerate(phase.offers):
            if not offer.name:
                yield Issue("name.missing", f"{path}.offers[{number}].name", "nothing", "what the player does")
            names: set[str] = set()
            for place, pick in enumerate(offer.picks):
                here = f"{path}.offers[{number}].picks[{place}].name"
                yield from _local_issue(pick.name, here, taken)
                if pick.name in names:
                    yield Issue("name.taken", here, message=f"two picks of one offer are called {pick.name!r}")
                names.add(pick.name)
    for effect, path in all_effects(genome):
        if isinstance(effect, Each):
            yield from _local_issue(effect.var, f"{path}.var", taken)


def _local_issue(name: str, path: str, taken: dict[str, str]) -> Iterator[Issue]:
    if not name.isidentifier() or keyword.iskeyword(name):
        yield Issue("name.not-a-word", path, repr(name), "letters, digits and _")
    elif name in RESERVED - SMALL_NAMES:
        yield Issue("name.reserved", path, message=f"{name!r} already has a meaning in expressions")
    elif name in taken:
        yield Issue("name.taken", path, message=f"{name!r} already names something in {taken[name]}")


def limit_issues(genome: GameGenome) -> Iterator[Issue]:
    """Every game has players, a way to win, and an end."""
    if not genome.win_conditions:
        yield Issue("win.none", "$.win_conditions", "no win condition", "at least one")
    for name in ("max_turns", "max_hands", "utility_unit"):
        if getattr(genome, name) < 1:
            yield Issue("limit.zero", f"$.{name}", str(getattr(genome, name)), "at least 1")
    yield from _turn_limit_issues(genome, genome.turn_structure, "$.turn_structure", 1)


def _turn_limit_issues(genome: GameGenome, turns: TurnStructure, path: str, product: int) -> Iterator[Issue]:
    if turns.limit == 0:
        yield Issue("limit.zero", f"{path}.limit", "0", "at least 1")
    if not turns.phases:
        yield Issue("flow.empty", f"{path}.phases", "no phases", "at least one")
    repeats = turns.order in ("cycle", "stay") or (turns.order == "sequence" and turns.until != "0")
    limit = genome.max_turns if turns.limit is None else turns.limit
    product *= limit if repeats else 16
    if product > MAX_TURNS_IN_A_HAND * 16:
        yield Issue(
            "limit.too-long", f"{path}.limit", f"{product:,} turns in a hand", f"at most {MAX_TURNS_IN_A_HAND:,}"
        )
        return
    for number, phase in enumerate(turns.phases):
        here = f"{path}.phases[{number}]"
        if isinstance(phase, TurnStructure):
            yield from _turn_limit_issues(genome, phase, here, product)
        if turns.order == "together":
            yield from _together_issues(phase, here)


def _together_issues(phase: Any, path: str) -> Iterator[Issue]:
    if not isinstance(phase, ChoicePhase):
        yield Issue(
            "flow.together", path, phase.type, "a choice", "a structure 'together' holds one choice and nothing else"
        )
        return
    for number, offer in enumerate(phase.offers):
        if len(offer.picks) > MAX_TOGETHER_PICKS:
            here = f"{path}.offers[{number}].picks"
            yield Issue("flow.together", here, str(len(offer.picks)), f"at most {MAX_TOGETHER_PICKS} picks")


def deal_issues(genome: GameGenome) -> Iterator[Issue]:
    """No more cards are dealt than there are."""
    each = genome.setup.cards_per_player
    if not isinstance(each, int):
        return
    deck = genome.deck
    most = max(1, len(deck.suits)) * len(deck.ranks) * deck.copies + sum(extra.copies for extra in deck.extra)
    if each < 0 or each * genome.player_count > most:
        found = f"{each * genome.player_count} cards to deal"
        yield Issue("deal.too-few-cards", "$.setup.cards_per_player", found, f"0 to {most}")


def inert_issues(genome: GameGenome) -> Iterator[Issue]:
    """Fields that could have no effect are refused."""

    def inert(path: str, why: str) -> Issue:
        return Issue("field.no-effect", path, message=f"has no effect: {why}")

    setup, fresh = genome.setup, SetupRules(cards_per_player=0)
    for name in ("sequence_wrap", "sequence_must_match_suit", "sequence_gap_allowed"):
        if setup.tableau_mode is not TableauMode.SEQUENCE and getattr(setup, name) != getattr(fresh, name):
            yield inert(f"$.setup.{name}", "tableau_mode is not SEQUENCE")
    if setup.first_dealer is not None and setup.first_dealer >= genome.player_count:
        yield Issue(
            "setup.first-dealer", "$.setup.first_dealer", str(setup.first_dealer), f"below {genome.player_count}"
        )
    if setup.tableau_mode is not TableauMode.NONE and setup.tableau_mode is not TableauMode.WAR:
        built = [n for n, zone in enumerate(genome.zones) if zone.role == "tableau" and zone.build]
        yield from (inert(f"$.zones[{n}].build", "tableau_mode says the same thing another way") for n in built)
    for number, win in enumerate(genome.win_conditions):
        if win.gate != "score" and win.trigger_mode is not TriggerMode.THRESHOLD_GATE:
            yield inert(f"$.win_conditions[{number}].gate", "trigger_mode is not THRESHOLD_GATE")
    for phase, path in phases_of(genome.turn_structure):
        match phase:
            case TrickPhase(breaking_rule=BreakingRule.NONE):
                if phase.breaking_suit is not None:
                    yield inert(f"{path}.breaking_suit", "breaking_rule is NONE")
            case TrickPhase(breaking_suit=None):
                yield Issue(
                    "trick.no-breaking-suit", f"{path}.breaking_suit", "nothing", "the suit of the breaking_rule"
                )
            case ClaimPhase(rank_mode=ClaimRankMode.FIXED, fixed_rank=None):
                yield Issue("claim.no-rank", f"{path}.fixed_rank", "nothing", "a rank: rank_mode is FIXED")
            case ClaimPhase() if phase.rank_mode is not ClaimRankMode.FIXED and phase.fixed_rank is not None:
                yield inert(f"{path}.fixed_rank", "rank_mode is not FIXED")
            case BettingPhase(min_bet=0, sizes=()):
                yield Issue("betting.no-bet", f"{path}.min_bet", "0", "at least 1")
        if isinstance(phase, ClaimPhase):
            yield from _claim_issues(genome, phase, path)
    for effect, path in all_effects(genome):
        if isinstance(effect, Turn) and (effect.action == "to") != bool(effect.seat):
            yield Issue("turn.seat", f"{path}.seat", repr(effect.seat), "a seat for 'to', and for nothing else")
    yield from _unused_issues(genome)


def _claim_issues(genome: GameGenome, phase: ClaimPhase, path: str) -> Iterator[Issue]:
    rank = phase.fixed_rank if phase.rank_mode is ClaimRankMode.FIXED else phase.starting_rank
    needed = phase.rank_mode is not ClaimRankMode.PLAYER_CHOICE
    if needed and rank is not None and rank not in genome.deck.ranks:
        name = "fixed_rank" if phase.rank_mode is ClaimRankMode.FIXED else "starting_rank"
        yield Issue("deck.unknown-rank", f"{path}.{name}", repr(rank), "a rank of the deck")
    if not 1 <= phase.low <= phase.high:
        yield Issue(
            "claim.count", f"{path}.low", f"{phase.low} to {phase.high}", "at least 1, and low no more than high"
        )


def _unused_issues(genome: GameGenome) -> Iterator[Issue]:
    """Registers, terms, patterns and tables that nothing mentions."""
    used = word_counts(genome)
    lists: tuple[tuple[str, tuple[Any, ...]], ...] = (
        ("registers", genome.registers),
        ("terms", genome.terms),
        ("deck.tables", genome.deck.tables),
    )
    for field, items in lists:
        for number, item in enumerate(items):
            if used.get(item.name, 0) < 2:  # its own name is one
                yield Issue("name.unused", f"$.{field}[{number}].name", message=f"nothing uses {item.name!r}")


def word_counts(genome: GameGenome) -> dict[str, int]:
    """How often each word occurs in the texts of a genome."""
    counts: dict[str, int] = {}
    stack: list[Any] = [plain_value(genome)]
    while stack:
        value = stack.pop()
        if isinstance(value, dict):
            stack += value.values()
        elif isinstance(value, list):
            stack += value
        elif isinstance(value, str):
            for word in _WORDS.findall(value):
                counts[word] = counts.get(word, 0) + 1
    return counts


STRUCTURE_RULES = (version_issues, name_issues, limit_issues, deal_issues, inert_issues)
