"""Games small enough to go through whole: every kind of pick in every order of turns, and ways of seeing cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any, get_args

from deckwright.engine import Game, State
from deckwright.genome.phases.turns import Order
from deckwright.genome.picks import PICKS
from deckwright.genome.schema import (
    AuctionPhase,
    BettingPhase,
    Call,
    ChoicePhase,
    DeckSpec,
    DoPhase,
    Effect,
    GameGenome,
    GameRules,
    HandPattern,
    Move,
    Offer,
    Pick,
    Register,
    Score,
    ScoringRule,
    Set,
    SetupRules,
    Show,
    ShowdownMethod,
    Shuffle,
    Strain,
    TieBreaker,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)
from deckwright.genome.values import Model

ORDERS: tuple[str, ...] = get_args(Order)
KINDS: tuple[str, ...] = ("none", *PICKS)
IN_THE_OPEN = ("set", "sets")
"""Sets are laid openly: nobody can do so in secret."""


STAYING = Offer(name="mark", picks=(Pick(name="some", kind="cards", source="hand", low="0", high="1"),))
"""Cards are picked in secret, and nothing comes of it."""
DECIDED = 3
"""Cards that come in every order, so that each seat has deals that look alike to it."""


def small_genome(*phases: Model, cards: int = 1, each: int = 1, players: int = 2, **changes: Any) -> GameGenome:
    """A few cards of two suits, so many for each hand, and phases one after the other."""
    genome = GameGenome(
        genome_id="small",
        player_count=players,
        utility="score",
        deck=DeckSpec(suits=("hearts", "spades"), ranks=("2", "3", "4", "5")[:cards]),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="discard", role="discard"),
            Zone(name="row", role="tableau", piles=2),
            Zone(name="melds", role="sets", owner="seat", piles="rank"),
        ),
        registers=(
            Register(name="said"),
            *(Register(name=f"said_{kind}", holds=kind) for kind in ("seat", "rank", "suit", "strain")),
        ),
        strains=(Strain(name="plain"), Strain(name="red", called="suit(c) == 'hearts'")),
        patterns=(HandPattern(name="meld", of_a_kind=True, min_count=1, max_count=2),),
        setup=SetupRules(cards_per_player=each, starting_chips=4),
        turn_structure=TurnStructure(order="sequence", phases=phases),
        scoring_rules=(ScoringRule(name="points", points="size(hand)"),),
        win_conditions=(
            WinCondition(type="high_score", trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played", threshold=1),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT),
    )
    return genome.copy_with(**changes)


def offers_of(kind: str) -> tuple[Offer, ...]:
    """Two things to do, the second with a pick of a kind where it can be made."""
    idle = Offer(name="wait")
    match kind:
        case "none":
            return idle, Offer(name="go", effects=(Set(name="said", value="1"),))
        case "number":
            pick = Pick(name="x", kind="number", low="1", high="3")
            return idle, Offer(name="bid", picks=(pick,), effects=(Score(to="turn", points="x"),))
        case "card":
            return idle, Offer(name="play", picks=(Pick(name="c", source="hand", to="discard"),))
        case "cards":
            cards = Pick(name="some", kind="cards", source="hand", low="1", high="2", to="hand[left(turn)]")
            return idle, Offer(name="give", when="size(hand) > 0", picks=(cards,))
        case "tail":
            move = Move(cards="run", to="discard")
            return idle, Offer(
                name="take", picks=(Pick(name="run", kind="tail", source="pile(row, 0)"),), effects=(move,)
            )
        case "set" | "sets":
            laid = Pick(name="laid", kind=kind, source="hand", pattern="meld", to="melds")
            return idle, Offer(name="meld", picks=(laid,))
        case "pile":
            pile = Pick(name="p", kind="pile", source="row")
            return idle, Offer(name="point", picks=(pile,), effects=(Move(cards="stock", to="p", count="1"),))
        case _:
            value = Pick(name="x", kind=kind)
            return idle, Offer(name="say", picks=(value,), effects=(Set(name=f"said_{kind}", value="x"),))


def pick_games() -> Iterator[tuple[str, Game]]:
    """Every kind of pick in every order of turns, with a second choice of the same kind after it."""
    for kind in KINDS:
        for order in ORDERS:
            if order == "together" and kind in IN_THE_OPEN:
                continue
            choice = ChoicePhase(name="choice", offers=offers_of(kind))
            limit = {"limit": 2} if order in ("cycle", "stay") else {}
            turns = TurnStructure(order=order, start="left(dealer)", phases=(choice,), **limit)
            last = TurnStructure(order="once", phases=(ChoicePhase(name="last", offers=offers_of("none")),))
            several = kind in ("cards", *IN_THE_OPEN)
            deal: tuple[Effect, ...] = (Move(cards="stock", to="pile(row, 0)", count="2"),) if kind == "tail" else ()
            genome = small_genome(turns, last, cards=2, each=2 if several else 1)
            genome = genome.copy_with(setup=genome.setup.copy_with(deal=deal)) if deal else genome
            yield f"{kind} {order}", Game(genome)


def deals(game: Game) -> Iterator[State]:
    """Every order of the first cards of the deck; of all of them if some look alike, so that copies change places."""
    cards = game.deck.cards
    decided = DECIDED if len(set(cards)) == len(cards) else len(cards)
    first, rest = cards[:decided], cards[decided:]
    for order in dict.fromkeys(permutations(first)):
        yield game.deal(deck=(*order, *rest), seed=0)


def sights() -> dict[str, tuple[Offer, Offer]]:
    """Things to do one after the other, by which some see cards that others do not."""
    card = Pick(name="c", source="hand")
    left = "hand[left(turn)]"
    give = Offer(name="give", picks=(card.copy_with(to=left),))
    show = Offer(name="show", picks=(card,), effects=(Show(cards="c", to="left(turn)"),))
    peek = Offer(name="peek", effects=(Show(cards="top(stock)", to="turn"),))
    bury = Offer(name="bury", picks=(card.copy_with(to="stock"),))
    draw = Offer(name="draw", when="size(stock) > 0", effects=(Move(cards="stock", to="hand", count="1"),))
    swap = Offer(name="swap", effects=(Move(cards="hand", to=left),))
    play = Offer(name="play", picks=(card.copy_with(to="discard"),))
    point = Offer(name="point", picks=(Pick(name="some", kind="cards", source="discard", low="1", high="2"),))
    return {
        "given, then played": (give, play),
        "given, then given on": (give, give),
        "shown, then given": (show, give),
        "seen on top, then drawn": (peek, draw),
        "put on top, then drawn": (bury, draw),
        "shown, then exchanged": (show, swap),
        "played, then pointed at": (play, point),
    }


def played_once_each(first: Offer, second: Offer, order: str, **sizes: int) -> Game:
    """All do the first thing, and then all the second."""
    phases = [
        TurnStructure(order=order, phases=(ChoicePhase(name=one.name, offers=(one,)),)) for one in (first, second)
    ]
    return Game(small_genome(*phases, **sizes))


def sight_games() -> Iterator[tuple[str, Game]]:
    """Cards that some seats see and others do not."""
    for name, (first, second) in sights().items():
        for order in ("once", "together"):
            players = 3 if second.name == "play" else 2
            yield f"{name}, {order}", played_once_each(first, second, order, cards=3, each=2, players=players)
    for order in ("once", "together"):
        offers = (STAYING, STAYING.copy_with(name="note"))
        marks = TurnStructure(order=order, phases=(ChoicePhase(name="mark", offers=offers),))
        yield f"cards picked that stay, {order}", Game(small_genome(marks, cards=2))
    twice = DeckSpec(suits=("hearts",), ranks=("2", "3"), copies=2)
    give, play = sights()["given, then played"]
    draw = sights()["seen on top, then drawn"][1]
    given = [TurnStructure(order="once", phases=(ChoicePhase(name=one.name, offers=(one,)),)) for one in (give, play)]
    yield "given, of like cards", Game(small_genome(*given, each=1, deck=twice, strains=(Strain(name="plain"),)))
    show = DoPhase(name="show", actor="dealer", effects=(Show(cards="hand", to="left(turn)"),))
    idle = TurnStructure(order="once", phases=(ChoicePhase(name="last", offers=offers_of("none")),))
    yield (
        "shown, of like cards",
        Game(small_genome(show, idle, players=3, deck=twice, strains=(Strain(name="plain"),))),
    )
    say = Offer(name="say", picks=(Pick(name="c", source="hand"), Pick(name="x", kind="number", high="2")))
    says = TurnStructure(order="together", phases=(ChoicePhase(name="say", offers=(say,)),))
    yield "picked, of like cards", Game(small_genome(says, deck=twice, strains=(Strain(name="plain"),)))
    calls = (Call(name="bid {level}", levels=(1, 2, 1)),)
    yield "an auction", Game(small_genome(AuctionPhase(name="auction", calls=calls), cards=2))
    bets = BettingPhase(name="bets", min_bet=1, max_raises=2, showdown_method=ShowdownMethod.HIGHEST_CARD)
    yield "bets", Game(small_genome(bets, cards=2))
    again = TurnStructure(order="once", phases=(ChoicePhase(name="play", offers=(play,)),))
    yield (
        "two hands",
        Game(small_genome(again, cards=2, max_hands=2, win_conditions=(WinCondition(type="high_score"),))),
    )
    reshuffled = TurnStructure(
        order="once",
        phases=(ChoicePhase(name="draw", offers=(draw.copy_with(effects=(Shuffle(zone="stock"), *draw.effects)),)),),
    )
    yield "a shuffle", Game(small_genome(reshuffled, cards=2))
