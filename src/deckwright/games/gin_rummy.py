"""Gin Rummy: gather sets and runs, knock when little is left over, and hope that the other has more.

Follows https://www.pagat.com/rummy/ginrummy.html. Ten cards each and one turned up, which first the dealer's opponent
and then the dealer may take; if both refuse, the opponent draws from the stock. Then by turns: take the top discard or
draw, and discard one, but not the card just taken. Three or four of a rank are a set, three or more in suit and
sequence a run; the ace is low. Cards outside them are deadwood: ace 1, court cards 10, others their number. Whoever has
at most 10 of it after a discard may knock: both hands are laid open, and unless the knocker has no deadwood at all
(gin) the other may lay off cards on the knocker's sets and runs. With less deadwood the knocker scores the difference;
otherwise the other has undercut and scores the difference and 10 more. Gin scores the other's deadwood and 20 more,
and is never undercut. With two cards left in the stock the hand is cancelled and dealt
again. The loser of a hand deals the next. At
100 points the game ends: its winner has 100 more, 200 if the other has won nothing, and each player 20 for every hand
won.

Options: `hands` (so many instead of a target, without the bonuses of a game), `target`, `gin` and `undercut` (their
bonuses), `knock` (the most deadwood to knock with), `level` (equal deadwood: an undercut, or nobody scores),
`take_back` (the card just taken may be discarded; the hand is cancelled when that happens twice running, or when the
50th card is taken after the first), `wall` (with two cards left the next player may still knock with the top discard).

OpenSpiel plays `hands=1, gin=25, undercut=25, level=nothing, take_back=yes, wall=knock`.
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
    TableRow,
    Term,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
WALL = 2
MOST_TAKEN = 50
MOST_TURNS = 300
MOST_HANDS = 100
"""Nobody need ever knock; no real game comes near these."""

GAME_BONUS = 100
BOX = 20


def create_gin_rummy_genome(
    *,
    hands: int | None = None,
    target: int = 100,
    gin: int = 20,
    undercut: int = 10,
    knock: int = 10,
    level: str = "undercut",
    take_back: bool = False,
    wall: str = "cancel",
) -> GameGenome:
    """Gin rummy to a hundred."""
    shed = _shed(knock, take_back=take_back)
    return GameGenome(
        genome_id="gin-rummy",
        name="Gin Rummy",
        player_count=2,
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
            Zone(name="melds", role="sets", owner="seat", piles=3),
        ),
        patterns=(
            HandPattern(name="set", of_a_kind=True, min_count=3, max_count=4, points=VALUE, group="melds_of_gin"),
            HandPattern(name="run", suited=True, in_sequence=True, min_count=3, points=VALUE, group="melds_of_gin"),
        ),
        registers=_registers(hands, take_back=take_back),
        terms=(
            Term(name="hand_value", expr="sum(worth(c) for c in hand)"),
            Term(name="deadwood", expr="hand_value - pack(hand, 'melds_of_gin')"),
            Term(name="gap", expr="hand_value[left(knocker)] - hand_value[knocker]"),
            Term(name="shortfall", expr="hand_value[knocker] - hand_value[left(knocker)]"),
        ),
        setup=SetupRules(
            cards_per_player=10,
            deal=(Move(cards="stock", to="discard", count="1"),),
            dealer="rotate" if hands == 1 else "loser",
        ),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                _upcard(shed),
                _turns(shed, take_back=take_back),
                *((_last_chance(knock),) if wall == "knock" else ()),
                *_showing(knock),
            ),
        ),
        scoring_rules=_scoring(hands, target, gin, undercut, level),
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


VALUE = "sum(worth(c) for c in match)"
LAY_OFF = (
    "all(rank(d) == rank(c) for d in p)"
    " or all(suit(d) == suit(c) for d in p)"
    " and (rank(c) == max(rank(d) for d in p) + 1 or rank(c) == min(rank(d) for d in p) - 1)"
)
"""A fourth of a rank, or the next card at either end of a run."""


def _registers(hands: int | None, *, take_back: bool) -> tuple[Register, ...]:
    return (
        Register(name="taker", holds="seat"),
        Register(name="lifted", holds="card", keep="turn"),
        Register(name="knocker", holds="seat"),
        Register(name="laid", per="seat"),
        Register(name="stage"),
        *((Register(name="returned"), Register(name="taken_up")) if take_back else ()),
        *(() if hands else (Register(name="boxes", per="seat", keep="match"),)),
    )


TAKE: tuple[Effect, ...] = (
    Set(name="lifted", value="top(discard)"),
    Move(cards="discard", to="hand", count="1"),
)


def _shed(knock: int, *, take_back: bool) -> ChoicePhase:
    """Discard one card, and knock with it if little enough is left over."""
    card = Pick(name="c", source="hand", where="1" if take_back else "c != lifted", to="discard")
    again = If(
        when="c == lifted",
        then=(Set(name="returned", value="returned + 1"),),
        otherwise=(Set(name="returned", value="0"),),
    )
    return ChoicePhase(
        name="discard",
        offers=(
            Offer(
                name="discard",
                picks=(card,),
                effects=(again, If(when="returned == 2", then=(End(what="hand"),))) if take_back else (),
            ),
            Offer(
                name="knock",
                picks=(card,),
                accept=f"deadwood <= {knock}",
                effects=(Set(name="knocker", value="turn"), Show(cards="hand")),
            ),
        ),
    )


def _upcard(shed: ChoicePhase) -> Phase:
    """The card turned up, offered to each in turn."""
    return TurnStructure(
        name="upcard",
        order="once",
        until="taker != none",
        phases=(
            ChoicePhase(
                offers=(
                    Offer(name="take", effects=(*TAKE, Set(name="taker", value="turn"))),
                    Offer(name="pass"),
                ),
            ),
            shed.model_copy(update={"when": "taker != none"}),
        ),
    )


def _turns(shed: ChoicePhase, *, take_back: bool) -> Phase:
    """If both refused the upcard, it may not be taken in the first turn."""
    counted = (
        (
            Set(name="taken_up", value="taken_up + 1"),
            If(when=f"taken_up == {MOST_TAKEN}", then=(End(what="hand"),)),
        )
        if take_back
        else ()
    )
    return TurnStructure(
        name="turns",
        order="cycle",
        when="knocker == none",
        start="left(taker) if taker != none else left(dealer)",
        until=f"knocker != none or size(stock) <= {WALL}",
        phases=(
            ChoicePhase(
                name="draw",
                offers=(
                    Offer(name="draw", effects=(Move(cards="stock", to="hand", count="1"),)),
                    Offer(name="take", when="taker != none or size(discard) > 1", effects=(*counted, *TAKE)),
                ),
            ),
            shed,
        ),
    )


def _last_chance(knock: int) -> Phase:
    """The stock is not drawn further, but the last discard may serve to knock."""
    kept = "cards(d for d in (hand, up) if d != c)"
    return ChoicePhase(
        name="wall",
        when="knocker == none",
        actor="left(last_player)",
        offers=(
            Offer(
                name="knock",
                picks=(
                    Pick(name="up", source="top(discard)", to="hand"),
                    Pick(name="c", source="hand, up"),
                ),
                accept=f"sum(worth(d) for d in {kept}) - pack({kept}, 'melds_of_gin') <= {knock}",
                effects=(Move(cards="c", to="discard"), Set(name="knocker", value="actor"), Show(cards="hand")),
            ),
            Offer(name="pass"),
        ),
    )


def _showing(knock: int) -> tuple[Phase, ...]:
    """The knocker lays out sets and runs; the other lays off, then lays out; what is left is deadwood."""
    meld = Pick(name="meld", kind="cards", source="hand", pattern="melds_of_gin", to="pile(melds, laid)")
    lay = Offer(name="lay", picks=(meld,), effects=(Set(name="laid", value="laid + 1"),))

    def part(name: str, stage: int, start: str, when: str, *offers: Offer) -> Phase:
        return TurnStructure(
            name=name,
            order="stay",
            start=start,
            when=when,
            until=f"stage == {stage}",
            limit=12,
            phases=(ChoicePhase(offers=offers),),
        )

    def done(stage: int, when: str = "1") -> Offer:
        return Offer(name="done", when=when, effects=(Set(name="stage", value=str(stage)),))

    onto = (
        Pick(name="c", source="hand"),
        Pick(name="p", kind="pile", source="melds[knocker]", where=f"size(p) > 0 and ({LAY_OFF})"),
    )
    lay_off = Offer(name="lay off", picks=onto, effects=(Move(cards="c", to="p"),))
    bound = lay.model_copy(update={"accept": f"deadwood <= {knock}"})
    other = "left(knocker)"
    return (
        part("showing", 1, "knocker", "knocker != none", bound, done(1, f"hand_value <= {knock}")),
        part("laying off", 2, other, "knocker != none and size(hand[knocker]) > 0", lay_off, done(2)),
        part("answering", 3, other, "knocker != none", lay, done(3)),
        DoPhase(
            name="counting",
            actor="dealer",
            when="knocker != none",
            effects=(Each(var="q", domain="seats", effects=(Show(cards="hand[q]"),)),),
        ),
    )


def _scoring(hands: int | None, target: int, gin: int, undercut: int, level: str) -> tuple[ScoringRule, ...]:
    knocked, is_gin = "knocker != none", "size(hand[knocker]) == 0"
    lost = "gap < 0" if level == "nothing" else "gap <= 0"
    lines = (
        ScoringRule(name="gin", to="knocker", when=f"{knocked} and {is_gin}", points=f"gap + {gin}"),
        ScoringRule(name="knock", to="knocker", when=f"{knocked} and not {is_gin} and gap > 0", points="gap"),
        ScoringRule(
            name="undercut",
            to="left(knocker)",
            when=f"{knocked} and not {is_gin} and {lost}",
            points=f"shortfall + {undercut}",
        ),
    )
    if hands:
        return lines
    over = f"any(score[p] >= {target} for p in seats)"
    return (
        *lines,
        ScoringRule(name="hands won", when="hand_score > 0", points="1", into="boxes"),
        ScoringRule(
            name="game",
            when=f"score >= {target}",
            points=f"{GAME_BONUS} + {GAME_BONUS} * all(boxes[p] == 0 for p in opponents)",
        ),
        ScoringRule(name="boxes", when=over, points=f"{BOX} * boxes"),
    )


GAME = GameEntry(
    id="gin-rummy",
    name="Gin Rummy",
    create=create_gin_rummy_genome,
    options=(
        Option("hands", int, default=None, low=1, high=1000, text="stop after so many hands; none: at the target"),
        Option("target", int, default=100, low=10, high=1000, text="the score at which the game ends"),
        Option("gin", int, default=20, low=0, high=100, text="what going gin is worth"),
        Option("undercut", int, default=10, low=0, high=100, text="what an undercut is worth"),
        Option("knock", int, default=10, low=0, high=30, text="the most deadwood to knock with"),
        Option(
            "level",
            str,
            default="undercut",
            choices=("undercut", "nothing"),
            text="equal deadwood: an undercut, or nobody scores",
        ),
        Option("take_back", bool, default=False, text="the card just taken may be discarded again"),
        Option(
            "wall",
            str,
            default="cancel",
            choices=("cancel", "knock"),
            text="two cards left in the stock: the hand is cancelled, or the next may knock with the top discard",
        ),
    ),
    rules="https://www.pagat.com/rummy/ginrummy.html",
)
