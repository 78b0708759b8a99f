"""How points are made, who wins, and what decides the edge cases."""

from __future__ import annotations

from typing import ClassVar, Literal

from deckwright.genome.deck import CardCondition
from deckwright.genome.effects import Effect
from deckwright.genome.enums import (
    Beat,
    DeckEmptyAction,
    PassAction,
    ScoringTrigger,
    TieBreaker,
    TriggerMode,
    WinComparison,
    WinOutcome,
)
from deckwright.genome.values import Expr, Flag, Int, Model, Name, Small


class CardScoringRule(Model):
    """Points for each card that meets a condition, when the trigger happens to it."""

    condition: CardCondition
    points: Int
    trigger: ScoringTrigger


class ScoringRule(Model):
    """Points computed when a hand ends: for each seat (each team in team mode), or for whom `to` names."""

    holds_names: ClassVar = {"into": "register"}

    name: Name = ""
    to: Expr = ""
    when: Expr = "1"
    points: Expr
    into: Name = "score"
    """`score`, or a register of the seat or team."""


class SpecialEffect(Model):
    """What happens when a card that meets the condition is played."""

    trigger: CardCondition
    effects: tuple[Effect, ...]


class WinCondition(Model):
    """A way to win the match."""

    type: str
    threshold: Int = 0
    comparison: WinComparison | None = None
    """None: what goes without saying, the lowest for low_score and the highest for all others."""
    trigger_mode: TriggerMode = TriggerMode.IMMEDIATE
    required_hand_size: Small | None = None
    outcome: WinOutcome = WinOutcome.WINS
    """Whether those it names win or lose, or whether all win or lose together once it is met."""
    gate: Expr = "score"
    """What must reach the threshold in THRESHOLD_GATE, for some seat or team."""

    @property
    def compared(self) -> WinComparison:
        """The comparison that is said or goes without saying."""
        natural = WinComparison.LOWEST if self.type == "low_score" else WinComparison.HIGHEST
        return self.comparison or natural

    @property
    def is_together(self) -> bool:
        """Whether all win or lose by it."""
        return self.outcome in (WinOutcome.ALL_WIN, WinOutcome.ALL_LOSE)


class GameRules(Model):
    """Edge cases."""

    consecutive_pass_action: PassAction = PassAction.NONE
    passes_to_trigger: Small | None = None
    """None: one less than the seats in play."""
    deck_empty_action: DeckEmptyAction = DeckEmptyAction.RESHUFFLE_DISCARD
    keep_top_discard: Flag = True
    tie_breaker: TieBreaker = TieBreaker.ACTIVE_PLAYER
    same_player_on_win: Flag = False
    at_limit: Literal["draw", "compare"] = "compare"
    """When a limit of turns or hands is reached: a draw, or the leader wins."""
    beats: tuple[Beat, ...] = ()
    """Where a table waits for everyone: when a trick is complete, when a hand is scored and another follows."""
