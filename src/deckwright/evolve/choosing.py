"""Which children are worth a judgement: what their rules alone tell, and what came of others like them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckwright.evolve.archive import Archive, cell_of
from deckwright.evolve.distance import is_near
from deckwright.evolve.evaluation import figures_of_rules
from deckwright.evolve.library import library_genomes
from deckwright.genome.schema import GameGenome

HOPE = 0.2
"""What a child of a sort that was never judged is hoped to add to the QD-score: a fair game that is let in."""
KNOWN = "nearly a game of the library"
NEAR = "nearly a new game of its family and table"


def sort_of(genome: GameGenome, archive: Archive) -> str | None:
    """The sort of children that a child is expected to do as well as; None if it cannot enter the archive.

    Its family and table, if its rules are far from the library and from every new game there is. What is near to the
    library can only be a stepping stone, what is near to a new game of its family and table can only take the place of
    that game, and what is near to another new game is refused, whatever a judgement finds.
    """
    least = archive.style.least_distance
    if any(is_near(genome, other, least) for other in library_genomes().values()):
        return KNOWN
    here = cell_of(figures_of_rules(genome))
    near = [cell for cell, elite in archive.found.items() if is_near(genome, elite.genome, least)]
    if not near:
        return f"{here.family}, {here.table}"
    return NEAR if all((cell.family, cell.table) == (here.family, here.table) for cell in near) else None


def choose(
    sorts: Sequence[str | None], count: int, judged: Mapping[str, float], added: Mapping[str, float]
) -> list[int]:
    """The places of the most promising, in order: so many at most, and none that cannot enter.

    One after the other is taken from the sort of which a judgement added most to the QD-score so far. Each one that is
    taken counts as a judgement that added nothing, so that they spread.
    """
    waiting: dict[str, list[int]] = {}
    for place, sort in enumerate(sorts):
        if sort is not None:
            waiting.setdefault(sort, []).append(place)
    tried = {sort: judged.get(sort, 0.0) for sort in waiting}
    chosen: list[int] = []
    while waiting and len(chosen) < count:
        best = max(waiting, key=lambda sort: (HOPE + added.get(sort, 0.0)) / (1 + tried[sort]))  # the first of equals
        chosen.append(waiting[best].pop(0))
        tried[best] += 1
        if not waiting[best]:
            del waiting[best]
    return sorted(chosen)
