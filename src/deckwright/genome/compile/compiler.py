"""A genome to a program; whatever cannot be compiled is a defect with its path."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any

from deckwright.cards import CardError
from deckwright.genome.capacity import growing_zones, pattern_room, receiving_zones
from deckwright.genome.checks.walk import phases_of
from deckwright.genome.compile import scoring
from deckwright.genome.compile.builder import Builder, Defect
from deckwright.genome.compile.effects import Place, compile_effects
from deckwright.genome.compile.instances import MAX_INSTANCES, Unlisted, pattern_instances, sizes
from deckwright.genome.compile.pools import Pools, cards_in, mask_text, to_json
from deckwright.genome.compile.privacy import guaranteed_sight
from deckwright.genome.compile.program import TRICK, Names, Program, RegisterName, SlotName, ZoneName, make_layout
from deckwright.genome.compile.reuse import part
from deckwright.genome.compile.tables import add_tables, compile_strains, condition_mask
from deckwright.genome.effects import Effect
from deckwright.genome.errors import GenomeError, Issue
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.scope import Scope
from deckwright.genome.expressions.static import NotStatic, evaluate
from deckwright.genome.expressions.types import HELD, REGISTER_FACTS, Bounds, Type
from deckwright.genome.expressions.vocabulary import (
    MOST_EFFORT,
    Cards,
    Effort,
    TooMuchEffort,
    Words,
    make_cards,
    make_words,
)
from deckwright.genome.limits import MAX_REGISTERS, MAX_SEATS, MAX_SLOTS, MAX_TALLIES, MAX_ZONES
from deckwright.genome.materials import DeckSpec, HandPattern, find_zone
from deckwright.genome.phases import Flow
from deckwright.genome.schema import GameGenome

MAX_POOL = 65_000
MAX_ALL_INSTANCES = 65_535
"""Sets of cards of all patterns and groups together."""
REMEMBERED = 128
"""Programs that need not be compiled again: checking, loading and playing a genome compile it once."""


def compile_genome(genome: GameGenome) -> Program:
    """The program of a genome; GenomeError with every defect if it has one."""
    program, issues = try_compile(genome)
    if program is None:
        raise GenomeError(issues)
    return program


def try_compile(genome: GameGenome) -> tuple[Program | None, tuple[Issue, ...]]:
    """The program, or every defect that prevents it. Those of the last rules are remembered, under any name."""
    return _compiled(genome.unnamed)


@lru_cache(maxsize=REMEMBERED)
def _compiled(genome: GameGenome) -> tuple[Program | None, tuple[Issue, ...]]:
    program, issues = _try_compile(_with_own_parts(genome))
    return program, tuple(issues)


@dataclass(frozen=True)
class CountedProgram:
    """A program that tells which of its rules apply, and where they stand in the genome."""

    program: Program
    marks: tuple[str, ...]
    """The path of each mark: an offer, an effect, a special effect."""
    nodes: tuple[str, ...]
    """The path of each node; empty for those of the compiler's own."""


@lru_cache(maxsize=REMEMBERED)
def compile_counted(genome: GameGenome) -> CountedProgram:
    """The program of a genome with marks; it plays the same. GenomeError with every defect if it has one."""
    marks: list[str] = []
    nodes: list[str] = []
    program, issues = _try_compile(_with_own_parts(genome), marks=marks, nodes=nodes)
    if program is None:
        raise GenomeError(issues)
    return CountedProgram(program, tuple(marks), tuple(nodes))


def _try_compile(
    genome: GameGenome, *, marks: list[str] | None = None, nodes: list[str] | None = None
) -> tuple[Program | None, list[Issue]]:
    effort = Effort(MOST_EFFORT)
    try:
        cards = deck_cards(genome, effort)
    except OmitError as error:
        return None, [error.issue]
    except CardError as error:
        return None, [Issue(error.code, "$.deck", message=error.message)]
    except TooMuchEffort:
        return None, [_too_much("$.deck.omit")]
    words = make_words(genome, cards, effort)
    sight, receiving = guaranteed_sight(genome), receiving_zones(genome)
    builder = Builder(genome, words, make_layout(words), Pools(), {}, sight=sight, receiving=receiving, marks=marks)
    if nodes is not None:
        builder.node_paths = nodes
    if not _check_limits(builder):
        return None, builder.issues
    try:
        data = _compile(builder)
    except TooMuchEffort:
        return None, [*builder.issues, _too_much(builder.path)]
    builder.watcher = None  # they name each other
    if builder.issues:
        return None, builder.issues
    return Program(data, _names(builder, data["zones"])), []


