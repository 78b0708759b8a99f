"""`deckwright agents`, and agents of one's own on the command line."""

from __future__ import annotations

from pathlib import Path

import pytest

import deckwright as dw
from deckwright.agents import AgentError, agent_kinds, parse_agent

from .conftest import Run

OWN = '''
class Last:
    """Always the last of its choices."""

    name = "last"

    def choose(self, information, context, *, seed):
        return information.transitions[-1]


class Asks:
    def __init__(self, how):
        self.name = how


NOTHING = 3


def boom():
    raise RuntimeError("broken agent")
'''


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    (tmp_path / "own_agents.py").write_text(OWN, encoding="utf-8")
    (tmp_path / "broken_agents.py").write_text("import nothing_of_that_name\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_agents_are_listed_with_what_they_cost_and_play(run: Run) -> None:
    listed = {agent["name"]: agent for agent in run("agents", "--json").data}
    assert set(listed) == set(agent_kinds())
    for agent in listed.values():
        assert set(agent) == {"name", "form", "text", "games", "cost"}
        assert all(agent.values())
    text = run("agents").out
    for agent in listed.values():
        assert agent["form"] in text
    assert "MODULE:CLASS" in text


def test_an_agent_of_ones_own_sits_where_agents_sit(run: Run, own: Path) -> None:
    data = run("simulate", "kuhn", "--agents", "own_agents:Last,random", "--games", "20", "--json").data
    assert data["agents"] == ["last", "random"]
    outcome = run("arena", "kuhn", "--agents", "own_agents:Last,random", "--matches", "20", "--json")
    assert {standing["agent"] for standing in outcome.data["standings"]} == {"last", "random"}
    ladder = run("arena", "kuhn", "--ladder", "--agents", "own_agents:Last,random", "--matches", "20", "--json")
    assert {rung["agent"] for rung in ladder.data["rungs"]} == {"last", "random"}


def test_fewer_agents_than_seats_sit_down_in_turn(run: Run) -> None:
    given = run("arena", "euchre", "--agents", "policy,random", "--matches", "12", "--json").data
    named = run("arena", "euchre", "--agents", "policy,random,policy,random", "--matches", "12", "--json").data
    assert given["standings"] == named["standings"]
    assert {standing["seats"] for standing in given["standings"]} == {2}
    four = ("arena", "fan-tan", "-o", "players=4", "--matches", "4", "--json", "--agents")
    assert {standing["seats"] for standing in run(*four, "greedy,random").data["standings"]} == {2}
    assert "a number that divides it" in run(*four, "greedy,random,policy").err


def test_an_agent_of_ones_own_plays_in_the_terminal(run: Run, own: Path) -> None:
    command = ("play", "kuhn", "--agents", "own_agents:Last", "--no-rating", "--store", str(own / "games.db"))
    outcome = run(*command, stdin="a\n" * 9)
    assert outcome.code == 0, outcome.err
    assert any(f"Ada {does}" in outcome.out for does in ("bets", "raises", "calls")), "it takes the last action"
    assert "deckwright replay" in outcome.out
    assert run("play", "kuhn", "--agents", "own_agents:Lsat", "--store", str(own / "x.db")).code == 2
    with pytest.raises(AgentError):
        parse_agent("own_agents:Last")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("no_such_module:Last", "no module named 'no_such_module'"),
        ("broken_agents:Last", "no module named 'nothing_of_that_name'"),
        ("own_agents:Lsat", "did you mean 'Last'"),
        ("own_agents:NOTHING", "found int"),
        ("own_agents:boom", "broken agent"),
        ("own_agents:Asks", "Asks"),
    ],
)
def test_what_cannot_be_imported_is_told(run: Run, own: Path, text: str, said: str) -> None:
    outcome = run("simulate", "kuhn", "--agents", text)
    assert outcome.code == 2
    assert said.lower() in outcome.err.lower()
    assert "Traceback" not in outcome.err


def test_a_text_alone_imports_nothing(own: Path) -> None:
    """What a table, a request or a file says of an agent never leads to an import."""
    with pytest.raises(AgentError) as caught:
        parse_agent("own_agents:Last")
    assert caught.value.code == "agent.unknown"


@pytest.mark.parametrize("game", ["kuhn", "cambio"])
@pytest.mark.parametrize("text", ["grandmaster", "randm", "flat:x", "flat:0", "flat:99999999999999", ""])
def test_consulting_an_agent_that_there_is_not_names_those_there_are(game: str, text: str) -> None:
    state = dw.load(game).deal(seed=1)
    assert state.seat is not None
    for ask in (state.consult, state.information(state.seat).consult):
        with pytest.raises(dw.DeckwrightError) as caught:
            ask(text, seed=1)
        assert caught.value.code in ("agent.unknown", "agent.bad-setting")
        assert "flat:N" in caught.value.message
        assert text != "randm" or "did you mean 'random'" in caught.value.message
