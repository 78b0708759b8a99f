"""Betting War: bet on the card that you are about to turn up; the highest takes the pot, and equal cards go to war.

The seed design's game: 500 chips each, bets of 10, at most two raises, then a forced battle for the pot. Everyone antes
and the whole pack is dealt equally, face down; what is over is set aside. After a round of betting from the dealer's
left, those who have not folded turn up their top cards, as in War (https://www.pagat.com/war/war.html): aces high,
suits of no account; those who are level put three cards face down and turn up another; whoever cannot complete it
loses. The winner of the battle takes the pot. If all but one fold, that one takes it without a battle. Whoever is all
in wins from each other player no more than was put in; what is beyond that is shared by those who put it in. The cards
are shuffled and dealt anew each time. Whoever has no chips left is out. The match ends when one player has every chip,
or after `hands` hands: then most chips win. Utility is the chips won or lost.

Options: `players` (2 to 4), `hands`, `chips` each player begins with, `ante`, `bet` (the size of bets and raises),
`raises` (bets and raises in a round), `bury` (cards face down in a war), `look` (whether all look at their own top card
before they bet).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    BettingPhase,
    DoPhase,
    Each,
    GameGenome,
    GameRules,
    HandEvaluation,
    HandEvaluationMethod,
    If,
    Out,
    ScoringRule,
    SetupRules,
    Show,
    ShowdownMethod,
    TableauMode,
    Term,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)


def create_betting_war_genome(
    *,
    players: int = 2,
    hands: int = 50,
    chips: int = 500,
    ante: int = 10,
    bet: int = 10,
    raises: int = 2,
    bury: int = 3,
    look: bool = False,
) -> GameGenome:
    """War, battle by battle, for a pot."""
    shown = (Each(var="p", domain="live", effects=(Show(cards="top(hand[p])", to="p"),)),) if look else ()
    return GameGenome(
        genome_id="betting-war",
        name="Betting War",
        player_count=players,
        utility="winnings",
        max_hands=hands,
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="none"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="captured", role="captured", owner="seat"),
        ),
        terms=(Term(name="winnings", expr=f"chips - {chips}"),),
        setup=SetupRules(
            cards_per_player=52 // players,
            starting_chips=chips,
            tableau_mode=TableauMode.WAR,
            first_dealer=players - 1,
            deal=shown,
        ),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                BettingPhase(
                    name="betting",
                    ante=ante,
                    min_bet=bet,
                    max_raises=raises,
                    showdown_method=ShowdownMethod.FOLD_ONLY,
                ),
                TrickPhase(
                    name="turn up",
                    source="hand",
                    forced_top=True,
                    bury=bury,
                    ties="tie_breaker",
                    until="1",
                ),
                BettingPhase(name="showdown", max_raises=0, showdown_method=ShowdownMethod.HAND_EVALUATION),
                *((_broke_players_leave(),) if hands > 1 else ()),
            ),
        ),
        hand_evaluation=HandEvaluation(method=HandEvaluationMethod.CARD_COUNT, zones=("captured",)),
        scoring_rules=(ScoringRule(name="winnings", points="winnings - score"),),
        win_conditions=(
            WinCondition(
                type="high_score", trigger_mode=TriggerMode.THRESHOLD_GATE, gate="chips", threshold=players * chips
            ),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.BATTLE, beats=beats(hands=hands, tricks=True)),
    )


def _broke_players_leave() -> DoPhase:
    broke = If(when="chips[p] == 0", then=(Out(seat="p", until="match"),))
    return DoPhase(name="broke players leave", effects=(Each(var="p", domain="live", effects=(broke,)),))


GAME = GameEntry(
    id="betting-war",
    name="Betting War",
    create=create_betting_war_genome,
    options=(
        Option("players", int, default=2, low=2, high=4, text="how many play"),
        Option("hands", int, default=50, low=1, high=1000, text="how many hands are played at most"),
        Option("chips", int, default=500, low=1, high=10_000, text="chips each player begins with"),
        Option("ante", int, default=10, low=1, high=1000, text="what everyone pays before the deal"),
        Option("bet", int, default=10, low=1, high=1000, text="size of bets and raises"),
        Option("raises", int, default=2, low=1, high=100, text="bets and raises a round may have"),
        Option("bury", int, default=3, low=0, high=5, text="cards that each puts face down in a war"),
        Option("look", bool, default=False, text="whether all look at their own top card before they bet"),
    ),
    rules="https://www.pagat.com/war/war.html",
    seed=True,
)
