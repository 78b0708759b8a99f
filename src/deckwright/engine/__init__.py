"""Games, states, actions and views: the typed face of the kernel."""

from deckwright.engine.action import Action
from deckwright.engine.deal import Deal
from deckwright.engine.errors import ActionTextError, DealError, EngineError, IllegalAction, LoadError, SeatError
from deckwright.engine.event import Event
from deckwright.engine.game import Game
from deckwright.engine.loading import GameSource, load
from deckwright.engine.result import GameResult
from deckwright.engine.seeds import Seed, seed_bytes, seed_number
from deckwright.engine.state import Information, State, Transition
from deckwright.engine.view import PlayerView, PublicPlayer, ZoneView

__all__ = [
    "Action",
    "ActionTextError",
    "Deal",
    "DealError",
    "EngineError",
    "Event",
    "Game",
    "GameResult",
    "GameSource",
    "IllegalAction",
    "Information",
    "LoadError",
    "PlayerView",
    "PublicPlayer",
    "SeatError",
    "Seed",
    "State",
    "Transition",
    "ZoneView",
    "load",
    "seed_bytes",
    "seed_number",
]
