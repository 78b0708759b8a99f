"""Seeds: any whole number or bytes, made into the 32 bytes that decide all chance of a game."""

from __future__ import annotations

from hashlib import sha256

from deckwright.engine.errors import DealError

Seed = int | bytes

SEED_BYTES = 32


def seed_bytes(seed: Seed, *, domain: str = "deal") -> bytes:
    """The 32 bytes that a seed stands for. Seeds of different domains have nothing to do with each other."""
    if isinstance(seed, bool) or not isinstance(seed, (int, bytes)):
        raise DealError(
            "seed.wrong-type", f"found a seed of type {type(seed).__name__}, expected a whole number or bytes"
        )
    if isinstance(seed, int):
        size = seed.bit_length() // 8 + 1
        kind, content = b"int", seed.to_bytes(size, "big", signed=True)
    else:
        kind, content = b"bytes", seed
    return sha256(b"\0".join((b"deckwright", domain.encode(), kind, content))).digest()


def seed_number(seed: Seed, *, domain: str) -> int:
    """A 64-bit number that a seed stands for, for streams that take one."""
    return int.from_bytes(seed_bytes(seed, domain=domain)[:8], "big")
