"""What is different between two games is told in the sentences of their rulebooks."""

from __future__ import annotations

from deckwright.evolve.library import library_genomes
from deckwright.evolve.retelling import rule_changes
from deckwright.genome.schema import GameGenome


def test_a_rule_that_changed_is_told_as_it_was_and_as_it_is() -> None:
    before = library_genomes()["crazy-eights"]
    data = before.to_dict()
    data["setup"] = {**data["setup"], "cards_per_player": 6}
    [change] = rule_changes(before, GameGenome.parse({**data, "name": "Six Cards"}))
    assert change.section == "The deal"
    assert "deal five cards" in change.before[0]
    assert "deal six cards" in change.after[0]


def test_the_same_rules_under_another_name_are_not_different() -> None:
    before = library_genomes()["hearts"]
    assert rule_changes(before, before.model_copy(update={"name": "Mine"})) == ()


def test_no_mark_of_a_heading_is_told() -> None:
    told = [
        sentence
        for before, after in (("kuhn", "leduc"), ("uno", "canasta"), ("hearts", "bridge"))
        for change in rule_changes(library_genomes()[before], library_genomes()[after])
        for sentence in (*change.before, *change.after)
    ]
    assert len(told) > 50
    assert not [sentence for sentence in told if sentence.startswith("#")]
