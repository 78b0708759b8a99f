"""Choice phases: offers, picks, and what making them shows."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from deckwright.genome import effects as fx
from deckwright.genome.compile.builder import OWN_CARD, Builder, Defect
from deckwright.genome.compile.disjoint import Taken, earlier_picks, without, zones_in
from deckwright.genome.compile.effects import Place, compile_effects, destination, is_same_place
from deckwright.genome.compile.instances import sizes
from deckwright.genome.compile.reuse import part
from deckwright.genome.compile.sets import compile_sets
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.check import Checker
from deckwright.genome.expressions.parse import parse_expression
from deckwright.genome.expressions.scope import Scope, card_variable
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.phases import ChoicePhase, Duty, Offer, Pick

MAX_PICKS = 6
MAX_OFFERS = 32
OF_CARDS = ("card", "cards", "tail", "set", "sets")
_VALUE_TYPES = {"seat": Type.SEAT, "rank": Type.RANK, "suit": Type.SUIT, "strain": Type.STRAIN, "number": Type.INT}


def compile_choice(b: Builder, phase: ChoicePhase, path: str, *, together: bool) -> int:
    """The phase as a node."""
    place = Place(b.scope, b.lowering, {})
    when = b.condition(phase.when, f"{path}.when", place.scope)
    actor = b.flow_integer(phase.actor, f"{path}.actor", place.scope, Type.SEAT)
    offers = []
    if not 1 <= len(phase.offers) <= MAX_OFFERS:
        b.issue("choice.offers", f"{path}.offers", f"{len(phase.offers)} offers: expected 1 to {MAX_OFFERS}")
    highest = max((offer.duty for offer in phase.offers), default=0)
    before, after = set(b.shown), set(b.shown)
    for number, offer in enumerate(phase.offers):
        b.shown = set(before)
        try:
            offers.append(
                part(
                    b,
                    _offer,
                    offer,
                    f"{path}.offers[{number}]",
                    together=together,
                    highest=highest,
                    turn_acts=phase.actor == "turn",
                )
            )
        except Defect:
            continue
        after |= b.shown
    b.shown = after
    return b.node("Choice", {"name": phase.name, "when": when, "actor": actor, "offers": offers}, path)


@dataclass
class _Draft:
    """The picks of an offer so far."""

    place: Place
    picks: list[dict[str, Any]] = field(default_factory=list)
    taken: list[Taken] = field(default_factory=list)
    may_fail: bool = False
    first_cards: int | None = None
    first_zone: str = ""
    turn_acts: bool = True


def _offer(b: Builder, offer: Offer, path: str, *, together: bool, highest: int, turn_acts: bool) -> dict[str, Any]:
    place = Place(b.scope, b.lowering, {}, turn_acts=turn_acts)
    when: int | None = None
    proofs: list[dict[str, Any]] = []
    with b.going_on():
        when_node = b.check(offer.when, f"{path}.when", place.scope)
        if b.never(when_node):
            b.issue("offer.never", f"{path}.when", "", found=repr(offer.when), expected="a condition that can hold")
        b.check_legality(when_node, f"{path}.when", turn_acts=turn_acts)
        when = None if b.always(when_node) else b.lowered(when_node, f"{path}.when")
        proofs = b.proofs(when_node, f"{path}.when")
    if len(offer.picks) > MAX_PICKS:
        b.issue("choice.picks", f"{path}.picks", f"{len(offer.picks)} picks: expected at most {MAX_PICKS}")
        raise Defect
    if together and any(pick.kind in ("set", "sets") for pick in offer.picks):
        b.issue("pick.sets-together", f"{path}.picks", "sets are laid in the open: not while all choose in secret")
        raise Defect
    draft = _Draft(place, turn_acts=turn_acts)
    own_slot = b.slot(offer.name, "Nothing", public=True) if not offer.picks else len(b.slots)
    if not offer.picks:
        b.slot_notes[own_slot] = {"offer": offer.name, **_first_move(offer)}
    for number, pick in enumerate(offer.picks):
        verb = offer.name if number == 0 else pick.name
        secret = _is_secret(b, offer, pick)
        first = len(b.slots)
        _pick(b, draft, pick, number, verb, f"{path}.picks[{number}]", public=not secret, secret=secret)
        for slot in range(first, len(b.slots)):
            b.slot_notes[slot] = {
                "offer": offer.name,
                "pick": pick.name,
                "source": pick.source,
                "to": _goes_to(offer, pick),
                "several": pick.kind == "sets" or (pick.kind == "cards" and b.slots[slot]["kind"] != "Instance"),
            }
    accept = None
    with b.going_on():
        node = b.check(offer.accept, f"{path}.accept", draft.place.scope)
        b.check_legality(node, f"{path}.accept", turn_acts=turn_acts)
        accept = b.optional(offer.accept, f"{path}.accept", draft.place.scope, draft.place.lowering)
    moves = _moves(b, offer, path, draft.place, draft.picks)
    effects = b.mark(path) + moves + compile_effects(b, offer.effects, f"{path}.effects", draft.place)
    absent = None
    if offer.duty < highest and draft.first_cards is not None and not draft.may_fail and accept is None:
        absent = _absent(b, draft, when)
    return {
        "slot": own_slot,
        "when": when,
        "proof": proofs[0] if proofs else None,
        "further": proofs[1:],
        "absent": absent,
        "duty": offer.duty,
        "picks": draft.picks,
        "accept": accept,
        "effects": effects,
        "is_pass": offer.is_pass,
        "plays": _plays(b, offer),
        "look_ahead": accept is not None or draft.may_fail,
    }


def _first_move(offer: Offer) -> dict[str, str]:
    """Where an offer without picks takes cards from and lays them, where it does so in any case."""
    moves = (effect for effect in offer.effects if isinstance(effect, fx.Move))
    return next(({"source": move.cards, "to": move.to} for move in moves), {})


def _goes_to(offer: Offer, pick: Pick) -> str:
    """Where what is picked goes, as the genome says it."""
    moves = (effect for effect in offer.effects if isinstance(effect, fx.Move))
    return pick.to or next((move.to for move in moves if move.cards == pick.name), "")


def _absent(b: Builder, draft: _Draft, when: int | None) -> dict[str, Any] | None:
    """Who takes an offer of higher duty had no card for this one."""
    if draft.first_cards is None or not b.is_hidden(draft.first_zone):
        return None
    cards = draft.first_cards
    if when is not None:
        cards = b.combined("MaskAnd", cards, b.combined("MaskIf", when))
    owner = n.ZoneAt(Type.PILE, b.words.type_bounds(Type.PILE), draft.first_zone, b.scope.subject, None)
    return {"zone": b.lowering.integer(owner), "cards": cards, "count": 1}


# what a pick is


def _pick(
    b: Builder, draft: _Draft, pick: Pick, number: int, verb: str, path: str, *, public: bool, secret: bool
) -> None:
    match pick.kind:
        case "card" | "tail":
            kind, node, proof = _card_pick(b, draft, pick, number, path, secret=secret)
            slot = b.slot(verb, "Card", public=public)
        case "cards":
            slot, kind, node = _cards_pick(b, draft, pick, number, verb, path, public=public, secret=secret)
            proof = None
        case "set" | "sets":
            slot, kind, node = _sets_pick(b, draft, pick, number, verb, path)
            proof = None
        case _:
            slot, kind, node, proof = _value_pick(b, draft, pick, number, verb, path, public=public)
    draft.picks.append({"slot": slot, "kind": kind, "proof": proof})
    if secret and isinstance(node, n.Picked):
        node = replace(node, zone=_zone_named(pick.source))
    place = draft.place
    picks = {**place.picks, pick.name: number} if pick.kind in OF_CARDS else place.picks
    tails = place.tails | {pick.name} if pick.kind == "tail" else place.tails - {pick.name}
    draft.place = replace(place, scope=place.scope.with_names(**{pick.name: node}), picks=picks, tails=tails)


def _source(b: Builder, pick: Pick, path: str, place: Place, *, turn_acts: bool) -> n.Node:
    """The cards to pick from: a zone, a pick, or several of them."""
    if not pick.source:
        b.issue("pick.no-source", path, "a pick of cards needs a source")
        raise Defect
    with b.at(f"{path}.source"):
        tree = parse_expression(f"face_up({pick.source})" if pick.kind == "tail" else pick.source)
        items = tree.items if isinstance(tree, s.Group) else (tree,)
        checker = Checker(pick.source, place.scope)
        sets = tuple(checker.wanted(item, Type.CARDS) for item in items)
    source = sets[0] if len(sets) == 1 else n.Union(Type.CARDS, Bounds(0, 0), sets)
    b.check_legality(source, f"{path}.source", turn_acts=turn_acts)
    return source


def _zone_of(source: n.Node) -> str:
    if isinstance(source, n.PileCards) and isinstance(source.pile, n.ZoneAt):
        return source.pile.zone
    return ""


def _take(draft: _Draft, source: n.Node, number: int, *, secret: bool = False) -> list[Taken]:
    """Notes a pick of cards; the earlier ones whose cards it leaves alone."""
    earlier = earlier_picks(draft.taken, source)
    draft.taken.append(Taken(number, zones_in(source), secret))
    draft.may_fail |= bool(earlier)
    return earlier


def _card_pick(
    b: Builder, draft: _Draft, pick: Pick, number: int, path: str, *, secret: bool
) -> tuple[dict[str, Any], n.Node, None]:
    place = draft.place
    source = _source(b, pick, path, place, turn_acts=draft.turn_acts)
    if isinstance(source, n.FaceUp) and pick.kind == "tail":
        _put_in_order(b, source, path)
    scope = _own_scope(b, pick, place)
    where = b.check(pick.where, f"{path}.where", scope)
    if pick.to:  # a card goes only where the zone's own rule lets it
        fits = b.check(f"fits({pick.name}, {_pile_for(b, pick)})", f"{path}.to", scope)
        where = where if b.always(fits) else n.joined("and", where, fits)
        if (most := _most_of(b, pick.to)) is not None:  # and only while there is room
            room = b.check(f"size({_pile_for(b, pick)}) < {most}", f"{path}.to", scope)
            where = n.joined("and", where, room)
    b.check_legality(where, f"{path}.where", turn_acts=draft.turn_acts)
    with b.at(f"{path}.where"):
        cards = place.lowering.matching_in(source, where, OWN_CARD)
        wanted = place.lowering.matching(where, OWN_CARD)
    zone = _zone_of(source)
    earlier = _take(draft, source, number, secret=secret)
    if earlier and pick.kind == "tail":
        message = "a tail could hold cards of an earlier pick: pick the tail first"
        b.issue("pick.tail-overlaps", f"{path}.source", message)
        raise Defect
    cards = without(b, cards, earlier, f"{path}.source")
    duties = compile_duties(b, pick.duties, f"{path}.duties", replace(place, scope=scope), turn_acts=draft.turn_acts)
    if earlier:  # who leaves a duty aside has none of its cards but those picked before
        duties = [{**duty, "cards": without(b, duty["cards"], earlier, f"{path}.duties")} for duty in duties]
    if not b.always(where):  # a duty binds, and shows what is not held, among the cards that may be picked at all
        with b.at(f"{path}.where"):
            duties = [{**duty, "cards": b.combined("MaskAnd", duty["cards"], wanted)} for duty in duties]
    shown = None
    # A secret pick may hold the card that the duty asks for: then nothing can be told from it in public.
    tells = duties and not any(taken.secret for taken in earlier)
    if tells and b.is_hidden(zone) and isinstance(source, n.PileCards):
        shown = b.lowered(source.pile, path, place.lowering)
    if number == 0:
        draft.first_cards, draft.first_zone = wanted, zone
    elif not b.always(where) or not _never_empty(source):
        draft.may_fail = True
    is_tail = pick.kind == "tail"
    node = n.Picked(Type.CARD, Bounds(0, len(b.words.cards.cards) - 1), number, tail=is_tail)
    return {"Card": {"cards": cards, "duties": duties, "zone": shown, "tail": is_tail}}, node, None


def _put_in_order(b: Builder, source: n.FaceUp, path: str) -> None:
    """What lies on a card depends on the order of its pile, and on which pile it is."""
    b.layout.ends_used.update(pile.zone for pile in source.piles if isinstance(pile, n.ZoneAt))
    if len(source.piles) > 1 and len(b.words.cards.types) < len(b.words.cards.cards):
        message = "like cards may lie in several of these piles: pick the pile first, and the tail from it"
        b.issue("pick.which-tail", f"{path}.source", message)


def _pile_for(b: Builder, pick: Pick) -> str:
    """The pile a picked card would go to: its own, in a zone with one per suit or rank."""
    zone = b.words.zones.get(_zone_named(pick.to))
    sorts = zone is not None and isinstance(zone.piles, str) and not pick.to.startswith("pile(")
    return f"pile({pick.to}, {pick.name})" if sorts else pick.to


def _most_of(b: Builder, to: str) -> int | None:
    """How many cards the zone that cards go to may hold."""
    zone = b.words.zones.get(_zone_named(to))
    return zone.most if zone is not None else None


def _own_scope(b: Builder, pick: Pick, place: Place) -> Scope:
    """The card that is picked has the pick's name, and is `c` unless an earlier pick is."""
    variable = card_variable(b.words, OWN_CARD)
    names: dict[str, n.Node] = {pick.name: variable}
    if "c" not in place.scope.names:
        names["c"] = variable
    return place.scope.with_names(**names)


