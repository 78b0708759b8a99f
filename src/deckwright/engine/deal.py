"""The record of a deal: with the game and its history, it rebuilds any state."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypedDict

from deckwright.engine.errors import DealError
from deckwright.engine.seeds import SEED_BYTES


class DealData(TypedDict):
    """A deal as plain data."""

    seed: str
    deck: list[str] | None


@dataclass(frozen=True)
class Deal:
    """The secret seed of all chance and, where it was given, the order of the deck from the top.

    Neither is in its `repr`: whoever reads a log would know every card.
    """

    seed: bytes = field(repr=False)
    deck: tuple[str, ...] | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise DealError("deal.bad-seed", f"a deal's seed is {SEED_BYTES} bytes; `game.deal(seed=...)` takes any")

    def to_dict(self) -> DealData:
        """Plain data; the seed in hexadecimal. Whoever has it knows every card."""
        return {"seed": self.seed.hex(), "deck": list(self.deck) if self.deck is not None else None}

    @classmethod
    def from_dict(cls, data: DealData) -> Deal:
        """The deal that plain data says."""
        try:
            seed = bytes.fromhex(data["seed"])
            deck = data.get("deck")
            return cls(seed, tuple(deck) if deck is not None else None)
        except (KeyError, TypeError, ValueError) as error:
            if isinstance(error, DealError):
                raise
            raise DealError(
                "deal.bad-record", "a deal is {seed: 64 hexadecimal digits, deck: list of cards or null}"
            ) from None
