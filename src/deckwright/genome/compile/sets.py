"""Patterns of one rank as ways of laying them on that rank's pile: so many cards of the rank, so many wild ones."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from deckwright.genome.compile.builder import Builder
from deckwright.genome.compile.instances import sizes
from deckwright.genome.compile.pools import mask_text, masks_by
from deckwright.genome.compile.program import SetFamily
from deckwright.genome.compile.tables import condition_mask
from deckwright.genome.patterns import HandPattern
from deckwright.genome.values import changed

MAX_LAYINGS = 4096
"""Ways of laying the sets of one pick."""
LAID = frozenset(
    {"name", "group", "required_count", "min_count", "max_count", "of_a_kind", "cards", "wild", "max_wild",
     "min_natural", "points"}
)  # fmt: skip
"""Fields of a pattern that sets laid on piles may have."""


def compile_sets(b: Builder, name: str, path: str) -> tuple[int, int]:
    """The patterns of this name or group as sets to lay: which they are for the kernel, and how many ways there are."""
    found = [(n, pattern) for n, pattern in enumerate(b.genome.patterns) if name in (pattern.name, pattern.group)]
    if not found or not name:
        b.refuse_unknown("pattern.unknown", path, "no pattern or group is called", name, b.words.groups)
    shapes: list[dict[str, Any]] = []
    layings: list[dict[str, Any]] = []
    taken = 0
    for number, pattern in found:
        _check(b, pattern, f"$.patterns[{number}]")
        for shape, ways in _shapes(b, pattern, f"$.patterns[{number}]"):
            if taken & shape["natural"]:
                message = f"two patterns of {name!r} share cards: each card is laid by one of them"
                b.refuse("pattern.sets-overlap", f"$.patterns[{number}].cards", message)
            taken |= shape["natural"]
            shapes.append(shape | {"natural": mask_text(shape["natural"]), "first": len(layings), "count": len(ways)})
            layings += ways
    if not 1 <= len(layings) <= MAX_LAYINGS:
        b.refuse("pattern.cannot-list", path, f"{len(layings):,} ways to lay {name!r}: expected 1 to {MAX_LAYINGS:,}")
    b.sets.append(SetFamily(shapes=shapes, layings=layings))
    return len(b.sets) - 1, len(layings)


def _check(b: Builder, pattern: HandPattern, path: str) -> None:
    for field in changed(pattern, *sorted(type(pattern).model_fields.keys() - LAID)):
        b.refuse("pattern.not-for-sets", f"{path}.{field}", "sets that are laid on piles by rank do not have it")
    if not pattern.of_a_kind:
        why = "sets that are laid on piles by rank are of one rank each"
        b.refuse("pattern.not-for-sets", f"{path}.of_a_kind", why)


def _shapes(b: Builder, pattern: HandPattern, path: str) -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """The pattern for each rank, with its ways of laying: larger sets last."""
    ranks = b.words.attributes["rank"]
    everything = (1 << len(ranks)) - 1
    wild = condition_mask(b, pattern.wild, f"{path}.wild") if pattern.wild else 0
    natural = (condition_mask(b, pattern.cards, f"{path}.cards") if pattern.cards else everything) & ~wild
    by_rank = masks_by(ranks)
    of_rank = [by_rank.get(rank, 0) for rank in range(max(ranks) + 1)]
    kinds = [wild & same for same in of_rank if wild & same]
    least, most = sizes(pattern, len(ranks))
    max_wild = wild.bit_count() if pattern.max_wild is None else pattern.max_wild
    for pile, same in enumerate(of_rank):
        own = natural & same
        if own.bit_count() < pattern.min_natural or own.bit_count() + min(max_wild, wild.bit_count()) < least:
            continue
        wilds = [count for count in product(*(range(kind.bit_count() + 1) for kind in kinds)) if sum(count) <= max_wild]
        ways = [
            {"natural": count, "wild": list(others), "size": count + sum(others)}
            for count in range(own.bit_count() + 1)
            for others in sorted(wilds, key=lambda others: (sum(others), others))
            if 1 <= count + sum(others) <= most
        ]
        shape = {
            "pile": pile, "natural": own, "wild": [mask_text(kind) for kind in kinds], "least": least,
            "most": min(most, 255), "max_wild": min(max_wild, 255), "min_natural": pattern.min_natural,
        }  # fmt: skip
        yield shape, ways
