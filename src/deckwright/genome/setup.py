"""How a hand begins."""

from __future__ import annotations

from typing import Literal

from deckwright.genome.effects import Effect
from deckwright.genome.enums import TableauMode
from deckwright.genome.values import Count, Expr, Flag, Int, Model


class SetupRules(Model):
    """The deal: so many cards to each seat's hand, the rest to the stock, then the effects of `deal`."""

    cards_per_player: Int | Expr
    """A number, or "all": the whole deck, so that some may get one card more."""
    starting_chips: Count = 0
    tableau_mode: TableauMode = TableauMode.NONE
    sequence_wrap: Flag = False
    sequence_must_match_suit: Flag = True
    sequence_gap_allowed: Count = 1
    """The largest step between neighbours."""
    deal: tuple[Effect, ...] = ()
    """An upcard, a widow, columns: done after the cards are dealt."""
    dealer: Literal["rotate", "winner", "loser", "stay"] = "rotate"
    """Who deals the next hand; after one in which all did alike, `winner` and `loser` are the same dealer again."""
    first_dealer: Count | None = None
    """None: the last seat, so that seat 0 begins."""
