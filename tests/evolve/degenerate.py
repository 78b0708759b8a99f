"""Games that nobody should be offered: degenerate ones, and classics that were spoilt. Each is valid and plays."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from deckwright.games import catalogue
from deckwright.genome.schema import (
    ChoicePhase,
    DoPhase,
    GameGenome,
    GameRules,
    Move,
    Offer,
    Pick,
    Register,
    Score,
    ScoringRule,
    Set,
    SetupRules,
    Shuffle,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

HAND = Zone(name="hand", role="hand", owner="seat", seen_by="owner")
STOCK = Zone(name="stock", role="stock", seen_by="none")
HEAP = Zone(name="heap", role="discard")
CAPTURED = Zone(name="captured", role="captured", owner="seat")
FATE = Zone(name="fate", owner="seat", seen_by="none")
HIGH = (WinCondition(type="high_score"),)
LOT = "(dealer, left(dealer), left(left(dealer)), right(dealer))[rank(top(heap)) % 4]"
FIRST_PILE = "captured[first(p for p in seats if size(captured[p]) > 0)]"
SPLIT = GameRules(tie_breaker=TieBreaker.SPLIT)


def _game(name: str, **fields: Any) -> GameGenome:
    base: dict[str, Any] = {
        "genome_id": name,
        "player_count": 3,
        "zones": (HAND, STOCK),
        "setup": SetupRules(cards_per_player=0),
        "win_conditions": HIGH,
        "game_rules": SPLIT,
    }
    return GameGenome(**{**base, **fields})


def _say(count: int, *effects: Any, name: str = "say") -> ChoicePhase:
    """Say a number from 0 to `count`."""
    pick = Pick(name="n", kind="number", low="0", high=str(count))
    return ChoicePhase(name=name, offers=(Offer(name=name, picks=(pick,), effects=effects),))


def _rounds(*phases: Any, count: int) -> TurnStructure:
    return TurnStructure(phases=phases, until=f"turn_number >= {count}")


def _saying(name: str, points: str, *, rounds: int = 12, **fields: Any) -> GameGenome:
    """Everyone says numbers in turn, and points come of what was said."""
    return _game(
        name,
        zones=(STOCK,),
        registers=tuple(
            each for each in (Register(name="said", per="seat"), Register(name="last")) if each.name in points
        ),
        turn_structure=_rounds(_say(4, *(each for each in _SAID if each.name in points)), count=rounds),
        scoring_rules=(ScoringRule(points=points),),
        **fields,
    )


_SAID = (Set(name="said", value="said + n"), Set(name="last", value="n"))
FOUR_HANDS: dict[str, Any] = {
    "max_hands": 4,
    "win_conditions": (
        WinCondition(type="high_score", trigger_mode=TriggerMode.THRESHOLD_GATE, gate="hands_played", threshold=4),
    ),
    "setup": SetupRules(cards_per_player=0, dealer="stay"),
}


def _shedding(name: str, points: str, **fields: Any) -> GameGenome:
    """Everyone plays five cards of their choice, one by one."""
    play = Offer(name="play", picks=(Pick(name="c", source="hand", to="heap"),))
    base: dict[str, Any] = {
        "zones": (HAND, STOCK, HEAP, FATE),
        "setup": SetupRules(
            cards_per_player=5, deal=(*(Move(cards="stock", to=f"fate[{seat}]", count="1") for seat in range(3)),)
        ),
        "turn_structure": TurnStructure(
            phases=(ChoicePhase(offers=(play,)),), until="all(size(hand[p]) == 0 for p in seats)"
        ),
        "scoring_rules": (ScoringRule(points=points),),
    }
    return _game(name, **{**base, **fields})


# all luck, no choice


def turning_up() -> GameGenome:
    """Nobody decides anything: the top cards are turned."""
    return _game(
        "turning-up",
        zones=(Zone(name="hand", role="hand", owner="seat", seen_by="none"), STOCK, CAPTURED),
        setup=SetupRules(cards_per_player=10),
        turn_structure=TurnStructure(order="sequence", phases=(TrickPhase(forced_top=True),)),
        scoring_rules=(ScoringRule(points="tricks"),),
    )


def fate_decides() -> GameGenome:
    """Cards are played, and a card that nobody sees wins."""
    return _shedding("fate-decides", "sum(rank(c) for c in fate)")


def lottery() -> GameGenome:
    """Everyone points at a pile; what lies there is anybody's guess."""
    rows = Zone(name="row", piles=6, seen_by="none")
    pick = Pick(name="n", kind="pile", source="row", where="size(n) > 0")
    taken = (Move(cards="n", to="heap"), Score(to="turn", points="rank(top(heap))"))
    return _game(
        "lottery",
        zones=(STOCK, HEAP, rows),
        setup=SetupRules(
            cards_per_player=0, deal=tuple(Move(cards="stock", to=f"pile(row, {n})", count="1") for n in range(6))
        ),
        turn_structure=TurnStructure(
            order="once", phases=(ChoicePhase(offers=(Offer(name="point", picks=(pick,), effects=taken),)),)
        ),
    )


