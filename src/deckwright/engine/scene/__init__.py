"""A state as data for a page: moves, places, cards, badges and what has been settled, so that no page reads a label."""

from deckwright.engine.scene.choice import Choice, DraftPart, choice_text, choices, draft_parts
from deckwright.engine.scene.receiver import receiver
from deckwright.engine.scene.regions import CardSeen, Region, regions
from deckwright.engine.scene.sheet import game_sheet
from deckwright.engine.scene.standing import Badge, Contract, Standing, standing
from deckwright.engine.scene.why import Reason, read_rules, reason_text, reasons

__all__ = [
    "Badge",
    "CardSeen",
    "Choice",
    "Contract",
    "DraftPart",
    "Reason",
    "Region",
    "Standing",
    "choice_text",
    "choices",
    "draft_parts",
    "game_sheet",
    "read_rules",
    "reason_text",
    "reasons",
    "receiver",
    "regions",
    "standing",
]
