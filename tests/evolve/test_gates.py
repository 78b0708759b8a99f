"""Calibration: classics with choices pass the gates of `balanced`, degenerate and spoilt games do not."""

from __future__ import annotations

import pytest
from tests.evolve.degenerate import DEGENERATE, SPOILT
from tests.evolve.held_out import FAULTY as FIRST_FAULTY
from tests.evolve.held_out import KNOWN as FIRST_KNOWN
from tests.evolve.held_out_later import FAULTY_LATER, KNOWN_LATER

from deckwright.evolve.archive import cell_of
from deckwright.evolve.evaluation import CHEAP, FULL, Evaluation, evaluate
from deckwright.evolve.gates import GATES, closed_gate
from deckwright.evolve.library import OPEN, library_genomes
from deckwright.evolve.styles import load_style
from deckwright.evolve.tiers import DEFAULT_BUDGET, by_progress
from deckwright.games import catalogue
from deckwright.genome.validate import genome_issues

SEEDS = range(3)
BALANCED = load_style("balanced")
KNOWN = {**FIRST_KNOWN, **KNOWN_LATER}
FAULTY = {**FIRST_FAULTY, **FAULTY_LATER}
BAD = {**DEGENERATE, **SPOILT, **FAULTY}


def check_classic(name: str, seed: int, *, tier: int = FULL) -> None:
    """A classic passes every gate, unless nobody ever has a choice in it."""
    genome = KNOWN[name]() if name in KNOWN else library_genomes()[name]
    found = evaluate(genome, BALANCED, seed, tier=tier)
    if found.is_chance:
        assert found.stopped is not None
        assert found.stopped.gate == "choices"
    else:
        assert found.passed, found.stopped


def check_degenerate(name: str, seed: int) -> None:
    """A degenerate game is stopped by some gate."""
    found = evaluate(BAD[name](), BALANCED, seed, tier=FULL)
    assert found.stopped is not None, found.figures


def gate_cases(seeds: int) -> list[tuple[str, int]]:
    """Every game that gates are calibrated or tried by, with every seed."""
    return [(name, seed) for seed in range(seeds) for name in (*catalogue(), *KNOWN, *BAD)]


def check_gates(name: str, seed: int) -> None:
    """One of these cases."""
    if name in BAD:
        check_degenerate(name, seed)
    else:
        check_classic(name, seed)


@pytest.mark.parametrize("name", catalogue())
def test_a_classic_with_choices_passes_and_one_without_is_labelled_a_game_of_chance(name: str) -> None:
    alone = library_genomes()[name].player_count == 1  # Klondike takes as long as all the others together
    for seed in SEEDS[:1] if alone else SEEDS:
        check_classic(name, seed, tier=FULL if seed == 0 else CHEAP)  # all of it on 20 seeds: make prove ARGS="gates"


def test_a_patience_that_chance_never_wins_is_measured_by_how_far_one_comes() -> None:
    klondike = library_genomes()["solitaire"]
    further = by_progress(klondike)
    assert further is not None
    assert further.utility == "size(foundations)"
    assert evaluate(klondike, BALANCED, 0, tier=1).figures.by_progress
    assert not evaluate(KNOWN["golf-solitaire"](), BALANCED, 0, tier=1).figures.by_progress  # it is played for points
    assert by_progress(library_genomes()["hearts"]) is None


def test_war_and_old_maid_are_the_games_of_chance() -> None:
    found = {name for name, genome in library_genomes().items() if evaluate(genome, BALANCED, 0, tier=1).is_chance}
    assert found == {"war", "old-maid"}


@pytest.mark.parametrize("name", KNOWN)
def test_a_known_game_that_no_limit_was_set_by_passes(name: str) -> None:
    assert list(genome_issues(KNOWN[name]())) == []
    check_classic(name, 0)


@pytest.mark.parametrize("name", FAULTY)
def test_a_degenerate_game_that_was_written_later_is_stopped(name: str) -> None:
    assert list(genome_issues(FAULTY[name]())) == []
    check_degenerate(name, 0)


@pytest.mark.parametrize("name", [*DEGENERATE, *SPOILT])
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


def test_a_rulebook_is_written_and_judged_only_of_a_game_that_passes_the_rest() -> None:
    brief = BALANCED.model_copy(update={"limits": BALANCED.limits.model_copy(update={"most_rulebook_words": 50})})
    found = evaluate(library_genomes()["knock-out-whist"], brief, 1)
    assert found.stopped is not None
    assert found.stopped.gate == "rulebook"
    assert found.figures.rulebook_words > 50
    assert evaluate(BAD["fate-decides"](), brief, 1).figures.rulebook_words == 0


def test_players_are_not_compared_in_a_game_that_is_too_long() -> None:
    found = evaluate(BAD["marathon"](), BALANCED, 1)
    assert found.stopped is not None
    assert found.stopped.gate == "length"
    assert found.figures.difference is None


def test_a_first_look_is_less_play_and_decides_skill_by_as_much() -> None:
    first = DEFAULT_BUDGET.at_first
    assert first.looking < DEFAULT_BUDGET.looking
    assert first.matches < DEFAULT_BUDGET.matches
    assert (first.learning, first.comparing) == (DEFAULT_BUDGET.learning, DEFAULT_BUDGET.comparing)


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
