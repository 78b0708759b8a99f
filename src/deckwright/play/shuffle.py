"""Fair shuffles: everyone commits before anyone reveals, so that nobody can choose after seeing what others brought.

The table commits to a secret. Each person at it commits to a share of their own. When all have, a joint commitment over
all of that is fixed, and each reveals. The seed of all chance is HMAC-SHA-256 of the shares in the order of the seats,
keyed with the secret. All other hashes are SHA-256 of lines of text, so that a page can work them out by itself.
`docs/security.md` has them byte by byte, and says what this proves and what it does not.
"""

from __future__ import annotations

import hmac
import re
import secrets
from collections.abc import Iterable
from dataclasses import dataclass, field
from hashlib import sha256
from typing import NamedTuple

from deckwright.engine import Game

SECRET_BYTES = 32
_SHARE = re.compile(r"(?:[0-9a-f]{2}){16,64}")
_HASH = re.compile(r"[0-9a-f]{64}")
NONE = "-"
"""In a line, where there is no commitment or no earlier round."""

LEFT, TAKEN_OVER, TIMED_OUT, SENT_AWAY = "left", "taken-over", "timed-out", "sent-away"
"""Why a round ended; the last: the host freed somebody's seat, or let an agent take it over."""

BySeat = tuple[tuple[int, str], ...]
"""A text for each of some seats, the lowest seat first."""


class RoundSeat(NamedTuple):
    """Who sat in a seat when everyone had committed."""

    kind: str
    """`person` (who commits and reveals), `absent` (a person for whom an agent stands in) or `agent`."""
    name: str


class BrokenRound(NamedTuple):
    """A round that ended without a deal because somebody left, was taken over or did not answer."""

    commitment: str
    """The table's."""
    commitments: BySeat
    revealed: tuple[int, ...]
    """Seats whose shares the table knew by then."""
    cause: str
    """`left`, `taken-over`, `timed-out` or `sent-away`; what the table says, which nobody else can check."""
    seats: tuple[int, ...]
    """Who dropped out."""


@dataclass(frozen=True, slots=True)
class FairShuffle:
    """The table's own part: a secret for every round, out of one that never leaves it."""

    secret: bytes = field(repr=False)
    table: str
    rules: str
    """The hash of the rules that are played."""

    def __hash__(self) -> int:
        return hash(self.secret)  # views look up what they say of a shuffle

    def round_secret(self, number: int) -> bytes:
        """The secret of a round. It says nothing about those of other rounds."""
        return hmac.new(self.secret, f"deckwright round 2\n{number}".encode(), sha256).digest()

    def commitment(self, number: int) -> str:
        """What is published of a round's secret before anybody commits to a share."""
        return secret_commitment(self.round_secret(number), table=self.table, rules=self.rules, number=number)

    def share_commitment(self, share: str, *, number: int, seat: int) -> str:
        """What a seat has to commit to, to reveal this share in a round of this table."""
        known = self.commitment(number)
        return share_commitment(share, table=self.table, rules=self.rules, number=number, commitment=known, seat=seat)


def open_shuffle(table: str, game: Game, *, secret: bytes | None = None) -> FairShuffle:
    """A fresh secret for a table of a game."""
    return FairShuffle(secrets.token_bytes(SECRET_BYTES) if secret is None else secret, table, rules_hash(game))


def secret_commitment(secret: bytes, *, table: str, rules: str, number: int) -> str:
    """The table's commitment to its secret in a round."""
    return _hash("deckwright secret 2", table, rules, str(number), secret.hex())


def share_commitment(share: str, *, table: str, rules: str, number: int, commitment: str, seat: int) -> str:
    """A seat's commitment to its share in a round, after the table's."""
    return _hash("deckwright share 2", table, rules, str(number), commitment, str(seat), share)


def broken_digest(broken: Iterable[BrokenRound]) -> str:
    """One hash for all rounds before this one; `-` if there were none."""
    before = NONE
    for ended in broken:
        before = _hash(
            "deckwright broken round 2",
            before,
            ended.commitment,
            " ".join(("revealed", *map(str, ended.revealed))),
            " ".join((ended.cause, *map(str, ended.seats))),
            *(f"{seat} {commitment}" for seat, commitment in ended.commitments),
        )
    return before


def joint_commitment(
    *,
    table: str,
    rules: str,
    number: int,
    commitment: str,
    before: str,
    seats: tuple[RoundSeat, ...],
    commitments: BySeat,
) -> str:
    """All that is fixed before the first share is revealed, in one hash: what a person notes."""
    given = dict(commitments)
    lines = (f"{place} {seat.kind} {given.get(place, NONE)} {seat.name}" for place, seat in enumerate(seats))
    return _hash("deckwright shuffle 2", table, rules, str(number), commitment, before, *lines)


def mixed_seed(secret: bytes, shares: BySeat) -> bytes:
    """The seed of all chance of a game."""
    said = "\n".join(("deckwright seed 2", *(f"{seat} {share}" for seat, share in shares)))
    return hmac.new(secret, said.encode(), sha256).digest()


def fresh_share() -> str:
    """256 bits of one's own machine's chance."""
    return secrets.token_hex(SECRET_BYTES)


def is_share(text: str) -> bool:
    """Whether a text can be a share: 16 to 64 bytes in hexadecimal, lower case."""
    return _SHARE.fullmatch(text) is not None


def is_hash(text: str) -> bool:
    """Whether a text can be a commitment: 64 hexadecimal digits, lower case."""
    return _HASH.fullmatch(text) is not None


def _hash(*lines: str) -> str:
    return sha256("\n".join(lines).encode()).hexdigest()


def rules_hash(game: Game) -> str:
    """SHA-256 of all rules of a game: the same exactly where every rule is."""
    return game.definition.digest
