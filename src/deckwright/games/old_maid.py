"""Old Maid: discard pairs, draw unseen from a neighbour, and do not be left with the odd card.

Follows https://www.pagat.com/passing/oldmaid.html: one queen is removed, every card is dealt out, all pairs are laid
aside at once. In turn each player takes one card, unseen, from the hand of the player to the right and lays aside the
pair it may make. Whoever has no cards left is safe and out of it; the last one, who holds the odd card, loses. The draw
is blind, so that it is left to chance: a turn is one forced action.

Options: `players` (2 to 8), `odd` (the odd card is what is left of the queens when one is removed, or a `joker` added
to all 52 cards) and `hands` (how many are played; the loser of each takes a point, and the most points lose).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    CardCondition,
    CardType,
    ChoicePhase,
    DeckSpec,
    Each,
    Effect,
    GameGenome,
    GameRules,
    HandPattern,
    If,
    Move,
    Offer,
    Out,
    ScoringRule,
    SetupRules,
    Sweep,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinCondition,
    WinOutcome,
    Zone,
)

QUEEN_REMOVED = DeckSpec(omit=(CardCondition(suit="clubs", rank="Q"),))
JOKER_ADDED = DeckSpec(extra=(CardType(name="JK", rank="joker"),))

SAFE_SEATS_LEAVE = Each(var="p", domain="live", effects=(If(when="size(hand[p]) == 0", then=(Out(seat="p"),)),))


def create_old_maid_genome(*, players: int = 4, hands: int = 1, odd: str = "queen") -> GameGenome:
    """Old Maid as a genome."""
    dealt_pairs: tuple[Effect, ...] = (
        Each(var="p", domain="seats", effects=(Sweep(zone="hand[p]", pattern="pair", to="discard"),)),
        SAFE_SEATS_LEAVE,
    )
    draw = Offer(
        name="draw",
        effects=(
            Move(cards="hand[right(turn)]", to="hand", count="1"),
            Sweep(zone="hand", pattern="pair", to="discard"),
            SAFE_SEATS_LEAVE,
        ),
    )
    return GameGenome(
        genome_id="old-maid",
        name="Old Maid",
        player_count=players,
        max_hands=hands,
        max_turns=1000,
        deck=JOKER_ADDED if odd == "joker" else QUEEN_REMOVED,
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="discard", role="discard", seen_by="all"),
        ),
        patterns=(HandPattern(name="pair", of_a_kind=True, required_count=2),),
        setup=SetupRules(cards_per_player="all", deal=dealt_pairs),
        turn_structure=TurnStructure(
            order="cycle",
            start="left(dealer)",
            until="count(p for p in live) <= 1",
            phases=(ChoicePhase(name="draw", when="count(p for p in live) > 1", offers=(draw,)),),
        ),
        scoring_rules=(ScoringRule(name="left with the odd card", when="size(hand) > 0", points="1"),),
        win_conditions=(
            WinCondition(
                type="high_score",
                outcome=WinOutcome.LOSES,
                threshold=hands,
                trigger_mode=TriggerMode.THRESHOLD_GATE,
                gate="hands_played",
            ),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands)),
    )


GAME = GameEntry(
    id="old-maid",
    name="Old Maid",
    create=create_old_maid_genome,
    options=(
        Option("players", int, default=4, low=2, high=8, text="how many play"),
        Option("hands", int, default=1, low=1, high=1000, text="how many hands are played"),
        Option("odd", str, default="queen", choices=("queen", "joker"), text="one queen is removed, or a joker added"),
    ),
    rules="https://www.pagat.com/passing/oldmaid.html",
    seed=True,
)
