"""Players of Cambio: their constants, and their reasons in words. The kernel plays them."""

from deckwright.agents.cambio.agent import CAMBIO_AGENTS, SEARCHERS, CambioAgent, make_cambio_agent
from deckwright.agents.cambio.constants import BayesianV1, BayesianV2, BayesianV3, Smart
from deckwright.agents.cambio.reasons import explain

__all__ = [
    "CAMBIO_AGENTS",
    "SEARCHERS",
    "BayesianV1",
    "BayesianV2",
    "BayesianV3",
    "CambioAgent",
    "Smart",
    "explain",
    "make_cambio_agent",
]