def _too_much(path: str) -> Issue:
    why = "the genome is too complicated: working out its expressions was given up here; say it with less"
    return Issue("genome.too-complicated", path, message=why)


def _with_own_parts(genome: GameGenome) -> GameGenome:
    """The genome with the zones and registers that its phases have without declaring them."""
    phases = [phase for phase, _ in phases_of(genome.turn_structure) if phase.own_zones or phase.own_registers]
    if not phases:
        return genome
    zones = dict.fromkeys(zone for phase in phases for zone in phase.own_zones)
    registers = dict.fromkeys(register for phase in phases for register in phase.own_registers)
    return genome.copy_with(zones=(*genome.zones, *zones), registers=(*genome.registers, *registers))


class OmitError(CardError):
    """A condition of the cards to leave out that is wrong."""

    def __init__(self, issue: Issue) -> None:
        super().__init__(issue.code, f"{issue.path}: {issue.message}")
        self.issue = issue


def deck_cards(genome: GameGenome, effort: Effort | None = None) -> Cards:
    """The cards of a genome's deck, those that are omitted left out."""
    spec = genome.deck
    if not spec.omit:
        return make_cards(spec)
    grid = make_cards(DeckSpec(suits=spec.suits, ranks=spec.ranks))
    words = make_words(genome.copy_with(deck=DeckSpec(suits=spec.suits, ranks=spec.ranks)), grid, effort)
    builder = Builder(genome, words, make_layout(words), Pools(), {})
    omitted = 0
    for number, condition in enumerate(spec.omit):
        path = f"$.deck.omit[{number}]"
        try:
            cards = condition_mask(builder, condition, path)
        except Defect:
            raise OmitError(builder.issues[0]) from None
        if not cards & ~omitted:
            why = "has no effect: its cards are omitted by those before it"
            raise OmitError(Issue("field.no-effect", path, message=why))
        omitted |= cards
    return make_cards(spec, frozenset(cards_in(omitted)))


def words_of(genome: GameGenome) -> Words:
    """What the names of a genome mean, its card tables included."""
    words = make_words(genome, deck_cards(genome))
    add_tables(Builder(genome, words, make_layout(words), Pools(), {}))
    return words


def _check_limits(b: Builder) -> bool:
    genome = b.genome
    if not 1 <= genome.player_count <= MAX_SEATS:
        b.issue("players.count", "$.player_count", f"{genome.player_count} players: expected 1 to {MAX_SEATS}")
    if b.layout.instances > MAX_ZONES:
        b.issue("zone.too-many", "$.zones", f"{b.layout.instances} zones and piles: expected at most {MAX_ZONES}")
    _check_registers(b)
    if find_zone(b.words.zones.values(), "stock") is None:
        why = "no zone has the role stock and belongs to the table: the deck has no place"
        b.issue("zone.no-stock", "$.zones", why)
    return not b.issues


def _check_registers(b: Builder) -> None:
    """There are more after compiling: those of the compiler's own."""
    if (count := b.layout.register_count) > MAX_REGISTERS:
        b.issue("register.too-many", "$.registers", f"{count} registers: expected at most {MAX_REGISTERS}")


