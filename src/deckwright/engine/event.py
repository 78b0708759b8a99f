"""What an action did, as one observer saw it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deckwright.engine.notation import Notation

if TYPE_CHECKING:
    from deckwright import _kernel

EventValue = int | str | None


@dataclass(frozen=True)
class Event:
    """One thing that happened: its kind (`moved`, `shown`, `scored` ...) and what the observer saw of it."""

    kind: str
    detail: Mapping[str, EventValue]

    def __str__(self) -> str:
        seen = " ".join(f"{name}={'?' if value is None else value}" for name, value in self.detail.items())
        return f"{self.kind} {seen}".strip()

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {"kind": self.kind, **self.detail}


def make_events(notation: Notation, events: Iterable[_kernel.Event]) -> tuple[Event, ...]:
    """The kernel's events with names for its numbers."""
    return tuple(Event(kind, _detail(notation, data)) for kind, data in events)


def _detail(notation: Notation, data: Mapping[str, int]) -> dict[str, EventValue]:
    detail: dict[str, EventValue] = {}
    for key, value in data.items():
        match key:
            case "card":
                detail[key] = notation.card(value)
            case "from" | "to" | "zone":
                detail[key] = notation.zone_texts[value]
            case "slot":
                seen = data.get("value", -1)
                detail["action"] = notation.text(value, seen) if seen >= 0 else notation.names.slots[value].verb
            case "value":
                continue
            case "rule":
                if name := notation.names.scoring[value]:
                    detail[key] = name
            case _:
                detail[key] = value
    return detail
