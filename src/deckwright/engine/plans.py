"""How the kernel plays each node of a game's program, and why it has no faster plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright import _kernel
from deckwright.engine.errors import EngineError

if TYPE_CHECKING:
    from collections.abc import Iterable

    from deckwright.engine.game import Game


class NodePlan(NamedTuple):
    """A node of a program and the plans that it is played by."""

    node: int
    kind: str
    name: str
    """The phase's; empty for a turn structure."""
    plans: tuple[str, ...]
    """`general` alone where there is no faster one."""
    missing: tuple[tuple[str, tuple[str, ...]], ...]
    """Of each plan that it could have, what is missing for it."""


def node_plans(game: Game) -> tuple[NodePlan, ...]:
    """The plan of every node, in the program's order; EngineError for a game that the kernel has of its own."""
    if game.definition.kind != "genome":
        told = f"{game.name} is written against the kernel and not as data: it has no plans"
        raise EngineError("game.no-genome", told)
    return tuple(
        NodePlan(node, kind, name, tuple(plans), tuple((plan, tuple(reasons)) for plan, reasons in missing))
        for node, kind, name, plans, missing in _kernel.node_plans(game.definition.program)
    )


def format_plans(plans: Iterable[NodePlan]) -> str:
    """Plans as text: a line for each node, and below it why not a faster one."""
    lines = []
    for plan in plans:
        lines.append(f"{plan.node:>3}  {' '.join((plan.kind, plan.name)).strip():<24}  {', '.join(plan.plans)}")
        lines += [f"       not {name}: {'; '.join(reasons)}" for name, reasons in plan.missing]
    return "\n".join(lines)
