"""The phases of a turn: five core ones, the flow node, and classes that lower to them."""

from deckwright.genome.phases.auction import AuctionPhase, Call
from deckwright.genome.phases.betting import BettingPhase
from deckwright.genome.phases.choice import ChoicePhase, DoPhase, Duty, Offer, Pick
from deckwright.genome.phases.claim import ClaimPhase
from deckwright.genome.phases.trick import TrickPhase
from deckwright.genome.phases.turns import Phase, TurnStructure

__all__ = [
    "AuctionPhase",
    "BettingPhase",
    "Call",
    "ChoicePhase",
    "ClaimPhase",
    "DoPhase",
    "Duty",
    "Offer",
    "Phase",
    "Pick",
    "TrickPhase",
    "TurnStructure",
]
