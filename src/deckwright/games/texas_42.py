"""Texas 42: dominoes played in tricks, with an auction for trumps, to seven marks.

Follows https://www.pagat.com/domino/trick/42.html: a double-six set, seven tiles each, two sides of two. In one round
from the shaker's left each player passes or bids higher: 30 to 41 points, then marks; the first bid of marks is of one
or two, each later one is of exactly one more. The bidder names trumps (a number, doubles, or none: follow me) and
leads. A tile with the trump number is a trump and nothing else; any other belongs to both its numbers, and leads the
higher. The double is the highest of its suit. Each trick counts 1 point, 5-5 and 6-4 count 10, 5-0, 4-1 and 3-2 count
5: 42 in all. A side that makes a bid of points scores one mark; a bid of marks needs all 42 points and scores what was
bid; a bid that is not made scores the same for the other side. Seven marks win.

Options: `hands` (so many instead of a target), `target` (in marks), `all_pass` (the shaker must bid when all others
have passed, or the tiles are shaken again), `most_marks` (the highest bid), and the special contracts. `nello`: whoever
bid marks may undertake to take no trick at all, while the partner sits out; doubles are high, low, a suit of their
own, or whichever the bidder says. `plunge`: with four doubles one may bid four marks (or one more than the last bid);
the partner names trumps and leads, and the side must take everything. `splash`: the same with three doubles, for two
or three marks. `sevens`: whoever bid marks may have everybody play the tile nearest to seven pips, the first of those
that are level winning, and must take every trick.
"""

from __future__ import annotations

from deckwright.cards import Card, domino_set
from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    AuctionPhase,
    Call,
    CardTable,
    CardType,
    ChoicePhase,
    DeckSpec,
    Duty,
    GameGenome,
    GameRules,
    Offer,
    Pick,
    ScoringRule,
    Set,
    SetupRules,
    Strain,
    TableRow,
    Term,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

MARKS_TO_WIN = 7
TILES = domino_set().types
ALL_POINTS = 42

MOST_SHAKES = 100
"""Shaken again whenever all pass, a game could go on for ever; no real one comes near this."""

DOUBLE_HIGH = "pips(c) + 20 * double(c)"

NELLOS = {
    "high": Strain(name="nello", order=DOUBLE_HIGH),
    "low": Strain(name="nello, doubles low", order="pips(c) - 20 * double(c)"),
    "own": Strain(name="nello, doubles apart", called="double(c)", power=False, order="pips(c)"),
}
SEVENS = Strain(name="sevens", follow=False, order="nearness(c)")


def create_texas_42_genome(
    *,
    hands: int | None = None,
    target: int = MARKS_TO_WIN,
    all_pass: str = "dealer_bids",
    most_marks: int = 7,
    nello: str = "none",
    plunge: bool = False,
    splash: bool = False,
    sevens: bool = False,
) -> GameGenome:
    """Texas 42, for marks."""
    special = (*_nellos(nello), *((SEVENS,) if sevens else ()))
    jumps = _jumps(most_marks, plunge=plunge, splash=splash)
    most = hands or (2 * target - 1 if all_pass == "dealer_bids" else MOST_SHAKES)
    return GameGenome(
        genome_id="texas-42",
        name="Texas 42",
        player_count=4,
        team_mode=True,
        teams=((0, 2), (1, 3)),
        score_unit="mark",
        utility="score" if hands == 1 else "win",
        max_hands=most,
        deck=_deck(sevens=sevens),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="captured", role="captured", owner="team"),
        ),
        strains=(
            Strain(name="{s}s", each="suits", called="s in suits(c)", order=DOUBLE_HIGH),
            Strain(name="doubles", called="double(c)", order="pips(c)"),
            Strain(name="follow me", order=DOUBLE_HIGH),
            *special,
        ),
        terms=_terms(special, jumps, nello=nello != "none"),
        setup=SetupRules(cards_per_player=7),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                _auction(all_pass, most_marks, jumps, special=bool(special)),
                _declaration(special, jumps=bool(jumps)),
                _tricks(jumps=bool(jumps), nello=nello != "none", sevens=sevens),
            ),
        ),
        scoring_rules=(
            ScoringRule(name="bid made", to="team(declarer)", when="bid_is_made", points="stake"),
            ScoringRule(name="set", to="other(team(declarer))", when="not bid_is_made", points="stake"),
        ),
        win_conditions=(
            WinCondition(
                type="high_score",
                threshold=hands or target,
                trigger_mode=TriggerMode.THRESHOLD_GATE,
                gate="hands_played" if hands else "score",
            ),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=most, tricks=True)),
    )


def _deck(*, sevens: bool) -> DeckSpec:
    tables = [
        CardTable(name="pips", rows=_rows({tile: _pips(tile) for tile in TILES})),
        CardTable(name="double", rows=_rows({tile: int(tile.suit == tile.second_suit) for tile in TILES})),
        CardTable(name="worth", rows=_rows({tile: _pips(tile) * (_pips(tile) in (5, 10)) for tile in TILES})),
    ]
    if sevens:
        tables.append(CardTable(name="nearness", rows=_rows({tile: 10 - abs(7 - _pips(tile)) for tile in TILES})))
    return DeckSpec(
        suits=tuple(str(pip) for pip in range(7)),
        ranks=(),
        extra=tuple(CardType(name=tile.code, suits=(tile.suit, tile.second_suit)) for tile in TILES),
        tables=tuple(tables),
    )


