"""Crazy Eights: match the suit or the rank, play an eight on anything, be the first without cards.

Follows https://bicyclecards.com/how-to-play/crazy-eights: five cards each (seven for two players); an eight that is
turned up is buried and another card turned; whoever cannot play draws until a card can be played, and anybody may draw;
when the stock is used up, whoever cannot play passes. Whoever goes out scores what the others hold: an eight 50, a
court card 10, an ace 1, the others their pips. When nobody can play, whoever holds least scores the difference to each
of the others, and the game is to 100 for two players and 50 more for each further one
(https://en.wikipedia.org/wiki/Crazy_Eights). Six or more play with two packs
(https://www.pagat.com/eights/crazy8s.html).

Options: `players` (2 to 7), `hands` (so many instead of a target), `target`, `cards` each, `draw_limit` (cards that may
be drawn in a turn; none: until one can be played), `draw_when` (at `any` time, or only when `unable` to play),
`pass_when` (when no more can be drawn: only who is `unable` to play, or `any`), `reshuffle` (the cards played become a
new stock, as pagat and Wikipedia have it), `blocked_after` (passes in a row that end the hand).

OpenSpiel plays `draw_limit=5, pass_when=any, blocked_after=players + 1, hands=1`.
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    CardTable,
    ChoicePhase,
    DeckEmptyAction,
    DeckSpec,
    GameGenome,
    GameRules,
    Move,
    Offer,
    PassAction,
    Pick,
    Register,
    ScoringRule,
    Set,
    SetupRules,
    TableRow,
    Term,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    Zone,
)

MOST_HANDS = 200


def create_crazy_eights_genome(
    *,
    players: int = 4,
    hands: int | None = None,
    target: int | None = None,
    cards: int | None = None,
    draw_limit: int | None = None,
    draw_when: str = "any",
    pass_when: str = "unable",
    reshuffle: bool = False,
    blocked_after: int | None = None,
) -> GameGenome:
    """Crazy Eights over hands, to a target."""
    left_to_draw = "size(stock) + size(discard) > 1" if reshuffle else "size(stock) > 0"
    return GameGenome(
        genome_id="crazy-eights",
        name="Crazy Eights",
        player_count=players,
        utility="score" if hands == 1 else "win",
        max_hands=hands or MOST_HANDS,
        deck=DeckSpec(copies=1 if players <= 5 else 2, tables=(_worth(),)),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="discard", role="discard", seen_by="top"),
        ),
        registers=(
            Register(name="current", holds="suit"),
            Register(name="done", keep="turn"),
        ),
        terms=(
            Term(name="hand_value", expr="sum(worth(c) for c in hand)"),
            Term(
                name="may_draw", expr=left_to_draw if draw_limit is None else f"drawn < {draw_limit} and {left_to_draw}"
            ),
        ),
        setup=SetupRules(
            cards_per_player=cards or (7 if players == 2 else 5),
            first_dealer=players - 1,
            deal=(
                Move(cards="stock", to="discard", until="rank(top(discard)) != '8'"),
                Move(cards="discard", where="rank(c) == '8'", to="stock", place="shuffled"),
                Set(name="current", value="suit(top(discard))"),
            ),
        ),
        turn_structure=TurnStructure(
            until="size(hand[turn]) == 0",
            phases=(
                TurnStructure(
                    order="stay",
                    start="turn",
                    until="done",
                    limit=60,
                    phases=(ChoicePhase(offers=_offers(draw_when, pass_when)),),
                ),
            ),
        ),
        scoring_rules=(
            ScoringRule(name="going out", when="size(hand) == 0", points="sum(hand_value[p] for p in opponents)"),
            ScoringRule(
                name="holding least when play is blocked",
                when="all(size(hand[p]) > 0 for p in seats) and hand_value == min(hand_value[p] for p in seats)",
                points="sum(hand_value[p] - hand_value for p in seats)"
                " // max(1, count(p for p in seats if hand_value[p] == hand_value))",
            ),
        ),
        win_conditions=(
            WinCondition(
                type="high_score",
                comparison=WinComparison.HIGHEST,
                trigger_mode=TriggerMode.THRESHOLD_GATE,
                threshold=hands or target or 50 * players,
                gate="hands_played" if hands else "score",
            ),
        ),
        game_rules=GameRules(
            beats=beats(hands=hands),
            consecutive_pass_action=PassAction.END_ROUND,
            passes_to_trigger=blocked_after or players,
            deck_empty_action=DeckEmptyAction.RESHUFFLE_DISCARD if reshuffle else DeckEmptyAction.SKIP_DRAW,
            tie_breaker=TieBreaker.SPLIT,
        ),
    )


def _worth() -> CardTable:
    """What a card left in hand costs."""
    pips = [TableRow(rank=str(pip), value=pip) for pip in (2, 3, 4, 5, 6, 7, 9)]
    return CardTable(
        name="worth",
        rows=(TableRow(rank="8", value=50), TableRow(rank="A", value=1), *pips, TableRow(value=10)),
    )


def _offers(draw_when: str, pass_when: str) -> tuple[Offer, ...]:
    draw_duty = 0 if draw_when == "any" else 1
    return (
        Offer(
            name="play",
            picks=(
                Pick(
                    name="c",
                    source="hand",
                    where="rank(c) != '8' and (suit(c) == current or rank(c) == rank(top(discard)))",
                ),
            ),
            effects=(Move(cards="c", to="discard"), Set(name="current", value="suit(c)"), Set(name="done", value="1")),
        ),
        Offer(
            name="play",
            picks=(Pick(name="c", source="hand", where="rank(c) == '8'"), Pick(name="name", kind="suit")),
            effects=(Move(cards="c", to="discard"), Set(name="current", value="name"), Set(name="done", value="1")),
        ),
        Offer(name="draw", when="may_draw", duty=draw_duty, effects=(Move(cards="stock", to="hand", count="1"),)),
        Offer(
            name="pass",
            when="not may_draw",
            duty=0 if pass_when == "any" else draw_duty + 1,
            is_pass=True,
            effects=(Set(name="done", value="1"),),
        ),
    )


GAME = GameEntry(
    id="crazy-eights",
    name="Crazy Eights",
    create=create_crazy_eights_genome,
    options=(
        Option("players", int, default=4, low=2, high=7, text="how many play"),
        Option("hands", int, default=None, low=1, high=1000, text="stop after so many hands; none: at the target"),
        Option("target", int, default=None, low=1, high=10_000, text="the score that wins; none: 50 for each player"),
        Option(
            "cards", int, default=None, low=1, high=7, text="cards dealt to each; none: 7 for two players, otherwise 5"
        ),
        Option(
            "draw_limit", int, default=None, low=1, high=50, text="cards that may be drawn in a turn; none: any number"
        ),
        Option(
            "draw_when",
            str,
            default="any",
            choices=("any", "unable"),
            text="drawing: at any time, or only when unable to play",
        ),
        Option(
            "pass_when",
            str,
            default="unable",
            choices=("unable", "any"),
            text="passing, when no more can be drawn: only when unable to play, or at any time",
        ),
        Option("reshuffle", bool, default=False, text="whether the cards played become a new stock"),
        Option(
            "blocked_after",
            int,
            default=None,
            low=1,
            high=20,
            text="passes in a row that end the hand; none: one by each player",
        ),
    ),
    rules="https://bicyclecards.com/how-to-play/crazy-eights",
    seed=True,
)
