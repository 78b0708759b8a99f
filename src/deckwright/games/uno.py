"""UNO: match the colour or the symbol, hinder the next player, and be the first without cards.

Follows the official rules as https://en.wikipedia.org/wiki/Uno_(card_game) and Mattel's sheets tell them
(https://manualmachine.com/fisherprice/r2822/1997413-instruction-sheet). 108 cards: in each of four colours one 0, two
of each number to 9, two skips, two reverses and two draw twos; four wilds and four wild draw fours. Seven cards each. A
wild draw four that is turned up goes back into the pack; another special card that is turned up works on the first
player: a wild lets that player name the colour, a reverse lets the dealer begin. In a turn one plays a card of the
colour or symbol, or a wild, or else draws a card, also by choice, and may play that one. A wild draw four may be played
only by who has no card of the colour. With two players a reverse is a skip. What the last card makes the next player
draw is drawn. When the pack is used up, the cards played become a new one. Whoever goes out scores what the others
hold: numbers as they are, skip, reverse and draw two 20, wilds 50. The first to 500 wins.

Calling out "UNO" is a matter of attention and not of cards: it is taken as said. If all cards are in hands and nobody
can play, the hand ends without score.

Options: `players` (2 to 10), `hands` (so many instead of a target), `target`, `cards` each, `challenge` (a wild draw 4
may be played by anybody, and the next player may challenge it: a player who had a card of the colour draws the four
cards, otherwise the challenger draws six), `draw_when` (`any` time, or only when `unable` to play).
"""

from __future__ import annotations

from deckwright.games.entry import GameEntry, Option
from deckwright.games.pauses import beats
from deckwright.genome.schema import (
    CardCondition,
    CardTable,
    CardType,
    ChoicePhase,
    DeckEmptyAction,
    DeckSpec,
    Effect,
    GameGenome,
    GameRules,
    If,
    Move,
    Offer,
    PassAction,
    Phase,
    Pick,
    Register,
    ScoringRule,
    Set,
    SetupRules,
    Show,
    SpecialEffect,
    TableRow,
    Term,
    TieBreaker,
    TriggerMode,
    Turn,
    TurnStructure,
    WinComparison,
    WinCondition,
    Zone,
)

COLOURS = ("red", "yellow", "green", "blue")
NUMBERS = ("1", "2", "3", "4", "5", "6", "7", "8", "9")
ACTIONS = ("skip", "reverse", "draw-two")
WILD, WILD_FOUR = "wild", "wild-draw-four"

MOST_HANDS = 200

_MATCHES = "suit(c) == current or rank(c) == rank(top(discard)) and suit(c) != none"


def create_uno_genome(
    *,
    players: int = 4,
    hands: int | None = None,
    target: int = 500,
    cards: int = 7,
    challenge: bool = False,
    draw_when: str = "any",
) -> GameGenome:
    """UNO over hands, to a target."""
    return GameGenome(
        genome_id="uno",
        name="UNO",
        player_count=players,
        utility="score" if hands == 1 else "win",
        max_hands=hands or MOST_HANDS,
        deck=_deck(),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="drawn_card", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="discard", role="discard", seen_by="top"),
        ),
        registers=(
            Register(name="current", holds="suit"),
            *(
                (Register(name="former", holds="suit"), Register(name="open_to_challenge", keep="turn"))
                if challenge
                else ()
            ),
        ),
        terms=(
            Term(name="hand_value", expr="sum(worth(c) for c in hand)"),
            Term(name="next_player", expr="left(turn) if direction == 1 else right(turn)"),
        ),
        setup=_setup(players, cards),
        turn_structure=TurnStructure(
            start=(
                "dealer if rank(top(discard)) == 'reverse' else"
                " left(left(dealer)) if rank(top(discard)) in ('skip', 'draw-two') else left(dealer)"
            ),
            until="size(hand[turn]) == 0",
            phases=_turn(challenge=challenge, draw_when=draw_when),
        ),
        special_effects=_special_effects(players, challenge=challenge),
        scoring_rules=(
            ScoringRule(name="going out", when="size(hand) == 0", points="sum(hand_value[p] for p in opponents)"),
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
            beats=beats(hands=hands),
            consecutive_pass_action=PassAction.END_ROUND,
            passes_to_trigger=players,
            deck_empty_action=DeckEmptyAction.RESHUFFLE_DISCARD,
            tie_breaker=TieBreaker.SPLIT,
        ),
    )


def _deck() -> DeckSpec:
    zeros = tuple(CardType(name=f"0/{colour}", suits=(colour,), rank="0") for colour in COLOURS)
    wilds = tuple(CardType(name=name, rank=name, copies=4) for name in (WILD, WILD_FOUR))
    numbers = tuple(TableRow(rank=number, value=int(number)) for number in NUMBERS)
    actions = tuple(TableRow(rank=action, value=20) for action in ACTIONS)
    return DeckSpec(
        suits=COLOURS,
        ranks=(*NUMBERS, *ACTIONS),
        copies=2,
        extra=(*zeros, *wilds),
        tables=(CardTable(name="worth", rows=(TableRow(rank="0", value=0), *numbers, *actions, TableRow(value=50))),),
    )


