"""The sets of a saved strategy, read with every value checked: errors have a code and name the place."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from deckwright.games.errors import quoted
from deckwright.solve.errors import SolveError
from deckwright.solve.set_strategy import Numbers, SetStrategy

FIELDS = ("seat", "label", "actions", "probabilities", "reach", "keys")
ROUNDING = 1e-6
"""By how much probabilities may miss 1 together."""
HEX_DIGITS = 16
MOST_SLOT, MOST_VALUE = 2**16 - 1, 127


def read_sets(data: object, *, seats: int) -> list[SetStrategy]:
    """Information sets from plain data; SolveError at the first thing that cannot be."""
    found: list[SetStrategy] = []
    known: dict[tuple[int, int], int] = {}
    for number, item in enumerate(_list(data, "$.sets", "information sets")):
        place = f"$.sets[{number}]"
        one = _read_set(item, place, seats)
        for key, _ in one.keys:
            if known.setdefault((one.seat, key), number) != number:
                raise _bad(
                    "strategy.key-twice",
                    f"{place}.keys",
                    f"{key:016x}",
                    f"a key that $.sets[{known[one.seat, key]}] has not",
                )
        found.append(one)
    return found


def check_about(about: Mapping[str, Any]) -> None:
    """Refuse what cannot name a game."""
    if not isinstance(about.get("game"), str):
        raise _bad("strategy.wrong-type", "$.game", about.get("game"), "a text")
    if not isinstance(about.get("options"), dict):
        raise _bad("strategy.wrong-type", "$.options", about.get("options"), "an object")


def check_figures(about: Mapping[str, Any], *, seats: int) -> None:
    """Refuse figures that cannot be: of each seat a number, and no others."""
    for name in ("values", "gains"):
        numbers = _list(about.get(name), f"$.{name}", f"{seats} numbers, one a seat")
        if len(numbers) != seats:
            raise _bad("strategy.wrong-length", f"$.{name}", len(numbers), f"{seats} numbers, one a seat")
        for number, value in enumerate(numbers):
            _number(value, f"$.{name}[{number}]", low=-math.inf, high=math.inf)
    _number(about.get("nash_conv"), "$.nash_conv", low=-math.inf, high=math.inf)


def _read_set(data: object, place: str, seats: int) -> SetStrategy:
    if not isinstance(data, dict):
        raise _bad("strategy.wrong-type", place, data, "an information set")
    for name in FIELDS:
        if name not in data:
            raise _bad("strategy.missing", f"{place}.{name}", "nothing", "a value")
    if unknown := sorted(set(data) - set(FIELDS)):
        raise _bad("strategy.unknown-field", place, unknown[0], f"one of {', '.join(FIELDS)}")
    seat = _whole(data["seat"], f"{place}.seat", seats - 1)
    if not isinstance(data["label"], str):
        raise _bad("strategy.wrong-type", f"{place}.label", data["label"], "a text")
    actions = _list(data["actions"], f"{place}.actions", "texts")
    for number, text in enumerate(actions):
        if not isinstance(text, str):
            raise _bad("strategy.wrong-type", f"{place}.actions[{number}]", text, "a text")
    if len(actions) < 2:
        raise _bad("strategy.wrong-length", f"{place}.actions", len(actions), "2 or more: a forced move is no decision")
    probabilities = tuple(_probabilities(data["probabilities"], f"{place}.probabilities", len(actions)))
    reach = _number(data["reach"], f"{place}.reach", low=0, high=1 + ROUNDING)
    keys = tuple(_keys(data["keys"], f"{place}.keys", len(actions)))
    return SetStrategy(seat, data["label"], tuple(actions), probabilities, reach, keys)


def _probabilities(data: object, place: str, count: int) -> Iterator[float]:
    shares = _list(data, place, f"{count} numbers, one an action")
    if len(shares) != count:
        raise _bad("strategy.wrong-length", place, len(shares), f"{count} numbers, one an action")
    numbers = [_number(share, f"{place}[{number}]", low=0, high=1 + ROUNDING) for number, share in enumerate(shares)]
    if abs(math.fsum(numbers) - 1) > ROUNDING:
        raise _bad("strategy.bad-sum", place, math.fsum(numbers), "numbers that add up to 1")
    yield from numbers


def _keys(data: object, place: str, count: int) -> Iterator[tuple[int, Numbers]]:
    pairs = _list(data, place, "keys")
    if not pairs:
        raise _bad("strategy.wrong-length", place, 0, "one key or more")
    for number, pair in enumerate(pairs):
        here = f"{place}[{number}]"
        if not isinstance(pair, list) or len(pair) != 2:
            raise _bad("strategy.wrong-type", here, pair, "a key and its actions")
        key, actions = pair
        if not isinstance(key, str) or len(key) != HEX_DIGITS or not set(key) <= set("0123456789abcdef"):
            raise _bad("strategy.bad-key", f"{here}[0]", key, f"{HEX_DIGITS} hexadecimal digits")
        yield int(key, 16), _actions(actions, f"{here}[1]", count)


def _actions(data: object, place: str, count: int) -> Numbers:
    actions = _list(data, place, f"{count} actions")
    if len(actions) != count:
        raise _bad("strategy.wrong-length", place, len(actions), f"{count} actions, one a probability")
    read = []
    for number, action in enumerate(actions):
        here = f"{place}[{number}]"
        if not isinstance(action, list) or len(action) != 2:
            raise _bad("strategy.wrong-type", here, action, "a slot and a value")
        read.append((_whole(action[0], f"{here}[0]", MOST_SLOT), _whole(action[1], f"{here}[1]", MOST_VALUE)))
    if len(set(read)) != len(read):
        raise _bad("strategy.action-twice", place, f"{len(read)} actions, {len(set(read))} different", "each once")
    return tuple(read)


def _list(data: object, place: str, expected: str) -> list[Any]:
    if not isinstance(data, list):
        raise _bad("strategy.wrong-type", place, data, expected)
    return data


def _whole(data: object, place: str, most: int) -> int:
    if isinstance(data, bool) or not isinstance(data, int) or not 0 <= data <= most:
        raise _bad("strategy.bad-number", place, data, f"a whole number from 0 to {most}")
    return data


def _number(data: object, place: str, *, low: float, high: float) -> float:
    is_number = isinstance(data, (int, float)) and not isinstance(data, bool)
    if not is_number or not math.isfinite(data) or not low <= data <= high:  # type: ignore[arg-type, operator]
        expected = "a number" if math.isinf(high) else f"a number from {low:g} to {high:g}"
        raise _bad("strategy.bad-number", place, data, expected)
    return float(data)  # type: ignore[arg-type]


def _bad(code: str, place: str, found: object, expected: str) -> SolveError:
    shown = found if isinstance(found, str) and code in ("strategy.missing", "strategy.action-twice") else quoted(found)
    return SolveError(code, f"{place}: found {shown}, expected {expected}")
