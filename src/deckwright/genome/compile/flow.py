"""Turn structures and phases to nodes."""

from __future__ import annotations

from typing import Any

from deckwright.genome.checks.length import steps_of_a_turn
from deckwright.genome.compile.builder import OWN_CARD, Builder, Defect
from deckwright.genome.compile.choice import compile_choice, compile_duties
from deckwright.genome.compile.effects import Place, compile_effects, destination
from deckwright.genome.compile.layout import TRICK_ZONE
from deckwright.genome.compile.reuse import part
from deckwright.genome.compile.tables import condition_mask
from deckwright.genome.enums import BreakingRule, ShowdownMethod, TieBreaker
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.scope import Scope, card_variable
from deckwright.genome.expressions.static import NotStatic, evaluate
from deckwright.genome.expressions.types import Type
from deckwright.genome.nearest import nearest_hint
from deckwright.genome.phases import (
    AuctionPhase,
    BettingPhase,
    ChoicePhase,
    ClaimPhase,
    DoPhase,
    Duty,
    Phase,
    TrickPhase,
    TurnStructure,
)

MAX_DEPTH = 6
MAX_CALLS = 250
MAX_CALLED_STRAINS = 16
MAX_PHASES = 200
MAX_BURY = 100
MOST_STEPS = 1_000_000_000


def compile_turns(b: Builder, turns: TurnStructure, path: str, *, depth: int = 1, in_turn: bool = False) -> int:
    """A turn structure and all below it; `in_turn`: inside a turn of another."""
    if depth > MAX_DEPTH:
        b.issue("flow.too-deep", path, f"turn structures nested deeper than {MAX_DEPTH}")
        raise Defect
    if len(turns.phases) > MAX_PHASES:
        b.issue("flow.too-many-phases", f"{path}.phases", f"{len(turns.phases)} phases: expected at most {MAX_PHASES}")
        raise Defect
    # A sequence has no turns of its own: inside another structure the turn stays where it is.
    start_text = "turn" if turns.order == "sequence" and depth > 1 else turns.start
    start = part(b, _seat, start_text, f"{path}.start")
    when = part(b, _when, turns.when, f"{path}.when")
    children = []
    for number, phase in enumerate(turns.phases):
        try:
            here = f"{path}.phases[{number}]"
            children += _phase(b, phase, here, turns, depth, in_turn=in_turn or turns.order != "sequence")
        except Defect:
            continue
    until = part(b, _until, turns.until, f"{path}.until")
    limit = b.genome.max_turns if turns.limit is None else turns.limit
    content = {
        "order": turns.order.capitalize(),
        "start": start,
        "when": when,
        "until": until,
        "limit": limit,
        # Without an `until`, a limit of its own is how many turns there are.
        "stops": not in_turn and turns.repeats and (turns.limit is None or until is not None),
        "steps": min(steps_of_a_turn(b.genome, turns), MOST_STEPS),
        "children": children,
    }
    return b.node("Turns", content, path)


def _seat(b: Builder, text: str, path: str) -> int:
    return b.flow_integer(text, path, b.scope, Type.SEAT)


def _when(b: Builder, text: str, path: str) -> dict[str, Any] | None:
    return b.condition(text, path, b.scope)


def _until(b: Builder, text: str, path: str) -> dict[str, Any] | None:
    node = b.check(text, path, b.scope)
    if b.never(node):
        return None
    proof = b.proof(node, path)
    b.check_flow(node, path, proof=proof is not None)
    return {"test": b.lowered(node, path), "proof": proof}


def _phase(b: Builder, phase: Phase, path: str, turns: TurnStructure, depth: int, *, in_turn: bool) -> list[int]:
    match phase:
        case TurnStructure():
            return [compile_turns(b, phase, path, depth=depth + 1, in_turn=in_turn)]
        case ClaimPhase():
            return [compile_turns(b, phase.lower(b.words.cards.ranks), path, depth=depth + 1, in_turn=in_turn)]
        case DoPhase():
            return [part(b, _do, phase, path)]
        case ChoicePhase():
            return [part(b, compile_choice, phase, path, together=turns.order == "together")]
        case TrickPhase():
            return part(b, _trick, phase, path)
        case BettingPhase():
            return [part(b, _betting, phase, path)]
        case AuctionPhase():
            return [part(b, _auction, phase, path)]
    raise AssertionError(phase)


def _do(b: Builder, phase: DoPhase, path: str) -> int:
    when = b.condition(phase.when, f"{path}.when", b.scope)
    actor = b.flow_integer(phase.actor, f"{path}.actor", b.scope, Type.SEAT)
    place = Place(b.scope, b.lowering, {}, turn_acts=phase.actor == "turn")
    effects = compile_effects(b, phase.effects, f"{path}.effects", place)
    return b.node("Do", {"name": phase.name, "when": when, "actor": actor, "effects": effects}, path)


