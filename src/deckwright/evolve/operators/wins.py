"""How a game is won, and how long a match is."""

from __future__ import annotations

from deckwright.evolve.draft import Draft, items_of
from deckwright.evolve.features import WIN_NEEDS, features_of
from deckwright.evolve.operators.registry import operator
from deckwright.evolve.words import count_of, win_words
from deckwright.genome.checks.seed_rules import SCORE_WINS
from deckwright.genome.writing import Data


@operator("turn-win-round", "wins", needs=("opponents",), weight=0.6)
def turn_win_round(draft: Draft) -> str | None:
    """Lets the least win instead of the most, or the other way round."""
    found = [
        part
        for part in draft.free(items_of(draft.data, "win_conditions", "$"))
        if part.item["type"] in ("high_score", "low_score") and part.item.get("comparison") != "first"
    ]
    if not found:
        return None
    win = draft.dice.one(found).item
    draft.put(win, "type", "low_score" if win["type"] == "high_score" else "high_score")
    win.pop("comparison", None)
    return win_words(win)


@operator("turn-outcome-round", "wins", needs=("opponents",), weight=0.3)
def turn_outcome_round(draft: Draft) -> str | None:
    """Makes whoever was to win lose, or the other way round."""
    found = [
        part
        for part in draft.free(items_of(draft.data, "win_conditions", "$"))
        if part.item.get("outcome", "wins") in ("wins", "loses")
    ]
    if not found:
        return None
    win = draft.dice.one(found).item
    if win.get("outcome") == "loses":
        draft.drop(win, "outcome")
    else:
        draft.put(win, "outcome", "loses")
    return win_words(win)


@operator("change-win", "wins", weight=0.6)
def change_win(draft: Draft) -> str | None:
    """Is won in another way."""
    found = draft.free(items_of(draft.data, "win_conditions", "$"))
    if not found:
        return None
    part = draft.dice.one(found)
    ways = _ways(draft, part.item["type"])
    if not ways:
        return None
    draft.put(part.siblings, part.place, draft.dice.one(ways))
    _fit_hands(draft, part.item)
    return win_words(part.item)


@operator("add-win", "wins", weight=0.3)
def add_win(draft: Draft) -> str | None:
    """Can be won in one more way."""
    wins = draft.data["win_conditions"]
    has = {win["type"] for win in wins}
    ways = [way for way in _ways(draft, "") if way["type"] not in has and way.get("trigger_mode") is None]
    if not ways or len(wins) > 2:
        return None
    win = draft.dice.one(ways)
    draft.add(wins, win)
    return f"{win_words(win)} too"


@operator("remove-win", "wins", weight=0.4)
def remove_win(draft: Draft) -> str | None:
    """Can no longer be won in one of its ways."""
    found = draft.free(items_of(draft.data, "win_conditions", "$"))
    if len(draft.data["win_conditions"]) < 2 or not found:
        return None
    part = draft.dice.one(found)
    said = win_words(part.item)
    draft.drop(part.siblings, part.place)
    return f"it is no longer so that {said}"


@operator("change-match", "wins", needs=("won by score",), weight=0.5)
def change_match(draft: Draft) -> str | None:
    """Plays a fixed number of hands, or one."""
    wins = draft.free(items_of(draft.data, "win_conditions", "$"))
    found = [part for part in wins if part.item["type"] in SCORE_WINS]
    if not found or draft.is_pinned("$.max_hands") or len(draft.data["win_conditions"]) > 1:
        return None
    part = draft.dice.one(found)
    hands = draft.dice.one((1, 2, 3, 4, 5, 6, 8, 10))
    kind = "low_score" if part.item["type"] == "low_score" else "high_score"
    win: Data = {"type": kind, "trigger_mode": "threshold_gate", "gate": "hands_played", "threshold": hands}
    draft.put(part.siblings, part.place, win)
    draft.data["max_hands"] = hands
    return f"the match is {count_of(hands, 'hand')}"


def _ways(draft: Draft, now: str) -> list[Data]:
    """Ways to win that this game has what it takes for."""
    features = features_of(draft.parent)
    ways: list[Data] = []
    for kind, need in WIN_NEEDS.items():
        if kind == now or need not in features:
            continue
        if kind in ("high_score", "low_score"):
            hands = max(1, min(draft.parent.max_hands, 5))
            ways.append({"type": kind, "trigger_mode": "threshold_gate", "gate": "hands_played", "threshold": hands})
        elif kind == "first_to_score":
            ways.append({"type": kind, "threshold": draft.dice.one((5, 10, 21, 25, 50, 100))})
        elif kind == "most_captured":
            ways.append({"type": kind, "trigger_mode": "all_hands_empty"})
        elif kind == "best_hand":
            ways.append({"type": kind, "trigger_mode": "deck_empty"})
        else:
            ways.append({"type": kind})
    return ways


def _fit_hands(draft: Draft, win: Data) -> None:
    """A match of several hands needs something that is kept from one to the next."""
    if win.get("gate") == "hands_played":
        draft.data["max_hands"] = win["threshold"]
    elif not any(other["type"] in (*SCORE_WINS, "capture_all") for other in draft.data["win_conditions"]):
        draft.data["max_hands"] = 1
