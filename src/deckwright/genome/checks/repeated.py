"""Nothing is said twice in a list, but where saying it again means doing it again."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from deckwright.genome.checks.walk import REMEMBERED
from deckwright.genome.errors import Issue
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model, held_by

DONE_AGAIN = frozenset(
    {
        *("effects", "then", "otherwise", "deal", "phases"),  # one after another
        *("special_effects", "scoring_rules", "card_scoring"),  # each of them counts
        *("same_rank_groups", "required_ranks", "blinds", "levels"),  # numbers by their place, how many of a rank
    }
)
"""Lists in which an item may stand twice: it then does twice as much."""
NAMED = frozenset(
    {"teams", "suits", "ranks", "extra", "tables", "rows", "strains", "registers", "terms", "calls", "picks"}
    | {"card_values"}
)
"""Lists whose items have a name or a place of their own: two of one are refused where that is checked."""


def repeated_issues(genome: GameGenome) -> Iterator[Issue]:
    """Items that stand twice in one list, where the second adds nothing."""
    for path, said in _repeats(genome):
        yield Issue("field.no-effect", f"${path}", message=f"has no effect: {said} says the same")


@lru_cache(maxsize=REMEMBERED)
def _repeats(model: Model) -> tuple[tuple[str, str], ...]:
    """The path of each inside a value, and of what it repeats."""
    return tuple(_find_repeats(model))


def _find_repeats(model: Model) -> Iterator[tuple[str, str]]:
    for name, value in held_by(model):
        if isinstance(value, Model):
            yield from ((f".{name}{path}", said) for path, said in _repeats(value))
        else:
            yield from _in_list(name, value)


def _in_list(name: str, items: tuple[Any, ...]) -> Iterator[tuple[str, str]]:
    if name not in DONE_AGAIN and name not in NAMED and len(set(items)) < len(items):
        first: dict[Any, int] = {}
        for number, item in enumerate(items):
            if first.setdefault(item, number) != number:
                yield f".{name}[{number}]", f"{name}[{first[item]}]"
    for number, item in enumerate(items):
        if isinstance(item, Model):
            yield from ((f".{name}[{number}]{path}", said) for path, said in _repeats(item))
