"""The phases of a turn, one file each and in this list: five with a node of the kernel, the flow node, and those that
are lowered to them.
"""

from typing import Annotated

from pydantic import Field

from deckwright.genome.phases.auction import AuctionPhase, Call
from deckwright.genome.phases.betting import BettingPhase
from deckwright.genome.phases.choice import ChoicePhase, DoPhase, Offer
from deckwright.genome.phases.claim import ClaimPhase
from deckwright.genome.phases.phase import Flow, PhaseModel
from deckwright.genome.phases.trick import TrickPhase
from deckwright.genome.phases.turns import TurnStructure
from deckwright.genome.picks import Duty, Pick

Phase = Annotated[
    DoPhase | ChoicePhase | TrickPhase | AuctionPhase | BettingPhase | ClaimPhase | TurnStructure,
    Field(discriminator="type"),
]
PHASES: tuple[type[PhaseModel], ...] = Phase.__origin__.__args__  # type: ignore[attr-defined]

TurnStructure.model_rebuild(_types_namespace={"Phase": Phase})

__all__ = [
    "PHASES", "AuctionPhase", "BettingPhase", "Call", "ChoicePhase", "ClaimPhase", "DoPhase", "Duty", "Flow", "Offer",
    "Phase", "PhaseModel", "Pick", "TrickPhase", "TurnStructure",
]  # fmt: skip
