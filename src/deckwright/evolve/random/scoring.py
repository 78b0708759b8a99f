"""Random patterns, ways of comparing hands, points, ways to win and edge cases."""

from __future__ import annotations

from deckwright.dice import Dice
from deckwright.evolve.random.materials import deck_lexicon, random_condition, random_deck
from deckwright.evolve.random.phases import PhaseWriter
from deckwright.evolve.random.writer import Writer
from deckwright.genome import enums as e
from deckwright.genome.checks.inert import MOST_WINS
from deckwright.genome.compile.scoring import WIN_TYPES
from deckwright.genome.expressions.types import Type
from deckwright.genome.materials import HandPattern
from deckwright.genome.writing import Data, WritingPlace

MATCH = WritingPlace(subject=None, reads="the card", names=(("match", Type.CARDS),))
"""Where the points of a pattern stand."""


def generate_random_patterns(seed: int) -> tuple[HandPattern, ...]:
    """Two to eight patterns whose constraints go together, in no order; the seed decides them."""
    dice = Dice(f"patterns {seed}")
    writer = Writer(dice, deck_lexicon(random_deck(dice), 2, ()))
    count = dice.number(2, 8)
    data = [random_pattern(writer, f"pattern {place}", fixed=True) for place in range(count)]
    return tuple(HandPattern.model_validate(pattern) for pattern in data)


def random_pattern(writer: Writer, name: str, *, fixed: bool = False) -> Data:
    """One pattern; `fixed`: of so many cards, as poker hands are."""
    dice, lexicon = writer.dice, writer.lexicon
    pattern: Data = {"name": name}
    if dice.chance(0.8) or fixed:
        pattern["rank_priority"] = dice.number(0, 120)
    size = dice.number(1, 5 if fixed else 3)
    if fixed or dice.chance(0.5):
        pattern["required_count"] = size
        _closed(writer, pattern, size)
    else:
        _open(writer, pattern, size)
    dice.may(0.15, pattern, "cards", lambda: random_condition(writer))
    if not fixed and lexicon.tables and dice.chance(0.2):
        pattern |= {"values": dice.one(lexicon.tables), "total": writer.number(WritingPlace(reads="what all know"), 1)}
    return pattern


def _closed(writer: Writer, pattern: Data, size: int) -> None:
    dice, lexicon = writer.dice, writer.lexicon
    match dice.number(0, 6):
        case 0:
            pattern["same_suit_count"] = dice.number(1, size)
        case 1:
            first = dice.number(1, size)
            pattern["same_rank_groups"] = [first, size - first] if first < size and dice.chance(0.5) else [first]
        case 2:
            pattern["sequence_length"] = dice.number(1, size)
            pattern["sequence_wrap"] = dice.chance(0.5)
        case 3:
            if lexicon.ranks:
                pattern["required_ranks"] = [dice.one(lexicon.ranks) for _ in range(dice.number(1, size))]
        case 4:
            pattern |= {"same_suit_count": size, "sequence_length": size}
        case 5:
            pattern["distinct_suits"] = True
        case _:
            pattern |= {"suited": True} if dice.chance(0.5) else {"of_a_kind": True}


def _open(writer: Writer, pattern: Data, size: int) -> None:
    dice = writer.dice
    pattern["min_count"] = size
    dice.may(0.7, pattern, "max_count", lambda: size + dice.number(0, 2))
    pattern[dice.one(("of_a_kind", "of_a_kind", "suited", "in_sequence", "distinct_suits"))] = True
    if pattern.get("in_sequence"):
        pattern["suited"] = dice.chance(0.7)
        pattern["sequence_wrap"] = dice.chance(0.3)


def random_patterns(writer: Writer) -> list[Data]:
    """The patterns of a genome: sets, runs and the like, some in groups, with points."""
    dice = writer.dice
    patterns: list[Data] = []
    for name in dice.some(("pair", "set", "run", "marriage"), 0, 3):
        pattern = random_pattern(writer, name) if dice.chance(0.25) else _usual(writer, name)
        dice.may(0.5, pattern, "group", lambda: dice.one(("melds", "group")))
        if dice.chance(0.5):
            points = (writer.literal(), "size(match)", writer.number(MATCH, 1), "sum(rank(c) for c in match)")
            pattern["points"] = dice.one(points)
        patterns.append(pattern)
    return patterns


def _usual(writer: Writer, name: str) -> Data:
    """A pattern with few enough card sets to list."""
    dice, lexicon = writer.dice, writer.lexicon
    pattern: Data = {"name": name}
    match dice.weighted(
        (3, "kind"), (2, "run"), (2 if lexicon.ranks else 0, "ranks"), (1, "open"), (0.7, "some"),
        (2 if lexicon.tables else 0, "sum"),
    ):  # fmt: skip
        case "kind":
            pattern |= {"of_a_kind": True, "required_count": dice.number(2, 3)}
        case "run":
            pattern |= {"suited": True, "in_sequence": True, "min_count": 3, "max_count": dice.number(3, 4)}
            pattern["sequence_wrap"] = dice.chance(0.3)
        case "ranks":
            ranks = dice.several(2, 3, lambda: dice.one(lexicon.ranks))
            pattern |= {"required_ranks": ranks, "required_count": len(ranks)}
        case "open":
            pattern |= {"of_a_kind": True, "min_count": dice.number(1, 3)}
            if dice.chance(0.5):
                pattern |= {"wild": random_condition(writer), "min_natural": dice.number(0, 2)}
                pattern |= {"max_wild": dice.number(1, 3)} if dice.chance(0.7) else {}
        case "sum":
            total = dice.one((str(dice.number(2, 20)), writer.number(WritingPlace(reads="what all know"), 1)))
            pattern |= {"values": dice.one(lexicon.tables), "total": total, "min_count": 1}
            pattern["max_count"] = dice.number(1, 4)
        case _:
            pattern |= {"min_count": dice.number(1, 2), "max_count": 2, "cards": random_condition(writer)}
            pattern |= {"distinct_suits": dice.chance(0.4)}
    return pattern


