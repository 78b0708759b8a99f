"""Measuring games: simulation and statistics with intervals."""

from deckwright.measure.errors import MeasureError
from deckwright.measure.intervals import Mean, Share, mean_of, wilson_share
from deckwright.measure.request import SimulationRequest, TeamAssignment
from deckwright.measure.simulation import Progress, available_threads, run_request, simulate, simulate_game
from deckwright.measure.stats import AggregatedStats

__all__ = [
    "AggregatedStats",
    "Mean",
    "MeasureError",
    "Progress",
    "Share",
    "SimulationRequest",
    "TeamAssignment",
    "available_threads",
    "mean_of",
    "run_request",
    "simulate",
    "simulate_game",
    "wilson_share",
]
