"""Zones that state how many cards they hold at most: whatever brings cards there must stop in time."""

from __future__ import annotations

from collections.abc import Iterator

from deckwright.genome.checks.walk import all_effects, phases_of
from deckwright.genome.digits import find_number
from deckwright.genome.errors import Issue, inert
from deckwright.genome.holding import dealt_zone, most_held
from deckwright.genome.limits import MAX_CARDS
from deckwright.genome.schema import GameGenome
from deckwright.genome.zones import Zone


def most_issues(genome: GameGenome) -> Iterator[Issue]:
    """Ways into a zone that could bring more cards than its `most`, and a `most` that is never reached."""
    for number, zone in enumerate(genome.zones):
        if zone.most is None:
            continue
        path = f"$.zones[{number}].most"
        without = genome.model_copy(update={"zones": tuple(_unlimited(one, zone) for one in genome.zones)})
        bound = most_held(without, MAX_CARDS)[zone.name]
        if zone.role == "stock":
            yield Issue("zone.most", path, "the stock", "another zone: the deck starts there")
        elif bound <= zone.most:
            yield inert(path, f"it never holds more than {bound} cards anyhow")
        if zone is dealt_zone(genome) and _deals_more(genome, zone.most):
            yield Issue("zone.most", path, f"{genome.setup.cards_per_player} cards are dealt", "at least as many")
        for here in _unguarded(genome, zone.name):
            why = "a pick of one card with `to`, or a move with a `count`: they stop when the zone is full"
            yield Issue("zone.most-by-move", here, f"cards for {zone.name!r}, which holds at most {zone.most}", why)


def _unlimited(zone: Zone, limited: Zone) -> Zone:
    return zone.model_copy(update={"most": None}) if zone is limited else zone


def _deals_more(genome: GameGenome, most: int) -> bool:
    each = genome.setup.cards_per_player
    number = each if isinstance(each, int) else find_number(each)
    return number is None or number > most


def _unguarded(genome: GameGenome, name: str) -> Iterator[str]:
    """Where cards may come to a zone that nothing stops."""
    for part, path in (*all_effects(genome), *phases_of(genome.turn_structure)):
        yield from part.unguarded(name, path)


HOLDING_RULES = (most_issues,)
