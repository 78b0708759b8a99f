"""Points, winning, special cards and the edge cases."""

from __future__ import annotations

from typing import Any

from deckwright.genome.schema import (
    BettingPhase,
    CardCondition,
    CardScoringRule,
    ChoicePhase,
    DeckEmptyAction,
    Duty,
    GameGenome,
    GameRules,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    Move,
    Offer,
    PassAction,
    Pick,
    Register,
    ScoringRule,
    ScoringTrigger,
    SetupRules,
    SpecialEffect,
    Sweep,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    Turn,
    TurnStructure,
    WinComparison,
    WinCondition,
    WinOutcome,
    Zone,
)

from .bases import (
    CAPTURED,
    DISCARD,
    HAND,
    LAYOUT,
    STOCK,
    bet,
    shedding,
    staking,
    throw,
    throwing,
    trick,
    tricks,
    turns,
)  # fmt: skip
from .witness import makes, shows


def _scored(trigger: ScoringTrigger) -> GameGenome:
    """A game in which a card can be played, captured, taken in a trick, laid in a set and left in hand."""
    capture = Offer(
        name="capture",
        picks=(Pick(name="with_card", source="hand"), Pick(name="took", source="layout")),
        effects=(Move(cards="with_card", to="captured"), Move(cards="took", to="captured")),
    )
    sweep = Offer(name="sweep", effects=(Sweep(zone="hand", pattern="pair", to="sets"),))
    rounds = turns(ChoicePhase(offers=(throw(), capture, sweep)), limit=6)
    last = TrickPhase(until="trick_number >= 1")
    return throwing(
        zones=(HAND, STOCK, DISCARD, LAYOUT, CAPTURED, Zone(name="sets", role="sets", owner="seat")),
        patterns=(HandPattern(name="pair", of_a_kind=True, required_count=2),),
        setup=SetupRules(cards_per_player=5, deal=(Move(cards="stock", to="layout", count="2"),)),
        turn_structure=TurnStructure(order="sequence", phases=(rounds, last)),
        card_scoring=(CardScoringRule(condition=CardCondition(where="rank(c) > '10'"), points=1, trigger=trigger),),
    )


_RULES = throwing(
    registers=(Register(name="debt", per="seat"),),
    scoring_rules=(ScoringRule(points="3"), ScoringRule(points="debt")),
)
_SPECIAL = throwing(special_effects=(SpecialEffect(trigger=CardCondition(rank="A"), effects=(Turn(action="skip"),)),))


def _won(base: GameGenome | None = None, **changes: Any) -> GameGenome:
    base = base or throwing(card_scoring=_BY_RANK, setup=SetupRules(cards_per_player=4))
    return base.copy_with(win_conditions=(WinCondition(type="high_score").copy_with(**changes),))


_BY_RANK = (
    CardScoringRule(condition=CardCondition(rank="A"), points=3, trigger=ScoringTrigger.PLAY),
    CardScoringRule(condition=CardCondition(suit="hearts"), points=1, trigger=ScoringTrigger.PLAY),
)
_BEST = HandEvaluation(method=HandEvaluationMethod.PATTERN_MATCH, patterns=(HandPattern(name="any", rank_priority=1),))


def _type(kind: str) -> GameGenome:
    """Everything that can decide: scores, captured cards, empty hands and hands that are compared."""
    base = trick(
        TrickPhase(until="trick_number >= 3", duties=(Duty(cards="follows(c)"),)),
        setup=SetupRules(cards_per_player=5, deal=(Move(cards="stock", to="hand[0]", count="2"),)),
        hand_evaluation=_BEST if kind == "best_hand" else None,
    )
    return base.copy_with(win_conditions=(WinCondition(type=kind, threshold=2 if kind == "first_to_score" else 0),))


_GATED = shedding(max_hands=3)
_EMPTYING = throwing(card_scoring=(), setup=SetupRules(cards_per_player=4))
_FAR = shedding(max_hands=4, win_conditions=(_GATED.win_conditions[0].copy_with(threshold=8),))
_SCORED_AT_END = _won(
    throwing(
        scoring_rules=(ScoringRule(points="90 if actor == right(dealer) else 60"),),
        setup=SetupRules(cards_per_player=4),
    ),
    threshold=50,
)
_PASSES = throwing(
    Offer(name="lay", picks=(Pick(name="l", source="hand", to="layout"),)),
    Offer(name="pass", is_pass=True),
    Offer(name="take", when="size(layout) > 0", effects=(Move(cards="layout", to="hand", count="1"),)),
    throw(),
    max_hands=2,
    zones=(HAND, STOCK, DISCARD, LAYOUT),
    game_rules=GameRules(consecutive_pass_action="end_round"),
)
_DRAW_TWO = Offer(name="draw", effects=(Move(cards="stock", to="hand", count="2"),))
_RESHUFFLED = throwing(
    max_hands=2,
    setup=SetupRules(cards_per_player=5),
    turn_structure=turns(ChoicePhase(offers=(throw(), _DRAW_TWO)), limit=16),
)


def _triggered(mode: TriggerMode) -> GameGenome:
    """Hands and stock both run out, sometimes."""
    scored = mode in (TriggerMode.IMMEDIATE, TriggerMode.THRESHOLD_GATE)
    return throwing(
        max_hands=2,
        setup=SetupRules(cards_per_player=3),
        turn_structure=turns(ChoicePhase(offers=(throw(), _DRAW_TWO.copy_with(duty=1)))),
        win_conditions=(WinCondition(type="high_score", trigger_mode=mode, threshold=2 if scored else 0),),
    )


