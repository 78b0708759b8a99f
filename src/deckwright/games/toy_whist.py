"""Toy Whist: partnership whist with two cards each, small enough to be solved.

The rules are those of whist (https://www.pagat.com/whist/whist.html) on a deck of eight: ace, king, queen and jack of
spades and hearts. Four play in two partnerships, partners opposite each other. Two cards each; spades are trumps. The
player left of the dealer leads; follow suit if you can; the highest trump, or else the highest card of the suit led,
takes the trick, and its winner leads to the next. A side scores a point for each trick. Utility is the difference.

Options: `trumps` (`spades` or `none`) and `hands` (one by default; the deal rotates).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    DeckSpec,
    Duty,
    GameGenome,
    GameRules,
    ScoringRule,
    SetupRules,
    Strain,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

CARDS = 2


def create_toy_whist_genome(*, trumps: str = "spades", hands: int = 1) -> GameGenome:
    """Whist for four with two cards each."""
    strain = Strain(name="spades", called="suit(c) == 'spades'") if trumps == "spades" else Strain(name="no trumps")
    return GameGenome(
        genome_id="toy-whist",
        name="Toy Whist",
        player_count=4,
        team_mode=True,
        teams=((0, 2), (1, 3)),
        utility="score",
        max_hands=hands,
        deck=DeckSpec(suits=("hearts", "spades"), ranks=("J", "Q", "K", "A")),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="captured", role="captured", owner="team"),
        ),
        strains=(strain,),
        setup=SetupRules(cards_per_player=CARDS, first_dealer=3),
        turn_structure=TurnStructure(order="sequence", phases=(TrickPhase(duties=(Duty(cards="follows(c)"),)),)),
        scoring_rules=(ScoringRule(name="tricks", points="tricks"),),
        win_conditions=(
            WinCondition(
                type="high_score", trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played", threshold=hands
            ),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands, tricks=True)),
    )


GAME = GameEntry(
    id="toy-whist",
    name="Toy Whist",
    create=create_toy_whist_genome,
    options=(
        Option("trumps", str, default="spades", choices=("spades", "none"), text="the suit that beats the other"),
        Option("hands", int, default=1, low=1, high=1000, text="how many hands are played"),
    ),
    rules="https://www.pagat.com/whist/whist.html",
)
