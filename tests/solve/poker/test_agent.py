"""Blueprints at the table."""

from pathlib import Path

import pytest

from deckwright import load, simulate
from deckwright.agents import AgentError, parse_agent
from deckwright.solve.poker.training import Training
from deckwright.solve.poker.training_config import parse_config


@pytest.fixture(scope="module")
def bundles(tmp_path_factory) -> Path:
    folder = tmp_path_factory.mktemp("bundles")
    for players in (2, 3):
        config = parse_config(
            {
                "game": {"num_players": players, "stack_depth": 25, "bet_sizes": [1.0], "max_raises_per_street": 2},
                "training": {"iterations": 300, "mccfr_samples": 100},
            }
        )
        Training(config, folder / str(players), threads=2).run(match_deals=0)
    return Path(folder)


def test_it_takes_chips_from_players_who_always_call(bundles: Path) -> None:
    game = load("holdem", players=2)
    agent = f"blueprint:{bundles / '2'}"
    as_first = simulate(game, agents=(agent, "always-call"), games=3000, seed=4, threads=2).returns[0]
    as_second = simulate(game, agents=("always-call", agent), games=3000, seed=4, threads=2).returns[1]
    assert as_first.mean + as_second.mean > 0.5


def test_it_plays_and_is_the_same_for_the_same_seed(bundles: Path) -> None:
    game = load("holdem", players=2)
    agents = (f"blueprint:{bundles / '2'}", "random")
    first = simulate(game, agents=agents, games=200, seed=3)
    second = simulate(game, agents=agents, games=200, seed=3, threads=2)
    assert first.wins == second.wins
    assert first.games_played == 200


def test_what_it_does_hangs_on_its_own_cards_and_what_all_see(bundles: Path) -> None:
    from deckwright.agents import AgentContext

    agent = parse_agent(f"blueprint:{bundles / '3'}")
    game = load("holdem", players=3)
    for seed in range(20):
        state = game.deal(seed=seed)
        seat = state.seat
        assert seat is not None
        other = state.resample(seat, seed=seed + 100)
        choices = {
            one.label if hasattr(one, "label") else str(one)
            for position in (state, other)
            for one in [agent.choose(position.information(seat), AgentContext(seat), seed=9)]
        }
        assert len(choices) == 1


def test_another_game_or_another_number_of_players_is_refused(bundles: Path) -> None:
    for game, agent in [(load("holdem", players=3), "2"), (load("kuhn"), "2")]:
        with pytest.raises(AgentError) as refused:
            simulate(game, agents=(f"blueprint:{bundles / agent}", "random"), games=2, seed=1)
        assert refused.value.code == "blueprint.other-game"
    for text, code in [("blueprint", "agent.bad-setting"), ("blueprint:/nowhere", "file.cannot-read")]:
        with pytest.raises(AgentError) as refused:
            parse_agent(text)
        assert refused.value.code == code
