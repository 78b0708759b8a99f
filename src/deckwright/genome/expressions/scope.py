"""What the names of an expression stand for where it is written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from functools import lru_cache
from typing import TYPE_CHECKING

from deckwright.genome.expressions.nodes import Node, Register, Variable
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.expressions.vocabulary import Words
from deckwright.genome.values import frozen

if TYPE_CHECKING:
    from deckwright.genome.schema import GameGenome


@frozen
class Scope:
    """The genome's words, the names of this place, and the subject: the seat or team that bare facts are about."""

    words: Words
    subject: Node | None = None
    names: Mapping[str, Node] = field(default_factory=dict)
    terms_open: tuple[str, ...] = ()

    def with_names(self, **names: Node) -> Scope:
        """The same place with more names."""
        return Scope(self.words, self.subject, {**self.names, **names}, self.terms_open)


class Scopes:
    """The places that rules are written for, of whatever has a genome and its words."""

    genome: GameGenome
    words: Words

    @property
    def scope(self) -> Scope:
        """Rules of play: bare facts are about whoever acts."""
        return Scope(self.words, acting_seat(self.words.seats))

    @property
    def team_scope(self) -> Scope:
        """Rules about a team, in the place of the actor."""
        # The kernel has the team that is scored where the actor is.
        return Scope(self.words, Register(Type.TEAM, self.words.type_bounds(Type.TEAM)._replace(low=0), "actor"))

    @property
    def side_scope(self) -> Scope:
        """Rules about each side: teams in team mode, otherwise seats."""
        return self.team_scope if self.genome.team_mode else self.scope

    @property
    def card_scope(self) -> Scope:
        """Conditions on a card `c`, known before play."""
        return Scope(self.words).with_names(c=card_variable(self.words))


@lru_cache(maxsize=32)
def acting_seat(seats: int) -> Node:
    """Whoever of so many seats acts, or is scored."""
    return Register(Type.SEAT, Bounds(0, seats - 1), "actor")


def card_variable(words: Words, name: str = "c") -> Variable:
    """A variable that always is a card."""
    return Variable(Type.CARD, Bounds(0, len(words.cards.cards) - 1), name)