def _compile(b: Builder) -> dict[str, Any]:
    genome, words = b.genome, b.words
    for name in ("suit", "rank"):  # the kernel knows these by number
        b.pools.attributes.add(words.attributes[name])
    add_tables(b)
    instances, groups = _instances(b)
    strains = compile_strains(b)
    stock = find_zone(words.zones.values(), "stock")
    assert stock is not None
    deal = part(b, _deal, genome.setup.cards_per_player, genome.setup.deal)
    root = 0
    with suppress(Defect):
        (root,) = genome.turn_structure.compile(b, "$.turn_structure", Flow())
    data = {
        "seats": genome.player_count,
        "team_of": list(words.team_of),
        "teams": len(genome.teams) if genome.team_mode else 0,
        "strains": strains,
        "instances": instances,
        "groups": groups,
        "sets": b.sets,
        "evaluation": scoring.compile_evaluation(b),
        "deal": deal,
        "stock": b.layout.zones[stock.name].base,
        "dealer": genome.setup.dealer.capitalize(),
        "root": root,
        "special": b.each(
            genome.special_effects,
            "$.special_effects",
            lambda special, path: part(b, scoring.compile_special, special, path),
        ),
        "card_scoring": b.each(genome.card_scoring, "$.card_scoring", partial(scoring.compile_card_scoring, b)),
        "scoring": b.each(
            genome.scoring_rules, "$.scoring_rules", lambda rule, path: part(b, scoring.compile_scoring, rule, path)
        ),
        "wins": b.each(genome.win_conditions, "$.win_conditions", partial(scoring.compile_win, b)),
        "credits": scoring.compile_credits(b),
        "rules": scoring.compile_rules(b),
        "max_hands": genome.max_hands,
        "utility": scoring.compile_utility(b),
        "utility_unit": genome.utility_unit,
        "registers": _registers(b),
        "nodes": b.nodes,
        "slots": b.slots,
        "deck": {
            "types": [card.code for card in words.cards.types],
            "type_of": [face - 1 for face in words.attributes["face"]],
            "attributes": b.pools.attributes.items,
        },
        "masks": list(map(mask_text, b.pools.masks.items)),
        "mask_tables": [
            {"min": low, "masks": list(map(mask_text, masks)), "below": mask_text(below), "above": mask_text(above)}
            for low, masks, below, above in b.pools.mask_tables.items
        ],
        "tables": [{"min": low, "values": values} for low, values in b.pools.tables.items],
        "ops": list(map(to_json, b.pools.ops.items)),
        "code": b.pools.code.items,
        "aggregates": b.pools.aggregates.items,
        "tallies": list(map(mask_text, _tallies(b))),
        "zones": _zones(b),
    }
    # Only now it shows whether the kernel has room for everything.
    if (count := len(b.slots)) > MAX_SLOTS:
        b.issue("choice.too-many-slots", "$.turn_structure", f"{count} kinds of action: expected at most {MAX_SLOTS}")
    _check_registers(b)
    lists = (
        b.nodes,
        *(pool.items for pool in b.pools.by_kind.values() if pool not in (b.pools.attributes, b.pools.ops)),
    )
    if any(len(items) > MAX_POOL for items in lists):
        b.issue("genome.too-large", "$", f"more than {MAX_POOL:,} different expressions, sets or phases")
    return data


def _instances(b: Builder) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Card sets of every pattern that can be listed, and groups: each pattern's own, and those named."""
    listed: dict[str, list[dict[str, Any]]] = {}
    room = pattern_room(b.genome, len(b.words.cards.cards))
    for number, pattern in enumerate(b.genome.patterns):
        path = b.path = f"$.patterns[{number}]"
        scoring.required_ranks(b, pattern, path)
        try:
            most = max(room.get(name, 0) for name in (pattern.name, pattern.group))
            is_roomy = not most or sizes(pattern, len(b.words.cards.cards))[1] <= most
            entries, why = part(b, _listed, pattern, path, room=None if is_roomy else most)
        except Defect:
            b.unlisted |= dict.fromkeys((pattern.name, pattern.group), "it has a defect of its own")
            continue
        if why:
            b.unlisted[pattern.name] = why
            b.unlisted[pattern.group] = f"of {pattern.name!r}, {why}" if pattern.group != pattern.name else why
            continue
        if pattern.name in room or pattern.group not in room:  # if only the group is used, its list is enough
            listed.setdefault(pattern.name, []).extend(entries)
        if pattern.group and pattern.group != pattern.name:
            listed.setdefault(pattern.group, []).extend(entries)
    instances: list[dict[str, Any]] = []
    groups: list[dict[str, Any]] = []
    for name, entries in listed.items():
        if name in b.unlisted or not entries:
            continue
        if len(entries) > MAX_INSTANCES:
            b.unlisted[name] = f"there are {len(entries):,}, and a group has at most {MAX_INSTANCES:,}"
            continue
        if len(instances) + len(entries) > MAX_ALL_INSTANCES:
            b.unlisted[name] = f"all patterns together would have more than {MAX_ALL_INSTANCES:,}"
            continue
        b.groups, b.group_sizes = {**b.groups, name: len(groups)}, {**b.group_sizes, name: len(entries)}
        groups.append({"name": name, "first": len(instances), "count": len(entries)})
        instances += entries
    return instances, groups


