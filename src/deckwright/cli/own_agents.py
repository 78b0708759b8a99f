"""Agents as the command line names them: those of the catalogue, and classes of one's own, `my_module:MyAgent`.

Only the command line imports what a text names: what a table, a request or a file says of an agent never does.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

from deckwright.agents import Agent, AgentContext, AgentError, AgentKind, agent_kinds, parse_agent
from deckwright.engine import Action, Information, Transition
from deckwright.games.errors import nearest_hint

_OWN = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*", re.ASCII)


def parse_agents(texts: str) -> tuple[Agent, ...]:
    """Agents in a list with commas."""
    return tuple(parse_command_agent(text.strip()) for text in texts.split(","))


def is_own(text: str) -> bool:
    """Whether a text means a class of somebody's own."""
    return _OWN.fullmatch(text) is not None and text.partition(":")[0].lower() not in agent_kinds()


def parse_command_agent(text: str) -> Agent:
    """The agent that a word of the command line means; AgentError says what is wrong with it."""
    return import_agent(text) if is_own(text) else parse_agent(text)


@dataclass(frozen=True)
class SeatedAgent:
    """An agent of one's own at a table, which calls it by the text that names it."""

    name: str
    agent: Agent

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action | Transition:
        """What it does, on this seat's information."""
        return self.agent.choose(information, context, seed=seed)


def own_kinds(texts: str) -> tuple[AgentKind, ...]:
    """The kinds of agents that a list with commas names and that are somebody's own, for a table of this process."""
    own = {text.partition(":")[0] for text in map(str.strip, texts.split(",")) if is_own(text)}
    return tuple(_kind_of(module) for module in sorted(own))


def _kind_of(module: str) -> AgentKind:
    def make(class_name: str) -> Agent:
        text = f"{module}:{class_name}"
        return SeatedAgent(text, import_agent(text))

    return AgentKind(module.lower(), f"{module}:CLASS", f"a class of {module}", make)


def import_agent(text: str) -> Agent:
    """An agent made of the class, or function without arguments, that `module:Class` names."""
    module_name, _, class_name = text.partition(":")
    found = _imported(text, module_name)
    try:
        make = getattr(found, class_name)
    except AttributeError:
        names = [name for name, value in vars(found).items() if callable(value) and not name.startswith("_")]
        hint = nearest_hint(class_name, names)
        message = f"{text}: the module {module_name} has no {class_name!r}{hint}"
        raise AgentError("agent.no-class", message) from None
    agent: Any = make
    if callable(make):
        try:
            agent = make()
        except Exception as error:
            message = f"{text}: {class_name}() failed: {type(error).__name__}: {error}"
            raise AgentError("agent.cannot-make", message) from error
    if not isinstance(agent, Agent):
        message = f"{text}: found {type(agent).__name__}, expected an agent: a name, and a method choose"
        raise AgentError("agent.wrong-type", message)
    return agent


def _imported(text: str, name: str) -> Any:
    here = str(Path.cwd())
    if here not in sys.path:  # as `python -m` does: one's own files are beside one
        sys.path.insert(0, here)
    try:
        return import_module(name)
    except Exception as error:  # whatever somebody's module does while it is imported
        message = f"{text}: cannot import {name}: {type(error).__name__}: {error}"
        raise AgentError("agent.cannot-import", message) from error
