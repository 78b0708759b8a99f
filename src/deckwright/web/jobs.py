"""Long jobs by pages and programs: small ones for anybody, larger ones with the operator's token."""

from __future__ import annotations

import secrets
from functools import partial
from threading import Lock
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Header, Request
from fastapi.exceptions import RequestValidationError
from markupsafe import Markup
from pydantic import ValidationError
from starlette.responses import HTMLResponse, Response

from deckwright.jobs import Job, JobState
from deckwright.web.errors import WebError
from deckwright.web.guard import address_of
from deckwright.web.job_kinds import WEB_JOBS
from deckwright.web.pages import page
from deckwright.web.service import Service
from deckwright.web.web_job import Prepared, WebJob

DEFAULT_KIND = "report"
OPERATOR = "operator"
"""Whose jobs have no limits but those of their kind."""

router = APIRouter(prefix="/api/jobs", tags=["jobs"])
pages = APIRouter(include_in_schema=False)

_adding = Lock()
"""Held while jobs are counted and one is added: who asks for many at once gets no more than one after another."""

Authorization = Annotated[str, Header()]


def request_schema() -> dict[str, Any]:
    """What may be asked for, for `/openapi.json`: one object for each kind."""
    schemas = []
    for name, job in WEB_JOBS.items():
        if job.request is None:
            continue
        schema = without_references(job.request.model_json_schema())
        is_default = name == DEFAULT_KIND
        kind = {"type": "string", "const": name, **({"default": name} if is_default else {})}
        schema["properties"] = {"kind": kind, **schema.get("properties", {})}
        schema["required"] = [*([] if is_default else ["kind"]), *schema.get("required", [])]
        schemas.append(schema)
    return {"requestBody": {"required": True, "content": {"application/json": {"schema": {"oneOf": schemas}}}}}


