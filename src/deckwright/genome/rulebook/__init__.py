"""Rulebooks: the rules of a genome in words, written from the fields that the kernel executes."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckwright.document import Block
    from deckwright.genome.schema import GameGenome


def generate_rulebook(genome: GameGenome, *, example: tuple[Block, ...] = ()) -> str:
    """The rulebook of a genome as Markdown, with an example if one is given; GenomeError if it is not valid."""
    from deckwright.document import to_markdown

    return to_markdown(write_rulebook(genome, example=example))


def rulebook_html(genome: GameGenome, *, example: tuple[Block, ...] = ()) -> str:
    """The rulebook of a genome as a page that needs nothing else and prints well; GenomeError as above."""
    from deckwright.document import to_html

    return to_html(write_rulebook(genome, example=example))


def write_rulebook(genome: GameGenome, *, example: tuple[Block, ...] = ()) -> tuple[Block, ...]:
    """The same before it is set in any format."""
    from deckwright.genome.rulebook.book import write  # large: who checks or plays a genome needs only its grammar
    from deckwright.genome.validate import check_genome

    try:
        return write(genome, example=example)
    except (ValueError, LookupError):  # rules that cannot be read cannot be valid
        check_genome(genome)
        raise


rulebook = generate_rulebook

__all__ = ["generate_rulebook", "rulebook", "rulebook_html", "write_rulebook"]
