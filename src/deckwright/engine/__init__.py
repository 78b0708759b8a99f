"""Games, states, actions and views: the typed face of the kernel."""

from deckwright.engine.action import Action
from deckwright.engine.deal import Deal
from deckwright.engine.errors import ActionTextError, DealError, EngineError, IllegalAction, LoadError, SeatError
from deckwright.engine.event import Event
from deckwright.engine.explanation import Appraisal, Explanation
from deckwright.engine.game import Game, Retraced, Taken
from deckwright.engine.loading import GameSource, load, restore
from deckwright.engine.patterns import (
    card_matches_rule,
    compare_patterns,
    find_best_matching_pattern,
    matches_pattern,
)
from deckwright.engine.result import GameResult
from deckwright.engine.rules_text import rulebook, rulebook_body, rulebook_page
from deckwright.engine.seeds import Seed, seed_bytes, seed_number
from deckwright.engine.state import Information, Pause, Played, State, Transition
from deckwright.engine.view import PlayerView, PublicPlayer, ZoneView

__all__ = [
    "Action",
    "ActionTextError",
    "Appraisal",
    "Deal",
    "DealError",
    "EngineError",
    "Event",
    "Explanation",
    "Game",
    "GameResult",
    "GameSource",
    "IllegalAction",
    "Information",
    "LoadError",
    "Pause",
    "Played",
    "PlayerView",
    "PublicPlayer",
    "Retraced",
    "SeatError",
    "Seed",
    "State",
    "Taken",
    "Transition",
    "ZoneView",
    "card_matches_rule",
    "compare_patterns",
    "find_best_matching_pattern",
    "load",
    "matches_pattern",
    "restore",
    "rulebook",
    "rulebook_body",
    "rulebook_page",
    "seed_bytes",
    "seed_number",
]
