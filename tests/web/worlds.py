"""Tables whose cards a test knows, on real servers: two worlds that look the same to a seat."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession
from tests.web.conftest import ADDRESS
from tests.web.test_tables import SOCKETS, bearer

from deckwright.engine import Deal, Game
from deckwright.play import Accepted, HostMessage, Refused, SeatMessage, TableState, make_setup, person
from deckwright.play.seats import Seat
from deckwright.web import sockets as socket_room
from deckwright.web.app import create_app
from deckwright.web.keys import Opened, Role
from deckwright.web.service import Service
from deckwright.web.settings import Limits, ServerSettings

NO_CHANCE = bytes(32)
SWAPS = 60
GENEROUS = Limits(messages=1e6, message_burst=10**6, requests=1e6, request_burst=10**6, reads=1e6, read_burst=10**6)


def a_deal(game: Game, seed: int) -> Deal:
    """A deal whose deck is known."""
    deck = [str(card) for card in game.deck]
    Random(f"{game.id} {seed}").shuffle(deck)
    return Deal(NO_CHANCE, tuple(deck))


def looks_alike(game: Game, one: Deal, other: Deal, seat: int) -> bool:
    """Whether a seat cannot tell two deals apart when they are dealt."""
    here, there = game.start(one), game.start(other)
    return here.view(seat) == there.view(seat) and here.key(seat) == there.key(seat)


def another_deal(game: Game, deal: Deal, seat: int) -> Deal | None:
    """A deal that looks the same to a seat, with hidden cards exchanged; None where it sees every card."""
    assert deal.deck is not None
    deck, rng = list(deal.deck), Random(f"{game.id} {seat}")
    for _ in range(SWAPS):
        one, other = rng.sample(range(len(deck)), 2)
        if deck[one] == deck[other]:
            continue
        deck[one], deck[other] = deck[other], deck[one]
        if not looks_alike(game, deal, Deal(NO_CHANCE, tuple(deck)), seat):
            deck[one], deck[other] = deck[other], deck[one]
    return Deal(NO_CHANCE, tuple(deck)) if tuple(deck) != deal.deck else None


class World:
    """A server with one table."""

    def __init__(
        self, client: TestClient, game: Game, deal: Deal, seats: tuple[Seat, ...] = (), *, may_undo: bool = False
    ) -> None:
        self.client = client
        self.service: Service = client.app._app.state.service  # type: ignore[attr-defined]
        self.service.hub.now_ms = lambda: 1_000_000
        people = seats or tuple(person(f"Player {number}") for number in range(game.seats))
        setup = make_setup(
            game, people, id="here", chance=deal, stand_in="random", opened_ms=1_000_000, may_undo=may_undo
        )
        self.call(self.service.hub.open, setup)
        self.keys = [self.service.keys.make(Opened("here", Role.SEAT, seat)) for seat in range(game.seats)]
        if not deal_is_fair(setup):
            self.say(lambda now: HostMessage(now.id, "deal"))

    def call(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do something in the server's loop."""
        assert self.client.portal is not None
        return self.client.portal.call(work, *arguments)

    @property
    def table(self) -> TableState:
        found: TableState = self.call(self.service.hub.table, "here")
        return found

    def say(self, make: Callable[[TableState], Any]) -> Accepted | Refused:
        """What anybody says."""
        answer: Accepted | Refused = self.call(self.service.hub.say, "here", make)
        return answer

    def move(self, said: str) -> None:
        """The move of whoever is to act; then everyone has seen what came of it."""
        turn = self.table.progress.turn
        assert turn is not None
        answer = self.say(lambda now: SeatMessage(now.id, now.revision, turn, said))
        assert isinstance(answer, Accepted), answer
        self.agree()

    def agree(self) -> None:
        """Everyone has seen what there is to see."""
        while waiting := self.table.progress.waiting_for:
            said = "agree-complete-trick" if self.table.progress.beats[0].value == "trick" else "agree-score-hand"
            self.say(partial(_agreeing, waiting[0], said))

    @contextmanager
    def listen(self, seat: int | None, *, changes: bool = False) -> Iterator[Ear]:
        """The real socket of a seat, or of somebody who watches; one that tells changes where they are asked for."""
        place = "watch" if seat is None else str(seat)
        headers = {} if seat is None else bearer(self.keys[seat])
        path = f"/table/here/{place}/socket{'?changes=1' if changes else ''}"
        with self.client.websocket_connect(f"{SOCKETS}{path}", headers=headers) as socket:
            yield Ear(socket)


def _agreeing(seat: int, said: str, now: TableState) -> SeatMessage:
    return SeatMessage(now.id, now.revision, seat, said)


def deal_is_fair(setup: Any) -> bool:
    """Whether people take part in the shuffle."""
    return bool(setup.is_fair)


class Ear:
    """What comes over a socket, as it comes."""

    def __init__(self, socket: WebSocketTestSession) -> None:
        self.socket = socket
        self.count = 0

    def tell(self, said: str, data: str = "", *, revision: int = 0, n: str = "") -> None:
        """Say something and wait for nothing."""
        self.count += 1
        message = {"n": n or f"n{self.count}", "revision": revision, "id": said, "data": data}
        self.socket.send_text(json.dumps(message))

    def heard(self) -> list[str]:
        """Every text until now."""
        self.tell("ping", n=f"until {self.count}")
        wanted = f'"n": "until {self.count - 1}"'
        found: list[str] = []
        while True:
            text = self.socket.receive_text()
            if wanted in text:
                return found
            found.append(text)


@contextmanager
def a_server(folder: Path, *, delay_s: float = 0.0) -> Iterator[TestClient]:
    """A server with its own store."""
    settings = ServerSettings(store_url=f"sqlite:///{folder / 'tables.db'}", bot_delay_s=delay_s, limits=GENEROUS)
    with TestClient(create_app(settings), base_url=ADDRESS) as client:
        yield client


@contextmanager
def worlds(folder: Path, game: Game, deals: tuple[Deal, ...], seats: tuple[Seat, ...] = ()) -> Iterator[list[World]]:
    """The same table with several deals, each on a server of its own; time stands still."""
    real = socket_room.now_ms
    socket_room.now_ms = lambda: 1_000_000
    opened: list[Any] = []
    try:
        found: list[World] = []
        for number, deal in enumerate(deals):
            place = folder / f"world-{number}"
            place.mkdir(exist_ok=True)
            server = a_server(place)
            client = server.__enter__()
            opened.append(server)
            found.append(World(client, game, deal, seats))
        yield found
    finally:
        for server in reversed(opened):
            server.__exit__(None, None, None)
        socket_room.now_ms = real
