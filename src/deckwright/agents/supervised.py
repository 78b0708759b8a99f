"""Asking an agent that may fail: what raises, answers illegally or never answers is told as a value, and stops nobody.

An agent written in Python is asked on a thread of its own, so that one that never answers can be left. Its thread is
asked to end; an agent that holds the interpreter inside a call of its own cannot be left by anybody.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any

from deckwright.agents.agent import Agent
from deckwright.agents.kernel import PlayedByKernel
from deckwright.agents.playing import choose
from deckwright.engine import Action, Seed, State

TIME_LIMIT_S = 30.0
"""How long an agent written in Python may think about one decision, unless told otherwise."""

MOST_MESSAGE_CHARS = 200


@dataclass(frozen=True)
class Failure:
    """Why an agent has no legal answer; the code is stable."""

    code: str
    message: str


class Supervisor:
    """Asks agents one after the other, with a limit on each answer."""

    def __init__(self, *, time_limit_s: float | None = TIME_LIMIT_S) -> None:
        self.time_limit_s = time_limit_s
        self._worker: _Worker | None = None

    def ask(self, agent: Agent, state: State, *, seed: Seed) -> Action | Failure:
        """A legal action, or why there is none. Agents of the kernel are trusted, and asked on this thread."""
        if isinstance(agent, PlayedByKernel):
            return choose(agent, state, seed=seed)
        answer = self._run(lambda: choose(agent, state, seed=seed))
        if isinstance(answer, Failure):
            return answer
        if isinstance(answer, Action):
            legal = {(action.slot, action.value): action for action in state.actions()}
            if (found := legal.get((answer.slot, answer.value))) is not None:
                return found
        return Failure("agent.illegal", _short(f"answered {answer!r}, which is no legal action"))

    def close(self) -> None:
        """Let the thread go."""
        if self._worker is not None:
            self._worker.tasks.put(None)
            self._worker = None

    def _run(self, task: Callable[[], Any]) -> Any:
        if self.time_limit_s is None:
            return _attempt(task)
        if self._worker is None:
            self._worker = _Worker()
        self._worker.tasks.put(task)
        try:
            return self._worker.answers.get(timeout=self.time_limit_s)
        except Empty:
            self._worker.abandon()
            self._worker = None
            return Failure("agent.timeout", f"no answer within {self.time_limit_s:g} s")
        except BaseException:  # somebody pressed Ctrl-C: the answer that comes later is nobody's
            self._worker.abandon()
            self._worker = None
            raise


class _Worker:
    """A thread that does one task after the other."""

    def __init__(self) -> None:
        self.tasks: SimpleQueue[Callable[[], Any] | None] = SimpleQueue()
        self.answers: SimpleQueue[Any] = SimpleQueue()
        self.thread = threading.Thread(target=self._work, name="deckwright agent", daemon=True)
        self.thread.start()

    def _work(self) -> None:
        try:
            while (task := self.tasks.get()) is not None:
                self.answers.put(_attempt(task))
        except _Left:
            return

    def abandon(self) -> None:
        """Ask the thread to end wherever it is; one that sleeps ends when it wakes."""
        self.tasks.put(None)
        if self.thread.ident is not None:
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self.thread.ident), ctypes.py_object(_Left))


class _Left(BaseException):
    """Raised in the thread of an agent that nobody waits for any more."""


def _attempt(task: Callable[[], Any]) -> Any:
    try:
        return task()
    except (KeyboardInterrupt, _Left):
        raise
    except BaseException as error:
        return Failure("agent.raised", _short(f"{type(error).__name__}: {error}"))


def _short(text: str) -> str:
    return text if len(text) <= MOST_MESSAGE_CHARS else f"{text[:MOST_MESSAGE_CHARS]}..."