def random_winner() -> GameGenome:
    """Tricks are played, and then the top of a shuffled heap says who has won."""
    return _game(
        "random-winner",
        player_count=4,
        zones=(HAND, STOCK, HEAP),
        setup=SetupRules(cards_per_player=13),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(TrickPhase(to="heap"), DoPhase(name="draw lots", effects=(Shuffle(zone="heap"),), actor="dealer")),
        ),
        scoring_rules=(ScoringRule(points=f"1 if {LOT} == actor else 0"),),
    )


def heads_or_tails() -> GameGenome:
    """Say a colour; a card is turned."""
    turned = Move(cards="stock", to="heap", count="1")
    right = Score(to="turn", points="1 if rank(top(heap)) % 2 == n else 0")
    return _game(
        "heads-or-tails",
        zones=(STOCK, HEAP),
        turn_structure=_rounds(_say(1, turned, right, name="guess"), count=15),
    )


# choices that never matter


def nothing_matters() -> GameGenome:
    """Everyone has the same, whatever they say."""
    return _saying("nothing-matters", "1")


def cards_for_show() -> GameGenome:
    """Cards are played in the order of one's choice, and counted."""
    return _shedding("cards-for-show", "5")


def two_names_for_one_thing() -> GameGenome:
    """Two offers with the same effect."""
    offers = tuple(
        Offer(name=name, effects=(Move(cards="stock", to="captured", count="1"),)) for name in ("take", "grab")
    )
    return _game(
        "two-names",
        zones=(STOCK, CAPTURED),
        turn_structure=_rounds(ChoicePhase(offers=offers), count=12),
        scoring_rules=(ScoringRule(points="sum(rank(c) for c in captured)"),),
    )


def chatter() -> GameGenome:
    """One choice that matters among twenty that do not."""
    chat = Offer(name="chat", picks=(Pick(name="n", kind="number", low="0", high="4"),))
    talk = TurnStructure(name="talk", phases=(ChoicePhase(offers=(chat,)),), until="turn_number >= 60")
    bet = TurnStructure(name="bet", order="once", phases=(_say(4, Set(name="said", value="n")),))
    return _game(
        "chatter",
        zones=(STOCK,),
        registers=(Register(name="said", per="seat"),),
        turn_structure=TurnStructure(order="sequence", phases=(talk, bet)),
        scoring_rules=(ScoringRule(points="said - 2 * count(p for p in opponents if said[p] == said)"),),
    )


# seats


def first_seat_wins() -> GameGenome:
    """Seat 0 wins, whatever happens."""
    return _saying("first-seat-wins", "1 if actor == 0 else 0")


def head_start() -> GameGenome:
    """The dealer's neighbour has thirty points more, and the deal never moves."""
    return _saying(
        "head-start",
        "said + (30 if actor == left(dealer) else 0) - count(p for p in opponents if said[p] == said)",
        **FOUR_HANDS,
    )


def first_out_wins() -> GameGenome:
    """Whoever plays first runs out of cards first."""
    return _shedding(
        "first-out",
        "1 if actor == left(dealer) else 0",
        win_conditions=(WinCondition(type="empty_hand"),),
        scoring_rules=(),
    )


def last_word() -> GameGenome:
    """Only what the last player says counts."""
    return _saying("last-word", "last if actor == dealer else 0", **FOUR_HANDS)


# length


def treadmill() -> GameGenome:
    """A card out, a card in, for ever."""
    swap = Offer(
        name="swap",
        picks=(Pick(name="c", source="hand"),),
        effects=(Move(cards="c", to="stock", place="shuffled"), Move(cards="stock", to="hand", count="1")),
    )
    return _game(
        "treadmill",
        max_turns=900,
        setup=SetupRules(cards_per_player=4),
        turn_structure=TurnStructure(phases=(ChoicePhase(offers=(swap,)),), until="size(hand[turn]) == 0"),
        scoring_rules=(ScoringRule(points="sum(rank(c) for c in hand)"),),
    )


