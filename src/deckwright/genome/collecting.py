"""Making a game without looking for garbage meanwhile."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def without_collecting() -> Iterator[None]:
    """Checking and compiling make tens of thousands of values, nearly all of which stay.

    To look through them for garbage again and again takes a fifth of the time, and finds none.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
