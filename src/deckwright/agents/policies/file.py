"""Policy files: JSON with a manifest (which game, how it was learned), the weights, and a checksum."""

from __future__ import annotations

import base64
import binascii
import json
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256
from pathlib import Path
from stat import S_ISREG
from typing import Any

from deckwright import _kernel
from deckwright.agents.errors import AgentError
from deckwright.engine import Game
from deckwright.errors import file_reason
from deckwright.files import write_whole
from deckwright.games.errors import quoted

FORMAT = "deckwright-policy"
VERSION = 1
MOST_FILE_BYTES = 1_000_000
MOST_WEIGHT_BYTES = 100_000


@dataclass(frozen=True)
class LearnedPolicy:
    """Weights, and what is to be known about them."""

    game: str
    """The id of the game."""
    features: str
    """The digest of what its features depend on: cards, what they count, strains."""
    manifest: Mapping[str, Any]
    """What else is told: options, digest of the genome, recipe, seed, hands, curve."""
    weights: bytes = field(repr=False)

    @property
    def for_kernel(self) -> _kernel.PolicyFile:
        """What the kernel plays."""
        return _kernel.PolicyFile(self.weights)

    def to_dict(self) -> dict[str, Any]:
        """The document that is saved."""
        document = {
            "format": FORMAT,
            "version": VERSION,
            "game": self.game,
            "features": self.features,
            "manifest": dict(self.manifest),
            "weights": base64.b64encode(zlib.compress(self.weights, 9)).decode(),
        }
        return {**document, "checksum": _checksum(document)}

    def save(self, path: str | Path) -> None:
        """Write it, whole or not at all."""
        target, text = Path(path), json.dumps(self.to_dict(), ensure_ascii=False, indent=1) + "\n"
        try:
            write_whole(target, text)
        except (OSError, ValueError) as error:
            raise AgentError("policy.cannot-write", f"{target}: {file_reason(error)}") from None

    def check_game(self, game: Game, *, where: str = "the policy") -> None:
        """Refuse a game that it was not learned for. Options that leave cards and strains as they are do not matter."""
        if self.game != game.id:
            raise AgentError(
                "policy.other-game", f"{where}: found a policy for {self.game}, expected one for {game.id}"
            )
        if self.features != features_of(game):
            raise AgentError(
                "policy.other-game",
                f"{where}: it was learned for {self.game} with other cards or strains: "
                f"`deckwright learn` makes one for these rules",
            )


def features_of(game: Game) -> str:
    """The digest of what the features of a game depend on."""
    return f"{_kernel.feature_digest(game.rules):016x}"


def read_policy(path: str | Path) -> LearnedPolicy:
    """A policy from a file; AgentError if it is no such file, of another version, or damaged."""
    source = Path(path)
    document = _document(source)
    damaged = AgentError("policy.damaged", f"{source}: its checksum does not fit what it says: changed or damaged")
    try:
        fits = document.get("checksum") == _checksum(document)
    except (ValueError, RecursionError):  # what no file of ours can hold, such as half a character
        fits = False
    if not fits:
        raise damaged
    game, features, manifest = document.get("game"), document.get("features"), document.get("manifest")
    if not isinstance(game, str) or not isinstance(features, str) or not isinstance(manifest, dict):
        raise damaged
    try:
        packed = base64.b64decode(str(document.get("weights")), validate=True)
        weights = zlib.decompressobj().decompress(packed, MOST_WEIGHT_BYTES)
    except (binascii.Error, zlib.error, ValueError):
        raise damaged from None
    return LearnedPolicy(game, features, manifest, weights)


def _document(source: Path) -> dict[str, Any]:
    try:
        about = source.stat()
    except (OSError, ValueError) as error:
        raise AgentError("policy.unreadable", f"{source}: {file_reason(error)}") from None
    if not S_ISREG(about.st_mode):  # a device may never end
        raise AgentError("policy.unreadable", f"{source}: it is no file")
    if about.st_size > MOST_FILE_BYTES:
        told = f"found {about.st_size:,} bytes, expected at most {MOST_FILE_BYTES:,}"
        raise AgentError("policy.too-large", f"{source}: {told}")
    try:
        content = source.read_bytes()
    except OSError as error:
        raise AgentError("policy.unreadable", f"{source}: {error.strerror or error}") from None
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        raise AgentError("policy.damaged", f"{source}: it is not JSON: damaged, or no policy at all") from None
    found = document.get("format") if isinstance(document, dict) else None
    if found != FORMAT:
        raise AgentError("policy.wrong-kind", f"{source}: found {quoted(found)}, expected a {FORMAT}")
    version = document.get("version")
    if version != VERSION:
        raise AgentError("policy.other-version", f"{source}: found version {quoted(version)}, expected {VERSION}")
    return dict(document)


def _checksum(document: Mapping[str, Any]) -> str:
    rest = {name: value for name, value in document.items() if name != "checksum"}
    return sha256(json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()).hexdigest()


@lru_cache(maxsize=16)
def _remembered(path: str, changed: int, size: int) -> tuple[LearnedPolicy, _kernel.PolicyFile]:  # noqa: ARG001
    policy = read_policy(path)
    return policy, policy.for_kernel


def load_policy(path: str, game: Game) -> _kernel.PolicyFile:
    """The policy of a file for a game, read once while the file stays as it is."""
    try:
        about = Path(path).stat()
    except (OSError, ValueError) as error:
        raise AgentError("policy.unreadable", f"{path}: {getattr(error, 'strerror', None) or error}") from None
    policy, for_kernel = _remembered(path, about.st_mtime_ns, about.st_size)
    policy.check_game(game, where=path)
    return for_kernel
