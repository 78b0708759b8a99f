"""Positions to look at, of every game there is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from deckwright.engine import Game, State, load
from deckwright.games import catalogue, library


@pytest.fixture(params=sorted(library()))
def any_game(request: pytest.FixtureRequest) -> Game:
    """Each game of the library, one hand of it where that can be asked."""
    entry = library()[request.param]
    options = {"hands": 1} if any(option.name == "hands" for option in entry.options) else {}
    return load(entry.id, **options)


@pytest.fixture(params=sorted(catalogue()))
def any_genome_game(request: pytest.FixtureRequest) -> Game:
    """Each that is a genome, as it is."""
    return load(request.param)


@pytest.fixture(scope="session")
def kuhn() -> Game:
    """Two seats, three cards: small enough to know everything about it."""
    return load("kuhn")


@pytest.fixture(scope="session")
def hearts() -> Game:
    """One hand of a game with a secret choice, tricks and thirteen cards each."""
    return load("hearts", hands=1)


@pytest.fixture(scope="session")
def team_hearts() -> Game:
    """Hearts in which partners across the table lose together."""
    genome = load("hearts", hands=1).genome
    return load(genome.copy_with(genome_id="team-hearts", team_mode=True, teams=((0, 2), (1, 3))))


def walk(game: Game, *, seed: int, most: int = 400) -> Iterator[State]:
    """The states of a game played at random."""
    random = Random(seed)
    state = game.deal(seed=seed)
    yield state
    for _ in range(most):
        if state.seat is None:
            return
        state = state.apply(random.choice(state.actions()))
        yield state


def play_out(game: Game, *, seed: int) -> State:
    """A finished game."""
    *_, last = walk(game, seed=seed, most=1_000_000)
    return last
