"""Games that no gate was set by: known games from published rules, and degenerate ones. Each is valid and plays.

They were written and judged before any limit was looked at again; docs/evolution.md says how the gates did.
"""

from __future__ import annotations

from collections.abc import Callable

from tests.evolve.degenerate import CAPTURED, FOUR_HANDS, HAND, HEAP, HIGH, SPLIT, STOCK

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
    Term,
    TrickPhase,
    TurnStructure,
    Zone,
)

# known games


def agram() -> GameGenome:
    """Agram (https://www.pagat.com/last/agram.html): six cards, follow suit, and only the last trick counts."""
    ranks = ("3", "4", "5", "6", "7", "8", "9", "10", "A")
    return GameGenome(
        genome_id="agram",
        player_count=4,
        deck=DeckSpec(ranks=ranks, omit=({"rank": "A", "suit": "spades"},)),
        zones=(HAND, STOCK, CAPTURED),
        strains=(Strain(name="no trumps"),),
        registers=(Register(name="last", holds="seat"),),
        setup=SetupRules(cards_per_player=6),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                TrickPhase(duties=(Duty(cards="follows(c)"),)),
                DoPhase(effects=(Set(name="last", value="winner"),)),
            ),
        ),
        scoring_rules=(ScoringRule(name="last trick", when="last == actor", points="1"),),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )


def briscola() -> GameGenome:
    """Briscola for two (https://www.pagat.com/aceten/briscola.html): three cards, trumps, no duty, draw again."""
    ranks = ("2", "4", "5", "6", "7", "jack", "knight", "king", "3", "ace")
    points = {"ace": 11, "3": 10, "king": 4, "knight": 3, "jack": 2}
    worth = tuple(TableRow(rank=rank, value=points.get(rank, 0)) for rank in ranks)
    draw = Move(cards="stock", to="hand[{0}]", count="1")
    turned = If(
        when="size(stock) > 0",
        then=(draw.copy_with(to="hand[taker]"), draw.copy_with(to="hand[left(taker)]")),
        otherwise=(Move(cards="trumps", to="hand[left(taker)]"),),
    )
    last_of_stock = If(
        when="size(stock) == 1",
        then=(draw.copy_with(to="hand[taker]"), Move(cards="trumps", to="hand[left(taker)]")),
        otherwise=(turned,),
    )
    return GameGenome(
        genome_id="briscola",
        player_count=2,
        deck=DeckSpec(
            suits=("coins", "cups", "swords", "batons"), ranks=ranks, tables=(CardTable(name="worth", rows=worth),)
        ),
        zones=(HAND, STOCK, Zone(name="trumps"), CAPTURED),
        strains=(Strain(name="{s}", each="suits", called="suit(c) == s"),),
        registers=(Register(name="taker", holds="seat"),),
        setup=SetupRules(cards_per_player=3, deal=(Move(cards="stock", to="trumps", count="1"),)),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                DoPhase(
                    actor="dealer",
                    effects=(Set(name="strain", value="suit(top(trumps))"), Set(name="taker", value="left(dealer)")),
                ),
                TurnStructure(
                    order="sequence",
                    until="all(size(hand[p]) == 0 for p in seats)",
                    phases=(
                        TrickPhase(leader="taker", until="1"),
                        DoPhase(
                            actor="dealer",
                            effects=(Set(name="taker", value="winner"), last_of_stock),
                        ),
                    ),
                ),
            ),
        ),
        scoring_rules=(ScoringRule(name="cards", points="sum(worth(c) for c in captured)"),),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )


