"""Small genomes that tests change one thing in."""

from typing import Any

from deckwright.genome.schema import (
    CardCondition,
    CardScoringRule,
    ChoicePhase,
    GameGenome,
    Offer,
    Pick,
    ScoringTrigger,
    SetupRules,
    TrickPhase,
    TurnStructure,
    WinCondition,
    Zone,
)

HAND = Zone(name="hand", role="hand", owner="seat", seen_by="owner")
STOCK = Zone(name="stock", role="stock", seen_by="none")
DISCARD = Zone(name="discard", role="discard")
CAPTURED = Zone(name="captured", role="captured", owner="seat")


def trick_genome(**changes: Any) -> GameGenome:
    """Four seats, thirteen cards, a point for each heart taken; the fewest win."""
    genome = GameGenome(
        genome_id="tricks",
        player_count=4,
        zones=(HAND, STOCK, CAPTURED),
        setup=SetupRules(cards_per_player=13),
        turn_structure=TurnStructure(order="sequence", phases=(TrickPhase(),)),
        card_scoring=(
            CardScoringRule(condition=CardCondition(suit="hearts"), points=1, trigger=ScoringTrigger.TRICK_WIN),
        ),
        win_conditions=(WinCondition(type="low_score"),),
    )
    return genome.copy_with(**changes)


def choice_genome(*offers: Offer, **changes: Any) -> GameGenome:
    """Three seats who discard until one has no cards."""
    discard = Offer(name="discard", picks=(Pick(name="c", source="hand", to="discard"),))
    genome = GameGenome(
        genome_id="choices",
        player_count=3,
        zones=(HAND, STOCK, DISCARD),
        setup=SetupRules(cards_per_player=5),
        turn_structure=TurnStructure(phases=(ChoicePhase(offers=offers or (discard,)),)),
        win_conditions=(WinCondition(type="empty_hand"),),
    )
    return genome.copy_with(**changes)