def _family(b: Builder, text: str, path: str) -> str:
    """A zone that each seat has, by its bare name."""
    zone = b.words.zones.get(text)
    if zone is None or zone.owner != "seat":
        b.issue("zone.unknown", path, f"{text!r} is not a zone that each seat has{nearest_hint(text, b.words.zones)}")
        raise Defect
    return text


# tricks


def breaking_duties(b: Builder, phase: TrickPhase, path: str) -> list[tuple[int, str]]:
    """The seed's breaking rule as tiers, each a set of cards and when it binds: anything but the unbroken suit."""
    if phase.breaking_rule is BreakingRule.NONE or phase.breaking_suit is None:
        return []
    suit = b.words.find(Type.SUIT, phase.breaking_suit)
    if suit is None:
        b.unknown(
            "deck.unknown-suit",
            f"{path}.breaking_suit",
            "no card has the suit",
            phase.breaking_suit,
            b.words.cards.suits,
        )
        return []
    other = sum(1 << card for card, own in enumerate(b.words.attributes["suit"]) if own != suit)
    leads = phase.breaking_rule is BreakingRule.CANNOT_LEAD_UNTIL_BROKEN
    return [(other, "leading and not broken" if leads else "not broken")]


def _trick(b: Builder, phase: TrickPhase, path: str) -> list[int]:
    scope = b.scope.with_names(c=card_variable(b.words, OWN_CARD))
    place = Place(scope, b.lowering, {})
    source = _family(b, phase.source, f"{path}.source")
    breaking = breaking_duties(b, phase, path)
    duties = _duties(b, phase.duties, breaking, f"{path}.duties", place)
    broken = 0
    for number, condition in enumerate(phase.broken_by):
        try:
            broken |= condition_mask(b, condition, f"{path}.broken_by[{number}]")
        except Defect:
            continue
    if phase.forced_top or phase.to == phase.source:
        b.layout.ends_used.add(source)
    # What a hand has shown not to hold stays true until unseen cards come in.
    if duties and not phase.forced_top and b.is_hidden(source) and source in b.receiving:
        for duty in duties:
            b.tally(duty["cards"], source)
    ties = {"first": "First", "last": "Last", "tie_breaker": "Breaker"}[phase.ties]
    if phase.bury and not (phase.ties == "tie_breaker" and b.genome.game_rules.tie_breaker is TieBreaker.BATTLE):
        why = "cards are buried only in a battle: ties='tie_breaker' and tie_breaker BATTLE"
        b.issue("trick.bury-unused", f"{path}.bury", why)
    if b.sight.get(source) == "none" and not phase.forced_top:
        b.issue("privacy.legality", f"{path}.source", f"nobody sees the cards of {source!r} that are to be played")
    if phase.bury > MAX_BURY:
        b.issue("trick.bury", f"{path}.bury", f"{phase.bury} cards: expected at most {MAX_BURY}")
    until = b.check(phase.until, f"{path}.until", b.scope)
    shows = b.proof(until, f"{path}.until")
    b.check_flow(until, f"{path}.until", proof=shows is not None)
    before, leader = _holder(b, phase.leader, f"{path}.leader")
    hold = b.check(phase.hold, f"{path}.hold", b.scope)
    b.check_legality(hold, f"{path}.hold", turn_acts=False)
    holds = not b.never(hold)
    slot = b.slot(phase.name or "play", "Card")
    b.slot_notes[slot] = {"source": phase.source, "to": TRICK_ZONE}
    content = {
        "name": phase.name,
        "when": b.condition(phase.when, f"{path}.when", b.scope),
        "slot": slot,
        "hold": b.lowered(hold, f"{path}.hold") if holds else None,
        "hold_slot": b.slot("hold", "Nothing") if holds else slot,
        "leader": leader,
        "strain": b.flow_integer(phase.strain, f"{path}.strain", b.scope, Type.STRAIN),
        "source": b.layout.zones[source].family,
        "pile": b.layout.zones[TRICK_ZONE].base,
        "to": destination(b, phase.to, f"{path}.to", place),
        "place": "Bottom" if phase.to == phase.source else "Top",
        "duties": duties,
        "breaks": b.cards(broken) if broken else None,
        "out": _nobody_or(b, phase.out, f"{path}.out"),
        "dummy": _nobody_or(b, phase.dummy, f"{path}.dummy"),
        "forced_top": phase.forced_top,
        "bury": phase.bury,
        "ties": ties,
        "until": None if b.never(until) else {"test": b.lowered(until, f"{path}.until"), "proof": shows},
        "limit": b.genome.max_turns,
    }
    return [*before, b.node("Trick", content, path)]


