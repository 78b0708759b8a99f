"""Constants are settable from a config, and what is wrong with one is told exactly."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from deckwright.agents import AgentError, parse_agent
from deckwright.agents.cambio import CAMBIO_AGENTS, make_cambio_agent


def config(folder: Path, values: object) -> Path:
    path = folder / "constants.json"
    path.write_text(json.dumps(values), encoding="utf-8")
    return path


def refusal(name: str, setting: object) -> tuple[str, str]:
    with pytest.raises(AgentError) as caught:
        parse_agent(f"{name}:{setting}")
    return caught.value.code, str(caught.value)


@pytest.mark.parametrize("name", list(CAMBIO_AGENTS))
def test_every_constant_reaches_the_kernel(name: str, tmp_path: Path) -> None:
    """A number that no default is, set for each constant in turn, is found in what the kernel is told."""
    for constant in CAMBIO_AGENTS[name].model_fields:
        told = make_cambio_agent(name, str(config(tmp_path, {constant: 0.8125}))).kernel_text
        assert f'"{constant}": 0.8125' in told
        assert told != make_cambio_agent(name).kernel_text


@pytest.mark.parametrize(
    ("name", "values", "message"),
    [
        (
            "bayesian-v1",
            {"call_margin": 101},
            "bayesian-v1: call_margin: found 101, input should be less than or equal to 100",
        ),
        (
            "bayesian-v2",
            {"good_hand": -100.5},
            "bayesian-v2: good_hand: found -100.5, input should be greater than or equal to -100",
        ),
        ("bayesian-v3", {"trust": 1.5}, "bayesian-v3: trust: found 1.5, input should be less than or equal to 1"),
        (
            "bayesian-v2",
            {"disruption_bonsu": 3},
            "bayesian-v2: there is no constant 'disruption_bonsu'; did you mean 'disruption_bonus'?",
        ),
        (
            "smart",
            {"call": "low"},
            "smart: call: found 'low', input should be a valid number, unable to parse string as a number",
        ),
    ],
)
def test_a_constant_out_of_range_or_unknown_is_told(
    name: str, values: dict[str, object], message: str, tmp_path: Path
) -> None:
    assert refusal(name, config(tmp_path, values)) == ("agent.bad-config", message)


def test_numbers_that_are_none_are_refused(tmp_path: Path) -> None:
    code, message = refusal("bayesian-v1", config(tmp_path, {"info_bonus": float("nan")}))
    assert code == "agent.bad-config"
    assert message.startswith("bayesian-v1: info_bonus: found nan")


def test_all_defects_are_told_together(tmp_path: Path) -> None:
    _, message = refusal("bayesian-v1", config(tmp_path, {"call_two": 1000, "good_hand": 5}))
    assert "call_two: found 1000" in message
    assert "there is no constant 'good_hand'" in message, "only V2 has it"


def test_a_config_that_is_no_object_or_not_there_is_told(tmp_path: Path) -> None:
    code, message = refusal("bayesian-v1", config(tmp_path, [1, 2]))
    assert (code, "the config: found [1, 2]" in message) == ("agent.bad-config", True)
    missing = tmp_path / "missing.json"
    code, message = refusal("bayesian-v1", missing)
    assert code == "agent.bad-config"
    assert message.startswith(f"bayesian-v1: cannot read {missing} as JSON")


def test_a_config_that_would_never_end_is_told(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    for endless in (pipe, "/dev/zero"):
        assert refusal("bayesian-v1", endless) == ("agent.bad-config", f"bayesian-v1: {endless} is no file")


def test_an_unknown_agent_is_told_with_the_nearest() -> None:
    with pytest.raises(AgentError) as caught:
        parse_agent("bayesian-v4")
    assert caught.value.code == "agent.unknown"
    assert str(caught.value).startswith("there is no agent 'bayesian-v4'")
    assert str(caught.value).endswith("did you mean 'bayesian-v3'?")
