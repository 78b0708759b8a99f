"""Blueprints at the table."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from deckwright import load, simulate
from deckwright.agents import AgentContext, AgentError, parse_agent
from deckwright.engine import EngineError, State
from deckwright.measure import simulate_ring
from deckwright.solve.poker.training import Training
from deckwright.solve.poker.training_config import parse_config

KINDS = [
    (players, kind, street)
    for players in (2, 3)
    for kind, street in (("blueprint", "flop"), ("blueprint", "river"), ("blueprint+", "river"))
]


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
    game = load("holdem", players=2, stack=25)
    agent = f"blueprint:{bundles / '2'}"
    as_first = simulate(game, agents=(agent, "always-call"), games=3000, seed=4, threads=2).returns[0]
    as_second = simulate(game, agents=("always-call", agent), games=3000, seed=4, threads=2).returns[1]
    assert as_first.mean + as_second.mean > 0.5


def test_it_plays_and_is_the_same_for_the_same_seed(bundles: Path) -> None:
    game = load("holdem", players=2, stack=25)
    agents = (f"blueprint:{bundles / '2'}", "random")
    first = simulate(game, agents=agents, games=200, seed=3)
    second = simulate(game, agents=agents, games=200, seed=3, threads=2)
    assert first.wins == second.wins
    assert first.games_played == 200


def decisions(players: int, *, street: str, seeds: int) -> Iterator[State]:
    """Decisions on a street with as few players as there may be, reached by calling."""
    game = load("holdem", players=players, stack=25)
    for seed in range(seeds):
        state = game.deal(seed=seed)
        for _ in range(players - 2):
            state = state.apply("fold")
        while state.seat is not None and state.phase != street:
            state = state.apply(next(action for action in state.actions() if action.text in ("check", "call")))
        if seed % 2:
            state = state.apply(next(action for action in state.actions() if action.text.startswith("bet")))
        yield state


@pytest.mark.parametrize(("players", "kind", "street"), KINDS)
def test_what_it_does_hangs_on_its_own_cards_and_what_all_see(
    bundles: Path, players: int, kind: str, street: str
) -> None:
    agent = parse_agent(f"{kind}:{bundles / str(players)}{':10' if kind == 'blueprint+' else ''}")
    for state in decisions(players, street=street, seeds=3):
        seat = state.seat
        assert seat is not None
        worlds = [state, *(state.resample(seat, seed=world) for world in (100, 101))]
        choices = {str(agent.choose(world.information(seat), AgentContext(seat), seed=9)) for world in worlds}
        assert len(choices) == 1


def test_solving_the_river_is_another_play_and_the_same_for_the_same_seed(bundles: Path) -> None:
    game = load("holdem", players=2, stack=25)
    plain, solving = (f"{kind}:{bundles / '2'}" for kind in ("blueprint", "blueprint+"))

    def returns(agent: str) -> tuple[float, ...]:
        seated = (f"{agent}:10" if agent == solving else agent, "always-call")
        played = simulate_ring(game, agents=seated, deals=12, seed=3)
        return tuple(profit.value for profit in played.profits_bb)

    assert returns(solving) == returns(solving)
    assert returns(solving) != returns(plain)
    assert sum(returns(solving)) == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("setting", ["", ":5", ":0", ":1000000000", ":999999ms:turn", ":turn"])
def test_what_solving_cannot_be_told_is_refused(bundles: Path, setting: str) -> None:
    folder = "" if setting in ("", ":5", ":turn") else str(bundles / "2")
    with pytest.raises(AgentError) as refused:
        parse_agent(f"blueprint+:{folder}{setting}")
    assert refused.value.code == "agent.bad-setting"


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({}, "blueprint.other-stacks"),
        ({"stacks": "25,60"}, "blueprint.other-stacks"),
        ({"stack": 25, "ante": 1}, "blueprint.other-blinds"),
        ({"stack": 25, "big_blind": 3}, "blueprint.other-blinds"),
        ({"stack": 25, "hands": 5, "carry": True}, "blueprint.other-blinds"),
    ],
)
def test_stacks_and_blinds_that_it_was_not_made_for_are_refused(bundles: Path, options: Any, code: str) -> None:
    game = load("holdem", players=2, **options)
    with pytest.raises(AgentError) as refused:
        simulate(game, agents=(f"blueprint:{bundles / '2'}", "random"), games=2, seed=1)
    assert refused.value.code == code


def test_a_strategy_that_changed_under_an_agent_is_refused(bundles: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(bundles / "2", folder)
    agent = parse_agent(f"blueprint:{folder}")
    content = (folder / "strategy.bin").read_bytes()
    (folder / "strategy.bin").write_bytes(content[:-1] + bytes([content[-1] ^ 1]))
    game = load("holdem", players=2, stack=25)
    with pytest.raises(EngineError) as refused:
        simulate(game, agents=(agent, "random"), games=2, seed=1)
    assert refused.value.code == "blueprint.damaged"
    middle = len(content) // 2
    (folder / "strategy.bin").write_bytes(content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :])
    with pytest.raises(EngineError) as refused:
        simulate(game, agents=(f"blueprint:{folder}", "random"), games=2, seed=1)
    assert refused.value.code == "blueprint.damaged"


def test_another_game_or_another_number_of_players_is_refused(bundles: Path) -> None:
    for game, agent in [(load("holdem", players=3, stack=25), "2"), (load("kuhn"), "2")]:
        with pytest.raises(AgentError) as refused:
            simulate(game, agents=(f"blueprint:{bundles / agent}", "random"), games=2, seed=1)
        assert refused.value.code == "blueprint.other-game"
    for text, code in [("blueprint", "agent.bad-setting"), ("blueprint:/nowhere", "file.cannot-read")]:
        with pytest.raises(AgentError) as refused:
            parse_agent(text)
        assert refused.value.code == code
