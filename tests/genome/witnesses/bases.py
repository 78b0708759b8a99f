"""Games just large enough for a rule to matter."""

from __future__ import annotations

from typing import Any

from deckwright.genome.schema import (
    AuctionPhase,
    BettingPhase,
    Call,
    CardCondition,
    CardScoringRule,
    CardTable,
    ChoicePhase,
    ClaimPhase,
    DeckSpec,
    Duty,
    Effect,
    GameGenome,
    GameRules,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    Move,
    Offer,
    Phase,
    Pick,
    ScoringRule,
    ScoringTrigger,
    SetupRules,
    ShowdownMethod,
    Strain,
    TableRow,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

HAND = Zone(name="hand", role="hand", owner="seat", seen_by="owner")
STOCK = Zone(name="stock", role="stock", seen_by="none")
DISCARD = Zone(name="discard", role="discard")
LAYOUT = Zone(name="layout", role="tableau")
CAPTURED = Zone(name="captured", role="captured", owner="seat")

THREE_SUITS = DeckSpec(suits=("clubs", "hearts", "spades"), ranks=("9", "10", "J", "Q", "K", "A"))
WORTH = CardTable(name="worth", rows=(TableRow(rank="A", value=5), TableRow(suit="hearts", value=2), TableRow(value=1)))

AT_LIMIT = WinCondition(type="high_score")
"""The highest score when the last hand is over."""


def throw(**changes: Any) -> Offer:
    """Discard any card."""
    pick = Pick(name="c", source="hand", to="discard")
    return Offer(name="throw", picks=(pick,)).copy_with(**changes)


def turns(*phases: Phase, **changes: Any) -> TurnStructure:
    """Three rounds of turns."""
    return TurnStructure(phases=phases, limit=9).copy_with(**changes)


def throwing(*offers: Offer, effects: tuple[Effect, ...] = (), **changes: Any) -> GameGenome:
    """Three seats with four cards take turns to throw one; a heart thrown is a point."""
    offers = offers or (throw(effects=effects),)
    genome = GameGenome(
        genome_id="throwing",
        player_count=3,
        deck=THREE_SUITS,
        zones=(HAND, STOCK, DISCARD),
        setup=SetupRules(cards_per_player=4),
        turn_structure=turns(ChoicePhase(offers=offers)),
        card_scoring=(CardScoringRule(condition=CardCondition(suit="hearts"), points=1, trigger=ScoringTrigger.PLAY),),
        win_conditions=(AT_LIMIT,),
    )
    return genome.copy_with(**changes)


def shedding(**changes: Any) -> GameGenome:
    """Match suit or rank, draw if unable, pass if there is nothing to draw; two hands."""
    match = "suit(c) == suit(top(discard)) or rank(c) == rank(top(discard))"
    play = Offer(name="play", picks=(Pick(name="c", source="hand", where=match, to="discard"),))
    draw = Offer(name="draw", duty=1, when="drawn < 2", effects=(Move(cards="stock", to="hand", count="1"),))
    rest = Offer(name="pass", duty=2, is_pass=True)
    genome = GameGenome(
        genome_id="shedding",
        player_count=3,
        max_hands=2,
        deck=THREE_SUITS,
        zones=(HAND, STOCK, DISCARD),
        setup=SetupRules(cards_per_player=4, deal=(Move(cards="stock", to="discard", count="1"),)),
        turn_structure=TurnStructure(
            phases=(ChoicePhase(offers=(play, draw, rest)),), until="any(size(hand[p]) == 0 for p in seats)", limit=40
        ),
        scoring_rules=(ScoringRule(when="size(hand) == 0", points="5"),),
        card_scoring=(CardScoringRule(condition=CardCondition(), points=-1, trigger=ScoringTrigger.HAND_END),),
        win_conditions=(WinCondition(type="high_score", threshold=4, trigger_mode=TriggerMode.THRESHOLD_GATE),),
        game_rules=GameRules(consecutive_pass_action="end_round"),
    )
    return genome.copy_with(**changes)


def tricks(**changes: Any) -> GameGenome:
    """Three seats, six cards, follow suit; a point for each heart taken, the fewest win."""
    phase = TrickPhase(duties=(Duty(cards="follows(c)"),))
    genome = GameGenome(
        genome_id="tricks",
        player_count=3,
        deck=THREE_SUITS,
        zones=(HAND, STOCK, CAPTURED),
        setup=SetupRules(cards_per_player=6),
        turn_structure=TurnStructure(order="sequence", phases=(phase,)),
        card_scoring=(
            CardScoringRule(condition=CardCondition(suit="hearts"), points=1, trigger=ScoringTrigger.TRICK_WIN),
        ),
        win_conditions=(WinCondition(type="low_score"),),
    )
    return genome.copy_with(**changes)


def trick(phase: TrickPhase, **changes: Any) -> GameGenome:
    """The same with another trick phase."""
    return tricks(turn_structure=TurnStructure(order="sequence", phases=(phase,)), **changes)


TRUMPS = (Strain(name="{s}", each="suits", called="suit(c) == s"), Strain(name="plain"))


def bidding(phase: AuctionPhase | None = None, **changes: Any) -> GameGenome:
    """Four seats in two sides bid for a trump suit and play five tricks."""
    calls = (
        Call(
            name="{level} {strain}", levels=(1, 2, 1), strains=("clubs", "hearts", "plain"), order="3 * level + index"
        ),
    )
    genome = GameGenome(
        genome_id="bidding",
        player_count=4,
        team_mode=True,
        teams=((0, 2), (1, 3)),
        deck=DeckSpec(suits=("clubs", "hearts", "spades"), ranks=("8", "9", "10", "J", "Q", "K", "A")),
        zones=(HAND, STOCK, Zone(name="captured", role="captured", owner="team")),
        strains=TRUMPS,
        setup=SetupRules(cards_per_player=5),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                phase or AuctionPhase(calls=calls, all_pass="continue"),
                TrickPhase(leader="declarer", duties=(Duty(cards="follows(c)"),)),
            ),
        ),
        scoring_rules=(
            ScoringRule(to="team(declarer)", when="declarer != none", points="(tricks - level) * (1, 2, 4)[doubled]"),
            ScoringRule(points="10 * tricks"),
        ),
        win_conditions=(AT_LIMIT,),
    )
    return genome.copy_with(**changes)


