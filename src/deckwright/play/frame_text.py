"""A frame as the text that goes to clients, in parts: whoever has the frame before is told only what changed.

docs/table-data.md says what a change looks like. It is made from two frames of one observer and from nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple


class EventTexts(NamedTuple):
    """What happened last, each step as JSON."""

    steps: tuple[str, ...]
    """The events of a step with commas between them; a step that tells nothing is left out."""
    first: int
    """The number of the first event; 0 if there is none."""

    def since(self, before: EventTexts) -> str:
        """What is to be said of them to whoever has those before."""
        old, new = before.steps, self.steps
        gone = old.index(new[0]) if new and new[0] in old else len(old)
        kept = len(old) - gone
        if not kept or old[gone:] != new[:kept]:
            return f'{{"from":null,"new":[{",".join(new)}]}}'
        return f'{{"from":{self.first},"new":[{",".join(new[kept:])}]}}'


class FrameText(NamedTuple):
    """The parts of a frame. Two frames are the same exactly when all their parts are."""

    fields: tuple[str, ...]
    """All fields but the lists, in order, one or several in a text that ends without a comma."""
    seats: tuple[str, ...]
    regions: tuple[str, ...]
    events: EventTexts

    def whole(self) -> str:
        """The frame."""
        seats, regions, events = ",".join(self.seats), ",".join(self.regions), ",".join(self.events.steps)
        return f'{{{",".join(self.fields)},"seats":[{seats}],"regions":[{regions}],"events":[{events}]}}'

    def since(self, before: FrameText) -> str | None:
        """The fields of a change, for whoever has the frame before; None if that has other places or seats."""
        if len(self.regions) != len(before.regions) or len(self.seats) != len(before.seats):
            return None
        changed = [new for new, old in zip(self.fields, before.fields, strict=True) if new != old]
        text = f'"frame":{{{",".join(changed)}}}'
        if self.seats != before.seats:
            text += f',"seats":{_by_place(self.seats, before.seats)}'
        if self.regions != before.regions:
            text += f',"regions":{_by_place(self.regions, before.regions)}'
        if self.events != before.events:
            text += f',"events":{self.events.since(before.events)}'
        return text


def _by_place(new: Sequence[str], old: Sequence[str]) -> str:
    """Those elements of a list that are others than before, by their places."""
    pairs = enumerate(zip(new, old, strict=True))
    changed = [f'"{place}":{now}' for place, (now, then) in pairs if now != then]
    return f"{{{','.join(changed)}}}"


def changed_frame(frame: Mapping[str, Any], change: Mapping[str, Any]) -> dict[str, Any]:
    """The frame that a change makes of the one before it, for clients: both as they were read from JSON."""
    found = {**frame, **change["frame"]}
    for name in ("seats", "regions"):
        elements = change.get(name, {})
        found[name] = [elements.get(str(place), element) for place, element in enumerate(frame[name])]
    if (events := change.get("events")) is not None:
        first = events["from"]
        kept = [] if first is None else [event for event in frame["events"] if event["number"] >= first]
        found["events"] = [*kept, *events["new"]]
    return found
