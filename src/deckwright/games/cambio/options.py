"""The house rules of Cambio, and the two sets of them that have a name."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from deckwright.games.entry import Option, OptionValue
from deckwright.games.errors import OptionError

DEFAULT: Final[Mapping[str, OptionValue]] = {
    "players": 2,
    "power_from": "deck",
    "taken_may_go": False,
    "sticking": "everyone",
    "stick_order": "race",
    "penalty": 1,
    "call_at": "start",
    "caller_locked": False,
    "caller_score": "plain",
    "swap_any": True,
    "empty_deck_ends": False,
    "turn_cap": 50,
    "starter": "rotates",
    "target": 100,
    "hands": None,
    "first_wins_ties": False,
    "empty_hand_calls": False,
}

SEED: Final[Mapping[str, OptionValue]] = {
    **DEFAULT,
    "power_from": "drawn",
    "taken_may_go": True,
    "sticking": "actor",
    "call_at": "end",
    "starter": "fixed",
    "first_wins_ties": True,
}

PRESETS: Final[Mapping[str, Mapping[str, OptionValue]]] = {"default": DEFAULT, "seed": SEED}

_IDLE: Final[Mapping[str, tuple[str, ...]]] = {
    "stick_order": ("nobody", "actor"),
    "penalty": ("nobody",),
    "empty_hand_calls": ("nobody",),
}
"""Ways of sticking under which an option could change nothing."""


def _option(
    name: str, text: str, *, low: int | None = None, high: int | None = None, choices: tuple[str, ...] = ()
) -> Option:
    default = DEFAULT[name]
    kind: type[int] | type[str] | type[bool] = int
    if isinstance(default, bool):
        kind = bool
    elif isinstance(default, str):
        kind = str
    return Option(name, kind, default=default, low=low, high=high, choices=choices, text=text)


OPTIONS: Final = (
    _option("players", "how many play", low=2, high=6),
    Option("preset", str, default="default", choices=tuple(PRESETS), text="a whole set of house rules to start from"),
    _option("hands", "play so many rounds instead of to a target", low=1, high=500),
    _option("target", "the match ends when somebody has so many points", low=1, high=1000),
    _option(
        "power_from",
        "whose power may be used: a card drawn from the deck, any card drawn, or any card one discards",
        choices=("deck", "drawn", "discard"),
    ),
    _option("taken_may_go", "a card taken from the discard pile may be discarded again"),
    _option(
        "sticking",
        "who may stick: nobody, whoever's turn it is (once), everyone their own cards, or everyone any card",
        choices=("nobody", "actor", "everyone", "any_card"),
    ),
    _option("stick_order", "who is first to stick: a race, or in turn", choices=("race", "turns")),
    _option("penalty", "cards drawn for a wrong stick", low=1, high=2),
    _option("call_at", "cambio is called instead of a turn, or after one", choices=("start", "end")),
    _option("caller_locked", "the caller's cards can no longer be exchanged"),
    _option(
        "caller_score",
        "the caller scores as everybody; ten more if not lowest; that or ten less; or that or nothing",
        choices=("plain", "penalty", "bonus_and_penalty", "nought_or_penalty"),
    ),
    _option("swap_any", "jacks, queens and black kings exchange any two cards, not only one's own with another's"),
    _option("empty_deck_ends", "the round ends when the deck is empty; otherwise the discard pile is shuffled"),
    _option("turn_cap", "turns after which a round ends", low=1, high=1000),
    _option(
        "starter",
        "who begins a round: each in turn, anybody, or always the first",
        choices=("rotates", "random", "fixed"),
    ),
    _option("first_wins_ties", "of those who are level the first seat wins; otherwise they share the win"),
    _option("empty_hand_calls", "whoever has no cards left has called"),
)


def cambio_settings(options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
    """Every house rule, for those that are given; OptionError if they do not go together."""
    preset = PRESETS[str(options.get("preset", "default"))]
    settings = {**preset, **{name: value for name, value in options.items() if name != "preset"}}
    if settings["hands"] is not None:
        if options.get("target") is not None:
            raise OptionError("option.conflict", "cambio: 'hands' and 'target' both say when the match ends: give one")
        settings["target"] = 0
    if settings["power_from"] == "drawn" and not settings["taken_may_go"]:
        raise OptionError(
            "option.conflict",
            "cambio: power_from=drawn needs taken_may_go=yes: a card has its power when it is discarded",
        )
    for name, idle in _IDLE.items():
        if settings["sticking"] in idle and settings[name] != DEFAULT[name]:
            raise OptionError(
                "option.conflict", f"cambio: {name} has no effect with sticking={settings['sticking']}: leave it out"
            )
    settings["rounds"] = settings.pop("hands") or 0
    return settings