def thirty_one() -> GameGenome:
    """Thirty-One, or Scat (https://www.pagat.com/draw/scat.html), one hand: collect one suit, then knock."""
    ranks = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
    worth = tuple(
        TableRow(rank=rank, value=11 if rank == "A" else min(10, place)) for place, rank in enumerate(ranks, 2)
    )
    shed = Offer(name="discard", picks=(Pick(name="c", source="hand", to="discard"),))
    return GameGenome(
        genome_id="thirty-one",
        player_count=3,
        max_turns=300,
        deck=DeckSpec(ranks=ranks, tables=(CardTable(name="worth", rows=worth),)),
        zones=(HAND, STOCK, Zone(name="discard", role="discard")),
        registers=(Register(name="knocker", holds="seat"), Register(name="has_knocked", keep="turn")),
        terms=(
            Term(name="total", expr="max(sum(worth(c) for c in hand if suit(c) == s) for s in suits)"),
            Term(name="lowest", expr="min(total[p] for p in seats)"),
        ),
        setup=SetupRules(cards_per_player=3, deal=(Move(cards="stock", to="discard", count="1"),)),
        turn_structure=TurnStructure(
            until="knocker != none and left(turn) == knocker",
            phases=(
                ChoicePhase(
                    name="draw",
                    offers=(
                        Offer(name="draw", effects=(Move(cards="stock", to="hand", count="1"),)),
                        Offer(name="take", effects=(Move(cards="discard", to="hand", count="1"),)),
                        Offer(
                            name="knock",
                            when="knocker == none",
                            effects=(Set(name="knocker", value="turn"), Set(name="has_knocked", value="1")),
                        ),
                    ),
                ),
                ChoicePhase(name="discard", when="not has_knocked", offers=(shed,)),
                ChoicePhase(
                    name="thirty-one",
                    offers=(
                        Offer(name="lay down", when="total == 31", effects=(End(what="hand"),)),
                        Offer(name="go on", when="total < 31"),
                    ),
                ),
            ),
        ),
        scoring_rules=(
            ScoringRule(name="lowest", when="total == lowest", points="-1"),
            ScoringRule(name="knocked in vain", when="knocker == actor and total == lowest", points="-1"),
        ),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )


def golf_solitaire() -> GameGenome:
    """Golf (https://en.wikipedia.org/wiki/Golf_(patience)): clear seven columns onto one pile, a rank up or down."""
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    next_rank = "rank(c) == rank(top(waste)) + 1 or rank(c) == rank(top(waste)) - 1"
    fits = f"rank(top(waste)) != 'K' and ({next_rank})"
    turn_up = (Move(cards="stock", to="waste", count="1"),)
    return GameGenome(
        genome_id="golf-solitaire",
        player_count=1,
        utility="score",
        deck=DeckSpec(ranks=ranks),
        zones=(STOCK, Zone(name="waste", role="discard"), Zone(name="columns", role="tableau", piles=7)),
        setup=SetupRules(
            cards_per_player=0,
            deal=(
                *(Move(cards="stock", to=f"pile(columns, {place})", count="5") for place in range(7)),
                Move(cards="stock", to="waste", count="1"),
            ),
        ),
        turn_structure=TurnStructure(
            order="stay",
            phases=(
                ChoicePhase(
                    offers=(
                        Offer(
                            name="play",
                            picks=(Pick(name="c", source="tops(columns)", where=fits, to="waste"),),
                            effects=(Score(to="turn", points="1"),),
                        ),
                        Offer(name="turn up", when="size(stock) > 0", effects=turn_up),
                        Offer(name="stop", when="size(stock) == 0", effects=(End(what="hand"),)),
                    ),
                ),
            ),
            until="sum(size(p) for p in piles(columns)) == 0",
        ),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )  # fmt: skip


# degenerate games


def first_trick_decides() -> GameGenome:
    """Whist of thirteen tricks in which whoever takes the first has won."""
    return GameGenome(
        genome_id="first-trick",
        player_count=4,
        zones=(HAND, STOCK, CAPTURED),
        strains=(Strain(name="spades", called="suit(c) == 'spades'"),),
        registers=(Register(name="first_taker", holds="seat"),),
        setup=SetupRules(cards_per_player=13),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                TrickPhase(duties=(Duty(cards="follows(c)"),), until="1"),
                DoPhase(actor="dealer", effects=(Set(name="first_taker", value="winner"),)),
                TrickPhase(duties=(Duty(cards="follows(c)"),), leader="first_taker"),
            ),
        ),
        scoring_rules=(ScoringRule(points="1", when="first_taker == actor"),),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )


