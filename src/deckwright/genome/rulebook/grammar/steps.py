"""What happens step by step: as running text where that is clear, and otherwise as a list."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from deckwright.genome.rulebook.document import Block, Item, Listing
from deckwright.genome.rulebook.grammar.people import said, settled
from deckwright.genome.rulebook.grammar.wording import listing

_SHORT = 320


@dataclass(frozen=True)
class Step:
    """Something that happens: a clause, and what it opens (under a condition, or for each of several)."""

    clause: str
    inside: tuple[Step, ...] = ()
    otherwise: tuple[Step, ...] = ()
    is_list: bool = False
    """Whether what is inside only reads well as a list."""

    @property
    def is_simple(self) -> bool:
        """Whether it is one clause."""
        return not self.inside and not self.otherwise


def told(found: Sequence[Step]) -> tuple[str, tuple[Block, ...]]:
    """Steps as running text where that is clear, and otherwise as a list."""
    if all(_fits_in_line(step) for step in found):
        return " ".join(said(_inline(step)) for step in found), ()
    return "", (Listing(items(found)),)


def items(found: Sequence[Step]) -> tuple[Item, ...]:
    """Steps as entries of a list."""
    done: list[Item] = []
    for step in found:
        if step.is_simple or _fits_in_line(step):  # a long sentence is still one entry
            done.append(Item(said(_inline(step))))
            continue
        if step.inside:
            done.append(Item(said(f"{step.clause}:"), (Listing(items(step.inside)),)))
        if step.otherwise:
            done.append(Item("Otherwise:", (Listing(items(step.otherwise)),)))
    return tuple(done)


def _fits_in_line(step: Step) -> bool:
    inner = (*step.inside, *step.otherwise)
    return not step.is_list and all(one.is_simple for one in inner) and len(settled(_inline(step))) <= _SHORT


def _inline(step: Step) -> str:
    if step.is_simple:
        return step.clause
    text = f"{step.clause}, {listing([_inline(inner) for inner in step.inside])}"
    if step.otherwise:
        text += f"; otherwise {listing([_inline(inner) for inner in step.otherwise])}"
    return text
