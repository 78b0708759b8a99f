"""Goofspiel without cards to bid with: prizes come up one by one, and all bid numbers at once.

What a seat has bid is spent. The higher bid takes the prize, level bids leave it. One seat is richer than the other, so
that the value is not zero.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from scipy.optimize import linprog

from deckwright.genome.schema import (
    ChoicePhase,
    DeckSpec,
    DoPhase,
    GameGenome,
    GameRules,
    If,
    Move,
    Offer,
    Pick,
    Register,
    Score,
    Set,
    SetupRules,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

RICHES = (4, 3)
PRIZES = ("A", "2", "3")


def goofspiel_genome() -> GameGenome:
    """Three prizes, worth 1, 2 and 3; the first seat has 4 to bid with, the second 3."""
    bid = Offer(
        name="bid",
        picks=(Pick(name="x", kind="number", low="0", high=str(max(RICHES)), where="x <= purse"),),
        effects=(Set(name="purse", value="purse - x"), Set(name="offered", value="x")),
    )
    take = (
        If(
            when="offered[0] > offered[1]",
            then=(Score(to="0", points="worth"),),
            otherwise=(If(when="offered[1] > offered[0]", then=(Score(to="1", points="worth"),)),),
        ),
    )
    prize = DoPhase(
        name="a prize",
        actor="0",
        effects=(
            If(
                when="round == 0",
                then=(Set(name="purse[0]", value=str(RICHES[0])), Set(name="purse[1]", value=str(RICHES[1]))),
            ),
            Move(cards="stock", to="prizes", count="1"),
            Set(name="worth", value="1 + rank(top(prizes))"),
            Set(name="round", value="round + 1"),
        ),
    )
    return GameGenome(
        genome_id="number-goofspiel",
        name="Goofspiel by numbers",
        player_count=2,
        utility="score",
        deck=DeckSpec(suits=("spades",), ranks=PRIZES),
        zones=(Zone(name="stock", role="stock", seen_by="none"), Zone(name="prizes", role="tableau")),
        registers=(
            Register(name="purse", per="seat"),
            Register(name="offered", per="seat"),
            Register(name="worth"),
            Register(name="round"),
        ),
        setup=SetupRules(cards_per_player=0),
        turn_structure=TurnStructure(
            order="sequence",
            until=f"round == {len(PRIZES)}",
            phases=(
                prize,
                TurnStructure(order="together", phases=(ChoicePhase(name="bids", offers=(bid,)),)),
                DoPhase(name="the prize goes", actor="0", effects=take),
            ),
        ),
        win_conditions=(
            WinCondition(type="high_score", trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played", threshold=1),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT),
    )


@cache
def goofspiel_value(prizes: tuple[int, ...] = (1, 2, 3), riches: tuple[int, int] = RICHES) -> float:
    """What the game is worth to the first seat: each round is a matrix game of what follows it."""
    if not prizes:
        return 0.0
    rounds = [_round_value(prize, tuple(other for other in prizes if other != prize), riches) for prize in prizes]
    return sum(rounds) / len(rounds)


def _round_value(prize: int, rest: tuple[int, ...], riches: tuple[int, int]) -> float:
    bids = [range(rich + 1) for rich in riches]
    return matrix_value(
        np.array(
            [
                [
                    prize * ((own > other) - (own < other))
                    + goofspiel_value(rest, (riches[0] - own, riches[1] - other))
                    for other in bids[1]
                ]
                for own in bids[0]
            ]
        )
    )


def matrix_value(payoffs: np.ndarray) -> float:
    """The value of a zero-sum matrix game to the row player, by linear programming."""
    rows, columns = payoffs.shape
    found = linprog(
        np.append(np.zeros(rows), -1.0),
        A_ub=np.hstack([-payoffs.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.append(np.ones(rows), 0.0)[None, :],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    assert found.success
    return -float(found.fun)