def _never_empty(source: n.Node) -> bool:
    return isinstance(source, n.Single)


def compile_duties(
    b: Builder, duties: tuple[Duty, ...], path: str, place: Place, *, turn_acts: bool
) -> list[dict[str, Any]]:
    """Tiers of cards, the first held being compulsory."""
    done = []
    for number, duty in enumerate(duties):
        here = f"{path}[{number}]"
        b.check_legality(b.check(duty.when, f"{here}.when", place.scope), f"{here}.when", turn_acts=turn_acts)
        when = b.optional(duty.when, f"{here}.when", place.scope, place.lowering)
        if duty.by:
            if duty.by not in b.words.attributes:
                b.unknown("duty.unknown-table", f"{here}.by", "no card table is called", duty.by, b.words.tables)
                raise Defect
            values = b.words.attributes[duty.by]
            for value in sorted(set(values), reverse=True):
                mask = sum(1 << card for card, own in enumerate(values) if own == value)
                done.append({"cards": b.cards(mask), "when": when})
            continue
        b.check_legality(b.check(duty.cards or "1", f"{here}.cards", place.scope), f"{here}.cards", turn_acts=turn_acts)
        done.append(
            {"cards": b.card_mask(duty.cards or "1", f"{here}.cards", place.scope, place.lowering), "when": when}
        )
    return done


