"""How many sockets of tables are open from each address, and word to the operator where more were wanted."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable
from time import monotonic

LOG = logging.getLogger("deckwright.web")
QUIET_S = 600.0
"""So long nothing more is said of refused sockets: whoever tries again and again fills no log."""


class SocketCount:
    """The sockets that are open; each address may have so many."""

    def __init__(self, most: int, now_s: Callable[[], float] = monotonic) -> None:
        self._most, self._now_s = most, now_s
        self._open: Counter[str] = Counter()
        self._said_s = -QUIET_S

    def enter(self, address: str) -> bool:
        """One more; False if there are as many as there may be."""
        if self._open[address] >= self._most:
            self._say_so(address)
            return False
        self._open[address] += 1
        return True

    def leave(self, address: str) -> None:
        """One less."""
        self._open[address] -= 1
        if self._open[address] <= 0:
            del self._open[address]

    def _say_so(self, address: str) -> None:
        now_s = self._now_s()
        if now_s - self._said_s < QUIET_S:
            return
        self._said_s = now_s
        LOG.warning(
            "%s has %d tables open, and more were refused: where many people share an address, start the server with "
            "a larger --sockets-per-address; a proxy has to send X-Forwarded-For",
            address,
            self._most,
        )
