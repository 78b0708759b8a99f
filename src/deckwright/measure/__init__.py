"""Measuring games: simulation and statistics with intervals, and what kind of game a game is."""

from deckwright.measure.balance import Balance, measure_balance
from deckwright.measure.coverage import Coverage, RuleCount, measure_coverage
from deckwright.measure.decisions import Decisions, measure_decisions
from deckwright.measure.errors import MeasureError
from deckwright.measure.intervals import Estimate, Mean, Share, mean_of, wilson_share
from deckwright.measure.kingmaking import Kingmaking, measure_kingmaking
from deckwright.measure.luck import Luck, measure_luck
from deckwright.measure.many import Errand, Measured, measure_many
from deckwright.measure.plain import from_plain, to_plain
from deckwright.measure.poker.ring import RingResult, simulate_ring
from deckwright.measure.request import SimulationRequest, TeamAssignment
from deckwright.measure.settings import MeasureSettings
from deckwright.measure.simulation import Progress, available_threads, run_request, simulate, simulate_game
from deckwright.measure.skill import Comparison, Skill, compare_agents, measure_skill
from deckwright.measure.stats import AggregatedStats, LengthBin
from deckwright.measure.stepped import Forfeit
from deckwright.measure.tension import Tension, measure_tension

__all__ = [
    "AggregatedStats",
    "Balance",
    "Comparison",
    "Coverage",
    "Decisions",
    "Errand",
    "Estimate",
    "Forfeit",
    "Kingmaking",
    "LengthBin",
    "Luck",
    "Mean",
    "MeasureError",
    "MeasureSettings",
    "Measured",
    "Progress",
    "RingResult",
    "RuleCount",
    "Share",
    "SimulationRequest",
    "Skill",
    "TeamAssignment",
    "Tension",
    "available_threads",
    "compare_agents",
    "from_plain",
    "mean_of",
    "measure_balance",
    "measure_coverage",
    "measure_decisions",
    "measure_kingmaking",
    "measure_luck",
    "measure_many",
    "measure_skill",
    "measure_tension",
    "run_request",
    "simulate",
    "simulate_game",
    "simulate_ring",
    "to_plain",
    "wilson_share",
]
