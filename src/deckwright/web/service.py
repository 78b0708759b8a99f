"""What a running server holds, and what its pages, sockets and API do with it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from hashlib import sha256
from pathlib import Path
from typing import Any
from urllib.parse import quote

import platformdirs
from sqlalchemy.engine import make_url
from sqlalchemy.exc import SQLAlchemyError

from deckwright.engine import Game, load
from deckwright.engine.scene import read_rules
from deckwright.games import Entry, find_game, found_games, library
from deckwright.jobs import JobQueue, JobRunner
from deckwright.play import (
    Accepted,
    HostMessage,
    Refused,
    SeatMessage,
    StoreError,
    TableError,
    TableSetup,
    TableState,
    agent,
    host_transitions,
    make_setup,
    person,
    rematch,
)
from deckwright.play.inputs import DEAL, SEAT_AGENT, SIT
from deckwright.play.refusals import REFUSALS
from deckwright.play.seats import Seat, SeatKind, bare_names
from deckwright.play.store import Store
from deckwright.web.buckets import Buckets
from deckwright.web.errors import WebError
from deckwright.web.hub import MOST_TRIES, Hub
from deckwright.web.job_kinds import WEB_JOBS
from deckwright.web.keys import Keyring, Opened, Role
from deckwright.web.lab_runs import LabRuns
from deckwright.web.lanes import Lane
from deckwright.web.levels import (
    ALONE_PATIENCE_MS,
    ALONE_TOTAL_MS,
    DEFAULT_LEVEL,
    LEVELS,
    name_beside,
)
from deckwright.web.names import check_name
from deckwright.web.opponents import table_agents
from deckwright.web.own_games import PREFIX, OwnGames
from deckwright.web.poker.shelf import Shelf
from deckwright.web.ratings import Ratings
from deckwright.web.ratings_export import export_ratings
from deckwright.web.replays import branch_at
from deckwright.web.settings import ServerSettings
from deckwright.web.socket_count import SocketCount
from deckwright.web.sole import SoleServer

HOUR_S, DAY_S = 3600.0, 86_400.0


@dataclass(frozen=True)
class Opening:
    """What somebody asks for who opens a table."""

    game: str
    options: Mapping[str, Any]
    name: str = ""
    level: str = DEFAULT_LEVEL
    """Who the computer is: a level, or somebody else who plays this game (`find_opponents`)."""
    friends: int = 0
    """Seats kept free for people who come by a link; -1: all but one's own."""
    seat: int = 0
    shows_memory: bool = False
    """Whether everyone is shown what they know of cards that lie face down."""


@dataclass(frozen=True)
class Ticket:
    """What whoever opened or joined a table gets: its seat with a key; the host's key and the invitation as well."""

    table: str
    seat: int
    key: str
    host: str = ""
    invite: str = ""
    fill: str = ""
    """Who is to fill seats that stay free."""

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
        if self.invite and self.fill:
            data["url"] += f"&fill={quote(self.fill, safe='')}"
        return data


@dataclass(frozen=True)
class Sitter:
    """A person in a seat, from when they sat down until they leave it."""

    seat: int
    since: int
    """The revision at which they sat down."""

    def is_at(self, table: TableState) -> bool:
        """Whether it is still they who sit there."""
        if not 0 <= self.seat < len(table.seats):
            return False
        return table.seats[self.seat].is_person and table.progress.sat[self.seat] == self.since

    def check(self, table: TableState) -> TableState:
        """The table, for whoever still sits there. Asked where something is done, not before somebody waits for it."""
        if not self.is_at(table):
            raise WebError("key.unknown", "who has left a seat has no more to do with it", status=403)
        return table

    def says(self, revision: int, said: str, data: str, key: str) -> Callable[[TableState], SeatMessage]:
        """What they say, at the table as it is when it is their turn to be heard."""
        return lambda now: SeatMessage(self.check(now).id, revision, self.seat, said, data, key)