def auction(**changes: Any) -> GameGenome:
    """The same with another auction."""
    phase = bidding().turn_structure.phases[0]
    assert isinstance(phase, AuctionPhase)
    return bidding(phase.copy_with(**changes))


def staking(phase: BettingPhase | None = None, **changes: Any) -> GameGenome:
    """Three seats bet on two cards each; two hands."""
    phase = phase or BettingPhase(ante=1, min_bet=2)
    genome = GameGenome(
        genome_id="staking",
        player_count=3,
        utility="chips - 20",
        max_hands=2,
        deck=DeckSpec(suits=("clubs", "hearts"), ranks=("J", "Q", "K", "A")),
        zones=(HAND, STOCK),
        setup=SetupRules(cards_per_player=2, starting_chips=20),
        turn_structure=TurnStructure(order="sequence", phases=(phase,)),
        hand_evaluation=HandEvaluation(method=HandEvaluationMethod.HIGH_CARD),
        scoring_rules=(ScoringRule(points="chips - score"),),
        win_conditions=(AT_LIMIT,),
        game_rules=GameRules(tie_breaker="split"),
    )
    return genome.copy_with(**changes)


def bet(**changes: Any) -> GameGenome:
    """The same with another betting phase."""
    return staking(BettingPhase(ante=1, min_bet=2).copy_with(**changes))


def comparing(evaluation: HandEvaluation, *, size: int = 3, deck: DeckSpec = THREE_SUITS, **changes: Any) -> GameGenome:
    """Two seats with so many cards each; the better hand takes the antes."""
    phase = BettingPhase(ante=1, max_raises=0, showdown_method=ShowdownMethod.HAND_EVALUATION)
    setup = SetupRules(cards_per_player=size, starting_chips=9)
    return staking(
        phase, hand_evaluation=evaluation, deck=deck, setup=setup, player_count=2, utility="chips - 9", max_hands=1
    ).copy_with(**changes)


def hands(*patterns: HandPattern, **changes: Any) -> GameGenome:
    """Hands compared by patterns."""
    return comparing(HandEvaluation(method=HandEvaluationMethod.PATTERN_MATCH, patterns=patterns), **changes)


def claiming(phase: ClaimPhase | None = None, **changes: Any) -> GameGenome:
    """Three seats claim ranks face down until one has no cards."""
    genome = GameGenome(
        genome_id="claiming",
        player_count=3,
        deck=DeckSpec(suits=("clubs", "hearts", "spades"), ranks=("J", "Q", "K", "A")),
        zones=(HAND, STOCK, Zone(name="discard", role="discard", seen_by="none")),
        setup=SetupRules(cards_per_player=4),
        turn_structure=TurnStructure(
            phases=(phase or ClaimPhase(),), until="any(size(hand[p]) == 0 for p in seats)", limit=12
        ),
        win_conditions=(WinCondition(type="empty_hand"),),
    )
    return genome.copy_with(**changes)


def melding(*patterns: HandPattern, pattern: str = "meld", **changes: Any) -> GameGenome:
    """Two seats lay patterns of six cards, or throw one away; a point for each card laid."""
    lay = Offer(name="lay", picks=(Pick(name="laid", kind="cards", source="hand", pattern=pattern, to="melds"),))
    genome = GameGenome(
        genome_id="melding",
        player_count=2,
        deck=THREE_SUITS,
        zones=(HAND, STOCK, DISCARD, Zone(name="melds", role="sets", owner="seat")),
        patterns=patterns,
        setup=SetupRules(cards_per_player=8),
        turn_structure=turns(ChoicePhase(offers=(lay, throw()))),
        scoring_rules=(ScoringRule(points="size(melds)"),),
        win_conditions=(AT_LIMIT,),
    )
    return genome.copy_with(**changes)