def _listed(b: Builder, pattern: HandPattern, path: str, *, room: int | None) -> tuple[list[dict[str, Any]], str]:
    """The card sets of a pattern with their points, or why they are not listed."""
    mask = condition_mask(b, pattern.cards, f"{path}.cards") if pattern.cards else -1
    wild = condition_mask(b, pattern.wild, f"{path}.wild") if pattern.wild else 0
    natural = mask & ~wild
    try:
        sets = pattern_instances(
            pattern, b.words, lambda card: bool(natural >> card & 1), wild=cards_in(wild), room=room
        )
    except Unlisted as why:
        return [], str(why)
    largest = max(map(len, sets), default=0)
    if pattern.max_count and room is None and 0 < largest < pattern.max_count:
        why_not = f"has no effect: there is no such set of more than {largest} cards"
        b.issue("field.no-effect", f"{path}.max_count", why_not)
    masks = [sum(1 << card for card in cards) for cards in sets]
    points = [0] * len(masks)
    if pattern.points:
        match = n.Variable(Type.CARDS, Bounds(0, 0), "match")
        node = b.check(pattern.points, f"{path}.points", Scope(b.words).with_names(match=match))
        try:
            points = [evaluate(node, b.words, {}, {"match": mask}) for mask in masks]
        except NotStatic:
            why_not = "points may only depend on the cards of the match"
            b.refuse("expression.not-static", f"{path}.points", why_not)
    return [{"cards": mask_text(mask), "points": worth} for mask, worth in zip(masks, points, strict=True)], ""


