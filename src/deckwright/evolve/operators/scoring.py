"""Points: which cards score when, and what is counted at the end of a hand."""

from __future__ import annotations

from deckwright.evolve.draft import Draft, items_of, phases
from deckwright.evolve.features import TRIGGER_NEEDS, features_of
from deckwright.evolve.operators.registry import operator
from deckwright.evolve.words import condition_words, instead, points_of, trigger_words
from deckwright.genome.writing import Data

_POINTS = (1, 1, 1, 2, 3, 5, 10, -1, -1, -2, -5, 13)


def card_condition(draft: Draft) -> Data:
    """Cards that are easy to remember: a suit, a rank, or one card."""
    deck = draft.parent.deck
    dice = draft.dice
    suits, ranks = deck.suits, deck.ranks
    way = dice.weighted(
        (4 if suits else 0, "suit"), (4 if ranks else 0, "rank"), (2 if suits and ranks else 0, "card"), (0.01, "any")
    )
    condition: Data = {}
    if way in ("suit", "card"):
        condition["suit"] = dice.one(suits)
    if way in ("rank", "card"):
        condition["rank"] = dice.one(ranks)
    return condition


def open_triggers(draft: Draft) -> list[str]:
    """The moments at which a card of this game can score."""
    features = features_of(draft.parent)
    found = [trigger for trigger, need in TRIGGER_NEEDS.items() if need in features]
    if "trick" in features and not any(part.item.get("until") for part in phases(draft.data, "trick")):
        found.remove("hand_end")  # tricks go on until hands are empty
        if "uneven hands" not in features:
            found.remove("play")  # everybody plays every card: who was dealt it would score
    return found


def is_last_score(draft: Draft) -> bool:
    """Whether only one rule of a game that is won by score gives points."""
    rules = len(draft.parent.card_scoring) + len(draft.parent.scoring_rules)
    return rules < 2 and "effect score" not in features_of(draft.parent)


@operator("add-card-points", "scoring", needs=("won by score",))
def add_card_points(draft: Draft) -> str | None:
    """Gives points, or takes them, for some cards."""
    triggers = open_triggers(draft)
    if not triggers:
        return None
    rule: Data = {
        "condition": card_condition(draft), "points": draft.dice.one(_POINTS), "trigger": draft.dice.one(triggers),
    }  # fmt: skip
    draft.add(draft.data.setdefault("card_scoring", []), rule)
    return f"{condition_words(rule['condition'])} scores {points_of(rule['points'])} {trigger_words(rule['trigger'])}"


@operator("remove-card-points", "scoring", needs=("card_scoring",))
def remove_card_points(draft: Draft) -> str | None:
    """Takes a card's points away."""
    found = draft.free(items_of(draft.data, "card_scoring", "$"))
    if not found or is_last_score(draft):
        return None
    part = draft.dice.one(found)
    said = f"{condition_words(part.item['condition'])} no longer scores {trigger_words(part.item['trigger'])}"
    draft.drop(part.siblings, part.place)
    return said


@operator("change-scoring-cards", "scoring", needs=("card_scoring",))
def change_scoring_cards(draft: Draft) -> str | None:
    """Lets other cards score."""
    found = draft.free(items_of(draft.data, "card_scoring", "$"))
    if not found:
        return None
    rule = draft.dice.one(found).item
    old, new = rule["condition"], card_condition(draft)
    if new == old:
        return None
    draft.put(rule, "condition", new)
    return f"{condition_words(new)} scores {instead(points_of(rule['points']), condition_words(old))}"


@operator("change-trigger", "scoring", needs=("card_scoring",))
def change_trigger(draft: Draft) -> str | None:
    """Lets cards score at another moment."""
    found = draft.free(items_of(draft.data, "card_scoring", "$"))
    if not found:
        return None
    rule = draft.dice.one(found).item
    others = [trigger for trigger in open_triggers(draft) if trigger != rule["trigger"]]
    if not others:
        return None
    old = rule["trigger"]
    draft.put(rule, "trigger", draft.dice.one(others))
    return f"{condition_words(rule['condition'])} scores {instead(trigger_words(rule['trigger']), trigger_words(old))}"


_COUNTED = (
    ("trick", "tricks", "a point for each trick", "tricks"),
    ("trick", "-tricks", "a point less for each trick", "tricks"),
    ("captured", "size({captured})", "a point for each card captured", "captures"),
    ("captured", "-size({captured})", "a point less for each card captured", "captures"),
    ("hand", "-size({hand})", "a point less for each card left in hand", "cards left"),
    ("hand", "size({hand})", "a point for each card left in hand", "cards left"),
    ("sets", "size({sets})", "a point for each card laid down", "cards laid"),
    ("auction", "level if declarer == p else 0", "the declarer scores the level of the contract", "contract"),
)
"""What can be counted at the end of a hand, and what it takes."""


@operator("add-scoring-rule", "scoring", needs=("won by score",), weight=0.6)
def add_scoring_rule(draft: Draft) -> str | None:
    """Counts something more at the end of a hand."""
    features = features_of(draft.parent)
    zones = {zone.role: zone.name for zone in reversed(draft.parent.zones) if zone.owner != "table" and zone.piles == 1}
    found = [
        (points.format(**zones), said, name)
        for need, points, said, name in _COUNTED
        if need in features and "declarer" not in points and ("{" not in points or need in zones)
    ]
    if not found:
        return None
    points, said, name = draft.dice.one(found)
    if draft.dice.chance(0.3):
        times = draft.dice.number(2, 5)
        points, said = f"{times} * {points}", f"{times} times over, {said}"
    draft.add(draft.data.setdefault("scoring_rules", []), {"name": name, "points": points})
    return f"scores {said}"


@operator("remove-scoring-rule", "scoring", needs=("scoring_rules",))
def remove_scoring_rule(draft: Draft) -> str | None:
    """Counts something no longer."""
    found = draft.free(items_of(draft.data, "scoring_rules", "$"))
    if not found or is_last_score(draft):
        return None
    part = draft.dice.one(found)
    said = part.item.get("name") or part.item["points"]
    draft.drop(part.siblings, part.place)
    return f"no longer scores {said}"


@operator("turn-points-round", "scoring", needs=("scoring_rules",), weight=0.2)
def turn_points_round(draft: Draft) -> str | None:
    """Makes a gain of points a loss, or the other way round."""
    found = draft.free(items_of(draft.data, "scoring_rules", "$"))
    if not found:
        return None
    rule = draft.dice.one(found).item
    points = rule["points"]
    draft.put(rule, "points", points[2:-1] if points.startswith("-(") and points.endswith(")") else f"-({points})")
    return f"{rule.get('name') or points!r} counts the other way round"
