"""Learning, saving and refusing policies."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from deckwright import _kernel
from deckwright.agents import AgentError, choose, parse_agent
from deckwright.agents.policies import LearnedPolicy, find_policy, shipped_games
from deckwright.agents.policies.file import features_of, read_policy
from deckwright.agents.policies.learning import hands_per_update, learn
from deckwright.agents.policies.library import SHIPPED, SUFFIX, shipped_policy
from deckwright.engine import load, seed_bytes
from deckwright.games import library

SURE = 2.58
"""Quantile of the normal distribution: 99 %."""
SHORT = 640
"""Hands: a moment's learning."""


@pytest.mark.parametrize("game", ["texas-42", "draw-poker", "cambio"])
def test_the_same_seed_gives_the_same_weights_on_any_number_of_threads(game: str) -> None:
    found = [learn(load(game), hands=SHORT, seed=4, threads=threads).weights for threads in (1, 2, 3)]
    assert found[0] == found[1] == found[2]
    assert learn(load(game), hands=SHORT, seed=5).weights != found[0]


def test_what_was_stopped_is_repeated_by_the_numbers_of_its_manifest() -> None:
    game = load("kuhn")

    def after_a_while(done: int, planned: int, point: object) -> bool:
        return done < planned // 2

    stopped = learn(game, hands=SHORT, progress=after_a_while)
    about = stopped.manifest
    assert (about["hands"], about["planned_hands"]) == (SHORT // 2, SHORT)
    assert learn(game, hands=about["planned_hands"], stop_after=about["hands"]).weights == stopped.weights


def test_minutes_become_hands_that_can_be_repeated() -> None:
    game = load("kuhn")
    timed = learn(game, minutes=0.005, seed=2)
    assert timed.manifest["hands"] % hands_per_update() == 0
    planned, played = timed.manifest["planned_hands"], timed.manifest["hands"]
    assert learn(game, hands=planned, stop_after=played, seed=2).weights == timed.weights


@pytest.mark.parametrize("game", ["hearts", "partnership-spades", "crazy-eights", "gin-rummy", "leduc"])
def test_a_second_of_learning_beats_random_play(game: str) -> None:
    table = load(game)
    policy = learn(table, hands=4_800, seed=1)
    seed = seed_bytes(7, domain="duel")
    _, gain, error, _, _ = _kernel.duel(table.rules, ("policy", policy.for_kernel), "random", 100, seed, 1, 0)
    assert gain - SURE * error > 0, f"{gain} +- {error}"
    assert policy.manifest["curve"][-1]["hands"] == 4_800


def test_a_policy_that_was_saved_plays(tmp_path: Path) -> None:
    game, file = load("hearts"), tmp_path / "own.policy.json"
    policy = learn(game, hands=SHORT)
    policy.save(file)
    again = read_policy(file)
    assert again == policy
    agent = parse_agent(f"policy:{file}")
    state = load("hearts", hands=1, moon="self").deal(seed=3)
    assert choose(agent, state, seed=1) in state.actions(), "options that leave the cards as they are do not matter"


def damaged(document: dict[str, Any], **changes: Any) -> str:
    return json.dumps({**document, **changes})


@pytest.mark.parametrize(
    ("code", "change"),
    [
        ("policy.damaged", {"weights": "AAAA"}),
        ("policy.damaged", {"manifest": {}}),
        ("policy.damaged", {"checksum": "0" * 64}),
        ("policy.other-version", {"version": 2}),
        ("policy.wrong-kind", {"format": "deckwright-strategy"}),
    ],
)
def test_a_damaged_or_other_file_is_refused(tmp_path: Path, code: str, change: dict[str, Any]) -> None:
    policy = learn(load("kuhn"), hands=32)
    file = tmp_path / "bad.json"
    file.write_text(damaged(policy.to_dict(), **change))
    with pytest.raises(AgentError) as refused:
        choose(parse_agent(f"policy:{file}"), load("kuhn").deal(seed=1), seed=1)
    assert refused.value.code == code


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"[]", b"[" * 100_000, b"{}", b'{"format": 1e999}'])
def test_what_is_no_policy_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "bad.json"
    file.write_bytes(content)
    with pytest.raises(AgentError) as refused:
        read_policy(file)
    assert refused.value.code in {"policy.damaged", "policy.wrong-kind"}


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    large = tmp_path / "large.json"
    large.write_bytes(b" " * 1_000_001)
    for file, code in ((tmp_path, "unreadable"), (tmp_path / "none", "unreadable"), (large, "too-large")):
        with pytest.raises(AgentError) as refused:
            choose(parse_agent(f"policy:{file}"), load("kuhn").deal(seed=1), seed=1)
        assert refused.value.code == f"policy.{code}"


