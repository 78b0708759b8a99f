"""The same things for programs: games, tables, moves. Keys go in a bearer header, never in a cookie."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import anyio.to_thread
from fastapi import APIRouter, Header, Query, Request
from pydantic import BaseModel, ConfigDict, Field

from deckwright.play.frame import table_frame
from deckwright.play.inputs import LONGEST_ID
from deckwright.play.progress import told_revision
from deckwright.play.refusals import REFUSALS
from deckwright.web.errors import WebError
from deckwright.web.gallery import gallery_cards
from deckwright.web.guard import address_of
from deckwright.web.levels import DEFAULT_LEVEL, LEVELS
from deckwright.web.opponents import find_opponents
from deckwright.web.own_games import check_text
from deckwright.web.replays import replay_step
from deckwright.web.seats import Key
from deckwright.web.service import Opening, Service, Sitter, accepted

router = APIRouter(prefix="/api", tags=["api"])

MOST_DIGITS = 16

Authorization = Annotated[str, Header()]
Draft = Annotated[str, Query(max_length=LONGEST_ID)]


class Body(BaseModel):
    """What comes with a request: nothing but what is asked for."""

    model_config = ConfigDict(extra="forbid")


class NewTable(Body):
    """A table to be opened."""

    game: Annotated[str, Field(min_length=1, max_length=64)]
    options: Annotated[dict[str, int | bool | str | None], Field(max_length=40)] = {}
    name: Annotated[str, Field(max_length=40)] = ""
    level: Annotated[str, Field(max_length=100)] = DEFAULT_LEVEL
    """Who the computer is: a level, or one of `/api/games/{game}/opponents`."""
    friends: Annotated[int, Field(ge=-1, le=15)] = 0
    """Seats kept free for people; -1: all but one's own."""
    seat: Annotated[int, Field(ge=0, le=15)] = 0
    shows_memory: Annotated[bool, Field(strict=True)] = False
    """Whether everyone is shown what they know of cards that lie face down."""


class Joining(Body):
    """An invitation, and what to be called."""

    key: Key
    name: Annotated[str, Field(max_length=40)] = ""
    seat: Annotated[int | None, Field(ge=0, le=15)] = None


class HostSaying(Body):
    """What a host says."""

    id: Annotated[str, Field(max_length=32)]
    seat: Annotated[int | None, Field(ge=0, le=15)] = None
    data: Annotated[str, Field(max_length=200)] = ""


class Acting(Body):
    """What a seat says, at the revision that it saw."""

    revision: Annotated[int, Field(ge=0, le=2**53)]
    id: Annotated[str, Field(max_length=LONGEST_ID)]
    data: Annotated[str, Field(max_length=200)] = ""
    key: Annotated[str, Field(max_length=64)] = ""
    """A name of the program's own: said again under the same one, it is done once."""


class Replaying(Body):
    """A link, and what to be shown of its game."""

    link: Annotated[str, Field(min_length=4, max_length=200_000)]
    step: Annotated[int, Field(ge=0, le=100_000)] = 0
    seat: Annotated[int | None, Field(ge=0, le=15)] = None
    everything: bool = False


class Branching(Body):
    """A position of a finished game to be played on from."""

    link: Annotated[str, Field(min_length=4, max_length=200_000)]
    step: Annotated[int, Field(ge=0, le=100_000)]
    seat: Annotated[int, Field(ge=0, le=15)] = 0
    name: Annotated[str, Field(max_length=40)] = ""
    level: Annotated[str, Field(max_length=16)] = DEFAULT_LEVEL


class GenomeText(Body):
    """A genome in JSON or YAML."""

    text: Annotated[str, Field(max_length=250_000)]


def service_of(request: Request) -> Service:
    """The server's service."""
    found: Service = request.app.state.service
    return found


@router.get("/games")
async def games() -> list[dict[str, Any]]:
    """Every game of the library."""
    return await anyio.to_thread.run_sync(gallery_cards)


@router.get("/games/{name}/opponents")
async def opponents(request: Request, name: str) -> list[dict[str, Any]]:
    """Who one can play a game of the library against, with the house rules that some were made for."""
    service = service_of(request)
    if service.entry(name) is None:
        raise WebError("game.unknown", "there is no such game", status=404)
    found = await anyio.to_thread.run_sync(find_opponents, name, service.shelf)
    return [opponent._asdict() for opponent in found]


@router.get("/levels")
async def levels() -> list[str]:
    """Who one can play against."""
    return list(LEVELS)


@router.post("/check")
async def check(request: Request, body: GenomeText) -> dict[str, Any]:
    """Every defect of a genome."""
    service, address = service_of(request), address_of(request.scope)
    checked = await service.checks.do(address, lambda: check_text(body.text, service.settings.limits))
    return {"ok": checked.ok, "name": checked.name, "digest": checked.digest, "issues": list(checked.issues)}


