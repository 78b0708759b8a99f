"""Which games an archive lets in, and which children are worth a closer look."""

from __future__ import annotations

from random import Random

from hypothesis import given
from hypothesis import strategies as st

from deckwright.evolve.archive import Archive, Elite, cell_of
from deckwright.evolve.distance import distance
from deckwright.evolve.evaluation import Evaluation
from deckwright.evolve.figures import Figures
from deckwright.evolve.library import library_figures, library_genomes
from deckwright.evolve.naming import rules_digest
from deckwright.evolve.styles import load_style
from deckwright.measure import Estimate

BALANCED = load_style("balanced")


def told(name: str, *, novelty: float, skill: float = 1.0) -> Elite:
    """A game of the library as if it were found, so far from all others."""
    genome = library_genomes()[name]
    return Elite(rules_digest(genome), genome, Evaluation(figures_of(name, novelty=novelty, skill=skill), 4), 0)


def figures_of(name: str, *, novelty: float, skill: float = 1.0) -> Figures:
    sure = Estimate(skill, skill - 0.05, skill + 0.05)
    return library_figures()[name].with_(novelty=novelty, play_novelty=0.2, skill=sure)


def test_a_game_that_is_not_new_is_no_hope_where_a_new_one_stands() -> None:
    archive = Archive(BALANCED, distance=distance)
    assert archive.would_enter(figures_of("hearts", novelty=0.02))
    assert archive.tell(told("hearts", novelty=0.3)) == "new cell"
    better = figures_of("hearts", novelty=0.02, skill=2.0)
    assert not archive.would_enter(better)
    assert archive.would_enter(better.with_(novelty=0.3))
    assert not archive.would_enter(figures_of("hearts", novelty=0.3, skill=0.5))


def test_a_stepping_stone_gives_way_to_one_further_on_and_to_anything_new() -> None:
    archive = Archive(BALANCED, distance=distance)
    archive.tell(told("hearts", novelty=0.03))
    assert not archive.would_enter(figures_of("hearts", novelty=0.01, skill=2.0))
    assert archive.would_enter(figures_of("hearts", novelty=0.06, skill=0.5))
    assert archive.would_enter(figures_of("hearts", novelty=0.3, skill=0.1))


def test_a_new_game_is_close_to_one_of_another_kind_by_rules_or_by_play() -> None:
    archive = Archive(BALANCED, distance=distance)
    archive.tell(told("hearts", novelty=0.3))
    hearts, spades = library_genomes()["hearts"], library_genomes()["spades"]
    elsewhere = figures_of("hearts", novelty=0.3).with_(family="other", choices=30.0)
    assert cell_of(elsewhere) not in archive.cells
    assert archive.is_close(elsewhere, hearts)
    assert archive.is_close(figures_of("hearts", novelty=0.3).with_(family="other"), spades)  # it plays the same
    assert not archive.is_close(figures_of("spades", novelty=0.3).with_(family="other"), spades)
    assert not archive.is_close(elsewhere.with_(novelty=0.01), hearts)  # a stepping stone may be
    assert not archive.is_close(figures_of("hearts", novelty=0.3), hearts)  # who is of its kind is who it replaces


@given(st.integers(0, 2**32))
def test_elites_that_are_looked_at_again_may_take_each_others_cells(seed: int) -> None:
    rng, names = Random(seed), ("hearts", "spades", "kuhn", "rummy", "uno")
    archive = Archive(BALANCED, distance=lambda *_: 1.0)
    genomes = [library_genomes()[name] for name in names]

    def judged() -> Evaluation:
        figures = figures_of("hearts", novelty=rng.choice((0.02, 0.3)), skill=rng.random() * 2)
        return Evaluation(figures.with_(family=rng.choice(("one", "other")), play_novelty=rng.random()), 4)

    for genome in genomes:
        archive.tell(Elite(rules_digest(genome), genome, judged(), 0))
    for generation in range(1, 4):
        for elite in list(archive):
            stays = archive.look_again(elite, judged(), generation)
            assert stays == any(there.digest == elite.digest for there in archive)
        assert all(cell_of(elite.evaluation.figures) == cell for cell, elite in archive.cells.items())