def _cards_pick(
    b: Builder, draft: _Draft, pick: Pick, number: int, verb: str, path: str, *, public: bool, secret: bool
) -> tuple[int, dict[str, Any], n.Node]:
    place = draft.place
    source = _source(b, pick, path, place, turn_acts=draft.turn_acts)
    where = b.check(pick.where, f"{path}.where", _own_scope(b, pick, place))
    b.check_legality(where, f"{path}.where", turn_acts=draft.turn_acts)
    with b.at(f"{path}.where"):
        cards = place.lowering.matching_in(source, where, OWN_CARD)
    earlier = _take(draft, source, number, secret=secret)
    cards = without(b, cards, earlier, f"{path}.source")
    node = n.Picked(Type.CARDS, Bounds(0, 0), number)
    total = None
    low, high = pick.low, pick.high
    if pick.pattern:
        pattern = next((one for one in b.genome.patterns if one.name == pick.pattern and one.total), None)
        if pattern is None:
            group = b.group(pick.pattern, f"{path}.pattern")
            slot = b.pages(verb, "Instance", b.group_sizes[pick.pattern], public=public)
            draft.may_fail |= number > 0
            return slot, {"Instance": {"cards": cards, "group": group}}, node
        values = b.words.attributes.get(pattern.values)
        if values is None:
            b.unknown("pattern.no-table", f"{path}.pattern", "no card table is called", pattern.values, b.words.tables)
            raise Defect
        target = b.legal_integer(
            pattern.total, f"{path}.pattern", place.scope, turn_acts=draft.turn_acts, lowering=place.lowering
        )
        with b.at(path):
            total = [place.lowering.attribute_number(values), target]
        low, high = map(str, sizes(pattern, len(b.words.cards.cards)))
    slot = b.slot(verb, "Card", public=public)
    commit = b.slot(verb, "Commit", public=True)
    draft.may_fail |= number > 0 or total is not None
    content = {
        "cards": cards,
        "low": b.legal_integer(low, f"{path}.low", place.scope, turn_acts=draft.turn_acts, lowering=place.lowering),
        "high": b.legal_integer(high, f"{path}.high", place.scope, turn_acts=draft.turn_acts, lowering=place.lowering),
        "commit": commit,
        "total": total,
    }
    return slot, {"Cards": content}, node