def _setup(players: int, cards: int) -> SetupRules:
    """A card is turned up, and works on the first player."""
    reverse = (If(when="rank(top(discard)) == 'reverse'", then=(Turn(action="reverse"),)),) if players > 2 else ()
    return SetupRules(
        cards_per_player=cards,
        first_dealer=players - 1,
        deal=(
            Move(cards="stock", to="discard", until=f"rank(top(discard)) != '{WILD_FOUR}'"),
            Move(cards="discard", where=f"rank(c) == '{WILD_FOUR}'", to="stock", place="shuffled"),
            Set(name="current", value="suit(top(discard))"),
            *reverse,
            If(
                when="rank(top(discard)) == 'draw-two'",
                then=(Move(cards="stock", to="hand[left(dealer)]", count="2"),),
            ),
        ),
    )


def _turn(*, challenge: bool, draw_when: str) -> tuple[Phase, ...]:
    first_colour = ChoicePhase(
        name="first colour",
        when="current == none",
        offers=(Offer(name="name", picks=(Pick(name="s", kind="suit"),), effects=(Set(name="current", value="s"),)),),
    )
    main = ChoicePhase(
        name="play",
        offers=(
            *_plays("hand", challenge=challenge),
            Offer(
                name="draw",
                when="size(stock) + size(discard) > 1",
                duty=0 if draw_when == "any" else 1,
                effects=(Move(cards="stock", to="drawn_card", count="1"),),
            ),
            Offer(name="pass", duty=2, is_pass=True),
        ),
    )
    drawn = ChoicePhase(
        name="card drawn",
        when="size(drawn_card[turn]) > 0",
        offers=(
            *_plays("drawn_card", challenge=challenge),
            Offer(name="keep", effects=(Move(cards="drawn_card", to="hand"),)),
        ),
    )
    return (first_colour, main, drawn, *((_challenge(),) if challenge else ()))


def _plays(source: str, *, challenge: bool) -> tuple[Offer, ...]:
    """A card that matches, a wild, or a wild draw four without a card of the colour."""
    four_effects: tuple[Effect, ...] = (Move(cards="c", to="discard"), Set(name="current", value="name"))
    if challenge:
        four_effects = (Set(name="former", value="current"), *four_effects, Set(name="open_to_challenge", value="1"))
    return (
        Offer(
            name="play",
            picks=(Pick(name="c", source=source, where=_MATCHES),),
            effects=(Move(cards="c", to="discard"), Set(name="current", value="suit(c)")),
        ),
        Offer(
            name="play",
            picks=(
                Pick(name="c", source=source, where=f"rank(c) == '{WILD}'"),
                Pick(name="name", kind="suit"),
            ),
            effects=(Move(cards="c", to="discard"), Set(name="current", value="name")),
        ),
        Offer(
            name="play",
            when="1" if challenge else "all(suit(d) != current for d in hand)",
            picks=(
                Pick(name="c", source=source, where=f"rank(c) == '{WILD_FOUR}'"),
                Pick(name="name", kind="suit"),
            ),
            effects=four_effects,
        ),
    )


def _challenge() -> ChoicePhase:
    """The next player takes four cards, or doubts that they are due."""
    settled = Set(name="open_to_challenge", value="0")
    return ChoicePhase(
        name="challenge",
        when="open_to_challenge",
        actor="next_player",
        offers=(
            Offer(
                name="accept",
                effects=(Move(cards="stock", to="hand[next_player]", count="4"), Turn(action="skip"), settled),
            ),
            Offer(
                name="challenge",
                effects=(
                    Show(cards="hand[turn]", to="next_player"),
                    If(
                        when="any(suit(c) == former for c in hand[turn])",
                        then=(Move(cards="stock", to="hand[turn]", count="4"),),
                        otherwise=(Move(cards="stock", to="hand[next_player]", count="6"), Turn(action="skip")),
                    ),
                    settled,
                ),
            ),
        ),
    )


def _special_effects(players: int, *, challenge: bool) -> tuple[SpecialEffect, ...]:
    def draw(count: int) -> tuple[Effect, ...]:
        return (Move(cards="stock", to="hand[next_player]", count=str(count)), Turn(action="skip"))

    four = () if challenge else (SpecialEffect(trigger=CardCondition(rank=WILD_FOUR), effects=draw(4)),)
    return (
        SpecialEffect(trigger=CardCondition(rank="skip"), effects=(Turn(action="skip"),)),
        SpecialEffect(
            trigger=CardCondition(rank="reverse"), effects=(Turn(action="reverse" if players > 2 else "skip"),)
        ),
        SpecialEffect(trigger=CardCondition(rank="draw-two"), effects=draw(2)),
        *four,
    )


GAME = GameEntry(
    id="uno",
    name="UNO",
    create=create_uno_genome,
    options=(
        Option("players", int, default=4, low=2, high=10, text="how many play"),
        Option("hands", int, default=None, low=1, high=1000, text="stop after so many hands; none: at the target"),
        Option("target", int, default=500, low=1, high=10_000, text="the score that wins"),
        Option("cards", int, default=7, low=1, high=10, text="cards dealt to each"),
        Option("challenge", bool, default=False, text="whether a wild draw four may be bluffed and challenged"),
        Option(
            "draw_when",
            str,
            default="any",
            choices=("any", "unable"),
            text="drawing: at any time, or only when unable to play",
        ),
    ),
    rules="https://en.wikipedia.org/wiki/Uno_(card_game)",
    seed=True,
)
