"""What goes wrong when an agent is asked for."""

from __future__ import annotations


class AgentError(ValueError):
    """An agent that does not exist or cannot be as described; the code is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type[AgentError], tuple[str, str]]:
        return type(self), (self.code, self.message)