def _holder(b: Builder, text: str, path: str) -> tuple[list[int], int]:
    """A seat found by what it holds: everyone learns who holds it, so each hand is tested in the open.

    The seat is worked out by a node of its own and kept in a hidden register.
    """
    node = b.check(text, path, b.scope, Type.SEAT)
    match node:
        case n.Gather(gather="first", domain=n.Domain(name="seats" | "live"), test=n.Node() as test):
            lowering = b.lowering.with_local(node.variable, 0)
            proof = b.proof(test, path, lowering)
        case _:
            b.check_flow(node, path)
            return [], b.lowered(node, path)
    if proof is None:
        b.check_flow(node, path)
        return [], b.lowered(node, path)
    register = b.hidden_register(f"seat found {len(b.nodes)}", start=-1)
    found = b.expression("Local", 0)
    keep = {"Set": {"base": register, "len": 1, "index": None, "value": found}}
    test_each = {
        "If": {"when": {"test": b.lowered(test, path, lowering), "proof": proof}, "then": [keep], "otherwise": []}
    }
    effects = [
        {"Set": {"base": register, "len": 1, "index": None, "value": b.constant(-1)}},
        {"Each": {"local": 0, "domain": b.lowering.domain(node.domain), "effects": [test_each]}},
    ]
    do = b.node(
        "Do", {"name": "", "when": None, "actor": b.integer("turn", path, b.scope, Type.SEAT), "effects": effects}, ""
    )
    return [do], b.expression("Reg", register)


def _duties(
    b: Builder, duties: tuple[Duty, ...], breaking: list[tuple[int, str]], path: str, place: Place
) -> list[dict[str, Any]]:
    """Every tier first without the unbroken suit, then with it: a barred card goes only when nothing else can."""
    plain = compile_duties(b, duties, path, place, turn_acts=False)
    if not breaking:
        return plain
    mask, when = breaking[0]
    barred = b.integer(when, path, place.scope)
    allowed = b.cards(mask)
    first = []
    with b.at(path):
        for duty in plain:
            both = barred if duty["when"] is None else b.combined("And", duty["when"], barred)
            first.append({"cards": b.combined("MaskAnd", duty["cards"], allowed), "when": both})
    return [*_interleaved(first, plain), {"cards": allowed, "when": barred}]