def marathon() -> GameGenome:
    """Three hundred turns each."""
    return _saying("marathon", "said % 7", rounds=1000, max_turns=1000)


def blink() -> GameGenome:
    """One player says one number, and that was it."""
    return _game(
        "blink",
        player_count=4,
        zones=(STOCK,),
        registers=(Register(name="last"),),
        turn_structure=TurnStructure(order="stay", phases=(_say(3, Set(name="last", value="n")),), until="1"),
        scoring_rules=(
            ScoringRule(points="1 if actor == (dealer, left(dealer), left(left(dealer)), right(dealer))[last] else 0"),
        ),
    )


def always_level() -> GameGenome:
    """Nobody is ever ahead."""
    return _saying("always-level", "sum(said[p] for p in seats)")


# one dominant move


def three_or_one() -> GameGenome:
    """Take three or one, or what the last player took: three is always best."""
    offers = (
        Offer(name="take one", effects=(Score(to="turn", points="1"), Set(name="last", value="1"))),
        Offer(name="take three", effects=(Score(to="turn", points="3"), Set(name="last", value="3"))),
        Offer(name="copy", when="last > 0", effects=(Score(to="turn", points="last - 1"),)),
    )
    return _game(
        "three-or-one",
        zones=(STOCK,),
        utility="score",
        registers=(Register(name="last"),),
        turn_structure=_rounds(ChoicePhase(offers=offers), count=18),
    )


def two_cards_or_one() -> GameGenome:
    """Take two cards or one: two are always better, and the winner is whoever draws well."""

    def take(name: str, count: int) -> Offer:
        cards = (Move(cards="stock", to="captured", count=str(count)), Set(name="last", value=str(count)))
        return Offer(name=name, effects=cards)

    offers = (take("take one", 1), take("take two", 2), Offer(name="look on", when="last == 1"))
    return _game(
        "two-cards-or-one",
        zones=(STOCK, CAPTURED),
        registers=(Register(name="last"),),
        turn_structure=_rounds(ChoicePhase(offers=offers), count=18),
        scoring_rules=(ScoringRule(points="sum(rank(c) for c in captured)"),),
    )


def win_button() -> GameGenome:
    """Press the button, win the round."""
    offers = (
        Offer(name="press", effects=(Score(to="turn", points="5"), Set(name="last", value="1"))),
        Offer(name="wait", effects=(Set(name="last", value="0"),)),
        Offer(name="mock", when="last == 1"),
    )
    return _game(
        "win-button",
        player_count=2,
        zones=(STOCK,),
        utility="score",
        registers=(Register(name="last"),),
        turn_structure=_rounds(ChoicePhase(offers=offers), count=10),
    )


# others


def own_garden() -> GameGenome:
    """Everyone plants their own cards in their own garden: nobody touches anybody."""
    plant = Offer(
        name="plant",
        picks=(Pick(name="c", source="hand", to="captured"),),
        effects=(Score(to="turn", points="rank(c) if turn_number % 2 == 0 else 14 - rank(c)"),),
    )
    return _game(
        "own-garden",
        zones=(HAND, STOCK, CAPTURED),
        setup=SetupRules(cards_per_player=8),
        utility="score",
        turn_structure=TurnStructure(
            phases=(ChoicePhase(offers=(plant,)),), until="all(size(hand[p]) == 0 for p in seats)"
        ),
    )


def kingmaker() -> GameGenome:
    """Tricks, and then whoever has fewest names the winner among the others."""
    naming = ChoicePhase(
        name="crown",
        actor="first(p for p in seats if tricks[p] == min(tricks[q] for q in seats))",
        offers=(
            Offer(
                name="crown",
                picks=(Pick(name="s", kind="seat", where="s != actor"),),
                effects=(Score(to="s", points="50"),),
            ),
        ),
    )
    return _game(
        "kingmaker",
        zones=(HAND, STOCK, CAPTURED),
        setup=SetupRules(cards_per_player=4),
        turn_structure=TurnStructure(order="sequence", phases=(TrickPhase(), naming)),
        scoring_rules=(ScoringRule(points="tricks"),),
    )


# spoilt classics


def _classic(name: str) -> GameGenome:
    return catalogue()[name].default_genome


