"""Offers that ask for another one: somebody else answers, and who has asked may then take it, as in `ask to go out`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from deckwright.genome.checks.walk import phases_of, words_in

if TYPE_CHECKING:
    from deckwright.engine.game import Game
    from deckwright.genome.schema import Offer


@lru_cache(maxsize=256)
def asked_for(game: Game) -> Mapping[str, frozenset[str]]:
    """By the name of an offer that asks, the offers of its phase that it asks for; names are as people read them."""
    genome = game.definition.genome
    phases = () if genome is None else phases_of(genome.turn_structure)
    choices = [phase for phase, _ in phases if phase.type == "choice"]
    reads = [words_in(phase.when) for phase in choices]
    next_of = [_after(reads, phase.offers) for phase in choices]
    found: dict[str, frozenset[str]] = {}
    for number, phase in enumerate(choices):
        granted = {
            answer: {
                _spoken(offer)
                for then in next_of[answer] - {number}
                if choices[then].actor == phase.actor
                for offer in choices[then].offers
            }
            for answer in next_of[number]
            if choices[answer].actor != phase.actor
        }
        for offer in phase.offers if granted else ():
            own = {_spoken(other) for other in phase.offers if other is not offer}
            answers = set() if offer.picks else _after(reads, (offer,)) & granted.keys()
            wanted = frozenset(name for answer in answers for name in own & granted[answer])
            if wanted:
                found[_spoken(offer)] = found.get(_spoken(offer), frozenset()) | wanted
    return found


def _spoken(offer: Offer) -> str:
    return offer.name.replace("_", " ")


def _after(reads: Sequence[frozenset[str]], offers: Sequence[Offer]) -> set[int]:
    """The phases that depend on a register which one of these offers sets."""
    registers = {effect.register for offer in offers for effect in offer.effects if effect.type == "set"}
    return {number for number, words in enumerate(reads) if registers & words}
