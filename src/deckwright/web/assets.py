"""Scripts and styles as they go to browsers: without indentation and comments, compressed once."""

from __future__ import annotations

import gzip
import os
import re
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

KINDS = {".js": "text/javascript", ".css": "text/css"}
_COMMENTS = {
    # On lines of their own; behind code, after two slashes and a space; and types of what stands in a line.
    ".js": re.compile(
        r"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)$|(?<=[;{},)]) // [^\n\"'`]*$|/\*\* @[^*\n]*\*/ ?",
        re.MULTILINE | re.DOTALL,
    ),
    ".css": re.compile(r"^[ \t]*/\*(?:(?!\*/).)*\*/[ \t]*$", re.MULTILINE | re.DOTALL),
}


class Asset(NamedTuple):
    """A text, plain and compressed."""

    kind: str
    tag: str
    plain: bytes
    packed: bytes


def make_asset(text: str, suffix: str) -> Asset:
    """A script or a style; no text in our files goes on over a line."""
    lines = (line.strip() for line in _COMMENTS[suffix].sub("", text).split("\n"))
    body = "\n".join(filter(None, lines)).encode()
    return Asset(KINDS[suffix], f'"{sha256(body).hexdigest()[:10]}"', body, gzip.compress(body, mtime=0))


def asset_response(asset: Asset, asked: Headers) -> Response:
    """What a browser is sent: nothing if it has the same already."""
    headers = {"etag": asset.tag, "vary": "accept-encoding"}
    if asked.get("if-none-match") == asset.tag:
        return Response(status_code=304, headers=headers)
    if "gzip" not in asked.get("accept-encoding", ""):
        return Response(asset.plain, media_type=asset.kind, headers=headers)
    return Response(asset.packed, media_type=asset.kind, headers={**headers, "content-encoding": "gzip"})


class Assets(StaticFiles):
    """A folder of files, scripts and styles among them."""

    def file_response(
        self, full_path: str | os.PathLike[str], stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """A file; a script or a style as above."""
        path = Path(full_path)
        if path.suffix not in KINDS:
            return super().file_response(full_path, stat_result, scope, status_code)
        return asset_response(_read(path, stat_result.st_mtime_ns), Headers(scope=scope))


@lru_cache(maxsize=256)
def _read(path: Path, _changed_ns: int) -> Asset:
    return make_asset(path.read_text(encoding="utf-8"), path.suffix)
