"""How far games are apart, what they are called, and what they can do without."""

from __future__ import annotations

import json
import sys

import pytest

from deckwright.evolve import distance, mutate, name_and_pitch, near_duplicates, simplify
from deckwright.evolve.playing import play
from deckwright.evolve.simplify import BATCHES, LOOKING_AHEAD
from deckwright.games import catalogue
from deckwright.genome.schema import GameGenome, ScoringRule
from deckwright.genome.validate import genome_issues

simplify_module = sys.modules["deckwright.evolve.simplify"]  # the package has a function of that name
LIBRARY = {name: entry.genome() for name, entry in catalogue().items()}


def test_a_distance_is_a_number_from_0_to_1_both_ways_the_same():
    games = [LIBRARY[name] for name in sorted(LIBRARY)[::4]]
    for one in games:
        assert distance(one, one) == 0
        for other in games:
            assert 0 <= distance(one, other) <= 1
            assert distance(one, other) == distance(other, one)


def test_relatives_are_nearer_than_strangers():
    near = distance(LIBRARY["spades"], LIBRARY["partnership-spades"])
    assert near < distance(LIBRARY["spades"], LIBRARY["hearts"]) < distance(LIBRARY["spades"], LIBRARY["uno"])
    assert distance(LIBRARY["kuhn"], LIBRARY["leduc"]) < distance(LIBRARY["kuhn"], LIBRARY["war"])


def test_numbers_and_names_count_little():
    game = LIBRARY["crazy-eights"]
    more = game.copy_with(setup=game.setup.copy_with(cards_per_player=7), name="Something else")
    assert 0 < distance(game, more) < 0.02
    text = json.dumps(game.to_dict())
    for old, new in (('"discard"', '"heap"'), ("(discard)", "(heap)"), ('"role": "heap"', '"role": "discard"')):
        text = text.replace(old, new)
    heap = GameGenome.parse(json.loads(text))
    assert heap != game
    assert distance(game, heap) == 0


def test_siblings_that_differ_in_numbers_alone_are_found():
    game = LIBRARY["hearts"]
    assert near_duplicates(game) == []
    trick = game.turn_structure.phases[1]
    twice = game.turn_structure.copy_with(phases=(*game.turn_structure.phases, trick.copy_with(name="again")))
    assert near_duplicates(game.copy_with(turn_structure=twice)) == [
        ("$.turn_structure.phases[1]", "$.turn_structure.phases[2]")
    ]


def test_what_changes_nothing_is_taken_out():
    game = LIBRARY["old-maid"]
    dead = ScoringRule(name="never", when="hand_number > 900", points="3")
    spoilt = LIBRARY["hearts"].copy_with(scoring_rules=(*LIBRARY["hearts"].scoring_rules, dead))
    assert genome_issues(spoilt) == []
    found = simplify(spoilt, 1, trials=40)
    assert "points for never" in found.removed
    assert play(found.genome, 1, 20).digest == play(spoilt, 1, 20).digest
    assert genome_issues(found.genome) == []
    assert simplify(game, 1, trials=20) == simplify(game, 1, trials=20)


def test_a_part_that_only_those_who_look_ahead_would_miss_stays():
    game = LIBRARY["draw-poker"]
    for seed in range(3):
        game = mutate(game, seed).genome
    found = simplify(game, 1)
    assert found.removed
    taken = _taken_by_chance_alone(game)
    assert len(found.removed) < len(taken)
    for agent, number, games, most in (*BATCHES, *LOOKING_AHEAD):
        before, after = (play(one, 1 + number, games, agent=agent, most=most) for one in (game, found.genome))
        assert before == after


def _taken_by_chance_alone(game: GameGenome) -> tuple[str, ...]:
    with pytest.MonkeyPatch.context() as changed:
        changed.setattr(simplify_module, "LOOKING_AHEAD", ())
        return simplify(game, 1).removed


def test_names_are_decided_by_the_rules_alone():
    game = LIBRARY["hearts"]
    name, pitch = name_and_pitch(game)
    assert name_and_pitch(game.copy_with(name="Other", genome_id="other"))[0] == name
    assert name_and_pitch(game.copy_with(max_hands=3))[0] != name
    assert name.isalpha()
    assert name[0].isupper()
    assert "trick-taking" in pitch
    assert "four players" in pitch
    names = {name_and_pitch(one)[0] for one in LIBRARY.values()}
    assert len(names) == len(LIBRARY)