def hearts_for_nothing() -> GameGenome:
    """Hearts in which no card costs anything."""
    return _classic("hearts").copy_with(
        card_scoring=(), scoring_rules=(ScoringRule(points="1"),), terms=_classic("hearts").terms[:1], max_hands=3
    )


def hearts_by_lot() -> GameGenome:
    """Hearts whose points are drawn by lot."""
    hearts = _classic("hearts")
    return hearts.copy_with(
        card_scoring=(), terms=hearts.terms[:1],
        scoring_rules=(ScoringRule(points=f"10 if {LOT.replace('heap', FIRST_PILE)} == actor else 0"),),
    )  # fmt: skip


def hearts_with_a_victim() -> GameGenome:
    """Hearts in which one seat has forty points more in every hand."""
    hearts = _classic("hearts")
    return hearts.copy_with(
        scoring_rules=(*hearts.scoring_rules, ScoringRule(name="bad luck", when="actor == 2", points="40"))
    )


def hearts_with_dead_rules() -> GameGenome:
    """Hearts with a dozen rules that never apply."""
    hearts = _classic("hearts")
    never = tuple(
        ScoringRule(name=f"rule {n}", when=f"size(captured) > 51 and tricks < {n + 1}", points=str(n + 1))
        for n in range(12)
    )
    return hearts.copy_with(scoring_rules=(*hearts.scoring_rules, *never))


def whist_from_the_top() -> GameGenome:
    """Knock-Out Whist in which the top card of the hand must be played."""
    whist = _classic("knock-out-whist")
    return _with_phases(
        whist,
        lambda phase: phase.model_copy(update={"forced_top": True, "duties": ()}) if phase.type == "trick" else phase,
    )


def scopa_for_two_hundred_points() -> GameGenome:
    """Scopa in which one seat begins with what it takes to win."""
    scopa = _classic("scopa")
    return scopa.copy_with(
        scoring_rules=(*scopa.scoring_rules, ScoringRule(name="gift", when="actor == 0", points="20"))
    )


def euchre_for_nobody() -> GameGenome:
    """Euchre that both sides score alike."""
    return _classic("euchre").copy_with(scoring_rules=(ScoringRule(points="1"),), max_hands=5)


def gin_with_chatter() -> GameGenome:
    """Gin Rummy with forty idle remarks in every hand."""
    gin = _classic("gin-rummy")
    chat = Offer(name="chat", picks=(Pick(name="chatted", kind="number", low="0", high="3"),))
    talk = TurnStructure(name="talk", phases=(ChoicePhase(offers=(chat,)),), until="turn_number >= 400")
    flow = gin.turn_structure
    return gin.copy_with(turn_structure=TurnStructure(order="sequence", phases=(talk, flow)))


def spades_without_end() -> GameGenome:
    """Spades with a treadmill before every hand."""
    spades = _classic("spades")
    swap = Offer(name="mull over", picks=(Pick(name="mulled", kind="number", low="0", high="3"),))
    mull = TurnStructure(name="mull", phases=(ChoicePhase(offers=(swap,)),), until="turn_number >= 1200")
    return spades.copy_with(turn_structure=TurnStructure(order="sequence", phases=(mull, spades.turn_structure)))


def _with_phases(genome: GameGenome, change: Callable[[Any], Any]) -> GameGenome:
    def inner(structure: Any) -> Any:
        phases = tuple(inner(phase) if phase.type == "turns" else change(phase) for phase in structure.phases)
        return structure.model_copy(update={"phases": phases})

    return genome.copy_with(turn_structure=inner(genome.turn_structure))


DEGENERATE: dict[str, Callable[[], GameGenome]] = {
    made.__name__.replace("_", "-"): made
    for made in (
        turning_up, fate_decides, lottery, random_winner, heads_or_tails, nothing_matters, cards_for_show,
        two_names_for_one_thing, chatter, first_seat_wins, head_start, first_out_wins, last_word, treadmill, marathon,
        blink, always_level, three_or_one, two_cards_or_one, win_button, own_garden, kingmaker,
    )
}  # fmt: skip
SPOILT: dict[str, Callable[[], GameGenome]] = {
    made.__name__.replace("_", "-"): made
    for made in (
        hearts_for_nothing, hearts_by_lot, hearts_with_a_victim, hearts_with_dead_rules, whist_from_the_top,
        scopa_for_two_hundred_points, euchre_for_nobody, gin_with_chatter, spades_without_end,
    )
}  # fmt: skip