def _deal(b: Builder, each: int | str, effects: tuple[Effect, ...]) -> list[dict[str, Any] | str]:
    place = Place(b.scope, b.lowering, {})
    done: list[dict[str, Any] | str] = []
    if str(each) != "0":
        hands = find_zone(b.words.zones.values(), "hand", "seat")
        if hands is None:
            b.issue("zone.no-hand", "$.zones", "cards are dealt, but no zone with the role hand belongs to each seat")
            return done
        with b.going_on():
            if each == "all":
                count = b.constant(-(-len(b.words.cards.cards) // max(1, b.genome.player_count)))
            else:
                path, cards, seats = "$.setup.cards_per_player", len(b.words.cards.cards), b.genome.player_count
                node = b.check(str(each), path, b.scope)
                low, high = node.bounds
                if high * seats > cards or low < 0:
                    up_to = "" if low == high else f"{low * seats:,} to "
                    found, limit = f"{up_to}{high * seats:,} cards to deal", ": limit it with min(...) or max(...)"
                    expected = f"0 to {cards}{'' if low == high else limit}"
                    b.issue("deal.too-few-cards", path, "", found=found, expected=expected)
                if high == 0 and any(win.type == "empty_hand" for win in b.genome.win_conditions):
                    b.issue("win.at-once", path, "no cards are dealt: hands that start empty win at once")
                count = b.lowered(node, path)
            done.append({"Deal": {"zone": b.layout.zones[hands.name].family, "count": count}})
    return done + compile_effects(b, effects, "$.setup.deal", place)


def _registers(b: Builder) -> list[dict[str, Any]]:
    genome = b.genome
    starts = {fact.name: fact.start for fact in REGISTER_FACTS.values()}
    first = genome.setup.first_dealer
    starts["dealer"] = genome.player_count - 1 if first is None else min(first, genome.player_count - 1)
    starts["chips"] = genome.setup.starting_chips
    kept = [(fact.name, fact.keep, starts[fact.name], fact.type is Type.CARD) for fact in REGISTER_FACTS.values()]
    for number, register in enumerate(genome.registers):
        kind = b.words.registers[register.name].type
        start, path = 0 if kind is Type.INT else -1, f"$.registers[{number}].start"
        with suppress(Defect):
            value = b.lowering.known(b.check(register.start, path, Scope(b.words), kind)) if register.start else start
            start = value or 0
            if value is None:
                b.issue("expression.not-static", path, "a register starts with a fixed value")
        kept.append((register.name, register.keep, start, register.holds == "card"))
    done = []
    for name, keep, start, is_card in kept:
        place = b.layout.registers[name]
        entry = {"name": name, "base": place.base, "len": place.length, "keep": keep.capitalize(), "start": start}
        done.append({**entry, "cards": is_card})
    own = {register.name for register in genome.registers}
    for line in b.credits:
        if line.name not in own:
            length = b.layout.registers[line.name].length
            done.append({"name": line.name, "base": line.base, "len": length, "keep": "Match", "start": 0})
    for name, start in b.hidden:
        done.append({"name": name, "base": b.layout.registers[name].base, "len": 1, "keep": "Hand", "start": start})
    return done


def _tallies(b: Builder) -> list[int]:
    """The sets that are counted, in all tallied zones: where rules ask for them, and where such cards may go unseen."""
    instances = {name: place.owners * place.piles for name, place in b.layout.zones.items()}
    counted = sum(instances[name] for name in b.tallied)
    tallies = b.tallies[: MAX_TALLIES // max(1, counted)]
    hidden = {zone.name: zone.role for zone in b.words.zones.values() if tallies and b.is_hidden(zone.name)}
    reached = growing_zones(b.genome) if hidden else set()
    for name, role in hidden.items():  # discards may be shuffled into the stock
        reaches = name in reached or (role == "stock" and "discard" in hidden.values())
        if reaches and name not in b.tallied and (counted + instances[name]) * len(tallies) <= MAX_TALLIES:
            counted += instances[name]
            b.tallied.add(name)
    return tallies


def _zones(b: Builder) -> list[dict[str, Any]]:
    """Zones; it comes last, when it is known which of them have an order."""
    done: list[dict[str, Any]] = []
    piled, ends_used = set(b.layout.piled), set(b.layout.ends_used)
    for name, place in b.layout.zones.items():
        zone = b.words.zones.get(name, TRICK)
        # Cards that lie open side by side, such as a board, are a set unless a rule takes them by their place.
        side_by_side = zone.role == "other" and zone.seen_by == "all" and name not in piled
        in_order = (
            (zone.owner == "table" and not side_by_side)
            or zone.role in ("discard", "tableau")
            or zone.seen_by == "top"
            or name in ends_used
        )
        done.append(
            {
                "name": name,
                "role": zone.role.capitalize(),
                "owner": zone.owner.capitalize(),
                "piles": place.piles,
                "seen_by": zone.seen_by.capitalize(),
                "ordered": in_order,
                "base": place.base,
                "tallied": name in b.tallied and zone is not TRICK,
            }
        )
    ordered = {zone["name"] for zone in done if zone["ordered"]}
    for names, path in b.order_matters:
        if names and not names & ordered:
            b.issue("field.no-effect", path, f"has no effect: the cards of {min(names)!r} have no order")
    return done


_HELD = {kind: word for word, kind in HELD.items()} | {Type.KIND: "kind"}


def _names(b: Builder, compiled_zones: list[dict[str, Any]]) -> Names:
    words = b.words
    in_order = {zone["name"]: zone["ordered"] for zone in compiled_zones}
    zones = []
    for name, place in b.layout.zones.items():
        zone = words.zones.get(name, TRICK)
        sorts = zone.piles if isinstance(zone.piles, str) else ""
        where = (place.base, place.owners, place.piles)
        zones.append(
            ZoneName(name, zone.role, zone.owner, *where, zone.seen_by, in_order[name], sorts, remembers=zone.memory)
        )
    registers = []
    hidden = {name for name, _ in b.hidden}
    labels = {register.name: register.label for register in b.genome.registers}
    tallies = {line.name: line.label for line in b.credits}
    for name, spot in b.layout.registers.items():
        if name in hidden:
            continue
        entry = words.registers.get(name) or REGISTER_FACTS.get(name)
        per, kind = ("seat", Type.INT) if entry is None else (entry.per, entry.type)
        is_tally = name in tallies and name not in labels
        label = tallies[name] if is_tally else labels.get(name, "")
        registers.append(RegisterName(name, spot.base, spot.length, per, _HELD[kind], label, is_tally))
    return Names(
        cards=tuple(card.code for card in words.cards.types),
        suits=words.cards.suits,
        ranks=words.cards.ranks,
        strains=words.strains,
        kinds=words.kinds,
        slots=tuple(SlotName(**slot, **note) for slot, note in zip(b.slots, b.slot_notes, strict=True)),
        calls=dict(b.calls),
        zones=tuple(zones),
        registers=tuple(registers),
        groups=tuple(b.groups),
        credits=tuple(line.name for line in b.credits),
        scoring=tuple(rule.name.replace("_", " ") for rule in b.genome.scoring_rules),
    )
