"""The loop: ask for parents, let workers breed and judge, look closely at what may enter the archive, tell, keep."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pydantic import FiniteFloat, NonNegativeInt

from deckwright.engine import seed_bytes
from deckwright.evolve.archive import Archive, Cell, Elite, cell_of
from deckwright.evolve.choosing import Experience, choose, openness, sort_of
from deckwright.evolve.config import RunConfig
from deckwright.evolve.differences import changed_paths
from deckwright.evolve.distance import distance
from deckwright.evolve.errors import EvolveError
from deckwright.evolve.evaluation import Evaluation
from deckwright.evolve.figures import Figures
from deckwright.evolve.fitness import quality
from deckwright.evolve.library import library_figures
from deckwright.evolve.store import GenomeRow, Look, RunStore
from deckwright.evolve.tasks import (
    CROSSING,
    SEEN,
    BreedTask,
    CloseTask,
    JudgeTask,
    breed,
    is_result,
    judge,
    look_closely,
)
from deckwright.genome.schema import GameGenome
from deckwright.jobs.workers import Workers
from deckwright.measure.plain import from_plain

FRESH_BLOOD = 0.2
"""Of parents, those that are taken from the games it started from although there are elites."""
DRAFTS = 4
"""Children that are bred for each one that is judged: the archive decides which (not in random search)."""
CLOSE_SHARE = 0.5
"""Of a generation, those that are looked at closely at most."""
AGAIN_SHARE = 0.1
"""Of a generation, so many elites are looked at again."""
TOGETHER = 4
"""Children that one worker judges: their random hands are one call of the kernel."""
DONORS = 2
NEW_FIRST = 2.0
"""How much more likely a new game is a parent than a stepping stone."""
FULL_TABLE = 0.25
"""How likely a game of a full family and table is a parent, beside one of an empty one."""
DRAFT_S = 5.0
"""How often results of a generation that is not whole are kept."""


@dataclass(frozen=True)
class Generation:
    """What a generation came to."""

    number: int
    bred: int
    """Children that are new."""
    passed: int
    """Of those, the ones that the cheap gates let through."""
    entered: int
    cells: int
    """Kinds of new games."""
    stones: int
    """Kinds of games on the way to new ones."""
    score: float
    """The QD-score after it."""
    evaluations: int
    """All judgements so far."""
    stopped_by: Mapping[str, int]
    best: str
    """The name of the best game so far."""


Told = Callable[[Generation], None]


@dataclass
class RunState:
    """Where a run is between two generations."""

    generation: NonNegativeInt = 0
    evaluations: NonNegativeInt = 0
    seen: set[str] = field(default_factory=set)
    population: list[dict[str, Any]] = field(default_factory=list)
    best_of_rest: dict[str, Any] | None = None
    """While the archive is empty: the child that came furthest."""
    furthest: FiniteFloat = -1.0
    asked: dict[str, NonNegativeInt] = field(default_factory=dict)
    """How often each elite was a parent."""
    gave: dict[str, NonNegativeInt] = field(default_factory=dict)
    """Of its children, those that entered the archive."""
    experience: Experience = field(default_factory=Experience)
    """What came of children of late."""
    history: list[dict[str, Any]] = field(default_factory=list)


def check_history(history: Sequence[dict[str, Any]]) -> None:
    """MeasureError if what was kept of some generations is not that."""
    for told in history:
        from_plain(Generation, told)


class Run:
    """A run of evolution, one generation after the other."""

    def __init__(self, config: RunConfig, workers: Workers, store: RunStore) -> None:
        self.config, self.workers, self.store = config, workers, store
        self.style = config.judged_by
        self.archive = Archive(self.style, distance=distance)
        self.state = RunState()
        self._style = self.style.to_dict()
        self._ratings = tuple(rating.to_dict() for rating in config.ratings)
        self._parents = [(name, genome.to_dict()) for name, genome in config.parents]
        self._genomes: list[GenomeRow] = []
        self._looks: list[Look] = []

    # between generations

    def restore(self, saved: dict[str, Any]) -> None:
        """Go on from a checkpoint; an error with a code if it is none."""
        self.archive.restore(saved.pop("archive", None))
        self.state = from_plain(RunState, saved)
        check_history(self.state.history)

    def _saved(self) -> dict[str, Any]:
        state = self.state
        return {
            "archive": self.archive.to_list(),
            "seen": sorted(state.seen),
            "generation": state.generation,
            "evaluations": state.evaluations,
            "population": state.population,
            "best_of_rest": state.best_of_rest,
            "furthest": state.furthest,
            "asked": state.asked,
            "gave": state.gave,
            "experience": vars(state.experience),
            "history": state.history,
        }

    @property
    def best(self) -> GameGenome | None:
        """The best game so far: an elite, or what came furthest."""
        elite = self.archive.best
        if elite is not None:
            return elite.genome
        return None if self.state.best_of_rest is None else GameGenome.parse(self.state.best_of_rest)

    # a generation

    def step(self) -> Generation:
        """One generation; it is in the store when this returns."""
        self._genomes, self._looks = [], []
        children = self._breed()
        entered = self._look_closely([child for child in children if child["evaluation"]["stopped"] is None])
        self._look_again()
        state = self.state
        stops = Counter(one["evaluation"]["stopped"]["gate"] for one in children if one["evaluation"]["stopped"])
        best = self.best
        told = Generation(
            number=state.generation,
            bred=len(children),
            passed=len(children) - sum(stops.values()),
            entered=entered,
            cells=len(self.archive.found),
            stones=len(self.archive) - len(self.archive.found),
            score=self.archive.score,
            evaluations=state.evaluations,
            stopped_by=dict(sorted(stops.items())),
            best="" if best is None else best.name or best.genome_id,
        )
        state.history.append({**vars(told), "stopped_by": dict(told.stopped_by)})
        state.generation += 1
        self.store.finish_generation(told.number, self._saved(), self._genomes, self._looks)
        return told

    def _breed(self) -> list[dict[str, Any]]:
        """Children that are new, in order, with what the cheap tiers found."""
        is_random = self.config.search == "random"
        count = self.config.population * (1 if is_random else DRAFTS)
        seen = frozenset(self.state.seen)
        weights = [] if is_random else self._curiosities()
        planned = [self._plan(number, seen, weights) for number in range(count)]
        elites = {elite.digest for elite in self.archive}
        found = self._round("bred", breed, [task for task, _ in planned])
        for name in (name for _, names in planned for name in names if name in elites):
            self.state.asked[name] = self.state.asked.get(name, 0) + 1
        drafts: dict[str, dict[str, Any]] = {}
        for child, (task, names) in zip(found, planned, strict=True):
            if child["genome"] is not None:
                drafts.setdefault(child["digest"], {**child, "task": task, "names": names})
        reasons = [child["reason"] for child in found if child["genome"] is None and child["reason"] != SEEN]
        if len(reasons) == len(found):
            told, times = Counter(reasons).most_common(1)[0]
            message = f"none of {len(found)} children could be bred; {times} times because {told}{self._far_off()}"
            raise EvolveError("run.impossible", message)
        children = list(drafts.values()) if is_random else self._chosen(list(drafts.values()))
        for child, evaluation in zip(children, self._judge(children), strict=True):
            child["evaluation"] = evaluation
        for number, child in enumerate(children):
            self.state.seen.add(child["digest"])
            self._record(number, child)
            child["parents"] = [name for name in child["names"] if name in elites]
        self.state.population = [child["genome"] for child in children]
        return children

    def _chosen(self, drafts: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Those that are worth a judgement, each with its sort."""
        known = self.state.experience
        figures = {elite.digest: elite.evaluation.figures for elite in self.archive}
        figures |= {name: found for name, found in library_figures().items() if name not in figures}
        sorts = [
            sort_of(
                GameGenome.parse(draft["genome"]),
                self.archive,
                choices=draft["choices"],
                drawn=draft["drawn"],
                parents=[figures[name] for name in draft["names"] if name in figures],
            )
            for draft in drafts
        ]
        known.fade()
        children: list[dict[str, Any]] = []
        for place in choose(sorts, self.config.population, known):
            sort = sorts[place]
            assert sort is not None
            known.judge(sort)
            children.append({**drafts[place], "sort": sort})
        return children

    def _judge(self, children: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """What the cheap tiers find of them, in order."""
        groups = [children[start : start + TOGETHER] for start in range(0, len(children), TOGETHER)]
        tasks = [
            JudgeTask(
                genomes=tuple(child["genome"] for child in group),
                seeds=tuple(child["task"].seed for child in group),
                style=self._style,
                budget=self.config.budget,
            )
            for group in groups
        ]
        return [one for found in self._round("judged", judge, tasks) for one in found["evaluations"]]

    def _far_off(self) -> str:
        """How the games it starts from break the constraints, of the first few."""
        if self.config.constraints is None:
            return ""
        told = [(name, self.config.constraints.violations(genome)) for name, genome in self.config.parents[:3]]
        return "".join(f"; {name}: {', '.join(broken)}" for name, broken in told if broken)

    def _plan(
        self, number: int, seen: frozenset[str], weights: Sequence[tuple[Elite, float]]
    ) -> tuple[BreedTask, tuple[str, ...]]:
        """Who the parents of a child are: decided by the seed, the generation, its number and the archive alone."""
        seed = self._seed("child", number)
        dice = random.Random(seed)
        several = 2 if dice.random() < CROSSING else 1
        parents: list[tuple[str, dict[str, Any]]] = []
        for _ in range(several):
            if weights and dice.random() >= FRESH_BLOOD:
                [(elite, _)] = dice.choices(weights, [weight for _, weight in weights])
                parents.append((elite.digest, elite.genome.to_dict()))
            else:
                parents.append(dice.choice(self._parents))
        donors = [dice.choice(self._parents)[1] for _ in range(DONORS)]
        task = BreedTask(
            parents=tuple(body for _, body in parents),
            donors=tuple(donors),
            seed=seed,
            constraints=self.config.constraints,
            rates=self.config.rates,
            seen=seen,
        )
        return task, tuple(name for name, _ in parents)

    def _curiosities(self) -> list[tuple[Elite, float]]:
        """How likely each elite is a parent.

        More so if few asked it, if its children entered, if it is new, and if there is room in its family and table.
        After Cully and Demiris (2018), whose curiosity score also goes up and down with what children come to.
        """
        found, state = self.archive.found, self.state
        weights: list[tuple[Elite, float]] = []
        for cell, elite in self.archive.cells.items():
            tried = (1 + state.gave.get(elite.digest, 0)) / (1 + state.asked.get(elite.digest, 0))
            room = FULL_TABLE + (1 - FULL_TABLE) * openness(cell, found)
            weights.append((elite, tried * room * (NEW_FIRST if cell in found else 1.0)))
        return weights

    def _record(self, number: int, child: dict[str, Any]) -> None:
        found = Evaluation.from_dict(child["evaluation"])
        self.state.evaluations += 1
        reached = found.tier + found.passed + quality(found.figures, self.style)
        if reached > self.state.furthest:
            self.state.furthest, self.state.best_of_rest = reached, child["genome"]
        row = GenomeRow(
            digest=child["digest"],
            generation=self.state.generation,
            number=number,
            name=child["genome"].get("name") or child["genome"]["genome_id"],
            parents=child["names"],
            operator=child["operator"],
            sentence=child["sentence"],
            diff=changed_paths(child["task"].parents[0], child["genome"]),
            body=child["genome"],
        )
        self._genomes.append(row)
        self._looks.append(Look(row.digest, row.generation, "bred", child["evaluation"]))

    def _look_closely(self, passed: list[dict[str, Any]]) -> int:
        """Those that may enter the archive, looked at again by all gates on fresh seeds; how many entered."""
        found = [(child, Evaluation.from_dict(child["evaluation"]).figures) for child in passed]
        hopeful = [(child, figures) for child, figures in found if self._is_hopeful(child, figures)]
        hopeful.sort(key=lambda one: -quality(one[1], self.style))  # stable: equals stay in order
        better: Counter[Cell] = Counter()
        ranks: list[int] = []
        for _, figures in hopeful:
            ranks.append(better[cell_of(figures)])
            better[cell_of(figures)] += 1
        most = max(2, int(CLOSE_SHARE * self.config.population))
        # the best of every kind before the second best of any
        chosen = [hopeful[place] for place in sorted(range(len(hopeful)), key=ranks.__getitem__)[:most]]
        tasks = [self._close_task(child["genome"], self._seed("close", child["digest"])) for child, _ in chosen]
        entered = 0
        for (child, _), close in zip(chosen, self._round("close", look_closely, tasks), strict=True):
            self.state.evaluations += 1
            if close["digest"] != child["digest"]:
                if close["digest"] in self.state.seen:
                    continue  # without what changes nothing it is a game that was here before
                self.state.seen.add(close["digest"])
                self._record_simplified(child, close)
            self._looks.append(Look(close["digest"], self.state.generation, "close", close["evaluation"]))
            genome = GameGenome.parse(close["genome"])
            evaluation = Evaluation.from_dict(close["evaluation"])
            now, before = self.state.generation, self.archive.score
            told = self.archive.tell(Elite(close["digest"], genome, evaluation, now, looks=2, looked=now))
            if "sort" in child:
                self.state.experience.add(child["sort"], self.archive.score - before)
            if told in ("new cell", "better"):
                entered += 1
                for name in child["parents"]:
                    self.state.gave[name] = self.state.gave.get(name, 0) + 1
        return entered

    def _is_hopeful(self, child: dict[str, Any], figures: Figures) -> bool:
        """Whether a child might enter the archive, as far as its first judgement tells."""
        if not self.archive.would_enter(figures):
            return False
        if self.config.search == "random" and not self.archive.is_new(figures):
            return False  # nothing is bred from stepping stones there: to look at one would be a judgement for nothing
        return not self.archive.is_close(figures, GameGenome.parse(child["genome"]))

    def _record_simplified(self, child: dict[str, Any], close: dict[str, Any]) -> None:
        row = GenomeRow(
            digest=close["digest"],
            generation=self.state.generation,
            number=self.config.population + len(self._genomes),
            name=close["genome"].get("name") or close["genome"]["genome_id"],
            parents=(child["digest"],),
            operator="simplify",
            sentence=(
                "one part that changes nothing is left out"
                if close["removed"] == 1
                else f"{close['removed']} parts that change nothing are left out"
            ),
            diff=changed_paths(child["genome"], close["genome"]),
            body=close["genome"],
        )
        self._genomes.append(row)

    def _look_again(self) -> None:
        """The elites that were not looked at for longest, on fresh seeds; who no longer passes leaves."""
        now = self.state.generation
        count = max(1, int(AGAIN_SHARE * self.config.population))
        waiting = sorted((one for one in self.archive if one.looked < now), key=lambda one: (one.looked, one.digest))
        chosen = waiting[:count]
        tasks = [
            self._close_task(elite.genome.to_dict(), self._seed("again", elite.digest), simplifies=False)
            for elite in chosen
        ]
        for elite, again in zip(chosen, self._round("again", look_closely, tasks), strict=True):
            self.state.evaluations += 1
            self._looks.append(Look(elite.digest, now, "again", again["evaluation"]))
            self.archive.look_again(elite, Evaluation.from_dict(again["evaluation"]), now)

    # work

    def _close_task(self, genome: dict[str, Any], seed: bytes, *, simplifies: bool = True) -> CloseTask:
        return CloseTask(genome, self._style, seed, self.config.budget, simplifies, self._ratings)

    def _seed(self, what: str, which: int | str) -> bytes:
        return seed_bytes(self.config.seed, domain=f"evolution {self.state.generation} {what} {which}")

    def _round(self, name: str, work: Callable[[Any], dict[str, Any]], tasks: Sequence[Any]) -> list[dict[str, Any]]:
        """The results of tasks in order; what was done before an interrupt is not done again."""
        number = self.state.generation
        drafts = self.store.drafts(number, name)
        known = {place: drafts[place] for place, task in enumerate(tasks) if is_result(drafts.get(place), task)}
        left = [place for place in range(len(tasks)) if place not in known]
        fresh: dict[int, dict[str, Any]] = {}
        kept = time.monotonic()
        try:
            results = self.workers.map(work, [tasks[place] for place in left])
            for place, result in zip(left, results, strict=True):
                known[place] = fresh[place] = result
                if time.monotonic() - kept > DRAFT_S:
                    self.store.keep_draft(number, name, fresh)
                    fresh, kept = {}, time.monotonic()
        finally:  # whatever ends it: the last task, Ctrl-C, a cluster that is lost
            self.store.keep_draft(number, name, fresh)
        return [known[place] for place in range(len(tasks))]
