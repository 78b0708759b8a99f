"""Simple Poker: five cards each, one round of betting, showdown.

Rules: straight poker as described at https://en.wikipedia.org/wiki/Straight_poker and, for betting, all-in players and
side pots, in Robert's Rules of Poker (https://www.pokercoach.us/RobsPkrRules11.htm). Everyone antes; five cards each,
face down; one round of betting at a fixed limit from the dealer's left; the best five-card hand takes the pot, equal
hands share it, odd chips to the first of them left of the dealer. Whoever has lost all chips is out. The match ends
when one player has every chip, or after `hands` hands: then most chips win. Utility is the chips won or lost.

Options: `players` (2 to 10), `hands`, `chips` each player begins with, `ante`, `bet` (the size of bets and raises) and
`raises` (how many bets and raises a round may have).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.games.poker_hands import HAND_SIZE, POKER_EVALUATION
from deckwright.genome.effects import Each, If, Out
from deckwright.genome.enums import ShowdownMethod, TieBreaker, TriggerMode
from deckwright.genome.materials import Term, Zone
from deckwright.genome.phases import BettingPhase, DoPhase, TurnStructure
from deckwright.genome.schema import GameGenome, GameRules, ScoringRule, SetupRules, WinCondition

BROKE_PLAYERS_LEAVE = DoPhase(
    name="broke players leave",
    effects=(Each(var="p", domain="live", effects=(If(when="chips[p] == 0", then=(Out(seat="p", until="match"),)),)),),
)


def create_simple_poker_genome(
    *, players: int = 4, hands: int = 20, chips: int = 40, ante: int = 1, bet: int = 2, raises: int = 4
) -> GameGenome:
    """Five-card showdown poker with one betting round."""
    return GameGenome(
        genome_id="simple-poker",
        name="Simple Poker",
        player_count=players,
        utility="winnings",
        max_hands=hands,
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
        ),
        terms=(Term(name="winnings", expr=f"chips - {chips}"),),
        setup=SetupRules(cards_per_player=HAND_SIZE, starting_chips=chips, first_dealer=players - 1),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                BettingPhase(
                    name="betting",
                    ante=ante,
                    min_bet=bet,
                    max_raises=raises,
                    showdown_method=ShowdownMethod.HAND_EVALUATION,
                ),
                *((BROKE_PLAYERS_LEAVE,) if hands > 1 else ()),
            ),
        ),
        hand_evaluation=POKER_EVALUATION,
        scoring_rules=(ScoringRule(name="winnings", points="winnings - score"),),
        win_conditions=(
            WinCondition(
                type="high_score", trigger_mode=TriggerMode.THRESHOLD_GATE, gate="chips", threshold=players * chips
            ),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands)),
    )


GAME = GameEntry(
    id="simple-poker",
    name="Simple Poker",
    create=create_simple_poker_genome,
    options=(
        Option("players", int, default=4, low=2, high=10, text="how many play"),
        Option("hands", int, default=20, low=1, high=1000, text="how many hands are played at most"),
        Option("chips", int, default=40, low=1, high=10_000, text="chips each player begins with"),
        Option("ante", int, default=1, low=1, high=1000, text="what everyone pays before the deal"),
        Option("bet", int, default=2, low=1, high=1000, text="size of bets and raises"),
        Option("raises", int, default=4, low=1, high=100, text="bets and raises a round may have"),
    ),
    rules="https://en.wikipedia.org/wiki/Straight_poker",
    seed=True,
)
