"""Agents that fail lose their seat, are named, and never stop the run."""

import threading
import time
from typing import Any

import pytest

from deckwright.agents import AgentContext
from deckwright.engine import Game, GameResult, Information, load
from deckwright.measure import MeasureError, simulate
from deckwright.measure.stepped import MOST_TIMEOUTS, without_forfeits


class Good:
    """Takes the first transition."""

    name = "good"

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Any:  # noqa: ARG002
        return information.transitions[0]


class Raises(Good):
    """Fails at once, even with what ends a program."""

    name = "raises"

    def __init__(self, error: BaseException) -> None:
        self.error = error

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Any:  # noqa: ARG002
        raise self.error


class Answers(Good):
    """Answers something else than a legal action."""

    name = "answers"

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Any:  # noqa: ARG002
        return self.answer


class Forever(Good):
    """Never answers."""

    name = "forever"

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Any:  # noqa: ARG002
        while True:
            time.sleep(0.001)


@pytest.fixture(scope="module")
def kuhn() -> Game:
    return load("kuhn", hands=1)


@pytest.mark.parametrize("error", [ValueError("no idea"), SystemExit(3), RecursionError(), StopIteration()])
def test_an_agent_that_raises_loses_and_is_named(kuhn: Game, error: BaseException) -> None:
    stats = simulate(kuhn, agents=(Raises(error), "random"), games=30, seed=1)
    assert (stats.games_played, stats.wins) == (30, (0, 30))
    (forfeit,) = stats.forfeits
    assert (forfeit.agent, forfeit.seat, forfeit.games, forfeit.code) == ("raises", 0, 30, "agent.raised")
    assert type(error).__name__ in forfeit.message
    assert sum(mean.mean for mean in stats.returns) == pytest.approx(0)
    assert stats.returns[0].mean < 0


@pytest.mark.parametrize("answer", [None, "fold", 7, ("x",) * 1000])
def test_an_illegal_answer_loses_and_is_quoted_in_short(kuhn: Game, answer: Any) -> None:
    (forfeit,) = simulate(kuhn, agents=(Good(), Answers(answer)), games=5, seed=1).forfeits
    assert (forfeit.agent, forfeit.seat, forfeit.games, forfeit.code) == ("answers", 1, 5, "agent.illegal")
    assert len(forfeit.message) < 300


def test_an_action_of_another_moment_is_illegal(kuhn: Game) -> None:
    hearts = load("hearts", hands=1)
    action = hearts.deal(seed=1).actions()[0]
    (forfeit,) = simulate(kuhn, agents=(Answers(action), "random"), games=2, seed=1).forfeits
    assert forfeit.code in ("agent.illegal", "agent.raised")


def test_an_agent_that_never_answers_is_left_and_after_some_games_not_asked(kuhn: Game) -> None:
    before = threading.active_count()
    started = time.monotonic()
    stats = simulate(kuhn, agents=(Forever(), "random"), games=20, seed=1, time_limit_s=0.05)
    assert time.monotonic() - started < 10
    (forfeit,) = stats.forfeits
    assert (stats.wins, forfeit.games, forfeit.code) == ((0, 20), 20, "agent.timeout")
    assert MOST_TIMEOUTS < 20
    for _ in range(200):  # its threads end by themselves
        if threading.active_count() <= before:
            break
        time.sleep(0.02)
    assert threading.active_count() <= before


def test_a_bad_agent_costs_its_partner_the_game_and_nobody_else() -> None:
    game = load("partnership-spades", hands=1)
    stats = simulate(game, agents=("random", Raises(KeyError("x")), "random", "random"), games=6, seed=1)
    assert stats.team_wins == (6, 0)


def test_good_agents_forfeit_nothing(kuhn: Game) -> None:
    assert simulate(kuhn, agents=(Good(), "random"), games=10, seed=1).forfeits == ()


def test_who_gives_up_is_last_and_others_move_up() -> None:
    game = load("hearts", hands=1)
    won = GameResult(winner=2, winners=(2,), scores=(0, 5, 9, 3), returns=(-1.0, 0.5, 2.0, -1.5))
    found = without_forfeits(game, won, {2})
    assert (found.winner, found.returns) == (3, (-1.0, 0.5, -1.5, 2.0))
    assert without_forfeits(game, won, {0}).winner == 2
    assert without_forfeits(game, won, set()) is won
    assert without_forfeits(game, won, {0, 1, 2, 3}).is_draw


@pytest.mark.parametrize("limit", [0, -1.0, float("nan")])
def test_a_limit_that_is_none_is_refused(kuhn: Game, limit: float) -> None:
    with pytest.raises(MeasureError) as error:
        simulate(kuhn, agents=(Good(),), games=1, time_limit_s=limit)
    assert error.value.code == "simulate.bad-time_limit_s"