class Service:
    """The store, the hub, the keys and the games of one server."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.store = Store(settings.store_url) if settings.store_url else Store.at(default_store())
        try:  # each makes its tables where there are none
            self._sole = SoleServer(self.store.engine)
            self.keys = Keyring(self.store.engine)
            self.own = OwnGames(self.store.engine, settings.limits)
            self.ratings = Ratings(self.store.engine)
            self.jobs = JobQueue(self.store.engine)
            self.runs = LabRuns(self.store.engine)
            self.hub = Hub(self.store, settings)
        except SQLAlchemyError as error:
            self._sole.close()
            self.store.close()
            raise StoreError("store.unavailable", f"the store cannot be made ({type(error).__name__})") from None
        except StoreError:
            self.store.close()
            raise
        self.operator = settings.operator or secrets.token_urlsafe(16)
        """A token that long jobs need."""
        self.runner = JobRunner(self.jobs, {name: job.kind for name, job in WEB_JOBS.items()}, jobs_folder(settings))
        self.shelf = Shelf(tuple(map(Path, settings.bundles)), jobs_folder(settings))
        self.poker_questions = Buckets(settings.limits.poker_per_address, settings.limits.poker_burst)
        self.openings = Buckets(settings.limits.tables_per_address / HOUR_S, settings.limits.tables_per_address)
        self.askings = Buckets(settings.limits.jobs_asked_per_address / HOUR_S, settings.limits.jobs_asked_per_address)
        """For long jobs."""
        self.all_askings = Buckets(settings.limits.jobs_asked / DAY_S, settings.limits.jobs_asked)
        self.replays = Buckets(settings.limits.requests, settings.limits.request_burst)
        self.all_openings = Buckets(settings.limits.tables / DAY_S, settings.limits.tables)
        self.checks = Lane("check", threads=2, most=24, most_each=6)
        """Genomes that are checked, each in a process."""
        self.sizing = Lane("sizing", threads=2, most=64, most_each=16)
        """Games that are looked at before a job begins: whether there is one, how large it is."""
        self.workshop = Lane("workshop", threads=2, most=64, most_each=16)
        """Games that are compiled for new tables."""
        self.own_workshop = Lane("own-workshop", threads=1, most=32, most_each=8)
        """The same for tables of games that strangers brought: nobody who wants another waits for them."""
        self.replaying = Lane("replay", threads=1, most=32, most_each=8)
        """Links that are played through, one at a time."""
        self.sockets = SocketCount(settings.limits.sockets_per_address)
        self.uploads = Buckets(settings.limits.own_games_per_address / HOUR_S, settings.limits.own_games_per_address)

    async def close(self) -> None:
        """Let go of everything; what was acknowledged is in the store."""
        await asyncio.to_thread(self.runner.stop)
        for lane in (self.checks, self.sizing, self.workshop, self.own_workshop, self.replaying):
            lane.close()
        await self.hub.close()
        self.store.close()
        self._sole.close()

    def entry(self, name: str) -> Entry | None:
        """A game of the library, or None for one of somebody's own."""
        return None if name.startswith(PREFIX) else find_game(name)

    def load(self, name: str, options: Mapping[str, Any]) -> Game:
        """A game by the id of the library or of a kept genome; no client's text is a path here."""
        if name.startswith(PREFIX):
            return self.own.load(name, options)
        if find_game(name) is None or name not in (*library(), *found_games()):
            raise WebError("game.unknown", "there is no such game", status=404)
        return load(name, **options)

    def ratings_document(self) -> dict[str, Any]:
        """What people said of games, with the genomes, as `deckwright evolve --ratings` reads it."""
        return export_ratings(self.ratings, self.own)

    def game_spec(self, name: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """The same game for the process of a job, which knows no database."""
        if name.startswith(PREFIX):
            return {"page": name, "genome": self.own.genome(name), "options": dict(options)}
        return {"page": name, "game": name, "options": dict(options)}

    async def open_table(self, opening: Opening, *, address: str) -> Ticket:
        """A new table with its first person seated."""
        self._check_opening(address)
        lane = self.own_workshop if opening.game.startswith(PREFIX) else self.workshop
        setup = await lane.do(address, lambda: self._setup(opening))
        wanted = [Opened(setup.id, Role.SEAT, opening.seat), Opened(setup.id, Role.HOST, opening.seat)]
        if opening.friends:
            wanted.append(Opened(setup.id, Role.INVITE))
        keys = await self._make_keys(wanted)  # first: a table whose keys could not be kept would be nobody's
        await self.hub.open(setup)
        return replace(Ticket(setup.id, opening.seat, *keys), fill=opening.level)

    def _setup(self, opening: Opening) -> TableSetup:
        """What a new table begins with. Games are compiled here, which may take long."""
        game = self.load(opening.game, opening.options)
        read_rules(game)  # here, and not in the event loop at the first reason why a card may not be played
        alone = opening.friends == 0
        agents = table_agents(opening.game, opening.level, self.shelf)
        check_name(opening.name, bare_names(game.seats, agents))
        try:
            return make_setup(
                game,
                _seats(game, opening),
                id=secrets.token_hex(8),
                agents=agents,
                stand_in="easy",
                may_undo=alone,
                shows_memory=opening.shows_memory,
                opened_ms=self.hub.now_ms(),
                patience_ms=ALONE_PATIENCE_MS if alone else 120_000,
                total_ms=ALONE_TOTAL_MS if alone else 4 * 3_600_000,
            )
        except TableError as error:
            raise WebError(error.code, _without_folders(error.message, agents)) from None

    async def branch(self, link: str, step: int, seat: int, name: str, level: str, *, address: str) -> Ticket:
        """A new table at a step of a finished game, to try something else from there against the computer."""
        if level not in LEVELS:
            raise WebError("level.unknown", f"there is no such level: there is {', '.join(LEVELS)}")
        self._check_opening(address)
        now_ms = self.hub.now_ms()
        table = await self.replaying.do(address, lambda: branch_at(link, step, seat, name, level, now_ms=now_ms))
        keys = await self._make_keys([Opened(table.id, Role.SEAT, seat), Opened(table.id, Role.HOST, seat)])
        await self.hub.adopt(table)
        return Ticket(table.id, seat, *keys)

    def _check_opening(self, address: str) -> None:
        if not self.openings.take(address):
            raise WebError("table.too-many", "too many tables were opened from here: wait a while", status=429)
        if not self.all_openings.take(""):
            raise WebError("table.too-many", "this server opens no more tables today", status=429)

    async def join(self, table_id: str, key: str, name: str, seat: int | None) -> Ticket:
        """Sit down in a free seat by an invitation."""
        if await self.opened_by(key) != Opened(table_id, Role.INVITE):
            raise WebError("key.unknown", "this invitation is not valid", status=403)
        return (await self._sit(table_id, name, lambda now: _free_seat(now, seat)))[1]

    async def _sit(self, table_id: str, name: str, find: Callable[[TableState], int]) -> tuple[TableState, Ticket]:
        """Seat a person in the seat that is found at the table as it is when they are heard.

        Their key is kept first: it opens the seat from the revision at which they sit down, and nothing if they never
        do. The other way round, a store that fails in between would leave a seat to which nobody has a key.
        """
        for _ in range(MOST_TRIES):
            before = await self.hub.table(table_id)
            seat = find(before)
            check_name(name, _others(before, seat))
            taken = Opened(table_id, Role.SEAT, seat, before.revision + 1)
            [key] = await self._make_keys([taken])
            try:
                answer = await self.hub.say(table_id, partial(_sits, taken, name))
            except _MovedOnError:
                await self._forget_key(key)
                continue
            if isinstance(answer, Refused):  # or whoever asks again and again would leave a key each time
                await self._forget_key(key)
            return accepted(answer), Ticket(table_id, taken.seat, key)
        raise _MovedOnError

    async def _make_keys(self, wanted: Sequence[Opened]) -> list[str]:
        return await self.hub.in_reader(lambda: self.keys.make_all(wanted))

    async def _forget_key(self, key: str) -> None:
        await self.hub.in_reader(lambda: self.keys.forget(key))

    async def rematch(self, table_id: str, seat: int, key: str, host: str = "", *, address: str) -> Ticket:
        """The same game again, everyone one seat further on; whoever asks first opens it, the others come after.

        The host stays the host, by the key to the table before: somebody has to fill a seat that is left. Where the
        host has left that table, whoever asks first is the host. Who asks again with the same keys gets the same keys.
        """
        table = await self.hub.table_over(table_id)
        name = rematch_id(table_id)
        try:
            setup = rematch(table, id=name, opened_ms=self.hub.now_ms())
        except TableError as error:
            raise WebError(error.code, error.message, status=409) from None
        try:
            await self.hub.table(name)
        except WebError as error:
            if error.code != "store.unknown-table":
                raise
            self._check_opening(address)
            try:
                await self.hub.open(setup)
            except StoreError as error:
                if error.code != "store.exists":  # somebody else was before
                    raise
        own = Opened(name, Role.SEAT, (seat + 1) % len(table.seats))
        if not Sitter(own.seat, own.since).is_at(await self.hub.table(name)):
            raise WebError("seat.taken", "whoever has left that table has no seat there any more", status=409)
        wanted = [(key, own)]
        was_host = await self._find_host(host, table_id)
        hosting = Opened(name, Role.HOST, own.seat if was_host is None else _next_seat(was_host, table, own.seat))
        by = host if was_host is not None else key if await self._may_host(table, hosting) else ""
        if by:
            wanted.append((by, hosting))
            if sum(found.is_person for found in setup.seats) > 1:
                wanted.append((by, Opened(name, Role.INVITE)))
        return Ticket(name, own.seat, *await self.hub.in_reader(lambda: self.keys.make_next(wanted)))

    async def _find_host(self, key: str, table_id: str) -> Opened | None:
        opened = await self.opened_by(key)
        return opened if opened is not None and (opened.table, opened.role) == (table_id, Role.HOST) else None

    async def _may_host(self, before: TableState, hosting: Opened) -> bool:
        """Whether somebody becomes host of the next table: who was the host has left, and nobody else was first."""
        hosts = await self.hub.in_reader(lambda: self.keys.hosts(before.id))
        are_gone = all(host.seat >= 0 and not _sits_there(host, before) for host in hosts)
        return are_gone and await self.hub.in_reader(lambda: self.keys.claim(hosting))

    async def opened_by(self, key: str) -> Opened | None:
        """What a key opens, if anything."""
        return await self.hub.in_reader(lambda: self.keys.find(key))

    async def find_sitter(self, key: str, table_id: str, seat: int) -> Sitter | None:
        """Who has this key, if it opens a seat: of whoever sits there now. Who has left sees no more of it."""
        opened = await self.opened_by(key)
        if opened is None or (opened.table, opened.role, opened.seat) != (table_id, Role.SEAT, seat):
            return None
        sitter = Sitter(seat, opened.since)
        # They may have sat down at another server, of which this one has not heard yet.
        return sitter if sitter.is_at(await self.hub.table(table_id, at_least=opened.since)) else None

    async def host_say(
        self, table_id: str, key: str, said: str, seat: int | None, data: str
    ) -> tuple[TableState, Ticket | None]:
        """What the host says, by the host's key; with the ticket of a person whom it seats."""
        if await self._find_host(key, table_id) is None:
            raise WebError("key.unknown", "this is not the host's key", status=403)
        if said == SIT and seat is not None:
            return await self._sit(table_id, data, lambda _: seat)
        now = accepted(await self.hub.say(table_id, lambda now: HostMessage(now.id, said, seat, data)))
        if said == SEAT_AGENT and any(offered.id == DEAL for offered in host_transitions(now)):
            # The last seat is taken and no person takes part in the shuffle: there is nothing else to wait for.
            await self.hub.say(table_id, lambda now: HostMessage(now.id, DEAL))
        return now, None


class _MovedOnError(WebError):
    """The table is not any more as it was when a key was made for somebody who sits down."""

    def __init__(self) -> None:
        super().__init__("revision.stale", REFUSALS["revision.stale"], status=409)


def _sits(taken: Opened, name: str, now: TableState) -> HostMessage:
    """Somebody sits down at the revision that their key names."""
    if now.revision + 1 != taken.since:
        raise _MovedOnError
    return HostMessage(now.id, SIT, taken.seat, name)


def _sits_there(host: Opened, table: TableState) -> bool:
    return Sitter(host.seat, host.since).is_at(table)


def _next_seat(host: Opened, table: TableState, other: int) -> int:
    """Where a host sits at the next table: one seat further on, or elsewhere if they have left their seat."""
    if host.seat < 0:
        return host.seat  # nobody knows where they sat
    return (host.seat + 1) % len(table.seats) if _sits_there(host, table) else other


def rematch_id(table_id: str) -> str:
    """The table of another game with the same people: one for all who ask, whichever server they ask."""
    return sha256(f"deckwright rematch\0{table_id}".encode()).hexdigest()[:16]


def _others(table: TableState, seat: int) -> list[str]:
    """What everybody at a table is called but who sits in a seat, or may come to be called who has no name."""
    bare = bare_names(len(table.seats), table.setup.agents)
    return [*bare, *(found.name for number, found in enumerate(table.seats) if number != seat and found.name)]


def _free_seat(table: TableState, wanted: int | None) -> int:
    """A seat for who comes by an invitation: the one that is wanted, or the first."""
    free = [number for number, found in enumerate(table.seats) if found.kind is SeatKind.EMPTY]
    if not free or wanted not in (None, *free):
        raise WebError("seat.taken", "there is no free seat", status=409)
    return free[0] if wanted is None else wanted


def accepted(answer: Accepted | Refused) -> TableState:
    """The table after what was said; WebError if it was refused."""
    if isinstance(answer, Refused):
        raise WebError(answer.code, REFUSALS[answer.code], status=409)
    return answer.table


def default_store() -> Path:
    """Where tables are kept if nobody says where."""
    return Path(platformdirs.user_state_dir("deckwright")) / "server.db"


def jobs_folder(settings: ServerSettings) -> Path:
    """Where jobs keep what they need to go on after a restart: beside the store's file."""
    url = make_url(settings.store_url) if settings.store_url else None
    if url is not None and url.get_backend_name() == "sqlite" and url.database not in (None, "", ":memory:"):
        return Path(str(url.database)).absolute().parent / "jobs"
    return default_store().parent / "jobs"


def _without_folders(message: str, agents: Mapping[str, str]) -> str:
    """What is wrong with an agent, without where its file lies."""
    for name, spec in agents.items():
        folder = spec.partition(":")[2]
        if Path(folder).is_absolute():
            message = message.replace(folder, name.partition(":")[2])
    return message


def _seats(game: Game, opening: Opening) -> tuple[Seat, ...]:
    friends = game.seats - 1 if opening.friends < 0 else opening.friends
    if not 0 <= opening.seat < game.seats or friends >= game.seats:
        raise WebError("seat.unknown", f"this game has {game.seats} seats")
    seats: list[Seat] = []
    left = friends
    for number in range(game.seats):
        if number == opening.seat:
            seats.append(person(opening.name))
        elif left > 0:
            seats.append(Seat())
            left -= 1
        else:
            seats.append(agent(opening.level, name=name_beside(opening.name, number, game.seats)))
    return tuple(seats)
