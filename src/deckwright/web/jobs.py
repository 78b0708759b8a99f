"""Long jobs by pages and programs: small ones for anybody, larger ones with the operator's token."""

from __future__ import annotations

import secrets
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Header, Request
from markupsafe import Markup
from pydantic import BaseModel, ConfigDict, Field
from starlette.responses import Response

from deckwright.jobs import Job, JobError, JobState
from deckwright.web.errors import WebError
from deckwright.web.guard import address_of
from deckwright.web.job_kinds import WEB_JOBS
from deckwright.web.own_games import PREFIX
from deckwright.web.pages import page
from deckwright.web.service import Service

OPERATOR = "operator"
"""Whose jobs have no limits but those of their kind."""

router = APIRouter(prefix="/api/jobs", tags=["jobs"])
pages = APIRouter(include_in_schema=False)

Authorization = Annotated[str, Header()]


class NewJob(BaseModel):
    """A job to be done."""

    model_config = ConfigDict(extra="forbid")

    kind: Annotated[str, Field(max_length=32)] = "report"
    game: Annotated[str, Field(min_length=1, max_length=64)]
    options: Annotated[dict[str, int | bool | str | None], Field(max_length=40)] = {}
    budget: Annotated[int | None, Field(ge=100_000, le=10**12)] = None
    """In decisions; the kind's own if not said. More than a small one needs the operator's token as a bearer header."""
    seed: Annotated[int, Field(ge=0, lt=2**53)] = 0


@router.post("", status_code=201)
async def new_job(request: Request, body: NewJob, authorization: Authorization = "") -> dict[str, Any]:
    """Ask for a job; its id is a secret of whoever asks."""
    service: Service = request.app.state.service
    owner = OPERATOR if is_operator(service, authorization) else address_of(request.scope)
    made = await anyio.to_thread.run_sync(lambda: job_data(service, add_job(service, body, owner)))
    service.runner.wake()
    return made


@router.get("")
async def list_jobs(request: Request, authorization: Authorization = "") -> list[dict[str, Any]]:
    """The newest jobs of all; for the operator alone."""
    service: Service = request.app.state.service
    if not is_operator(service, authorization):
        raise WebError("operator.needed", "this needs the operator's token, as a bearer header", status=401)
    return await anyio.to_thread.run_sync(lambda: [job_data(service, job) for job in service.jobs.newest()])


@router.get("/{job}")
async def job_state(request: Request, job: str) -> dict[str, Any]:
    """How far a job is."""
    service: Service = request.app.state.service
    return await anyio.to_thread.run_sync(lambda: job_data(service, found_job(service, job)))


@router.post("/{job}/cancel")
async def cancel_job(request: Request, job: str) -> dict[str, Any]:
    """End a job."""
    service: Service = request.app.state.service
    return await anyio.to_thread.run_sync(lambda: job_data(service, service.jobs.cancel(found_job(service, job).id)))


@router.get("/{job}/result")
async def job_result(request: Request, job: str) -> dict[str, Any]:
    """What came of a job."""
    service: Service = request.app.state.service
    await anyio.to_thread.run_sync(found_job, service, job)
    try:
        return await anyio.to_thread.run_sync(service.jobs.result, job)
    except JobError as error:
        raise WebError(error.code, error.message, status=409) from None


@pages.get("/jobs")
async def jobs_page(request: Request) -> Response:
    """The jobs of this browser, which knows their ids; all of them for the operator."""
    return page(request, "jobs.html")


@pages.get("/jobs/{job}")
async def job_page(request: Request, job: str) -> Response:
    """A job: how far it is, or what came of it."""
    service: Service = request.app.state.service
    found = await anyio.to_thread.run_sync(found_job, service, job)
    body = await anyio.to_thread.run_sync(result_html, service, found)
    spec = await anyio.to_thread.run_sync(service.jobs.spec, found.id)
    return page(request, "job.html", job=found, body=Markup(body), game=str(spec.get("page", "")))


def result_html(service: Service, job: Job) -> str:
    """What came of a job, for its page; nothing if it is not done."""
    if job.state is not JobState.DONE or job.kind not in WEB_JOBS:
        return ""
    return WEB_JOBS[job.kind].page(service.jobs.result(job.id))


def add_job(service: Service, body: NewJob, owner: str) -> Job:
    """Check what is asked for, and let it wait."""
    limits = service.settings.limits
    wanted = WEB_JOBS.get(body.kind)
    if wanted is None:
        raise WebError("job.unknown-kind", f"there is no such job: there is {', '.join(WEB_JOBS)}")
    most = wanted.most_budget if owner == OPERATOR else wanted.stranger_budget
    budget = wanted.budget if body.budget is None else body.budget
    if budget > most:
        needs = "" if owner == OPERATOR else ": a longer job needs the operator's token"
        raise WebError("job.too-much", f"at most {most:,} decisions{needs}", status=403)
    if owner != OPERATOR:
        if service.jobs.count_open(owner=owner) >= limits.jobs_per_address:
            raise WebError("job.too-many", "you have as many jobs as you may: wait for one of them", status=429)
        if service.jobs.count_open() >= limits.jobs_waiting:
            raise WebError("job.too-many", "too many jobs wait already: try again later", status=429)
    game = service.load(body.game, body.options)  # refuses what there is not
    spec: dict[str, Any] = {"page": body.game, "budget": budget, "seed": body.seed}
    if body.game.startswith(PREFIX):
        spec["genome"] = service.own.genome(body.game)
    else:
        spec |= {"game": body.game, "options": body.options}
    return service.jobs.add(body.kind, spec, owner=owner, title=wanted.title.format(name=game.name))


def found_job(service: Service, id: str) -> Job:  # noqa: A002
    """A job by its id; WebError if there is none."""
    try:
        return service.jobs.find(id[:64])
    except JobError as error:
        raise WebError(error.code, error.message, status=404 if error.code == "job.unknown" else 503) from None


def job_data(service: Service, job: Job) -> dict[str, Any]:
    """A job for a page or a program."""
    ahead = service.jobs.position(job) if job.is_open else 0
    return {**job.to_dict(), "url": f"/jobs/{job.id}", "is_open": job.is_open, "ahead": ahead}


def is_operator(service: Service, authorization: str) -> bool:
    """Whether a header has the operator's token. A wrong one is refused, and is not taken for none."""
    if not authorization:
        return False
    given = authorization[7:] if authorization.lower().startswith("bearer ") else ""
    if not secrets.compare_digest(given.encode(), service.operator.encode()):
        raise WebError("operator.wrong", "this is not the operator's token", status=403)
    return True
