"""Knock-Out Whist: seven cards, then one fewer each hand; whoever takes no trick is out, and the last one in wins.

Follows https://www.pagat.com/whist/kowhist.html as also told at https://gamerules.com/rules/knock-out-whist/ and
https://en.wikipedia.org/wiki/Knock-out_whist: seven cards each, and the next card is turned up for trumps; the
player to the dealer's left leads; follow suit if you can; whoever wins a trick leads to the next. Each further hand has
one card fewer, and whoever won most tricks looks at the new hand and names its trumps; those who are level cut the pack
for it, the highest card names, and equal cards cut again. Whoever took no trick is out of the game. The last one in
wins, at the latest by the one trick of the seventh hand. Eliminated players deal no more.

Options: `players` (2 to 7), `hands` (stop after so many: of those still in, most tricks in the last hand win), `leader`
(who leads to the first trick of later hands: the player to the dealer's `left`, or whoever named the trumps, `namer`),
`dogs_life` (pagat's: the first to take no trick, or all who do so in that hand, stay in and get a single card in the
next one, which they play to whichever trick they like; others lead in their place while they keep it. With a trick
they are in again, without one they are out. Nobody is spared after that, nor in the last hand).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    ChoicePhase,
    DoPhase,
    Duty,
    Each,
    GameGenome,
    GameRules,
    If,
    Move,
    Offer,
    Out,
    Pick,
    Register,
    ScoringRule,
    Set,
    SetupRules,
    Shuffle,
    Strain,
    Term,
    TieBreaker,
    TrickPhase,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)

CARDS = 7
"""In the first hand, and so the number of hands."""


def create_knock_out_whist_genome(
    *, players: int = 4, hands: int | None = None, leader: str = "left", dogs_life: bool = False
) -> GameGenome:
    """Knock-Out Whist to the last player."""
    last = hands or CARDS
    won = "won_tricks" if dogs_life else "tricks"
    number = f"{CARDS} - hand_number"
    return GameGenome(
        genome_id="knock-out-whist",
        name="Knock-Out Whist",
        player_count=players,
        utility="score" if hands == 1 else "win",
        max_hands=last,
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="turned", seen_by="all"),
            Zone(name="captured", role="captured", owner="seat"),
            Zone(name="cut", owner="seat", seen_by="all"),
        ),
        strains=(Strain(name="{s}", each="suits", called="suit(c) == s"),),
        registers=(
            Register(name="namer", holds="seat", keep="match"),
            *(
                (Register(name="dog", per="seat", keep="match"), Register(name="spared", keep="match"))
                if dogs_life
                else ()
            ),
        ),
        terms=(
            *((Term(name="won_tricks", expr=WON),) if dogs_life else ()),
            Term(name="most_tricks", expr=f"max({won}[q] for q in live)"),
            Term(name="highest_cut", expr="max(rank(top(cut[q])) for q in live if size(cut[q]) > 0)"),
        ),
        setup=SetupRules(
            cards_per_player=0 if dogs_life else number,
            first_dealer=players - 1,
            deal=(
                *((_dealing(number),) if dogs_life else ()),
                If(
                    when="hand_number == 0",
                    then=(
                        Move(cards="stock", to="turned", count="1"),
                        Set(name="strain", value="suit(top(turned))"),
                    ),
                ),
            ),
        ),
        turn_structure=TurnStructure(
            order="sequence",
            phases=(
                _naming(),
                TrickPhase(
                    leader="left(dealer)" if leader == "left" else "namer if hand_number > 0 else left(dealer)",
                    duties=(Duty(cards="follows(c)"),),
                    hold=f"dog and trick_number < {CARDS - 1} - hand_number" if dogs_life else "0",
                ),
                _dogs_life(last) if dogs_life else _knocking_out(),
                _next_namer(last, won),
                _cut(last, won),
            ),
        ),
        scoring_rules=(
            ScoringRule(name="staying in", when="not out", points="1"),
            ScoringRule(name="tricks of the last hand", when=f"hand_number == {last - 1}", points=won),
        ),
        win_conditions=(
            WinCondition(
                type="high_score",
                trigger_mode=TriggerMode.THRESHOLD_GATE,
                gate="count(p for p in seats if out[p])",
                threshold=players - 1,
            ),
        ),
        game_rules=GameRules(tie_breaker=TieBreaker.SPLIT, beats=beats(hands=last, tricks=True)),
    )


def _naming() -> ChoicePhase:
    return ChoicePhase(
        name="trumps",
        when="hand_number > 0",
        actor="namer",
        offers=(
            Offer(
                name="name",
                picks=(Pick(name="trumps", kind="strain"),),
                effects=(Set(name="strain", value="trumps"),),
            ),
        ),
    )


def _knocking_out() -> DoPhase:
    return DoPhase(
        name="knock-out",
        effects=(
            Each(var="p", domain="live", effects=(If(when="tricks[p] == 0", then=(Out(seat="p", until="match"),)),)),
        ),
    )


WON = "tricks + size(hand)"
"""Whoever alone has cards left takes the remaining tricks."""


def _dealing(number: str) -> Each:
    def cards(count: str) -> tuple[Move, ...]:
        return (Move(cards="stock", to="hand[p]", count=count),)

    return Each(var="p", domain="live", effects=(If(when="dog[p]", then=cards("1"), otherwise=cards(number)),))


def _dogs_life(last: int) -> DoPhase:
    """Whoever has taken no trick goes out, or, the first time this happens, is left with one card."""
    none = If(
        when=f"spared or hand_number == {last - 1}",
        then=(Out(seat="p", until="match"),),
        otherwise=(Set(name="dog[p]", value="1"),),
    )
    each = If(when="won_tricks[p] == 0", then=(none,), otherwise=(Set(name="dog[p]", value="0"),))
    return DoPhase(
        name="knock-out",
        effects=(
            Each(var="p", domain="live", effects=(each,)),
            If(when="any(dog[p] for p in live)", then=(Set(name="spared", value="1"),)),
        ),
    )


def _next_namer(last: int, won: str) -> DoPhase:
    return DoPhase(
        name="naming the next trumps",
        when=f"hand_number < {last - 1}",
        effects=(Set(name="namer", value=f"first(p for p in live if {won}[p] == most_tricks)"),),
    )


def _cut(last: int, won: str) -> TurnStructure:
    """Those who are level turn up a card each, from the whole pack, until one is highest."""
    gather = Each(
        var="p", domain="seats", effects=(Move(cards="captured[p]", to="stock"), Move(cards="cut[p]", to="stock"))
    )
    return TurnStructure(
        name="cutting",
        order="sequence",
        when=f"hand_number < {last - 1} and count(p for p in live if {won}[p] == most_tricks) > 1",
        until="count(p for p in live if size(cut[p]) > 0 and rank(top(cut[p])) == highest_cut) == 1",
        limit=100,
        phases=(
            DoPhase(
                name="cut",
                effects=(
                    gather,
                    Move(cards="turned", to="stock"),
                    Shuffle(zone="stock"),
                    Each(
                        var="p",
                        domain="live",
                        effects=(
                            If(when=f"{won}[p] == most_tricks", then=(Move(cards="stock", to="cut[p]", count="1"),)),
                        ),
                    ),
                    Set(
                        name="namer",
                        value="first(p for p in live if size(cut[p]) > 0 and rank(top(cut[p])) == highest_cut)",
                    ),
                ),
            ),
        ),
    )


GAME = GameEntry(
    id="knock-out-whist",
    name="Knock-Out Whist",
    create=create_knock_out_whist_genome,
    options=(
        Option("players", int, default=4, low=2, high=7, text="how many play"),
        Option("hands", int, default=None, low=1, high=7, text="stop after so many hands; none: when one is left"),
        Option(
            "leader",
            str,
            default="left",
            choices=("left", "namer"),
            text="who leads first in later hands: the player to the dealer's left, or who named the trumps",
        ),
        Option("dogs_life", bool, default=False, text="the first without a trick stays in with a single card"),
    ),
    rules="https://www.pagat.com/whist/kowhist.html",
)
