"""What happens: effects of offers and of special cards."""

from __future__ import annotations

from collections.abc import Iterator

from deckwright.evolve.draft import Draft, effect_lists, effects, items_of
from deckwright.evolve.features import features_of
from deckwright.evolve.graph import references
from deckwright.evolve.operators.conditions import new_condition
from deckwright.evolve.operators.registry import operator
from deckwright.evolve.operators.scoring import card_condition
from deckwright.evolve.random.anywhere import remove_paths
from deckwright.evolve.saying import condition_said
from deckwright.evolve.words import condition_words, effect_words
from deckwright.genome.writing import Data


def zone_of(draft: Draft, role: str, owner: str) -> str | None:
    """The first zone with a role and an owner that has one pile."""
    found = (zone for zone in draft.parent.zones if (zone.role, zone.owner, zone.piles) == (role, owner, 1))
    return next((zone.name for zone in found), None)


def simple_effects(draft: Draft, *, turns: bool = True, who: str = "turn") -> list[tuple[Data, str]]:
    """Effects that are easy to grasp and that this game has what it takes for, with a sentence each.

    `who`: the player that they speak of; whoever plays a card to a trick is the `actor`, and it is another's turn.
    """
    return list(_simple(draft, turns=turns, who=who))


def _simple(draft: Draft, *, turns: bool, who: str) -> Iterator[tuple[Data, str]]:
    features = features_of(draft.parent)
    dice = draft.dice
    stock, discard = zone_of(draft, "stock", "table"), zone_of(draft, "discard", "table")
    hand = zone_of(draft, "hand", "seat")
    if stock and hand:
        count = dice.weighted((3, 1), (2, 2), (1, 3))
        cards = "a card" if count == 1 else f"{count} cards"
        draw: Data = {"type": "move", "cards": stock, "to": f"{hand}[{who}]", "count": str(count)}
        yield draw, f"the player draws {cards}"
        if "opponents" in features:
            yield draw | {"to": f"{hand}[left({who})]"}, f"the next player draws {cards}"
    if discard and hand:
        yield (
            {"type": "move", "cards": discard, "to": f"{hand}[{who}]", "count": "1"},
            "the player takes the top discard",
        )
    if stock and discard:
        yield {"type": "move", "cards": stock, "to": discard, "count": "1"}, "a card is turned up onto the discards"
    if turns and "rounds" in features and "opponents" in features:
        yield {"type": "turn", "action": "again"}, "the player has another turn"
        if draft.parent.player_count > 2:
            yield {"type": "turn", "action": "skip"}, "the next player is skipped"
            yield {"type": "turn", "action": "reverse"}, "the direction of play turns round"
    if "won by score" in features:
        points = dice.one((1, 1, 2, 3, 5, -1, -2, -5))
        yield {"type": "score", "to": who, "points": str(points)}, f"the player scores {points}"
        if "opponents" in features:
            yield {"type": "score", "to": f"left({who})", "points": str(points)}, f"the next player scores {points}"
    if "chips" in features:
        amount = dice.number(1, 3)
        yield {"type": "pay", "who": who, "amount": str(amount)}, f"the player pays {amount} to the bank"
        yield {"type": "pay", "who": "bank", "to": who, "amount": str(amount)}, f"the bank pays the player {amount}"
    if hand and "opponents" in features:
        take: Data = {"type": "move", "cards": f"{hand}[left({who})]", "to": f"{hand}[{who}]", "count": "1"}
        yield take, "the player takes a card of the next player's hand"


@operator("add-effect", "effects", needs=("choice",), weight=1.2)
def add_effect(draft: Draft) -> str | None:
    """Lets something more follow from a choice, always or under a condition."""
    lists = [found for found in effect_lists(draft.data, deal=False) if ".offers[" in found.path]
    lists = [found for found in lists if not draft.is_pinned(found.path)]
    if not lists:
        return None
    where = draft.dice.one(lists)
    found = simple_effects(draft)
    if not found:
        return None
    effect, said = draft.dice.one(found)
    name = _offer_name(draft, where.path)
    if draft.dice.chance(0.35):
        test = new_condition(draft, f"{where.path}[{len(where.items())}].when")
        if test is not None:
            draft.add(where.items(), {"type": "if", "when": test, "then": [effect]})
            return f"{said} after {name!r} if {condition_said(draft.parent, test)}"
    draft.add(where.items(), effect)
    return f"{said} after {name!r}"


