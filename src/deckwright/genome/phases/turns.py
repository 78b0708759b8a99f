"""The flow node: whose turn it is and which phases a turn has. It nests."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from deckwright.genome.phases.auction import AuctionPhase
from deckwright.genome.phases.betting import BettingPhase
from deckwright.genome.phases.choice import ChoicePhase, DoPhase
from deckwright.genome.phases.claim import ClaimPhase
from deckwright.genome.phases.trick import TrickPhase
from deckwright.genome.values import Count, Expr, Model, Name

Order = Literal["cycle", "once", "stay", "together", "sequence"]


class TurnStructure(Model):
    """Phases, in an order of seats.

    cycle: seats take turns; once: each seat has one turn; stay: one seat repeats; together: every seat chooses in
    secret, then all at once; sequence: no turns, and it repeats only if `until` is given.
    """

    type: Literal["turns"] = "turns"
    name: Name = ""
    when: Expr = "1"
    phases: tuple[Phase, ...]
    order: Order = "cycle"
    start: Expr = "left(dealer)"
    until: Expr = "0"
    """Checked after each turn."""
    limit: Count | None = None
    """Of turns; None: the genome's `max_turns`."""

    @property
    def repeats(self) -> bool:
        """Whether it goes on until something ends it."""
        return self.order in ("cycle", "stay") or (self.order == "sequence" and self.until != "0")


Phase = Annotated[
    DoPhase | ChoicePhase | TrickPhase | AuctionPhase | BettingPhase | ClaimPhase | TurnStructure,
    Field(discriminator="type"),
]

TurnStructure.model_rebuild()
