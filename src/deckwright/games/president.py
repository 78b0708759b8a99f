"""President: get rid of your cards by beating what was played, rise, and be given the losers' best cards.

Follows https://www.pagat.com/climbing/president.html: 4 to 7 players, twos high, threes low, suits of no account; all
cards are dealt; the player to the dealer's left leads any card, or any set of equal rank. Each in turn passes or plays
as many cards of a higher rank; who has passed may still play later. When all the others pass, the cards are put aside
and whoever played last leads; if that player has no cards left, the next one who has. The order of going out makes
president, vice-president, ... and scum. In the next hand the scum gives the president the best cards and gets back any,
and the president leads. The president scores 2 points, the vice-president 1
(https://president.games.niaquinto.com), and the first to 11 wins.

Between president and scum two cards change hands, between vice-president and vice-scum one
(https://en.wikipedia.org/wiki/President_(card_game)). Players keep their seats, which pagat has them change in order of
rank.

Options: `players` (4 to 7), `hands` (so many instead of a target), `target`, `exchange` (`two` as above, `one` between
president and scum alone, or `none`), `leader` of later hands (the `president`, or the `scum`), `dealer` of later hands
(by turns, `round` the table, or the `president` or the `scum`, as some play).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    ChoicePhase,
    DeckSpec,
    DoPhase,
    Duty,
    Each,
    GameGenome,
    GameRules,
    HandPattern,
    If,
    Move,
    Offer,
    Out,
    PassAction,
    Phase,
    Pick,
    Register,
    ScoringRule,
    Set,
    SetupRules,
    Term,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    Zone,
)

RANKS = ("3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "2")
MOST_HANDS = 200


def create_president_genome(
    *,
    players: int = 4,
    hands: int | None = None,
    target: int = 11,
    exchange: str = "two",
    leader: str = "president",
    dealer: str = "round",
) -> GameGenome:
    """President over hands, to a target."""
    return GameGenome(
        genome_id="president",
        name="President",
        player_count=players,
        utility="score" if hands == 1 else "win",
        max_hands=hands or MOST_HANDS,
        deck=DeckSpec(ranks=RANKS),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="heap", role="tableau"),
            Zone(name="discard", role="discard"),
        ),
        patterns=(HandPattern(name="set", of_a_kind=True, min_count=1, max_count=4),),
        registers=(
            Register(name="needed"),
            Register(name="to_beat", holds="rank"),
            Register(name="standing", per="seat", keep="match"),
        ),
        terms=_roles(players, exchange, leader, dealer),
        setup=SetupRules(
            cards_per_player="all",
            first_dealer=players - 1,
            dealer="rotate" if dealer == "round" or hands == 1 else "stay",
        ),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                *_exchange(exchange),
                TurnStructure(
                    name="climbing",
                    start=f"{leader} if hand_number > 0 else left(dealer)",
                    until="count(p for p in live) == 1",
                    phases=(ChoicePhase(offers=_offers()),),
                ),
                DoPhase(
                    name="standing",
                    effects=(
                        Each(
                            var="p",
                            domain="seats",
                            effects=(Set(name="standing[p]", value="place[p] if place[p] > 0 else players"),),
                        ),
                        *((Set(name="dealer", value=dealer),) if dealer != "round" else ()),
                    ),
                ),
            ),
        ),
        scoring_rules=(
            ScoringRule(name="president", when="standing == 1", points="2"),
            ScoringRule(name="vice-president", when="standing == 2", points="1"),
        ),
        win_conditions=(
            WinCondition(
                type="high_score",
                comparison=WinComparison.HIGHEST,
                trigger_mode=TriggerMode.THRESHOLD_GATE,
                threshold=hands or target,
                gate="hands_played" if hands else "score",
            ),
        ),
        game_rules=GameRules(
            consecutive_pass_action=PassAction.CLEAR_TABLEAU, tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands)
        ),
    )


def _roles(players: int, exchange: str, leader: str, dealer: str) -> tuple[Term, ...]:
    places = {"president": 1, "vice_president": 2, "vice_scum": players - 1, "scum": players}
    used = {leader, dealer, *{"two": places, "one": ("president", "scum"), "none": ()}[exchange]}
    return tuple(
        Term(name=name, expr=f"first(p for p in seats if standing[p] == {place})")
        for name, place in places.items()
        if name in used
    )


def _exchange(exchange: str) -> tuple[Phase, ...]:
    if exchange == "none":
        return ()
    one = _gifts("scum", "president", 1)
    return (*_gifts("scum", "president", 2), *_gifts("vice_scum", "vice_president", 1)) if exchange == "two" else one


def _gifts(low: str, high: str, count: int) -> tuple[Phase, ...]:
    """The best cards up, one by one; then any cards down."""
    best = Pick(name="c", source="hand", duties=(Duty(by="rank"),))
    up = ChoicePhase(
        name=f"{low} gives",
        actor=low,
        offers=(Offer(name="give", picks=(best,), effects=(Move(cards="c", to=f"hand[{high}]"),)),),
    )
    down = ChoicePhase(
        name=f"{high} gives back",
        actor=high,
        offers=(
            Offer(
                name="return",
                picks=(Pick(name="back", kind="cards", source="hand", low=str(count), high=str(count)),),
                effects=(Move(cards="back", to=f"hand[{low}]"),),
            ),
        ),
    )
    return (
        TurnStructure(name=f"{low} to {high}", order="sequence", when="hand_number > 0", phases=(*(up,) * count, down)),
    )


def _offers() -> tuple[Offer, ...]:
    return (
        Offer(
            name="play",
            picks=(
                Pick(
                    name="laid",
                    kind="cards",
                    source="hand",
                    where="size(heap) == 0 or rank(c) > to_beat",
                    pattern="set",
                ),
            ),
            accept="size(heap) == 0 or size(laid) == needed",
            effects=(
                Move(cards="laid", to="heap"),
                Set(name="needed", value="size(laid)"),
                Set(name="to_beat", value="rank(first(c for c in laid))"),
                If(when="size(hand) == 0", then=(Out(seat="turn"),)),
            ),
        ),
        Offer(name="pass", when="size(heap) > 0", is_pass=True),
    )


GAME = GameEntry(
    id="president",
    name="President",
    create=create_president_genome,
    options=(
        Option("players", int, default=4, low=4, high=7, text="how many play"),
        Option("hands", int, default=None, low=1, high=1000, text="stop after so many hands; none: at the target"),
        Option("target", int, default=11, low=1, high=1000, text="the score that wins"),
        Option(
            "exchange",
            str,
            default="two",
            choices=("two", "one", "none"),
            text="cards between president and scum; with two, one more between their vices",
        ),
        Option(
            "leader",
            str,
            default="president",
            choices=("president", "scum"),
            text="who leads in the hands after the first",
        ),
        Option(
            "dealer",
            str,
            default="round",
            choices=("round", "president", "scum"),
            text="who deals after the first hand: by turns, the president or the scum",
        ),
    ),
    rules="https://www.pagat.com/climbing/president.html",
)
