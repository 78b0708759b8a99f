"""Rummy: draw, lay down sets and runs, add to anyone's, and get rid of all cards first.

Follows https://bicyclecards.com/how-to-play/rummy-rum. Ten cards each for two players, seven for three or four, six for
five or six; one is turned up. In turn draw from the stock or take the top discard; then lay down as many sets (three or
four of a rank) and runs (three or more in suit and sequence; the ace is low) as you like, add cards to any that lie on
the table, and discard one, but not the card just taken from the pile. When the stock is used up the discard pile is
turned over, unshuffled, by who wants to draw. Whoever has no card left has won the hand, with or without a last
discard, and scores what all the others hold: ace 1, court cards 10, others their number; twice that for going rummy,
with everything laid down in one turn and nothing before. Of two players the winner deals the next hand; with more the
deal passes to the left. The game is to 100 points.

Options: `players` (2 to 6), `hands` (so many instead of a target), `target`, `rummy` (whether going rummy counts
twice), `stock` (the discard pile is turned over, or shuffled).

The books leave the target to the players. A card just taken may be discarded if it is the only one left.
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    CardTable,
    ChoicePhase,
    DeckSpec,
    DoPhase,
    Each,
    GameGenome,
    GameRules,
    HandPattern,
    If,
    Move,
    Offer,
    Phase,
    Pick,
    Register,
    ScoringRule,
    Set,
    SetupRules,
    Show,
    Shuffle,
    TableRow,
    Term,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
CARDS = {2: 10, 3: 7, 4: 7, 5: 6, 6: 6}
PLACES = 17
"""No more sets and runs can lie on the table."""
MOST_TURNS = 500
MOST_HANDS = 100
"""Nobody need ever go out; no real game comes near these."""

ADDS = (
    "all(rank(d) == rank(c) for d in p)"
    " or all(suit(d) == suit(c) for d in p)"
    " and (rank(c) == max(rank(d) for d in p) + 1 or rank(c) == min(rank(d) for d in p) - 1)"
)
"""A fourth of a rank, or the next card at either end of a run."""


def create_rummy_genome(
    *, players: int = 4, hands: int | None = None, target: int = 100, rummy: bool = True, stock: str = "turn"
) -> GameGenome:
    """Basic rummy."""
    return GameGenome(
        genome_id="rummy",
        name="Rummy",
        player_count=players,
        utility="score" if hands == 1 else "win",
        max_hands=hands or MOST_HANDS,
        max_turns=MOST_TURNS,
        deck=DeckSpec(
            ranks=RANKS,
            tables=(
                CardTable(
                    name="worth",
                    rows=tuple(TableRow(rank=rank, value=min(n, 10)) for n, rank in enumerate(RANKS, 1)),
                ),
            ),
        ),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="discard", role="discard"),
            Zone(name="melds", role="sets", piles=PLACES),
        ),
        patterns=(
            HandPattern(name="set", of_a_kind=True, min_count=3, max_count=4, group="meld"),
            HandPattern(name="run", suited=True, in_sequence=True, min_count=3, group="meld"),
        ),
        registers=_registers(rummy=rummy),
        terms=(
            Term(name="hand_value", expr="sum(worth(c) for c in hand)"),
            Term(name="hand_winner", expr="first(p for p in seats if size(hand[p]) == 0)"),
        ),
        setup=SetupRules(
            cards_per_player=CARDS[players],
            deal=(Move(cards="stock", to="discard", count="1"),),
            dealer="winner" if players == 2 and hands != 1 else "rotate",
        ),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                TurnStructure(
                    name="turns",
                    order="cycle",
                    until="any(size(hand[p]) == 0 for p in seats)",
                    phases=(_drawing(stock), _laying(rummy=rummy)),
                ),
                DoPhase(
                    name="counting",
                    actor="dealer",
                    effects=(Each(var="q", domain="seats", effects=(Show(cards="hand[q]"),)),),
                ),
            ),
        ),
        scoring_rules=_scoring(rummy=rummy),
        win_conditions=(
            WinCondition(
                type="high_score",
                threshold=hands or target,
                trigger_mode=TriggerMode.THRESHOLD_GATE,
                gate="hands_played" if hands else "score",
            ),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands)),
    )


def _registers(*, rummy: bool) -> tuple[Register, ...]:
    return (
        Register(name="lifted", holds="card", keep="turn"),
        Register(name="laid"),
        Register(name="finished", keep="turn"),
        *((Register(name="melded", keep="turn"), Register(name="melded_before", per="seat")) if rummy else ()),
    )


def _drawing(stock: str) -> Phase:
    one = Move(cards="stock", to="hand", count="1")
    again = (Shuffle(zone="stock"),) if stock == "shuffle" else ()
    return ChoicePhase(
        name="drawing",
        offers=(
            Offer(name="draw", when="size(stock) > 0", effects=(one,)),
            Offer(name="turn over", when="size(stock) == 0", effects=(Move(cards="discard", to="stock"), *again, one)),
            Offer(
                name="take",
                effects=(Set(name="lifted", value="top(discard)"), Move(cards="discard", to="hand", count="1")),
            ),
        ),
    )


def _laying(*, rummy: bool) -> Phase:
    """Lay down and add as often as you like; a discard ends the turn, and so does the last card."""
    melded = (Set(name="melded", value="1"),) if rummy else ()
    meld = Pick(name="meld", kind="cards", source="hand", pattern="meld", to="pile(melds, laid)")
    onto = (
        Pick(name="c", source="hand"),
        Pick(name="p", kind="pile", source="melds", where=f"size(p) > 0 and ({ADDS})"),
    )
    opened = If(when="melded and size(hand) > 0", then=(Set(name="melded_before", value="1"),))
    shed = Pick(name="c", source="hand", where="c != lifted or size(hand) == 1", to="discard")
    return TurnStructure(
        name="laying",
        order="stay",
        start="turn",
        until="finished or size(hand[turn]) == 0",
        limit=52,
        phases=(
            ChoicePhase(
                offers=(
                    Offer(name="lay", picks=(meld,), effects=(Set(name="laid", value="laid + 1"), *melded)),
                    Offer(name="add", picks=onto, effects=(Move(cards="c", to="p"), *melded)),
                    Offer(
                        name="discard",
                        picks=(shed,),
                        effects=(*((opened,) if rummy else ()), Set(name="finished", value="1")),
                    ),
                ),
            ),
        ),
    )


def _scoring(*, rummy: bool) -> tuple[ScoringRule, ...]:
    """What the others hold, card by card; all of it again for going rummy."""
    lost = "sum(hand_value[p] for p in seats)"
    out = "hand_winner != none"
    return (
        ScoringRule(name="going out", to="hand_winner", when=out, points=lost),
        *(
            (
                ScoringRule(
                    name="going rummy",
                    to="hand_winner",
                    when=f"{out} and not melded_before[hand_winner]",
                    points=lost,
                ),
            )
            if rummy
            else ()
        ),
    )


GAME = GameEntry(
    id="rummy",
    name="Rummy",
    create=create_rummy_genome,
    options=(
        Option("players", int, default=4, low=2, high=6, text="how many play"),
        Option("hands", int, default=None, low=1, high=1000, text="stop after so many hands; none: at the target"),
        Option("target", int, default=100, low=10, high=1000, text="the score at which the game ends"),
        Option("rummy", bool, default=True, text="going out in one turn counts twice"),
        Option(
            "stock",
            str,
            default="turn",
            choices=("turn", "shuffle"),
            text="when it is used up the discard pile is turned over, or shuffled",
        ),
    ),
    rules="https://bicyclecards.com/how-to-play/rummy-rum",
    seed=True,
)
