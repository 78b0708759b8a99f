"""Players of Cambio: their constants, and their reasons in words. The kernel plays them."""

from functools import partial

from deckwright.agents.cambio.agent import CAMBIO_AGENTS, SEARCHERS, CambioAgent, make_cambio_agent
from deckwright.agents.cambio.constants import BayesianV1, BayesianV2, BayesianV3, Smart
from deckwright.agents.cambio.reasons import explain
from deckwright.agents.kind import AgentKind

KINDS = tuple(
    AgentKind(
        name,
        name,
        f"plays Cambio: {(kind.__doc__ or '').splitlines()[0].lower().rstrip('.')}",
        partial(make_cambio_agent, name),
        games="cambio",
        cost="milliseconds: it plays on" if name in SEARCHERS else "microseconds",
    )
    for name, kind in {**CAMBIO_AGENTS, **SEARCHERS}.items()
)

__all__ = [
    "CAMBIO_AGENTS",
    "KINDS",
    "SEARCHERS",
    "BayesianV1",
    "BayesianV2",
    "BayesianV3",
    "CambioAgent",
    "Smart",
    "explain",
    "make_cambio_agent",
]
