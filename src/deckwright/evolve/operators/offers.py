"""Offers: what a player may do in a choice."""

from __future__ import annotations

from collections.abc import Iterator

from deckwright.evolve.draft import Draft, offers, phases, picks
from deckwright.evolve.features import features_of
from deckwright.evolve.graph import references
from deckwright.evolve.operators.effects import simple_effects, zone_of
from deckwright.evolve.operators.registry import operator
from deckwright.evolve.random.anywhere import remove_paths
from deckwright.genome.writing import Data


@operator("remove-offer", "offers", needs=("choice",))
def remove_offer(draft: Draft) -> str | None:
    """Lets players no longer do something."""
    found = [part for part in draft.free(offers(draft.data)) if len(part.siblings) > 1]
    if not found:
        return None
    part = draft.dice.one(found)
    name = part.item["name"]
    gone, released = references(draft.parent).cascade([part.path])
    remove_paths(draft.data, (*gone, *released))
    return f"nobody may {name!r}"


@operator("add-offer", "offers", needs=("choice",), weight=1.2)
def add_offer(draft: Draft) -> str | None:
    """Lets players do one thing more."""
    choices = [part for part in draft.free(phases(draft.data, "choice")) if not _is_together(draft, part.path)]
    if not choices:
        return None
    siblings = draft.dice.one(choices).item["offers"]
    taken = {" ".join(offer["name"].casefold().split()) for offer in siblings}
    found = [(offer, said) for offer, said in _simple_offers(draft) if offer["name"] not in taken]
    if not found:
        return None
    offer, said = draft.dice.one(found)
    draft.add(siblings, offer)
    return said


def _is_together(draft: Draft, path: str) -> bool:
    return any(
        part.item.get("order") == "together" and path.startswith(f"{part.path}.")
        for part in phases(draft.data, "turns")
    )


def _simple_offers(draft: Draft) -> Iterator[tuple[Data, str]]:
    """Offers that are easy to grasp, with a sentence."""
    features, dice, parent = features_of(draft.parent), draft.dice, draft.parent
    hand, stock = zone_of(draft, "hand", "seat"), zone_of(draft, "stock", "table")
    discard = zone_of(draft, "discard", "table")
    seen = any(zone.name == hand and zone.seen_by in ("owner", "team", "all") for zone in parent.zones)
    yield {"name": "pass"}, "players may pass"
    for effect, said in simple_effects(draft):
        match effect["type"]:
            case "move" if effect["to"].endswith("[turn]") and effect["cards"] == stock:
                yield {"name": "draw", "when": f"size({stock}) > 0", "effects": [effect]}, f"players may draw: {said}"
            case "turn" if effect["action"] == "skip":
                yield {"name": "skip", "effects": [effect]}, f"players may choose that {said}"
            case "pay" if effect.get("who") != "bank":
                yield {"name": "pay", "when": "chips > 0", "effects": [effect]}, f"players may choose that {said}"
            case "score" if effect["to"] == "turn" and effect["points"].startswith("-") and stock and hand:
                draw = {"type": "move", "cards": stock, "to": hand, "count": "2"}
                offer = {"name": "buy", "when": f"size({stock}) > 1", "effects": [effect, draw]}
                yield offer, f"players may buy two cards for {effect['points'][1:]} points"
    free = {"spare", "aim"}.isdisjoint(
        one.name for items in (parent.zones, parent.registers, parent.terms) for one in items
    )
    if not (hand and seen and free):
        return
    spare = {"name": "spare", "source": hand}
    if discard:
        yield (
            {"name": "throw away", "picks": [spare], "effects": [{"type": "move", "cards": "spare", "to": discard}]},
            "players may throw a card away",
        )
        if stock:
            swap = [
                {"type": "move", "cards": "spare", "to": discard},
                {"type": "move", "cards": stock, "to": hand, "count": "1"},
            ]
            offer = {"name": "swap", "when": f"size({stock}) > 0", "picks": [spare], "effects": swap}
            yield offer, "players may swap a card for one of the stock"
    if "opponents" in features:
        aim = {"name": "aim", "kind": "seat", "where": "aim != turn"}
        give = {"type": "move", "cards": "spare", "to": f"{hand}[aim]"}
        yield {"name": "give", "picks": [spare, aim], "effects": [give]}, "players may give a card to another"
        take = {"type": "move", "cards": f"{hand}[aim]", "to": hand, "count": "1"}
        aim = aim | {"where": f"aim != turn and size({hand}[aim]) > 0"}
        if dice.chance(0.5):
            yield {"name": "steal", "picks": [aim], "effects": [take]}, "players may steal a card of another"


@operator("change-duty", "offers", needs=("choice",), weight=0.7)
def change_duty(draft: Draft) -> str | None:
    """Makes something what one does only if nothing else can be done, or frees it from that."""
    found = [part for part in draft.free(offers(draft.data)) if len(part.siblings) > 1]
    if not found:
        return None
    part = draft.dice.one(found)
    others = [other.get("duty", 0) for other in part.siblings if other is not part.item]
    if part.item.get("duty", 0):
        draft.drop(part.item, "duty")
        return f"players may {part.item['name']!r} even if they can do something else"
    if min(others) > 0:
        return None
    draft.put(part.item, "duty", max(others) + 1)
    return f"players may {part.item['name']!r} only if they can do nothing else"


@operator("change-source", "offers", needs=("choice",), weight=0.3)
def change_source(draft: Draft) -> str | None:
    """Lets cards be chosen from another place."""
    found = draft.free(picks(draft.data, lambda kind: kind.takes_held))
    if not found:
        return None
    pick = draft.dice.one(found).item
    open_zones = [zone.name for zone in draft.parent.zones if zone.seen_by == "all" and zone.piles == 1]
    open_zones += [zone.name for zone in draft.parent.zones if zone.seen_by == "owner" and zone.owner == "seat"]
    others = [name for name in open_zones if name not in pick["source"]]
    if not others:
        return None
    old = pick["source"]
    new = draft.dice.one(others)
    draft.put(pick, "source", new if draft.dice.chance(0.5) else f"{old}, {new}")
    return f"chooses from {pick['source']} instead of {old}"
