"""The agents of the kernel that a position can be shown to, by the texts that mean them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.engine.errors import EngineError
from deckwright.games.errors import nearest_hint, quoted

if TYPE_CHECKING:
    from deckwright import _kernel

MOST_PLAYOUTS = 1_000_000
CONSULTED = ("random", "flat:N")


def check_agent_text(agent: _kernel.AgentForm) -> None:
    """Refuse a text that means none of them; settings (JSON) are checked where they are read, and policies too."""
    if isinstance(agent, tuple) or agent.startswith("{"):
        return
    name, colon, setting = agent.partition(":")
    known = ", ".join(CONSULTED)
    if name not in ("random", "flat"):
        hint = nearest_hint(name, ("random", "flat"))
        message = f"there is no agent {quoted(agent)} to consult: there is {known}{hint}"
        raise EngineError("agent.unknown", message)
    is_number = setting.isascii() and setting.isdigit() and len(setting) < 9 and 1 <= int(setting) <= MOST_PLAYOUTS
    if (name == "random" and colon) or (name == "flat" and not is_number):
        message = f"found {quoted(agent)}, expected one of {known}, N playouts from 1 to {MOST_PLAYOUTS:,}"
        raise EngineError("agent.bad-setting", message)
