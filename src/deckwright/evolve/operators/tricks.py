"""Tricks, auctions and claims: how they are won, who must follow, what may be called."""

from __future__ import annotations

from deckwright.evolve.draft import Draft, items_of, phases
from deckwright.evolve.operators.numbers import nearby
from deckwright.evolve.operators.registry import operator
from deckwright.evolve.words import instead, number_word

_DUTIES = {"follows(c)": "players must follow suit", "heads(c)": "players must beat the trick if they can"}


@operator("change-trumps", "tricks", needs=("trick", "suits"), lacks=("auction",))
def change_trumps(draft: Draft) -> str | None:
    """Plays with other trumps, with some, or with none."""
    if draft.parent.setup.tableau_mode == "war" or draft.is_pinned("$.strains"):
        return None
    strains = draft.data.get("strains", [])
    if len(strains) > 1 or any(strain.get("each") for strain in strains):
        return None
    if strains and draft.dice.chance(0.25):
        draft.data["strains"] = []
        return "there are no trumps"
    suit = draft.dice.one(draft.parent.deck.suits)
    rank = draft.dice.one(draft.parent.deck.ranks) if draft.parent.deck.ranks else None
    called, name = f"suit(c) == {suit!r}", suit
    said = f"{suit} are trumps"
    if rank is not None and draft.dice.chance(0.3):
        called, name = f"{called} or rank(c) == {rank!r}", f"{suit} and every {rank}"
        said = f"{name} are trumps"
    if rank is not None and draft.dice.chance(0.15):
        called, name = f"rank(c) == {rank!r}", f"every {rank}"
        said = f"{name} is a trump"
    if strains and strains[0].get("called") == called:
        return None
    draft.put(draft.data, "strains", [{"name": name, "called": called}])  # tables tell trumps by this name
    for part in phases(draft.data, "trick"):
        part.item.pop("strain", None)
    return said


@operator("change-following", "tricks", needs=("trick",))
def change_following(draft: Draft) -> str | None:
    """Changes which cards must be played to a trick."""
    found = [part for part in draft.free(phases(draft.data, "trick")) if not part.item.get("forced_top")]
    if not found:
        return None
    phase = draft.dice.one(found).item
    duties = phase.setdefault("duties", [])
    said = [duty.get("cards", "") for duty in duties]
    missing = [cards for cards in _DUTIES if cards not in said]
    if said and (not missing or draft.dice.chance(0.5)):
        place = draft.dice.number(0, len(duties) - 1)
        gone = duties[place]
        del duties[place]
        return f"it is no longer a duty to play cards with {gone.get('cards') or gone.get('by')}"
    cards = draft.dice.one(missing)
    draft.add(duties, {"cards": cards}, draft.dice.number(0, len(duties)))
    return _DUTIES[cards]


@operator("change-strength", "tricks", needs=("trick", "strains"), weight=0.7)
def change_strength(draft: Draft) -> str | None:
    """Lets low cards beat high ones, or cards win tricks by another order."""
    found = draft.free(items_of(draft.data, "strains", "$"))
    if not found:
        return None
    strain = draft.dice.one(found).item
    old = strain.get("order", "rank(c)")
    ways = {"-rank(c)": "low cards beat high ones"}
    ways |= {f"{table.name}(c)": f"cards with more {table.name} beat others" for table in draft.parent.deck.tables}
    ways.pop(old, None)
    if old != "rank(c)" and draft.dice.chance(0.5):
        draft.drop(strain, "order")
        return "higher ranks win tricks"
    if not ways:
        return None
    new = draft.dice.one(list(ways))
    draft.put(strain, "order", new)
    return ways[new]


@operator("low-cards-win", "tricks", needs=("trick",), lacks=("strains", "auction"), weight=0.5)
def low_cards_win(draft: Draft) -> str | None:
    """Lets the lowest card of the suit led win the trick."""
    if draft.parent.setup.tableau_mode == "war" or draft.is_pinned("$.strains"):
        return None
    draft.put(draft.data, "strains", [{"name": "upside down", "order": "-rank(c)"}])
    return "the lowest card of the suit led wins the trick"


@operator("change-breaking", "tricks", needs=("trick", "suits"), weight=0.7)
def change_breaking(draft: Draft) -> str | None:
    """Bars a suit until it is broken, or frees it."""
    found = [part for part in draft.free(phases(draft.data, "trick")) if not part.item.get("forced_top")]
    if not found:
        return None
    phase = draft.dice.one(found).item
    if phase.get("breaking_rule", "none") != "none" and draft.dice.chance(0.4):
        suit = phase.pop("breaking_suit", None)
        phase.pop("broken_by", None)
        draft.drop(phase, "breaking_rule")
        return f"{suit} may be led at any time"
    others = [suit for suit in draft.parent.deck.suits if suit != phase.get("breaking_suit")]
    if not others:
        return None
    suit = draft.dice.one(others)
    phase["broken_by"] = [{"suit": suit}]
    phase["breaking_suit"] = suit
    draft.put(phase, "breaking_rule", "cannot_lead_until_broken")
    draft.keep(phase, "breaking_suit")
    return f"{suit} may not be led until they are broken"


