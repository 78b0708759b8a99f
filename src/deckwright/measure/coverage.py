"""Which rules ever apply, and how often: each part of a genome with its path."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict

from deckwright import _kernel
from deckwright.agents import AgentSource
from deckwright.engine import Game
from deckwright.genome.compile.compiler import CountedProgram, compile_counted, deck_cards
from deckwright.genome.effects import EffectModel
from deckwright.genome.phases import PhaseModel
from deckwright.genome.schema import GameGenome
from deckwright.measure.plain import STRICT
from deckwright.measure.settings import MeasureSettings, forms_of

Counts = Mapping[tuple[str, int], tuple[int, int]]
"""By kind and number: how often, in how many games."""

_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True)
class RuleCount:
    """A part of a genome, and how often it applied."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    kind: str
    """phase, offer, effect, call, special effect, card scoring, scoring rule, win condition, edge rule, term, card."""
    path: str
    label: str
    times: int
    games: int
    """In how many games it applied at all."""


@dataclass(frozen=True)
class Coverage:
    """What applied in so many games."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    games: int
    agents: tuple[str, ...]
    parts: int
    """How many there are."""
    rules: tuple[RuleCount, ...]
    """All of them; in a report that comes with the library only those that never applied."""

    @property
    def never(self) -> tuple[RuleCount, ...]:
        """What did not apply in any game."""
        return tuple(rule for rule in self.rules if not rule.times)

    @property
    def share(self) -> float:
        """Of all parts, those that ever applied."""
        return 1 - len(self.never) / self.parts if self.parts else 1.0


def measure_coverage(
    game: Game, settings: MeasureSettings, *, agents: tuple[AgentSource, ...] = ("random",), games: int = 1_000
) -> Coverage:
    """Play with every rule counted, the games shared out between tables of one agent each.

    A game that the kernel has of its own has no genome whose parts could be counted: its coverage is empty.
    """
    names = tuple(agent if isinstance(agent, str) else agent.name for agent in agents)
    if game.definition.genome is None:
        return Coverage(0, names, 0, ())
    counted = compile_counted(game.genome)
    rules = _kernel.Rules(counted.program.to_json(), "genome", fast=False)
    each = -(-games // len(agents))
    played = 0
    counts: list[list[_kernel.CountResult]] = []
    for number, agent in enumerate(agents):
        found, done = _kernel.count_rules(
            rules,
            forms_of(game, (agent,)),
            each,
            settings.root(f"coverage {number}"),
            settings.thread_count,
            settings.most_decisions,
            settings.progress(number * each, len(agents) * each),
        )
        played += done
        counts.append(found)
        if done < each:
            break
    return make_coverage(game.genome, counted, counts, played, names)


def make_coverage(
    genome: GameGenome,
    counted: CountedProgram,
    counts: Sequence[Sequence[_kernel.CountResult]],
    games: int,
    names: tuple[str, ...],
) -> Coverage:
    """What the counts of some batches say of the parts of a genome."""
    total: dict[tuple[str, int], tuple[int, int]] = {}
    for kind, place, value, times, in_games in (one for batch in counts for one in batch):
        key = (kind, place * 128 + value if kind == "action" else place)
        before = total.get(key, (0, 0))
        total[key] = (before[0] + times, before[1] + in_games)
    parts = tuple(_rules(genome, counted, total))
    return Coverage(games, names, len(parts), parts)


# the parts of a genome


def _rules(genome: GameGenome, counted: CountedProgram, counts: Counts) -> Iterator[RuleCount]:
    parts = [*_phases(genome, counted, counts), *_marks(genome, counted, counts), *_lists(genome, counts)]
    yield from parts
    yield from _terms(genome, parts)
    names = counted.program.names.cards
    for place, name in enumerate(names):
        yield RuleCount("card", "$.deck", name, *counts.get(("card", place), (0, 0)))


def _phases(genome: GameGenome, counted: CountedProgram, counts: Counts) -> Iterator[RuleCount]:
    nodes: list[dict[str, Any]] = counted.program.data["nodes"]
    for number, path in enumerate(counted.nodes):
        if not path:
            continue
        phase = at_path(genome, path)
        ((kind, content),) = nodes[number].items()
        name = getattr(phase, "name", "") or kind.lower()
        yield RuleCount("phase", path, str(name), *counts.get(("node", number), (0, 0)))
        match kind:
            case "Betting":
                for verb in ("fold", "check", "call", "raise"):
                    yield RuleCount("call", path, f"{name}: {verb}", *_chosen(counts, content[verb], 1, every=True))
            case "Auction":
                yield from _calls(path, name, content, counts)
            case "Trick" if content["hold"] is not None:
                yield RuleCount("call", path, f"{name}: hold", *_chosen(counts, content["hold_slot"], 1))


def _calls(path: str, name: object, content: Mapping[str, Any], counts: Counts) -> Iterator[RuleCount]:
    for number, call in enumerate(content["calls"]):
        slot, value = content["call"] + number // 128, number % 128
        yield RuleCount("call", path, f"{name}: {call['name']}", *counts.get(("action", slot * 128 + value), (0, 0)))
    verbs = [
        "pass",
        *(("double",) if content["doubling"] > 0 else ()),
        *(("redouble",) if content["doubling"] > 1 else ()),
    ]
    for verb in verbs:
        yield RuleCount("call", path, f"{name}: {verb}", *_chosen(counts, content[verb], 1))


def _chosen(counts: Counts, slot: int, pages: int, *, every: bool = False) -> tuple[int, int]:
    """An action by its slot; in how many games is known of one value only, so that of several the most is said."""
    values = range(slot * 128, (slot + pages) * 128) if every else (slot * 128,)
    found = [counts[key] for value in values if (key := ("action", value)) in counts]
    return sum(times for times, _ in found), max((games for _, games in found), default=0)


def _marks(genome: GameGenome, counted: CountedProgram, counts: Counts) -> Iterator[RuleCount]:
    for number, path in enumerate(counted.marks):
        part = at_path(genome, path)
        label = str(getattr(part, "name", "") or getattr(part, "type", ""))
        if path.startswith("$.special_effects") and path.endswith("]") and path.count("[") == 1:
            kind, label = "special effect", _special(part)
        elif re.search(r"\.offers\[\d+\]$", path):
            kind = "offer"
        else:
            kind, label = "effect", _effect(part)
        yield RuleCount(kind, path, label, *counts.get(("effect", number), (0, 0)))


def _special(part: object) -> str:
    trigger = getattr(part, "trigger", None)
    fields = trigger.model_dump(exclude_defaults=True) if isinstance(trigger, BaseModel) else {}
    return ", ".join(f"{name} {value}" for name, value in fields.items()) or "special card"


def _effect(part: object) -> str:
    """An effect in its own words: its type, and what it is about."""
    if not isinstance(part, EffectModel):
        return "effect"
    said = " -> ".join(str(getattr(part, name)) for name in part.about if getattr(part, name, ""))
    return f"{getattr(part, 'type', '')} {said}".strip()


def _lists(genome: GameGenome, counts: Counts) -> Iterator[RuleCount]:
    for number, rule in enumerate(genome.card_scoring):
        label = f"{rule.points} for {_condition(rule.condition)} ({rule.trigger.value.replace('_', ' ')})"
        yield RuleCount(
            "card scoring", f"$.card_scoring[{number}]", label, *counts.get(("card_scoring", number), (0, 0))
        )
    for number, scoring in enumerate(genome.scoring_rules):
        label = scoring.points if scoring.when in ("", "1") else f"{scoring.points} when {scoring.when}"
        yield RuleCount("scoring rule", f"$.scoring_rules[{number}]", label, *counts.get(("scoring", number), (0, 0)))
    limit = counts.get(("limit", 0), (0, 0))
    for number, win in enumerate(genome.win_conditions):
        times, games = counts.get(("win", number), (0, 0))
        if number == 0 and genome.game_rules.at_limit == "compare":  # it also says who wins when the last hand is over
            times, games = times + limit[0], games + limit[1]
        yield RuleCount("win condition", f"$.win_conditions[{number}]", win.type.replace("_", " "), times, games)
    rules = genome.game_rules
    if rules.consecutive_pass_action.value != "none":
        label = rules.consecutive_pass_action.value.replace("_", " ")
        path = "$.game_rules.consecutive_pass_action"
        yield RuleCount("edge rule", path, f"after passes: {label}", *counts.get(("passes", 0), (0, 0)))
    if "deck_empty_action" in rules.model_fields_set:
        label = rules.deck_empty_action.value.replace("_", " ")
        path = "$.game_rules.deck_empty_action"
        yield RuleCount("edge rule", path, f"empty stock: {label}", *counts.get(("empty_stock", 0), (0, 0)))


def _condition(condition: object) -> str:
    fields = condition.model_dump(exclude_defaults=True) if isinstance(condition, BaseModel) else {}
    return " ".join(str(value) for value in fields.values()) or "any card"


def _terms(genome: GameGenome, parts: list[RuleCount]) -> Iterator[RuleCount]:
    """A term has applied as often as what mentions it: a rule, or another term that has."""
    if not genome.terms:
        return
    counts: dict[str, list[tuple[int, int]]] = {term.name: [] for term in genome.terms}
    for part in parts:
        if part.kind in ("phase", "call"):
            names = _mentioned(at_path(genome, part.path), deep=False)
        else:
            names = _mentioned(at_path(genome, part.path), deep=part.kind in ("scoring rule", "win condition"))
        for name in names & counts.keys():
            counts[name].append((part.times, part.games))
    inner = {term.name: set(_NAME.findall(term.expr)) & counts.keys() for term in genome.terms}
    for term in reversed(genome.terms):  # a term may only mention those before it
        for name in inner[term.name]:
            counts[name] += counts[term.name]
    for number, term in enumerate(genome.terms):
        times = max(counts[term.name], default=(0, 0))
        used = bool(counts[term.name])
        if used:
            yield RuleCount("term", f"$.terms[{number}]", term.name, *times)


def _mentioned(part: object, *, deep: bool) -> set[str]:
    """Names in a part's own expressions; those of parts inside it count for themselves."""
    if not isinstance(part, BaseModel):
        return set()
    found: set[str] = set()
    for value in dict(part).values():
        if isinstance(value, str):
            found |= set(_NAME.findall(value))
        elif isinstance(value, BaseModel) and deep:
            found |= _mentioned(value, deep=True)
        elif isinstance(value, tuple):
            for item in value:
                kind = type(item).__name__
                if isinstance(item, str):
                    found |= set(_NAME.findall(item))
                elif kind in ("Pick", "Duty", "Call"):
                    found |= _mentioned(item, deep=True)
                    found |= {name for inner in getattr(item, "duties", ()) for name in _mentioned(inner, deep=True)}
    return found


def at_path(genome: GameGenome, path: str) -> object:
    """What stands at a path; a phase that is lowered is seen through to those that it stands for."""
    part: object = genome
    for name, index in _STEP.findall(path.removeprefix("$")):
        if isinstance(part, PhaseModel):
            part = part.lower(deck_cards(genome).ranks)
        part = getattr(part, name) if name else part[int(index)]  # type: ignore[index]
    return part
