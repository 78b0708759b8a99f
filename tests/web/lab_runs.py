"""A run of the lab that has found games, made without breeding: what pages show of it is the same every time."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from deckwright.evolve.archive import Elite, cell_of
from deckwright.evolve.config import RunConfig
from deckwright.evolve.differences import changed_paths
from deckwright.evolve.evaluation import Evaluation
from deckwright.evolve.evolution import STORE
from deckwright.evolve.figures import Figures
from deckwright.evolve.library import library_genomes
from deckwright.evolve.loop import Run
from deckwright.evolve.naming import rules_digest
from deckwright.evolve.store import GenomeRow, Look, RunStore
from deckwright.evolve.styles import load_style
from deckwright.evolve.variation import mutate
from deckwright.genome.schema import GameGenome
from deckwright.jobs.workers import HereWorkers
from deckwright.measure import Estimate
from deckwright.web.evolve_jobs import EvolveRequest, run_spec, run_title
from deckwright.web.lab_runs import LabRun, folder_of, new_id
from deckwright.web.service import Service, jobs_folder

EVIL = "<b>Evil</b>"


def figures_of(genome: GameGenome, *, choices: float, luck: float, novelty: float) -> Figures:
    """Figures as a run finds them, made up."""
    middling = Estimate(0.5, 0.4, 0.6)
    return Figures(
        family="betting", seats=genome.player_count, sides=genome.player_count, rulebook_words=300, choices=choices,
        skill=middling, luck=Estimate(luck, luck, luck), reach=middling, consequence=middling, bias=middling,
        novelty=novelty, nearest="kuhn", play_novelty=novelty,
    )  # fmt: skip


def keep_run(service: Service) -> tuple[str, list[str]]:
    """A run that was stopped after a generation: its id, and the digests of a new game and of one on the way."""
    asked = EvolveRequest(parents=["kuhn"], population=2, generations=2, seed=1)
    run = new_id()
    spec = {**run_spec(service, asked), "run": folder_of(run), "lab": run, "minutes": 15.0}
    folder = jobs_folder(service.settings) / folder_of(run)
    folder.mkdir(parents=True)
    kuhn = library_genomes()["kuhn"]
    config = RunConfig(load_style("balanced"), seed=1, population=2, parents=(("kuhn", kuhn),))
    store = RunStore(folder / STORE)
    store.begin(config.to_dict(), resume=False)
    bred = Run(config, HereWorkers(), store)
    digests, rows, looks = [], [], []
    for number, novelty in enumerate((0.4, 0.01)):
        made = mutate(kuhn, 3 + number)
        child = made.genome.model_copy(update={"name": EVIL if number == 0 else "Stone"})
        digests.append(rules_digest(child))
        figures = figures_of(child, choices=4.0 + 10 * number, luck=0.2, novelty=novelty)
        found = Evaluation(figures, 4)
        assert bred.archive.tell(Elite(digests[-1], child, found, 0)) == "new cell", cell_of(figures)
        diff = changed_paths(kuhn.to_dict(), child.to_dict())
        told = ("kuhn",), made.operator, made.sentence, diff, child.to_dict()
        rows.append(GenomeRow(digests[-1], 0, number, child.name or "", *told))
        looks.append(Look(digests[-1], 0, "bred", found.to_dict()))
    told_generation: dict[str, Any] = {
        "number": 0, "bred": 2, "passed": 2, "entered": 2, "cells": 1, "stones": 1, "score": 0.3, "evaluations": 2,
        "stopped_by": {"skill": 3}, "best": EVIL,
    }  # fmt: skip
    bred.state = replace(bred.state, generation=1, evaluations=2, history=[told_generation], seen=set(digests))
    store.finish_generation(0, bred._saved(), rows, looks)
    store.close()
    service.runs.add(LabRun(run, "somebody", run_title(spec), spec, "forgotten", 1))
    return run, digests