def without_references(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema with each definition where it is used: a reference would point into the document around it."""
    definitions = schema.pop("$defs", {})

    def resolved(value: Any) -> Any:
        match value:
            case {"$ref": str(reference), **rest}:
                return resolved(definitions[reference.rpartition("/")[2]] | rest)
            case dict():
                return {key: resolved(inner) for key, inner in value.items()}
            case list():
                return [resolved(inner) for inner in value]
            case _:
                return value

    found: dict[str, Any] = resolved(schema)
    return found


@router.post("", status_code=201, openapi_extra=request_schema())
async def new_job(request: Request, authorization: Authorization = "") -> dict[str, Any]:
    """Ask for a job; its id is a secret of whoever asks."""
    service: Service = request.app.state.service
    owner = owner_of(request, authorization)
    try:
        body = await request.json()
    except WebError:  # which is a ValueError
        raise
    except (ValueError, RecursionError):
        raise WebError("request.malformed", "the body is no JSON", status=422) from None
    asking = partial(add_job, service, body, owner)  # it may have to check or measure a game first
    made = await service.sizing.do(address_of(request.scope), lambda: job_data(service, asking()))
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


@router.post("/{job}/stop")
async def stop_job(request: Request, job: str) -> dict[str, Any]:
    """End a job with what it has found so far."""
    service: Service = request.app.state.service

    def stop() -> dict[str, Any]:
        found = found_job(service, job)
        if found.kind not in WEB_JOBS or not WEB_JOBS[found.kind].can_stop:
            raise WebError("job.cannot-stop", "a job of this kind has nothing before it is done: cancel it", status=409)
        return job_data(service, service.jobs.stop(found.id))

    return await anyio.to_thread.run_sync(stop)


@router.get("/{job}/shown")
async def job_shown(request: Request, job: str) -> dict[str, Any]:
    """What there is to see of a job that runs; an empty object if nothing."""
    service: Service = request.app.state.service
    return await anyio.to_thread.run_sync(lambda: service.jobs.shown(found_job(service, job).id))


@router.get("/{job}/result")
async def job_result(request: Request, job: str) -> dict[str, Any]:
    """What came of a job."""
    service: Service = request.app.state.service
    await anyio.to_thread.run_sync(found_job, service, job)
    return await anyio.to_thread.run_sync(service.jobs.result, job)


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
    kind = WEB_JOBS.get(found.kind)
    script = kind.script if kind else ""
    links = {"game": str(spec.get("page", "")), "lab": str(spec.get("lab", ""))}
    return page(request, "job.html", job=found, body=Markup(body), links=links, script=script)


@pages.get("/jobs/{job}/live")
async def job_live(request: Request, job: str) -> Response:
    """A part of a job's page: what there is to see while it runs."""
    service: Service = request.app.state.service

    def live() -> str:
        found = found_job(service, job)
        kind = WEB_JOBS.get(found.kind)
        shown = service.jobs.shown(found.id)
        return kind.live(shown) if kind and kind.live and shown else ""

    return HTMLResponse(await anyio.to_thread.run_sync(live))


def result_html(service: Service, job: Job) -> str:
    """What came of a job, for its page; nothing if it is not done."""
    if job.state is not JobState.DONE or job.kind not in WEB_JOBS:
        return ""
    result = service.jobs.result(job.id)
    try:
        return WEB_JOBS[job.kind].page(result)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise WebError("job.corrupt", "the result of this job cannot be read", status=500) from None


def add_job(service: Service, body: Any, owner: str) -> Job:
    """Check what is asked for, and let it wait."""
    if not isinstance(body, dict):
        raise WebError("request.malformed", "expected a JSON object", status=422)
    asked = dict(body)
    name = asked.pop("kind", DEFAULT_KIND)
    wanted = WEB_JOBS.get(name) if isinstance(name, str) else None
    if wanted is None or wanted.request is None or wanted.prepare is None:
        known = ", ".join(name for name, job in WEB_JOBS.items() if job.request is not None)
        raise WebError("job.unknown-kind", f"there is no such job: there is {known}")
    if owner != OPERATOR and not wanted.stranger_cost:
        raise WebError("operator.needed", "this needs the operator's token, as a bearer header", status=401)
    try:
        parsed = wanted.request.model_validate(asked)
    except ValidationError as error:
        raise RequestValidationError(error.errors()) from None
    return enqueue(service, wanted, wanted.prepare(service, parsed), owner)


def enqueue(service: Service, wanted: WebJob, prepared: Prepared, owner: str) -> Job:
    """Let a job wait, if whoever asks may have it."""
    with _adding:
        check_allowance(service, wanted, prepared.cost, owner)
        return service.jobs.add(wanted.kind.name, prepared.spec, owner=owner, title=prepared.title)


def check_allowance(service: Service, wanted: WebJob, cost: int, owner: str) -> None:
    """WebError if somebody asks for more than they may, or has asked for enough."""
    limits = service.settings.limits
    most = wanted.most_cost if owner == OPERATOR else wanted.stranger_cost
    if cost > most:
        needs = "" if owner == OPERATOR else ": a longer job needs the operator's token"
        raise WebError("job.too-much", f"found {cost:,} {wanted.unit}, expected at most {most:,}{needs}", status=403)
    if owner != OPERATOR:
        if service.jobs.count_open(owner=owner) >= limits.jobs_per_address:
            raise WebError("job.too-many", "you have as many jobs as you may: wait for one of them", status=429)
        if service.jobs.count_open() >= limits.jobs_waiting:
            raise WebError("job.too-many", "too many jobs wait already: try again later", status=429)
        if not service.askings.take(owner):
            raise WebError("job.too-many", "too many jobs were asked for from here: wait a while", status=429)
        if not service.all_askings.take(""):
            raise WebError("job.too-many", "this server takes no more jobs today", status=429)


def owner_of(request: Request, authorization: str) -> str:
    """Who asks: the operator, or somebody at an address."""
    service: Service = request.app.state.service
    return OPERATOR if is_operator(service, authorization) else address_of(request.scope)


def found_job(service: Service, id: str) -> Job:  # noqa: A002
    """A job by its id; JobError if there is none."""
    return service.jobs.find(id[:64])


def job_data(service: Service, job: Job) -> dict[str, Any]:
    """A job for a page or a program."""
    ahead = service.runner.position(job) if job.is_open else 0
    kind = WEB_JOBS.get(job.kind)
    can_stop = kind is not None and kind.can_stop and job.state is JobState.RUNNING
    about = {"url": f"/jobs/{job.id}", "is_open": job.is_open, "ahead": ahead, "can_stop": can_stop}
    return {**job.to_dict(), **about, "is_live": kind is not None and kind.live is not None}


def is_operator(service: Service, authorization: str) -> bool:
    """Whether a header has the operator's token. A wrong one is refused, and is not taken for none."""
    if not authorization:
        return False
    given = authorization[7:] if authorization.lower().startswith("bearer ") else ""
    if not secrets.compare_digest(given.encode(), service.operator.encode()):
        raise WebError("operator.wrong", "this is not the operator's token", status=403)
    return True
