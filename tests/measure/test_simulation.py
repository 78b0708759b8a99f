"""Playing many games and counting."""

import json
from typing import Any

import pytest

from deckwright.agents import AgentContext, KernelAgent
from deckwright.engine import Game, Information, Transition, load
from deckwright.games import library
from deckwright.genome.errors import GenomeError
from deckwright.measure import AggregatedStats, MeasureError, simulate, simulate_game


class Last:
    """An agent written in Python: takes the last transition."""

    name = "last"

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Transition:  # noqa: ARG002
        return information.transitions[-1]


class Asker:
    """A kernel agent behind a Python face."""

    name = "asker"

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Any:  # noqa: ARG002
        return information.consult("random", seed=seed)


@pytest.fixture(params=sorted(library()))
def any_game(request: pytest.FixtureRequest) -> Game:
    entry = library()[request.param]
    options = {"hands": 1} if any(option.name == "hands" for option in entry.options) else {}
    return load(entry.id, **options)


@pytest.fixture(scope="module")
def team_hearts() -> Game:
    return load(load("hearts", hands=1).genome.copy_with(team_mode=True, teams=((0, 2), (1, 3))))


def test_every_game_is_won_drawn_or_lost(any_game: Game) -> None:
    stats = simulate(any_game, games=300, seed=1)
    assert stats.games_played == 300
    assert sum(stats.wins) + sum(stats.team_wins) + stats.draws + stats.losses == 300
    assert stats.cut_off == 0
    assert sum(one.games for one in stats.lengths) == 300
    assert sum(stats.decisions_by_seat) == stats.decisions >= stats.hands
    assert stats.choices <= stats.decisions
    assert stats.branching >= 1
    assert len(stats.wins) == len(stats.scores) == len(stats.returns) == any_game.seats


def test_the_number_of_threads_does_not_matter(any_game: Game) -> None:
    results = [simulate(any_game, games=600, seed=2, threads=threads) for threads in (1, 2, 8)]
    assert results[0] == results[1] == results[2]
    texts = {json.dumps({**result.to_dict(), "seconds": 0}) for result in results}
    assert len(texts) == 1


def test_choices_errors_and_branching_are_those_of_the_games() -> None:
    """At Kuhn poker one always has two choices, and returns are the score; at Old Maid there is never a choice."""
    kuhn = simulate("kuhn", games=300, seed=1)
    assert (kuhn.choices, kuhn.branching) == (kuhn.decisions, 2)
    assert kuhn.scores == kuhn.returns
    assert all(mean.error > 0 for mean in kuhn.scores)
    old_maid = simulate("old-maid", games=20, seed=1)
    assert (old_maid.choices, old_maid.branching) == (0, 1)


def test_the_seed_matters() -> None:
    assert simulate("kuhn", games=500, seed=1) == simulate("kuhn", games=500, seed=1)
    assert simulate("kuhn", games=500, seed=1) != simulate("kuhn", games=500, seed=2)


def test_seats_are_given_to_agents_in_turn() -> None:
    assert simulate("hearts", agents=("flat:1", "random"), games=1).agents == ("flat:1", "random", "flat:1", "random")


def test_in_team_mode_teams_win_and_seats_do_not(team_hearts: Game) -> None:
    stats = simulate(team_hearts, games=400, seed=3)
    assert stats.wins == (0, 0, 0, 0)
    assert sum(stats.team_wins) + stats.draws == 400
    first, second = stats.team_wins
    assert abs(first - second) < 80  # neither side has an advantage: four standard deviations; some games are level


def test_without_teams_there_are_no_team_wins() -> None:
    assert simulate("kuhn", games=10).team_wins == ()


def test_simulate_game_is_the_same_under_the_seeds_name() -> None:
    genome = load("hearts").genome
    result = simulate_game(genome, num_games=100)
    assert result == simulate(genome, games=100)
    assert result.games_played == 100
    assert result.avg_winner_score > 0


def test_flat_beats_random_at_leduc() -> None:
    stats = simulate("leduc", agents=("flat:50", "random"), games=1000, seed=4)
    assert stats.returns[0].mean > 4 * stats.returns[0].error > 0


# Agents written in Python


@pytest.mark.parametrize("id", ["kuhn", "crazy-eights", "blackjack"])
def test_an_agent_in_python_plays_the_same_deals(id: str) -> None:  # noqa: A002
    game = load(id, hands=1)
    stats = simulate(game, agents=(Last(),), games=20, seed=5)
    assert stats.games_played == 20
    assert stats.agents == ("last",) * game.seats
    assert sum(stats.wins) + stats.draws + stats.losses == 20
    assert stats == simulate(game, agents=(Last(),), games=20, seed=5)


def test_what_is_counted_in_python_is_what_the_kernel_counts() -> None:
    """In War nobody has a choice, so both ways must agree in everything but the agents' names."""
    stepped, batch = (simulate("war", agents=(agent,), games=5, seed=6).to_dict() for agent in (Last(), "random"))
    for result in (stepped, batch):
        del result["agents"], result["seconds"]
    assert stepped == batch


def test_python_and_kernel_agents_sit_at_one_table() -> None:
    stats = simulate("kuhn", agents=(Asker(), KernelAgent("random")), games=400, seed=7)
    reference = simulate("kuhn", games=4000, seed=8)
    assert stats.agents == ("asker", "random")
    assert abs(stats.returns[0].mean - reference.returns[0].mean) < 5 * stats.returns[0].error


# Progress and refusals


@pytest.mark.parametrize("agent", ["random", Last()])
def test_progress_is_told_and_can_stop(agent: Any) -> None:
    told: list[int] = []

    def stop(done: int) -> bool:
        told.append(done)
        return False

    stats = simulate("kuhn", agents=(agent,), games=5000, threads=1, progress=stop)
    assert told == [stats.games_played]
    assert 0 < stats.games_played < 5000


def test_progress_goes_to_the_end() -> None:
    told: list[int] = []
    simulate("kuhn", games=5000, progress=told.append)
    assert told[-1] == 5000
    assert told == sorted(set(told))


def test_what_progress_raises_is_raised() -> None:
    def interrupt(done: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        simulate("kuhn", games=5000, progress=interrupt)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"games": 0}, "games: found 0, expected a whole number from 1"),
        ({"games": 2.5}, r"games: found 2\.5"),
        ({"games": True}, "games: found True"),
        ({"threads": 0}, "threads: found 0, expected a whole number from 1 to 1,024"),
    ],
)
def test_wrong_numbers_are_refused(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(MeasureError, match=message):
        simulate("kuhn", **settings)


def test_an_invalid_genome_never_reaches_the_kernel() -> None:
    genome = load("kuhn").genome
    with pytest.raises(GenomeError):
        simulate_game(genome.copy_with(player_count=99), num_games=10)


def test_statistics_round_trip_as_plain_data(any_game: Game) -> None:
    stats = simulate(any_game, games=20)
    again = AggregatedStats.from_dict(json.loads(json.dumps(stats.to_dict())))
    assert again == stats
    assert again.seconds == stats.seconds
