"""The agents there are."""

from typing import Any

import pytest

from deckwright.agents import AGENT_KINDS, Agent, AgentError, KernelAgent, parse_agent, parse_agents, seat_agents


@pytest.mark.parametrize(
    ("text", "name"), [("random", "random"), (" Random ", "random"), ("flat:20", "flat:20"), ("flat:007", "flat:7")]
)
def test_a_text_means_an_agent(text: str, name: str) -> None:
    assert parse_agent(text) == KernelAgent(name)


def test_every_kind_says_what_it_does() -> None:
    assert all(kind.text and kind.form.startswith(kind.name) for kind in AGENT_KINDS)


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (
            "randm",
            "agent.unknown",
            r"there is no agent 'randm': there is random, greedy, flat:N, ismcts:N, .*; did you mean 'random'\?",
        ),
        ("", "agent.unknown", "there is no agent ''"),
        ("random:3", "agent.bad-setting", "expected random alone"),
        ("flat", "agent.bad-setting", "found 'flat', expected flat:N with N playouts, 1 to 1,000,000"),
        ("flat:0", "agent.bad-setting", "1 to 1,000,000"),
        ("flat:-5", "agent.bad-setting", "1 to 1,000,000"),
        ("flat:1e3", "agent.bad-setting", "1 to 1,000,000"),
        ("flat:²", "agent.bad-setting", "1 to 1,000,000"),
        ("flat:99999999999999999999", "agent.bad-setting", "1 to 1,000,000"),
    ],
)
def test_a_wrong_text_says_what_is_expected(text: str, code: str, message: str) -> None:
    with pytest.raises(AgentError, match=message) as caught:
        parse_agent(text)
    assert caught.value.code == code


@pytest.mark.parametrize("agent", [3, None, object()])
def test_what_is_no_agent_is_refused(agent: Any) -> None:
    with pytest.raises(AgentError, match="expected a text or an Agent"):
        parse_agent(agent)


def test_agents_come_in_a_list() -> None:
    assert [agent.name for agent in parse_agents("flat:5, random")] == ["flat:5", "random"]


def test_fewer_agents_than_seats_take_turns() -> None:
    def names(*agents: str | Agent, seats: int) -> list[str]:
        return [agent.name for agent in seat_agents(agents, seats)]

    assert names("random", seats=3) == ["random"] * 3
    assert names("flat:1", "random", seats=4) == ["flat:1", "random", "flat:1", "random"]


@pytest.mark.parametrize("count", [0, 3])
def test_too_many_agents_or_none_are_refused(count: int) -> None:
    with pytest.raises(AgentError, match=f"found {count} agents, expected 1 to 2"):
        seat_agents(["random"] * count, 2)


def test_one_text_is_the_agent_of_every_seat():
    assert [str(agent) for agent in seat_agents("random", 3)] == [str(agent) for agent in seat_agents(("random",), 3)]
