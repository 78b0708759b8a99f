"""The archive as files: a genome for each elite, and one document with what was found of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from deckwright.evolve.archive import Archive, Cell, Elite
from deckwright.evolve.errors import EvolveError
from deckwright.evolve.fitness import quality
from deckwright.evolve.pitch import name_and_pitch
from deckwright.files import write_whole
from deckwright.genome.codec import dump_json

GENOMES = "genomes"
SUMMARY = "archive.json"


def write_archive(archive: Archive, folder: Path) -> None:
    """`genomes/*.json` and `archive.json`; what an earlier generation wrote and is no longer an elite goes."""
    try:
        _write(archive, folder)
    except OSError as error:
        raise EvolveError("run.bad-folder", f"{folder}: {error.strerror}") from None


def _write(archive: Archive, folder: Path) -> None:
    genomes = folder / GENOMES
    genomes.mkdir(parents=True, exist_ok=True)
    before = _known_files(folder / SUMMARY)
    found = archive.found
    rows = [elite_row(cell, elite, archive) for cell, elite in found.items()]
    for row, elite in zip(rows, found.values(), strict=True):
        write_whole(folder / row["file"], dump_json(elite.genome))
    summary = {
        "style": archive.style.name,
        "cells": len(found),
        "stepping_stones": len(archive) - len(found),
        "score": archive.score,
        "games": rows,
    }
    write_whole(folder / SUMMARY, json.dumps(summary, indent=1) + "\n")
    for name in before - {row["file"] for row in rows}:
        (folder / name).unlink(missing_ok=True)


def elite_row(cell: Cell, elite: Elite, archive: Archive) -> dict[str, Any]:
    """An elite in plain data: where it stands, what it is called, what was found of it."""
    name, pitch = name_and_pitch(elite.genome)
    return {
        "cell": cell._asdict(),
        "file": f"{GENOMES}/{elite.digest[:16]}.json",
        "digest": elite.digest,
        "name": name,
        "pitch": pitch,
        "quality": quality(elite.evaluation.figures, archive.style),
        "generation": elite.generation,
        "looks": elite.looks,
        "figures": elite.evaluation.figures.to_dict(),
    }


def _known_files(summary: Path) -> set[str]:
    """The files that the summary of an earlier generation names; nothing else in the folder is ours."""
    try:
        games = json.loads(summary.read_text(encoding="utf-8"))["games"]
        return {game["file"] for game in games if Path(game["file"]).parent == Path(GENOMES)}
    except (OSError, ValueError, KeyError, TypeError):
        return set()
