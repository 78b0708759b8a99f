"""Push or Fold: heads-up poker at its shortest, on a deck of ten cards.

The end of a heads-up tournament, where the small blind either moves all-in or gives up (the model of W. Chen and J.
Ankenman, "The Mathematics of Poker", 2006, chapter 12, "jam or fold"), with a deck short enough to be solved whole: two
suits, ten to ace. The dealer posts the small blind, half a big blind, the other a big blind. Both get two cards. The
dealer pushes all chips in or folds; then the other calls or folds. After a call three cards are turned up, and the
better five-card hand (ranked as in hold'em) takes everything; equal hands share. Utility is what is won or lost, in big
blinds.

Options: `stack` (big blinds each player has for a hand), `ranks` (4 to 6 of them, ace downwards) and `hands` (one by
default; chips are enough for every hand, the deal goes back and forth).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.games.poker_hands import HAND_SIZE, POKER_HANDS
from deckwright.genome.enums import HandEvaluationMethod
from deckwright.genome.materials import STANDARD_RANKS, HandEvaluation, HandPattern
from deckwright.genome.schema import (
    BettingPhase,
    ChoicePhase,
    DeckSpec,
    DoPhase,
    End,
    GameGenome,
    GameRules,
    Move,
    Offer,
    Pay,
    ScoringRule,
    SetupRules,
    ShowdownMethod,
    Term,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

SMALL_BLIND, BIG_BLIND = 1, 2
"""In chips: a small blind is one."""
HOLE_CARDS = 2


def create_push_or_fold_genome(*, stack: int = 10, ranks: int = 5, hands: int = 1) -> GameGenome:
    """All-in or fold, for two."""
    each = stack * BIG_BLIND
    chips = each * hands
    kept = STANDARD_RANKS[-ranks:]
    return GameGenome(
        genome_id="push-or-fold",
        name="Push or Fold",
        player_count=2,
        utility="winnings",
        utility_unit=BIG_BLIND,
        max_hands=hands,
        deck=DeckSpec(suits=("hearts", "spades"), ranks=kept),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="board", seen_by="all"),
        ),
        terms=(Term(name="winnings", expr=f"chips - {chips}"),),
        setup=SetupRules(cards_per_player=HOLE_CARDS, starting_chips=chips, first_dealer=0),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                ChoicePhase(
                    name="push or fold",
                    actor="dealer",
                    offers=(
                        Offer(name="fold", effects=_give_up("dealer", "left(dealer)", SMALL_BLIND)),
                        Offer(name="push"),
                    ),
                ),
                ChoicePhase(
                    name="call or fold",
                    actor="left(dealer)",
                    offers=(
                        Offer(name="fold", effects=_give_up("left(dealer)", "dealer", BIG_BLIND)),
                        Offer(name="call"),
                    ),
                ),
                DoPhase(
                    name="board",
                    actor="dealer",
                    effects=(Move(cards="stock", to="board", count=str(HAND_SIZE - HOLE_CARDS)),),
                ),
                BettingPhase(name="showdown", ante=each, max_raises=0, showdown_method=ShowdownMethod.HAND_EVALUATION),
            ),
        ),
        hand_evaluation=HandEvaluation(
            method=HandEvaluationMethod.PATTERN_MATCH,
            patterns=_hands(ranks),
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


def _give_up(who: str, to: str, blind: int) -> tuple[Pay, End]:
    return Pay(who=who, to=to, amount=str(blind)), End(what="hand")


def _hands(ranks: int) -> tuple[HandPattern, ...]:
    """The hands that such a deck can make. The ace is high only: below the ten there is nothing for it to follow."""
    impossible = {"Four of a Kind", "Full House", "Three of a Kind"}  # two suits: two cards of a rank
    if ranks <= HAND_SIZE:
        impossible |= {"Straight Flush", "Flush"}  # the royal one is the only one
    if ranks < HAND_SIZE:
        impossible |= {"Royal Flush", "Straight"}
    possible = (hand for hand in POKER_HANDS if hand.name not in impossible)
    return tuple(hand.model_copy(update={"sequence_wrap": False}) for hand in possible)


GAME = GameEntry(
    id="push-or-fold",
    name="Push or Fold",
    create=create_push_or_fold_genome,
    options=(
        Option("stack", int, default=10, low=1, high=100, text="big blinds each player has for a hand"),
        Option("ranks", int, default=5, low=4, high=6, text="ranks in the deck, from the ace down"),
        Option("hands", int, default=1, low=1, high=1000, text="how many hands are played"),
    ),
    rules="https://www.pagat.com/poker/variants/texasholdem.html",
)
