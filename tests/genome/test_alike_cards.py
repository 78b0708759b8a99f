"""An expression is worked out once for cards that are alike in all that it asks: the same as card by card."""

from __future__ import annotations

import pytest

from deckwright.games import library
from deckwright.genome.compile import compiler
from deckwright.genome.compile.reuse import KEPT
from deckwright.genome.expressions import static
from deckwright.genome.expressions.nodes import Node
from deckwright.genome.expressions.vocabulary import MOST_EFFORT, Effort

Question = tuple[Node, tuple[tuple[str, tuple[int, ...]], ...], tuple[tuple[str, int], ...], str]
"""What values by card are asked for by: the node, the attributes it reads, given variables, the card's variable."""


def test_values_by_card_are_those_of_each_card_with_the_same_effort(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Question] = []
    plain = static._values_by_card

    def listened(*question: *Question) -> object:
        asked.append(question)
        return plain(*question)

    monkeypatch.setattr(static, "_values_by_card", listened)
    KEPT.clear()
    for entry in library().values():
        genome = entry.define().genome
        if genome is not None:
            compiler._try_compile(compiler._with_own_parts(genome))
    assert len(set(asked)) > 100
    for node, known, given, variable in set(asked):
        effort = Effort(MOST_EFFORT)
        attributes = dict(known)
        evaluation = static._Evaluation(attributes, effort, dict(given), {})
        values: list[int] = []
        expected: tuple[int, ...] | None = None
        try:
            for card in range(len(attributes["face"])):
                evaluation.values[variable] = card
                values.append(evaluation.value(node))
            expected = tuple(values)
        except static.NotStatic:
            pass
        assert plain(node, known, given, variable) == (expected, MOST_EFFORT - int(effort.left))
