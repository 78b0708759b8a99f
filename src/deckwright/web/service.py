"""What a running server holds, and what its pages, sockets and API do with it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import platformdirs

from deckwright.engine import Game, load
from deckwright.games import Entry, find_game, library
from deckwright.play import (
    Accepted,
    HostMessage,
    Refused,
    TableError,
    TableState,
    agent,
    make_setup,
    person,
    rematch,
)
from deckwright.play.refusals import REFUSALS
from deckwright.play.seats import Seat
from deckwright.play.store import Store
from deckwright.web.buckets import Buckets
from deckwright.web.errors import WebError
from deckwright.web.hub import Hub
from deckwright.web.keys import Keyring, Opened, Role
from deckwright.web.levels import BOT_NAMES, DEFAULT_LEVEL, LEVELS, level_agents
from deckwright.web.own_games import PREFIX, OwnGames
from deckwright.web.settings import ServerSettings

HOUR_S = 3600.0


@dataclass(frozen=True)
class Opening:
    """What somebody asks for who opens a table."""

    game: str
    options: Mapping[str, Any]
    name: str = ""
    level: str = DEFAULT_LEVEL
    friends: int = 0
    """Seats kept free for people who come by a link; -1: all but one's own."""
    seat: int = 0


@dataclass(frozen=True)
class Ticket:
    """What whoever opened or joined a table gets: its seat with a key; the host's key and the invitation as well."""

    table: str
    seat: int
    key: str
    host: str = ""
    invite: str = ""

    def to_dict(self) -> dict[str, Any]:
        """With the addresses that a browser opens; keys are in fragments, which no browser sends."""
        data: dict[str, Any] = {
            "table": self.table,
            "seat": self.seat,
            "key": self.key,
            "url": f"/table/{self.table}/{self.seat}#key={self.key}",
            "watch": f"/table/{self.table}/watch",
        }
        if self.host:
            data |= {"host": self.host, "url": f"{data['url']}&host={self.host}"}
        if self.invite:
            invite = f"/table/{self.table}/join#key={self.invite}"
            data |= {"invite": invite, "url": f"{data['url']}&invite={self.invite}"}
        return data


class Service:
    """The store, the hub, the keys and the games of one server."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.store = Store(settings.store_url) if settings.store_url else Store.at(default_store())
        self.keys = Keyring(self.store.engine)
        self.own = OwnGames(self.store.engine, settings.limits)
        self.hub = Hub(self.store, settings)
        self.openings = Buckets(settings.limits.tables_per_address / HOUR_S, settings.limits.tables_per_address)
        self.replays = Buckets(settings.limits.requests, settings.limits.request_burst)
        self._rematches: dict[str, str] = {}
        self._rematching = asyncio.Lock()
        self.uploads = Buckets(settings.limits.own_games_per_address / HOUR_S, settings.limits.own_games_per_address)

    async def close(self) -> None:
        """Let go of everything; what was acknowledged is in the store."""
        await self.hub.close()
        self.store.close()

    def entry(self, name: str) -> Entry | None:
        """A game of the library, or None for one of somebody's own."""
        return None if name.startswith(PREFIX) else find_game(name)

    def load(self, name: str, options: Mapping[str, Any]) -> Game:
        """A game by the id of the library or of a kept genome; no client's text is a path here."""
        if name.startswith(PREFIX):
            return self.own.load(name, dict(options))
        if find_game(name) is None or name not in library():
            raise WebError("game.unknown", "there is no such game", status=404)
        return load(name, **options)

    async def open_table(self, opening: Opening, *, address: str) -> Ticket:
        """A new table with its first person seated."""
        if not self.openings.take(address):
            raise WebError("table.too-many", "too many tables were opened from here: wait a while", status=429)
        if opening.level not in LEVELS:
            raise WebError("level.unknown", f"there is no such level: there is {', '.join(LEVELS)}")
        game = self.load(opening.game, opening.options)
        seats = _seats(game, opening)
        alone = opening.friends == 0
        try:
            setup = make_setup(
                game,
                seats,
                id=secrets.token_hex(8),
                agents=level_agents(),
                stand_in="easy",
                may_undo=alone,
                opened_ms=self.hub.now_ms(),
                patience_ms=24 * 3_600_000 if alone else 120_000,
                total_ms=30 * 24 * 3_600_000 if alone else 4 * 3_600_000,
            )
        except TableError as error:
            raise WebError(error.code, error.message) from None
        table = await self.hub.open(setup)
        make = self.keys.make
        return Ticket(
            table.id,
            opening.seat,
            make(Opened(table.id, Role.SEAT, opening.seat)),
            make(Opened(table.id, Role.HOST)),
            "" if alone else make(Opened(table.id, Role.INVITE)),
        )

    async def join(self, table_id: str, key: str, name: str, seat: int | None) -> Ticket:
        """Sit down in a free seat by an invitation."""
        opened = self.keys.find(key)
        if opened != Opened(table_id, Role.INVITE):
            raise WebError("key.unknown", "this invitation is not valid", status=403)
        table = await self.hub.table(table_id)
        free = [number for number, found in enumerate(table.seats) if found.kind.value == "empty"]
        if seat is None and free:
            seat = free[0]
        if seat is None or seat not in free:
            raise WebError("seat.taken", "there is no free seat", status=409)
        taken = seat
        answer = await self.hub.say(table_id, lambda now: HostMessage(now.id, "sit", taken, name))
        accepted(answer)
        return Ticket(table_id, taken, self.keys.make(Opened(table_id, Role.SEAT, taken)))

    async def rematch(self, table_id: str, seat: int) -> Ticket:
        """The same game again, everyone one seat further on; whoever asks first opens it, the others come after."""
        table = await self.hub.table(table_id)
        async with self._rematching:
            name = self._rematches.get(table_id)
            if name is None:
                try:
                    setup = rematch(table, opened_ms=self.hub.now_ms())
                except TableError as error:
                    raise WebError(error.code, error.message, status=409) from None
                name = self._rematches[table_id] = (await self.hub.open(setup)).id
        taken = (seat + 1) % len(table.seats)
        return Ticket(name, taken, self.keys.make(Opened(name, Role.SEAT, taken)))

    async def host_say(self, table_id: str, key: str, said: str, seat: int | None, data: str) -> TableState:
        """What the host says, by the host's key."""
        if self.keys.find(key) != Opened(table_id, Role.HOST):
            raise WebError("key.unknown", "this is not the host's key", status=403)
        answer = await self.hub.say(table_id, lambda now: HostMessage(now.id, said, seat, data))
        return accepted(answer)


def accepted(answer: Accepted | Refused) -> TableState:
    """The table after what was said; WebError if it was refused."""
    if isinstance(answer, Refused):
        raise WebError(answer.code, REFUSALS[answer.code], status=409)
    return answer.table


def default_store() -> Path:
    """Where tables are kept if nobody says where."""
    return Path(platformdirs.user_state_dir("deckwright")) / "server.db"


def _seats(game: Game, opening: Opening) -> tuple[Seat, ...]:
    friends = game.seats - 1 if opening.friends < 0 else opening.friends
    if not 0 <= opening.seat < game.seats or friends >= game.seats:
        raise WebError("seat.unknown", f"this game has {game.seats} seats")
    names = iter(BOT_NAMES)
    seats: list[Seat] = []
    left = friends
    for number in range(game.seats):
        if number == opening.seat:
            seats.append(person(opening.name))
        elif left > 0:
            seats.append(Seat())
            left -= 1
        else:
            seats.append(agent(opening.level, name=next(names, f"Player {number + 1}")))
    return tuple(seats)
