"""Euchre: five cards each, a card turned up for trumps, and the jacks of its colour on top.

Follows the North American game of https://www.pagat.com/euchre/euchre.html: 24 cards, two sides of two. From the
dealer's left everybody may order the turned-up card into the dealer's hand, which makes its suit trumps and lets the
dealer discard a card; if all pass, everybody may name another suit; if all pass again, the cards are thrown in. The
jack of trumps (right bower) is the highest card, the other jack of its colour (left bower) the second and a trump
like any other. The maker may play alone, while the partner sits out. The player on the dealer's left leads, or the
next one if that one sits out. Makers who take three or four tricks score 1, all five 2, all five alone 4; if they
take fewer they are euchred and the others score 2. The first side with 10 points wins.

Options: `hands` (so many instead of a target), `target`, `stick_the_dealer` (who must name a suit when all others
have passed twice), `discard` (any card, or any but the turned-up one), `alone` (said with the call, or after the
dealer's discard).

OpenSpiel plays `hands=1, stick_the_dealer=yes, discard=not_upcard, alone=after_discard`.
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    AuctionPhase,
    Call,
    ChoicePhase,
    DeckSpec,
    DoPhase,
    Duty,
    GameGenome,
    GameRules,
    Move,
    Offer,
    Phase,
    Pick,
    Register,
    ScoringRule,
    Set,
    SetupRules,
    Strain,
    Term,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

SUITS = ("clubs", "diamonds", "hearts", "spades")

MOST_HANDS = 500
"""Hands that everybody passes score nothing; no real game comes near this."""

BOWERS = Strain(
    name="{s}",
    each="suits",
    called="suit(c) == s or (rank(c) == 'J' and colour(c) == colour(s))",
    order="rank(c) + 10 * (rank(c) == 'J' and colour(c) == colour(s)) * (1 + (suit(c) == s))",
)


def create_euchre_genome(
    *,
    hands: int | None = None,
    target: int = 10,
    stick_the_dealer: bool = False,
    discard: str = "any",
    alone: str = "with_call",
) -> GameGenome:
    """Four-handed Euchre with both bowers, in partnership."""
    later = alone == "after_discard"
    return GameGenome(
        genome_id="euchre",
        name="Euchre",
        player_count=4,
        team_mode=True,
        teams=((0, 2), (1, 3)),
        utility="score" if hands == 1 else "win",
        max_hands=hands or MOST_HANDS,
        deck=DeckSpec(ranks=("9", "10", "J", "Q", "K", "A")),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="upcard"),
            Zone(name="captured", role="captured", owner="team"),
        ),
        strains=(BOWERS,),
        registers=(Register(name="alone"),) if later else (),
        terms=() if later else (Term(name="alone", expr="kind == 'alone'"),),
        setup=SetupRules(cards_per_player=5, deal=(Move(cards="stock", to="upcard", count="1"),)),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                _ordering(later=later),
                _pick_up(discard),
                _naming(stick=stick_the_dealer, later=later),
                *(_going_alone() if later else ()),
                TrickPhase(out="partner(declarer) if alone else none", duties=(Duty(cards="follows(c)"),)),
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
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands, tricks=True)),
    )


def _ordering(*, later: bool) -> AuctionPhase:
    """First round: the turned-up suit, or nothing."""
    alone = () if later else (Call(name="order up alone", kind="alone", levels=(1, 1, 1)),)
    return AuctionPhase(
        name="ordering up",
        calls=(Call(name="order up", levels=(1, 1, 1)), *alone),
        ends="first_bid",
        all_pass="continue",
    )


def _naming(*, stick: bool, later: bool) -> AuctionPhase:
    """Second round: any other suit."""
    other = Call(name="{strain}", levels=(1, 1, 1), strains=SUITS, when="strain != suit(top(upcard))")
    alone = other.copy_with(name="{strain} alone", kind="alone")
    return AuctionPhase(
        name="naming trumps",
        when="declarer == none",
        calls=(other,) if later else (other, alone),
        ends="first_bid",
        may_pass="actor != dealer" if stick else "1",
        all_pass="redeal",
    )


def _pick_up(discard: str) -> TurnStructure:
    """The turned-up card goes to the dealer, a card of the dealer's goes face down: in this order or the other."""
    trumps = Set(name="strain", value="suit(top(upcard))")
    take = Move(cards="upcard", to="hand[dealer]")
    card = Pick(name="c", source="hand", to="stock")
    throw = ChoicePhase(name="discard", actor="dealer", offers=(Offer(name="discard", picks=(card,)),))
    phases: tuple[Phase, ...] = (DoPhase(effects=(trumps, take)), throw)
    if discard == "not_upcard":
        phases = (DoPhase(effects=(trumps,)), throw, DoPhase(effects=(take,)))
    return TurnStructure(name="picking up", order="sequence", when="declarer != none", phases=phases)


def _going_alone() -> tuple[Phase, ...]:
    alone = Offer(name="go alone", effects=(Set(name="alone", value="1"),))
    return (ChoicePhase(name="alone", actor="declarer", offers=(alone, Offer(name="play together"))),)


def _scoring() -> tuple[ScoringRule, ...]:
    def makers(name: str, when: str, points: int) -> ScoringRule:
        return ScoringRule(name=name, to="team(declarer)", when=f"tricks[team(declarer)] {when}", points=str(points))

    return (
        makers("point", "in (3, 4)", 1),
        makers("march", "== 5 and not alone", 2),
        makers("march alone", "== 5 and alone", 4),
        ScoringRule(name="euchre", to="other(team(declarer))", when="tricks[team(declarer)] < 3", points="2"),
    )


GAME = GameEntry(
    id="euchre",
    name="Euchre",
    create=create_euchre_genome,
    options=(
        Option("hands", int, default=None, low=1, high=1000, text="stop after so many hands; none: at the target"),
        Option("target", int, default=10, low=1, high=100, text="the score at which the game ends"),
        Option("stick_the_dealer", bool, default=False, text="if all others pass twice, the dealer must name a suit"),
        Option(
            "discard",
            str,
            default="any",
            choices=("any", "not_upcard"),
            text="what the dealer may discard: any card, or any but the turned-up one",
        ),
        Option(
            "alone",
            str,
            default="with_call",
            choices=("with_call", "after_discard"),
            text="when the maker says so: with the call, or after the dealer's discard",
        ),
    ),
    rules="https://www.pagat.com/euchre/euchre.html",
    seed=True,
)
