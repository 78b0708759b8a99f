"""What a seat is asked, in a line of words."""

from __future__ import annotations

from collections.abc import Sequence

from deckwright.engine.scene import Choice


def prompt(choices: Sequence[Choice], names: Sequence[str], seat: int) -> str:
    """What the seat to act is asked to do: `Pass 3 cards to Ben`."""
    asked = list(dict.fromkeys(_asked(choice, names, seat) for choice in choices if not choice.is_done))
    text = " or ".join(asked[:3]) + (" ..." if len(asked) > 3 else "")
    return text[:1].upper() + text[1:]


def _asked(choice: Choice, names: Sequence[str], seat: int) -> str:
    match choice.of:
        case "card":
            return f"{choice.verb} a card{_to(choice, names, seat)}"
        case "cards" if choice.low is not None and choice.card is not None:
            return f"{choice.verb} {_count(choice.low, choice.high)}{_to(choice, names, seat)}"
        case "cards":
            return f"{choice.verb} cards"
        case "pile":
            return "choose a place"
        case "seat":
            return f"{choice.verb} a player"
        case "suit" | "rank":
            return f"choose a {choice.of}"
        case "strain":
            return "choose trumps"
        case "call":
            return "make a call"
        case _:
            return choice.verb


def _count(low: int, high: int | None) -> str:
    if high is None or low == high:
        return "a card" if low == 1 else f"{low} cards"
    if low == 0:
        return f"up to {high} card{'' if high == 1 else 's'}"
    return f"{low} to {high} cards"


def _to(choice: Choice, names: Sequence[str], seat: int) -> str:
    """To whose hand cards go, where it is another's."""
    for other, name in enumerate(names):
        if other != seat and choice.target == f"hand[{other}]":
            return f" to {name}"
    return ""
