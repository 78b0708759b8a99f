"""What every request passes before anything else sees it: host, origin, size, rate; and what every answer says.

*Host*: a page elsewhere can make its own name point at this machine (DNS rebinding), so a name that is not this
server's is refused; an address cannot be made to point elsewhere. *Origin*: a browser says which page a changing
request or a socket comes from, and only this server's pages may; a program without cookies need not say.
"""

from __future__ import annotations

import asyncio
import ipaddress
import json
import re
import socket
from collections.abc import Mapping
from functools import lru_cache
from time import monotonic

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from deckwright.text import find_number
from deckwright.web.buckets import Buckets
from deckwright.web.errors import WebError
from deckwright.web.settings import ServerSettings

BODY_S = 20.0
"""So long a body may take: who sends it drop by drop keeps a server waiting."""
CLOSE_REFUSED, CLOSE_TOO_FAST, TOO_MANY = 4403, 4429, 429
SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
HOST = re.compile(r"(?P<name>\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:[0-9]{1,5})?")
"""A name or an address, and a port: nothing before, between or after."""
HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}

PARTS = (b"text/javascript", b"text/css")
OF_PARTS = ("x-content-type-options", "cross-origin-resource-policy")
"""Those that mean something for scripts and styles; the others are about documents."""


class Guard:
    """An ASGI application around another, and around one for sockets where that is not the same."""

    def __init__(self, app: ASGIApp, settings: ServerSettings, *, sockets: ASGIApp | None = None) -> None:
        self._app = app
        self._sockets = sockets or app
        self._settings = settings
        self._names = allowed_names(settings)
        self._changes = Buckets(settings.limits.requests, settings.limits.request_burst)
        self._reads = Buckets(settings.limits.reads, settings.limits.read_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse, or pass on with bounds."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        try:
            self._check(scope)
        except WebError as error:
            await _refuse(scope, receive, send, error)
            return
        if scope["type"] == "websocket":
            await self._sockets(scope, receive, send)
            return
        await self._app(scope, _bounded(receive, self._settings.limits.body_bytes), _with_headers(scope, send))

    def _check(self, scope: Scope) -> None:
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        host = headers.get("host", "")
        if not is_own_host(host, self._names):
            raise WebError("host.foreign", "this server is not called that", status=421)
        is_socket = scope["type"] == "websocket"
        is_read = is_socket or scope["method"] in SAFE_METHODS
        if is_read and not self._reads.take(address_of(scope)):
            raise WebError("rate.too-fast", "too many requests: wait a little", status=429)
        if is_read and not is_socket:
            return
        origin = headers.get("origin")
        if origin is not None and not is_same_origin(origin, host, is_https=self._settings.is_https):
            raise WebError("origin.foreign", "another site's page may not do this", status=403)
        if origin is None and "cookie" in headers:
            raise WebError("origin.missing", "a request with cookies says where it comes from", status=403)
        if not is_socket:
            self._check_change(scope, headers)

    def _check_change(self, scope: Scope, headers: Mapping[str, str]) -> None:
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        length = headers.get("content-length", "")
        has_body = length not in ("", "0") or "transfer-encoding" in headers
        if kind != "application/json" and has_body:
            raise WebError("body.not-json", "expected a body of application/json", status=415)
        size = find_number(length)
        if length and (size is None or size > self._settings.limits.body_bytes):
            raise WebError("body.too-large", "the body is too large", status=413)
        if not self._changes.take(address_of(scope)):
            raise WebError("rate.too-fast", "too many requests: wait a little", status=429)


def address_of(scope: Scope) -> str:
    """Where a request comes from. Addresses of one network of version 6 count as one."""
    client = scope.get("client")
    return _counted(str(client[0])) if client else "?"


@lru_cache(maxsize=4096)
def _counted(host: str) -> str:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped is None:
        return str(ipaddress.ip_network((address, 64), strict=False))
    return str(address)


def allowed_names(settings: ServerSettings) -> frozenset[str]:
    """What this server is called, besides its addresses."""
    own = {"localhost", socket.gethostname().lower(), *(name.lower() for name in settings.names)}
    return frozenset(own | {f"{name}.local" for name in own if "." not in name})


def is_own_host(host: str, names: frozenset[str]) -> bool:
    """Whether a Host header names this server: by an address, or by a name that it is known to have."""
    parts = HOST.fullmatch(host.lower())
    if parts is None:
        return False
    name = parts["name"]
    if name in names:
        return True
    try:
        ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


def is_same_origin(origin: str, host: str, *, is_https: bool) -> bool:
    """Whether a page of this server sent it: the same host and port."""
    return origin.lower() == f"{'https' if is_https else 'http'}://{host.lower()}"


async def _refuse(scope: Scope, receive: Receive, send: Send, error: WebError) -> None:
    if scope["type"] == "websocket":
        await receive()
        code = CLOSE_TOO_FAST if error.status == TOO_MANY else CLOSE_REFUSED
        await send({"type": "websocket.close", "code": code, "reason": error.code})
        return
    body = json.dumps({"code": error.code, "message": error.message}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def _bounded(receive: Receive, most: int, *, within_s: float = BODY_S) -> Receive:
    """The same body, as long as it is not larger than it may be, whatever its header said, and comes in time."""
    read, is_whole, until = 0, False, monotonic() + within_s

    async def bounded() -> Message:
        nonlocal read, is_whole
        if is_whole:  # whoever waits now waits for the client to go
            return await receive()
        try:
            async with asyncio.timeout(max(0.0, until - monotonic())):
                message = await receive()
        except TimeoutError:
            raise WebError("body.too-slow", "the body did not come in time", status=408) from None
        read += len(message.get("body", b""))
        if read > most:
            raise WebError("body.too-large", "the body is too large", status=413)
        is_whole = not message.get("more_body", False)
        return message

    return bounded


def _with_headers(scope: Scope, send: Send) -> Send:
    is_static = scope["path"].startswith(("/static/", "/words"))

    async def with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = dict(message["headers"])
            is_part = present.get(b"content-type", b"").startswith(PARTS)
            added = {name: HEADERS[name] for name in OF_PARTS} if is_part else dict(HEADERS)
            if not is_static:
                added["cache-control"] = "no-store"
            message["headers"] = [
                *message["headers"],
                *((name.encode(), text.encode()) for name, text in added.items() if name.encode() not in present),
            ]
        await send(message)

    return with_headers
