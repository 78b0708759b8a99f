"""Calibration: classics with choices pass the gates of `balanced`, degenerate and spoilt games do not."""

from __future__ import annotations

import pytest
from tests.evolve.degenerate import DEGENERATE, SPOILT

from deckwright.evolve.archive import cell_of
from deckwright.evolve.evaluation import CHEAP, FULL, Evaluation, evaluate
from deckwright.evolve.gates import GATES, closed_gate
from deckwright.evolve.library import OPEN, library_genomes
from deckwright.evolve.styles import load_style
from deckwright.games import catalogue
from deckwright.genome.validate import genome_issues
from deckwright.measure import Estimate

SEEDS = range(3)
BALANCED = load_style("balanced")
BAD = {**DEGENERATE, **SPOILT}


def check_classic(name: str, seed: int, *, tier: int = FULL) -> None:
    """A classic passes every gate, unless nobody ever has a choice in it."""
    found = evaluate(library_genomes()[name], BALANCED, seed, tier=tier)
    if found.is_chance:
        assert found.stopped is not None
        assert found.stopped.gate == "choices"
    elif found.figures.seats == 1 and found.stopped is not None:
        # Klondike: neither chance nor a policy ever wins it, so that nothing can be said of how it is played.
        assert found.stopped.gate == "skill"
        assert found.figures.difference == Estimate(0.0, 0.0, 0.0)
    else:
        assert found.passed, found.stopped


def check_degenerate(name: str, seed: int) -> None:
    """A degenerate game is stopped by some gate."""
    found = evaluate(BAD[name](), BALANCED, seed, tier=FULL)
    assert found.stopped is not None, found.figures


def gate_cases(seeds: int) -> list[tuple[str, int]]:
    """Every game that gates are calibrated by, with every seed."""
    return [(name, seed) for seed in range(seeds) for name in (*catalogue(), *BAD)]


def check_gates(name: str, seed: int) -> None:
    """One of these cases."""
    if name in BAD:
        check_degenerate(name, seed)
    else:
        check_classic(name, seed)


@pytest.mark.parametrize("name", catalogue())
def test_a_classic_with_choices_passes_and_one_without_is_labelled_a_game_of_chance(name: str) -> None:
    for seed in SEEDS:
        check_classic(name, seed, tier=FULL if seed == 0 else CHEAP)  # all of it on 20 seeds: make prove ARGS="gates"


def test_war_and_old_maid_are_the_games_of_chance() -> None:
    found = {name for name, genome in library_genomes().items() if evaluate(genome, BALANCED, 0, tier=1).is_chance}
    assert found == {"war", "old-maid"}


@pytest.mark.parametrize("name", BAD)
def test_a_degenerate_or_spoilt_game_is_valid_and_is_stopped(name: str) -> None:
    genome = BAD[name]()
    assert list(genome_issues(genome)) == []
    for seed in SEEDS:
        check_degenerate(name, seed)


def test_there_are_enough_degenerate_games() -> None:
    assert len(BAD) >= 22


def _measured(name: str) -> Evaluation:
    """Everything that is measured of a game, whatever stops it."""
    return evaluate(BAD[name](), OPEN, 1, tier=FULL)


@pytest.mark.parametrize(
    ("name", "gate"),
    [
        ("turning-up", "choices"),
        ("fate-decides", "skill"),
        ("last-word", "bias"),
        ("marathon", "length"),
        ("treadmill", "endless"),
        ("chatter", "consequence"),
        ("own-garden", "reach"),
        ("win-button", "dominant-move"),
        ("two-cards-or-one", "dominant-move"),
        ("kingmaker", "kingmaking"),
        ("hearts-with-dead-rules", "dead-rules"),
    ],
)
def test_each_gate_closes_on_the_fault_that_it_is_for(name: str, gate: str) -> None:
    figures = _measured(name).figures
    [asked] = [one for one in GATES if one.name == gate]
    assert asked.ask(figures, BALANCED)


def test_a_gate_stays_open_where_an_interval_does_not_decide() -> None:
    figures = evaluate(library_genomes()["hearts"], BALANCED, 1).figures
    assert figures.bias is not None
    wide = figures.with_(bias=type(figures.bias)(0.9, 0.1, 1.7))
    assert closed_gate(wide, BALANCED, 3) is None
    narrow = figures.with_(bias=type(figures.bias)(0.9, 0.8, 1.0))
    assert (stopped := closed_gate(narrow, BALANCED, 3)) is not None
    assert stopped.gate == "bias"


def test_an_evaluation_is_the_same_wherever_it_is_made_and_reads_back() -> None:
    genome = library_genomes()["knock-out-whist"]
    found = evaluate(genome, BALANCED, 7)
    assert evaluate(genome, BALANCED, 7) == found
    assert Evaluation.from_dict(found.to_dict()) == found
    assert evaluate(genome, BALANCED, 8).figures != found.figures
    assert cell_of(found.figures).family == "trick-taking"


def test_a_team_game_is_judged_by_its_teams() -> None:
    found = evaluate(library_genomes()["partnership-spades"], BALANCED, 1)
    assert (found.figures.seats, found.figures.sides) == (4, 2)
    assert cell_of(found.figures).table == "4 in 2 teams"
    assert found.figures.skill is not None
    assert found.figures.skill.low > 0
