"""Everything written as an expression is one, wherever it stands: a defect beside it does not hide it."""

from __future__ import annotations

from collections.abc import Iterator

from deckwright.genome.checks.walk import expressions_in
from deckwright.genome.errors import Issue
from deckwright.genome.expressions.parse import ExpressionError, parse_expression
from deckwright.genome.schema import GameGenome


def syntax_issues(genome: GameGenome) -> Iterator[Issue]:
    """Texts that are not expressions of the language."""
    for text, path, _, _ in expressions_in(genome):
        try:
            if text:
                parse_expression(text)
        except ExpressionError as error:
            yield Issue(error.code, path, message=str(error))
