"""Conditions in the rulebook's words, for the sentences that tell what changed."""

from __future__ import annotations

from functools import lru_cache

from deckwright.genome.checks.walk import phases_of
from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.phases import ChoicePhase
from deckwright.genome.picks import PICKS
from deckwright.genome.rulebook.grammar.sentences import THE_CARD, settled
from deckwright.genome.rulebook.phrases.english import English
from deckwright.genome.rulebook.phrases.names import Nouns
from deckwright.genome.rulebook.phrases.reading import Library
from deckwright.genome.schema import GameGenome


def condition_said(genome: GameGenome, text: str) -> str:
    """A condition as a clause, `the stock is empty`; as it is written where it speaks of what only that place knows."""
    try:
        return settled(_english(genome).when(text))
    except (ValueError, LookupError, AssertionError):
        return f"`{text}`"


@lru_cache(maxsize=16)
def _english(genome: GameGenome) -> English:
    """How expressions are said where a card is in question, picked ones among them."""
    library = Library(genome)
    english = English(library, Nouns(genome), library.scope).with_moved_card()
    for phase, _ in phases_of(genome.turn_structure):
        if isinstance(phase, ChoicePhase):
            for pick in (pick for offer in phase.offers for pick in offer.picks if PICKS[pick.kind].takes == "one"):
                english = english.picked(pick.name, card_variable(library.words, pick.name), THE_CARD)
    return english
