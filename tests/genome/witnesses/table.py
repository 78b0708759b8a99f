"""All witnesses."""

from __future__ import annotations

from . import choices, deck, effects, flow, hands, scoring, tricks
from .witness import Witness

ALL: tuple[Witness, ...] = tuple(
    witness for part in (deck, flow, choices, effects, tricks, hands, scoring) for witness in part.WITNESSES
)
