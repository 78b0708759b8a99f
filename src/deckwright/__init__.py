"""Card and domino games with hidden information, written once as data.

Each name is loaded when it is first used, so that `import deckwright` costs nothing.
"""

from __future__ import annotations

from importlib import import_module as _import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from deckwright.agents import (
        Agent,
        AgentContext,
    )
    from deckwright.cards import (
        Card,
        Rank,
        Suit,
    )
    from deckwright.engine import (
        Action,
        Deal,
        Game,
        GameResult,
        IllegalAction,
        Information,
        PlayerView,
        PublicPlayer,
        State,
        Transition,
        card_matches_rule,
        compare_patterns,
        find_best_matching_pattern,
        load,
        matches_pattern,
        rulebook,
        rulebook_page,
    )
    from deckwright.engine.teams import (
        can_repair_teams,
        repair_teams,
    )
    from deckwright.errors import DeckwrightError
    from deckwright.games import (
        catalogue,
        get_seed_genomes,
        library,
    )
    from deckwright.genome.codec import (
        load_genome,
    )
    from deckwright.genome.errors import (
        GenomeError,
        Issue,
    )
    from deckwright.genome.rulebook import (
        generate_rulebook,
    )
    from deckwright.genome.schema import (
        GameGenome,
    )
    from deckwright.genome.validate import (
        GenomeValidator,
    )
    from deckwright.measure import (
        AggregatedStats,
        SimulationRequest,
        TeamAssignment,
        simulate,
        simulate_game,
    )
    from deckwright.solve import (
        Bets,
        Range,
        Solution,
        Spot,
        Strategy,
        equity,
        push_or_fold,
        rank_hand,
        rank_hands,
        solve,
        solve_spot,
    )

_HOMES = (
    "deckwright.errors",
    "deckwright.cards",
    "deckwright.genome.errors",
    "deckwright.genome.schema",
    "deckwright.genome.validate",
    "deckwright.genome.codec",
    "deckwright.games",
    "deckwright.engine",
    "deckwright.engine.teams",
    "deckwright.genome.rulebook",
    "deckwright.agents",
    "deckwright.measure",
    "deckwright.solve",
)
"""Where the names are found, the rooms that load fastest first."""

__all__ = [
    "Action",
    "Agent",
    "AgentContext",
    "AggregatedStats",
    "Bets",
    "Card",
    "Deal",
    "DeckwrightError",
    "Game",
    "GameGenome",
    "GameResult",
    "GenomeError",
    "GenomeValidator",
    "IllegalAction",
    "Information",
    "Issue",
    "PlayerView",
    "PublicPlayer",
    "Range",
    "Rank",
    "SimulationRequest",
    "Solution",
    "Spot",
    "State",
    "Strategy",
    "Suit",
    "TeamAssignment",
    "Transition",
    "can_repair_teams",
    "card_matches_rule",
    "catalogue",
    "compare_patterns",
    "equity",
    "find_best_matching_pattern",
    "generate_rulebook",
    "get_seed_genomes",
    "library",
    "load",
    "load_genome",
    "matches_pattern",
    "push_or_fold",
    "rank_hand",
    "rank_hands",
    "repair_teams",
    "rulebook",
    "rulebook_page",
    "simulate",
    "simulate_game",
    "solve",
    "solve_spot",
]

_OF_EVERY_MODULE = tuple(name for name in globals() if name.startswith("__") and name.endswith("__"))


def __getattr__(name: str) -> object:
    if name == "__version__":
        return _import_module("importlib.metadata").version("deckwright")
    if name in __all__:
        for home in _HOMES:
            room = _import_module(home)
            if name in globals():  # `solve` is the room itself, which can be called
                return globals()[name]
            if hasattr(room, name):
                globals()[name] = getattr(room, name)
                return globals()[name]
    raise AttributeError(f"module 'deckwright' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *_OF_EVERY_MODULE, "__version__"})
