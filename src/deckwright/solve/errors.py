"""What goes wrong when a game is to be solved."""

from __future__ import annotations


class SolveError(ValueError):
    """A game that cannot be solved, a setting that cannot be, a file that is not one; the code is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type[SolveError], tuple[str, str]]:
        return type(self), (self.code, self.message)
