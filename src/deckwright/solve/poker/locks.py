"""Decisions of a spot whose play is fixed: everything else is solved around them, what comes before them too.

    Lock("check, bet 5", {"call": "QQ+, AKs:0.5"})

Each action that is named has a range: how often a hand takes it. What is left of a hand is shared by the actions that
are not named; a hand that takes none of the named ones is free, and is solved like any other.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from deckwright.games.errors import quoted
from deckwright.solve.errors import SolveError
from deckwright.solve.poker.cards import parse_cards
from deckwright.solve.poker.classes import COMBOS, combo_name
from deckwright.solve.poker.ranges import Range

if TYPE_CHECKING:
    from deckwright._kernel import LockArgument

MOST_LOCKS: Final = 20
MOST_IN_ALL: Final = 1.011
"""That the shares of a hand may come to: people round to hundredths. What is above 1 is scaled."""
_RAISE: Final = re.compile(r"(?:bet|raise)\s+(\d+(?:\.\d+)?)")
_PLAIN: Final = {"fold": "fold", "check": "call", "call": "call", "all-in": "all-in"}


@dataclass(frozen=True)
class Lock:
    """A decision by the actions and cards that lead to it, and how often some of its actions are taken."""

    path: str
    shares: Mapping[str, str | Range]

    def to_kernel(self, unit: int) -> LockArgument:
        """As the kernel takes it, with so many parts of a chip; SolveError if it cannot be read."""
        if not self.shares:
            raise SolveError("spot.bad-lock", f"lock at {quoted(self.path)}: no action is named")
        steps = [_step(word.strip(), unit) for word in self.path.split(",") if word.strip()]
        shares = []
        sums = [0.0] * COMBOS
        for action, often in self.shares.items():
            found = often if isinstance(often, Range) else Range.parse(often, what=f"lock at {self.path!r}, {action}")
            shares.append((_action(action, unit), found.to_bytes()))
            sums = [one + other for one, other in zip(sums, found.weights, strict=True)]
        if max(sums) > MOST_IN_ALL:
            raise SolveError(
                "spot.bad-lock",
                f"lock at {quoted(self.path)}: {combo_name(sums.index(max(sums)))} takes the actions that are named "
                f"{max(sums):.3g} times in all, expected at most 1",
            )
        return steps, shares

    def to_dict(self) -> dict[str, Any]:
        """Plain data, of which `from_dict` makes the same lock."""
        return {"path": self.path, "shares": {action: str(often) for action, often in self.shares.items()}}

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> Lock:
        """The lock that plain data says."""
        return cls(document["path"], dict(document["shares"]))


def parse_lock(text: str) -> Lock:
    """A lock as it is typed: `check, bet 5: call = QQ+, AKs:0.5; fold = 22`."""
    path, colon, rest = text.partition(":")
    shares = {}
    for part in rest.split(";"):
        action, equals, often = part.partition("=")
        if not (colon and equals and action.strip() and often.strip()):
            raise SolveError("spot.bad-lock", f"found {quoted(text)}, expected 'PATH: ACTION = RANGE; ACTION = RANGE'")
        shares[action.strip()] = often.strip()
    return Lock(path.strip(), shares)


def _action(word: str, unit: int) -> tuple[str, int]:
    text = word.strip().lower()
    if text in _PLAIN:
        return _PLAIN[text], 0
    found = _RAISE.fullmatch(text)
    chips = float(found[1]) * unit if found else math.inf
    if not chips < 2**32:
        raise SolveError(
            "spot.bad-lock", f"lock: found {quoted(word)}, expected fold, check, call, bet 5, raise 20 or all-in"
        )
    return "raise", round(chips)


def _step(word: str, unit: int) -> tuple[str, int]:
    text = word.lower()
    if text in _PLAIN or _RAISE.fullmatch(text):
        return _action(word, unit)
    [card, *more] = parse_cards(word, what="lock") or (None,)
    if card is None or more:
        raise SolveError("spot.bad-lock", f"lock: found {quoted(word)}, expected an action or one card")
    return "deal", card
