"""Canasta: partners lay down sets of a rank, build them to seven cards, and fight for the discard pile.

Follows classic Canasta at https://www.pagat.com/rummy/canasta.html (also
https://bicyclecards.com/how-to-play/canasta and https://www.britannica.com/topic/canasta). Two decks and four jokers,
eleven cards each, one turned up: a wild card or red three is covered by another. Jokers and twos are wild. Red threes
are laid aside and replaced, 100 points each and 800 for all four, against a side that has melded nothing. In turn
draw one card or take the whole discard pile, meld, and discard.

A meld is three or more cards of a rank, at least two of them natural and at most three wild; a side has one of each
rank, to which both partners add. Seven cards are a canasta: 500 points if natural, 300 if mixed. A side's first meld
must be worth 15, 50, 90 or 120 by its score; all of it is laid at once. Black threes are melded, three or four without
wild cards, only in going out.

The pile is taken by melding its top card, with two natural cards of its rank from the hand; where it is not frozen,
also with one and a wild card, or by adding it to a meld. It is frozen for a side that has melded nothing, and for all
while a wild card or red three is in it; nobody may take it under a wild card or a black three. Whoever has one card may
not take a pile of one card. When the stock is used up each must take a pile that fits a meld and is not frozen; whoever
does not take it, ends the play, and so does a red three that is the last card of the stock.

To go out one's side needs a canasta. One may ask one's partner, once in a hand and before melding; the answer binds.
Going out is 100 points, 200 if it was concealed: all melded in one turn with a canasta, nothing before, nothing added
to partner's melds. Melding the whole hand like that needs no minimum. Cards melded count for their side, cards held
against it. The first side with 5,000 points wins; if both have them, the one with more.

Options: `hands` (so many instead of a target), `target`.

Pagat leaves open what follows if a player who has been told to go out cannot: the turn goes on.
"""

from __future__ import annotations

from typing import Literal

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    CardCondition,
    CardTable,
    CardType,
    ChoicePhase,
    DeckEmptyAction,
    DeckSpec,
    DoPhase,
    Each,
    Effect,
    End,
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
    Sweep,
    TableRow,
    Term,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

MOST_TURNS = 300
"""No hand comes near it: every turn takes a card of the stock or lays one down."""
MOST_HANDS = 40
"""Nobody need ever reach the target; no real game comes near it."""
MOST_CARDS = 108
CANASTA = 7

WORTH = CardTable(
    name="worth",
    rows=(
        TableRow(rank="joker", value=50),
        TableRow(where="rank(c) in ('A', '2')", value=20),
        TableRow(where="rank(c) in ('8', '9', '10', 'J', 'Q', 'K')", value=10),
        TableRow(where="rank(c) in ('4', '5', '6', '7')", value=5),
        TableRow(rank="3", where="colour(c) == 'black'", value=5),
    ),
)
WILD = CardTable(name="wild", rows=(TableRow(where="rank(c) in ('joker', '2')", value=1),))

MELD = HandPattern(
    name="meld",
    of_a_kind=True,
    min_count=3,
    cards=CardCondition(where="rank(c) != '3'"),
    wild=CardCondition(where="rank(c) in ('joker', '2')"),
    max_wild=3,
    min_natural=2,
    group="last meld",
)
BLACK_THREES = HandPattern(
    name="black threes",
    of_a_kind=True,
    min_count=3,
    max_count=4,
    cards=CardCondition(rank="3", where="colour(c) == 'black'"),
    group="last meld",
)
RED_THREES = HandPattern(name="red three", required_count=1, cards=CardCondition(rank="3", where="colour(c) == 'red'"))
SHOW_RED_THREES = Sweep(zone="hand", pattern="red three", to="red_threes")
REPLACE_RED_THREES = SHOW_RED_THREES.copy_with(refill="stock")