def _pips(tile: Card) -> int:
    return int(tile.suit) + int(tile.second_suit)


def _rows(values: dict[Card, int]) -> tuple[TableRow, ...]:
    """A row for each value but nought, the highest first."""

    def where(value: int) -> str:
        return "c in (" + "".join(f"'{tile.code}', " for tile, v in values.items() if v == value) + ")"

    return tuple(TableRow(where=where(value), value=value) for value in sorted({*values.values()} - {0}, reverse=True))


def _nellos(nello: str) -> tuple[Strain, ...]:
    if nello == "none":
        return ()
    return tuple(NELLOS.values()) if nello == "any" else (NELLOS[nello],)


def _terms(special: tuple[Strain, ...], jumps: tuple[Call, ...], *, nello: bool) -> tuple[Term, ...]:
    terms = [Term(name="marks_bid", expr=f"high // {ALL_POINTS}")]
    if jumps:
        kinds = ", ".join(f"'{call.kind}'" for call in jumps)
        terms.append(Term(name="namer", expr=f"partner(declarer) if kind in ({kinds},) else declarer"))
    made = "taken_points >= needed_points"
    if nello:
        names = ", ".join(f"'{strain.name}'" for strain in special if strain is not SEVENS)
        terms.append(Term(name="nello", expr=f"strain in ({names},)"))
        made = f"tricks[declarer] == 0 if nello else {made}"
    return (
        *terms,
        Term(name="needed_points", expr=f"level if kind == 'points' else {ALL_POINTS}"),
        Term(name="taken_points", expr="tricks[team(declarer)] + sum(worth(c) for c in captured[team(declarer)])"),
        Term(name="bid_is_made", expr=made),
        Term(name="stake", expr="1 if kind == 'points' else level"),
    )


def _auction(all_pass: str, most_marks: int, jumps: tuple[Call, ...], *, special: bool) -> AuctionPhase:
    must_bid = all_pass == "dealer_bids"
    marks = Call(
        name="{level} marks",
        kind="marks" if special else "",
        levels=(1, most_marks, 1),
        order=f"{ALL_POINTS} * level",
        when="level <= max(2, marks_bid + 1)",
    )
    return AuctionPhase(
        calls=(Call(name="{level}", kind="points", levels=(30, 41, 1)), marks, *jumps),
        ends="once",
        may_pass="actor != dealer or high > 0" if must_bid else "1",
        all_pass="end_hand" if must_bid else "redeal",
    )


def _jumps(most_marks: int, *, plunge: bool, splash: bool) -> tuple[Call, ...]:
    """Bids of marks that name no trumps: the partner does."""
    return (
        *((_jump("plunge", doubles=4, levels=(4, most_marks)),) if plunge else ()),
        *((_jump("splash", doubles=3, levels=(2, min(3, most_marks))),) if splash else ()),
    )


def _jump(kind: str, *, doubles: int, levels: tuple[int, int]) -> Call:
    low, high = levels
    first = low if kind == "plunge" else high
    return Call(
        name=f"{kind} {{level}}",
        kind=kind,
        levels=(low, high, 1),
        order=f"{ALL_POINTS} * level",
        when=f"level <= max({first}, marks_bid + 1) and count(x for x in hand if double(x)) >= {doubles}",
    )


def _declaration(special: tuple[Strain, ...], *, jumps: bool) -> ChoicePhase:
    where = "1"
    if special:
        names = ", ".join(f"'{strain.name}'" for strain in special)
        where = f"t not in ({names},) or kind == 'marks'"
    trumps = Pick(name="t", kind="strain", where=where)
    return ChoicePhase(
        name="declaration",
        actor="namer" if jumps else "declarer",
        offers=(Offer(name="declare", picks=(trumps,), effects=(Set(name="strain", value="t"),)),),
    )


def _tricks(*, jumps: bool, nello: bool, sevens: bool) -> TrickPhase:
    nearest = (Duty(by="nearness", when="strain == 'sevens'"),) if sevens else ()
    return TrickPhase(
        leader="namer" if jumps else "declarer",
        out="partner(declarer) if nello else none" if nello else "none",
        duties=(*nearest, Duty(cards="follows(c)")),
    )


GAME = GameEntry(
    id="texas-42",
    name="Texas 42",
    create=create_texas_42_genome,
    options=(
        Option("hands", int, default=None, low=1, high=1000, text="stop after so many hands; none: at the target"),
        Option("target", int, default=MARKS_TO_WIN, low=1, high=50, text="the marks at which the game ends"),
        Option(
            "all_pass",
            str,
            default="dealer_bids",
            choices=("dealer_bids", "reshake"),
            text="when all others pass: the shaker must bid, or may pass too and the tiles are shaken again",
        ),
        Option("most_marks", int, default=7, low=1, high=7, text="the highest bid, in marks"),
        Option(
            "nello",
            str,
            default="none",
            choices=("none", *NELLOS, "any"),
            text="taking no trick, on a bid of marks: doubles high, low, a suit of their own, or as the bidder says",
        ),
        Option("plunge", bool, default=False, text="four marks or more with four doubles; the partner names trumps"),
        Option("splash", bool, default=False, text="two or three marks with three doubles; the partner names trumps"),
        Option("sevens", bool, default=False, text="the tile nearest to seven pips must be played, on a bid of marks"),
    ),
    rules="https://www.pagat.com/domino/trick/42.html",
)
