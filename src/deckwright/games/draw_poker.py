"""Draw Poker: five-card draw.

Rules: https://www.pagat.com/poker/variants/draw.html and Robert's Rules of Poker, "Draw high"
(https://www.pokercoach.us/RobsPkrRules11.htm). Everyone antes and gets five cards, face down. A round of betting from
the dealer's left; then each player still in, in turn, throws away up to three cards and gets as many new ones; a second
round, from the dealer's left again, with bets twice the size; the best hand takes the pot. Whoever cannot pay in full
is all-in and plays for the main pot only. Folded hands and thrown cards are shuffled and dealt again if the stock runs
short, the drawing player's own excepted. Whoever has lost all chips is out; the match ends when one player has every
chip, or after `hands` hands: then most chips win. Utility is the chips won or lost.

Options: `players` (2 to 8), `hands`, `chips` each player begins with, `ante`, `bet` (of the first round), `raises`
(bets and raises a round may have: a bet and three raises), `limit` (`fixed`; `pot`: also half the pot or all of it;
`none`: also everything one has), `exchange` (how many cards one may throw away), `fourth_with_ace` (a fourth, if the
card kept is an ace, which is shown).
"""

from __future__ import annotations

from typing import Any

from deckwright.games.entry import GameEntry, Option
from deckwright.games.errors import OptionError
from deckwright.games.pauses import beats
from deckwright.games.poker_hands import HAND_SIZE, POKER_EVALUATION
from deckwright.games.simple_poker import BROKE_PLAYERS_LEAVE
from deckwright.genome.effects import Each, Effect, If, Move, Show
from deckwright.genome.enums import DeckEmptyAction, ShowdownMethod, TieBreaker, TriggerMode
from deckwright.genome.materials import Term, Zone
from deckwright.genome.phases import BettingPhase, ChoicePhase, DoPhase, Offer, Pick, TurnStructure
from deckwright.genome.schema import GameGenome, GameRules, ScoringRule, SetupRules, WinCondition


def create_draw_poker_genome(
    *,
    players: int = 4,
    hands: int = 20,
    chips: int = 60,
    ante: int = 1,
    bet: int = 2,
    raises: int = 4,
    limit: str = "fixed",
    exchange: int = 3,
    fourth_with_ace: bool = False,
) -> GameGenome:
    """Five-card draw: bet, exchange, bet, showdown."""
    if fourth_with_ace and exchange != 3:
        raise OptionError("option.conflict", f"fourth_with_ace goes with exchange=3, not with exchange={exchange}")
    return GameGenome(
        genome_id="draw-poker",
        name="Draw Poker",
        player_count=players,
        utility="winnings",
        max_hands=hands,
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="discard", role="discard", seen_by="none"),
            Zone(name="aside", seen_by="none"),
        ),
        terms=(Term(name="winnings", expr=f"chips - {chips}"),),
        setup=SetupRules(cards_per_player=HAND_SIZE, starting_chips=chips, first_dealer=players - 1),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                BettingPhase(
                    name="first round",
                    ante=ante,
                    **_bets(limit, bet),
                    max_raises=raises,
                    showdown_method=ShowdownMethod.FOLD_ONLY,
                ),
                _folded_hands_are_discarded(),
                TurnStructure(
                    name="draw",
                    order="once",
                    phases=(_exchange(exchange, fourth_with_ace=fourth_with_ace),),
                ),
                BettingPhase(
                    name="second round",
                    **_bets(limit, 2 * bet),
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
        game_rules=GameRules(
            beats=beats(hands=hands),
            tie_breaker=TieBreaker.SPLIT,
            deck_empty_action=DeckEmptyAction.RESHUFFLE_DISCARD,
            keep_top_discard=False,
        ),
    )


def _bets(limit: str, bet: int) -> dict[str, Any]:
    """By how much one may bet or raise; a raise of the pot is as much as the pot holds after calling."""
    if limit == "fixed":
        return {"min_bet": bet}
    up_to_pot = (str(bet), f"max({bet}, (pot + to_call) // 2)", f"max({bet}, pot + to_call)")
    return {"sizes": up_to_pot if limit == "pot" else (*up_to_pot, "chips")}


def _folded_hands_are_discarded() -> DoPhase:
    discard = Move(cards="hand[p]", to="discard")
    return DoPhase(
        name="folded hands are discarded",
        actor="dealer",
        effects=(Each(var="p", domain="seats", effects=(If(when="folded[p]", then=(discard,)),)),),
    )


def _exchange(most: int, *, fourth_with_ace: bool) -> ChoicePhase:
    """Thrown cards lie aside until their owner has drawn, so that nobody gets them back."""
    most_with_ace = most + fourth_with_ace
    show_ace: tuple[Effect, ...] = ()
    accept = "1"
    if fourth_with_ace:
        show_ace = (If(when=f"size(thrown) > {most}", then=(Show(cards="hand"),)),)
        accept = f"size(thrown) <= {most} or any(rank(c) == 'A' for c in hand)"
    return ChoicePhase(
        name="exchange",
        offers=(
            Offer(
                name="exchange",
                picks=(Pick(name="thrown", kind="cards", source="hand", low="0", high=str(most_with_ace)),),
                accept=accept,
                effects=(
                    Move(cards="thrown", to="aside"),
                    *show_ace,
                    Move(cards="stock", to="hand", count="size(thrown)"),
                    Move(cards="aside", to="discard"),
                ),
            ),
        ),
    )


GAME = GameEntry(
    id="draw-poker",
    name="Draw Poker",
    create=create_draw_poker_genome,
    options=(
        Option("players", int, default=4, low=2, high=8, text="how many play"),
        Option("hands", int, default=20, low=1, high=1000, text="how many hands are played at most"),
        Option("chips", int, default=60, low=1, high=10_000, text="chips each player begins with"),
        Option("ante", int, default=1, low=1, high=1000, text="what everyone pays before the deal"),
        Option(
            "bet", int, default=2, low=1, high=1000, text="size of bets and raises before the draw; twice that after it"
        ),
        Option("raises", int, default=4, low=1, high=100, text="bets and raises a round may have"),
        Option("limit", str, default="fixed", choices=("fixed", "pot", "none"), text="how much one may bet"),
        Option("exchange", int, default=3, low=1, high=5, text="how many cards one may throw away"),
        Option(
            "fourth_with_ace",
            bool,
            default=False,
            text="one more may be thrown away if the rest is an ace, which is shown",
        ),
    ),
    rules="https://www.pagat.com/poker/variants/draw.html",
    seed=True,
)
