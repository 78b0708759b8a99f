"""Which zones receive cards, and the most each can hold."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from deckwright.genome.checks import walk
from deckwright.genome.enums import PassAction
from deckwright.genome.errors import Issue, inert
from deckwright.genome.limits import MAX_CARDS
from deckwright.genome.materials import find_zone
from deckwright.text import find_number

if TYPE_CHECKING:
    from deckwright.genome.schema import GameGenome


def most_held(genome: GameGenome, cards: int) -> dict[str, int]:
    """The most cards that one instance of each zone can hold, in a deck of so many."""
    brought = _most_brought(genome, cards)
    limits = {zone.name: brought[zone.name] if zone.most is None else zone.most for zone in genome.zones}
    return {name: min(most, limits[name]) for name, most in brought.items()}


def _most_brought(genome: GameGenome, cards: int) -> dict[str, int]:
    """The most cards that could come to each zone if it stated no limit."""
    grows = growing_zones(genome)
    each = _number_dealt(genome)  # an expression never asks for more than there are
    dealt = -(-cards // max(1, genome.player_count)) if each is None else min(cards, each)
    hand = find_zone(genome.zones, "hand", "seat")  # what `cards_per_player` go to
    return {
        zone.name: cards if zone.name in grows or zone.role == "stock" else dealt if zone is hand else 0
        for zone in genome.zones
    }


def growing_zones(genome: GameGenome) -> set[str]:
    """Names of zones that cards are moved to, and of picks and piles, which do no harm."""
    parts = (*walk.all_effects(genome), *walk.phases_of(genome.turn_structure))
    grows = {word for part, _ in parts for text in part.receivers() for word in walk.words_in(text)}
    if genome.game_rules.consecutive_pass_action is PassAction.CLEAR_TABLEAU:
        grows |= {zone.name for zone in genome.zones if zone.role == "discard"}
    for term in reversed(genome.terms * 2):  # terms may name zones, through other terms too
        if term.name in grows:
            grows |= walk.words_in(term.expr)
    return grows


def _number_dealt(genome: GameGenome) -> int | None:
    """How many cards each seat is dealt, where a plain number says it."""
    each = genome.setup.cards_per_player
    return each if isinstance(each, int) else find_number(each)


def pattern_room(genome: GameGenome, cards: int) -> dict[str, int]:
    """How many cards there are at most where the sets of a pattern or group come from, by its name."""
    bounds = most_held(genome, cards)
    room: dict[str, int] = {}

    def comes_from(name: str, text: str) -> None:
        parts = [part.strip() for part in text.split(",")]
        # Anything but single piles of one's own may be any number of cards.
        single = {zone.name: bounds[zone.name] for zone in genome.zones if zone.piles == 1}
        found = sum(single.get(part, cards) for part in parts)
        room[name] = max(room.get(name, 0), min(cards, found))

    for pick in walk.picks_of(genome):
        if pick.pattern:
            comes_from(pick.pattern, pick.source)
    for effect, _ in walk.all_effects(genome):
        if effect.patterns_from:
            comes_from(*effect.patterns_from)
    for text, _, _, _ in walk.expressions_in(genome):
        if walk.words_in(text) & {"pack", "packed"}:
            room |= dict.fromkeys(walk.texts_in(text), cards)
    return room


def receiving_zones(genome: GameGenome) -> frozenset[str]:
    """Names of zones that an effect of play moves cards to."""
    special = (effect for one in genome.special_effects for effect, _ in walk.effects_in(one.effects, ""))
    structures = (turns for turns in walk.structures_of(genome.turn_structure) if turns.order != "together")
    phases = [phase for turns in structures for phase in turns.phases]
    effects = (effect for phase in phases for effect, _ in walk.effects_of(phase, ""))
    texts = (text for one in (*special, *phases, *effects) for text in one.receivers())
    return frozenset(name for text in texts for name in walk.names_in(text))


def most_issues(genome: GameGenome) -> Iterator[Issue]:
    """Ways into a zone that could bring more cards than its `most`, and a `most` that is never reached."""
    brought, dealt = _most_brought(genome, MAX_CARDS), _number_dealt(genome)
    for number, zone in enumerate(genome.zones):
        if zone.most is None:
            continue
        path, bound = f"$.zones[{number}].most", brought[zone.name]
        if zone.role == "stock":
            yield Issue("zone.most", path, "the stock", "another zone: the deck starts there")
        elif bound <= zone.most:
            yield inert(path, f"it never holds more than {bound} cards anyhow")
        if zone is find_zone(genome.zones, "hand", "seat") and (dealt is None or dealt > zone.most):
            yield Issue("zone.most", path, f"{genome.setup.cards_per_player} cards are dealt", "at least as many")
        for part, at in (*walk.all_effects(genome), *walk.phases_of(genome.turn_structure)):
            for here in part.unguarded(zone.name, at):
                why = "a pick of one card with `to`, or a move with a `count`: they stop when the zone is full"
                yield Issue("zone.most-by-move", here, f"cards for {zone.name!r}, which holds at most {zone.most}", why)
