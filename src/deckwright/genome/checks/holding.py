"""Zones that state how many cards they hold at most: whatever brings cards there must stop in time."""

from __future__ import annotations

from collections.abc import Iterator

from deckwright.genome.checks.inert import inert
from deckwright.genome.checks.walk import all_effects, phases_of, words_in
from deckwright.genome.effects import Each, If, Move, Sweep
from deckwright.genome.errors import Issue
from deckwright.genome.holding import dealt_zone, most_held
from deckwright.genome.phases import ChoicePhase, ClaimPhase, TrickPhase
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model
from deckwright.genome.zones import Zone

DECK = 128
"""More cards than any deck has besides."""


def most_issues(genome: GameGenome) -> Iterator[Issue]:
    """Ways into a zone that could bring more cards than its `most`, and a `most` that is never reached."""
    for number, zone in enumerate(genome.zones):
        if zone.most is None:
            continue
        path = f"$.zones[{number}].most"
        without = genome.model_copy(update={"zones": tuple(_unlimited(one, zone) for one in genome.zones)})
        bound = most_held(without, DECK)[zone.name]
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
    each = str(genome.setup.cards_per_player)
    return not each.isdecimal() or int(each) > most


def _unguarded(genome: GameGenome, name: str) -> Iterator[str]:
    """Where cards may come to a zone that nothing stops."""
    for effect, path in all_effects(genome):
        match effect:
            case Move() if name in words_in(effect.to) and not effect.count:
                yield f"{path}.to"
            case Sweep() if name in words_in(effect.to):
                yield f"{path}.to"
            case Each() if name in words_in(effect.domain) and _moves_to(effect, effect.var):
                yield f"{path}.domain"
    for phase, path in phases_of(genome.turn_structure):
        match phase:
            case ChoicePhase():
                for place, offer in enumerate(phase.offers):
                    for number, pick in enumerate(offer.picks):
                        here = f"{path}.offers[{place}].picks[{number}]"
                        if name in words_in(pick.to) and pick.kind != "card":
                            yield f"{here}.to"
                        if pick.kind == "pile" and name in words_in(pick.source):
                            yield f"{here}.source"
            case TrickPhase() if name in words_in(phase.to):
                yield f"{path}.to"
            case ClaimPhase():
                yield from (f"{path}.{field}" for field in ("source", "to") if name in words_in(getattr(phase, field)))


def _moves_to(effect: Each | If | Model, name: str) -> bool:
    """Whether an effect moves cards to what a loop calls by this name."""
    match effect:
        case Move():
            return name in words_in(effect.to)
        case Each():
            return any(_moves_to(inner, name) for inner in effect.effects)
        case If():
            return any(_moves_to(inner, name) for inner in (*effect.then, *effect.otherwise))
        case _:
            return False


HOLDING_RULES = (most_issues,)
