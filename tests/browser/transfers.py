"""What a page has fetched, in bytes as they went over the wire."""

from __future__ import annotations

import zlib

from playwright.sync_api import Page, Request, WebSocket


class Transfers:
    """Counts everything that a page fetches from now on."""

    def __init__(self, page: Page) -> None:
        self._requests: list[Request] = []
        self._texts: list[str] = []
        page.on("requestfinished", lambda request: self._requests.append(request))
        page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda text: self._texts.append(text if isinstance(text, str) else text.decode()))

    def by_address(self) -> dict[str, int]:
        """Bytes of each answer, its headers with it."""
        sizes = {request.url: request.sizes() for request in self._requests}
        return {url: size["responseBodySize"] + size["responseHeadersSize"] for url, size in sizes.items()}

    def over_socket(self) -> int:
        """Bytes of what came over sockets, compressed as the server does it."""
        packer = zlib.compressobj(wbits=-14, memLevel=5)
        return sum(len(packer.compress(text.encode()) + packer.flush(zlib.Z_SYNC_FLUSH)) for text in self._texts)

    def total(self) -> int:
        """Bytes of everything."""
        return sum(self.by_address().values()) + self.over_socket()
