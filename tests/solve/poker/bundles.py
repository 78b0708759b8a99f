"""Small blueprints for tests: trained in a second, of two and of four players."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from deckwright.solve.poker.training import Training
from deckwright.solve.poker.training_config import Config, parse_config

SMALL = {"small-2": (2, 20), "small-4": (4, 6)}
"""Players and big blinds by the name of the bundle."""


def small_config(players: int, stack: float, **training: Any) -> Config:
    """A config of few sizes, few buckets and few walks."""
    game = {
        "num_players": players,
        "stack_depth": stack,
        "bet_sizes": [1.0],
        "max_raises_per_street": {"preflop": 2, "flop": 1, "turn": 1, "river": 1},
    }
    return parse_config(
        {
            "game": game,
            "training": {"iterations": 20, "mccfr_samples": 100, "strength_bins": 3, "river_bins": 4, **training},
        }
    )


def make_bundles(folder: Path) -> Path:
    """Train them into a folder; the folder."""
    for name, (players, stack) in SMALL.items():
        if not (folder / name).exists():
            Training(small_config(players, stack), folder / name).run(match_deals=200)
    return folder
