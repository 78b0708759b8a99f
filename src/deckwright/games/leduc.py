"""Leduc hold'em for two to ten players.

Rules: F. Southey and others, "Bayes' bluff: opponent modelling in poker" (UAI 2005), with more seats as in OpenSpiel's
`leduc_poker`. Two suits and one rank more than players; everyone antes 1 and gets one card. A round of betting with
raises of 2, then one card is turned up for all, and a second round with raises of 4; two raises a round at most,
whatever the number of seats. A pair with the card on the board wins, otherwise the higher card; equal hands share the
pot. Utility is the chips won or lost.

With an odd number of players a pot that is shared may hold an odd number of chips. Chips do not break, so these games
are played with doubled stakes, and two chips are one unit of utility.

Options: `players` (2 to 10); `hands` (one by default; chips are enough for every hand, the deal rotates);
`suit_isomorphism`: the two cards of a rank look alike (288 information sets for two players rather than 936; the game
is otherwise the same).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.kuhn import toy_ranks
from deckwright.games.pauses import beats
from deckwright.genome.effects import Move
from deckwright.genome.enums import HandEvaluationMethod, ShowdownMethod, TieBreaker, TriggerMode
from deckwright.genome.materials import DeckSpec, HandEvaluation, HandPattern, Term, Zone
from deckwright.genome.phases import BettingPhase, DoPhase, TurnStructure
from deckwright.genome.schema import GameGenome, GameRules, ScoringRule, SetupRules, WinCondition

ANTE, FIRST_RAISE, SECOND_RAISE, RAISES = 1, 2, 4, 2
MOST_STAKED = ANTE + RAISES * (FIRST_RAISE + SECOND_RAISE)


def create_leduc_genome(*, players: int = 2, hands: int = 1, suit_isomorphism: bool = False) -> GameGenome:
    """Leduc hold'em: a card each, a card for all, two rounds of limit betting."""
    unit = 2 if players % 2 else 1
    chips = MOST_STAKED * unit * hands
    ranks = toy_ranks(players)
    deck = DeckSpec(suits=("spades",), ranks=ranks, copies=2)
    if not suit_isomorphism:
        deck = DeckSpec(suits=("hearts", "spades"), ranks=ranks)
    return GameGenome(
        genome_id="leduc",
        name="Leduc Hold'em",
        player_count=players,
        utility="winnings",
        utility_unit=unit,
        max_hands=hands,
        deck=deck,
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="board", seen_by="all"),
        ),
        terms=(Term(name="winnings", expr=f"chips - {chips}"),),
        setup=SetupRules(cards_per_player=1, starting_chips=chips, first_dealer=players - 1),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                BettingPhase(
                    name="first round",
                    ante=ANTE * unit,
                    min_bet=FIRST_RAISE * unit,
                    max_raises=RAISES,
                    showdown_method=ShowdownMethod.FOLD_ONLY,
                ),
                DoPhase(name="board", actor="dealer", effects=(Move(cards="stock", to="board", count="1"),)),
                BettingPhase(
                    name="second round",
                    min_bet=SECOND_RAISE * unit,
                    max_raises=RAISES,
                    showdown_method=ShowdownMethod.HAND_EVALUATION,
                ),
            ),
        ),
        hand_evaluation=HandEvaluation(
            method=HandEvaluationMethod.PATTERN_MATCH,
            patterns=(
                HandPattern(name="Pair", rank_priority=20, required_count=2, same_rank_groups=(2,)),
                HandPattern(name="High Card", rank_priority=10, required_count=2),
            ),
            zones=("hand", "board"),
        ),
        scoring_rules=(ScoringRule(name="winnings", points="winnings - score"),),
        win_conditions=(
            WinCondition(
                type="high_score", trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played", threshold=hands
            ),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands)),
    )


GAME = GameEntry(
    id="leduc",
    name="Leduc Hold'em",
    create=create_leduc_genome,
    options=(
        Option("players", int, default=2, low=2, high=10, text="how many play"),
        Option("hands", int, default=1, low=1, high=1000, text="how many hands are played"),
        Option("suit_isomorphism", bool, default=False, text="the two cards of a rank look alike"),
    ),
    rules="https://arxiv.org/abs/1207.1411",
)
