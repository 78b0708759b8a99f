"""The lab: runs of evolution by pages and programs, what they found, and what people said of games."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import Annotated, Any, TypeVar

import anyio.to_thread
from fastapi import APIRouter, Header, Request
from fastapi.responses import JSONResponse, PlainTextResponse
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from deckwright.engine import load, rulebook_body
from deckwright.evolve.families import FAMILIES
from deckwright.evolve.styles import load_style, style_names
from deckwright.games import catalogue
from deckwright.genome.codec import dump_json
from deckwright.jobs import Job, JobError
from deckwright.web.errors import WebError
from deckwright.web.evolve_jobs import (
    EVOLVE_JOB,
    GENERATIONS,
    MOST_MINUTES,
    POPULATION,
    STRANGER_JUDGEMENTS,
    STRANGER_MINUTES,
    EvolveRequest,
    GoingOn,
    run_spec,
    run_title,
)
from deckwright.web.guard import address_of
from deckwright.web.jobs import OPERATOR, enqueue, is_operator, owner_of
from deckwright.web.lab_data import (
    archive_data,
    find_specimen,
    keep_specimen,
    map_data,
    remove_run,
    run_data,
    snapshot_of,
    specimen_data,
    working,
)
from deckwright.web.lab_runs import LabRun, folder_of, new_id
from deckwright.web.lab_view import called, figure_rows, gates_closed, history_chart
from deckwright.web.levels import DEFAULT_LEVEL, LEVELS
from deckwright.web.pages import in_workshop, page
from deckwright.web.service import Service
from deckwright.web.templating import part
from deckwright.web.web_job import Prepared

router = APIRouter(prefix="/api/lab", tags=["lab"])
pages = APIRouter(include_in_schema=False)

Authorization = Annotated[str, Header()]
Found = TypeVar("Found")


def service_of(request: Request) -> Service:
    """The server's service."""
    found: Service = request.app.state.service
    return found


async def in_thread(work: Callable[[], Found]) -> Found:
    """What reads files and databases, beside the loop."""
    return await anyio.to_thread.run_sync(work)


# for programs


@router.post("/runs", status_code=201)
async def begin_run(request: Request, body: EvolveRequest, authorization: Authorization = "") -> dict[str, Any]:
    """Begin a run; its id is a secret of whoever begins it. A long one needs the operator's token."""
    service, owner = service_of(request), owner_of(request, authorization)
    asking = partial(add_run, service, body, owner)  # it may have to make games of strangers ready
    made = await service.sizing.do(address_of(request.scope), lambda: run_data(service, asking()))
    service.runner.wake()
    return made


@router.get("/runs")
async def list_runs(request: Request, authorization: Authorization = "") -> list[dict[str, Any]]:
    """The newest runs of all; for the operator alone."""
    service = operators(request, authorization)
    return await in_thread(lambda: [run_data(service, run) for run in service.runs.newest()])


@router.get("/runs/{run}")
async def run_state(request: Request, run: str) -> dict[str, Any]:
    """How far a run is, and what it has found."""
    service = service_of(request)
    return await in_thread(lambda: run_data(service, service.runs.find(run)))


@router.post("/runs/{run}/stop")
async def stop_run(request: Request, run: str) -> dict[str, Any]:
    """Stop a run; it can go on later as if it had never stopped."""
    service = service_of(request)

    def stop() -> dict[str, Any]:
        found = service.runs.find(run)
        service.jobs.stop(found.job)
        return run_data(service, found)

    return await in_thread(stop)


@router.post("/runs/{run}/resume", status_code=201)
async def resume_run(request: Request, run: str, body: GoingOn, authorization: Authorization = "") -> dict[str, Any]:
    """Go on with a run that was stopped, or let one that is done go on for more generations."""
    service, owner = service_of(request), owner_of(request, authorization)
    made = await in_thread(lambda: run_data(service, go_on(service, run, body.generations, owner)))
    service.runner.wake()
    return made


@router.delete("/runs/{run}", status_code=204)
async def delete_run(request: Request, run: str) -> None:
    """Forget a run, and everything that was bred in it. Games that were kept to be played stay."""
    service = service_of(request)
    await in_thread(lambda: remove_run(service, service.runs.find(run)))


@router.get("/runs/{run}/archive")
async def run_archive(request: Request, run: str) -> list[dict[str, Any]]:
    """The best games of each kind so far: new ones first, the best before others."""
    service = service_of(request)

    def look() -> list[dict[str, Any]]:
        found = snapshot_of(service, service.runs.find(run))
        return [] if found is None else archive_data(found)

    return await in_thread(look)


@router.get("/runs/{run}/specimens/{digest}")
async def run_specimen(request: Request, run: str, digest: str) -> dict[str, Any]:
    """A game that was bred: genome, family tree, what is different, what was measured."""
    service = service_of(request)
    return await in_thread(lambda: specimen_data(service, service.runs.find(run), digest))


@router.post("/runs/{run}/specimens/{digest}/keep", status_code=201)
async def keep(request: Request, run: str, digest: str) -> dict[str, Any]:
    """Keep a specimen as a game of one's own, to be played, measured or solved."""
    service = service_of(request)
    if not service.uploads.take(address_of(request.scope)):
        raise WebError("own-games.too-many", "too many games were brought from here: wait a while", status=429)
    address = address_of(request.scope)
    kept = await service.checks.do(address, lambda: keep_specimen(service, service.runs.find(run), digest))
    return {"id": kept}


