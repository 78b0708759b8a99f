"""`deckwright serve`: the web app."""

from __future__ import annotations

import secrets
import socket
from pathlib import Path
from typing import Annotated

import typer

from deckwright.cli.output import WRONG_USE, print_text, refuse
from deckwright.web.settings import (
    DEFAULT_HOST,
    DEFAULT_PORT,
    DEFAULT_SOCKETS,
    MOST_SOCKETS,
    Limits,
    ServerSettings,
)

LOCAL = {"127.0.0.1", "::1", "localhost"}


def serve(
    host: Annotated[str, typer.Option(help="Address to listen at; 0.0.0.0 for others on the network.")] = DEFAULT_HOST,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 for any that is free.")] = DEFAULT_PORT,
    store: Annotated[str, typer.Option(help="Database URL; a file where the system keeps state if not given.")] = "",
    name: Annotated[list[str] | None, typer.Option(help="A host name by which browsers reach it.")] = None,
    https: Annotated[bool, typer.Option(help="Browsers reach it by https, through a proxy.")] = False,
    bundles: Annotated[
        list[Path] | None, typer.Option(help="A folder of hold'em blueprints that everybody may explore and play.")
    ] = None,
    sockets_per_address: Annotated[
        int,
        typer.Option(min=1, max=MOST_SOCKETS, help="Open tables of one address: more where many people share one."),
    ] = DEFAULT_SOCKETS,
) -> None:
    """Play in the browser: every game, alone or with friends."""
    from deckwright.web.app import create_app
    from deckwright.web.wire import make_server, prepare_process

    listening = listen(host, port)
    chosen = listening.getsockname()[1]
    operator = secrets.token_urlsafe(16)
    settings = ServerSettings(
        host=host,
        port=chosen,
        store_url=store,
        names=tuple(name or ()),
        is_https=https,
        bundles=tuple(str(folder.absolute()) for folder in bundles or ()),
        operator=operator,
        limits=Limits(sockets_per_address=sockets_per_address),
    )
    app = create_app(settings)
    print_text(f"Deckwright is at {' and '.join(addresses(host, chosen))}   (Ctrl-C ends it)")
    print_text(f"Operator's token, for long jobs: {operator}")
    prepare_process(sockets_per_address)
    make_server(app).run(sockets=[listening])


def addresses(host: str, port: int) -> list[str]:
    """Where people find it: here, and from elsewhere on the network if it listens there."""
    if host in LOCAL:
        return [f"http://localhost:{port}/"]
    own = _network_address() if host in ("0.0.0.0", "::") else host
    shown = f"[{own}]" if ":" in own else own
    return [f"http://localhost:{port}/", f"http://{shown}:{port}/ for others"]


def _network_address() -> str:
    """The address of this machine on its network; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            return str(probe.getsockname()[0])
        except OSError:
            return socket.gethostname()


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; the command ends if it cannot."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(512)
    except OSError as error:
        listening.close()
        refuse(f"cannot listen at {host}:{port}: {error.strerror}; try another --port", code=WRONG_USE)
    return listening
