"""The bank and the pot are found by what an expression says, not by how it is written."""

from __future__ import annotations

from typing import Any

import pytest

from deckwright.games import catalogue
from deckwright.genome.compile.compiler import compile_genome
from deckwright.genome.errors import GenomeError
from deckwright.genome.rulebook import generate_rulebook
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import check_genome


def respelled(value: Any) -> Any:
    """The same data with brackets around whoever pays or is paid."""
    if isinstance(value, list):
        return [respelled(item) for item in value]
    if not isinstance(value, dict):
        return value
    people = ("who", "to") if value.get("type") == "pay" else ()
    return {name: f"({inner})" if name in people else respelled(inner) for name, inner in value.items()}


def paying() -> list[str]:
    data = {name: entry.default_genome.to_dict() for name, entry in catalogue().items()}
    return sorted(name for name, one in data.items() if respelled(one) != one)


@pytest.mark.parametrize("game_id", paying())
def test_who_pays_is_the_same_in_brackets(game_id: str) -> None:
    genome = catalogue()[game_id].default_genome
    other = GameGenome.parse(respelled(genome.to_dict()))
    assert other != genome
    assert compile_genome(other).to_json() == compile_genome(genome).to_json()
    assert generate_rulebook(other) == generate_rulebook(genome)


def test_a_payment_to_who_pays_is_refused_however_it_is_written() -> None:
    data = catalogue()["blackjack"].default_genome.to_dict()
    data["setup"]["deal"] = [
        *data["setup"].get("deal", []),
        {"type": "pay", "who": "dealer", "to": "(dealer)", "amount": 1},
    ]
    with pytest.raises(GenomeError) as refused:
        check_genome(GameGenome.parse(data))
    assert any(issue.code == "field.no-effect" and issue.path.endswith(".to") for issue in refused.value.issues)
