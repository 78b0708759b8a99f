"""Rulebooks: the rules of a genome in words, written from the fields that the kernel executes."""

from __future__ import annotations

from deckwright.genome.rulebook.book import write
from deckwright.genome.rulebook.html import to_html
from deckwright.genome.rulebook.markdown import to_markdown
from deckwright.genome.schema import GameGenome


def generate_rulebook(genome: GameGenome) -> str:
    """The rulebook of a valid genome, as Markdown."""
    return to_markdown(write(genome))


def rulebook_html(genome: GameGenome) -> str:
    """The rulebook of a valid genome, as a page that needs nothing else and prints well."""
    return to_html(write(genome))


rulebook = generate_rulebook

__all__ = ["generate_rulebook", "rulebook", "rulebook_html"]
