"""The kernel's agents: the same on any number of threads, blind to what is hidden, and better than chance."""

from __future__ import annotations

import pytest
from tests.conformance.walks import Variant, sample

from deckwright.engine import Game, load
from deckwright.measure import simulate, wilson_share


def test_statistics_are_byte_identical_on_one_two_and_eight_threads(variant: Variant) -> None:
    game = variant.load()
    results = [simulate(game, games=64, seed=5, threads=threads).to_dict() for threads in (1, 2, 8)]
    for result in results:
        result.pop("seconds")
    assert repr(results[0]) == repr(results[1]) == repr(results[2])
    other = simulate(game, games=64, seed=6, threads=1).to_dict()
    other.pop("seconds")
    assert repr(other) != repr(results[0]), "another seed, other games"


def test_searching_agents_too_are_the_same_on_any_number_of_threads(variant: Variant) -> None:
    game = variant.load()
    results = [
        simulate(game, agents=("flat:2", "random")[: game.seats], games=4, seed=2, threads=threads)
        for threads in (1, 2, 8)
    ]
    assert results[0] == results[1] == results[2]


def test_flat_chooses_alike_in_worlds_that_look_the_same_to_its_seat(variant: Variant) -> None:
    for state in sample(variant, 8):
        if state.seat is None:
            continue
        choice = state.consult("flat:12", seed=9)
        assert choice in state.actions()
        for seed in range(3):
            assert state.resample(state.seat, seed=seed).consult("flat:12", seed=9) == choice


def test_random_chooses_among_the_legal_actions(variant: Variant) -> None:
    for state in sample(variant, 8):
        if state.seat is not None:
            chosen = {state.consult("random", seed=seed).text for seed in range(20)}
            assert chosen <= {action.text for action in state.actions()}
            assert len(chosen) > 1 or len(state.actions()) == 1 or len(chosen) == len(state.actions())


@pytest.mark.parametrize(
    ("game", "playouts", "games"),
    [
        (load("hearts", hands=1), 20, 40),
        (load("crazy-eights", hands=1), 20, 40),
        (load("go-fish"), 20, 40),
        (load("cheat", players=3), 10, 20),
    ],
    ids=lambda value: value.id if isinstance(value, Game) else str(value),
)
def test_flat_beats_random(game: Game, playouts: int, games: int) -> None:
    """In each seat in turn against random players in the others; by chance it would win its share of the games."""
    wins = played = 0
    for seat in range(game.seats):
        agents = [f"flat:{playouts}" if other == seat else "random" for other in range(game.seats)]
        result = simulate(game, agents=agents, games=games, seed=seat)
        wins += result.wins[seat]
        played += result.games_played
    assert wilson_share(wins, played, z=3.3).low > 1 / game.seats, f"{wins} of {played}"