def create_canasta_genome(*, hands: int | None = None, target: int = 5000) -> GameGenome:
    """Classic Canasta for four, in partnerships."""
    return GameGenome(
        genome_id="canasta",
        name="Canasta",
        player_count=4,
        team_mode=True,
        teams=((0, 2), (1, 3)),
        utility="score" if hands == 1 else "win",
        max_hands=hands or MOST_HANDS,
        max_turns=MOST_TURNS,
        deck=DeckSpec(copies=2, extra=(CardType(name="JK", rank="joker", copies=4),), tables=(WORTH, WILD)),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="discard", role="discard"),
            Zone(name="melds", role="sets", owner="team", piles="rank"),
            Zone(name="red_threes", owner="team"),
        ),
        patterns=(MELD, BLACK_THREES, RED_THREES),
        registers=(
            Register(name="opened", per="team"),
            Register(name="melded", per="seat"),
            Register(name="asked", per="seat"),
            Register(name="gone_out_concealed", per="seat"),
            Register(name="melded_after_drawing", keep="turn"),
            Register(name="question", keep="turn"),
            Register(name="permission", keep="turn"),
            Register(name="been_refused", keep="turn"),
            Register(name="finished", keep="turn"),
        ),
        terms=_terms(),
        setup=SetupRules(
            cards_per_player=11,
            deal=(
                Move(
                    cards="stock",
                    to="discard",
                    until=f"not wild(top(discard)) and not {_red_three('top(discard)')}",
                ),
            ),
        ),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                TurnStructure(
                    name="turns",
                    order="cycle",
                    until="any(size(hand[q]) == 0 for q in seats)",
                    phases=(DoPhase(name="red threes", effects=(REPLACE_RED_THREES,)), _drawing(), _melding()),
                ),
                DoPhase(
                    name="counting",
                    actor="dealer",
                    effects=(Each(var="q", domain="seats", effects=(Show(cards="hand[q]"),)),),
                ),
            ),
        ),
        scoring_rules=_scoring(),
        win_conditions=(
            WinCondition(
                type="high_score",
                threshold=hands or target,
                trigger_mode=TriggerMode.THRESHOLD_GATE,
                gate="hands_played" if hands else "score",
            ),
        ),
        game_rules=GameRules(
            deck_empty_action=DeckEmptyAction.GAME_ENDS, tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands)
        ),
    )


def _red_three(card: str) -> str:
    return f"(rank({card}) == '3' and colour({card}) == 'red')"


def _terms() -> tuple[Term, ...]:
    own = "all(c in lay for c in p)"
    return (
        Term(
            name="minimum",
            expr="15 if team_score < 0 else 50 if team_score < 1500 else 90 if team_score < 3000 else 120",
        ),
        Term(
            name="frozen",
            expr=f"not opened or any(wild(c) or {_red_three('c')} for c in discard)",
            label="pile frozen",
        ),
        Term(name="blocked", expr="size(discard) == 0 or wild(top(discard)) or rank(top(discard)) == '3'"),
        Term(name="canastas", expr=f"count(p for p in piles(melds) if size(p) >= {CANASTA})"),
        Term(name="own_canasta", expr=f"any(size(p) >= {CANASTA} and {own} for p in piles(melds))"),
        Term(name="added_to", expr=f"any(any(c in lay for c in p) and not {own} for p in piles(melds))"),
    )


def _drawing() -> Phase:
    """Draw, or take the pile by melding its top card; without a stock, take it or end the play."""
    upcard = Pick(name="upcard", source="top(discard)")
    fits = "size(pile(melds, top(discard))) > 0"
    free = "not blocked and size(hand) + size(discard) > 2"
    pair = "count(c for c in lay if rank(c) == rank(upcard)) >= 3"
    left = f"(size(hand) + count(c for c in discard if not {_red_three('c')}) >= 2 or canastas > 0)"
    take = (Set(name="melded", value="1"), Move(cards="discard", to="hand"), SHOW_RED_THREES)
    return ChoicePhase(
        name="drawing",
        offers=(
            Offer(
                name="draw",
                when="size(stock) > 0",
                effects=(
                    Move(cards="stock", to="hand", count="1"),
                    REPLACE_RED_THREES,
                ),
            ),
            Offer(
                name="take the pile",
                when=f"opened and {free}",
                picks=(upcard, _sets("set", "meld", source="hand, upcard")),
                accept=f"upcard in lay and (not frozen or {pair}) and {left}",
                effects=take,
            ),
            Offer(
                name="open with the pile",
                when="not opened and not blocked",
                picks=(upcard, _sets("sets", "meld", source="hand, upcard")),
                accept=f"upcard in lay and {pair} and sum(worth(c) for c in lay) >= minimum and {left}",
                effects=(Set(name="opened", value="1"), *take),
            ),
            Offer(
                name="end the play",
                when=f"size(stock) == 0 and not ({free} and not frozen and {fits})",
                effects=(End(what="hand"),),
            ),
        ),
    )


