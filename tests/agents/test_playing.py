"""Agents at a table."""

from dataclasses import dataclass, field

import pytest

from deckwright.agents import Agent, AgentContext, KernelAgent, choose, context_of, parse_agent, play
from deckwright.engine import Action, Game, IllegalAction, Information, Transition, load


@dataclass
class Recorder:
    """Takes the last transition, and remembers what it was given."""

    name: str = "recorder"
    seen: list[tuple[Information, AgentContext, int]] = field(default_factory=list)

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Transition:
        self.seen.append((information, context, seed))
        return information.transitions[-1]


class Cheater:
    """Plays what is not on offer."""

    name = "cheater"

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action:  # noqa: ARG002
        return Action("win", 0, 0)


@pytest.fixture(scope="module")
def hearts() -> Game:
    return load("hearts", hands=1)


@pytest.fixture(scope="module")
def team_hearts(hearts: Game) -> Game:
    return load(hearts.genome.copy_with(team_mode=True, teams=((0, 2), (1, 3))))


def test_an_agent_is_told_its_team_and_its_partners_seats(hearts: Game, team_hearts: Game) -> None:
    assert context_of(hearts, 1) == AgentContext(seat=1, team=-1, partners=())
    assert context_of(team_hearts, 1) == AgentContext(seat=1, team=1, partners=(3,))


def test_an_agent_gets_the_information_of_its_own_seat(hearts: Game) -> None:
    recorder = Recorder()
    state = hearts.deal(seed=1)
    assert isinstance(recorder, Agent)
    action = choose(recorder, state, seed=5)
    assert action == state.actions()[-1]
    [(information, context, _)] = recorder.seen
    assert information.view == state.view(0)
    assert context.seat == information.seat == 0


def test_the_same_seed_makes_the_same_choice_and_another_may_not(hearts: Game) -> None:
    state = hearts.deal(seed=1)
    agent = KernelAgent("random")
    assert choose(agent, state, seed=1) == choose(agent, state, seed=1)
    assert len({choose(agent, state, seed=seed) for seed in range(50)}) > 5


def test_a_flat_agent_chooses_the_same_in_worlds_it_cannot_tell_apart(hearts: Game) -> None:
    agent = parse_agent("flat:10")
    state = hearts.deal(seed=2)
    for seed in range(5):
        assert choose(agent, state, seed=seed) == choose(agent, state.resample(0, seed=seed), seed=seed)


def test_agents_play_a_game_to_its_end(hearts: Game) -> None:
    recorder = Recorder()
    *_, last = play(hearts.deal(seed=1), [recorder, *[KernelAgent("random")] * 3], seed=1)
    assert last.is_over
    assert {context.seat for _, context, _ in recorder.seen} == {0}
    assert len({seed for _, _, seed in recorder.seen}) == len(recorder.seen)
    again = [state.history for state in play(hearts.deal(seed=1), [Recorder(), *[KernelAgent("random")] * 3], seed=1)]
    assert again[-1] == last.history


def test_an_agent_cannot_play_what_is_not_legal(hearts: Game) -> None:
    with pytest.raises(IllegalAction, match="'win' is not legal for seat 0"):
        next(play(hearts.deal(seed=1), [Cheater()] * 4, seed=1))


def test_nobody_chooses_when_the_game_is_over() -> None:
    *_, last = play(load("kuhn").deal(seed=1), [KernelAgent("random")] * 2, seed=1)
    with pytest.raises(ValueError, match="over"):
        choose(KernelAgent("random"), last, seed=1)