def random_evaluation(writer: Writer) -> Data:
    """How hands are valued."""
    dice, lexicon = writer.dice, writer.lexicon
    method = dice.one(tuple(e.HandEvaluationMethod)).value
    evaluation: Data = {"method": method}
    if method == "pattern_match" or dice.chance(0.03):
        places = range(dice.number(1, 5))
        evaluation["patterns"] = [random_pattern(writer, f"hand {place}", fixed=True) for place in places]
        dice.may(0.4, evaluation, "choose", lambda: dice.number(1, 5))
    if method == "point_total":
        evaluation["card_values"] = [_card_value(dice, rank) for rank in lexicon.ranks]
        dice.may(0.5, evaluation, "target_value", lambda: dice.number(5, 30))
        dice.may(0.5, evaluation, "bust_threshold", lambda: dice.number(5, 35))
    zones = [str(zone["name"]) for zone in lexicon.zones if zone["role"] != "stock"]
    evaluation["zones"] = [lexicon.hand] if dice.chance(0.7) else dice.some(zones, 1, 3)
    return evaluation


def _card_value(dice: Dice, rank: str) -> Data:
    value: Data = {"rank": rank, "value": dice.number(-2, 12)}
    dice.may(0.2, value, "alternate_value", lambda: dice.number(0, 12))
    return value


def random_specials(writer: PhaseWriter) -> list[Data]:
    """Cards that do something when they are played."""
    place = WritingPlace(names=(("c", Type.CARD),))
    count = range(writer.dice.number(0, 2))
    return [{"trigger": random_condition(writer), "effects": writer.effects(place, 1, 2)} for _ in count]


def random_card_scoring(writer: PhaseWriter) -> list[Data]:
    """Points per card."""
    dice, triggers = writer.dice, tuple(e.ScoringTrigger)

    def rule() -> Data:
        condition = random_condition(writer)
        return {"condition": condition, "points": dice.number(-5, 15), "trigger": dice.one(triggers).value}

    return dice.several(0, 3, rule)


def random_rules(writer: PhaseWriter) -> list[Data]:
    """Points by expression."""
    return writer.dice.several(0, 2, lambda: _rule(writer))


def _rule(writer: PhaseWriter) -> Data:
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


def random_wins(writer: PhaseWriter, *, matches: bool) -> list[Data]:
    """Ways to win; `matches`: hands are compared by patterns."""
    return writer.dice.several(1, 2, lambda: _win(writer, matches=matches))


def _win(writer: PhaseWriter, *, matches: bool) -> Data:
    dice = writer.dice
    types = [name for name in WIN_TYPES if name != "best_hand" or matches]
    if not writer.lexicon.zones_of("captured"):
        types = [name for name in types if "captur" not in name]
    data: Data = {
        "type": dice.one(types),
        "comparison": dice.one(tuple(e.WinComparison)).value,
        "trigger_mode": dice.one((*e.TriggerMode, e.TriggerMode.IMMEDIATE, e.TriggerMode.THRESHOLD_GATE)).value,
    }
    if dice.chance(0.25):
        data["outcome"] = dice.one(tuple(e.WinOutcome)).value
        if data["outcome"].startswith("all"):
            del data["comparison"]
            return {**data, "threshold": dice.number(1, 100)} if "score" in data["type"] else data
    if data["type"] in MOST_WINS and data["comparison"] == e.WinComparison.LOWEST.value:
        data["comparison"] = e.WinComparison.HIGHEST.value
    if data["type"] == "low_score" and data["comparison"] == e.WinComparison.HIGHEST.value:
        data["comparison"] = e.WinComparison.LOWEST.value
    at_once = data["trigger_mode"] == "immediate" and ("score" in data["type"] or data["type"] == "most_captured")
    if at_once or dice.chance(0.6):
        data["threshold"] = dice.number(1 if at_once and dice.chance(0.95) else 0, 100)
    dice.may(0.1, data, "required_hand_size", lambda: dice.number(0, 5))
    if data["trigger_mode"] == "threshold_gate" and dice.chance(0.4):
        subject = Type.TEAM if writer.lexicon.teams else Type.SEAT
        data["gate"] = writer.number(WritingPlace(subject=subject), 1)
    return data


def random_game_rules(writer: PhaseWriter) -> Data:
    """Edge cases."""
    dice = writer.dice
    data: Data = {
        "consecutive_pass_action": dice.one(tuple(e.PassAction)).value,
        "deck_empty_action": dice.one(tuple(e.DeckEmptyAction)).value,
        "tie_breaker": dice.one(tuple(e.TieBreaker)).value,
        "keep_top_discard": dice.chance(0.6),
        "same_player_on_win": dice.chance(0.3),
        "at_limit": dice.one(("draw", "compare")),
    }
    dice.may(0.4, data, "passes_to_trigger", lambda: dice.number(1, 4))
    dice.may(0.3, data, "beats", lambda: dice.one((["trick"], ["hand"], ["trick", "hand"])))
    return data