def after_you() -> GameGenome:
    """Whoever runs out of cards loses, and nobody has to play one: sensible players pass for ever."""
    return GameGenome(
        genome_id="after-you",
        player_count=3,
        max_turns=600,
        zones=(HAND, STOCK, HEAP),
        setup=SetupRules(cards_per_player=5),
        turn_structure=TurnStructure(
            phases=(
                ChoicePhase(
                    offers=(
                        Offer(name="play", picks=(Pick(name="c", source="hand", to="heap"),)),
                        Offer(name="pass"),
                    )
                ),
            ),
            until="any(size(hand[p]) == 0 for p in seats)",
        ),
        scoring_rules=(ScoringRule(points="-1", when="size(hand) == 0"),),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )


def dictator() -> GameGenome:
    """One player decides in every round which of the others scores."""
    give = Offer(
        name="give",
        picks=(Pick(name="s", kind="seat", where="s != dealer"),),
        effects=(Score(to="s", points="1"),),
    )
    return GameGenome(
        genome_id="dictator",
        player_count=3,
        zones=(STOCK,),
        turn_structure=TurnStructure(
            phases=(ChoicePhase(actor="dealer", offers=(give,)),), until="turn_number >= 9"
        ),
        game_rules=SPLIT,
        **FOUR_HANDS,
    )  # fmt: skip


def golden_ticket() -> GameGenome:
    """Tricks are played, and whoever was dealt the highest card face up had won before they began."""
    ticket = Each(var="p", domain="seats", effects=(Move(cards="stock", to="ticket[p]", count="1"),))
    return GameGenome(
        genome_id="golden-ticket",
        player_count=4,
        zones=(HAND, STOCK, CAPTURED, Zone(name="ticket", owner="seat")),
        setup=SetupRules(cards_per_player=8, deal=(ticket,)),
        turn_structure=TurnStructure(order="sequence", phases=(TrickPhase(duties=(Duty(cards="follows(c)"),)),)),
        scoring_rules=(ScoringRule(points="100 * sum(rank(c) for c in ticket) + tricks"),),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )


def draw_for_free() -> GameGenome:
    """Draw a card for its points, or do not: nothing speaks against it."""
    offers = (
        Offer(name="draw", effects=(Move(cards="stock", to="captured", count="1"),)),
        Offer(name="wait", effects=(Set(name="waited", value="waited + 1"),)),
        Offer(
            name="give one back", when="size(captured) > 0", effects=(Move(cards="captured", to="stock", count="1"),)
        ),
    )
    return GameGenome(
        genome_id="draw-for-free",
        player_count=3,
        zones=(STOCK, CAPTURED),
        registers=(Register(name="waited", per="seat"),),
        setup=SetupRules(cards_per_player=0),
        turn_structure=TurnStructure(phases=(ChoicePhase(offers=offers),), until="turn_number >= 30"),
        scoring_rules=(ScoringRule(points="5 * size(captured) - waited"),),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )  # fmt: skip


def see_saw() -> GameGenome:
    """Two take the best card from each other, to and fro, until a limit ends it."""
    take = Offer(
        name="take",
        picks=(Pick(name="c", source="captured[left(turn)]"),),
        effects=(Move(cards="c", to="captured"),),
    )
    return GameGenome(
        genome_id="see-saw",
        player_count=2,
        max_turns=500,
        zones=(STOCK, CAPTURED),
        setup=SetupRules(
            cards_per_player=0,
            deal=tuple(Move(cards="stock", to=f"captured[{seat}]", count="6") for seat in (0, 1)),
        ),
        turn_structure=TurnStructure(
            phases=(ChoicePhase(offers=(take,)),), until="size(captured[turn]) == 12"
        ),
        scoring_rules=(ScoringRule(points="sum(rank(c) for c in captured)"),),
        win_conditions=HIGH,
        game_rules=SPLIT,
    )  # fmt: skip


def _named(*made: Callable[[], GameGenome]) -> dict[str, Callable[[], GameGenome]]:
    return {one.__name__.replace("_", "-"): one for one in made}


KNOWN = _named(agram, briscola, thirty_one, golf_solitaire)
FAULTY = _named(first_trick_decides, after_you, dictator, golden_ticket, draw_for_free, see_saw)
