"""Fair shuffles: a secret that is promised before the deal, mixed with what the players bring, shown at the end.

The promise is SHA-256 of the secret with the table's id and the hash of its rules. The seed of all chance is
HMAC-SHA-256 of the players' entropy, keyed with the secret. `docs/security.md` says what this proves, and what not.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from hashlib import sha256

from deckwright.engine import Deal, Game

SECRET_BYTES = 32
MOST_ENTROPY_BYTES = 64
_ENTROPY = re.compile(r"(?:[0-9a-f]{2}){8,64}")

Entropy = tuple[tuple[int, str], ...]
"""Seat and hexadecimal digits of each contribution, in the order they came."""


@dataclass(frozen=True, slots=True)
class FairShuffle:
    """A secret and the promise made about it. Only the promise may be shown before the game is over."""

    secret: bytes = field(repr=False)
    commitment: str

    def deal(self, entropy: Entropy) -> Deal:
        """The deal that the secret and the players' entropy decide."""
        return Deal(mixed_seed(self.secret, entropy))


def open_shuffle(table: str, game: Game, *, secret: bytes | None = None) -> FairShuffle:
    """A fresh secret, and the promise to publish before anybody contributes."""
    chosen = secrets.token_bytes(SECRET_BYTES) if secret is None else secret
    return FairShuffle(chosen, commitment_to(chosen, table=table, rules=rules_hash(game)))


def commitment_to(secret: bytes, *, table: str, rules: str) -> str:
    """The promise: it names the table and the rules, so that it cannot be used for another."""
    return sha256(b"\0".join((b"deckwright fair shuffle 1", table.encode(), rules.encode(), secret))).hexdigest()


def mixed_seed(secret: bytes, entropy: Entropy) -> bytes:
    """The seed of all chance of a game."""
    said = "".join(f"{seat}:{digits};" for seat, digits in entropy)
    return hmac.new(secret, b"deckwright seed 1\0" + said.encode(), sha256).digest()


def fresh_entropy() -> str:
    """What a player who leaves it to the machine contributes."""
    return secrets.token_hex(SECRET_BYTES)


def is_entropy(text: str) -> bool:
    """Whether a text can be contributed: 8 to 64 bytes in hexadecimal."""
    return _ENTROPY.fullmatch(text) is not None


def rules_hash(game: Game) -> str:
    """SHA-256 of all rules of a game: the same exactly where every rule is."""
    return game.definition.digest


def entropy_of(pairs: Sequence[Sequence[object]]) -> Entropy | None:
    """Contributions from plain data; None if they are not."""
    found: list[tuple[int, str]] = []
    for pair in pairs:
        match pair:
            case [int(seat), str(digits)] if not isinstance(seat, bool) and is_entropy(digits):
                found.append((seat, digits))
            case _:
                return None
    return tuple(found)
