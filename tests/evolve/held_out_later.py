"""A second set of games that no gate was set by, written after the first had been taken into account."""

from __future__ import annotations

from tests.evolve.degenerate import CAPTURED, HAND, HEAP, HIGH, SPLIT, STOCK
from tests.evolve.held_out import _named

from deckwright.genome.schema import (
    CardTable,
    ChoicePhase,
    DeckSpec,
    DoPhase,
    Duty,
    Each,
    End,
    GameGenome,
    If,
    Move,
    Offer,
    Pick,
    Register,
    Score,
    ScoringRule,
    Set,
    SetupRules,
    Strain,
    TableRow,
    TrickPhase,
    TurnStructure,
    Zone,
)

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_DRAW = Move(cards="stock", to="hand", count="1")

# known games


def ninety_nine() -> GameGenome:
    """Ninety-Nine, the adding game (https://www.pagat.com/adders/99.html), without specials: who goes over has lost."""
    worth = tuple(TableRow(rank=rank, value=0 if rank == "K" else min(10, n)) for n, rank in enumerate(RANKS, 2))
    fits = "total + worth(c) <= 99"
    return GameGenome(
        genome_id="ninety-nine",
        player_count=3,
        deck=DeckSpec(ranks=RANKS, tables=(CardTable(name="worth", rows=worth),)),
        zones=(HAND, STOCK, HEAP),
        registers=(Register(name="total"),),
        setup=SetupRules(cards_per_player=3),
        turn_structure=TurnStructure(
            phases=(
                ChoicePhase(
                    offers=(
                        Offer(
                            name="play",
                            picks=(Pick(name="c", source="hand", where=fits, to="heap"),),
                            effects=(Set(name="total", value="total + worth(c)"), _DRAW),
                        ),
                        Offer(
                            name="give up",
                            when=f"not any({fits} for c in hand)",
                            effects=(Score(to="turn", points="-1"), End(what="hand")),
                        ),
                    ),
                ),
            ),
        ),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )  # fmt: skip