def _sets_pick(
    b: Builder, draft: _Draft, pick: Pick, number: int, verb: str, path: str
) -> tuple[int, dict[str, Any], n.Node]:
    """Sets laid on the piles of their ranks."""
    place = draft.place
    source = _source(b, pick, path, place, turn_acts=draft.turn_acts)
    where = b.check(pick.where, f"{path}.where", _own_scope(b, pick, place))
    b.check_legality(where, f"{path}.where", turn_acts=draft.turn_acts)
    with b.at(f"{path}.where"):
        cards = place.lowering.matching_in(source, where, OWN_CARD)
    if any("Sets" in other["kind"] for other in draft.picks):
        b.issue("pick.sets-twice", path, "one pick of an offer lays sets: kind `sets` lays several")
        raise Defect
    cards = without(b, cards, _take(draft, source, number), f"{path}.source")
    family, count = compile_sets(b, pick.pattern, f"{path}.pattern")
    slot = b.pages(verb, "Instance", count)
    several = pick.kind == "sets"

    def number_of(name: str, text: str) -> int:
        here = f"{path}.{name}"
        return b.legal_integer(text, here, place.scope, turn_acts=draft.turn_acts, lowering=place.lowering)

    content = {
        "cards": cards,
        "family": family,
        "to": _first_pile(b, pick, f"{path}.to", place),
        "low": number_of("low", pick.low),
        "high": number_of("high", pick.high or str(len(b.words.cards.cards))),
        "commit": b.slot(verb, "Commit", public=True) if several else None,
    }
    draft.may_fail |= number > 0 or several
    return slot, {"Sets": content}, n.Picked(Type.CARDS, Bounds(0, 0), number)


