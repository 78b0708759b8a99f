"""Hearts: take no hearts and not the queen of spades, or take them all.

Follows https://www.pagat.com/reverse/hearts.html and https://bicyclecards.com/how-to-play/hearts. Three cards are
passed to the left, the right, across, and in the fourth hand not at all. The two of clubs leads; no penalty card falls
on the first trick unless a hand has nothing else; hearts are not led until one has been played, unless a hand has
nothing else. Each heart costs 1, the queen of spades 13; all of them together cost every other player 26. When someone
has 100 the lowest score wins. Three players leave out the two of diamonds and pass left, right, not at all
(https://holdingthecards.com/passing-cards-in-hearts-how-many-best-cards-to-pass/).

Options: `players` (3 or 4), `hands` (so many instead of a target), `target`, `passing` (by turns, or always the same),
`breaks` (what breaks hearts: a heart, or the queen of spades too), `moon` (the others get 26, or the shooter loses 26),
`ties` (the lowest share the win, as the books leave it, or play on until one is lowest).

OpenSpiel plays `passing=none, breaks=queen, hands=1`.
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    BreakingRule,
    CardCondition,
    CardScoringRule,
    CardTable,
    ChoicePhase,
    DeckSpec,
    Duty,
    GameGenome,
    GameRules,
    Move,
    Offer,
    Phase,
    Pick,
    ScoringRule,
    ScoringTrigger,
    SetupRules,
    TableRow,
    Term,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    Zone,
)

HEART = CardCondition(suit="hearts")
QUEEN = CardCondition(suit="spades", rank="Q")

MOST_HANDS = 100
"""Shooting the moon can lower scores for ever; no real game comes near this."""

_RECEIVERS = {"left": "left(actor)", "right": "right(actor)", "across": "left(left(actor))"}
_CYCLES = {3: ("left", "right"), 4: ("left", "right", "across")}


def create_hearts_genome(
    *,
    players: int = 4,
    hands: int | None = None,
    target: int = 100,
    passing: str = "rotate",
    breaks: str = "hearts",
    moon: str = "others",
    ties: str = "share",
) -> GameGenome:
    """Hearts with the queen of spades, passing and shooting the moon."""
    return GameGenome(
        genome_id="hearts",
        name="Hearts",
        player_count=players,
        utility="score" if hands == 1 else "win",
        max_hands=hands or MOST_HANDS,
        deck=DeckSpec(
            omit=(CardCondition(suit="diamonds", rank="2"),) if players == 3 else (),
            tables=(
                CardTable(
                    name="penalty",
                    rows=(TableRow(suit="hearts", value=1), TableRow(suit="spades", rank="Q", value=13)),
                ),
            ),
        ),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="captured", role="captured", owner="seat"),
        ),
        terms=(*_passing_terms(players, passing), Term(name="shot", expr="sum(penalty(c) for c in captured) == 26")),
        setup=SetupRules(cards_per_player=52 // players, first_dealer=players - 1),
        turn_structure=TurnStructure(order="sequence", phases=(*_passing(players, passing), _tricks(breaks))),
        card_scoring=(
            CardScoringRule(condition=HEART, points=1, trigger=ScoringTrigger.TRICK_WIN),
            CardScoringRule(condition=QUEEN, points=13, trigger=ScoringTrigger.TRICK_WIN),
        ),
        scoring_rules=_moon(moon),
        win_conditions=(
            WinCondition(
                type="low_score",
                comparison=WinComparison.LOWEST,
                trigger_mode=TriggerMode.THRESHOLD_GATE,
                threshold=hands or target,
                gate="hands_played" if hands else _gate(ties),
            ),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands, tricks=True)),
    )


def _passing_terms(players: int, passing: str) -> tuple[Term, ...]:
    """Who gets the cards one passes."""
    if passing == "none":
        return ()
    if passing != "rotate":
        return (Term(name="receiver", expr=_RECEIVERS[passing]),)
    cycle = _CYCLES[players]
    seats = ", ".join([*(_RECEIVERS[direction] for direction in cycle), "none"])
    return (Term(name="receiver", expr=f"({seats})[hand_number % {len(cycle) + 1}]"),)


def _passing(players: int, passing: str) -> tuple[Phase, ...]:
    if passing == "none":
        return ()
    cycle = len(_CYCLES[players])
    return (
        TurnStructure(
            name="passing",
            order="together",
            when=f"hand_number % {cycle + 1} != {cycle}" if passing == "rotate" else "1",
            phases=(
                ChoicePhase(
                    offers=(
                        Offer(
                            name="pass",
                            picks=(Pick(name="given", kind="cards", source="hand", low="3", high="3"),),
                            effects=(Move(cards="given", to="hand[receiver]"),),
                        ),
                    ),
                ),
            ),
        ),
    )


def _tricks(breaks: str) -> TrickPhase:
    return TrickPhase(
        leader="first(p for p in seats if any(c == '2C' for c in hand[p]))",
        duties=(
            Duty(cards="c == '2C'", when="trick_number == 0 and leading"),
            Duty(cards="follows(c)"),
            Duty(cards="penalty(c) == 0", when="trick_number == 0"),
        ),
        breaking_suit="hearts",
        breaking_rule=BreakingRule.CANNOT_LEAD_UNTIL_BROKEN,
        broken_by=(HEART, QUEEN) if breaks == "queen" else (HEART,),
    )


def _moon(moon: str) -> tuple[ScoringRule, ...]:
    """The shooter has been given 26 points for the cards already."""
    if moon == "self":
        return (ScoringRule(name="shooting the moon", when="shot", points="-52"),)
    return (
        ScoringRule(name="shooting the moon", when="shot", points="-26"),
        ScoringRule(name="another's moon", when="any(shot[p] for p in opponents)", points="26"),
    )


def _gate(ties: str) -> str:
    if ties == "share":
        return "score"
    return "score if count(p for p in seats if score[p] == min(score[q] for q in seats)) == 1 else 0"


GAME = GameEntry(
    id="hearts",
    name="Hearts",
    create=create_hearts_genome,
    options=(
        Option("players", int, default=4, low=3, high=4, text="how many play"),
        Option("hands", int, default=None, low=1, high=1000, text="stop after so many hands; none: at the target"),
        Option("target", int, default=100, low=1, high=1000, text="the score at which the game ends"),
        Option(
            "passing",
            str,
            default="rotate",
            choices=("rotate", "left", "right", "across", "none"),
            text="where three cards are passed: by turns (left, right, across, none), or always the same way",
        ),
        Option(
            "breaks",
            str,
            default="hearts",
            choices=("hearts", "queen"),
            text="what breaks hearts: a heart, or the queen of spades too",
        ),
        Option(
            "moon",
            str,
            default="others",
            choices=("others", "self"),
            text="all 26: the others get 26, or the shooter loses 26",
        ),
        Option(
            "ties",
            str,
            default="share",
            choices=("share", "play_on"),
            text="several are lowest: they share the win, or play on",
        ),
    ),
    rules="https://www.pagat.com/reverse/hearts.html",
    seed=True,
)
