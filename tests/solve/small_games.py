"""Games made to be solved: moves of several cards, choices made together, boards of several cards."""

from __future__ import annotations

from deckwright.engine import Game, load
from deckwright.genome.materials import STANDARD_RANKS
from deckwright.genome.schema import (
    BettingPhase,
    CardTable,
    ChoicePhase,
    DeckSpec,
    DoPhase,
    Each,
    GameGenome,
    GameRules,
    HandEvaluation,
    HandEvaluationMethod,
    HandPattern,
    Move,
    Offer,
    Pick,
    Score,
    ScoringRule,
    SetupRules,
    Show,
    ShowdownMethod,
    TableRow,
    Term,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

SUITS = ("clubs", "diamonds", "hearts", "spades")


def laying_down(
    low: int = 2,
    high: int = 2,
    *,
    held: int = 3,
    cards: int = 6,
    copies: int = 1,
    order: str = "together",
    accept: str = "1",
) -> Game:
    """Both lay some of their cards down, and the points go round like stone, paper and scissors."""
    worth = CardTable(
        name="worth",
        rows=tuple(TableRow(rank=rank, value=number + 1) for number, rank in enumerate(STANDARD_RANKS[:cards])),
    )
    laid = "sum(worth(c) for c in laid[{}])"
    points = f"(2 * {laid.format(0)} + {laid.format(1)} + size(laid[0])) % 7 - 3"
    genome = GameGenome(
        genome_id="laying-down",
        player_count=2,
        utility="score",
        deck=DeckSpec(suits=("spades",), ranks=STANDARD_RANKS[:cards], copies=copies, tables=(worth,)),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="laid", owner="seat", seen_by="owner"),
        ),
        setup=SetupRules(cards_per_player=held),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                TurnStructure(
                    name="laying",
                    order=order,
                    phases=(
                        ChoicePhase(
                            offers=(
                                Offer(
                                    name="lay",
                                    picks=(
                                        Pick(name="given", kind="cards", source="hand", low=str(low), high=str(high)),
                                    ),
                                    accept=accept,
                                    effects=(Move(cards="given", to="laid"),),
                                ),
                            ),
                        ),
                    ),
                ),
                DoPhase(
                    name="points",
                    actor="dealer",
                    effects=(
                        Each(var="p", domain="seats", effects=(Show(cards="laid[p]"),)),
                        Score(to="0", points=points),
                        Score(to="1", points=f"-({points})"),
                    ),
                ),
            ),
        ),
        win_conditions=(
            WinCondition(type="high_score", trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played", threshold=1),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT),
    )
    return load(genome)


def flop_poker(board: int = 2, *, ranks: int = 3, suits: int = 2, raises: int = 1, flush: bool = False) -> Game:
    """One card each, so many cards turned up at once, one round of betting."""
    count = board + 1
    patterns = [HandPattern(name="High Card", rank_priority=10, required_count=count)]
    if suits > 1:
        patterns.insert(0, HandPattern(name="Pair", rank_priority=20, required_count=count, same_rank_groups=(2,)))
    if flush and ranks >= count:
        patterns.insert(0, HandPattern(name="Flush", rank_priority=30, required_count=count, same_suit_count=count))
    chips = 2 * (1 + 2 * raises)
    genome = GameGenome(
        genome_id="flop-poker",
        player_count=2,
        utility="winnings",
        deck=DeckSpec(suits=SUITS[:suits], ranks=STANDARD_RANKS[-ranks:]),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="board", seen_by="all"),
        ),
        terms=(Term(name="winnings", expr=f"chips - {chips}"),),
        setup=SetupRules(cards_per_player=1, starting_chips=chips, first_dealer=1),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                DoPhase(name="flop", actor="dealer", effects=(Move(cards="stock", to="board", count=str(board)),)),
                BettingPhase(
                    name="betting",
                    ante=2,
                    min_bet=2,
                    max_raises=raises,
                    showdown_method=ShowdownMethod.HAND_EVALUATION,
                ),
            ),
        ),
        hand_evaluation=HandEvaluation(
            method=HandEvaluationMethod.PATTERN_MATCH, patterns=tuple(patterns), zones=("hand", "board")
        ),
        scoring_rules=(ScoringRule(name="winnings", points="winnings - score"),),
        win_conditions=(
            WinCondition(type="high_score", trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played", threshold=1),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT),
    )
    return load(genome)