def pishti() -> GameGenome:
    """Pishti for two (https://www.pagat.com/fishing/pisti.html): a card of the rank on top, or a jack, takes all."""
    taken = "size(heap) > 1 and (rank(c) == 'J' or rank(c) == last_rank)"
    worth = "sum(1 for c in captured if rank(c) == 'J' or rank(c) == 'A')"
    return GameGenome(
        genome_id="pishti",
        player_count=2,
        deck=DeckSpec(ranks=RANKS),
        zones=(HAND, STOCK, HEAP, CAPTURED),
        registers=(Register(name="last_rank"),),
        setup=SetupRules(cards_per_player=4, deal=(Move(cards="stock", to="heap", count="4"),)),
        turn_structure=TurnStructure(
            order="sequence",
            until="size(stock) == 0 and all(size(hand[p]) == 0 for p in seats)",
            phases=(
                TurnStructure(
                    until="all(size(hand[p]) == 0 for p in seats)",
                    phases=(
                        ChoicePhase(
                            offers=(
                                Offer(
                                    name="play",
                                    picks=(Pick(name="c", source="hand"),),
                                    effects=(
                                        Set(name="last_rank", value="rank(top(heap)) if size(heap) > 0 else 0 - 1"),
                                        Move(cards="c", to="heap"),
                                        If(when=taken, then=(Move(cards="heap", to="captured"),)),
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
                DoPhase(
                    actor="dealer",
                    when="size(stock) > 0",
                    effects=(
                        Each(var="p", domain="seats", effects=(Move(cards="stock", to="hand[p]", count="4"),)),
                    ),
                ),
            ),
        ),
        scoring_rules=(
            ScoringRule(name="cards", points="3", when="size(captured) > 26"),
            ScoringRule(name="jacks and aces", points=worth),
        ),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )  # fmt: skip


def slobberhannes() -> GameGenome:
    """Slobberhannes (https://www.pagat.com/reverse/slobberhannes.html): avoid the first and last trick, and a queen."""
    follow = (Duty(cards="follows(c)"),)
    queen = "any(rank(c) == 'Q' and suit(c) == 'clubs' for c in captured)"
    return GameGenome(
        genome_id="slobberhannes",
        player_count=4,
        deck=DeckSpec(ranks=RANKS[5:]),
        zones=(HAND, STOCK, CAPTURED),
        strains=(Strain(name="no trumps"),),
        registers=(Register(name="first_taker", holds="seat"), Register(name="last_taker", holds="seat")),
        setup=SetupRules(cards_per_player=8),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                TrickPhase(duties=follow, until="1"),
                DoPhase(actor="dealer", effects=(Set(name="first_taker", value="winner"),)),
                TrickPhase(duties=follow, leader="first_taker"),
                DoPhase(actor="dealer", effects=(Set(name="last_taker", value="winner"),)),
            ),
        ),
        scoring_rules=(
            ScoringRule(name="first trick", points="-1", when="first_taker == actor"),
            ScoringRule(name="last trick", points="-1", when="last_taker == actor"),
            ScoringRule(name="queen of clubs", points="-1", when=queen),
            ScoringRule(
                name="all three", points="-1", when=f"first_taker == actor and last_taker == actor and {queen}"
            ),
        ),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )  # fmt: skip


def german_whist() -> GameGenome:
    """German Whist (https://www.pagat.com/whist/german_whist.html): tricks for cards of the stock, then for points."""
    follow = (Duty(cards="follows(c)"),)
    fetch = (
        Set(name="taker", value="winner"),
        Move(cards="shown", to="hand[taker]"),
        Move(cards="stock", to="hand[left(taker)]", count="1"),
        Move(cards="stock", to="shown", count="1"),
    )
    return GameGenome(
        genome_id="german-whist",
        player_count=2,
        deck=DeckSpec(ranks=RANKS),
        zones=(HAND, STOCK, Zone(name="shown"), CAPTURED),
        strains=(Strain(name="{s}", each="suits", called="suit(c) == s"),),
        registers=(Register(name="taker", holds="seat"), Register(name="before", per="seat")),
        setup=SetupRules(cards_per_player=13, deal=(Move(cards="stock", to="shown", count="1"),)),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                DoPhase(
                    actor="dealer",
                    effects=(Set(name="strain", value="suit(top(shown))"), Set(name="taker", value="left(dealer)")),
                ),
                TurnStructure(
                    order="sequence",
                    until="size(shown) == 0",
                    phases=(
                        TrickPhase(leader="taker", duties=follow, until="1"),
                        DoPhase(actor="dealer", effects=fetch),
                    ),
                ),
                DoPhase(
                    actor="dealer",
                    effects=(Each(var="p", domain="seats", effects=(Set(name="before[p]", value="tricks[p]"),)),),
                ),
                TrickPhase(leader="taker", duties=follow),
            ),
        ),
        scoring_rules=(ScoringRule(points="tricks - before"),),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )  # fmt: skip


# degenerate games


def parade() -> GameGenome:
    """Everyone lays all their cards out in an order of their own; the sum of the cards decides, whatever the order."""
    return GameGenome(
        genome_id="parade",
        player_count=3,
        zones=(HAND, STOCK, CAPTURED),
        setup=SetupRules(cards_per_player=8),
        turn_structure=TurnStructure(
            phases=(ChoicePhase(offers=(Offer(name="lay", picks=(Pick(name="c", source="hand", to="captured"),)),)),),
            until="all(size(hand[p]) == 0 for p in seats)",
        ),
        scoring_rules=(ScoringRule(points="sum(rank(c) for c in captured)"),),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )


def pass_the_bomb() -> GameGenome:
    """In turn everyone names another who loses a point: who wins is whom the others leave alone."""
    blame = Offer(
        name="blame",
        picks=(Pick(name="s", kind="seat", where="s != turn"),),
        effects=(Score(to="s", points="-1"),),
    )
    return GameGenome(
        genome_id="pass-the-bomb",
        player_count=4,
        zones=(STOCK,),
        setup=SetupRules(cards_per_player=0),
        turn_structure=TurnStructure(phases=(ChoicePhase(offers=(blame,)),), until="turn_number >= 20"),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )  # fmt: skip


def tug_of_war() -> GameGenome:
    """One pulls a rope up, the other down, a step each: sensible players stay where they are until a limit ends it."""
    mine = "1 if turn == dealer else 0 - 1"
    pull = Offer(name="pull", effects=(Set(name="rope", value=f"rope + ({mine})"),))
    slip = Offer(name="slip", effects=(Set(name="rope", value=f"rope - ({mine})"),))
    return GameGenome(
        genome_id="tug-of-war",
        player_count=2,
        max_turns=400,
        zones=(STOCK,),
        registers=(Register(name="rope"),),
        setup=SetupRules(cards_per_player=0),
        turn_structure=TurnStructure(
            phases=(ChoicePhase(offers=(pull, slip)),), until="rope >= 12 or rope <= 0 - 12"
        ),
        scoring_rules=(
            ScoringRule(name="up", points="1", when="rope >= 12 and actor == dealer"),
            ScoringRule(name="down", points="1", when="rope <= 0 - 12 and actor != dealer"),
        ),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )  # fmt: skip


def show_the_highest() -> GameGenome:
    """Show a card of your hand for its points, and take another: the highest is always best."""
    show = Offer(
        name="show",
        picks=(Pick(name="c", source="hand", to="heap"),),
        effects=(Score(to="turn", points="rank(c)"), _DRAW),
    )
    return GameGenome(
        genome_id="show-the-highest",
        player_count=3,
        zones=(HAND, STOCK, HEAP),
        setup=SetupRules(cards_per_player=5),
        turn_structure=TurnStructure(phases=(ChoicePhase(offers=(show,)),), until="turn_number >= 24"),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )  # fmt: skip


def side_by_side() -> GameGenome:
    """Everyone makes their own hand better from a pile of their own, and nobody can do anything about it."""
    piles = Each(var="p", domain="seats", effects=(Move(cards="stock", to="own[p]", count="10"),))
    change = Offer(
        name="change",
        picks=(Pick(name="c", source="hand", to="heap"),),
        effects=(Move(cards="own", to="hand", count="1"),),
    )
    return GameGenome(
        genome_id="side-by-side",
        player_count=3,
        zones=(HAND, STOCK, HEAP, Zone(name="own", owner="seat", seen_by="none")),
        setup=SetupRules(cards_per_player=5, deal=(piles,)),
        turn_structure=TurnStructure(
            phases=(ChoicePhase(offers=(change,)),), until="turn_number >= 24"
        ),
        scoring_rules=(ScoringRule(points="max(sum(rank(c) for c in hand if suit(c) == s) for s in suits)"),),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )  # fmt: skip


def first_pick() -> GameGenome:
    """Cards lie face up, everyone takes one in turn, and the highest wins: whoever begins has won."""
    take = Offer(name="take", picks=(Pick(name="c", source="row", to="captured"),))
    return GameGenome(
        genome_id="first-pick",
        player_count=3,
        deck=DeckSpec(suits=("spades",), ranks=RANKS),
        zones=(STOCK, Zone(name="row", role="tableau"), CAPTURED),
        setup=SetupRules(cards_per_player=0, deal=(Move(cards="stock", to="row", count="9"),)),
        turn_structure=TurnStructure(phases=(ChoicePhase(offers=(take,)),), until="turn_number >= 3"),
        scoring_rules=(ScoringRule(points="sum(rank(c) for c in captured)"),),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )  # fmt: skip


KNOWN_LATER = _named(ninety_nine, slobberhannes, german_whist, pishti)
FAULTY_LATER = _named(parade, pass_the_bomb, tug_of_war, show_the_highest, side_by_side, first_pick)
