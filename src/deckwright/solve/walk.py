"""A solution as a walk through its game: at each decision, what the seat to act does by what it knows.

A node is what everybody has seen so far, with a seat to act; its information sets are what that seat may know there.
Each action has how often it is taken, what it earns on average from there (given that play comes there at all), and how
likely play comes to it. All of it is exact, from the ends of the tree in sequence form (von Stengel 1996).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any

from deckwright.solve.labels import PublicStep, action_texts, holding_of, label_of, public_steps
from deckwright.solve.solution import Solution

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]

DIGITS = 9
MOST_SETS = 8_000
"""Information sets of a walk; a table of more is nothing that one walks through."""


@dataclass(frozen=True)
class ActionFigures:
    """What is known of each action of the tree, and how likely play comes to each set."""

    values: Floats
    """What the action earns its seat, given that play has come to its set; nan where the others never let it."""
    reaches: Floats
    """How likely play comes to the set and takes the action."""
    sets: Floats
    """How likely play comes to a set."""


def action_figures(solution: Solution) -> ActionFigures:
    """Values and reaches of all actions, by the ends that each seat's last action leads to."""
    import numpy as np  # large: a server starts without it

    tree, shares = solution.tree, np.frombuffer(solution.policy, dtype="<f8")
    seats, sets = tree.seats, tree.sets()
    parents = [tree.set(number)["parent"] for number in range(len(sets))]
    own = np.ones(tree.actions + seats)
    for (seat, first, count), parent in zip(sets, parents, strict=True):
        own[first + seat + 1 : first + count + seat + 1] = own[parent] * shares[first : first + count]
    ends = [tree.leaf(number) for number in range(tree.leaves)]
    chance = np.array([end[0] for end in ends])
    last = np.array([end[1] for end in ends], dtype=np.int64).reshape(-1, seats)
    returns = np.array([end[2] for end in ends]).reshape(-1, seats)
    worth, mass = np.zeros(tree.actions + seats), np.zeros(tree.actions + seats)
    for seat in range(seats):
        others = chance * np.prod(np.delete(own[last], seat, axis=1), axis=1)
        np.add.at(worth, last[:, seat], others * returns[:, seat])
        np.add.at(mass, last[:, seat], others)
    values, reaches, came = np.full(tree.actions, np.nan), np.zeros(tree.actions), np.zeros(len(sets))
    for number in reversed(range(len(sets))):
        seat, first, count = sets[number]
        here, after = slice(first, first + count), slice(first + seat + 1, first + count + seat + 1)
        let = float(shares[here] @ mass[after])  # how likely chance and the others lead here
        if let > 0:
            values[here] = worth[after] / let
        came[number] = own[parents[number]] * let
        reaches[here] = came[number] * shares[here]
        worth[parents[number]] += shares[here] @ worth[after]
        mass[parents[number]] += let
    return ActionFigures(values, reaches, came)


def make_walk(solution: Solution, *, most_sets: int = MOST_SETS) -> dict[str, Any]:
    """The walk as plain data, with at most so many information sets: of more, the nodes that play reaches most.

    `nodes` are in the order of play; `parent` is a place in it, or None. `left_out` says how many are not there.
    """
    figures = action_figures(solution)
    nodes = _nodes(solution, figures)
    kept = _kept(nodes, most_sets)
    places = {number: place for place, number in enumerate(kept)}
    told = [_node_data(solution, figures, nodes, number, places) for number in kept]
    ranks: dict[str, int] = {}
    for node in told:  # what a seat holds stands in the same order everywhere
        for row in node["sets"]:
            ranks.setdefault(row["holding"], len(ranks))
        node["sets"].sort(key=lambda row: ranks[row["holding"]])
    return {"nodes": told, "left_out": len(nodes) - len(kept)}


@dataclass
class _Node:
    seat: int
    steps: tuple[PublicStep, ...]
    parent: int | None
    sets: list[int]
    reach: float


def _nodes(solution: Solution, figures: ActionFigures) -> list[_Node]:
    """Every node, those before others first."""
    game, tree = solution.game, solution.tree
    grouped: dict[tuple[tuple[str, ...], int], list[int]] = defaultdict(list)
    steps_of: dict[tuple[str, ...], tuple[PublicStep, ...]] = {}
    for number, (seat, _, _) in enumerate(tree.sets()):
        steps = public_steps(game, tree.set(number))
        key = tuple(step.key for step in steps)
        steps_of[key] = steps
        grouped[key, seat].append(number)
    nodes: list[_Node] = []
    place_of: dict[tuple[str, ...], int] = {}
    for key, seat in sorted(grouped, key=lambda node: len(node[0])):  # stable: the order of play within a length
        before = (place_of[key[:size]] for size in range(len(key) - 1, 0, -1) if key[:size] in place_of)
        place_of.setdefault(key, len(nodes))
        sets = grouped[key, seat]
        nodes.append(_Node(seat, steps_of[key], next(before, None), sets, float(figures.sets[sets].sum())))
    return nodes


def _kept(nodes: list[_Node], most_sets: int) -> list[int]:
    """The nodes that play reaches most, each with all before it, as long as they fit; in order."""
    after: dict[int | None, list[int]] = defaultdict(list)
    for number, node in enumerate(nodes):
        after[node.parent].append(number)
    kept: list[int] = []
    left = most_sets
    waiting = [(-nodes[number].reach, number) for number in after[None]]
    heapify(waiting)
    while waiting:
        _, number = heappop(waiting)
        left -= len(nodes[number].sets)
        if left < 0:
            break
        kept.append(number)
        for next_one in after[number]:
            heappush(waiting, (-nodes[next_one].reach, next_one))
    return sorted(kept)


def _node_data(
    solution: Solution, figures: ActionFigures, nodes: list[_Node], number: int, places: dict[int, int]
) -> dict[str, Any]:
    node = nodes[number]
    known = 0 if node.parent is None else len(nodes[node.parent].steps)
    return {
        "seat": node.seat,
        "parent": None if node.parent is None else places[node.parent],
        "steps": [{"seat": step.seat, "text": step.text} for step in node.steps[known:] if step.text],
        "reach": _short(node.reach),
        "sets": [_set_data(solution, figures, place) for place in node.sets],
    }


def _set_data(solution: Solution, figures: ActionFigures, number: int) -> dict[str, Any]:
    game, found = solution.game, solution.tree.set(number)
    import numpy as np

    shares = np.frombuffer(solution.policy, dtype="<f8")
    actions = [
        {
            "text": text,
            "share": _short(shares[place]),
            "value": None if np.isnan(figures.values[place]) else _short(figures.values[place]),
            "reach": _short(figures.reaches[place]),
        }
        for place, text in enumerate(action_texts(game, found), found["first"])
    ]
    reach = _short(figures.sets[number])
    return {"holding": holding_of(game, found), "label": label_of(game, found), "reach": reach, "actions": actions}


def _short(value: float) -> float:
    return round(float(value), DIGITS)
