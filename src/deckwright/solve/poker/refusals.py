"""What the kernel refuses, told as an error of this room."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from deckwright.solve.errors import SolveError


@contextmanager
def kernel_refusals() -> Iterator[None]:
    """While it lasts, a refusal of the kernel that has a code is a SolveError."""
    try:
        yield
    except SolveError:
        raise
    except ValueError as error:
        if len(error.args) != 2:
            raise
        raise SolveError(*error.args) from None
