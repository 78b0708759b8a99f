"""The deck as it is declared: nothing in it is said twice, and nothing is said that makes no card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from deckwright.genome.errors import Issue, inert
from deckwright.genome.expressions.vocabulary import full_suit_names
from deckwright.genome.schema import GameGenome

MOST_SUITS = 2
"""Suits of one card: a domino has two."""


def deck_issues(genome: GameGenome) -> Iterator[Issue]:
    """Suits, ranks and cards of one's own."""
    deck = genome.deck
    full = full_suit_names(deck.suits)
    yield from twice("$.deck.suits", [full[suit] for suit in deck.suits], "suit")
    yield from twice("$.deck.ranks", deck.ranks, "rank")
    yield from twice(
        "$.deck.extra", [extra.name for extra in deck.extra], "name; `copies` says how many", field=".name"
    )
    for number, extra in enumerate(deck.extra):
        path = f"$.deck.extra[{number}]"
        if extra.copies == 0:
            yield inert(f"{path}.copies", "there is no such card")
        if len(extra.suits) > MOST_SUITS:
            yield Issue("deck.suits", f"{path}.suits", f"{len(extra.suits)} suits", f"at most {MOST_SUITS}")


def twice(path: str, names: Sequence[str], what: str, *, field: str = "") -> Iterator[Issue]:
    """Names of a list that stand in it before."""
    for number, name in enumerate(names):
        if name in names[:number]:
            yield Issue("name.twice", f"{path}[{number}]{field}", repr(name), f"each {what} once")


DECK_RULES = (deck_issues,)
