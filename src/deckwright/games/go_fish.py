"""Go Fish: ask for cards of a rank, fish when refused, lay down books of four.

Follows https://www.pagat.com/quartet/gofish.html and the Bicycle rules, which agree on the asking; where they part
there is an option. The default plays until every book is made: an empty hand draws a card and asks, and after a vain
fishing the turn passes to the left. A fished card that was asked for is shown.

Options: `players` (2 to 10), `hands` (how many are played, books added up), `cards` dealt to each (7 for two players,
otherwise 5), `after_fishing` (the turn goes to the `left`, or to whom was `asked`), `empty_hand` (after drawing its
card a seat may `ask`, or must `pass`), `ends` (when all `books` are made, or with the `first_out`: a hand or the stock
is empty) and `deal` (`singly`, or `by_hand`: each seat in turn gets all its cards, and is dealt up again if it lays a
book, as OpenSpiel deals).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    CardCondition,
    CardScoringRule,
    ChoicePhase,
    DeckEmptyAction,
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
    ScoringTrigger,
    SetupRules,
    Sweep,
    TieBreaker,
    TriggerMode,
    Turn,
    TurnStructure,
    WinCondition,
    Zone,
)

LAY_BOOKS = Sweep(zone="hand", pattern="book", to="books")
HAS_ASKED_RANK = "count(c for c in {zone} if rank(c) == wanted)"


def create_go_fish_genome(
    *,
    players: int = 4,
    hands: int = 1,
    cards: int | None = None,
    after_fishing: str = "left",
    empty_hand: str = "ask",
    ends: str = "books",
    deal: str = "singly",
) -> GameGenome:
    """Go Fish as a genome."""
    dealt = cards if cards is not None else 7 if players == 2 else 5
    by_hand = deal == "by_hand"
    phases: tuple[Phase, ...] = (_asking(after_fishing),)
    until = "size(stock) == 0 and all(size(hand[p]) == 0 for p in seats)"
    if ends == "first_out":
        until = "size(stock) == 0 or any(size(hand[p]) == 0 for p in seats)"
    else:
        phases = (_drawing(empty_hand), *phases)
    return GameGenome(
        genome_id="go-fish",
        name="Go Fish",
        player_count=players,
        max_hands=hands,
        max_turns=1000,
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="fished", seen_by="none"),
            Zone(name="books", role="sets", owner="seat", seen_by="all"),
        ),
        patterns=(HandPattern(name="book", of_a_kind=True, required_count=4),),
        setup=SetupRules(
            cards_per_player=0 if by_hand else dealt,
            deal=_deal_by_hand(dealt) if by_hand else _lay_dealt_books(),
        ),
        turn_structure=TurnStructure(order="cycle", start="left(dealer)", until=until, phases=phases),
        card_scoring=(CardScoringRule(condition=CardCondition(), points=1, trigger=ScoringTrigger.SET_COMPLETE),),
        win_conditions=(
            WinCondition(
                type="high_score", threshold=hands, trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played"
            ),
        ),
        game_rules=GameRules(
            deck_empty_action=DeckEmptyAction.SKIP_DRAW, tie_breaker=TieBreaker.SPLIT, beats=beats(hands=hands)
        ),
    )


def _lay_dealt_books() -> tuple[Effect, ...]:
    return (Each(var="p", domain="seats", effects=(Sweep(zone="hand[p]", pattern="book", to="books[p]"),)),)


def _deal_by_hand(dealt: int) -> tuple[Effect, ...]:
    own_cards = Move(cards="stock", to="hand[p]", count=str(dealt))
    deal_up = Sweep(zone="hand[p]", pattern="book", to="books[p]", refill="stock")
    return (Each(var="p", domain="seats", effects=(own_cards, deal_up)),)


def _drawing(empty_hand: str) -> DoPhase:
    """Whoever has no cards left begins the turn with one from the stock."""
    draw = Move(cards="stock", to="hand", count="1")
    pass_on: tuple[Effect, ...] = (End(what="turn"),) if empty_hand == "pass" else ()
    return DoPhase(name="draw", when="size(hand) == 0 and size(stock) > 0", effects=(draw, *pass_on))


def _asking(after_fishing: str) -> ChoicePhase:
    """Ask someone who has cards for a rank that one holds; being given cards, or fishing that rank, goes again."""
    handed_over = (
        Move(cards="hand[who]", where="rank(c) == wanted", to="hand", seen_by="all"),
        LAY_BOOKS,
        Turn(action="again"),
    )
    next_turn: tuple[Effect, ...] = (Turn(action="to", seat="who"),) if after_fishing == "asked" else ()
    fishing = (
        Move(cards="stock", to="fished", count="1"),
        If(
            when=HAS_ASKED_RANK.format(zone="fished"),
            then=(Move(cards="fished", to="hand", seen_by="all"), Turn(action="again")),
            otherwise=(Move(cards="fished", to="hand"), *next_turn),
        ),
        LAY_BOOKS,
    )
    ask = Offer(
        name="ask",
        picks=(
            Pick(name="who", kind="seat", where="who != turn and size(hand[who]) > 0"),
            Pick(name="wanted", kind="rank", where=HAS_ASKED_RANK.format(zone="hand")),
        ),
        effects=(If(when=HAS_ASKED_RANK.format(zone="hand[who]"), then=handed_over, otherwise=fishing),),
    )
    someone_to_ask = "size(hand) > 0 and any(size(hand[p]) > 0 for p in seats if p != turn)"
    return ChoicePhase(name="ask", when=someone_to_ask, offers=(ask,))


GAME = GameEntry(
    id="go-fish",
    name="Go Fish",
    create=create_go_fish_genome,
    options=(
        Option("players", int, default=4, low=2, high=10, text="how many play"),
        Option("hands", int, default=1, low=1, high=1000, text="how many hands are played"),
        Option("cards", int, default=None, low=1, high=13, text="dealt to each; none: 7 for two players, otherwise 5"),
        Option(
            "after_fishing", str, default="left", choices=("left", "asked"), text="whose turn follows a vain fishing"
        ),
        Option(
            "empty_hand",
            str,
            default="ask",
            choices=("ask", "pass"),
            text="what a seat without cards does once it drew",
        ),
        Option(
            "ends",
            str,
            default="books",
            choices=("books", "first_out"),
            text="all books made, or a hand or the stock empty",
        ),
        Option("deal", str, default="singly", choices=("singly", "by_hand"), text="card by card, or a hand at a time"),
    ),
    rules="https://www.pagat.com/quartet/gofish.html",
    seed=True,
)
