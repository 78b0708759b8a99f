"""The answers to a message: the table it leads to, or a code that says why not."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from deckwright.play.words import WORDS

if TYPE_CHECKING:
    from deckwright.play.table import TableState

REFUSALS: Mapping[str, str] = {name: text for name, text in WORDS.items() if "." in name}
"""Every code, with what it means. The texts say nothing of what a seat holds."""


@dataclass(frozen=True, slots=True)
class Accepted:
    """The action was taken; this is the table now."""

    table: TableState
    is_repeat: bool = False
    """It had been taken before, and this is what it came to: nothing was done again."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The action was not taken; the table is as it was."""

    code: str

    @property
    def message(self) -> str:
        """The code in words."""
        return REFUSALS[self.code]
