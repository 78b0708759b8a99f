"""Pinochle: four players in two partnerships bid for trumps, show their melds and play for counters.

Follows Partnership Auction Pinochle (https://bicyclecards.com/how-to-play/partnership-auction-pinochle) with the table
of melds of single-deck Pinochle (https://docslib.org/doc/7606664/single-deck-pinochle-rules, in points ten times as
large). Two copies of each card from nine to ace, ranking ace, ten, king, queen, jack, nine; twelve cards each. From the
dealer's left everyone bids in tens, 100 or more and higher than the last, or passes for good; if all pass, the cards
are thrown in. The highest bidder names trumps and everybody shows melds, all there are: a card may serve in several
kinds of meld (trumps, marriages, four or eight of a rank, pinochles), but only once in each kind, so that the king and
queen of a run are not a royal marriage too. The dealer's left leads. Follow suit, and head the trick if you can;
without the suit trump it, over other trumps if you can; of like cards the first wins. Aces, tens and kings count 10
each, the last trick 10. A side that takes no trick loses its melds. The bidders score what they made if it is at least
the bid, otherwise they lose the bid; the others score what they made. The first side to reach 1,000 wins; the bidders
are counted first.

Options: `hands` (so many instead of a target), `target`, `minimum` (the lowest bid), `forced` (if all others pass, the
dealer must bid), `leader` (the dealer's left or the bidder), `counting` (what cards in tricks are worth, 240 in all:
ace, ten and king 10; ace and ten 10, king and queen 5; or ace 11, ten 10, king 4, queen 3, jack 2), `heading` (always,
or only when trumps are led).

The published bidding has no end; here no bid is higher than 1,500.
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    AuctionPhase,
    Call,
    CardCondition,
    CardTable,
    ChoicePhase,
    DeckSpec,
    DoPhase,
    Duty,
    GameGenome,
    GameRules,
    HandPattern,
    Offer,
    Phase,
    Pick,
    Register,
    ScoringRule,
    Set,
    SetupRules,
    Show,
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

RANKS = ("9", "J", "Q", "K", "10", "A")
RUN = ("A", "10", "K", "Q", "J")
COUNTING = {
    "counters": {"A": 10, "10": 10, "K": 10},
    "fives": {"A": 10, "10": 10, "K": 5, "Q": 5},
    "old": {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2},
}
LAST_TRICK = 10
HIGHEST_BID = 1500
MOST_HANDS = 100
"""Sides that bid too high go down for ever; no real game comes near this."""


def create_pinochle_genome(
    *,
    hands: int | None = None,
    target: int = 1000,
    minimum: int = 100,
    forced: bool = False,
    leader: str = "eldest",
    counting: str = "counters",
    heading: str = "always",
) -> GameGenome:
    """Partnership auction pinochle with one pack of 48."""
    return GameGenome(
        genome_id="pinochle",
        name="Pinochle",
        player_count=4,
        team_mode=True,
        teams=((0, 2), (1, 3)),
        utility="score" if hands == 1 else "win",
        max_hands=hands or MOST_HANDS,
        deck=DeckSpec(
            ranks=RANKS,
            copies=2,
            tables=(
                CardTable(
                    name="counter",
                    rows=tuple(TableRow(rank=rank, value=value) for rank, value in COUNTING[counting].items()),
                ),
            ),
        ),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="captured", role="captured", owner="team"),
        ),
        strains=(Strain(name="{s}", each="suits", called="suit(c) == s"),),
        patterns=_patterns(),
        registers=(
            Register(name="melds", per="team"),
            Register(name="points_melded", per="seat", keep="match", label="points melded"),
        ),
        terms=_terms(),
        setup=SetupRules(cards_per_player=12),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(_bidding(minimum, forced=forced), _naming(), _melding(), _tricks(leader, heading)),
        ),
        scoring_rules=_scoring(hands, target),
        win_conditions=(
            WinCondition(
                type="high_score",
                threshold=hands or target,
                trigger_mode=TriggerMode.THRESHOLD_GATE,
                gate="hands_played" if hands else "score",
            ),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands, tricks=True)),
    )


def _patterns() -> tuple[HandPattern, ...]:
    """The table of melds; one card counts once in each group."""

    def ranks(name: str, group: str, points: int, *of: str, suited: bool = False) -> HandPattern:
        return HandPattern(
            name=name, required_count=len(of), required_ranks=of, suited=suited, points=str(points), group=group
        )

    def around(name: str, rank: str, points: int) -> tuple[HandPattern, HandPattern]:
        four = ranks(name, "around", points, *(rank,) * 4).model_copy(update={"distinct_suits": True})
        return four, ranks(f"double {name}", "around", 10 * points, *(rank,) * 8)

    def pinochle(name: str, points: int, copies: int) -> HandPattern:
        cards = CardCondition(where="c in ('QS', 'JD')")
        return ranks(name, "pinochles", points, *("Q", "J") * copies).model_copy(update={"cards": cards})

    return (
        ranks("run", "trumps", 150, *RUN, suited=True),
        ranks("double run", "trumps", 1500, *RUN, *RUN, suited=True),
        ranks("royal marriage", "trumps", 40, "K", "Q", suited=True),
        ranks("dix", "trumps", 10, "9"),
        ranks("marriage", "marriages", 20, "K", "Q", suited=True),
        *around("aces", "A", 100),
        *around("kings", "K", 80),
        *around("queens", "Q", 60),
        *around("jacks", "J", 40),
        pinochle("pinochle", 40, 1),
        pinochle("double pinochle", 300, 2),
    )


OF_TRUMPS = "cards(c for c in hand if called(c)), 'trumps'"
OF_OTHERS = "cards(c for c in hand if not called(c)), 'marriages'"
KINDS = (OF_TRUMPS, OF_OTHERS, "hand, 'around'", "hand, 'pinochles'")
"""In which cards each kind of meld is looked for."""


def _terms() -> tuple[Term, ...]:
    return (
        Term(name="meld", expr=" + ".join(f"pack({kind})" for kind in KINDS)),
        Term(name="counters", expr=f"sum(counter(c) for c in captured) + {LAST_TRICK} * (team(winner) == team)"),
        Term(name="total", expr="counters + melds if tricks > 0 else 0"),
    )


def _bidding(minimum: int, *, forced: bool) -> Phase:
    return AuctionPhase(
        name="bidding",
        calls=(Call(name="{level}", levels=(minimum, HIGHEST_BID, 10)),),
        may_pass="actor != dealer or high > 0" if forced else "1",
        ends="one_left",
        all_pass="end_hand",
    )


def _naming() -> Phase:
    suit = Pick(name="trump", kind="strain")
    return ChoicePhase(
        name="trumps",
        actor="declarer",
        offers=(Offer(name="name", picks=(suit,), effects=(Set(name="strain", value="trump"),)),),
    )


def _melding() -> Phase:
    """The melds of every hand are shown and written down."""
    shown = tuple(Show(cards=f"packed({kind})") for kind in KINDS)
    return TurnStructure(
        name="melding",
        order="once",
        start="declarer",
        phases=(
            DoPhase(
                effects=(
                    *shown,
                    Set(name="melds", value="melds + meld"),
                    Set(name="points_melded", value="points_melded + meld"),
                )
            ),
        ),
    )


def _tricks(leader: str, heading: str) -> Phase:
    """A leader is bound by nothing: trumping is a duty only of those who play after."""
    best = "follows(c) and heads(c)"
    over = Duty(cards="called(c) and heads(c)", when="not leading")
    return TrickPhase(
        leader="declarer" if leader == "bidder" else "left(dealer)",
        duties=(
            Duty(cards=best if heading == "always" else f"{best} and called(c)"),
            Duty(cards="follows(c)"),
            *((over,) if heading == "always" else ()),
            Duty(cards="called(c)", when="not leading"),
        ),
    )


def _scoring(hands: int | None, target: int) -> tuple[ScoringRule, ...]:
    """The bidding side is counted first: if that brings it to the target, the game is over."""
    bidders = "team(declarer)"
    others = "declarer != none and team != team(declarer)"
    return (
        ScoringRule(name="bid made", to=bidders, when=f"total[{bidders}] >= level", points=f"total[{bidders}]"),
        ScoringRule(name="bid not made", to=bidders, when=f"total[{bidders}] < level", points="-level"),
        ScoringRule(
            name="the other side",
            when=others if hands else f"{others} and score[other(team)] < {target}",
            points="total",
        ),
    )


GAME = GameEntry(
    id="pinochle",
    name="Pinochle",
    create=create_pinochle_genome,
    options=(
        Option("hands", int, default=None, low=1, high=1000, text="stop after so many hands; none: at the target"),
        Option("target", int, default=1000, low=100, high=10_000, text="the score at which the game ends"),
        Option("minimum", int, default=100, low=10, high=500, text="the lowest bid"),
        Option("forced", bool, default=False, text="if all others pass, the dealer must bid"),
        Option(
            "leader",
            str,
            default="eldest",
            choices=("eldest", "bidder"),
            text="who leads first: the player on the dealer's left, or the bidder",
        ),
        Option(
            "counting",
            str,
            default="counters",
            choices=tuple(COUNTING),
            text="ace, ten, king 10; or ace, ten 10 and king, queen 5; or ace 11, ten 10, king 4, queen 3, jack 2",
        ),
        Option(
            "heading",
            str,
            default="always",
            choices=("always", "trumps"),
            text="a trick must be headed if possible: always, or only when trumps are led",
        ),
    ),
    rules="https://bicyclecards.com/how-to-play/partnership-auction-pinochle",
    seed=True,
)
