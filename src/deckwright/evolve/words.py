"""Numbers, cards and parts of genomes in plain words, for the sentences that tell what changed."""

from __future__ import annotations

import re
from typing import Any

from deckwright.genome.writing import Data

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_TRIGGERS = {
    "trick_win": "when it is won in a trick", "capture": "when it is captured", "play": "when it is played",
    "hand_end": "when it is left in hand", "set_complete": "in a complete set",
}  # fmt: skip
_WINS = {
    "high_score": "the highest score wins", "low_score": "the lowest score wins",
    "first_to_score": "the first to reach the score wins", "empty_hand": "whoever runs out of cards wins",
    "capture_all": "whoever captures every card wins", "most_captured": "whoever captures most cards wins",
    "best_hand": "the best hand wins",
}  # fmt: skip
_PHASES = {
    "turns": "turns", "do": "what happens unasked", "choice": "a choice", "trick": "tricks", "auction": "an auction",
    "betting": "a round of betting",
}  # fmt: skip


def number_word(number: int) -> str:
    """Small numbers as words."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def count_of(number: int, noun: str) -> str:
    """So many of a thing."""
    return f"{number_word(number)} {noun}" + ("" if number == 1 else "s")


def points_of(number: int) -> str:
    """So many points, gained or lost."""
    return f"{number} point" + ("" if abs(number) == 1 else "s")


def condition_words(condition: Data) -> str:
    """The cards of a condition."""
    suit, rank, where = (condition.get(name) for name in ("suit", "rank", "where"))
    if suit is not None and rank is not None:
        cards = f"the {rank} of {suit}"
    elif rank is not None:
        cards = f"every {rank}"
    elif suit is not None:
        cards = f"every card of {suit}"
    else:
        cards = "every card"
    return cards if where in (None, "1") else f"{cards} with {where}"


def trigger_words(trigger: str) -> str:
    """When a card scores."""
    return _TRIGGERS[trigger]


def win_words(win: Data) -> str:
    """A way to win."""
    said = _WINS[win["type"]]
    match win.get("outcome", "wins"):
        case "loses":
            return said.replace(" wins", " loses")
        case "all_win":
            return f"all win once it is met that {said.removesuffix(' wins')} does it"
        case "all_lose":
            return f"all lose once it is met that {said.removesuffix(' wins')} does it"
    return said


def phase_words(phase: Data) -> str:
    """A phase by its name, or by what it is."""
    name = phase.get("name")
    if name:
        return f"the phase {name!r}"
    if phase["type"] == "choice":
        return "the choice " + " or ".join(repr(offer["name"]) for offer in phase["offers"][:3])
    return _PHASES.get(phase["type"], f"the phase {phase['type']!r}")


_OF_SEAT = re.compile(r"(\w+)\[(\w+)\]")


def _place(text: Any) -> str:
    """A zone or some cards; `hand[receiver]` is the receiver's hand."""
    return _OF_SEAT.sub(lambda found: f"{_WHOSE.get(found[2], f'the {found[2]}')}'s {found[1]}", str(text))


_WHOSE = {"turn": "the player", "seat": "a player", "next": "the next player"}


def effect_words(effect: Data) -> str:
    """An effect."""
    match effect["type"]:
        case "move":
            count = effect.get("count")
            cards = f"{count} of {_place(effect['cards'])}" if count else _place(effect["cards"])
            return f"{cards} goes to {_place(effect['to'])}"
        case "set":
            return f"{effect['name']} becomes {effect['value']}"
        case "score":
            return f"{effect['to']} scores {effect['points']}"
        case "pay":
            return f"{effect.get('who', 'turn')} pays {effect['amount']} to {effect.get('to', 'the bank')}"
        case "turn":
            return {
                "skip": "the next player is skipped", "reverse": "the direction of play turns round",
                "again": "the player has another turn", "to": f"the turn passes to {effect.get('seat')}",
            }[effect["action"]]  # fmt: skip
        case "end":
            return f"the {effect.get('what', 'hand')} ends"
        case "out":
            return "a player leaves play"
        case "if":
            return f"if {effect['when']}, something happens"
        case "each":
            return f"something happens for each of {effect['domain']}"
        case "show":
            return f"{_place(effect['cards'])} is shown"
        case "shuffle":
            return f"{_place(effect['zone'])} is shuffled"
        case "sweep":
            return f"complete sets leave {effect.get('zone')}"
    return f"{effect['type']} happens"


def listed(items: list[str], last: str = "and") -> str:
    """Several things: one, two and three."""
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} {last} {items[-1]}"


def instead(new: Any, old: Any) -> str:
    """One thing in place of another."""
    return f"{new} instead of {old}"
