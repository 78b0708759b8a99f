"""Agents that the kernel plays: what it is told of them, and policies by file."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckwright import _kernel, load
from deckwright.agents import AgentError, KernelAgent, kernel_form


def test_an_agent_without_a_policy_is_its_text() -> None:
    assert kernel_form(KernelAgent("flat:7"), load("war")) == "flat:7"
    assert kernel_form(KernelAgent("mine", "flat:7"), load("war")) == "flat:7"


def test_a_policy_file_that_is_none_of_the_game_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "war.policy"
    file.write_bytes(b"nonsense")
    with pytest.raises(AgentError) as refused:
        kernel_form(KernelAgent("policy", policy=str(file)), load("hearts"))
    assert refused.value.code == "policy.damaged"


def test_a_policy_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(AgentError) as refused:
        kernel_form(KernelAgent("policy", policy=str(tmp_path / "none")), load("war"))
    assert refused.value.code == "policy.unreadable"


def test_a_policy_is_asked_for_where_there_is_none() -> None:
    with pytest.raises(ValueError, match=r"policy\.missing"):
        _kernel.choose(load("hearts").deal(seed=1).position, "policy", 1)