@router.get("/ratings")
async def ratings(request: Request, authorization: Authorization = "") -> Response:
    """What people said of games, with the genomes: the file that `deckwright evolve --ratings` reads."""
    service = operators(request, authorization)
    headers = {"content-disposition": 'attachment; filename="ratings.json"'}
    return JSONResponse(await in_thread(service.ratings_document), headers=headers)


def operators(request: Request, authorization: str) -> Service:
    """The service, for the operator."""
    service = service_of(request)
    if not is_operator(service, authorization):
        raise WebError("operator.needed", "this needs the operator's token, as a bearer header", status=401)
    return service


def add_run(service: Service, asked: EvolveRequest, owner: str) -> LabRun:
    """A new run, which waits."""
    spec = run_spec(service, asked)
    if asked.ratings:
        if owner != OPERATOR:
            raise WebError("operator.needed", "what people said of games is for the operator to use", status=403)
        spec["ratings"] = service.ratings_document()["ratings"]
    run = new_id()
    spec |= {"run": folder_of(run), "lab": run, "minutes": MOST_MINUTES if owner == OPERATOR else STRANGER_MINUTES}
    title = run_title(spec)
    job = enqueue(service, EVOLVE_JOB, Prepared(title, spec, asked.population * asked.generations), owner)
    made = LabRun(run, owner, title, spec, job.id, int(time.time() * 1000))
    with _working_on_a_run(service, job):
        service.runs.add(made)
    return made


@contextmanager
def _working_on_a_run(service: Service, job: Job) -> Iterator[None]:
    """A job whose run cannot be kept is nobody's: it does not go on."""
    try:
        yield
    except WebError:
        with suppress(JobError):
            service.jobs.cancel(job.id)
        raise


def go_on(service: Service, id: str, generations: int | None, owner: str) -> LabRun:  # noqa: A002
    """A run with another job that works on it."""
    run = service.runs.find(id)
    found = snapshot_of(service, run)
    done = 0 if found is None else found.generation
    if working(service, run, done).is_open:
        raise WebError("run.open", "this run goes on already", status=409)
    whole = max(generations or 0, run.spec["generations"])
    if done >= whole:
        raise WebError("run.done", f"all {whole} generations are there: say how many there are to be", status=409)
    minutes = MOST_MINUTES if owner == OPERATOR else STRANGER_MINUTES
    spec = {**run.spec, "generations": whole, "minutes": minutes}
    cost = spec["population"] * (whole - done)
    job = enqueue(service, EVOLVE_JOB, Prepared(run.title, spec, cost), owner)
    with _working_on_a_run(service, job):
        if not service.runs.go_on(run, job.id, spec):
            raise WebError("run.open", "this run goes on already", status=409)
    return replace(run, job=job.id, spec=spec)


def forget_old_runs(service: Service) -> None:
    """Runs of strangers that nobody has gone on with for long."""
    for run in service.runs.old(but_of=OPERATOR):
        remove_run(service, run)


# for people


@pages.get("/lab")
async def lab_page(request: Request) -> Response:
    """Begin a run, and find those that were begun."""
    games = await in_thread(lambda: sorted((entry.name, name) for name, entry in catalogue().items()))
    styles = [(name, load_style(name).text) for name in style_names()]
    defaults = {"population": POPULATION, "generations": GENERATIONS, "most": STRANGER_JUDGEMENTS}
    return page(request, "lab.html", games=games, styles=styles, families=FAMILIES, defaults=defaults)


@pages.get("/lab/{run}")
async def run_page(request: Request, run: str) -> Response:
    """A run: how far it is, and the map of what it found."""
    service = service_of(request)
    data = await in_thread(lambda: run_data(service, service.runs.find(run)))
    body = await in_thread(lambda: found_html(service, service.runs.find(run)))
    return page(request, "run.html", run=data, body=Markup(body))


@pages.get("/lab/{run}/found")
async def run_found(request: Request, run: str) -> Response:
    """A part of a run's page: the map and the list of what was found."""
    service = service_of(request)
    return HTMLResponse(await in_thread(lambda: found_html(service, service.runs.find(run))))


@pages.get("/lab/{run}/{digest}")
async def specimen_page(request: Request, run: str, digest: str) -> Response:
    """A game that was found."""
    service = service_of(request)

    def look() -> dict[str, Any]:
        found = service.runs.find(run)
        data = specimen_data(service, found, digest)
        game = load(data["genome"])
        return {
            "title": found.title,
            "found": data,
            "rows": figure_rows(data["figures"]),
            "rules": Markup(rulebook_body(game)),
            "liked": service.ratings.of(game.definition.digest),
            "seats": game.seats,
        }

    about = await in_workshop(request, look, is_own=True)
    return page(request, "specimen.html", run=run, levels=LEVELS, default_level=DEFAULT_LEVEL, **about)


@pages.get("/lab/{run}/{digest}/genome")
async def specimen_genome(request: Request, run: str, digest: str) -> Response:
    """The genome of a specimen as a file."""
    service = service_of(request)
    found = await in_thread(lambda: find_specimen(service, service.runs.find(run), digest))
    headers = {"content-disposition": f'attachment; filename="{found.digest[:16]}.json"'}
    return PlainTextResponse(dump_json(found.genome), media_type="application/json", headers=headers)


def found_html(service: Service, run: LabRun) -> str:
    """The map, the list and the history of what a run found."""
    found = snapshot_of(service, run)
    rows = [] if found is None else archive_data(found)
    history = [] if found is None else list(found.history)
    drawn = {"chart": history_chart(history), "stops": gates_closed(history)}
    return part("found.html", run=run.id, rows=rows, map=map_data(rows), called=called, **drawn)
