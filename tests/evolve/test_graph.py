"""Who mentions what, what goes with what, and what a part needs elsewhere."""

from __future__ import annotations

import pytest

from deckwright.dice import Dice
from deckwright.evolve.draft import Draft
from deckwright.evolve.grafting import Graft
from deckwright.evolve.graph import Thing, references, remove_parts, renamed, reworded
from deckwright.evolve.random import expression_at, lexicon_of, place_of
from deckwright.evolve.settle import settled
from deckwright.games import catalogue
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues

LIBRARY = {name: entry.genome() for name, entry in catalogue().items()}


@pytest.mark.parametrize("name", sorted(LIBRARY))
def test_everything_that_is_defined_is_mentioned_or_has_a_role(name):
    graph = references(LIBRARY[name])
    roles = {zone.name for zone in LIBRARY[name].zones if zone.role in ("stock", "hand", "discard", "captured")}
    labelled = {register.name for register in LIBRARY[name].registers if register.label}
    suits = set(LIBRARY[name].deck.suits)
    groups = {pattern.name for pattern in LIBRARY[name].patterns if pattern.group}
    free = roles | labelled | suits | groups | {strain.name for strain in LIBRARY[name].strains}
    assert [thing for thing in graph.defined if not graph.of(thing) and thing.name not in free] == []


def test_a_term_needs_what_it_is_made_of():
    graph = references(LIBRARY["crazy-eights"])
    needs = graph.needs("$.scoring_rules[0]")
    assert {Thing("term", "hand_value"), Thing("table", "worth"), Thing("zone", "hand"), Thing("rank", "8")} <= needs


@pytest.mark.parametrize("name", ["crazy-eights", "hearts", "gin-rummy", "bridge"])
def test_what_mentions_a_thing_goes_with_it(name):
    game = LIBRARY[name]
    for thing, path in references(game).defined.items():
        if thing.kind not in ("register", "term", "table", "zone"):
            continue
        left = GameGenome.parse(remove_parts(game, [path]) | {"win_conditions": [{"type": "empty_hand"}]})
        unknown = [
            issue for issue in genome_issues(left) if "unknown" in issue.code and f"{thing.name!r}" in issue.message
        ]
        assert unknown == []


def test_names_change_outside_quotes_and_texts_inside():
    assert reworded("hand[turn] + size(hand_2)", {"hand": "grip"}, {}) == "grip[turn] + size(hand_2)"
    assert (
        reworded("suit(c) == 'hearts' and hearts > 1", {"hearts": "x"}, {"hearts": "red"})
        == "suit(c) == 'red' and x > 1"
    )
    assert renamed(LIBRARY["hearts"], {}, {}, {}) == LIBRARY["hearts"]


def test_a_mechanic_brings_what_it_needs():
    draft = Draft(LIBRARY["hearts"], Dice(1))
    donor = LIBRARY["crazy-eights"]
    rule = Graft(draft, donor).bring("$.scoring_rules[0]", donor.scoring_rules[0])
    assert rule is not None
    assert [term["name"] for term in draft.data["terms"]] == ["receiver", "shot", "hand_value"]
    assert [table["name"] for table in draft.data["deck"]["tables"]] == ["penalty", "worth"]
    draft.data["scoring_rules"].append(rule)
    assert genome_issues(GameGenome.parse(draft.data)) == []


def test_what_needs_something_that_cannot_come_is_not_brought():
    draft = Draft(LIBRARY["crazy-eights"], Dice(1))
    donor = LIBRARY["spades"]
    assert Graft(draft, donor).bring("$.scoring_rules[0]", donor.scoring_rules[0]) is None


@pytest.mark.parametrize("name", sorted(LIBRARY))
def test_expressions_can_be_written_at_the_places_of_a_game(name):
    game = LIBRARY[name]
    assert {zone["name"] for zone in lexicon_of(game).zones} == {zone.name for zone in game.zones}
    path = "$.turn_structure.phases[0].when"
    assert place_of(game, path) is not None
    assert place_of(game, "$.genome_id") is None
    for seed in range(3):
        text = expression_at(game, path, Dice(seed), allows=lambda _: True)
        assert text


def test_rules_about_tricks_go_with_the_tricks():
    game = LIBRARY["spades"]
    draft = Draft(game, Dice(1))
    tricks = next(n for n, phase in enumerate(game.turn_structure.phases) if phase.type == "trick")
    del draft.data["turn_structure"]["phases"][tricks]
    draft.data["scoring_rules"].append({"name": "cards left", "points": "bid - size(hand)"})  # the auction stays for it
    made = settled(draft)
    assert isinstance(made, GameGenome)
    assert "bid made" not in [rule.name for rule in made.scoring_rules]
    assert "cards left" in [rule.name for rule in made.scoring_rules]
    assert Thing("fact", "tricks") not in {mention.thing for mention in references(made).mentions}
