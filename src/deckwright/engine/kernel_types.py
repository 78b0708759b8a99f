"""What the kernel's classes have in common, for type checkers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright._kernel import CambioPosition, Position

if TYPE_CHECKING:
    from deckwright._kernel import BatchResult as BatchResult

KernelPosition = Position | CambioPosition
"""A state of a genome's game, or of one that the kernel has of its own: the same methods."""