@router.post("/games", status_code=201)
async def keep_game(request: Request, body: GenomeText) -> dict[str, Any]:
    """Keep a genome of one's own at an address that nobody can guess."""
    service, address = service_of(request), address_of(request.scope)
    if not service.uploads.take(address):
        raise WebError("own-games.too-many", "too many games were brought from here: wait a while", status=429)
    checked = await service.checks.do(address, lambda: check_text(body.text, service.settings.limits))
    if not checked.ok:
        raise WebError("genome.invalid", "; ".join(str(issue["message"]) for issue in checked.issues[:5]), status=422)
    return {"id": await anyio.to_thread.run_sync(service.own.keep, checked)}


@router.post("/tables", status_code=201)
async def open_table(request: Request, body: NewTable) -> dict[str, Any]:
    """Open a table and sit down at it."""
    opening = Opening(
        body.game, body.options, body.name.strip(), body.level, body.friends, body.seat, body.shows_memory
    )
    return (await service_of(request).open_table(opening, address=address_of(request.scope))).to_dict()


@router.post("/tables/{table}/join", status_code=201)
async def join(request: Request, table: str, body: Joining) -> dict[str, Any]:
    """Sit down in a free seat by an invitation."""
    return (await service_of(request).join(table, body.key, body.name.strip(), body.seat)).to_dict()


@router.post("/replay")
async def replay(request: Request, body: Replaying) -> dict[str, Any]:
    """A step of a finished game by its link: what a seat, a spectator or somebody who sees all hands saw then."""
    service, address = service_of(request), address_of(request.scope)
    if not service.replays.take(address):
        raise WebError("rate.too-fast", "too many steps were asked for at once: wait a moment", status=429)
    step = partial(replay_step, body.link, body.step, body.seat, everything=body.everything)
    return await service.replaying.do(address, step)


@router.post("/branch", status_code=201)
async def branch(request: Request, body: Branching) -> dict[str, Any]:
    """Open a table at a step of a finished game, to try something else from there against the computer."""
    ticket = await service_of(request).branch(
        body.link, body.step, body.seat, body.name.strip(), body.level, address=address_of(request.scope)
    )
    return ticket.to_dict()


@router.post("/tables/{table}/host")
async def host(request: Request, table: str, body: HostSaying, authorization: Authorization = "") -> dict[str, Any]:
    """What the host says, by the host's key. For a person who is seated (`sit`) there is a key to the seat, to send."""
    service = service_of(request)
    state, ticket = await service.host_say(table, bearer(authorization), body.id, body.seat, body.data)
    # What everyone sees of the table: more would tell the host how many have chosen in secret.
    return {"revision": told_revision(state.progress, None)} | ({"ticket": ticket.to_dict()} if ticket else {})


@router.get("/tables/{table}/seats/{seat}")
async def frame(
    request: Request, table: str, seat: int, draft: Draft = "", authorization: Authorization = ""
) -> dict[str, Any]:
    """What a seat sees; with the ids of a choice that is not whole, what may be picked after them."""
    service, sitter = await seat_of(request, table, seat, authorization)
    state = sitter.check(await service.hub.look(table))
    if draft:
        return (await service.hub.in_reader(lambda: table_frame(state, seat, draft=tuple(draft.split(","))))).to_dict()
    return service.hub.frame(state, seat).to_dict()


@router.get("/tables/{table}/watch")
async def watched(request: Request, table: str) -> dict[str, Any]:
    """What somebody sees who watches."""
    hub = service_of(request).hub
    return hub.frame(await hub.look(table), None).to_dict()


@router.post("/tables/{table}/seats/{seat}")
async def act(
    request: Request, table: str, seat: int, body: Acting, authorization: Authorization = ""
) -> dict[str, Any]:
    """What a seat says; the answer is what it sees then. `seen` acknowledges cards that it alone was shown."""
    service, sitter = await seat_of(request, table, seat, authorization)
    if body.id == "seen":
        if not (body.data.isascii() and body.data.isdecimal() and len(body.data) < MOST_DIGITS):
            raise WebError("action.malformed", REFUSALS["action.malformed"], status=422)
        sitter.check(await service.hub.table(table))
        state = await service.hub.acknowledge(table, seat, int(body.data))
    else:
        state = accepted(await service.hub.say(table, sitter.says(body.revision, body.id, body.data, body.key)))
    # Who has left hears that it was done, and sees what everybody does.
    return service.hub.frame(state, seat if sitter.is_at(state) else None).to_dict()


async def seat_of(request: Request, table: str, seat: int, authorization: str) -> tuple[Service, Sitter]:
    """The service, for whoever has the key of this seat, and who that is."""
    service = service_of(request)
    sitter = await service.find_sitter(bearer(authorization), table, seat)
    if sitter is None:
        raise WebError("key.unknown", "this needs the key of the seat, as a bearer header", status=401)
    return service, sitter


def bearer(header: str) -> str:
    """The key in an Authorization header."""
    return header[7:] if header.lower().startswith("bearer ") else ""
