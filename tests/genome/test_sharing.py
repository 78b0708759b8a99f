"""Genomes that are read share the parts that they have in common with others."""

from __future__ import annotations

from typing import Any

import pytest

from deckwright.games import catalogue
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import shared


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_what_two_genomes_have_in_common_is_one_object(game_id: str) -> None:
    genome = catalogue()[game_id].default_genome
    shared(genome)  # the last ones are kept, and others may have come since it was made
    data: dict[str, Any] = genome.to_dict()
    data["win_conditions"][0]["threshold"] = genome.win_conditions[0].threshold + 1
    other = GameGenome.parse(data)
    parts = {part: part for part in genome.parts()}
    assert all(part is parts[part] for part in other.parts() if part in parts)
    assert len([part for part in other.parts() if part not in parts]) == 2, "the genome, and its way to win"
    wins = genome.win_conditions
    changed = wins[0].model_copy(update={"threshold": wins[0].threshold + 1})
    assert other == genome.model_copy(update={"win_conditions": (changed, *wins[1:])})


def test_a_value_is_shared_whatever_it_stands_in() -> None:
    hearts = catalogue()["hearts"].default_genome
    assert shared(hearts.model_copy(deep=True)).turn_structure is hearts.turn_structure


def test_a_field_that_was_read_before_is_read_as_for_the_first_time() -> None:
    """What is remembered goes by exact types: neither True nor 1.0 is the 1 that was right."""
    data = catalogue()["kuhn"].default_genome.to_dict()
    assert GameGenome.parse(data) == GameGenome.parse({**data, "hand_evaluation": None, "patterns": ()})
    chips = data["setup"]["starting_chips"]
    for wrong in (True, float(chips), str(chips), [chips], None):
        with pytest.raises(GenomeError) as refused:
            GameGenome.parse({**data, "setup": {**data["setup"], "starting_chips": wrong}})
        assert [issue.path for issue in refused.value.issues] == ["$.setup.starting_chips"]
    genome = GameGenome.parse({**data, "setup": GameGenome.parse(data).setup})
    assert genome == GameGenome.parse(data), "values in place of plain data"
