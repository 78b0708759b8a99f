"""Games whose measures are known beforehand."""

from __future__ import annotations

from deckwright.engine import Game, load
from deckwright.genome.schema import (
    ChoicePhase,
    DoPhase,
    GameGenome,
    Offer,
    Pick,
    Register,
    Score,
    ScoringRule,
    Set,
    SetupRules,
    TurnStructure,
    WinCondition,
    Zone,
)

STOCK = Zone(name="stock", role="stock", seen_by="none")
HIGH = (WinCondition(type="high_score"),)


def say_a_number(*, points: str, win: str = "high_score") -> Game:
    """Two seats say a number from 0 to 2, one after the other; nothing is dealt."""
    saying = ChoicePhase(
        name="say",
        offers=(Offer(name="say", picks=(Pick(name="n", kind="number", low="0", high="2"),), effects=(SAID,)),),
    )
    return Game(
        GameGenome(
            genome_id="say-a-number",
            player_count=2,
            utility="score",
            zones=(STOCK,),
            registers=(Register(name="said", per="seat"),),
            setup=SetupRules(cards_per_player=0),
            turn_structure=TurnStructure(order="once", phases=(saying,)),
            scoring_rules=(ScoringRule(points=points),),
            win_conditions=(WinCondition(type=win),),
        )
    )


SAID = Set(name="said", value="n")


def first_seat_wins() -> Game:
    """Whatever anybody says, seat 0 wins."""
    return say_a_number(points="1 if actor == 0 else 0")


def highest_number_wins() -> Game:
    """Pure choice: who says more has more."""
    return say_a_number(points="said")


def nothing_said_matters() -> Game:
    """Everyone has the same whatever they say."""
    return say_a_number(points="1")


def dead_rule() -> Game:
    """One effect of it can never happen."""
    genome = load("kuhn").genome
    flow = genome.turn_structure
    when = "size(stock) > size(hand[0]) + size(hand[1])"
    never = DoPhase(name="never", when=when, effects=(Score(to="0", points="1"),))
    return Game(genome.copy_with(turn_structure=flow.model_copy(update={"phases": (*flow.phases, never)})))
