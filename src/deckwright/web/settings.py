"""What an operator decides about a server, and how much a stranger may ask of it."""

from __future__ import annotations

from dataclasses import dataclass, field

DEFAULT_PORT = 8042
DEFAULT_HOST = "127.0.0.1"
DEFAULT_SOCKETS, MOST_SOCKETS = 64, 10_000
"""Open tables of one address, if nobody says how many, and at most: a process may not open many more connections."""


@dataclass(frozen=True)
class Limits:
    """How much one address, or all of them together, may ask for."""

    body_bytes: int = 300_000
    """Of one request."""
    message_bytes: int = 4_000
    """Of one message over a socket."""
    requests: float = 20.0
    """Changing requests a second from one address, over a while."""
    request_burst: int = 60
    reads: float = 60.0
    """Pages, their parts, frames and sockets a second that one address may open, over a while."""
    read_burst: int = 600
    """A page has some thirty parts, and several people may share an address."""
    messages: float = 20.0
    """Messages a second over one socket, over a while."""
    message_burst: int = 60
    sockets_per_address: int = DEFAULT_SOCKETS
    """Of tables: `deckwright serve --sockets-per-address`."""
    sockets_per_table: int = 64
    """Of people who watch one."""
    sockets_per_seat: int = 16
    tables: int = 5_000
    """Opened a day, from all addresses together."""
    tables_per_address: int = 200
    """Opened an hour."""
    own_games: int = 2_000
    own_games_per_address: int = 100
    """Uploaded an hour."""
    check_s: float = 10.0
    """CPU time for checking an uploaded genome."""
    check_bytes: int = 1_000_000_000
    """Memory for the same."""
    poker_per_address: float = 6.0
    """Questions a second to solutions of poker, over a while."""
    poker_burst: int = 40
    poker_threads: int = 2
    """That answer such questions, of all addresses together."""
    jobs_per_address: int = 2
    """Long jobs of strangers that wait or run at once."""
    jobs_asked: int = 2_000
    """Asked for a day, by all strangers together: those that were cancelled are kept as well."""
    jobs_asked_per_address: int = 120
    """Asked for an hour."""
    jobs_waiting: int = 50
    """The same of all of them together."""


@dataclass(frozen=True)
class ServerSettings:
    """A server before it starts."""

    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    store_url: str = ""
    """A database; empty: a file where the system keeps state."""
    names: tuple[str, ...] = ()
    """Host names by which it is reached, besides addresses and localhost."""
    is_https: bool = False
    """Whether browsers reach it by https, through a proxy: cookies are then for https alone."""
    bot_delay_s: float = 0.7
    """An agent moves so long after the move before it, whatever it thinks about."""
    bot_threads: int = 2
    bundles: tuple[str, ...] = ()
    """Folders of hold'em blueprints, or of folders that are such, which everybody may look at."""
    operator: str = ""
    """A token that long jobs need; empty: a fresh one."""
    limits: Limits = field(default_factory=Limits)
