"""Phases: added, removed, put in another order, begun by others."""

from __future__ import annotations

from collections.abc import Iterator

from deckwright.evolve.draft import Draft, phases, structures
from deckwright.evolve.features import features_of
from deckwright.evolve.graph import is_within, references
from deckwright.evolve.operators.effects import simple_effects, zone_of
from deckwright.evolve.operators.registry import operator
from deckwright.evolve.random.anywhere import remove_paths
from deckwright.evolve.words import phase_words
from deckwright.genome.phases import PHASES
from deckwright.genome.writing import Data

_STARTS = {
    "left(dealer)": "the player on the dealer's left begins", "dealer": "the dealer begins",
    "right(dealer)": "the player on the dealer's right begins", "winner": "the winner of the last trick begins",
    "declarer": "the declarer begins",
}  # fmt: skip


_ASKING = tuple(phase.model_fields["type"].default for phase in PHASES if phase.asks)
"""Phases that ask a player for something: one of them stays."""


@operator("remove-phase", "phases", needs=("several phases",))
def remove_phase(draft: Draft) -> str | None:
    """Leaves a phase out, with what depended on it."""
    asking = [part.path for part in phases(draft.data, *_ASKING)]
    found = [
        part
        for part in draft.free(phases(draft.data))
        if len(part.siblings) > 1 and any(not is_within(path, part.path) for path in asking)
    ]
    if not found:
        return None
    part = draft.dice.one(found)
    said = phase_words(part.item)
    gone, released = references(draft.parent).cascade([part.path])
    remove_paths(draft.data, (*gone, *released))
    return f"is played without {said}"


@operator("swap-phases", "phases", needs=("several phases",), weight=0.5)
def swap_phases(draft: Draft) -> str | None:
    """Puts two phases in the other order."""
    found = [part for part in draft.free(phases(draft.data)) if part.place]
    if not found:
        return None
    part = draft.dice.one(found)
    siblings, place = part.siblings, part.place
    siblings[place - 1], siblings[place] = siblings[place], siblings[place - 1]
    draft.keep(siblings, place)
    return f"{phase_words(siblings[place - 1])} comes before {phase_words(siblings[place])}"


@operator("add-phase", "phases", weight=1.2)
def add_phase(draft: Draft) -> str | None:
    """Adds a simple phase: something that happens every turn, an exchange of cards, a round of bets."""
    found = list(_simple_phases(draft))
    if not found:
        return None
    phase, said, is_turn = draft.dice.one(found)
    places = [
        turns
        for path, turns in structures(draft.data)
        if turns.get("order", "cycle") == ("cycle" if is_turn else "sequence") and not draft.is_pinned(path)
    ]
    if places:
        turns = draft.dice.one(places)
        draft.add(turns["phases"], phase, draft.dice.number(0, len(turns["phases"])))
        return said
    if is_turn:
        return None
    root = draft.data["turn_structure"]
    draft.data["turn_structure"] = {"type": "turns", "order": "sequence", "phases": [phase, root]}
    draft.kept.append((draft.data["turn_structure"]["phases"], None, phase))
    return said


def _simple_phases(draft: Draft) -> Iterator[tuple[Data, str, bool]]:
    """Phases with a sentence, and whether they are a part of a turn."""
    features, parent, dice = features_of(draft.parent), draft.parent, draft.dice
    hand, stock = zone_of(draft, "hand", "seat"), zone_of(draft, "stock", "table")
    discard = zone_of(draft, "discard", "table")
    seen = any(zone.name == hand and zone.seen_by in ("owner", "team", "all") for zone in parent.zones)
    free = {"given", "back"}.isdisjoint(
        one.name for items in (parent.zones, parent.registers, parent.terms) for one in items
    )
    if "rounds" in features:
        for effect, said in simple_effects(draft):
            if effect["type"] in ("move", "score", "pay"):
                yield {"type": "do", "effects": [effect]}, f"each turn {said}", True
    each = parent.setup.cards_per_player
    if hand and seen and free and "opponents" in features and isinstance(each, int) and each > 1:
        count = dice.number(1, min(3, each - 1))
        to = dice.one(("left", "right"))
        picked = {"name": "given", "kind": "cards", "source": hand, "low": str(count), "high": str(count)}
        effect = {"type": "move", "cards": "given", "to": f"{hand}[{to}(actor)]"}
        offer = {"name": "pass", "picks": [picked], "effects": [effect]}
        choice = {"type": "choice", "offers": [offer]}
        turns = {"type": "turns", "name": "passing", "order": "together", "phases": [choice]}
        yield turns, f"first everyone passes {count} of their cards to the {to}", False
    if hand and seen and free and stock and discard:
        picked = {"name": "back", "kind": "cards", "source": hand, "low": "0", "high": str(dice.number(1, 3))}
        exchange = [
            {"type": "move", "cards": "back", "to": discard},
            {"type": "move", "cards": stock, "to": hand, "count": "size(back)"},
        ]
        offer = {"name": "exchange", "picks": [picked], "effects": exchange}
        choice = {"type": "choice", "offers": [offer]}
        yield (
            {"type": "turns", "name": "exchange", "order": "once", "phases": [choice]},
            f"first everyone may exchange up to {picked['high']} cards",
            False,
        )
    if "betting" in features:
        bet = {"type": "betting", "name": "another round of bets", "showdown_method": "fold_only"}
        yield bet, "there is another round of bets", False


@operator("change-start", "phases", needs=("opponents",), weight=0.5)
def change_start(draft: Draft) -> str | None:
    """Lets somebody else begin."""
    fields: list[tuple[str, Data, str]] = [
        (path, turns, "start")
        for path, turns in structures(draft.data)
        if turns.get("order", "cycle") not in ("together", "sequence")
    ]
    fields += [(part.path, part.item, "leader") for part in phases(draft.data, "trick")]
    fields += [(part.path, part.item, "start") for part in phases(draft.data, "auction", "betting")]
    fields = [one for one in fields if not draft.is_pinned(f"{one[0]}.{one[2]}")]
    features = features_of(draft.parent)
    if not fields:
        return None
    _, holder, name = draft.dice.one(fields)
    old = holder.get(name, "left(dealer)")
    needs = {"winner": "trick", "declarer": "auction"}
    ways = [way for way in _STARTS if way != old and needs.get(way, "opponents") in features]
    new = draft.dice.one(ways)
    if new == "left(dealer)":
        draft.drop(holder, name)
    else:
        draft.put(holder, name, new)
    return _STARTS[new]


@operator("change-order", "phases", weight=0.2)
def change_order(draft: Draft) -> str | None:
    """Lets everybody have one turn instead of turns that go round, or one player stay until it ends."""
    found = [
        (path, turns)
        for path, turns in structures(draft.data)
        if path != "$.turn_structure" and turns.get("order", "cycle") in ("cycle", "once", "stay")
    ]
    found = [(path, turns) for path, turns in found if not draft.is_pinned(path)]
    if not found:
        return None
    _, turns = draft.dice.one(found)
    old = turns.get("order", "cycle")
    new = draft.dice.one([order for order in ("cycle", "once", "stay") if order != old])
    if new != "once" and turns.get("until", "0") == "0" and "limit" not in turns:
        turns["limit"] = draft.dice.number(2, 3) * draft.parent.player_count
    if new == "cycle":
        draft.drop(turns, "order")
    else:
        draft.put(turns, "order", new)
    said = {"cycle": "turns go round", "once": "everybody has one turn", "stay": "one player goes on until it ends"}
    return f"{said[new]} in {phase_words(turns)}"
