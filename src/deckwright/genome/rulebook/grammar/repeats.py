"""What a rulebook has said already: a long entry that comes again refers to the first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from deckwright.genome.rulebook.document import Block, Item, Listing

LONG = 160
"""A shorter entry is sooner read again than looked up."""


def without_repeats(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The same blocks; where `**Go out**: ...` is word for word the same as before, it says so instead."""
    return _shortened(blocks, set())


def _shortened(blocks: Sequence[Block], told: set[str]) -> tuple[Block, ...]:
    return tuple(
        replace(block, items=tuple(_entry(item, told) for item in block.items)) if isinstance(block, Listing) else block
        for block in blocks
    )


def _entry(item: Item, told: set[str]) -> Item:
    head, colon, body = item.text.partition(": ")
    if not colon or not head.startswith("**") or len(body) < LONG or item.inside:
        return replace(item, inside=_shortened(item.inside, told))
    name = head.split("**")[1]
    key = f"{name}: {body}"
    if key in told:
        return Item(f"{head}: as above.")
    told.add(key)
    return item