def _offer_name(draft: Draft, path: str) -> str:
    head = path[: path.index("]", path.index(".offers[")) + 1]
    node: object = draft.data
    for step in head.removeprefix("$").replace("[", ".").replace("]", "").strip(".").split("."):
        node = node[int(step)] if isinstance(node, list) else node[step]  # type: ignore[index]
    return str(node["name"])  # type: ignore[index]


@operator("remove-effect", "effects", needs=("choice",))
def remove_effect(draft: Draft) -> str | None:
    """Lets something no longer happen, with what depended on it."""
    found = draft.free(effects(draft.data))
    if not found:
        return None
    part = draft.dice.one(found)
    said = effect_words(part.item)
    gone, released = references(draft.parent).cascade([part.path])
    remove_paths(draft.data, (*gone, *released))
    return f"it no longer happens that {said}"


@operator("change-destination", "effects", needs=("effect move",), weight=0.4)
def change_destination(draft: Draft) -> str | None:
    """Sends cards to another place."""
    found = [part for part in draft.free(effects(draft.data, "move")) if not part.path.startswith("$.setup")]
    if not found:
        return None
    effect = draft.dice.one(found).item
    zones = [zone.name for zone in draft.parent.zones if zone.piles == 1 and zone.owner == "table"]
    zones += [f"{zone.name}[turn]" for zone in draft.parent.zones if zone.piles == 1 and zone.owner == "seat"]
    zones += [f"{zone.name}[left(turn)]" for zone in draft.parent.zones if zone.role == "hand" and zone.owner == "seat"]
    others = [zone for zone in zones if zone.split("[")[0] not in (effect["to"].split("[")[0], effect["cards"])]
    if not others:
        return None
    old = effect["to"]
    draft.put(effect, "to", draft.dice.one(others))
    return f"{effect['cards']} goes to {effect['to']} instead of {old}"


@operator("change-place", "effects", needs=("effect move",), weight=0.2)
def change_place(draft: Draft) -> str | None:
    """Lays cards on top, underneath, or somewhere in between."""
    piles = {zone.name for zone in draft.parent.zones if zone.role in ("stock", "discard", "tableau")}
    found = [part for part in draft.free(effects(draft.data, "move")) if part.item["to"] in piles]
    if not found:
        return None
    effect = draft.dice.one(found).item
    old = effect.get("place", "top")
    new = draft.dice.one([place for place in ("top", "bottom", "shuffled") if place != old])
    if new == "top":
        draft.drop(effect, "place")
    else:
        draft.put(effect, "place", new)
    return f"{effect['cards']} goes to the {new} of {effect['to']} instead of the {old}"


@operator("change-turn", "effects", needs=("effect turn",), weight=0.6)
def change_turn(draft: Draft) -> str | None:
    """Changes whose turn is next after something."""
    found = draft.free(effects(draft.data, "turn"))
    if not found:
        return None
    effect = draft.dice.one(found).item
    others = [action for action in ("skip", "reverse", "again") if action != effect["action"]]
    old = effect_words(effect)
    effect.pop("seat", None)
    draft.put(effect, "action", draft.dice.one(others))
    return f"{effect_words(effect)}, where {old} before"


@operator("add-special", "effects", needs=("playing",))
def add_special(draft: Draft) -> str | None:
    """Gives a card a special effect when it is played."""
    features = features_of(draft.parent)
    found = simple_effects(draft, turns="trick" not in features, who="actor")
    if "uneven hands" not in features:  # everybody plays every card: who was dealt it would score
        found = [(effect, said) for effect, said in found if effect["type"] not in ("score", "pay")]
    if not found or draft.is_pinned("$.special_effects"):
        return None
    effect, said = draft.dice.one(found)
    trigger = card_condition(draft)
    draft.add(draft.data.setdefault("special_effects", []), {"trigger": trigger, "effects": [effect]})
    return f"when {condition_words(trigger)} is played, {said}"


@operator("remove-special", "effects", needs=("special_effects",))
def remove_special(draft: Draft) -> str | None:
    """Takes a card's special effect away."""
    found = draft.free(items_of(draft.data, "special_effects", "$"))
    if not found:
        return None
    part = draft.dice.one(found)
    said = condition_words(part.item["trigger"])
    draft.drop(part.siblings, part.place)
    return f"{said} does nothing special"


@operator("change-special-cards", "effects", needs=("special_effects",))
def change_special_cards(draft: Draft) -> str | None:
    """Gives a special effect to other cards."""
    found = draft.free(items_of(draft.data, "special_effects", "$"))
    if not found:
        return None
    special = draft.dice.one(found).item
    old, new = special["trigger"], card_condition(draft)
    if old == new:
        return None
    draft.put(special, "trigger", new)
    return f"{condition_words(new)} does what {condition_words(old)} did"