def _ties(breaker: TieBreaker) -> GameGenome:
    """Equal cards take the same trick; equal scores end the same match."""
    return trick(
        TrickPhase(ties="tie_breaker", bury=1 if breaker is TieBreaker.BATTLE else 0),
        setup=SetupRules(cards_per_player=6, tableau_mode="war"),
        game_rules=GameRules(tie_breaker=breaker),
        win_conditions=(WinCondition(type="high_score", threshold=2),),
    )


_SAME_PLAYER = tricks(
    turn_structure=turns(TrickPhase(leader="turn", until="1", duties=(Duty(cards="follows(c)"),)), limit=5),
)
_SAME_WINNER = staking().copy_with(
    turn_structure=turns(BettingPhase(ante=1, min_bet=2, max_raises=1, start="turn"), limit=3)
)
_LIMIT = throwing()
_LEVEL = bet(max_raises=0).copy_with(hand_evaluation=HandEvaluation(method=HandEvaluationMethod.CARD_COUNT))
_WIN = "win_conditions[0]"

WITNESSES = (
    makes(_scored, "card_scoring[0].trigger", *ScoringTrigger),
    shows(_scored(ScoringTrigger.PLAY), "card_scoring[0].points", 1, 2),
    shows(throwing(), "card_scoring[0].condition.suit", "hearts", "clubs"),
    shows(throwing(), "card_scoring[0].condition.rank", None, "A"),
    shows(throwing(), "card_scoring[0].condition.where", "1", "rank(c) > 'J'"),
    shows(_RULES, "scoring_rules[0].to", "", "dealer", "left(dealer)"),
    shows(_RULES, "scoring_rules[0].when", "1", "any(suit(c) == 'hearts' for c in hand)"),
    shows(_RULES, "scoring_rules[0].points", "3", "size(discard) - rank(top(discard))", "size(hand) + hand_score"),
    shows(
        _RULES.copy_with(scoring_rules=(ScoringRule(points="hand_score", into="debt"), ScoringRule(points="debt * 2"))),
        "scoring_rules[0].into",
        "debt",
        "score",
    ),
    shows(_SPECIAL, "special_effects[0].trigger.rank", "A", "9"),
    shows(_SPECIAL, "special_effects[0].effects[0].action", "skip", "again", "reverse"),
    makes(
        _type, f"{_WIN}.type", "high_score", "low_score", "first_to_score", "capture_all", "most_captured", "empty_hand"
    ),
    makes(_type, f"{_WIN}.type", "best_hand", "high_score"),
    shows(_won(threshold=1), f"{_WIN}.threshold", 1, 3, 0),
    shows(_GATED, f"{_WIN}.threshold", 4, 6),
    shows(_type("best_hand"), f"{_WIN}.comparison", WinComparison.HIGHEST, WinComparison.LOWEST),
    shows(_SCORED_AT_END, f"{_WIN}.comparison", WinComparison.HIGHEST, WinComparison.FIRST),
    shows(
        _EMPTYING.copy_with(win_conditions=(WinCondition(type="empty_hand"),)),
        f"{_WIN}.comparison",
        WinComparison.HIGHEST,
        WinComparison.NONE,
    ),
    shows(_won(threshold=3), f"{_WIN}.outcome", *WinOutcome),
    shows(_won(_GATED, threshold=4, trigger_mode=TriggerMode.THRESHOLD_GATE), f"{_WIN}.outcome", *WinOutcome),
    shows(_FAR, f"{_WIN}.gate", "score", "4 * hands_played", "2 * hand_score"),
    makes(_triggered, f"{_WIN}.trigger_mode", *TriggerMode),
    shows(
        _EMPTYING.copy_with(win_conditions=(WinCondition(type="empty_hand"),)), f"{_WIN}.required_hand_size", None, 2
    ),
    shows(_won(threshold=1), f"{_WIN}.required_hand_size", None, 2),
    shows(
        _PASSES,
        "game_rules.consecutive_pass_action",
        *(action for action in PassAction if action is not PassAction.NONE),
    ),
    makes(
        lambda action: _PASSES.copy_with(
            game_rules=GameRules(consecutive_pass_action=action), scoring_rules=(ScoringRule(points="passes"),)
        ),
        "game_rules.consecutive_pass_action",
        *PassAction,
    ),
    shows(_PASSES, "game_rules.passes_to_trigger", None, 1),
    shows(_RESHUFFLED, "game_rules.deck_empty_action", *DeckEmptyAction),
    shows(_RESHUFFLED, "game_rules.keep_top_discard", True, False),
    makes(_ties, "game_rules.tie_breaker", *TieBreaker),
    shows(_LEVEL, "game_rules.tie_breaker", TieBreaker.ACTIVE_PLAYER, TieBreaker.ALTERNATING, TieBreaker.SPLIT),
    shows(_SAME_PLAYER, "game_rules.same_player_on_win", False, True),
    shows(_SAME_WINNER, "game_rules.same_player_on_win", False, True),
    shows(_LIMIT, "game_rules.at_limit", "compare", "draw"),
    shows(tricks(max_hands=2), "game_rules.beats", (), ("trick",), ("hand",), ("trick", "hand")),
)
