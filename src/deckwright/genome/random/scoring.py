"""Random points, ways to win and edge cases."""

from __future__ import annotations

from deckwright.genome.checks.inert import MOST_WINS
from deckwright.genome.compile.scoring import WIN_TYPES
from deckwright.genome.enums import (
    DeckEmptyAction,
    PassAction,
    ScoringTrigger,
    TieBreaker,
    TriggerMode,
    WinComparison,
    WinOutcome,
)
from deckwright.genome.expressions.types import Type
from deckwright.genome.random.deck import random_condition
from deckwright.genome.random.effects import EffectWriter
from deckwright.genome.random.lexicon import Data, WritingPlace


def random_specials(writer: EffectWriter) -> list[Data]:
    """Cards that do something when they are played."""
    place = WritingPlace(names=(("c", Type.CARD),))
    count = range(writer.dice.number(0, 2))
    return [{"trigger": random_condition(writer), "effects": writer.effects(place, 1, 2)} for _ in count]


def random_card_scoring(writer: EffectWriter) -> list[Data]:
    """Points per card."""
    dice, triggers = writer.dice, tuple(ScoringTrigger)

    def rule() -> Data:
        condition = random_condition(writer)
        return {"condition": condition, "points": dice.number(-5, 15), "trigger": dice.one(triggers).value}

    return dice.several(0, 3, rule)


def random_rules(writer: EffectWriter) -> list[Data]:
    """Points by expression."""
    return writer.dice.several(0, 2, lambda: _rule(writer))


def _rule(writer: EffectWriter) -> Data:
    dice, lexicon = writer.dice, writer.lexicon
    team = bool(lexicon.teams)
    data: Data = {}
    if dice.chance(0.3):
        team = bool(lexicon.teams) and dice.chance(0.5)
        data["to"] = writer.team(WritingPlace(), 1) if team else writer.seat(WritingPlace(), 1)
    place = WritingPlace(subject=Type.TEAM if team else Type.SEAT)
    data["points"] = writer.number(place, 2)
    dice.may(0.3, data, "when", lambda: writer.truth(place, 2))
    dice.may(0.3, data, "name", lambda: "bonus")
    numbers, per = lexicon.registers_of(Type.INT), "team" if team else "seat"
    own = [register["name"] for register in numbers if register["per"] == per]
    if own and dice.chance(0.3):
        data["into"] = dice.one(own)
    return data


def random_wins(writer: EffectWriter, *, matches: bool) -> list[Data]:
    """Ways to win; `matches`: hands are compared by patterns."""
    return writer.dice.several(1, 2, lambda: _win(writer, matches=matches))


def _win(writer: EffectWriter, *, matches: bool) -> Data:
    dice = writer.dice
    types = [name for name in WIN_TYPES if name != "best_hand" or matches]
    if not writer.lexicon.zones_of("captured"):
        types = [name for name in types if "captur" not in name]
    data: Data = {
        "type": dice.one(types),
        "comparison": dice.one(tuple(WinComparison)).value,
        "trigger_mode": dice.one((*TriggerMode, TriggerMode.IMMEDIATE, TriggerMode.THRESHOLD_GATE)).value,
    }
    if dice.chance(0.25):
        data["outcome"] = dice.one(tuple(WinOutcome)).value
        if data["outcome"].startswith("all"):
            del data["comparison"]
            return {**data, "threshold": dice.number(1, 100)} if "score" in data["type"] else data
    if data["type"] in MOST_WINS and data["comparison"] == WinComparison.LOWEST.value:
        data["comparison"] = WinComparison.HIGHEST.value
    if data["type"] == "low_score" and data["comparison"] == WinComparison.HIGHEST.value:
        data["comparison"] = WinComparison.LOWEST.value
    at_once = data["trigger_mode"] == "immediate" and ("score" in data["type"] or data["type"] == "most_captured")
    if at_once or dice.chance(0.6):
        data["threshold"] = dice.number(1 if at_once and dice.chance(0.95) else 0, 100)
    dice.may(0.1, data, "required_hand_size", lambda: dice.number(0, 5))
    if data["trigger_mode"] == "threshold_gate" and dice.chance(0.4):
        subject = Type.TEAM if writer.lexicon.teams else Type.SEAT
        data["gate"] = writer.number(WritingPlace(subject=subject), 1)
    return data


def random_game_rules(writer: EffectWriter) -> Data:
    """Edge cases."""
    dice = writer.dice
    data: Data = {
        "consecutive_pass_action": dice.one(tuple(PassAction)).value,
        "deck_empty_action": dice.one(tuple(DeckEmptyAction)).value,
        "tie_breaker": dice.one(tuple(TieBreaker)).value,
        "keep_top_discard": dice.chance(0.6),
        "same_player_on_win": dice.chance(0.3),
        "at_limit": dice.one(("draw", "compare")),
    }
    dice.may(0.4, data, "passes_to_trigger", lambda: dice.number(1, 4))
    dice.may(0.3, data, "beats", lambda: dice.one((["trick"], ["hand"], ["trick", "hand"])))
    return data
