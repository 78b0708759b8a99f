"""The edge cases: passes, an empty stock, ties."""

from __future__ import annotations

from deckwright.evolve.draft import Draft
from deckwright.evolve.features import features_of
from deckwright.evolve.operators.registry import operator

_PASSES = {
    "none": "passes have no consequence", "clear_tableau": "when all others have passed the tableau is cleared",
    "end_round": "when all others have passed the round ends",
    "skip_player": "when all others have passed a player is skipped",
}  # fmt: skip
_EMPTY = {
    "reshuffle_discard": "when the stock is empty the discards are shuffled",
    "game_ends": "an empty stock ends the hand",
    "skip_draw": "when the stock is empty nobody draws",
}  # fmt: skip
_TIES = {
    "active_player": "the player in turn is preferred in a tie", "alternating": "ties are broken by turns",
    "split": "a tie is shared",
}  # fmt: skip


@operator("change-passing", "edge rules", needs=("passes",), weight=0.5)
def change_passing(draft: Draft) -> str | None:
    """Changes what follows when all others have passed."""
    roles = {(zone.role, zone.owner) for zone in draft.parent.zones}
    ways = dict(_PASSES)
    if not {("tableau", "table"), ("discard", "table")} <= roles:
        del ways["clear_tableau"]
    if "rounds" not in features_of(draft.parent):
        del ways["skip_player"]
    return _change(draft, "consecutive_pass_action", ways, "none")


@operator("change-empty-stock", "edge rules", needs=("drawing",), weight=0.2)
def change_empty_stock(draft: Draft) -> str | None:
    """Changes what happens when the stock is empty."""
    return _change(draft, "deck_empty_action", _EMPTY, "reshuffle_discard")


@operator("change-ties", "edge rules", needs=("opponents",), weight=0.1)
def change_ties(draft: Draft) -> str | None:
    """Changes who is preferred in a tie."""
    return _change(draft, "tie_breaker", _TIES, "active_player")


def _change(draft: Draft, name: str, ways: dict[str, str], default: str) -> str | None:
    if draft.is_pinned(f"$.game_rules.{name}"):
        return None
    rules = draft.data.setdefault("game_rules", {})
    old = rules.get(name, default)
    others = [way for way in ways if way != old]
    if not others:
        return None
    new = draft.dice.one(others)
    if new == default:
        draft.drop(rules, name)
    else:
        draft.put(rules, name, new)
    return ways[new]
