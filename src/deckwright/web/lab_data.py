"""What the lab's pages and programs are told of runs, archives and specimens."""

from __future__ import annotations

import shutil
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from deckwright.evolve.archive import CHOICE_EDGES, LUCK_EDGES, Cell, Elite, cell_of, range_text
from deckwright.evolve.browsing import Ancestor, RunReader, Snapshot, Specimen
from deckwright.evolve.errors import EvolveError
from deckwright.evolve.fitness import quality
from deckwright.evolve.library import library_genomes
from deckwright.evolve.pitch import name_and_pitch
from deckwright.evolve.retelling import rule_changes
from deckwright.genome.codec import dump_json
from deckwright.genome.schema import GameGenome
from deckwright.jobs import JobError, JobState
from deckwright.web.errors import WebError
from deckwright.web.lab_runs import LabRun
from deckwright.web.own_games import PREFIX, check_text
from deckwright.web.service import Service, jobs_folder

SIMPLIFY = "simplify"
"""What a run calls the leaving out of parts that change nothing."""
STEPS = 5
"""Shades of the map."""


def reader_of(service: Service, run: LabRun) -> RunReader:
    """The store of a run."""
    return RunReader(jobs_folder(service.settings) / run.folder)


def snapshot_of(service: Service, run: LabRun) -> Snapshot | None:
    """Where a run is; None before its first generation is whole, and where its store was lost."""
    try:
        return reader_of(service, run).snapshot()
    except EvolveError as error:
        if error.code == "run.nothing-there":
            return None
        raise WebError(error.code, error.message, status=503) from None


@dataclass(frozen=True)
class Working:
    """What is being done about a run."""

    state: str
    """`waiting`, `running`, `stopped`, `paused` (its time was over), `done` or `failed`."""
    text: str = ""
    code: str = ""
    ahead: int = 0
    seconds_left: tuple[float, float] | None = None

    @property
    def is_open(self) -> bool:
        """Whether it waits or runs."""
        return self.state in ("waiting", "running")


ENDINGS = {"stopped": "stopped", "time": "paused", "done": "done"}


def working(service: Service, run: LabRun, generations: int) -> Working:
    """What is being done about a run, by its last job; a job that is forgotten ended long ago."""
    try:
        job = service.jobs.find(run.job)
    except JobError:
        return Working("done" if generations >= run.spec["generations"] else "stopped")
    if job.state is JobState.DONE:
        ended = ENDINGS[service.jobs.result(job.id)["ended"]]
        return Working("done" if generations >= run.spec["generations"] else ended)
    if job.state is JobState.FAILED:
        return Working("failed", job.text, job.code)
    if job.state is JobState.CANCELLED:
        return Working("stopped")
    left = service.jobs.shown(job.id).get("seconds_left")
    return Working(job.state.value, "", "", service.runner.position(job), None if left is None else (left[0], left[1]))


def run_data(service: Service, run: LabRun) -> dict[str, Any]:
    """A run for a page or a program."""
    found = snapshot_of(service, run)
    done = 0 if found is None else found.generation
    doing = working(service, run, done)
    best = None if found is None else found.archive.best
    asked = {name: value for name, value in run.spec.items() if name not in ("run", "lab", "ratings", "parents")}
    parents = run.spec["parents"]
    return {
        "id": run.id,
        "url": f"/lab/{run.id}",
        "title": run.title,
        "made_ms": run.made_ms,
        "state": doing.state,
        "is_open": doing.is_open,
        "text": doing.text,
        "code": doing.code,
        "ahead": doing.ahead,
        "seconds_left": None if doing.seconds_left is None else list(doing.seconds_left),
        "asked": {**asked, "parents": None if parents is None else [parent["name"] for parent in parents]},
        "generation": done,
        "generations": run.spec["generations"],
        "judged": judged(service, run) if doing.state == "running" else 0,
        "evaluations": 0 if found is None else found.evaluations,
        "kinds": 0 if found is None else len(found.archive.found),
        "stones": 0 if found is None else len(found.archive) - len(found.archive.found),
        "score": 0.0 if found is None else round(found.archive.score, 4),
        "best": None if best is None else {"digest": best.digest, "name": game_name(best.genome)},
        "history": [] if found is None else [dict(one) for one in found.history],
    }


def judged(service: Service, run: LabRun) -> int:
    """How many children of the generation that is being bred are judged, as far as was written down."""
    try:
        return reader_of(service, run).drafts()
    except EvolveError:
        return 0  # its store is not there yet


def game_name(genome: GameGenome) -> str:
    """What a found game is called, here and at the table."""
    return genome.name or name_and_pitch(genome)[0]


def elite_data(found: Snapshot, cell: Cell, elite: Elite) -> dict[str, Any]:
    """A game of the archive in a line."""
    figures = elite.evaluation.figures
    value = quality(figures, found.archive.style)
    return {
        "digest": elite.digest,
        "name": game_name(elite.genome),
        "cell": cell._asdict(),
        "kind": str(cell),
        "quality": round(value, 4),
        "shade": min(STEPS, 1 + int(value * 2 * STEPS)),  # hardly anything is above a half
        "is_new": found.archive.is_new(figures),
        "skill": None if figures.skill is None else figures.skill.value,
        "luck": None if figures.luck is None else figures.luck.value,
        "novelty": figures.novelty,
        "nearest": figures.nearest,
        "words": figures.rulebook_words,
    }


def archive_data(found: Snapshot) -> list[dict[str, Any]]:
    """Everything in an archive: new games first, the best before others."""
    rows = [elite_data(found, cell, elite) for cell, elite in found.archive.cells.items()]
    return sorted(rows, key=lambda row: (not row["is_new"], -row["quality"]))


