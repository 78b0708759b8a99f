"""The agents of the kernel that a position can be shown to, by the texts that mean them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.engine.errors import EngineError
from deckwright.games.errors import nearest_hint, quoted

if TYPE_CHECKING:
    from deckwright import _kernel

MOST_PLAYOUTS = 1_000_000
MOST_SIMULATIONS = 1_000_000
MOST_MILLISECONDS = 60_000
MOST_THREADS = 1_024

CONSULTED = {
    "random": "random",
    "greedy": "greedy",
    "flat": f"flat:N with N playouts, 1 to {MOST_PLAYOUTS:,}",
    "ismcts": (
        f"ismcts:N with N simulations, 1 to {MOST_SIMULATIONS:,}, or ismcts:Nms with N milliseconds, "
        f"1 to {MOST_MILLISECONDS:,}"
    ),
}
"""The agents that play every game, each with how it is written."""


def parse_setting(name: str, setting: str) -> str:
    """The setting of an agent as the kernel reads it; EngineError if it has no such setting."""
    if name == "flat" and (count := _number(setting, most=MOST_PLAYOUTS)):
        return f":{count}"
    if name == "ismcts" and (count := _number(setting, most=MOST_SIMULATIONS)):
        return f":{count}"
    millis = setting.removesuffix("ms").rstrip()
    if name == "ismcts" and setting.endswith("ms") and (count := _number(millis, most=MOST_MILLISECONDS)):
        return f":{count}ms"
    if name in ("random", "greedy") and not setting:
        return ""
    found = quoted(f"{name}:{setting}" if setting else name)
    expected = f"{name} alone" if name in ("random", "greedy") else CONSULTED[name]
    raise EngineError("agent.bad-setting", f"found {found}, expected {expected}")


def check_count(name: str, count: int, *, most: int) -> None:
    """Refuse a number of playouts or threads that there cannot be."""
    if type(count) is not int or not 1 <= count <= most:
        raise EngineError(f"agent.bad-{name}", f"{name}: found {count!r}, expected a whole number from 1 to {most:,}")


def check_agent_text(agent: _kernel.AgentForm) -> None:
    """Refuse a text that means none of them; settings (JSON) are checked where they are read, and policies too."""
    if isinstance(agent, tuple):
        return
    if not isinstance(agent, str):
        raise EngineError("agent.unknown", f"found {quoted(agent)}, expected the text of an agent")
    if agent.startswith("{"):
        return
    name, colon, setting = agent.partition(":")
    if name not in CONSULTED:
        known = ", ".join(how.partition(" ")[0] for how in CONSULTED.values())
        hint = nearest_hint(name, CONSULTED)
        raise EngineError("agent.unknown", f"there is no agent {quoted(agent)} to consult: there is {known}{hint}")
    if (colon and not setting) or parse_setting(name, setting) != agent[len(name) :]:
        raise EngineError("agent.bad-setting", f"found {quoted(agent)}, expected {CONSULTED[name]}")


def _number(text: str, *, most: int) -> int:
    """A number from 1 to the most; 0 for any other text."""
    if not (text.isascii() and text.isdecimal() and len(text) < 9):
        return 0
    return int(text) if int(text) <= most else 0
