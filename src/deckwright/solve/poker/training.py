"""Training a blueprint: told how large it is first, saved now and then, and on Ctrl-C; resumed to the same bytes."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from deckwright import _kernel
from deckwright.jobs.workers import Workers
from deckwright.solve.errors import SolveError
from deckwright.solve.poker.binary import read_binary
from deckwright.solve.poker.blueprint import (
    CHECKPOINT,
    STRATEGY,
    VERSION,
    Bundle,
    labels_of,
    make_trainer,
    read_manifest,
    write_bundle,
)
from deckwright.solve.poker.classes import CLASS_NAMES
from deckwright.solve.poker.refusals import kernel_refusals
from deckwright.solve.poker.sharding import run_on
from deckwright.solve.poker.training_config import Config

DEFAULT_MEMORY_MB: Final = 4000.0
SAVE_EVERY_S: Final = 60.0
MATCH_DEALS: Final = 5000
MATCH_SEED: Final = 7
LOCAL_SHARE: Final = 5
"""A hand of the local best answer takes many times what one of a match does: it plays so many times fewer deals."""
RESPONSE_SHARE: Final = 10
"""The best answer inside the abstraction is learned by so many times fewer walks than the blueprint."""
MEASURE: Final = (
    "bb/100 over all seats, each deal played from every seat, with 95 % intervals. against_*: matches inside the "
    "abstraction, no bound on anything. best_response, local_best_response: what a player earns who knows this play, "
    "against copies of it in all other seats, by an answer learned inside the abstraction, and by a local one to the "
    "cards as they are (Lisy and Bowling 2017): what it can be beaten for is at least that, up to the interval"
)
SAMPLE_HANDS: Final = ("AA", "AKs", "T9s", "72o")


@dataclass(frozen=True)
class TrainingSize:
    """How large a blueprint is, told before training."""

    decisions: int
    information_sets: int
    size_bytes: int
    """At most, if everything is learned."""


@dataclass(frozen=True)
class TrainingReport:
    """How far training is."""

    walks: int
    iterations: int
    information_sets: int
    size_bytes: int
    seconds: float
    samples: dict[str, dict[str, float]]
    """What the first seat does first with some hands."""
    quality: dict[str, Any] | None


Progress = Callable[[int, float], bool]
"""Told the walks and the seconds of this run; False stops."""


class Training:
    """A training run in its folder."""

    def __init__(
        self,
        config: Config,
        folder: str | Path,
        *,
        resume: bool = False,
        threads: int = 1,
        max_memory_mb: float = DEFAULT_MEMORY_MB,
        workers: Workers | None = None,
    ) -> None:
        self.config = config
        self._workers = workers
        self.folder = Path(folder)
        self.seconds = 0.0
        self._before: bytes | None = None
        self._is_behind = False
        self._threads = threads
        self._blueprint = make_trainer(config, threads=threads)
        decisions, _, size_bytes, buckets = self._blueprint.size()
        self.size = TrainingSize(decisions, self._sets(buckets, decisions), size_bytes)
        if size_bytes > max_memory_mb * 1e6:
            raise SolveError(
                "blueprint.too-large",
                f"it may take {size_bytes / 1e6:,.0f} MB, {max_memory_mb:,.0f} MB are allowed: "
                f"{decisions:,} decisions. Take fewer sizes, lower caps or fewer bins, or allow more memory",
            )
        if resume:
            self._resume()
        elif (self.folder / "manifest.json").exists():
            raise SolveError(
                "bundle.exists", f"{self.folder}: there is a bundle already: resume it, or name another folder"
            )

    @staticmethod
    def _sets(buckets: list[int], decisions: int) -> int:
        return max(buckets) * decisions

    def _resume(self) -> None:
        manifest = read_manifest(self.folder)
        kept = read_binary(self.folder / "checkpoint.bin", CHECKPOINT, VERSION)
        if kept.header.get("config_hash") != self.config.digest:
            raise SolveError(
                "checkpoint.mismatch",
                f"{self.folder}: it is of another config (found {str(kept.header.get('config_hash'))[:12]}, "
                f"expected {self.config.digest[:12]}): resume with what it was made with, or name another folder",
            )
        with kernel_refusals():
            self._blueprint.restore(int(kept.header["walks"]), bytes(kept.content))
        # It was stopped between the files: the checkpoint is newer than the play.
        self._is_behind = manifest.get("walks") != kept.header["walks"]
        self.seconds = float(kept.header.get("seconds", 0.0))
        self._before = bytes(read_binary(self.folder / "strategy.bin", STRATEGY, VERSION).content)

    def abstraction_quality(self, deals: int = 400) -> dict[str, dict[str, float]]:
        """On flop and turn: how far strength on the river spreads over all hands, and inside a bucket."""
        found = zip(("flop", "turn"), self._blueprint.quality(deals), strict=True)
        return {street: {"spread": spread, "inside": inside} for street, (spread, inside) in found}

    def run(
        self,
        *,
        save_every_s: float = SAVE_EVERY_S,
        match_deals: int = MATCH_DEALS,
        progress: Progress | None = None,
        saved: Callable[[TrainingReport], None] | None = None,
    ) -> TrainingReport:
        """Train to the end of the config, saving now and then; an interrupt saves too, and is raised."""
        total = self.config.training.walks
        started = time.monotonic()
        earlier = self.seconds
        stopped = False
        report: TrainingReport | None = None
        while not stopped and (self._is_behind or self._blueprint.progress()[0] < total):
            until = time.monotonic() + save_every_s

            def told(walks: int, until: float = until) -> bool:
                nonlocal stopped
                if progress is not None and not progress(walks, time.monotonic() - started):
                    stopped = True
                return not stopped and time.monotonic() < until

            try:
                if self._workers is None:
                    self._blueprint.run(total, told)
                else:
                    run_on(self._workers, self.config, self._blueprint, total, told)
                self.seconds = earlier + time.monotonic() - started
                report = self.report(match_deals=match_deals)
            except BaseException:
                # Also while it is measured how good it is, which may take longer than learning did.
                self.seconds = earlier + time.monotonic() - started
                write_bundle(self.folder, self.config, self._blueprint, seconds=self.seconds, quality=None)
                raise
            write_bundle(self.folder, self.config, self._blueprint, seconds=self.seconds, quality=report.quality)
            self._before, self._is_behind = self._blueprint.play(), False
            if saved is not None:
                saved(report)
        return report or self.report(match_deals=match_deals)

    def report(self, *, match_deals: int) -> TrainingReport:
        """How far it is, and how good, by matches and by what answers to it earn."""
        walks, sets, size_bytes = self._blueprint.progress()
        quality: dict[str, Any] | None = None
        if match_deals > 0:
            quality = {"measure": MEASURE}
            for name in ("call", "random"):
                quality[f"against_{name}"] = self._match(name, None, match_deals)
            if self._before is not None:
                quality["against_last_checkpoint"] = self._match("", self._before, match_deals)
            deals = max(1, match_deals // LOCAL_SHARE)
            found = self._blueprint.local_best_response(deals, MATCH_SEED)
            quality["local_best_response"] = _earnings(deals, found)
            if walks >= self.config.training.walks:
                quality["best_response"] = self._best_response(match_deals)
        return TrainingReport(
            walks,
            walks // self.config.training.mccfr_samples,
            sets,
            size_bytes,
            self.seconds,
            self._samples(),
            quality,
        )

    def _match(self, others: str, play: bytes | None, deals: int) -> dict[str, Any]:
        with kernel_refusals():
            return _earnings(deals, self._blueprint.duel(others, play, deals, MATCH_SEED))

    def _best_response(self, deals: int) -> dict[str, Any]:
        walks = max(MATCH_DEALS, self.config.training.walks // RESPONSE_SHARE)
        found = self._blueprint.best_response(walks, deals, MATCH_SEED, self._threads, None)
        assert found is not None, "only a callback stops it"
        return {"walks": walks, **_earnings(deals, found)}

    def _samples(self) -> dict[str, dict[str, float]]:
        from array import array

        data = self._blueprint.node([])
        labels = labels_of(data)
        shares = array("d", data["shares"])
        found = {}
        for name in SAMPLE_HANDS:
            at = CLASS_NAMES.index(name) * len(labels)
            found[name] = dict(zip(labels, shares[at : at + len(labels)], strict=True))
        return found


def _earnings(deals: int, found: tuple[list[tuple[float, float]], float, float, float]) -> dict[str, Any]:
    by_seat, mean, error, unlearned = found
    return {
        "deals": deals,
        "bb_per_100": 100 * mean,
        "interval": [100 * (mean - 1.96 * error), 100 * (mean + 1.96 * error)],
        "by_seat": [100 * value for value, _ in by_seat],
        "unlearned": unlearned,
    }


def measure_speed(config: Config, *, threads: int, walks: int = 1000) -> float:
    """Walks a second at the start of training, from a few: for an estimate of the time."""
    blueprint: _kernel.Blueprint = make_trainer(config, threads=threads)
    started = time.monotonic()
    blueprint.run(min(walks, config.training.walks), None)
    return min(walks, config.training.walks) / max(time.monotonic() - started, 1e-9)


__all__ = ["Bundle", "Training", "TrainingReport", "TrainingSize", "measure_speed"]
