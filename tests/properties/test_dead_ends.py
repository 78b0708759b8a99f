"""Whoever is to act can act, also where a move has more ways through its picks than are looked at beforehand."""

from __future__ import annotations

import random

import pytest

from deckwright.engine import Game
from deckwright.genome.schema import (
    ChoicePhase,
    DeckSpec,
    GameGenome,
    Move,
    Offer,
    Pick,
    ScoringRule,
    SetupRules,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

NEVER = "size(stock) < size(heap) and size(heap) < size(stock)"
"""Nothing says beforehand that no move is accepted."""
SEVERAL = Pick(name="several", kind="cards", source="hand", low="0", high="3")
CARD = Pick(name="one", source="hand")
OTHER = Pick(name="other", source="hand")
NUMBER = Pick(name="number", kind="number", low="1", high="17")
LARGER = Pick(name="larger", kind="number", low="1", high="46")
RANK = Pick(name="said", kind="rank")
MOVES = {
    "cards": (SEVERAL,),
    "cards and a card": (SEVERAL, CARD),
    "cards, a rank and a card": (SEVERAL, RANK, CARD),
    "a card and cards": (CARD, SEVERAL),
    "cards, a number and a rank": (SEVERAL, NUMBER, RANK),
    "three cards": (CARD, OTHER, Pick(name="third", source="hand")),
    "a card and numbers": (CARD, NUMBER, LARGER),
    "numbers and a card": (LARGER, NUMBER, CARD),
}
"""Picks of a move that is never accepted."""


PUT = Offer(name="put", picks=(Pick(name="away", source="hand", to="heap"),))


def trying(picks: tuple[Pick, ...], cards: int, *others: Offer, copies: int = 2) -> Game:
    """One may try in vain, or do something else."""
    genome = GameGenome(
        genome_id="trying",
        player_count=2,
        max_turns=10,
        deck=DeckSpec(copies=copies),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="heap", role="discard"),
        ),
        setup=SetupRules(cards_per_player=cards),
        turn_structure=TurnStructure(
            phases=(
                ChoicePhase(
                    offers=(
                        Offer(name="try", picks=picks, accept=NEVER, effects=(Move(cards="stock", to="heap"),)),
                        *others,
                    )
                ),
            ),
            limit=6,
        ),
        scoring_rules=(ScoringRule(name="left", points="size(hand)"),),
        win_conditions=(
            WinCondition(type="low_score", trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played", threshold=1),
        ),
    )
    return Game(genome)


@pytest.mark.parametrize("cards", [*range(20, 53, 4), 25])
@pytest.mark.parametrize("picks", MOVES)
def test_a_move_that_cannot_be_completed_leaves_something_else_to_do(picks: str, cards: int) -> None:
    rng = random.Random(cards)
    state = trying(MOVES[picks], cards, PUT).deal(seed=cards)
    while state.seat is not None:
        actions = state.actions()
        assert actions, f"nobody can do anything after {[action.text for action in state.history]}"
        first = [action for action in actions if action.text.startswith("try")]
        state = state.apply(rng.choice(first or actions))


@pytest.mark.parametrize("cards", range(20, 27))
def test_nobody_is_asked_for_a_move_that_is_known_not_to_be_there(cards: int) -> None:
    """With 25 cards looking through all ways takes as many steps as are allowed, and no more."""
    state = trying((CARD, NUMBER, LARGER), cards, copies=1).deal(seed=cards)
    while state.seat is not None:
        assert state.actions(), f"nobody can do anything after {[action.text for action in state.history]}"
        state = state.apply(state.actions()[0])