def _first_pile(b: Builder, pick: Pick, path: str, place: Place) -> int:
    """The first pile of the zone that sets go to: it has one for each rank, and lies open."""
    node = b.check(pick.to, path, place.scope, Type.PILE) if pick.to else None
    zone = b.words.zones.get(node.zone) if isinstance(node, n.ZoneAt) and node.pile is None else None
    if zone is None or zone.piles != "rank" or zone.seen_by != "all" or not isinstance(node, n.ZoneAt):
        b.issue("pick.sets-piles", path, "sets are laid in a zone with a pile for each rank that everyone sees")
        raise Defect
    return b.lowered(replace(node, pile=n.Const(Type.RANK, Bounds(0, 0), 0)), path, place.lowering)


def _value_pick(
    b: Builder, draft: _Draft, pick: Pick, number: int, verb: str, path: str, *, public: bool
) -> tuple[int, dict[str, Any], n.Node, dict[str, Any] | None]:
    place, words = draft.place, b.words
    offset = 0
    if pick.kind == "pile":
        zone = b.check(pick.source, f"{path}.source", place.scope, Type.PILE)
        if not isinstance(zone, n.ZoneAt) or zone.pile is not None:
            b.issue("pick.no-source", f"{path}.source", "a pick of a pile needs a zone")
            raise Defect
        count = b.layout.zones[zone.zone].piles
        node: n.Node = replace(zone, pile=n.Picked(Type.INT, Bounds(0, count - 1), number))
    else:
        kind = _VALUE_TYPES[pick.kind]
        if pick.kind == "number":
            offset, high = (
                _fixed(b, text, f"{path}.{name}", place) for name, text in (("low", pick.low), ("high", pick.high))
            )
            count = high - offset + 1
        else:
            count = {Type.SEAT: words.seats, Type.RANK: len(words.cards.ranks), Type.SUIT: len(words.cards.suits)}.get(
                kind, len(words.strains)
            )
        node = n.Picked(kind, Bounds(offset, offset + max(0, count - 1)), number, offset)
    if not 1 <= count <= 128:
        b.issue("pick.range", path, f"{count} values to pick from: expected 1 to 128")
        raise Defect
    where = b.check(pick.where, f"{path}.where", place.scope.with_names(**{pick.name: node}))
    b.check_legality(where, f"{path}.where", turn_acts=draft.turn_acts)
    when = None if b.always(where) else b.lowered(where, f"{path}.where", place.lowering)
    draft.may_fail |= number > 0 and when is not None
    proofs = b.proofs(where, f"{path}.where", place.lowering)
    slot = b.slot(verb, pick.kind.capitalize(), offset=offset, public=public)
    return slot, {"Value": {"count": count, "when": when}}, node, next(iter(proofs), None)