def _sets(kind: Literal["set", "sets"], pattern: str, *, source: str = "hand", low: str = "1", high: str = "") -> Pick:
    return Pick(name="lay", kind=kind, source=source, pattern=pattern, to="melds", low=low, high=high)


def _melding() -> Phase:
    """Meld as often as you like; a discard ends the turn, and so does the last card."""
    laid = (Set(name="melded_after_drawing", value="1"), Set(name="melded", value="1"))
    kept = "size(hand) - 2"
    main = ChoicePhase(
        offers=(
            Offer(
                name="ask to go out",
                when="not asked and size(hand) >= 2 and not melded_after_drawing",
                effects=(Set(name="asked", value="1"), Set(name="question", value="1")),
            ),
            Offer(name="meld", when="opened", picks=(_sets("set", "meld", high=kept),), effects=laid),
            Offer(
                name="open",
                when="not opened",
                picks=(_sets("sets", "meld", high=kept),),
                accept="sum(worth(c) for c in lay) >= minimum",
                effects=(Set(name="opened", value="1"), *laid),
            ),
            _going_out(when="not been_refused"),
            Offer(
                name="discard",
                picks=(Pick(name="c", source="hand", to="discard"),),
                effects=(Set(name="finished", value="1"),),
            ),
        ),
    )
    return TurnStructure(
        name="melding",
        order="stay",
        start="turn",
        when="size(hand) > 0",
        until="finished or size(hand[turn]) == 0",
        limit=MOST_CARDS,
        phases=(main, *_asking()),
    )


def _asking() -> tuple[Phase, ...]:
    """The partner answers, and the answer binds."""
    answered, used = Set(name="question", value="0"), Set(name="permission", value="0")
    return (
        ChoicePhase(
            name="answer",
            when="question",
            actor="partner(turn)",
            offers=(
                Offer(name="yes", effects=(Set(name="permission", value="1"), answered)),
                Offer(name="no", effects=(Set(name="been_refused", value="1"), answered)),
            ),
        ),
        ChoicePhase(
            name="bound to go out",
            when="permission",
            offers=(
                _going_out(first=(used,)),
                Offer(name="carry on", duty=1, effects=(used,)),
            ),
        ),
    )


def _going_out(*, when: str = "1", first: tuple[Effect, ...] = ()) -> Offer:
    """All cards but one at most are laid, and the last is discarded."""
    return Offer(
        name="go out",
        when=when,
        picks=(_sets("sets", "last meld", low="size(hand) - 1", high="size(hand)"),),
        accept="canastas > 0 and (opened or size(hand) == 0 or sum(worth(c) for c in lay) >= minimum)",
        effects=(
            *first,
            If(when="not melded and own_canasta and not added_to", then=(Set(name="gone_out_concealed", value="1"),)),
            Set(name="opened", value="1"),
            Move(cards="hand", to="discard"),
        ),
    )


def _scoring() -> tuple[ScoringRule, ...]:
    """Line by line, as on a score sheet."""
    wild = "any(wild(c) for c in p)"
    canastas = f"count(p for p in piles(melds) if size(p) >= {CANASTA}"
    return (
        ScoringRule(name="going out", when="any(size(hand[q]) == 0 for q in members)", points="100"),
        ScoringRule(name="going out concealed", when="any(gone_out_concealed[q] for q in members)", points="100"),
        ScoringRule(name="natural canastas", points=f"500 * {canastas} and not {wild})"),
        ScoringRule(name="mixed canastas", points=f"300 * {canastas} and {wild})"),
        ScoringRule(name="red threes", when="opened", points="100 * size(red_threes)"),
        ScoringRule(name="all four red threes", when="opened and size(red_threes) == 4", points="400"),
        ScoringRule(name="red threes but no meld", when="not opened", points="-100 * size(red_threes)"),
        ScoringRule(name="all four but no meld", when="not opened and size(red_threes) == 4", points="-400"),
        ScoringRule(name="cards melded", points="sum(worth(c) for c in melds)"),
        ScoringRule(name="cards held", points="-sum(sum(worth(c) for c in hand[q]) for q in members)"),
    )


GAME = GameEntry(
    id="canasta",
    name="Canasta",
    create=create_canasta_genome,
    options=(
        Option("hands", int, default=None, low=1, high=300, text="stop after so many hands; none: at the target"),
        Option("target", int, default=5000, low=500, high=10000, text="the score at which the game ends"),
    ),
    rules="https://www.pagat.com/rummy/canasta.html",
    seed=True,
)
