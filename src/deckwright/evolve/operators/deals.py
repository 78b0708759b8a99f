"""The deal: how many cards, what is turned up, who deals next, and how many play."""

from __future__ import annotations

from deckwright.evolve.draft import Draft
from deckwright.evolve.operators.numbers import nearby
from deckwright.evolve.operators.registry import operator
from deckwright.evolve.operators.teams import disband, with_player_count
from deckwright.evolve.words import count_of, instead, number_word
from deckwright.genome.compile.compiler import deck_cards

_DEALERS = {
    "rotate": "the deal goes round", "winner": "the winner deals", "loser": "the loser deals",
    "stay": "the same player always deals",
}  # fmt: skip


@operator("change-deal", "deal", needs=("hand",), weight=1.5)
def change_deal(draft: Draft) -> str | None:
    """Deals more or fewer cards."""
    setup = draft.data["setup"]
    if draft.is_pinned("$.setup.cards_per_player"):
        return None
    cards = len(deck_cards(draft.parent).cards)
    most = cards // draft.parent.player_count
    old = setup["cards_per_player"]
    text = str(old)
    if not text.isdecimal():
        new = draft.dice.number(max(1, most // 3), most) if most else 0
        draft.put(setup, "cards_per_player", new)
        return f"deals {count_of(new, 'card')} to each" if new else None
    used = sum(int(move["count"]) for move in setup.get("deal", ()) if str(move.get("count", "")).isdecimal())
    most = (cards - used) // draft.parent.player_count
    found = nearby(draft.dice, int(text), low=1, high=most)
    if found is None:
        return None
    draft.put(setup, "cards_per_player", found)
    return f"deals {instead(number_word(found), number_word(int(text)))} cards"


@operator("change-dealer", "deal", needs=("hands", "opponents"), weight=0.3)
def change_dealer(draft: Draft) -> str | None:
    """Gives the next deal to another player."""
    setup = draft.data["setup"]
    if draft.is_pinned("$.setup.dealer"):
        return None
    old = setup.get("dealer", "rotate")
    new = draft.dice.one([name for name in _DEALERS if name != old])
    if new == "rotate":
        draft.drop(setup, "dealer")
    else:
        draft.put(setup, "dealer", new)
    return f"{_DEALERS[new]} the next hand"


@operator("turn-up-card", "deal", needs=("stock",), weight=0.5)
def turn_up_card(draft: Draft) -> str | None:
    """Begins with cards that are laid on the table from the stock."""
    zones = [zone for zone in draft.data["zones"] if zone.get("owner", "table") == "table"]
    to = [zone["name"] for zone in zones if zone.get("role") in ("discard", "tableau") and zone.get("piles", 1) == 1]
    stock = next(zone["name"] for zone in zones if zone.get("role") == "stock")
    if not to or draft.is_pinned("$.setup.deal"):
        return None
    place, count = draft.dice.one(to), draft.dice.number(1, 3)
    draft.add(
        draft.data["setup"].setdefault("deal", []), {"type": "move", "cards": stock, "to": place, "count": str(count)}
    )
    return f"begins with {count_of(count, 'more card')} on the {place}"


@operator("change-players", "deal", weight=0.8)
def change_players(draft: Draft) -> str | None:
    """Is for more or fewer players; teams are repaired, or everybody plays alone."""
    if draft.is_pinned("$.player_count") or draft.is_pinned("$.teams"):
        return None
    old = draft.parent.player_count
    cards = len(deck_cards(draft.parent).cards)
    others = [count for count in (2, 3, 4, 5, 6) if count != old and abs(count - old) <= 2 and count < cards]
    if not others:
        return None
    new = draft.dice.one(others)
    changed = with_player_count(draft.parent, new)
    if draft.parent.team_mode and not changed.team_mode:
        disband(draft)
    data = draft.data
    draft.put(data, "player_count", new)
    if changed.team_mode:
        data["teams"] = [list(team) for team in changed.teams]
    setup = data["setup"]
    if (setup.get("first_dealer") or 0) >= new or setup.get("first_dealer") == old - 1:
        setup["first_dealer"] = new - 1
    most = cards // new
    each = setup["cards_per_player"]
    if isinstance(each, int) and each > most:
        setup["cards_per_player"] = most
    elif isinstance(each, int) and each * old == cards:
        setup["cards_per_player"] = most  # the whole deck was dealt, and still is
    return f"is for {instead(number_word(new), number_word(old))} players"