def map_data(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """The archive as a map: a line for each family and table, in it a cell for each range of luck and of choices."""
    placed = {tuple(row["cell"][name] for name in ("family", "table", "luck", "choices")): row for row in rows}
    lines = sorted({(family, table) for family, table, _, _ in placed})
    lucks, choices = range(len(LUCK_EDGES) + 1), range(len(CHOICE_EDGES) + 1)
    return {
        "lucks": [range_text(luck, LUCK_EDGES) for luck in lucks],
        "choices": [range_text(count, CHOICE_EDGES) for count in choices],
        "lines": [
            {
                "family": family,
                "table": table,
                "groups": [[placed.get((family, table, luck, count)) for count in choices] for luck in lucks],
            }
            for family, table in lines
        ],
    }


def find_specimen(service: Service, run: LabRun, digest: str) -> Specimen:
    """A genome that was bred in a run; WebError if there is none."""
    try:
        found = reader_of(service, run).find(digest)
    except EvolveError as error:
        raise WebError(error.code, error.message, status=503) from None
    if found is None:
        raise WebError("specimen.unknown", "there is no such game in this run", status=404)
    return found


def parent_genome(service: Service, run: LabRun, name: str) -> tuple[str, GameGenome] | None:
    """A parent by what it is called in a run: a digest, or a game that the run started from."""
    found = reader_of(service, run).find(name)
    if found is not None:
        return game_name(found.genome), found.genome
    for parent in run.spec["parents"] or ():
        if "genome" in parent and GameGenome.parse(parent["genome"]).genome_id == name:
            return parent["name"], GameGenome.parse(parent["genome"])
    known = library_genomes().get(name)
    return None if known is None else (known.name or name, known)


def founder(tree: Ancestor) -> str | None:
    """The game that a specimen goes back to, along its first parents."""
    while tree.parents:
        tree = tree.parents[0]
    return tree.id if tree.specimen is None else None


def changes_from(service: Service, run: LabRun, specimen: Specimen, names: list[str]) -> list[dict[str, Any]]:
    """What its rulebook says differently from those of some ancestors, each once."""
    told = []
    for name in dict.fromkeys(names):
        parent = parent_genome(service, run, name)
        if parent is None:
            continue
        changes = [vars(change) for change in rule_changes(parent[1], specimen.genome)]
        is_unsimplified = specimen.operator == SIMPLIFY and name in specimen.parents
        told.append({"id": name, "name": parent[0], "is_unsimplified": is_unsimplified, "changes": changes})
    return told


def specimen_data(service: Service, run: LabRun, digest: str) -> dict[str, Any]:
    """A specimen: what it is, where it comes from, what is different, what was measured."""
    specimen = find_specimen(service, run, digest)
    found = snapshot_of(service, run)
    elite = None if found is None else next((one for one in found.archive if one.digest == digest), None)
    tree = reader_of(service, run).family(digest)
    first = founder(tree)
    compared = [*specimen.parents, *([first] if first is not None else [])]
    if specimen.operator == SIMPLIFY:  # its parent is the same game, before parts that change nothing were left out
        compared[1:1] = [name for parent in tree.parents for name in dict.fromkeys(one.id for one in parent.parents)]
    return {
        "digest": digest,
        "name": game_name(specimen.genome),
        "pitch": name_and_pitch(specimen.genome)[1],
        "generation": specimen.generation,
        "operator": specimen.operator,
        "sentence": specimen.sentence,
        "parents": list(specimen.parents),
        "family": family_data(service, run, tree),
        "differences": changes_from(service, run, specimen, compared),
        "is_elite": elite is not None,
        "looks": 0 if elite is None else elite.looks,
        "kind": "" if elite is None else str(cell_of(elite.evaluation.figures)),
        "figures": None if elite is None else elite.evaluation.figures.to_dict(),
        "genome": specimen.genome.to_dict(),
    }


def family_data(service: Service, run: LabRun, tree: Ancestor) -> dict[str, Any]:
    """A family tree as plain data."""
    parent = None if tree.specimen is not None else parent_genome(service, run, tree.id)
    name = game_name(tree.specimen.genome) if tree.specimen is not None else tree.id if parent is None else parent[0]
    return {
        "id": tree.id,
        "name": name,
        "is_bred": tree.specimen is not None,
        "is_library": tree.specimen is None and tree.id in library_genomes(),
        "generation": None if tree.specimen is None else tree.specimen.generation,
        "operator": "" if tree.specimen is None else tree.specimen.operator,
        "sentence": "" if tree.specimen is None else tree.specimen.sentence,
        "is_repeated": tree.is_repeated,
        "parents": [family_data(service, run, one) for one in tree.parents],
    }


def keep_specimen(service: Service, run: LabRun, digest: str) -> str:
    """A specimen as a game of one's own, checked like any: its address, always the same for one specimen of a run."""
    name = f"{PREFIX}{sha256(f'deckwright specimen{chr(0)}{run.id}{chr(0)}{digest}'.encode()).hexdigest()[:24]}"
    specimen = find_specimen(service, run, digest)
    checked = check_text(dump_json(specimen.genome), service.settings.limits)
    if not checked.ok:
        raise WebError("genome.invalid", "; ".join(str(issue["message"]) for issue in checked.issues[:5]), status=422)
    return service.own.keep(checked, at=name)


def remove_run(service: Service, run: LabRun) -> None:
    """Forget a run and everything that was bred in it."""
    with suppress(JobError):  # the job may be forgotten already
        service.jobs.cancel(run.job)
    service.runs.remove(run)
    shutil.rmtree(jobs_folder(service.settings) / run.folder, ignore_errors=True)
