"""Numbers: how many cards are drawn and chosen, what cards and bets are worth, how long things last."""

from __future__ import annotations

import re

from deckwright.dice import Dice
from deckwright.evolve.draft import Draft, Part, effects, items_of, phases, picks
from deckwright.evolve.operators.registry import operator
from deckwright.evolve.words import condition_words, count_of, instead, number_word, points_of
from deckwright.genome.writing import Data

_CONSTANT = re.compile(r"'[^']*'|\"[^\"]*\"|(?<![\w.])(\d+)(?!\w)")
_TEXTS = ("when", "until", "where", "accept", "points", "value", "expr", "count", "high", "low")
"""Fields with expressions whose constants may be changed."""


def nearby(dice: Dice, value: int, *, low: int, high: int) -> int | None:
    """Another number, not far away; None if there is none."""
    steps = {value - 1, value + 1, value - 2, value + 2, value * 2, value // 2, value + value // 4, value - value // 4}
    free = sorted(step for step in steps if low <= step <= high and step != value)
    return dice.one(free) if free else None


def small_number(text: object) -> int | None:
    """The number that an expression is, if it is nothing else."""
    return int(text) if isinstance(text, str) and text.isdecimal() else None


@operator("change-draw", "numbers", needs=("effect move",))
def change_draw(draft: Draft) -> str | None:
    """Moves more or fewer cards at once."""
    found = [part for part in draft.free(effects(draft.data, "move")) if small_number(part.item.get("count"))]
    if not found:
        return None
    effect = draft.dice.one(found).item
    old = int(effect["count"])
    new = nearby(draft.dice, old, low=1, high=13)
    if new is None:
        return None
    draft.put(effect, "count", str(new))
    stocks = [zone["name"] for zone in draft.data["zones"] if zone.get("role") == "stock"]
    verb = "draws" if effect["cards"] in stocks else f"moves from {effect['cards']}"
    return f"{verb} {instead(number_word(new), number_word(old))}"


@operator("change-picked", "numbers", needs=("choice",))
def change_picked(draft: Draft) -> str | None:
    """Lets more or fewer cards be chosen at once."""
    found = [
        (part, key)
        for part in draft.free(picks(draft.data, lambda kind: "low" in kind.reads))
        if "pattern" not in part.item
        for key in ("low", "high")
        if small_number(part.item.get(key, "1")) is not None
    ]
    if not found:
        return None
    part, key = draft.dice.one(found)
    low, high = (small_number(part.item.get(name, "1")) for name in ("low", "high"))
    old = low if key == "low" else high
    if old is None:
        return None
    new = nearby(draft.dice, old, low=0 if key == "low" else 1, high=13)
    if new is None:
        return None
    if low == high:
        part.item["low"] = part.item["high"] = str(new)
    elif (key == "low" and high is not None and new > high) or (key == "high" and low is not None and new < low):
        return None
    draft.put(part.item, key, str(new))
    which = "exactly" if low == high else ("at least" if key == "low" else "at most")
    return f"asks for {which} {instead(number_word(new), number_word(old))} when choosing {part.item['name']!r}"


@operator("change-card-points", "numbers", needs=("card_scoring",))
def change_card_points(draft: Draft) -> str | None:
    """Makes scoring cards worth more or less."""
    found = draft.free(items_of(draft.data, "card_scoring", "$"))
    if not found:
        return None
    rule = draft.dice.one(found).item
    old = rule["points"]
    new = -old if draft.dice.chance(0.25) else nearby(draft.dice, old, low=-50, high=100)
    if not new or new == old:
        return None
    draft.put(rule, "points", new)
    return f"{condition_words(rule['condition'])} is worth {instead(points_of(new), points_of(old))}"


@operator("change-card-value", "numbers", needs=("tables",))
def change_card_value(draft: Draft) -> str | None:
    """Changes what a card counts in a table of values."""
    rows = [
        row
        for table in items_of(draft.data["deck"], "tables", "$.deck")
        for row in draft.free(items_of(table.item, "rows", table.path))
    ]
    if not rows:
        return None
    row = draft.dice.one(rows).item
    new = nearby(draft.dice, row["value"], low=-50, high=120)
    if new is None:
        return None
    old = row["value"]
    draft.put(row, "value", new)
    return f"{condition_words(row)} counts {instead(new, old)}"


@operator("change-rule-points", "numbers", needs=("scoring_rules",))
def change_rule_points(draft: Draft) -> str | None:
    """Changes a constant in how points are worked out."""
    rules = draft.free(items_of(draft.data, "scoring_rules", "$"))
    return _change_constant(draft, [(rule, "points") for rule in rules], "scores")


@operator("change-constant", "numbers", weight=0.4)
def change_constant(draft: Draft) -> str | None:
    """Changes a constant in a condition or an amount."""
    held = [*phases(draft.data), *picks(draft.data), *effects(draft.data), *items_of(draft.data, "terms", "$")]
    held += [part for phase in phases(draft.data, "choice") for part in items_of(phase.item, "offers", phase.path)]
    texts = [
        (part, key)
        for part in held
        if part.item.get("type") != "turns"
        for key in _TEXTS
        if isinstance(part.item.get(key), str) and not draft.is_pinned(f"{part.path}.{key}")
    ]
    return _change_constant(draft, texts, "has")


def _change_constant(draft: Draft, texts: list[tuple[Part, str]], verb: str) -> str | None:
    found = [
        (part, key, match)
        for part, key in texts
        for match in _CONSTANT.finditer(str(part.item[key]))
        if match.group(1) is not None and str(part.item[key]) not in ("0", "1")
    ]
    if not found:
        return None
    part, key, match = draft.dice.one(found)
    old = int(match.group(1))
    new = nearby(draft.dice, old, low=0, high=1_000)
    if new is None:
        return None
    text = str(part.item[key])
    after = f"{text[: match.start(1)]}{new}{text[match.end(1) :]}"
    draft.put(part.item, key, after)
    return f"{verb} {instead(after, text)} in {_said(part, key)}"


def _said(part: Part, key: str) -> str:
    name = part.item.get("name") if isinstance(part.item, dict) else None
    return f"{name!r}" if name else f"the rule {part.path.rsplit('.', 1)[-1]} ({key})"


@operator("change-threshold", "numbers", weight=0.7)
def change_threshold(draft: Draft) -> str | None:
    """Plays to a higher or lower score, or for more or fewer hands."""
    found = [part for part in draft.free(items_of(draft.data, "win_conditions", "$")) if part.item.get("threshold")]
    if not found:
        return None
    win = draft.dice.one(found).item
    old = win["threshold"]
    by_hands = win.get("gate") == "hands_played"
    new = nearby(draft.dice, old, low=1, high=20 if by_hands else 2_000)
    if new is None:
        return None
    draft.put(win, "threshold", new)
    if by_hands:
        draft.data["max_hands"] = new
        return f"lasts {instead(count_of(new, 'hand'), number_word(old))}"
    return f"is played to {instead(new, old)}"


@operator("change-bets", "numbers", needs=("betting",))
def change_bets(draft: Draft) -> str | None:
    """Changes the stakes: bets, antes, raises, or the chips one begins with."""
    fields = {"min_bet": "the least bet is", "ante": "the ante is", "max_raises": "the most bets and raises are"}
    places: list[tuple[Data, str, int, str]] = [
        (part.item, key, default, said)
        for part in draft.free(phases(draft.data, "betting"))
        for (key, said), default in zip(fields.items(), (1, 0, 3), strict=True)
        if not (key == "min_bet" and part.item.get("sizes"))
    ]
    if not draft.is_pinned("$.setup.starting_chips"):
        places.append((draft.data["setup"], "starting_chips", 0, "everyone begins with chips:"))
    if not places:
        return None
    holder, key, default, said = draft.dice.one(places)
    old = holder.get(key, default)
    new = nearby(draft.dice, old, low=0 if key == "ante" else 1, high=500 if key == "starting_chips" else 20)
    if new is None:
        return None
    draft.put(holder, key, new)
    return f"{said} {instead(new, old)}"
