"""Removing a rule from a genome removes its sentence: nothing in a rulebook is there by itself."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest
from tests.genome.rulebook.samples import all_samples
from tests.genome.rulebook.test_witnesses import Path, models_in, value_at

from deckwright.document import texts_of
from deckwright.games import catalogue
from deckwright.genome.rulebook.book import write
from deckwright.genome.rulebook.phrases.names import Steering
from deckwright.genome.schema import GameGenome, Register, Set, Zone

RULES = ("scoring_rules", "special_effects", "card_scoring", "win_conditions", "offers", "duties", "patterns")
"""What is removed from every game of the library; from the samples everything is."""


def sentences(genome: GameGenome) -> Counter[str]:
    """The sentences of a rulebook; the numbers that count the parts of a hand say nothing of their own."""
    return Counter(sentence for text in texts_of(write(genome)) for sentence in re.split(r"(?<=[.:;]) ", text))


def removals(genome: GameGenome) -> list[Path]:
    """Where a rule stands in a list of rules."""
    found = []
    for model, path in models_in(genome, ()):
        for name in type(model).model_fields:
            items = getattr(model, name)
            if isinstance(items, tuple) and items and not isinstance(items[0], (str, int, tuple)):
                found += [(*path, name, place) for place in range(len(items))]
    return found


def without(value: Any, path: Path) -> Any:
    step, rest = path[0], path[1:]
    if isinstance(step, int):
        return (*value[:step], *(() if not rest else (without(value[step], rest),)), *value[step + 1 :])
    return value.copy_with(**{step: without(getattr(value, step), rest)})


def is_silent(genome: GameGenome, rule: Any) -> bool:
    """What steers the play and is told by what it is for, and a stock that is dealt out."""
    unspoken = Steering(genome).unspoken
    if isinstance(rule, (Register, Set)):
        return rule.name.split("[")[0] in unspoken
    return isinstance(rule, Zone)


def kept(genome: GameGenome, paths: list[Path]) -> tuple[list[Path], int]:
    """The removals after which everything is still said, and how many could be tried."""
    before, silent, tried = sentences(genome), [], 0
    for path in paths:
        if is_silent(genome, value_at(genome, path)):
            continue
        try:
            after = sentences(without(genome, path))
        except (ValueError, LookupError):
            continue  # the rest cannot be read without it
        tried += 1
        if not before - after:
            silent.append(path)
    return silent, tried


@pytest.mark.parametrize("genome", all_samples(), ids=lambda genome: genome.genome_id)
def test_no_rule_of_a_sample_is_told_without_being_there(genome: GameGenome) -> None:
    silent, tried = kept(genome, removals(genome))
    assert silent == []
    assert tried >= 3


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_no_rule_of_a_game_is_told_without_being_there(game_id: str) -> None:
    genome = catalogue()[game_id].default_genome
    silent, tried = kept(genome, [path for path in removals(genome) if path[-2] in RULES])
    assert silent == []
    assert tried >= 1
