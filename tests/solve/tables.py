"""Kernel policies by what they mean, for tests."""

from __future__ import annotations

import random
from array import array

from deckwright import _kernel
from deckwright.engine import Game

ROOM = 2e9


def tree_of(game: Game, *, merge: bool = False, threads: int = 1) -> _kernel.GameTree:
    return _kernel.GameTree(game.rules, ROOM, merge, threads)


def policy_after(
    tree: _kernel.GameTree, algorithm: str, iterations: int, *, numbers: list[float] | None = None
) -> bytes:
    solver = _kernel.Solver(tree, algorithm, numbers or [], False, 1)
    solver.run(iterations, None, None)
    return solver.average()


def lifted(policy: bytes, small: _kernel.GameTree, large: _kernel.GameTree) -> bytes:
    """A policy of a merged tree as one of the tree in which nothing is merged."""
    shares = array("d", policy)
    by_key: dict[tuple[int, int], dict[tuple[int, int], float]] = {}
    for number in range(small.information_sets):
        found = small.set(number)
        for key, actions in found["keys"]:
            first = found["first"]
            by_key[found["seat"], key] = {action: shares[first + place] for place, action in enumerate(actions)}
    numbers = array("d", bytes(8 * large.actions))
    for number in range(large.information_sets):
        found = large.set(number)
        [(key, actions)] = found["keys"]
        for place, action in enumerate(actions):
            numbers[found["first"] + place] = by_key[found["seat"], key][action]
    return numbers.tobytes()


def random_policy(tree: _kernel.GameTree, seed: int) -> bytes:
    rng = random.Random(seed)
    numbers = array("d", bytes(8 * tree.actions))
    for _, first, count in tree.sets():
        shares = [rng.random() ** 3 for _ in range(count)]
        for place, share in enumerate(shares):
            numbers[first + place] = share / sum(shares)
    return numbers.tobytes()
