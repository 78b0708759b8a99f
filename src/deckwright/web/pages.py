"""Pages that are read: the gallery, a game, its rulebook, an editor for one's own, and the frames of tables."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, TypeVar

import anyio.to_thread
from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response
from markupsafe import Markup
from starlette.responses import HTMLResponse

from deckwright.agents.levels import is_of_library
from deckwright.engine import Game, rulebook_body
from deckwright.games import library
from deckwright.genome.codec import dump_json, dump_yaml
from deckwright.measure.library import find_report
from deckwright.measure.report_page import report_body, report_summary
from deckwright.web.assets import Asset, asset_response, make_asset
from deckwright.web.errors import WebError
from deckwright.web.gallery import LENGTHS, gallery_cards, game_card, own_card
from deckwright.web.guard import address_of
from deckwright.web.levels import DEFAULT_LEVEL, LEVELS
from deckwright.web.opponents import find_opponents
from deckwright.web.own_games import PREFIX
from deckwright.web.service import Service
from deckwright.web.templating import templates
from deckwright.web.words import words_module

router = APIRouter(include_in_schema=False)
T = TypeVar("T")


def page(request: Request, template: str, /, *, status: int = 200, **values: Any) -> Response:
    """A template as a page."""
    return HTMLResponse(templates.get_template(template).render(path=request.url.path, **values), status_code=status)


def error_page(request: Request, status: int, code: str, message: str) -> Response:
    """A refusal for somebody who looks at a page."""
    return page(request, "error.html", status=status, is_missing=status == 404, code=code, message=message)


@router.get("/")
async def gallery(request: Request) -> Response:
    """Every game."""
    cards = await anyio.to_thread.run_sync(gallery_cards)
    kinds = sorted({card["kind"] for card in cards})
    return page(request, "gallery.html", cards=cards, kinds=kinds, lengths=[word for word, _ in LENGTHS])


@router.get("/words.js")
async def words(request: Request) -> Response:
    """What pages say, for scripts."""
    return asset_response(_words(), request.headers)


@router.get("/words/table.js")
async def table_words(request: Request) -> Response:
    """What a table says: its page is to be small."""
    return asset_response(_words("table"), request.headers)


@lru_cache(maxsize=2)
def _words(folder: str = "") -> Asset:
    return make_asset(words_module(folder), ".js")


@router.get("/games/{name}")
async def game_page(request: Request, name: str) -> Response:
    """A game: how to play it, with whom, by which house rules."""
    about = await in_workshop(request, partial(_about, _service(request), name), is_own=name.startswith(PREFIX))
    liked = await anyio.to_thread.run_sync(_service(request).ratings.of, about["rated_as"])
    opponents = await anyio.to_thread.run_sync(find_opponents, name, _service(request).shelf)
    return page(request, "game.html", liked=liked, opponents=opponents, default_level=DEFAULT_LEVEL, **about)


@router.get("/games/{name}/rules")
async def rules_page(request: Request, name: str) -> Response:
    """The rulebook of a game."""
    game = await _game(request, name)
    body = await in_workshop(request, partial(_rules_body, game), is_own=name.startswith(PREFIX))
    return page(request, "rules.html", game_id=name, name=game.name, body=Markup(body))


@router.get("/games/{name}/report")
async def report_of_game(request: Request, name: str) -> Response:
    """What was measured of a game of the library."""
    entry = _service(request).entry(name)
    report = None if entry is None else await anyio.to_thread.run_sync(find_report, entry.id, entry.define().digest)
    if report is None:
        raise WebError("report.unknown", "nothing was measured of this game yet", status=404)
    body = await anyio.to_thread.run_sync(report_body, report)
    return page(request, "report.html", game_id=name, name=report.name, body=Markup(body))


@router.get("/games/{name}/genome")
async def genome_file(request: Request, name: str, form: str = "json") -> Response:
    """The genome of a game as a file."""
    game = await _game(request, name)
    if game.definition.genome is None:
        text = json.dumps(game.definition.document(), indent=2, ensure_ascii=False)
        return PlainTextResponse(text)
    text = dump_yaml(game.genome) if form == "yaml" else dump_json(game.genome)
    return PlainTextResponse(text)


@router.get("/own")
async def editor(request: Request, start: str = "") -> Response:
    """An editor for a game of one's own, started from any game."""
    text = ""
    if start:
        game = await _game(request, start)
        text = dump_yaml(game.genome) if game.definition.genome is not None else ""
    starts = [{"id": entry.id, "name": entry.name} for entry in library().values() if entry.has_genome]
    return page(request, "own.html", text=text, starts=starts, start=start)


@router.get("/replay")
async def replay_page(request: Request) -> Response:
    """A finished game, by the link in the fragment: it is not sent until the page asks for a step of it."""
    return page(request, "replay.html", levels=LEVELS, default_level=DEFAULT_LEVEL)


@router.get("/table/{table}/join")
async def join_page(request: Request, table: str) -> Response:
    """Sit down by an invitation."""
    state = await _service(request).hub.table(table)
    return page(request, "join.html", table=table, name=state.setup.game.name)


@router.get("/table/{table}/rules")
async def table_rules(request: Request, table: str) -> Response:
    """The rulebook of what is played at a table: its options, and the very genome of one's own."""
    game = (await _service(request).hub.table(table)).setup.game
    body = await in_workshop(request, partial(_rules_body, game), is_own=not is_of_library(game))
    name = game.id if is_of_library(game) else ""
    return page(request, "rules.html", game_id=name, name=game.name, body=Markup(body))


@router.get("/table/{table}/{seat}")
async def table_page(request: Request, table: str, seat: str) -> Response:
    """The page of a seat, or of somebody who watches. It holds nothing of the game: that comes over the socket."""
    if seat != "watch" and not (seat.isascii() and seat.isdecimal() and len(seat) < 4):
        raise WebError("page.unknown", "there is no such seat", status=404)
    state = await _service(request).hub.table(table)
    game = state.setup.game
    home = f"/games/{game.id}" if is_of_library(game) else "/"  # anybody may call a game of their own like another
    about = {"table": table, "seat": seat, "home": home, "game": game.id, "name": game.name, "seats": game.seats}
    return page(request, "table.html", about=json.dumps(about), name=game.name)


def _service(request: Request) -> Service:
    found: Service = request.app.state.service
    return found


async def in_workshop(request: Request, work: Callable[[], T], *, is_own: bool) -> T:
    """What makes a game ready, beside the loop: in a lane if a stranger brought it, as that may take long."""
    if is_own:
        return await _service(request).own_workshop.do(address_of(request.scope), work)
    return await anyio.to_thread.run_sync(work)


async def _game(request: Request, name: str) -> Game:
    work = partial(_service(request).load, name, {})
    return await in_workshop(request, work, is_own=name.startswith(PREFIX))


def _about(service: Service, name: str) -> dict[str, Any]:
    entry = service.entry(name)
    if entry is not None:
        if entry.id != name:
            raise WebError("game.unknown", "there is no such game", status=404)
        report = find_report(entry.id, entry.define().digest)
        return {
            "card": game_card(entry), "is_own": False, "rated_as": name, "report": report and report_summary(report),
            "has_genome": entry.has_genome,
            "has_memory": entry.has_genome and entry.players.max > 1,
        }  # fmt: skip
    game = service.load(name, {})
    return {
        "card": own_card(name, game),
        "is_own": True,
        "rated_as": game.definition.digest,
        "report": None,
        "has_genome": True,
        "has_memory": game.seats > 1,
    }


@lru_cache(maxsize=256)
def _rules_body(game: Game) -> str:
    return rulebook_body(game)
