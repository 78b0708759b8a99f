"""Which zones get cards while a hand is played, other than by the deal and by exchanges made together."""

from __future__ import annotations

import re
from collections.abc import Iterable

from deckwright.genome.effects import Each, Effect, If, Move, Sweep
from deckwright.genome.phases import AuctionPhase, BettingPhase, ChoicePhase, ClaimPhase, DoPhase, Phase, TrickPhase
from deckwright.genome.phases.turns import TurnStructure
from deckwright.genome.schema import GameGenome


def receiving_zones(genome: GameGenome) -> frozenset[str]:
    """Names of zones that an effect of play moves cards to."""
    effects = [effect for special in genome.special_effects for effect in special.effects]
    return frozenset(_destinations(effects)) | frozenset(_of_phase(genome.turn_structure))


def _of_phase(phase: Phase) -> Iterable[str]:
    match phase:
        case TurnStructure(order="together"):
            return
        case TurnStructure():
            for inner in phase.phases:
                yield from _of_phase(inner)
        case DoPhase():
            yield from _destinations(phase.effects)
        case ChoicePhase():
            for offer in phase.offers:
                yield from _destinations(offer.effects)
                yield from (name for pick in offer.picks for name in _names(pick.to))
        case ClaimPhase():
            yield from _names(phase.source)
        case TrickPhase():
            yield from _names(phase.to)
        case AuctionPhase() | BettingPhase():
            return


def _destinations(effects: Iterable[Effect]) -> Iterable[str]:
    for effect in effects:
        match effect:
            case Move():
                yield from _names(effect.to)
            case Sweep():
                yield from _names(effect.to)
                if effect.refill:
                    yield from _names(effect.zone)
            case If():
                yield from _destinations(effect.then)
                yield from _destinations(effect.otherwise)
            case Each():
                yield from _destinations(effect.effects)
            case _:
                pass


def _names(expression: str) -> Iterable[str]:
    """Every name in an expression: more than the zone it means does no harm."""
    return re.findall(r"[A-Za-z_]\w*", expression)
