"""Fan Tan, Sevens or Parliament: build every suit out from its seven, and be the first without cards.

Follows https://www.bicyclecards.com/how-to-play/fan-tan/: kings are high and aces low; everyone puts a chip in the pot,
all cards are dealt, and those who got fewer than others put in another; from the dealer's left each must play a seven,
or a card next in rank to one of its suit that lies there, or else put a chip in the pot. It ends when someone has no
cards: the others pay a chip for each card they hold, and the pot is that player's. Passing with a card that can be
played is not possible here, so that there are no penalties for it. Whoever has no chips left pays none.

Instead of chips, each card left may be a point against its holder; when somebody has 100, the lowest score wins.

Options: `players` (3 to 8), `hands` (how many are played; none: ten with chips, otherwise as many as it takes to get to
the target), `scoring` (`chips`, or `points` for cards left), `chips` each begins with, `target` for points.
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    ChoicePhase,
    DeckSpec,
    DoPhase,
    Each,
    Effect,
    GameGenome,
    GameRules,
    If,
    Offer,
    Pay,
    Pick,
    ScoringRule,
    SetupRules,
    Term,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinComparison,
    WinCondition,
    Zone,
)

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
HANDS_FOR_CHIPS = 10
MOST_HANDS = 200
"""A hand costs at least one of the others a point, so that no game for points comes near this."""

_NEXT_IN_SUIT = "any(rank(d) == rank(c) + 1 or rank(d) == rank(c) - 1 for d in p)"


CHIP = Pay(who="turn", to="pot", amount="1")


def create_fan_tan_genome(
    *,
    players: int = 4,
    hands: int | None = None,
    scoring: str = "chips",
    chips: int = 100,
    target: int = 100,
) -> GameGenome:
    """Fan Tan for chips, or for the cards left."""
    for_chips = scoring == "chips"
    return GameGenome(
        genome_id="fan-tan",
        name="Fan Tan",
        player_count=players,
        utility="winnings" if for_chips else "score" if hands == 1 else "win",
        max_hands=hands or (HANDS_FOR_CHIPS if for_chips else MOST_HANDS),
        deck=DeckSpec(ranks=RANKS),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(
                name="layout",
                role="tableau",
                piles="suit",
                build=f"rank(c) == '7' or {_NEXT_IN_SUIT}",
            ),
        ),
        terms=(Term(name="winnings", expr=f"chips - {chips}"),) if for_chips else (),
        setup=SetupRules(
            cards_per_player="all",
            starting_chips=chips if for_chips else 0,
            first_dealer=players - 1,
            deal=_antes(players) if for_chips else (),
        ),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                TurnStructure(
                    start="left(dealer)",
                    until="size(hand[turn]) == 0",
                    phases=(ChoicePhase(offers=_offers(for_chips=for_chips)),),
                ),
                *((_settlement(),) if for_chips else ()),
            ),
        ),
        scoring_rules=(
            ScoringRule(name="winnings", points="winnings - score")
            if for_chips
            else ScoringRule(name="cards left", points="size(hand)"),
        ),
        win_conditions=(_win(for_chips=for_chips, hands=hands, target=target),),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands)),
    )


def _antes(players: int) -> tuple[Effect, ...]:
    """A chip each, and another from those who got fewer cards, if the pack does not divide."""
    fewer = If(when="size(hand[p]) < max(size(hand[q]) for q in seats)", then=(CHIP.copy_with(who="p"),))
    uneven = (fewer,) if 52 % players else ()
    return (Each(var="p", domain="seats", effects=(CHIP.copy_with(who="p"), *uneven)),)


def _offers(*, for_chips: bool) -> tuple[Offer, ...]:
    return (
        Offer(name="play", picks=(Pick(name="c", source="hand", to="layout"),)),
        Offer(name="pass", duty=1, effects=(CHIP,) if for_chips else ()),
    )


def _settlement() -> DoPhase:
    """The others pay for the cards they hold, and whoever has none takes the pot."""
    return DoPhase(
        name="settlement",
        actor="last_turn",
        effects=(
            Each(var="p", domain="opponents", effects=(Pay(who="p", to="pot", amount="size(hand[p])"),)),
            Pay(who="pot", to="last_turn", amount="pot"),
        ),
    )


def _win(*, for_chips: bool, hands: int | None, target: int) -> WinCondition:
    if for_chips:
        return WinCondition(
            type="high_score",
            trigger_mode=TriggerMode.THRESHOLD_GATE,
            threshold=hands or HANDS_FOR_CHIPS,
            gate="hands_played",
        )
    return WinCondition(
        type="low_score",
        comparison=WinComparison.LOWEST,
        trigger_mode=TriggerMode.THRESHOLD_GATE,
        threshold=hands or target,
        gate="hands_played" if hands else "score",
    )


GAME = GameEntry(
    id="fan-tan",
    name="Fan Tan",
    create=create_fan_tan_genome,
    options=(
        Option("players", int, default=4, low=3, high=8, text="how many play"),
        Option(
            "hands",
            int,
            default=None,
            low=1,
            high=1000,
            text="how many hands are played; none: ten with chips, otherwise to the target",
        ),
        Option(
            "scoring",
            str,
            default="chips",
            choices=("chips", "points"),
            text="chips into a pot that whoever goes out takes, or a point against each card left",
        ),
        Option("chips", int, default=100, low=1, high=10_000, text="chips each player begins with"),
        Option("target", int, default=100, low=1, high=1000, text="the points at which the game ends"),
    ),
    rules="https://www.bicyclecards.com/how-to-play/fan-tan/",
)
