"""How the server speaks to sockets, and how its process is set up to serve many at once."""

from __future__ import annotations

import gc
import sys
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.extensions.permessage_deflate import ServerPerMessageDeflateFactory

WINDOW_BITS = 14
"""A frame is much like the one before it. With 16 kB both are in the window: frames shrink to a fiftieth, not to a
fifth, and take a third of the time."""
MEMORY_LEVEL = 5
MESSAGE_BYTES = 16_384
SWITCH_S = 0.0005
"""So soon a thread that waits for the interpreter gets it: the thread that writes gives it up at every statement."""
YOUNG_OBJECTS = 2_000
MIDDLE_PASSES = 5
OLD_PASSES = 20_000
"""A collection looks at so few objects that nobody notices; one of all of them takes a second with many tables."""


class FrameSocket(WebSocketsSansIOProtocol):
    """A socket that compresses frames with what it has sent before in view."""

    def __init__(self, *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        deflate = ServerPerMessageDeflateFactory(
            server_max_window_bits=WINDOW_BITS,
            client_max_window_bits=12,
            compress_settings={"memLevel": MEMORY_LEVEL},
        )
        self.conn.available_extensions = [deflate]


def socket_settings() -> dict[str, Any]:
    """Of uvicorn: small messages in, compressed frames out, nothing of itself in headers and logs."""
    return {
        "log_level": "warning",
        "access_log": False,
        "ws": FrameSocket,
        "ws_max_size": MESSAGE_BYTES,
        "timeout_graceful_shutdown": 3,
        "server_header": False,
    }


def prepare_process() -> None:
    """For a process that serves many tables: nobody waits for a collection of everything there is.

    Tables are trees: reference counts free them. What was loaded at the start is not looked at again.
    """
    sys.setswitchinterval(SWITCH_S)
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, MIDDLE_PASSES, OLD_PASSES)
