"""The sets of a saved strategy, read with every value checked: errors have a code and name the place."""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Mapping
from typing import Any

from deckwright.games.errors import quoted
from deckwright.solve.errors import SolveError
from deckwright.solve.set_strategy import Numbers, SetStrategy

FIELDS = ("seat", "label", "actions", "probabilities", "reach", "keys")
ROUNDING = 1e-6
"""By how much probabilities may miss 1 together, and gains 0 and their sum."""
HEX_DIGITS, HASH_DIGITS = 16, 64
MOST = sys.float_info.max
"""Whole numbers in JSON may be larger than any float."""
TEXTS, OBJECTS = ("game", "algorithm", "updates"), ("options", "settings")
NEEDED = (*TEXTS, *OBJECTS, "seed", "iterations", "config_hash", "values", "gains", "nash_conv", "genome", "sets")
KNOWN = (*NEEDED, "format", "version", "checksum")
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
    """Refuse what lacks something or has more, or cannot say which game was solved, and how."""
    for name in NEEDED:
        if name not in about:
            raise _bad("strategy.missing", f"$.{name}", "nothing", "a value")
    if unknown := sorted(set(about) - set(KNOWN)):
        raise _bad("strategy.unknown-field", "$", unknown[0], f"one of {', '.join(KNOWN)}")
    for name in TEXTS:
        if not isinstance(about[name], str):
            raise _bad("strategy.wrong-type", f"$.{name}", about[name], "a text")
    for name in OBJECTS:
        if not isinstance(about[name], dict):
            raise _bad("strategy.wrong-type", f"$.{name}", about[name], "an object")
    for name, value in about["settings"].items():
        _number(value, f"$.settings.{name}", low=-MOST, high=MOST)
    _whole(about["seed"], "$.seed", low=None)
    _whole(about["iterations"], "$.iterations")
    if not _is_hex(about["config_hash"], HASH_DIGITS):
        raise _bad("strategy.bad-key", "$.config_hash", about["config_hash"], f"{HASH_DIGITS} hexadecimal digits")


def check_figures(about: Mapping[str, Any], *, seats: int) -> None:
    """Refuse figures that cannot be: of each seat a number, and no others; gains below 0, and another sum of them."""
    for name in ("values", "gains"):
        numbers = _list(about[name], f"$.{name}", f"{seats} numbers, one a seat")
        if len(numbers) != seats:
            raise _bad("strategy.wrong-length", f"$.{name}", len(numbers), f"{seats} numbers, one a seat")
        for number, value in enumerate(numbers):
            _number(value, f"$.{name}[{number}]", low=-ROUNDING if name == "gains" else -MOST, high=MOST)
    nash_conv, gained = _number(about["nash_conv"], "$.nash_conv", low=-ROUNDING, high=MOST), sum(about["gains"])
    if not math.isclose(nash_conv, gained, rel_tol=ROUNDING, abs_tol=ROUNDING):
        raise _bad("strategy.bad-sum", "$.nash_conv", nash_conv, f"the sum of $.gains, {gained:g}")


def _read_set(data: object, place: str, seats: int) -> SetStrategy:
    if not isinstance(data, dict):
        raise _bad("strategy.wrong-type", place, data, "an information set")
    for name in FIELDS:
        if name not in data:
            raise _bad("strategy.missing", f"{place}.{name}", "nothing", "a value")
    if unknown := sorted(set(data) - set(FIELDS)):
        raise _bad("strategy.unknown-field", place, unknown[0], f"one of {', '.join(FIELDS)}")
    seat = _whole(data["seat"], f"{place}.seat", most=seats - 1)
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
        if not _is_hex(key, HEX_DIGITS):
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
        slot, value = _whole(action[0], f"{here}[0]", most=MOST_SLOT), _whole(action[1], f"{here}[1]", most=MOST_VALUE)
        read.append((slot, value))
    if len(set(read)) != len(read):
        raise _bad("strategy.action-twice", place, f"{len(read)} actions, {len(set(read))} different", "each once")
    return tuple(read)


def _list(data: object, place: str, expected: str) -> list[Any]:
    if not isinstance(data, list):
        raise _bad("strategy.wrong-type", place, data, expected)
    return data


def _is_hex(data: object, digits: int) -> bool:
    return isinstance(data, str) and len(data) == digits and set(data) <= set("0123456789abcdef")


def _whole(data: object, place: str, *, low: int | None = 0, most: int | None = None) -> int:
    is_whole = isinstance(data, int) and not isinstance(data, bool)
    if not is_whole or (low is not None and data < low) or (most is not None and data > most):  # type: ignore[operator]
        bounds = "" if low is None else f", {low} or more" if most is None else f" from {low} to {most}"
        raise _bad("strategy.bad-number", place, data, f"a whole number{bounds}")
    return data  # type: ignore[return-value]


def _number(data: object, place: str, *, low: float, high: float) -> float:
    is_number = isinstance(data, (int, float)) and not isinstance(data, bool)
    if not is_number or not low <= data <= high:  # type: ignore[operator]
        raise _bad("strategy.bad-number", place, data, _interval(low, high))
    return float(data)  # type: ignore[arg-type]


def _interval(low: float, high: float) -> str:
    if high == MOST:
        return "a number" if low == -MOST else "a number, 0 or more"
    return f"a number from {low:g} to {high:g}"


def _bad(code: str, place: str, found: object, expected: str) -> SolveError:
    shown = found if isinstance(found, str) and code in ("strategy.missing", "strategy.action-twice") else quoted(found)
    return SolveError(code, f"{place}: found {shown}, expected {expected}")
