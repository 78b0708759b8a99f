"""Patterns: what counts as a set, and what it is worth."""

from __future__ import annotations

from deckwright.evolve.draft import Draft, Part, items_of
from deckwright.evolve.operators.numbers import nearby
from deckwright.evolve.operators.registry import operator
from deckwright.evolve.words import instead, number_word
from deckwright.genome.writing import Data

_KINDS = {"of_a_kind": "cards of one rank", "in_sequence": "cards of one suit in sequence"}
_SIZES = ("required_count", "min_count", "max_count")


def _patterns(draft: Draft) -> list[Part]:
    found = list(items_of(draft.data, "patterns", "$"))
    if evaluation := draft.data.get("hand_evaluation"):
        found += items_of(evaluation, "patterns", "$.hand_evaluation")
    return draft.free(found)


@operator("change-pattern-size", "patterns", needs=("patterns",))
def change_pattern_size(draft: Draft) -> str | None:
    """Asks for more or fewer cards in a set."""
    found = [(part, name) for part in _patterns(draft) for name in _SIZES if part.item.get(name)]
    if not found:
        return None
    part, name = draft.dice.one(found)
    pattern: Data = part.item
    old = pattern[name]
    low = pattern.get("min_count", 1) if name == "max_count" else 2
    high = pattern.get("max_count", 7) if name == "min_count" else 7
    if pattern.get("of_a_kind") and name == "required_count":
        high = min(high, len(draft.parent.deck.suits) * draft.parent.deck.copies)
    if pattern.get("required_ranks"):
        return None
    new = nearby(draft.dice, old, low=low, high=high)
    if new is None:
        return None
    draft.put(pattern, name, new)
    which = {"required_count": "", "min_count": "at least ", "max_count": "at most "}[name]
    return f"{pattern['name']!r} takes {which}{instead(number_word(new), number_word(old))} cards"


@operator("change-pattern-kind", "patterns", needs=("patterns",))
def change_pattern_kind(draft: Draft) -> str | None:
    """Makes a run of what was a set of one rank, or the other way round, or asks for one suit too."""
    found = [part for part in _patterns(draft) if part.path.startswith("$.patterns") and "total" not in part.item]
    ways = [(part, way) for part in found for way in _kinds_for(part.item)]
    if not ways:
        return None
    part, way = draft.dice.one(ways)
    pattern: Data = part.item
    if way == "suited":
        draft.put(pattern, "suited", True)
        return f"{pattern['name']!r} must be of one suit"
    gone, come = _TURNED[way]
    for name in gone:
        pattern.pop(name, None)
    for name in come:
        draft.put(pattern, name, True)
    return f"{pattern['name']!r} is made of {_KINDS[way]}"


_TURNED = {
    "in_sequence": (("of_a_kind", "distinct_suits"), ("in_sequence", "suited")),
    "of_a_kind": (("in_sequence", "suited", "sequence_wrap"), ("of_a_kind",)),
}
"""What a pattern loses and gets."""


def _kinds_for(pattern: Data) -> list[str]:
    if pattern.get("of_a_kind"):
        return ["in_sequence"] if "wild" not in pattern else []
    if pattern.get("in_sequence"):
        return ["of_a_kind", *(["suited"] if not pattern.get("suited") else [])]
    return []


@operator("remove-pattern", "patterns", needs=("patterns",), weight=0.5)
def remove_pattern(draft: Draft) -> str | None:
    """No longer counts a set."""
    found = [part for part in _patterns(draft) if len(part.siblings) > 1]
    if not found:
        return None
    part = draft.dice.one(found)
    name = part.item["name"]
    draft.drop(part.siblings, part.place)
    return f"{name!r} no longer counts"


@operator("swap-pattern-order", "patterns", needs=("pattern evaluation",), weight=0.5)
def swap_pattern_order(draft: Draft) -> str | None:
    """Lets one hand beat another that it lost to."""
    found = [part for part in _patterns(draft) if part.path.startswith("$.hand_evaluation")]
    if len(found) < 2:
        return None
    one, other = draft.dice.some(found, 2, 2)
    first, second = one.item.get("rank_priority", 0), other.item.get("rank_priority", 0)
    if first == second:
        return None
    draft.put(one.item, "rank_priority", second)
    draft.put(other.item, "rank_priority", first)
    better = one.item["name"] if second > first else other.item["name"]
    worse = other.item["name"] if second > first else one.item["name"]
    return f"{better!r} beats {worse!r}"
