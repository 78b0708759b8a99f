"""The pages of poker."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import quote

import anyio.to_thread
import yaml
from fastapi import APIRouter, Request
from fastapi.responses import Response

from deckwright.solve.poker.push_or_fold import DEFAULT_DEALS
from deckwright.solve.poker.spot_file import spot_document
from deckwright.solve.poker.tables import has_triples
from deckwright.solve.poker.training_config import parse_config
from deckwright.web.errors import WebError
from deckwright.web.pages import page
from deckwright.web.poker.api import answered
from deckwright.web.poker.facts import bundle_facts, bundle_summary, spot_facts
from deckwright.web.poker.simulations import agent_choices
from deckwright.web.poker.spots import request_of
from deckwright.web.poker.trainings import sample_texts
from deckwright.web.service import Service
from deckwright.web.words import WORDS

router = APIRouter(include_in_schema=False, prefix="/poker")


@router.get("")
async def poker_page(request: Request) -> Response:
    """What there is of poker."""
    service: Service = request.app.state.service
    cards = await anyio.to_thread.run_sync(service.shelf.bundle_cards)
    shown = [{"name": card["name"], "summary": bundle_summary(card)} for card in cards]
    return page(request, "poker.html", bundles=shown)


@router.get("/bundles/{name}")
async def bundle_page(request: Request, name: str) -> Response:
    """The explorer of a blueprint."""
    service: Service = request.app.state.service
    await answered(request, lambda: service.shelf.ask_bundle(name, lambda one: one.frame()))  # refuses what cannot be
    cards = await anyio.to_thread.run_sync(service.shelf.bundle_cards)
    card = next(card for card in cards if card["name"] == name)
    config = yaml.safe_dump(card["config"], sort_keys=False)
    is_done = card["walks"] >= parse_config(card["config"]).training.walks
    links = [{"href": f"/games/holdem#against=blueprint:{quote(name)}", "text": WORDS["poker_play_against"]}]
    if not is_done and service.shelf.trained_folder(name) is not None:
        links.append({"href": f"/poker/training?from={name}", "text": WORDS["poker_training_go_on"]})
    return _explorer(request, name, f"/api/poker/bundles/{name}", bundle_facts(card), config, links)


@router.get("/spots/{name}")
async def spot_solution_page(request: Request, name: str) -> Response:
    """The explorer of a solved spot."""
    service: Service = request.app.state.service
    solved = (await answered(request, lambda: service.shelf.spot(name))).solved
    document = spot_document(solved.spot)
    title = WORDS["poker_spot_of"].format(board=solved.spot.board)
    links = [{"href": f"/poker/spot?from={name}", "text": WORDS["poker_spot_change"]}]
    config = yaml.safe_dump(document, sort_keys=False, width=60)
    again = json.dumps({**request_of(solved.spot), "origin": name})
    return _explorer(request, title, f"/api/poker/spots/{name}", spot_facts(solved), config, links, again)


@router.get("/spot")
async def spot_page(request: Request) -> Response:
    """Set up a spot; `from` names a solved one to begin with."""
    service: Service = request.app.state.service
    known = request.query_params.get("from", "")
    start: dict[str, Any] = {}
    if known:
        solved = (await answered(request, lambda: service.shelf.spot(known))).solved
        start = spot_document(solved.spot)
    return page(request, "spot.html", start=json.dumps(start))


@router.get("/simulator")
async def simulator_page(request: Request) -> Response:
    """Who plays whom."""
    service: Service = request.app.state.service
    agents = await anyio.to_thread.run_sync(agent_choices, service.shelf)
    return page(request, "simulator.html", agents=agents)


@router.get("/push-or-fold")
async def push_or_fold_page(request: Request) -> Response:
    """Charts of jam or fold."""
    has_three = await anyio.to_thread.run_sync(has_triples, DEFAULT_DEALS)
    return page(request, "pushfold.html", has_three=has_three)


@router.get("/equity")
async def equity_page(request: Request) -> Response:
    """How often hands win."""
    return page(request, "equity.html")


@router.get("/flops")
async def flops_page(request: Request) -> Response:
    """Ask for a report over flops."""
    return page(request, "flops.html")


@router.get("/training")
async def training_page(request: Request) -> Response:
    """Train a blueprint; `from` names one that was trained here, to go on with."""
    service: Service = request.app.state.service
    known = request.query_params.get("from", "")
    texts = sample_texts()
    start = {"name": "", "config": texts["two"], "left": ""}
    if known:
        cards = await anyio.to_thread.run_sync(service.shelf.bundle_cards)
        card = next((card for card in cards if card["name"] == known and "config" in card), None)
        if card is None:
            raise WebError("bundle.unknown", "there is no such bundle here", status=404)
        total = parse_config(card["config"]).training.walks
        left = WORDS["poker_training_left"].format(walks=f"{card['walks']:,}", total=f"{total:,}")
        start = {"name": known, "config": yaml.safe_dump(card["config"], sort_keys=False), "left": left}
    return page(request, "training.html", samples=texts, start=start)


def _explorer(
    request: Request,
    name: str,
    source: str,
    facts: list[dict[str, str]],
    config: str,
    links: list[dict[str, str]],
    again: str = "",
) -> Response:
    """`again` is what a spot was solved by, so that it can be solved again with a change."""
    return page(
        request,
        "explorer.html",
        name=name,
        source=source,
        facts=facts,
        config=config,
        links=links,
        request_json=again,
    )
