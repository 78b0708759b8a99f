"""How many cards a zone can hold: what it is dealt, where nothing else brings cards, or the `most` that it states."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from deckwright.genome.checks.walk import all_effects, expressions_in, phases_of, picks_of, texts_in, words_in
from deckwright.genome.digits import find_number
from deckwright.genome.enums import PassAction
from deckwright.genome.zones import Zone, find_zone

if TYPE_CHECKING:
    from deckwright.genome.schema import GameGenome


def most_held(genome: GameGenome, cards: int) -> dict[str, int]:
    """The most cards that one instance of each zone can hold, in a deck of so many."""
    grows = {word for text in _destinations(genome) for word in words_in(text)}
    for term in reversed(genome.terms * 2):  # terms may name zones, through other terms too
        if term.name in grows:
            grows |= words_in(term.expr)
    hand = dealt_zone(genome)
    bounds: dict[str, int] = {}
    for zone in genome.zones:
        dealt = _dealt(genome, cards) if zone is hand else 0
        found = cards if zone.name in grows or zone.role == "stock" else dealt
        bounds[zone.name] = found if zone.most is None else min(found, zone.most)
    return bounds


def dealt_zone(genome: GameGenome) -> Zone | None:
    """The zone that `cards_per_player` go to."""
    return find_zone(genome.zones, "hand", "seat")


def _dealt(genome: GameGenome, cards: int) -> int:
    """How many cards a seat is dealt at most; an expression never asks for more than there are."""
    each, seats = genome.setup.cards_per_player, max(1, genome.player_count)
    number = each if isinstance(each, int) else find_number(each)
    if number is not None:
        return min(cards, number)
    return -(-cards // seats)


def _destinations(genome: GameGenome) -> Iterator[str]:
    """Every expression that says where cards go after they are dealt: names of picks and piles in it do no harm."""
    for part in (*(effect for effect, _ in all_effects(genome)), *(one for one, _ in phases_of(genome.turn_structure))):
        yield from part.receivers()
    if genome.game_rules.consecutive_pass_action is PassAction.CLEAR_TABLEAU:
        yield from (zone.name for zone in genome.zones if zone.role == "discard")


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

    for pick in picks_of(genome):
        if pick.pattern:
            comes_from(pick.pattern, pick.source)
    for effect, _ in all_effects(genome):
        if effect.patterns_from:
            comes_from(*effect.patterns_from)
    packed = (written.text for written in expressions_in(genome) if words_in(written.text) & {"pack", "packed"})
    for name in (name for text in packed for name in texts_in(text)):
        room[name] = cards
    return room
