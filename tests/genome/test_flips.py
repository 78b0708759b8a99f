"""No value is idle where it stands: whatever is changed and accepted reads differently.

Found for every field of the schema by itself. A change that `check` accepts and no rulebook tells is a field without
effect in its place, or a rule that nobody is told.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues
from deckwright.genome.values import Model

from .small import choice_genome, trick_genome
from .test_witnesses import LABELS, few_values
from .witnesses.bases import claiming, shedding, staking
from .witnesses.playing import rulebook_of

GENOMES = {
    "choices": choice_genome(),
    "tricks": trick_genome(),
    "turns with duties": shedding(),
    "claims": claiming(),
    "bets": staking(),
}
SAID_ANOTHER_WAY = {
    ("WinCondition", "comparison"),  # what goes without saying may be said
    ("SetupRules", "first_dealer"),  # the last seat, by its number
    ("Offer", "duty"),  # only the order of duties counts
}
NOT_OF_THE_RULES = {
    ("Zone", "role"),  # tables show what was captured, whether or not it counts
}


def places(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[tuple[Any, ...], type[Model], str, Any]]:
    """Every field of a genome that is no label, with its path, its class and what it holds."""
    if isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from places(item, (*path, number))
    elif isinstance(value, Model):
        for name in type(value).model_fields:
            held = getattr(value, name)
            if name not in ("type", "name") and (type(value).__name__, name) not in LABELS:
                yield (*path, name), type(value), name, held
            yield from places(held, (*path, name))


def others(model: type[Model], name: str, value: Any) -> list[Any]:
    """Other values of a field: those that its type lists, and numbers near by."""
    listed = sorted(few_values(model.model_fields[name].annotation) - {value}, key=str)
    if isinstance(value, int) and not isinstance(value, bool):
        listed += [number for number in (value + 1, value * 2, 0) if number not in (value, *listed)]
    return listed if value is not None else [*listed, 0, 2]


def flipped(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    if not path:
        return new
    step, *rest = path
    if isinstance(value, tuple):
        return (*value[:step], flipped(value[step], tuple(rest), new), *value[step + 1 :])
    return value.model_copy(update={step: flipped(getattr(value, step), tuple(rest), new)})


def is_idle_stock(genome: GameGenome, path: tuple[Any, ...]) -> bool:
    """A stock must be there for the deck, and is empty when all of it is dealt: who would see it does not matter."""
    each = genome.setup.cards_per_player
    empty = isinstance(each, int) and each * genome.player_count == len(genome.deck.suits) * len(genome.deck.ranks)
    return path[0] == "zones" and path[-1] == "seen_by" and genome.zones[path[1]].role == "stock" and empty


@pytest.mark.parametrize("name", GENOMES)
def test_every_value_that_is_accepted_reads_differently(name: str) -> None:
    genome = GENOMES[name]
    accepted, silent = 0, []
    for path, model, field, value in places(genome):
        if (model.__name__, field) in SAID_ANOTHER_WAY | NOT_OF_THE_RULES or is_idle_stock(genome, path):
            continue
        for new in others(model, field, value):
            try:
                other = GameGenome.parse(flipped(genome, path, new).to_dict())
            except GenomeError:
                continue
            if other == genome or genome_issues(other):
                continue
            accepted += 1
            if rulebook_of(other) == rulebook_of(genome):
                silent.append((path, value, new))
    assert accepted > 15
    assert not silent
