"""What a user wants of every game is kept, whatever is varied."""

from __future__ import annotations

import pytest

from deckwright.evolve import Constraints, EvolveError, Rates, crossover, family_of, mutate, pin
from deckwright.evolve.constraints import LENGTH_GAMES, LENGTH_SEED
from deckwright.evolve.lineage import ancestors, born, founded, story
from deckwright.evolve.playing import play
from deckwright.games import catalogue
from deckwright.genome.rulebook import generate_rulebook

LIBRARY = {name: entry.genome() for name, entry in catalogue().items()}
HEARTS, WHIST = LIBRARY["hearts"], LIBRARY["knock-out-whist"]


def test_a_pinned_rule_stays_wherever_it_moves():
    trick = pin(HEARTS, "$.turn_structure.phases[1]")
    deck = pin(HEARTS, "$.deck")
    wanted = Constraints(pins=(trick, deck))
    game = HEARTS
    for seed in range(6):
        game = mutate(game, seed, constraints=wanted, donors=(WHIST,)).genome
        assert wanted.violations(game) == []
        assert game.deck == HEARTS.deck
        assert HEARTS.turn_structure.phases[1].to_dict() in _phases(game.to_dict()["turn_structure"])
    child = crossover(HEARTS, game, 3, constraints=wanted).genome
    assert child.deck == HEARTS.deck


def _phases(turns):
    return [*turns["phases"], *(inner for one in turns["phases"] if one["type"] == "turns" for inner in _phases(one))]


def test_players_family_length_and_rulebook_are_bounded():
    words = len(generate_rulebook(HEARTS).split()) + 30
    wanted = Constraints(players=(4, 4), family="trick-taking", rulebook_words=words, length=(10, 300))
    for seed in range(3):
        made = mutate(HEARTS, seed, constraints=wanted, donors=(WHIST,)).genome
        assert made.player_count == 4
        assert family_of(made) == "trick-taking"
        assert len(generate_rulebook(made).split()) <= words
        assert 10 <= play(made, LENGTH_SEED, LENGTH_GAMES).decisions <= 300


def test_what_nobody_can_satisfy_is_told():
    with pytest.raises(EvolveError, match="within the constraints") as caught:
        mutate(LIBRARY["kuhn"], 1, constraints=Constraints(rulebook_words=3), rates=Rates(families={"deck": 1.0}))
    assert caught.value.code == "variation.none"
    for bad, code in (
        ({"players": (5, 2)}, "constraint.bad-bounds"),
        ({"family": "nonsense"}, "constraint.no-such-family"),
        ({"rulebook_words": 0}, "constraint.bad-bounds"),
    ):
        with pytest.raises(EvolveError) as caught:
            Constraints(**bad)
        assert caught.value.code == code
    with pytest.raises(EvolveError) as caught:
        pin(HEARTS, "$.turn_structure.phases[9]")
    assert caught.value.code == "constraint.no-such-rule"
    with pytest.raises(EvolveError) as caught:
        pin(HEARTS, "phases")
    assert caught.value.code == "constraint.bad-path"


def test_a_lineage_tells_what_was_changed_on_the_way():
    births = {HEARTS.genome_id: founded(HEARTS)}
    game, sentences = HEARTS, []
    for seed in range(3):
        made = mutate(game, seed)
        births[made.genome.genome_id] = born(made, (game,), seed)
        game = made.genome
        sentences.append(made.sentence)
    assert story(births, game.genome_id) == tuple(sentences)
    assert [birth.generation for birth in ancestors(births, game.genome_id)] == [3, 2, 1, 0]
    circle = {"a": births[game.genome_id].__class__("a", ("b",)), "b": births[game.genome_id].__class__("b", ("a",))}
    assert len(list(ancestors(circle, "a"))) == 2