def _interleaved(narrow: list[dict[str, Any]], wide: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [duty for pair in zip(narrow, wide, strict=True) for duty in pair]


def _nobody_or(b: Builder, text: str, path: str) -> int | None:
    node = b.check(text, path, b.scope, Type.SEAT)
    b.check_flow(node, path)
    return None if isinstance(node, n.Const) and node.value < 0 else b.lowered(node, path)


# betting


def _betting(b: Builder, phase: BettingPhase, path: str) -> int:
    hands = next((name for name, zone in b.words.zones.items() if zone.role == "hand" and zone.owner == "seat"), None)
    if hands is None:
        b.issue("zone.no-hand", path, "betting needs a zone with the role hand for each seat")
        raise Defect
    sizes = phase.sizes or (str(phase.min_bet),)
    content = {
        "name": phase.name,
        "when": b.condition(phase.when, f"{path}.when", b.scope),
        "fold": b.slot("fold", "Nothing"),
        "check": b.slot("check", "Nothing"),
        "call": b.slot("call", "Nothing"),
        "raise": b.slot("raise", "Number"),
        "start": b.flow_integer(phase.start, f"{path}.start", b.scope, Type.SEAT),
        "ante": b.constant(phase.ante) if phase.ante else None,
        "blinds": [b.constant(blind) for blind in phase.blinds],
        "sizes": [
            b.legal_integer(size, f"{path}.sizes[{number}]", b.scope, turn_acts=False)
            for number, size in enumerate(sizes)
        ],
        "max_raises": phase.max_raises,
        "showdown": {
            ShowdownMethod.HAND_EVALUATION: "HandEvaluation",
            ShowdownMethod.HIGHEST_CARD: "HighestCard",
            ShowdownMethod.FOLD_ONLY: "FoldOnly",
        }[phase.showdown_method],
        "hands": b.layout.zones[hands].family,
    }
    return b.node("Betting", content, path)


# auctions


def _auction(b: Builder, phase: AuctionPhase, path: str) -> int:
    calls: list[dict[str, Any]] = []
    names: list[str] = []
    for number, call in enumerate(phase.calls):
        here = f"{path}.calls[{number}]"
        low, high, step = call.levels
        if step < 1 or high < low or (high - low) // step >= MAX_CALLS:
            b.issue(
                "auction.levels", f"{here}.levels", f"levels {call.levels}: expected low, high and a step of at least 1"
            )
            continue
        for level in range(low, high + 1, step):
            for index, strain in enumerate(call.strains or ("",)):
                try:
                    calls.append(_call(b, phase, number, here, level, index, strain))
                except Defect:
                    break
                names.append(calls[-1]["name"])
    if not 1 <= len(calls) <= MAX_CALLS:
        b.issue("auction.calls", f"{path}.calls", f"{len(calls)} calls: expected 1 to {MAX_CALLS}")
        raise Defect
    said = [" ".join(name.casefold().split()) for name in names]
    if twice := next((name for name in said if said.count(name) > 1), None):
        b.issue("auction.same-name", f"{path}.calls", f"two calls are called {twice!r}: a player could not say which")
    if not phase.rising and phase.ends in ("one_left", "silence"):
        why = "calls that need not rise could go on for ever: expected 'once' or 'first_bid', or rising calls"
        b.issue("auction.never-ends", f"{path}.ends", why)
    call_slot = b.pages("call", "Call", len(calls))
    b.calls[call_slot] = names
    content = {
        "name": phase.name,
        "when": b.condition(phase.when, f"{path}.when", b.scope),
        "start": b.flow_integer(phase.start, f"{path}.start", b.scope, Type.SEAT),
        "call": call_slot,
        "pass": b.slot("pass", "Nothing"),
        "double": b.slot("double", "Nothing"),
        "redouble": b.slot("redouble", "Nothing"),
        "calls": calls,
        "rising": phase.rising,
        "may_pass": _may_pass(b, phase, path),
        "pass_is_final": phase.pass_is_final,
        "doubling": phase.doubling,
        "ends": {"once": "Once", "first_bid": "FirstBid", "one_left": "OneLeft", "silence": "Silence"}[phase.ends],
        "declarer": {"bidder": "Bidder", "first_of_side": "FirstOfSide"}[phase.declarer],
        "all_pass": {"redeal": "Redeal", "end_hand": "EndHand", "continue": "Continue"}[phase.all_pass],
    }
    b.slot_notes |= {slot: {"phase": "auction"} for slot in range(call_slot, len(b.slots))}
    return b.node("Auction", content, path)


def _may_pass(b: Builder, phase: AuctionPhase, path: str) -> int | None:
    node = b.check(phase.may_pass, f"{path}.may_pass", b.scope)
    b.check_legality(node, f"{path}.may_pass", turn_acts=False)
    return None if b.always(node) else b.lowered(node, f"{path}.may_pass")


def _call(
    b: Builder, phase: AuctionPhase, number: int, path: str, level: int, index: int, strain: str
) -> dict[str, Any]:
    call = phase.calls[number]
    names: dict[str, n.Node] = {"level": n.const(level), "index": n.const(index)}
    if strain and (own := b.words.find(Type.STRAIN, strain)) is not None:
        names["strain"] = n.const(own, Type.STRAIN)
    order_node = b.check(call.order, f"{path}.order", Scope(b.words).with_names(**names))
    try:
        order = evaluate(order_node, b.words, {})
    except NotStatic:
        b.issue("expression.not-static", f"{path}.order", "the place on the ladder depends on level and index only")
        raise Defect from None
    if phase.rising and order <= 0:
        why = f"the place on the ladder is {order}: a call has to be above 0, or nobody could make it"
        b.issue("auction.never-callable", f"{path}.order", why)
        raise Defect
    place = -1
    if strain:
        found = b.words.find(Type.STRAIN, strain)
        if found is None:
            b.unknown("strain.unknown", f"{path}.strains", "no strain is called", strain, b.words.strains)
            raise Defect
        if found >= MAX_CALLED_STRAINS:
            b.issue("strain.too-many", f"{path}.strains", f"only the first {MAX_CALLED_STRAINS} strains can be called")
            raise Defect
        place = found
    when_node = b.check(call.when, f"{path}.when", b.scope.with_names(**names))
    b.check_legality(when_node, f"{path}.when", turn_acts=False)
    when = None if b.always(when_node) else b.lowered(when_node, f"{path}.when")
    proofs = b.proofs(when_node, f"{path}.when")
    return {
        "name": call.text(level, strain),
        "kind": b.words.kinds.index(call.kind),
        "level": level,
        "strain": place,
        "order": order,
        "when": when,
        "proof": next(iter(proofs), None),
    }
