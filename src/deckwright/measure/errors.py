"""What goes wrong when games are to be measured."""

from __future__ import annotations


class MeasureError(ValueError):
    """A measurement that cannot be made; the code is stable."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type[MeasureError], tuple[str, str]]:
        return type(self), (self.code, self.message)