@operator("end-tricks-early", "tricks", needs=("trick",), weight=0.5)
def end_tricks_early(draft: Draft) -> str | None:
    """Stops after so many tricks, and the rest of the cards stay in hand."""
    found = draft.free(phases(draft.data, "trick"))
    each = draft.parent.setup.cards_per_player
    if not found or not isinstance(each, int) or each < 3:
        return None
    phase = draft.dice.one(found).item
    count = draft.dice.number(max(1, each // 2), each - 1)
    draft.put(phase, "until", f"trick_number >= {count}")
    return f"play stops after {number_word(count)} tricks"


@operator("change-trick-ties", "tricks", needs=("trick", "like cards"), weight=0.3)
def change_trick_ties(draft: Draft) -> str | None:
    """Gives a trick with equal cards to the last of them instead of the first."""
    found = draft.free(phases(draft.data, "trick"))
    if not found:
        return None
    phase = draft.dice.one(found).item
    if phase.get("ties", "first") == "first":
        draft.put(phase, "ties", "last")
        return "the last of equal cards wins the trick"
    draft.drop(phase, "ties")
    return "the first of equal cards wins the trick"


@operator("change-auction", "auctions", needs=("auction",))
def change_auction(draft: Draft) -> str | None:
    """Changes how calls climb, who may pass, or what happens if all do."""
    found = draft.free(phases(draft.data, "auction"))
    if not found:
        return None
    phase = draft.dice.one(found).item
    way = draft.dice.one(("levels", "all_pass", "rising", "doubling", "ends"))
    match way:
        case "levels":
            calls = [call for call in phase["calls"] if call.get("levels", (0, 0, 1))[1] > call.get("levels", (0,))[0]]
            if not calls:
                return None
            call = draft.dice.one(calls)
            low, high, step = call["levels"]
            new = high + step * draft.dice.one((-2, -1, 1, 2))
            if new <= low:
                return None
            draft.put(call, "levels", [low, new, step])
            return f"calls go up to {instead(new, high)}"
        case "all_pass" if str(phase.get("may_pass", "1")) != "0":
            ways = {"redeal": "if all pass the cards are dealt again", "end_hand": "if all pass the hand is over"}
            old = phase.get("all_pass", "end_hand")
            new_way = draft.dice.one([name for name in ways if name != old])
            if new_way == "end_hand":
                draft.drop(phase, "all_pass")
            else:
                draft.put(phase, "all_pass", new_way)
            return ways[new_way]
        case "rising":
            if phase.get("rising", True) and phase.get("ends") not in ("once", "first_bid"):
                return None
            if not phase.get("rising", True) and any(call.get("levels", (0,))[0] < 1 for call in phase["calls"]):
                return None
            draft.put(phase, "rising", not phase.get("rising", True))
            must = "must" if phase["rising"] else "need not"
            return f"a call {must} be higher than the last"
        case "doubling" if phase.get("ends") != "first_bid":
            old = phase.get("doubling", 0)
            draft.put(phase, "doubling", draft.dice.one([n for n in (0, 1, 2) if n != old]))
            said = ("nobody may double", "opponents may double", "opponents may double, and be redoubled")
            return said[phase["doubling"]]
    if way != "ends":
        return None
    ends = {
        "once": "everybody calls once", "first_bid": "the first bid ends the auction",
        "one_left": "the auction ends when one is left",
    }  # fmt: skip
    old_end = phase.get("ends", "one_left")
    new_end = draft.dice.one([name for name in ends if name != old_end])
    if new_end == "one_left":
        draft.drop(phase, "ends")
    else:
        draft.put(phase, "ends", new_end)
    return ends[new_end]


@operator("change-claims", "claims", needs=("claim",))
def change_claims(draft: Draft) -> str | None:
    """Changes how many cards are claimed, under which rank, and who may doubt it."""
    found = draft.free(phases(draft.data, "claim"))
    if not found:
        return None
    phase = draft.dice.one(found).item
    match draft.dice.one(("high", "challengers", "rank_mode")):
        case "high":
            old = phase.get("high", 4)
            new = nearby(draft.dice, old, low=phase.get("low", 1), high=6)
            if new is None:
                return None
            draft.put(phase, "high", new)
            return f"at most {instead(number_word(new), number_word(old))} cards are laid at once"
        case "challengers":
            if phase.get("challengers", "all") == "all":
                draft.put(phase, "challengers", "next")
                return "only the next player may doubt a claim"
            draft.drop(phase, "challengers")
            return "anybody may doubt a claim"
    modes = {
        "sequential": "claims go through the ranks in order",
        "player_choice": "players choose the rank they claim",
    }
    old_mode = phase.get("rank_mode", "sequential")
    new_mode = draft.dice.one([name for name in modes if name != old_mode])
    for name in ("fixed_rank", "starting_rank"):
        phase.pop(name, None)
    if new_mode == "sequential":
        phase["starting_rank"] = draft.parent.deck.ranks[0]
    draft.put(phase, "rank_mode", new_mode)
    return modes[new_mode]
