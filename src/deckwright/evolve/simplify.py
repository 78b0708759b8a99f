"""Takes out of a genome whatever changes nothing: each part in turn, played on the same seeds with it and without."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from deckwright.dice import Dice
from deckwright.evolve.draft import Draft
from deckwright.evolve.graph import models_in, references, value_at
from deckwright.evolve.only_hand import for_an_only_hand
from deckwright.evolve.playing import play
from deckwright.evolve.random.anywhere import remove_paths
from deckwright.evolve.settle import settled
from deckwright.evolve.words import condition_words, effect_words, phase_words
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model, defaults_of, plain_value

Batch = tuple[str, int, int, int]
BATCHES: tuple[Batch, ...] = (
    ("random", 0, 1, 100),
    ("random", 0, 2, 400),
    ("random", 1, 3, 2_000),
    ("random", 1, 24, 2_000),
)
"""By whom, on which seed, how many matches, and how far they are followed: a part that changes none of them goes.

Most parts show in the first few decisions, so batches grow.
"""
LOOKING_AHEAD: tuple[Batch, ...] = (("greedy", 2, 1, 30), ("greedy", 2, 3, 250))
"""The same by players whose every decision costs a hundred at random. They seldom see what chance does not, so
they judge all that is gone at once, and only if they mind is the part looked for that has to stay."""
TRIALS = 300
"""Parts that are tried at most."""
_LISTS = frozenset(
    {"phases", "offers", "effects", "then", "otherwise", "deal", "special_effects", "card_scoring", "scoring_rules"}
    | {"win_conditions", "duties", "broken_by", "rows", "calls", "omit", "extra", "patterns"}
)
_LEFT = frozenset(
    {"name", "label", "beats", "score_unit", "utility", "utility_unit", "type", "memory", "genome_id", "generation"}
    | {"schema_version", "player_count", "team_mode", "teams", "suits", "ranks", "copies", "max_hands", "max_turns"}
    | {"role", "owner", "seen_by", "keep", "holds", "per", "rank_priority", "group", "threshold", "limit"}
)
"""Fields that are not rules of play, that are never taken back alone, or that say who sees what: random players do not
mind, people do. Where turns go round a limit is not missed, because that of the whole hand takes its place: a hand in
which nobody can do anything any more then stands still sixteen times as long."""


@dataclass(frozen=True)
class Simplified:
    """A genome that plays the same, and what it could do without."""

    genome: GameGenome
    removed: tuple[str, ...]


def simplify(genome: GameGenome, seed: int, *, trials: int = TRIALS) -> Simplified:
    """The genome without the parts and fields whose removal changes no match that is played on common seeds.

    Random players play, and some who look a step ahead. The name and the id stay.
    """
    steps: list[_Step] = []
    passed: set[str] = set()
    while True:
        smaller = steps[-1].genome if steps else genome
        for step in _steps(smaller, seed, passed, trials):
            steps.append(step)
        if not steps or _alike(genome, steps[-1].genome, seed, LOOKING_AHEAD):
            break
        minded = bisect_left(steps, True, key=lambda step: not _alike(genome, step.genome, seed, LOOKING_AHEAD))
        passed -= {step.key for step in steps[minded + 1 :]}
        del steps[minded:]
    smaller = steps[-1].genome if steps else genome
    return Simplified(for_an_only_hand(smaller), tuple(step.said for step in steps))


@dataclass(frozen=True)
class _Step:
    """A part that was taken out."""

    genome: GameGenome
    """Without it."""
    key: str
    said: str


def _steps(genome: GameGenome, seed: int, passed: set[str], trials: int) -> Iterator[_Step]:
    """Each part in turn that random play does not miss; `passed` has those that were tried, so many at most."""
    waiting = _candidates(genome)
    while len(passed) < trials:
        path = next((path for path in waiting if _key(genome, path) not in passed), None)
        if path is None:
            return
        key, said = _key(genome, path), _said(genome, path)
        passed.add(key)
        without = _without(genome, path)
        if without is not None and _alike(genome, without, seed, BATCHES):
            genome = without
            yield _Step(genome, key, said)
            waiting = _candidates(genome)  # other parts have moved, and some are gone with it


def _alike(one: GameGenome, other: GameGenome, seed: int, batches: Sequence[Batch]) -> bool:
    """Whether two genomes play the same; they are told apart in the first batch that differs."""
    return all(
        play(one, seed + number, games, agent=agent, most=most).digest
        == play(other, seed + number, games, agent=agent, most=most).digest
        for agent, number, games, most in batches
    )


def _without(genome: GameGenome, path: str) -> GameGenome | None:
    gone, released = references(genome).cascade([path])
    draft = Draft(genome, Dice(0))
    remove_paths(draft.data, (*gone, *released))
    made = settled(draft)
    if not isinstance(made, GameGenome) or made.unnamed == genome.unnamed:
        return None
    return made


def _key(genome: GameGenome, path: str) -> str:
    """A part by what it says, wherever it has moved to."""
    return f"{path.rpartition('[')[0]} {plain_value(value_at(genome, path))}"


def _candidates(genome: GameGenome) -> Iterator[str]:
    """Parts, the largest first, and then fields that could go back to their default."""
    fields: list[str] = []
    parts: list[str] = []
    for model, path in models_in(genome, "$"):
        defaults = defaults_of(type(model))
        for name, held in model.__dict__.items():
            if name in _LISTS and isinstance(held, tuple):
                shown = [getattr(item, "type", "") == "show" for item in held]
                parts += [f"{path}.{name}[{place}]" for place in range(len(held)) if not shown[place]]
            elif name not in _LEFT and not isinstance(held, Model) and name in defaults and held != defaults[name]:
                fields.append(f"{path}.{name}")
    yield from sorted(parts, key=lambda path: (path.count("."), path))
    yield from fields


def _said(genome: GameGenome, path: str) -> str:
    """A part in words."""
    value = plain_value(value_at(genome, path))
    holder = path.rsplit(".", 1)[-1].partition("[")[0]
    if not path.endswith("]"):
        return f"{holder.replace('_', ' ')} ({value}) at {path}"
    match holder:
        case "phases":
            return phase_words(value)
        case "offers":
            return f"the offer {value['name']!r}"
        case "effects" | "then" | "otherwise" | "deal":
            return f"that {effect_words(value)}"
        case "special_effects":
            return f"what {condition_words(value['trigger'])} does"
        case "card_scoring":
            return f"points for {condition_words(value['condition'])}"
        case "scoring_rules":
            return f"points for {value.get('name') or value['points']}"
    return f"one of the {holder.replace('_', ' ')}"
