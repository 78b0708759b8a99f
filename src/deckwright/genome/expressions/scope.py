"""What the names of an expression stand for where it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from deckwright.genome.expressions.nodes import Node, Register, Variable
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.expressions.vocabulary import Words


@dataclass(frozen=True)
class Scope:
    """The genome's words, the names of this place, and the subject: the seat or team that bare facts are about."""

    words: Words
    subject: Node | None = None
    names: Mapping[str, Node] = field(default_factory=dict)
    terms_open: tuple[str, ...] = ()

    def with_names(self, **names: Node) -> Scope:
        """The same place with more names."""
        return Scope(self.words, self.subject, {**self.names, **names}, self.terms_open)

    def about(self, subject: Node) -> Scope:
        """The same place, about another seat or team."""
        return replace(self, subject=subject)


def acting_seat(words: Words) -> Node:
    """Whoever acts, or is scored."""
    return Register(Type.SEAT, Bounds(0, words.seats - 1), "actor")


def acting_team(words: Words) -> Node:
    """The team that is scored: the kernel has it where the actor is."""
    return Register(Type.TEAM, words.type_bounds(Type.TEAM)._replace(low=0), "actor")


def card_variable(words: Words, name: str = "c") -> Variable:
    """A variable that always is a card."""
    return Variable(Type.CARD, Bounds(0, len(words.cards.cards) - 1), name)
