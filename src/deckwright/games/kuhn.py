"""Kuhn poker for two to ten players.

Rules: H. W. Kuhn, "A simplified two-person poker", Contributions to the Theory of Games I (1950); with three and more
seats as in D. Szafron, R. Gibson and N. Sturtevant, "A parameterized family of equilibrium profiles for three-player
Kuhn poker" (AAMAS 2013). One card more than players, all of one suit; everyone antes 1 and gets one card; one round of
betting in which a single bet of 1 may be made; the others in turn call or fold; the highest card takes the pot.
Utility is the chips won or lost.

Options: `players` (2 to 10) and `hands` (one by default; chips are enough for every hand, the deal rotates).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.enums import ShowdownMethod, TriggerMode
from deckwright.genome.materials import STANDARD_RANKS, DeckSpec, Term, Zone
from deckwright.genome.phases import BettingPhase, TurnStructure
from deckwright.genome.schema import GameGenome, GameRules, ScoringRule, SetupRules, WinCondition

ANTE = BET = 1


def create_kuhn_genome(*, players: int = 2, hands: int = 1) -> GameGenome:
    """Kuhn poker: one card each, one bet, the highest card wins."""
    chips = (ANTE + BET) * hands
    return GameGenome(
        genome_id="kuhn",
        name="Kuhn Poker",
        player_count=players,
        utility="winnings",
        max_hands=hands,
        deck=DeckSpec(suits=("spades",), ranks=toy_ranks(players)),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
        ),
        terms=(Term(name="winnings", expr=f"chips - {chips}"),),
        setup=SetupRules(cards_per_player=1, starting_chips=chips, first_dealer=players - 1),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                BettingPhase(
                    name="betting",
                    ante=ANTE,
                    min_bet=BET,
                    max_raises=1,
                    showdown_method=ShowdownMethod.HIGHEST_CARD,
                ),
            ),
        ),
        scoring_rules=(ScoringRule(name="winnings", points="winnings - score"),),
        win_conditions=(
            WinCondition(
                type="high_score", trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played", threshold=hands
            ),
        ),
        game_rules=GameRules(beats=beats(hands=hands)),
    )


def toy_ranks(players: int) -> tuple[str, ...]:
    """One rank more than players, from the top; the three of two-handed play are jack, queen and king by tradition."""
    return ("J", "Q", "K") if players == 2 else STANDARD_RANKS[-(players + 1) :]


GAME = GameEntry(
    id="kuhn",
    name="Kuhn Poker",
    create=create_kuhn_genome,
    options=(
        Option("players", int, default=2, low=2, high=10, text="how many play"),
        Option("hands", int, default=1, low=1, high=1000, text="how many hands are played"),
    ),
    rules="https://en.wikipedia.org/wiki/Kuhn_poker",
)