def _fixed(b: Builder, text: str, path: str, place: Place) -> int:
    value = b.lowering.known(b.check(text, path, place.scope))
    if value is None:
        b.issue("pick.range", path, "the range of a number to pick is fixed; limit it with `where`")
        raise Defect
    return value


# what follows from an offer as a whole


def _moves(
    b: Builder, offer: Offer, path: str, place: Place, picks: list[dict[str, Any]]
) -> list[dict[str, Any] | str]:
    """Picks that say where their cards go move them before any effect."""
    done: list[dict[str, Any] | str] = []
    for number, (pick, compiled) in enumerate(zip(offer.picks, picks, strict=True)):
        if pick.kind in ("set", "sets"):
            done.insert(0, {"Lay": {"pick": number, "kind": compiled["kind"]}})
        elif pick.to and pick.name in place.picks:
            here = f"{path}.picks[{number}].to"
            to = destination(b, pick.to, here, place)
            if pick.kind != "tail" and "," not in pick.source and is_same_place(b, pick.source, pick.to, here, place):
                b.issue("field.no-effect", here, "has no effect: it is where the cards are")
            source = {"Tail" if pick.kind == "tail" else "Pick": number}
            done.append(
                {
                    "Move": {
                        "from": source, "to": to, "count": None, "until": None,
                        "place": "Top", "seen_by": None, "draws": False,
                    }
                }
            )  # fmt: skip
    return done


def _zone_named(text: str) -> str:
    return text.split("[")[0].split("(")[-1].split(",")[0].strip()


def _targets(offer: Offer, pick: Pick) -> list[tuple[str, str]]:
    """Where the cards of a pick go, and who is said to see them."""
    found = [(pick.to, "")] if pick.to else []
    piles = {other.name: other.source for other in offer.picks if other.kind == "pile"}

    def visit(effects: tuple[fx.Effect, ...]) -> None:
        for effect in effects:
            match effect:
                case fx.Move(cards=cards) if cards == pick.name:
                    found.append((piles.get(effect.to, effect.to), effect.seen_by))
                case fx.If():
                    visit(effect.then)
                    visit(effect.otherwise)
                case fx.Each():
                    visit(effect.effects)

    visit(offer.effects)
    return found


def _is_secret(b: Builder, offer: Offer, pick: Pick) -> bool:
    """Cards that go from a hidden place to a hidden place are not announced."""
    if pick.kind not in ("card", "cards") or not b.is_hidden(_zone_named(pick.source)):
        return False
    targets = _targets(offer, pick)
    return not targets or any(
        seen_by in ("none", "owner", "team") or (not seen_by and b.is_hidden(_zone_named(to), arriving=True))
        for to, seen_by in targets
    )


def _plays(b: Builder, offer: Offer) -> bool:
    """A card picked from a hand and laid openly on the tableau or the discard pile is played."""
    if not offer.picks or offer.picks[0].kind not in ("card", "cards") or _is_secret(b, offer, offer.picks[0]):
        return False
    zones = b.words.zones
    source = zones.get(_zone_named(offer.picks[0].source))
    if source is None or source.role != "hand":
        return False
    targets = [zones.get(_zone_named(to)) for to, _ in _targets(offer, offer.picks[0])]
    return any(zone is not None and zone.role in ("tableau", "discard") for zone in targets)
