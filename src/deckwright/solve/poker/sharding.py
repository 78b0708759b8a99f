"""Training on a cluster: the parts of each batch are worked out by workers and merged here, to the same bytes as here.

What was learned travels to the workers with every batch, and what they find comes back: take large batches
(`training.batch_walks`). A worker that dies loses nothing, its parts are done again elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from deckwright import _kernel
from deckwright.jobs.workers import Workers
from deckwright.solve.poker.blueprint import make_trainer
from deckwright.solve.poker.refusals import kernel_refusals
from deckwright.solve.poker.training_config import Config, parse_config

TASKS: Final = 8
"""Pieces that a batch is sent in."""


@dataclass(frozen=True)
class ShardTask:
    """Parts of a batch to be worked out: on what was learned up to `walks`, up to the walk `end`."""

    config: dict[str, Any]
    walks: int
    learned: bytes
    end: int
    shards: tuple[int, ...]


def work_out(task: ShardTask) -> list[bytes]:
    """What the parts of a task learn, one piece of bytes each."""
    config = parse_config(task.config)
    blueprint = _trainer(config.model_dump_json())
    blueprint.restore(task.walks, task.learned)
    return blueprint.shards(task.end, list(task.shards))


@lru_cache(maxsize=1)
def _trainer(config: str) -> _kernel.Blueprint:
    """Kept from one batch to the next: all betting has to be worked out for it."""
    return make_trainer(Config.model_validate_json(config), threads=1)


def run_on(
    workers: Workers, config: Config, blueprint: _kernel.Blueprint, until: int, told: Callable[[int], bool]
) -> None:
    """As the kernel's own `run`, but the parts of every batch are worked out by workers; told after each batch."""
    document = config.document()
    while (walks := blueprint.progress()[0]) < until:
        end, count = blueprint.batch(until)
        learned = blueprint.save()
        pieces = [tuple(range(count * one // TASKS, count * (one + 1) // TASKS)) for one in range(TASKS)]
        tasks = [ShardTask(document, walks, learned, end, piece) for piece in pieces if piece]
        logs = [log for found in workers.map(work_out, tasks) for log in found]
        with kernel_refusals():
            blueprint.merge(logs, end)
        if not told(end):
            return
