"""Tables whose cards a test knows, on real servers and over real sockets: two worlds that look the same to a seat."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

from tests.web.servers import HEAD_END, Line, Server, server_settings
from tests.web.test_tables import bearer

from deckwright.engine import Deal, Game
from deckwright.play import Accepted, HostMessage, Refused, SeatMessage, TableState, make_setup, person
from deckwright.play.seats import Seat
from deckwright.web.keys import Opened, Role

NO_CHANCE = bytes(32)
SWAPS = 60
DELAY_S = 0.7
"""Of agents, as on every server."""


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
    found: Deal | None = None
    for _ in range(SWAPS):
        one, other = rng.sample(range(len(deck)), 2)
        if deck[one] == deck[other]:
            continue
        deck[one], deck[other] = deck[other], deck[one]
        swapped = Deal(NO_CHANCE, tuple(deck))
        if not looks_alike(game, deal, swapped, seat):
            deck[one], deck[other] = deck[other], deck[one]
        elif swapped.deck != deal.deck:
            found = swapped
    return found


class World:
    """A table on a real server, where time stands still. Every seat is a person's; one joins by an invitation."""

    def __init__(
        self,
        server: Server,
        game: Game,
        deal: Deal,
        *,
        name: str = "here",
        seats: tuple[Seat, ...] = (),
        joins: int = 0,
        may_undo: bool = False,
    ) -> None:
        self.joins = joins
        self.server, self.service, self.name = server, server.service, name
        self.service.hub.now_ms = lambda: 1_000_000
        people = seats or tuple(person(f"Player {number}") for number in range(game.seats))
        people = (*people[:joins], Seat(), *people[joins + 1 :])
        setup = make_setup(
            game, people, id=name, chance=deal, stand_in="random", opened_ms=1_000_000, may_undo=may_undo
        )
        self.call(self.service.hub.open, setup)
        self.invite = self.service.keys.make(Opened(name, Role.INVITE))
        self.keys = [self.service.keys.make(Opened(name, Role.SEAT, seat)) for seat in range(game.seats)]
        self.keys[joins] = ""

    def join(self) -> bytes:
        """Somebody sits down; the whole answer, but for the key, which is random."""
        body = {"key": self.invite, "name": "Ann"}
        answer = self.server.fetch(f"/api/tables/{self.name}/join", body=body)
        key = self.keys[self.joins] = json.loads(answer.partition(HEAD_END)[2])["key"]
        return answer.replace(key.encode(), b"")

    def deal(self) -> None:
        """The cards are dealt."""
        answer = self.say(lambda now: HostMessage(now.id, "deal"))
        assert isinstance(answer, Accepted), answer

    def call(self, work: Callable[..., Any], *arguments: Any) -> Any:
        """Do something in the server's loop."""
        return self.server.call(work, *arguments)

    @property
    def table(self) -> TableState:
        found: TableState = self.call(self.service.hub.table, self.name)
        return found

    def say(self, make: Callable[[TableState], Any]) -> Accepted | Refused:
        """What anybody says."""
        answer: Accepted | Refused = self.call(self.service.hub.say, self.name, make)
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
        path = f"/table/{self.name}/{place}/socket{'?changes=1' if changes else ''}"
        with self.server.connect(path, headers) as line:
            yield Ear(line)


def _agreeing(seat: int, said: str, now: TableState) -> SeatMessage:
    return SeatMessage(now.id, now.revision, seat, said)


class Ear:
    """What comes over a socket, as it comes."""

    def __init__(self, line: Line) -> None:
        self.line = line
        self.count = 0

    def tell(self, said: str, data: str = "", *, revision: int = 0, n: str = "") -> None:
        """Say something and wait for nothing."""
        self.count += 1
        self.line.send_text(message_text(n or f"n{self.count}", revision, said, data))

    def heard(self) -> list[str]:
        """Every text until now."""
        self.tell("ping", n=f"until {self.count}")
        wanted = f'"n": "until {self.count - 1}"'
        found: list[str] = []
        while True:
            text = self.line.receive_text()
            if wanted in text:
                return found
            found.append(text)


def message_text(n: str, revision: int, said: str, data: str = "") -> str:
    """What a client sends."""
    return json.dumps({"n": n, "revision": revision, "id": said, "data": data})


class Servers:
    """Real servers, begun when they are first asked for: each has one of the worlds of a test."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.begun: list[Server] = []
        self.tables = 0

    def __getitem__(self, number: int) -> Server:
        while len(self.begun) <= number:
            place = self.folder / f"server-{len(self.begun)}"
            place.mkdir()
            self.begun.append(Server(server_settings(place, delay_s=DELAY_S)))
        return self.begun[number]

    def close(self) -> None:
        """End them all."""
        for server in self.begun:
            server.stop()
        for server in self.begun:
            server.join()


def new_worlds(
    servers: Servers, game: Game, deals: tuple[Deal, ...], seats: tuple[Seat, ...] = (), *, joins: int = 0
) -> list[World]:
    """The same table with several deals, each on a server of its own, before anybody joins."""
    servers.tables += 1
    name = f"table-{servers.tables}"
    return [
        World(servers[number], game, deal, name=name, seats=seats, joins=joins) for number, deal in enumerate(deals)
    ]


def worlds(servers: Servers, game: Game, deals: tuple[Deal, ...]) -> list[World]:
    """The same when the cards are dealt."""
    found = new_worlds(servers, game, deals)
    for world in found:
        world.join()
        world.deal()
    return found
