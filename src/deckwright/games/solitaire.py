"""Solitaire, as most people call Klondike: bring the four suits up from the ace, out of seven columns and a stock.

Follows https://en.wikipedia.org/wiki/Klondike_(solitaire). Seven columns of one to seven cards, the top one of each
face up; the rest is the stock. On a column goes the next lower card of the other colour; face-up cards may move with
all that lies on them; a face-down card that is uncovered is turned up; only a king goes to an empty column.
Foundations are built up in suit from the ace. Cards from the stock are turned up onto the waste, whose top card may be
played; when the stock is empty the waste is turned over, unshuffled. The game is won when all cards are on the
foundations.

Published ways to go through the stock: three cards at a time without limit, or three times; one card at a time once, or
without limit. The rules do not say when a game that comes to nothing ends: here the player may give up whenever the
stock is empty, and the game is lost after 500 moves.

Options: `draw` (cards turned up at a time), `passes` (through the stock; 0: without limit; none: once for one card at a
time, otherwise without limit), `take_back` (cards may come back from the foundations), `scoring` (`standard`: the
points of the best-known computer version, which the player then plays for: 5 for a card from the waste to a column, 10
for one to a foundation, 5 for one turned up in a column, 15 off for one taken back, 100 off for turning over the waste
one card at a time; never below 0).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.genome.schema import (
    ChoicePhase,
    DeckEmptyAction,
    DeckSpec,
    DoPhase,
    Effect,
    End,
    GameGenome,
    GameRules,
    Move,
    Offer,
    Pick,
    Register,
    Score,
    Set,
    SetupRules,
    Term,
    TurnStructure,
    WinComparison,
    WinCondition,
    Zone,
)

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
COLUMNS = 7
MOST_MOVES = 500
"""Cards can be moved to and fro for ever; no sensible game comes near it."""

ON_COLUMN = "rank(c) == 'K' if size(p) == 0 else rank(c) == rank(top(p)) - 1 and colour(c) != colour(top(p))"


def create_solitaire_genome(
    *, draw: int = 3, passes: int | None = None, take_back: bool = True, scoring: str = "none"
) -> GameGenome:
    """Klondike, three cards at a time."""
    most = passes if passes is not None else 1 if draw == 1 else 0
    points = scoring == "standard"
    return GameGenome(
        genome_id="solitaire",
        name="Solitaire",
        player_count=1,
        utility="score" if points else "win",
        max_turns=MOST_MOVES,
        deck=DeckSpec(ranks=RANKS),
        zones=(
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="waste", role="discard"),
            Zone(name="columns", role="tableau", piles=COLUMNS, seen_by="top", build=ON_COLUMN),
            Zone(name="foundations", role="captured", owner="seat", piles="suit", build="rank(c) == size(p)"),
        ),
        registers=(
            *((Register(name="pass_number", start="1"),) if most > 1 else ()),
            *((Register(name="covered", start=str(COLUMNS * (COLUMNS - 1) // 2)),) if points else ()),
        ),
        terms=(
            (Term(name="face_down", expr="sum(size(p) for p in piles(columns)) - size(face_up(columns))"),)
            if points
            else ()
        ),
        setup=SetupRules(
            cards_per_player=0,
            deal=tuple(
                Move(cards="stock", to=f"pile(columns, {place})", count=str(place + 1), place="bottom")
                for place in range(COLUMNS)
            ),
        ),
        turn_structure=TurnStructure(
            order="stay",
            phases=(
                ChoicePhase(offers=_offers(draw, most, take_back=take_back, points=points)),
                *((_turned_up(),) if points else ()),
            ),
        ),
        win_conditions=(WinCondition(type="capture_all", comparison=WinComparison.NONE),),
        game_rules=GameRules(deck_empty_action=DeckEmptyAction.SKIP_DRAW),
    )


def _offers(draw: int, most: int, *, take_back: bool, points: bool) -> tuple[Offer, ...]:
    column = Pick(name="column", kind="pile", source="columns", where="fits(card, column)")
    to_column = Move(cards="card", to="column")

    def scored(amount: str) -> tuple[Effect, ...]:
        return (Score(to="turn", points=amount),) if points else ()

    counted = (Set(name="pass_number", value="pass_number + 1"),) if most > 1 else ()
    again = Offer(
        name="turn over",
        when="size(stock) == 0 and size(waste) > 0" + (f" and pass_number < {most}" if most > 1 else ""),
        effects=(Move(cards="waste", to="stock"), *counted, *(scored("-min(score, 100)") if draw == 1 else ())),
    )
    return (
        Offer(name="turn up", when="size(stock) > 0", effects=(Move(cards="stock", to="waste", count=str(draw)),)),
        *((again,) if most != 1 else ()),
        Offer(
            name="build",
            picks=(Pick(name="card", source="top(waste), tops(columns)", to="foundations"),),
            effects=scored("10"),
        ),
        Offer(
            name="lay",
            picks=(Pick(name="card", source="top(waste)"), column),
            effects=(to_column, *scored("5")),
        ),
        Offer(
            name="move",
            picks=(Pick(name="card", kind="tail", source="columns"), column),
            effects=(to_column,),
        ),
        *(
            (
                Offer(
                    name="take back",
                    picks=(Pick(name="card", source="tops(foundations)"), column),
                    effects=(to_column, *scored("-min(score, 15)")),
                ),
            )
            if take_back
            else ()
        ),
        Offer(name="give up", when="size(stock) == 0", effects=(End(what="hand"),)),
    )


def _turned_up() -> DoPhase:
    """A card of the columns has been uncovered."""
    return DoPhase(
        when="face_down < covered",
        effects=(Score(to="turn", points="5"), Set(name="covered", value="face_down")),
    )


GAME = GameEntry(
    id="solitaire",
    name="Solitaire",
    create=create_solitaire_genome,
    options=(
        Option("draw", int, default=3, low=1, high=3, text="how many cards are turned up at a time"),
        Option(
            "passes",
            int,
            default=None,
            low=0,
            high=100,
            text="how often through the stock; 0: without limit; none: once by ones, otherwise without limit",
        ),
        Option("take_back", bool, default=True, text="cards may come back from the foundations"),
        Option(
            "scoring",
            str,
            default="none",
            choices=("none", "standard"),
            text="play to bring all cards up, or for the standard points",
        ),
    ),
    rules="https://en.wikipedia.org/wiki/Klondike_(solitaire)",
    seed=True,
    zero_sum=False,
)
