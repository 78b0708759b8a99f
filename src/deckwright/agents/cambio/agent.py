"""An agent of Cambio by name and constants."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from stat import S_ISCHR, S_ISFIFO
from typing import Final

from pydantic import ValidationError

from deckwright.agents.agent import AgentContext
from deckwright.agents.cambio.constants import BayesianSearch, BayesianV1, BayesianV2, BayesianV3, Constants, Smart
from deckwright.agents.errors import AgentError
from deckwright.engine import Action, Game, Information
from deckwright.games.errors import nearest_hint
from deckwright.text import find_number

CAMBIO_AGENTS: Final[Mapping[str, type[Constants]]] = {
    "smart": Smart,
    "bayesian-v1": BayesianV1,
    "bayesian-v2": BayesianV2,
    "bayesian-v3": BayesianV3,
}
"""Those that give a reason for each decision."""

SEARCHERS: Final[Mapping[str, type[Constants]]] = {"bayesian-search": BayesianSearch}
"""Those that overrule one of them by playing on."""

MOST_CONFIG_BYTES: Final = 100_000


@dataclass(frozen=True)
class CambioAgent:
    """One of the Bayesian family, or the fair heuristic."""

    name: str
    constants: Constants

    @property
    def kernel_text(self) -> str:
        """What the kernel is told."""
        return json.dumps(self.constants.kernel_settings())

    def kernel_form(self, game: Game) -> str:  # noqa: ARG002
        """The same in every game; only Cambio can read it."""
        return self.kernel_text

    def choose(self, information: Information, context: AgentContext, *, seed: int) -> Action:  # noqa: ARG002
        """What it does, on this seat's information."""
        return information.consult(self.kernel_text, seed=seed)


def make_cambio_agent(name: str, setting: str = "") -> CambioAgent:
    """An agent by name; the setting is the path of a config (a JSON object of constants), or playouts."""
    kind = {**CAMBIO_AGENTS, **SEARCHERS}[name]
    values: object = {}
    playouts = find_number(setting)
    if playouts is not None and "playouts" in kind.model_fields:
        values = {"playouts": playouts}
    elif setting:
        values = _read_config(name, Path(setting))
    try:
        return CambioAgent(f"{name}:{setting}" if setting else name, kind.model_validate(values))
    except ValidationError as error:
        raise AgentError("agent.bad-config", f"{name}: {_defects(error, kind)}") from None


def _read_config(name: str, path: Path) -> object:
    try:
        about = path.stat()
        if S_ISCHR(about.st_mode) or S_ISFIFO(about.st_mode):  # which may never end
            raise AgentError("agent.bad-config", f"{name}: {path} is no file")
        if about.st_size > MOST_CONFIG_BYTES:
            raise AgentError(
                "agent.bad-config", f"{name}: {path} is too large for a config: at most {MOST_CONFIG_BYTES:,} bytes"
            )
        return json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        if isinstance(error, AgentError):
            raise
        raise AgentError("agent.bad-config", f"{name}: cannot read {path} as JSON: {error}") from None


def _defects(error: ValidationError, kind: type[Constants]) -> str:
    """Every defect with its constant, and the nearest name for one that does not exist."""
    told = []
    for defect in error.errors():
        where = ".".join(map(str, defect["loc"])) or "the config"
        if defect["type"] == "extra_forbidden":
            told.append(f"there is no constant {where!r}{nearest_hint(where, kind.model_fields)}")
        else:
            told.append(f"{where}: found {defect['input']!r:.60}, {defect['msg'].lower()}")
    return "; ".join(told)
