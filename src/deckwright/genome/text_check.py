"""Every defect of a genome as people write it: from its text to the game it describes, with lines."""

from __future__ import annotations

from deckwright.genome.codec import parse_data
from deckwright.genome.completeness import check_genome_completeness
from deckwright.genome.errors import GenomeError, Issue
from deckwright.genome.lines import with_lines
from deckwright.genome.salvage import salvaged_issues
from deckwright.genome.schema import GameGenome


def text_issues(text: str) -> list[Issue]:
    """Every defect of a text, each with its line."""
    return with_lines(_issues(text), text)


def _issues(text: str) -> list[Issue]:
    try:
        data = parse_data(text)
    except GenomeError as error:
        return list(error.issues)
    if data is None:
        return [Issue("file.empty", "$", message="there is nothing in it, expected a genome")]
    try:
        genome = GameGenome.parse(data)
    except GenomeError as error:
        return [*error.issues, *salvaged_issues(data)]
    return list(check_genome_completeness(genome).missing)
