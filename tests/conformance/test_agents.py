"""The kernel's agents: the same on any number of threads, blind to what is hidden, and better than chance."""

from __future__ import annotations

import pytest
from tests.conformance.walks import Variant, sample, walk

from deckwright.engine.loading import load_with_texts
from deckwright.measure import simulate, wilson_share

SURE = 2.58
"""Quantile of the normal distribution: 99 %."""

MORE_THAN_A_PIECE = 5
"""Games of agents that think are given to threads four at a time."""


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
    game = Variant(variant.game, tuple((name, 1) for name, _ in variant.options)).load()
    agents = (["flat:1", "ismcts:2"] + ["random"] * game.seats)[: game.seats]
    one, many = (simulate(game, agents=agents, games=MORE_THAN_A_PIECE, seed=2, threads=threads) for threads in (1, 8))
    assert one == many


def test_agents_choose_alike_in_worlds_that_look_the_same_to_their_seat(variant: Variant) -> None:
    for state in sample(variant, 8):
        if state.seat is None:
            continue
        for agent in ("flat:12", "greedy", "ismcts:12"):
            choice = state.consult(agent, seed=9)
            assert choice in state.actions()
            for seed in range(3):
                assert state.resample(state.seat, seed=seed).consult(agent, seed=9) == choice, agent


def test_explanations_are_alike_in_worlds_that_look_the_same_to_their_seat(variant: Variant) -> None:
    for state in sample(variant, 4):
        if state.seat is None:
            continue
        found = state.explain("ismcts:16", seed=9)
        assert found.best.action == state.consult("ismcts:16", seed=9)
        for seed in range(2):
            assert state.resample(state.seat, seed=seed).explain("ismcts:16", seed=9) == found


def test_flat_counts_what_its_partners_return_as_its_own(variant: Variant) -> None:
    """Of the last decision nothing is uncertain: it is worth what it then returns to the side."""
    *_, state, last = walk(variant)
    game = variant.load()
    assert state.seat is not None
    assert last.returns is not None
    if game.teams and game.genome.utility == "score" and len(state.actions()) == 1:
        team = game.teams[game.player_to_team[state.seat]]
        assert list(state.appraise(6, seed=1).values()) == [sum(last.returns[seat] for seat in team)]


def test_random_chooses_among_the_legal_actions(variant: Variant) -> None:
    for state in sample(variant, 8):
        if state.seat is not None:
            chosen = {state.consult("random", seed=seed).text for seed in range(20)}
            assert chosen <= {action.text for action in state.actions()}
            assert len(chosen) > 1 or len(state.actions()) == 1 or len(chosen) == len(state.actions())


@pytest.mark.parametrize(
    ("game", "playouts", "games"),
    [
        ("hearts hands=1", 80, 60),
        ("crazy-eights hands=1", 40, 50),
        ("go-fish", 10, 15),
        ("cheat players=3", 3, 5),
    ],
)
def test_flat_beats_random(game: str, playouts: int, games: int) -> None:
    """In each seat in turn against random players in the others; by chance it would win its share of the games."""
    name, *options = game.split()
    table = load_with_texts(name, dict(option.split("=") for option in options))
    wins = played = 0
    for seat in range(table.seats):
        agents = [f"flat:{playouts}" if other == seat else "random" for other in range(table.seats)]
        result = simulate(table, agents=agents, games=games, seed=seat)
        wins += result.wins[seat]
        played += result.games_played
    assert wilson_share(wins, played, z=SURE).low > 1 / table.seats, f"{wins} of {played}"
