"""`deckwright train`: learn a hold'em blueprint for two to six players."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from deckwright.cli.options import JsonFlag
from deckwright.cli.output import INTERRUPTED, check_folder, console, error_console, print_json, refuse
from deckwright.jobs.workers import ClusterWorkers
from deckwright.solve.poker.training import (
    DEFAULT_MEMORY_MB,
    MATCH_DEALS,
    SAVE_EVERY_S,
    Training,
    TrainingReport,
    measure_speed,
)
from deckwright.solve.poker.training_config import load_config


def train(
    config: Annotated[Path, typer.Argument(metavar="CONFIG.yaml", help="What to learn: game and training.")],
    out: Annotated[Path | None, typer.Option(help="The folder of the bundle; by default CONFIG.bundle.")] = None,
    resume: Annotated[bool, typer.Option(help="Go on from the folder's checkpoint.")] = False,
    threads: Annotated[int, typer.Option(help="Threads; the result is the same for any number.")] = 1,
    max_memory: Annotated[float, typer.Option(help="Refuse what may take more, in MB.")] = DEFAULT_MEMORY_MB,
    save_every: Annotated[float, typer.Option(help="Seconds between checkpoints.")] = SAVE_EVERY_S,
    match_deals: Annotated[int, typer.Option(help="Deals of the matches that measure quality; 0: none.")] = MATCH_DEALS,
    cluster: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="The scheduler of a dask.distributed cluster; the same bytes.")
    ] = None,
    json: JsonFlag = False,
) -> None:
    """Learn a hold'em blueprint for two to six players, and save it as a bundle."""
    loaded = load_config(config)
    folder = out or config.with_suffix(".bundle")
    check_folder(out=folder)
    remarks = error_console()
    workers = ClusterWorkers(cluster) if cluster else None
    training = Training(loaded, folder, resume=resume, threads=threads, max_memory_mb=max_memory, workers=workers)
    speed = measure_speed(loaded, threads=threads)
    walks = loaded.training.walks
    remarks.print(
        f"{training.size.decisions:,} decisions of betting; at most {training.size.size_bytes / 1e6:,.0f} MB; "
        f"{walks:,} walks, about {_duration(walks / speed)} at {speed:,.0f} a second"
    )
    for street, spread in training.abstraction_quality().items():
        inside, over = spread["inside"], spread["spread"]
        remarks.print(f"buckets on the {street}: strength spreads by {over:.3f}, inside a bucket {inside:.3f}")

    def told(done: int, seconds: float) -> bool:
        if remarks.is_terminal:
            remarks.print(f"{done:,} of {walks:,} walks, {seconds:.0f} s ", end="\r")
        return True

    def saved(report: TrainingReport) -> None:
        remarks.print(progress_text(report))

    try:
        report = training.run(save_every_s=save_every, match_deals=match_deals, progress=told, saved=saved)
    except KeyboardInterrupt:
        refuse(f"interrupted: saved in {folder}, go on with --resume", code=INTERRUPTED)
    finally:
        if workers is not None:
            workers.close()
    if json:
        print_json({"bundle": str(folder), "config_hash": loaded.digest, **asdict(report)})
    else:
        console().print(f"bundle written to {folder}: deckwright explore {folder}", soft_wrap=True)


def _duration(seconds: float) -> str:
    """A time to wait, in the unit that suits it."""
    if seconds < 90:
        return f"{max(1, round(seconds))} seconds" if seconds >= 1.5 else "a second"
    minutes = seconds / 60
    return f"{minutes:.1f} minutes" if minutes < 90 else f"{minutes / 60:,.1f} hours"


def progress_text(report: TrainingReport) -> str:
    """A line or two about how far it is."""
    lines = [
        f"{report.iterations:,} iterations, {report.information_sets:,} information sets, "
        f"{report.size_bytes / 1e6:,.0f} MB, {report.seconds:.0f} s"
    ]
    for name, found in (report.quality or {}).items():
        if isinstance(found, dict):
            low, high = found["interval"]
            against = name.replace("_", " ")
            lines.append(f"  {against}: {found['bb_per_100']:+.1f} bb/100 ({low:+.1f} to {high:+.1f})")
    for hand, shares in report.samples.items():
        lines.append(f"  {hand}: " + ", ".join(f"{action} {100 * share:.0f} %" for action, share in shares.items()))
    return "\n".join(lines)
