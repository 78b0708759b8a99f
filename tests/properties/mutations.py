"""Random damage to plain data: what a careless or hostile hand could do to a genome file."""

from __future__ import annotations

import copy
import random
from collections.abc import Iterator
from typing import Any

VALUES: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 3, 7, 16, 17, 64, 65, 128, 129, 250, 251, 255, 256, 999_999, 1_000_000, 1_000_001,
    2**31, 2**63, 10**40, 0.5, float("nan"), float("inf"), "", " ", "0", "1", "none", "all", "bank", "turn", "seats",
    "hand", "c", "size(hand)", "top(stock)", "hand[turn]", "hand[left(turn)]", "1 // size(hand)",
    "score * score * score",
    "1 % (size(hand) - 1)", "sum(sum(1 for x in hand) for y in hand)", "any(x == y for x in hand)",
    "first(q for q in seats)",
    "(" * 50, ")", "a" * 401, "x" * 100_000, "\x00", "\ud800", "é", "\u202e", "𝓱and", "hand\n", "__import__('os')",
    "lambda: 1", "[1][0]", "f'{1}'", "1 if 1 else", "1 and", "0x10", "1e9", "1_000", "'", '"', "{s}", "{level}", "{}",
    [], {}, [[]], [{}], [None], {"type": "do"}, {"type": "choice"}, {"type": "turns", "phases": []}, {"type": "end"},
    {"type": "nothing"}, {"where": "1"}, ["hand"], {"name": "x"},
)  # fmt: skip


def nodes_of(data: Any) -> Iterator[tuple[Any, Any]]:
    """Every container with one of its keys or places."""
    stack = [data]
    while stack:
        node = stack.pop()
        keys = list(node) if isinstance(node, dict) else range(len(node))
        for key in keys:
            yield node, key
            if isinstance(node[key], (dict, list)):
                stack.append(node[key])


def mutated(data: Any, rng: random.Random, times: int) -> Any:
    """A copy of the data with some damage."""
    data = copy.deepcopy(data)
    for _ in range(times):
        _damage(data, rng)
    return data


def _damage(data: Any, rng: random.Random) -> None:
    places = list(nodes_of(data))
    if not places:
        return
    node, key = rng.choice(places)
    other, place = rng.choice(places)
    match rng.randrange(9):
        case 0:
            del node[key]
        case 1 | 2:
            node[key] = copy.deepcopy(rng.choice(VALUES))
        case 3:
            _insert(node, rng)
        case 4:
            node[key] = copy.deepcopy(other[place])
        case 5 if isinstance(node, list):
            node.insert(key, copy.deepcopy(node[key]))
        case 6 if isinstance(node[key], int) and not isinstance(node[key], bool):
            node[key] += rng.choice((-1, 1, 100, 10_000, -10_000))
        case 7 if isinstance(node[key], str) and node[key]:
            node[key] = _retyped(node[key], rng)
        case _:
            texts = [inner[at] for inner, at in places if isinstance(inner[at], str)]
            if texts:
                node[key] = rng.choice(texts)


def _insert(node: Any, rng: random.Random) -> None:
    value = copy.deepcopy(rng.choice(VALUES))
    if isinstance(node, list):
        node.insert(rng.randint(0, len(node)), value)
    else:
        names = ("when", "where", "limit", "effects", "until", "nothing", "seen_by", "duties", "to", "count", "type")
        node[rng.choice(names)] = value


def _retyped(text: str, rng: random.Random) -> str:
    at = rng.randrange(len(text))
    insert = rng.choice(("", "(", ")", "[", "]", "0", "9", " not ", " ", ",", "'", "-", "*", "//", "%", "e", "_", "é"))
    return text[:at] + insert + text[at + rng.randint(0, 2) :]
