"""Players, sides, the deal, and whose turn it is."""

from __future__ import annotations

from typing import Any

from deckwright.genome.schema import (
    ChoicePhase,
    DoPhase,
    GameGenome,
    Move,
    Offer,
    Pick,
    Score,
    SetupRules,
    TableauMode,
    TrickPhase,
    TurnStructure,
)

from .bases import HAND, LAYOUT, STOCK, shedding, staking, throw, throwing, trick, turns
from .witness import makes, shows


def _sides(*, together: bool) -> GameGenome:
    teams: Any = ((0, 2), (1, 3)) if together else ()
    return throwing(player_count=4, team_mode=together, teams=teams)


def _layout(**changes: Any) -> GameGenome:
    """Cards are laid on a pile, as the setup allows."""
    lay = Offer(name="lay", picks=(Pick(name="c", source="hand", to="layout"),))
    setup = SetupRules(cards_per_player=6).copy_with(**changes)
    return throwing(lay, Offer(name="keep"), zones=(HAND, STOCK, LAYOUT), setup=setup)


_SEQUENCE = _layout(tableau_mode="sequence", sequence_must_match_suit=False)
_HANDS = throwing(max_hands=3, turn_structure=turns(ChoicePhase(offers=(throw(),)), limit=4))
"""Three hands of four turns: a deal at a time, somebody scores less."""


def _order(order: str) -> GameGenome:
    """Inside everyone's turn, some turns of another order; no suit is thrown on itself."""
    where = "size(discard) == 0 or suit(c) != suit(top(discard))"
    offers = (throw(picks=(Pick(name="c", source="hand", where=where, to="discard"),)), Offer(name="keep"))
    inner = TurnStructure(order=order, until="turn_number >= 5", phases=(ChoicePhase(offers=offers),))
    return throwing(turn_structure=turns(inner, limit=2, start="right(dealer)"), setup=SetupRules(cards_per_player=5))


def _inner(**changes: Any) -> GameGenome:
    """A structure inside another: each seat throws a card, and then some throw again."""
    again = ChoicePhase(name="again", offers=(throw(),))
    inner = TurnStructure(order="once", phases=(again,)).copy_with(**changes)
    phases = (TurnStructure(order="once", phases=(ChoicePhase(offers=(throw(),)),)), inner)
    return throwing(turn_structure=TurnStructure(order="sequence", phases=phases))


_DOING = throwing(
    turn_structure=turns(
        ChoicePhase(offers=(throw(),)),
        DoPhase(effects=(Move(cards="stock", to="hand", count="1"), Score(to="actor", points="2"))),
    )
)
_CHOOSING = throwing(turn_structure=turns(ChoicePhase(offers=(throw(), Offer(name="keep")))))

WITNESSES = (
    shows(throwing(), "player_count", 2, 3),
    makes(lambda together: _sides(together=together), "team_mode", False, True),
    shows(_sides(together=True), "teams", ((0, 2), (1, 3)), ((0, 1), (2, 3))),
    shows(throwing(), "utility", "win", "score", "-score"),
    shows(throwing(utility="score"), "utility_unit", 1, 4),
    shows(throwing(), "max_hands", 1, 2),
    shows(throwing(turn_structure=turns(ChoicePhase(offers=(throw(),)), limit=None)), "max_turns", 5, 7),
    shows(throwing(), "setup.cards_per_player", 4, 5, "all"),
    shows(_HANDS, "setup.cards_per_player", "3", "3 + hand_number"),
    shows(staking(), "setup.starting_chips", 20, 4),
    shows(trick(TrickPhase()), "setup.tableau_mode", TableauMode.NONE, TableauMode.WAR),
    shows(_layout(), "setup.tableau_mode", TableauMode.NONE, TableauMode.MATCH_RANK, TableauMode.SEQUENCE),
    shows(_SEQUENCE, "setup.sequence_wrap", False, True),
    shows(_SEQUENCE, "setup.sequence_must_match_suit", False, True),
    shows(_SEQUENCE, "setup.sequence_gap_allowed", 1, 2),
    shows(shedding(), "setup.deal[0].count", "1", "2"),
    shows(_HANDS, "setup.dealer", "rotate", "winner", "loser", "stay"),
    shows(_HANDS, "setup.first_dealer", None, 0, 1),
    makes(_order, "turn_structure.phases[0].order", "cycle", "once", "stay", "together", "sequence"),
    shows(_inner(), "turn_structure.phases[1].when", "1", "rank(top(discard)) > 'J'"),
    shows(_inner(), "turn_structure.phases[1].start", "left(dealer)", "dealer"),
    shows(_inner(), "turn_structure.phases[1].until", "0", "suit(top(discard)) == 'hearts'"),
    shows(_inner(), "turn_structure.phases[1].limit", None, 2),
    shows(_DOING, "turn_structure.phases[1].when", "1", "rank(top(discard)) > 'J'"),
    shows(_DOING, "turn_structure.phases[1].actor", "turn", "left(turn)"),
    shows(_DOING, "turn_structure.phases[1].effects[1].points", "2", "3"),
    shows(_CHOOSING, "turn_structure.phases[0].when", "1", "size(hand) > 2"),
    shows(_CHOOSING, "turn_structure.phases[0].actor", "turn", "left(turn)"),
)
