"""Which children are judged: what cannot enter is not, and what is filled makes room for what is not."""

from __future__ import annotations

from deckwright.evolve.archive import Archive, Elite
from deckwright.evolve.choosing import HOPE, KNOWN, NEAR, choose, sort_of
from deckwright.evolve.distance import distance, is_near
from deckwright.evolve.evaluation import Evaluation
from deckwright.evolve.library import library_figures, library_genomes
from deckwright.evolve.naming import rules_digest
from deckwright.evolve.styles import load_style
from deckwright.evolve.tasks import BreedTask, breed
from deckwright.genome.schema import GameGenome

BALANCED = load_style("balanced")


def far_child(name: str) -> GameGenome:
    """A game that is far from the library, of the family and table of one that is in it."""
    genome = library_genomes()[name]
    for number in range(50):
        task = BreedTask((genome.to_dict(),), (), bytes([number]) * 8)
        child = GameGenome.parse(breed(task)["genome"])
        if sort_of(child, Archive(BALANCED, distance=distance)) == f"trick-taking, {genome.player_count}":
            return child
    raise AssertionError("none of fifty children is far from the library")


def archive_with(genome: GameGenome, **figures: object) -> Archive:
    """An archive with one new game, which plays as Hearts does, apart from what is said."""
    archive = Archive(BALANCED, distance=distance)
    found = library_figures()["hearts"].with_(**{"novelty": 0.3, "play_novelty": 0.2, **figures})
    assert archive.tell(Elite(rules_digest(genome), genome, Evaluation(found, 4), 0)) == "new cell"
    return archive


def test_what_a_child_may_become_is_told_by_its_rules() -> None:
    hearts, child = library_genomes()["hearts"], far_child("hearts")
    assert sort_of(hearts, archive_with(child)) == KNOWN
    assert sort_of(child, archive_with(child)) == NEAR
    assert sort_of(child, archive_with(hearts)) == "trick-taking, 4"
    assert sort_of(child, archive_with(child, seats=5, sides=5)) is None  # it would be refused as too close


def test_a_stepping_stone_is_no_reason_to_refuse_a_child() -> None:
    child = far_child("hearts")
    assert sort_of(child, archive_with(child, seats=5, sides=5, play_novelty=0.0)) == "trick-taking, 4"


def test_sorts_that_added_most_are_judged_first_and_then_spread() -> None:
    sorts = ["a", "a", "a", "b", None, "a", "b"]
    assert choose(sorts, 1, {"a": 4, "b": 4}, {"b": 0.5}) == [3]
    assert choose(sorts, 3, {}, {}) == [0, 1, 3]  # one of each, then the first again
    assert choose(sorts, 9, {}, {}) == [0, 1, 2, 3, 5, 6]  # none that cannot enter
    assert choose(sorts, 4, {"a": 99}, {"a": HOPE}) == [0, 1, 3, 6]


def test_games_are_near_if_their_distance_is_less() -> None:
    games = list(library_genomes().values())[:12]
    for one in games:
        for other in games:
            for least in (0.0, 0.08, 0.4):
                assert is_near(one, other, least) == (distance(one, other) < least)