def test_a_policy_of_another_game_or_other_cards_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "hearts.json"
    learn(load("hearts"), hands=32).save(file)
    for other in (load("spades"), load("hearts", players=3)):
        with pytest.raises(AgentError) as refused:
            choose(parse_agent(f"policy:{file}"), other.deal(seed=1), seed=1)
        assert refused.value.code == "policy.other-game"
    with pytest.raises(ValueError, match="other-game"):
        _kernel.choose(load("kuhn").deal(seed=1).position, ("policy", read_policy(file).for_kernel), 1)


def test_weights_that_do_not_fit_are_refused_by_the_kernel() -> None:
    position = load("kuhn").deal(seed=1).position
    whole = learn(load("kuhn"), hands=32).weights
    for weights in (b"", whole[:-1], whole + b"\0", whole[:16] + b"\xff" * 4 + whole[20:]):
        with pytest.raises(ValueError, match=r"policy\.damaged"):
            _kernel.choose(position, ("policy", _kernel.PolicyFile(weights)), 1)


def test_a_game_without_a_policy_says_how_to_get_one(tmp_path: Path) -> None:
    genome = load("kuhn").genome.copy_with(genome_id="not-in-the-library")
    with pytest.raises(AgentError) as refused:
        choose(parse_agent("policy"), load(genome).deal(seed=1), seed=1)
    assert refused.value.code == "policy.missing"
    assert "deckwright learn" in str(refused.value)


def test_a_softened_policy_lies_between_the_policy_and_random_play() -> None:
    state = load("hearts").deal(seed=3)

    def chosen(agent: str, count: int) -> Counter[str]:
        return Counter(str(choose(parse_agent(agent), state, seed=seed)) for seed in range(count))

    cold, hot = chosen("softmax:0.01", 20), chosen("softmax:100", 2_000)
    assert set(cold) == set(chosen("policy", 1))
    actions, fair = len(state.actions()), 2_000 / len(state.actions())
    assert len(hot) == actions > 2
    assert all(abs(count - fair) < 6 * fair**0.5 for count in hot.values())
    often = [chosen(f"softmax:{temperature}", 200)[next(iter(cold))] for temperature in (0.3, 2, 20)]
    assert often == sorted(often, reverse=True)
    assert often[0] > often[-1]


@pytest.mark.parametrize("setting", ["", ":", ":0", ":-1", ":1e2", ":nan", ":100.5", ":0.001", ":0x1", ":²"])
def test_a_temperature_that_is_none_is_refused(setting: str) -> None:
    with pytest.raises(AgentError, match=r"softmax:T with a temperature T from 0\.01 to 100") as refused:
        parse_agent(f"softmax{setting}")
    assert refused.value.code == "agent.bad-setting"


def test_the_kernel_refuses_temperatures_and_missing_policies() -> None:
    position = load("kuhn").deal(seed=1).position
    weights = _kernel.PolicyFile(learn(load("kuhn"), hands=32).weights)
    for text in ("softmax:0", "softmax:nan", "softmax:", "softmax:1000"):
        with pytest.raises(ValueError, match=r"temperature from 0\.01 to 100"):
            _kernel.choose(position, (text, weights), 1)
    with pytest.raises(ValueError, match=r"policy\.missing"):
        _kernel.choose(position, "softmax:1", 1)
    with pytest.raises(AgentError) as refused:
        choose(parse_agent("softmax:1"), load("kuhn").deal(seed=1), seed=1)
    assert refused.value.code == "policy.missing"


@pytest.mark.parametrize(
    "budget", [{"hands": 0}, {"minutes": 0}, {"minutes": float("nan")}, {"hands": 1, "minutes": 1}]
)
def test_a_budget_that_is_none_is_refused(budget: dict[str, float]) -> None:
    with pytest.raises(AgentError) as refused:
        learn(load("kuhn"), **budget)  # type: ignore[arg-type]
    assert refused.value.code == "learn.bad-budget"


def test_every_policy_that_comes_with_the_library_is_its_games_own() -> None:
    for name in shipped_games():
        game = load(name)
        found = shipped_policy(name)
        assert found is not None
        assert found[0].features == features_of(game), f"{name} is stale: python -m benchmarks.policies {name}"
        assert find_policy(game) is not None
        assert find_policy(load(name, **({"hands": 1} if has_hands(name) else {}))) is not None
        assert (SHIPPED / f"{name}{SUFFIX}").stat().st_size < 50_000
    assert set(shipped_games()) <= set(library())


def has_hands(name: str) -> bool:
    return any(option.name == "hands" for option in library()[name].options)


def test_a_learned_policy_is_frozen() -> None:
    with pytest.raises(AttributeError):
        LearnedPolicy("kuhn", "", {}, b"").game = "hearts"  # type: ignore[misc]


def test_a_policy_learned_without_a_curve_has_the_same_weights() -> None:
    game = load("kuhn")
    hands = 20 * hands_per_update()
    told, untold = (learn(game, hands=hands, seed=3, curve=curve) for curve in (True, False))
    assert told.weights == untold.weights
    assert len(told.manifest["curve"]) > 1
    assert untold.manifest["curve"] == []
