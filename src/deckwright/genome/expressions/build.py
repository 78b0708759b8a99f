"""What the seed's tableau mode and sequence fields say in the words of zones and strains."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.genome.enums import TableauMode
from deckwright.genome.zones import Strain, Zone

if TYPE_CHECKING:
    from deckwright.genome.schema import GameGenome

PLAIN = Strain(name="plain")
"""What there is when a genome names no strain: no called suit, ranks in the deck's order."""

RANK_ALONE = Strain(name="plain", follow=False)
"""The same in WAR: suits do not bind."""


def strains_of(genome: GameGenome) -> tuple[Strain, ...]:
    """The strains of a genome; the plain one if it names none."""
    return genome.strains or (RANK_ALONE if genome.setup.tableau_mode is TableauMode.WAR else PLAIN,)


def zone_build(genome: GameGenome, zone: Zone) -> str:
    """An expression over `c` (the card) and `p` (the pile); empty when any card fits."""
    if zone.build or zone.role != "tableau":
        return zone.build
    setup = genome.setup
    if setup.tableau_mode is TableauMode.MATCH_RANK:
        return "size(p) == 0 or rank(c) == rank(top(p))"
    if setup.tableau_mode is TableauMode.SEQUENCE:
        step = f"1 <= abs(rank(c) - rank(top(p))) <= {setup.sequence_gap_allowed}"
        if setup.sequence_wrap and genome.deck.ranks:
            step = _wrapping(step, genome.deck.ranks, setup.sequence_gap_allowed)
        suit = " and suit(c) == suit(top(p))" if setup.sequence_must_match_suit else ""
        return f"size(p) == 0 or ({step}){suit}"
    return ""


def _wrapping(step: str, ranks: tuple[str, ...], gap: int) -> str:
    """The highest rank also stands below the lowest, but never in the middle: what it lies on says which it does."""
    high, low = repr(ranks[-1]), repr(ranks[min(gap, len(ranks)) - 1])
    is_low = f"size(p) > 1 and rank(under(p)) <= {low}"
    return (
        f"rank(c) == {high} and rank(top(p)) <= {low}"
        f" or rank(top(p)) == {high} and rank(c) <= {low} and (size(p) == 1 or {is_low})"
        f" or {step} and not (rank(top(p)) == {high} and {is_low})"
    )
