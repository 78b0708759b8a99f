"""What a hand is called where hands are compared: `two pair (K, 4)`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import comb
from typing import TYPE_CHECKING

from deckwright.engine.patterns import STANDARD_DECK, hand_name

if TYPE_CHECKING:
    from deckwright.engine.game import Game
    from deckwright.engine.state import State

MOST_MATCHES = 2_000
"""Hands among which the best one is looked for, times the patterns that they may form: seven cards of which five count
are 21 hands. Somebody's own genome may have millions, and all others wait meanwhile."""


def hand_called(state: State, seat: int) -> str:
    """What a seat's own cards make with those that lie open for all; empty where it cannot be said, or has folded."""
    evaluation = state.game.definition.evaluation
    if evaluation is None or state.public.players[seat].has_folded:
        return ""
    view = state.seen_by(seat)
    if not view.hand or None in view.hand:
        return ""
    common = [zone.cards for zone in view.zones if zone.index is None and zone.name in evaluation.zones]
    return name_of(state.game, [str(card) for cards in (view.hand, *common) for card in cards if card is not None])


def name_of(game: Game, codes: Iterable[str]) -> str:
    """What the best of these cards are called; empty without names."""
    return "" if game.definition.evaluation is None else _name_of(game, tuple(sorted(codes)))


@lru_cache(maxsize=1024)
def _name_of(game: Game, codes: tuple[str, ...]) -> str:
    evaluation, genome = game.definition.evaluation, game.definition.genome
    assert evaluation is not None
    if comb(len(codes), evaluation.choose or len(codes)) * len(evaluation.patterns) > MOST_MATCHES:
        return ""
    cards = [game.notation.faces[code] for code in codes]
    return hand_name(evaluation, cards, deck=STANDARD_DECK if genome is None else genome.deck)
