"""Which children are judged: what cannot enter is not, and what is filled makes room for what is not."""

from __future__ import annotations

from deckwright.evolve.archive import Archive, Elite, cell_of
from deckwright.evolve.choosing import HOPE, KNOWN, NEAR, TAKEN, Experience, Sort, choose, openness, sort_of
from deckwright.evolve.distance import distance, is_near
from deckwright.evolve.evaluation import Evaluation
from deckwright.evolve.figures import Figures
from deckwright.evolve.library import library_figures, library_genomes
from deckwright.evolve.naming import rules_digest
from deckwright.evolve.styles import load_style
from deckwright.evolve.tasks import BreedTask, breed
from deckwright.genome.schema import GameGenome
from deckwright.measure import Estimate

BALANCED = load_style("balanced")


def name_of(genome: GameGenome, archive: Archive) -> str | None:
    """The name of its sort, whatever its play is like."""
    sort = sort_of(genome, archive, choices=8.0, drawn=0.0, parents=())
    return None if sort is None else sort.name


def far_child(name: str) -> GameGenome:
    """A game that is far from the library, of the family and table of one that is in it."""
    genome = library_genomes()[name]
    for number in range(50):
        task = BreedTask((genome.to_dict(),), (), bytes([number]) * 8)
        child = GameGenome.parse(breed(task)["genome"])
        if name_of(child, Archive(BALANCED, distance=distance)) == f"trick-taking, {genome.player_count}":
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
    assert name_of(hearts, archive_with(child)) == KNOWN
    assert name_of(child, archive_with(child)) == NEAR
    assert name_of(child, archive_with(hearts)) == "trick-taking, 4"
    assert name_of(child, archive_with(child, seats=5, sides=5)) is None  # it would be refused as too close


def test_a_stepping_stone_is_no_reason_to_refuse_a_child() -> None:
    child = far_child("hearts")
    assert name_of(child, archive_with(child, seats=5, sides=5, play_novelty=0.0)) == "trick-taking, 4"


def test_there_is_less_room_where_a_new_game_stands_and_luck_is_that_of_the_parents() -> None:
    child, hearts = far_child("hearts"), library_figures()["hearts"]
    archive = archive_with(library_genomes()["hearts"])
    [here] = archive.found
    elsewhere = hearts.with_(luck=Estimate(0.9, 0.8, 1.0) if here.luck == 0 else Estimate(0.0, 0.0, 0.0))

    def room(choices: float, *parents: Figures) -> float:
        sort = sort_of(child, archive, choices=choices, drawn=0.0, parents=parents)
        assert sort is not None
        return sort.room

    other = 3.0 if here.choices else 30.0
    assert room(other, hearts) == room(other) == 1.0
    assert TAKEN < room(hearts.choices, hearts) < room(hearts.choices) < room(hearts.choices, elsewhere) < 1
    assert room(hearts.choices, hearts) < room(hearts.choices, hearts, elsewhere) < room(hearts.choices, elsewhere)


def test_what_a_gate_will_hardly_let_through_waits() -> None:
    child, archive = far_child("hearts"), archive_with(library_genomes()["hearts"], family="other")
    promising = sort_of(child, archive, choices=8.0, drawn=0.5, parents=())
    drawn = sort_of(child, archive, choices=8.0, drawn=1.0, parents=())
    forced = sort_of(child, archive, choices=0.0, drawn=0.5, parents=())
    assert choose([drawn, promising, forced], 1, Experience()) == [1]


def test_sorts_that_added_most_are_judged_first_and_then_spread() -> None:
    a, b = Sort("a", "a few"), Sort("b", "b few")
    sorts = [a, a, a, b, None, a, b]
    assert choose(sorts, 1, Experience({"a": 4, "b": 4}, {"b": 0.5})) == [3]
    assert choose(sorts, 3, Experience()) == [0, 1, 3]  # one of each, then the first again
    assert choose(sorts, 9, Experience()) == [0, 1, 2, 3, 5, 6]  # none that cannot enter
    assert choose(sorts, 4, Experience({"a": 99}, {"a": HOPE})) == [0, 1, 3, 6]


def test_a_kind_that_came_to_nothing_makes_room_for_others_of_its_sort() -> None:
    few, many = Sort("a", "a few"), Sort("a", "a many")
    known = Experience()
    for _ in range(3):
        known.judge(few)
    assert choose([few, few, many, many], 2, known) == [2, 3]
    known.judge(many)
    known.add(many, 0.3)
    assert choose([few, few, many, many], 2, known) == [2, 3]
    assert choose([many, Sort("a", "a many", room=0.2)], 1, known) == [0]


def test_what_can_only_take_a_place_waits_for_what_may_find_one() -> None:
    assert choose([Sort(NEAR), Sort(KNOWN), Sort("a", "a few")], 1, Experience()) == [2]


def test_experience_fades() -> None:
    known, sort = Experience(), Sort("a", "a few")
    known.judge(sort)
    before = known.worth(sort, {})
    known.fade()
    assert before < known.worth(sort, {}) < Experience().worth(sort, {})


def test_a_family_and_table_is_open_as_long_as_it_has_empty_places() -> None:
    found = archive_with(library_genomes()["hearts"]).found
    [cell] = found
    assert openness(cell, {}) == openness(cell._replace(table="7"), found) == 1
    assert openness(cell, found) == openness(cell._replace(luck=2 - cell.luck), found) == 11 / 12
    assert cell_of(library_figures()["hearts"]) == cell


def test_games_are_near_if_their_distance_is_less() -> None:
    games = list(library_genomes().values())[:12]
    for one in games:
        for other in games:
            for least in (0.0, 0.08, 0.4):
                assert is_near(one, other, least) == (distance(one, other) < least)
