"""How high a call is, told by comparing it with the other calls of its auction."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.scope import Scope
from deckwright.genome.expressions.static import NotStatic, evaluate
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.phases import Call
from deckwright.genome.rulebook.grammar.wording import lowered, plain
from deckwright.genome.rulebook.phrases.reading import read, without_reading
from deckwright.genome.rulebook.phrases.steering import models

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English


def call_name(_english: English, call: Call) -> str:
    """What a call is called: `marks`, `nil`, `bid`."""
    return plain(call.name.replace("{level}", "").replace("{strain}", "")).strip() or plain(call.kind) or "bid"


def height_told(english: English, call: Call, calls: Sequence[Call]) -> list[str]:
    """Above which other calls a call always is, and which it equals; nothing, if that does not tell all."""
    own = _heights(english, call)
    above, level = [], []
    for other in calls:
        theirs = _heights(english, other)
        if other == call:
            continue
        if not own or not theirs:
            return []
        if min(own.values()) > max(theirs.values()):
            above.append(other)
        elif all(theirs.get(number, height) == height for number, height in own.items()):
            level.append(other)
        elif min(theirs.values()) <= max(own.values()):
            return []
    if not own or sorted(own.values()) != [own[number] for number in sorted(own)]:
        return []
    told = [f"it is higher than any bid of {lowered(call_name(english, other))}" for other in above]
    before = [other for other in level if calls.index(other) < calls.index(call)]
    return told + [
        f"it is as high as a bid of the same number of {lowered(call_name(english, other))}" for other in before[:1]
    ]


def most_bid(english: English, size: int) -> str | None:
    """high // size, where calls of one kind are `size` high for each of their number, and all others below that."""
    counted = []
    for call in models(english.genome.turn_structure, Call):
        heights = _heights(english, call)
        if heights and all(height == number * size for number, height in heights.items()):
            counted.append(call_name(english, call))
        elif not heights or max(heights.values()) >= size:
            return None
    return f"the number of the highest bid of {lowered(counted[0])} so far (0 if there is none)" if counted else None


def _heights(english: English, call: Call) -> dict[int, int]:
    """The height of a call at each of its levels; nothing, if it depends on more than the level."""
    low, high, step = call.levels
    level = n.Variable(Type.INT, Bounds(low, high), "call level")
    try:
        order = without_reading(read(call.order, Scope(english.words).with_names(level=level)))
        return {number: evaluate(order, english.words, {level.name: number}) for number in range(low, high + 1, step)}
    except (NotStatic, ValueError):
        return {}
