"""What a seat says when it decides."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Action:
    """One decision, as text that can be typed to get it back: `play QS`, `name spades`, `fold`.

    Actions that say the same are equal. Those that a state lists also know whose they are, and the slot and value by
    which the kernel calls them.
    """

    text: str
    slot: int = field(compare=False)
    value: int = field(compare=False)
    seat: int | None = field(default=None, compare=False)

    def __str__(self) -> str:
        return self.text
