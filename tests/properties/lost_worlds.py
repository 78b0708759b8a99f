"""A referee of where cards can be: every world that a seat may be in, followed through a small game without the kernel.

A world is who holds which cards and what lies in the stock, the pit and each seat's box. At every step each world goes
on in every way that would have looked the same to the seat: what is left is all that can be true, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from random import Random
from typing import Any, NamedTuple

from deckwright.engine import Game, State
from deckwright.genome.schema import GameGenome

from .hidden_places import Data

Cards = tuple[str, ...]
Step = tuple[str, str, Any]
"""What a seat sees of a step: what was done, the card that it picked itself, and the cards that it was shown."""
LEFT, RIGHT = "left(turn)", "right(turn)"


class World(NamedTuple):
    """Where all cards are: stock, pit and boxes from the top down."""

    hands: tuple[Cards, ...]
    stock: Cards
    pit: Cards
    boxes: tuple[Cards, ...]


class Way(NamedTuple):
    """One thing that can be done in a world: the card picked for it, what comes of it, and who sees which card."""

    picked: str
    after: World
    seen: dict[int, Any]


def _put(rows: tuple[Cards, ...], seat: int, cards: Cards) -> tuple[Cards, ...]:
    return (*rows[:seat], cards, *rows[seat + 1 :])


def _gain(world: World, seat: int, card: str) -> World:
    return world._replace(hands=_put(world.hands, seat, tuple(sorted((*world.hands[seat], card)))))


def ways(name: str, world: World, turn: int) -> Iterator[Way]:
    """All ways in which a seat can do something."""
    left, right = (turn + 1) % len(world.hands), (turn - 1) % len(world.hands)
    hand, stock, pit, boxes = world.hands[turn], world.stock, world.pit, world.boxes
    for card in hand:
        less = world._replace(hands=_put(world.hands, turn, tuple(other for other in hand if other != card)))
        own = {turn: card}
        match name:
            case "give":
                yield Way(card, _gain(less, left, card), own | {left: card})
            case "bury":
                yield Way(card, less._replace(pit=(card, *pit)), own)
            case "under":
                yield Way(card, less._replace(stock=(*stock, card)), own)
            case "over":
                yield Way(card, less._replace(stock=(card, *stock)), own)
            case "box":
                yield Way(card, less._replace(boxes=_put(boxes, right, (card, *boxes[right]))), own)
            case "change" if stock:
                after = _gain(less._replace(pit=(card, *pit), stock=stock[1:]), turn, stock[0])
                yield Way(card, after, {turn: (card, stock[0])})
    match name:
        case "wait":
            yield Way("", world, {})
        case "draw" if stock:
            yield Way("", _gain(world._replace(stock=stock[1:]), turn, stock[0]), {turn: stock[0]})
        case "look" if stock:
            yield Way("", world, {turn: stock[0]})
        case "show" if hand:
            yield Way("", world, {left: hand})
        case "fetch" if pit:
            yield Way("", _gain(world._replace(pit=pit[1:]), turn, pit[0]), {turn: pit[0]})
        case "take" if boxes[turn]:
            after = world._replace(boxes=_put(boxes, turn, boxes[turn][1:]))
            yield Way("", _gain(after, turn, boxes[turn][0]), {turn: boxes[turn][0]})
        case "rob" if boxes[left]:
            after = world._replace(boxes=_put(boxes, left, boxes[left][:-1]))
            yield Way("", _gain(after, turn, boxes[left][-1]), {turn: boxes[left][-1]})


def _move(cards: str, to: str, **how: str) -> Data:
    return {"type": "move", "cards": cards, "to": to, **how}


def _picking(*effects: Data) -> Data:
    return {"picks": [{"name": "c", "source": "hand"}], "effects": list(effects)}


_draw = _move("stock", "hand", count="1")
OFFERS: dict[str, Data] = {
    "give": _picking(_move("c", f"hand[{LEFT}]")),
    "bury": _picking(_move("c", "pit")),
    "under": _picking(_move("c", "stock", place="bottom")),
    "over": _picking(_move("c", "stock")),
    "box": _picking(_move("c", f"box[{RIGHT}]")),
    "change": {"when": "size(stock) > 0", **_picking(_move("c", "pit"), _draw)},
    "draw": {"when": "size(stock) > 0", "effects": [_draw]},
    "look": {"when": "size(stock) > 0", "effects": [{"type": "show", "cards": "top(stock)", "to": "turn"}]},
    "show": {"when": "size(hand) > 0", "effects": [{"type": "show", "cards": "hand", "to": LEFT}]},
    "fetch": {"when": "size(pit) > 0", "effects": [_move("top(pit)", "hand")]},
    "take": {"when": "size(box) > 0", "effects": [_move("top(box)", "hand")]},
    "rob": {"when": f"size(box[{LEFT}]) > 0", "effects": [_move(f"bottom(box[{LEFT}])", "hand")]},
    "wait": {},
}


def lost_game(seed: int) -> Game:
    """A game of two or three with four to six cards, in which seats do some of these things in turn."""
    rng = Random(seed)
    players = rng.choice((2, 3))
    ranks = list("234567")[: rng.choice((4, 5, 6))]
    names = [*rng.sample([name for name in OFFERS if name != "wait"], 3), "give", "bury", "draw", "box", "wait"]
    names = list(dict.fromkeys(names))
    zones = [
        {"name": "hand", "role": "hand", "owner": "seat", "seen_by": "owner"},
        {"name": "stock", "role": "stock", "seen_by": "none"},
        {"name": "pit", "seen_by": "none"},
        {"name": "box", "role": "tableau", "owner": "seat", "seen_by": "none"},
    ]
    choice = {"type": "choice", "offers": [{"name": name, **OFFERS[name]} for name in names]}
    turns = {"type": "turns", "order": "cycle", "start": "0", "limit": rng.choice((6, 8)), "phases": [choice]}
    return Game(
        GameGenome.from_dict(
            {
                "genome_id": f"lost-{seed}",
                "player_count": players,
                "utility": "score",
                "deck": {"suits": ["spades"], "ranks": ranks},
                "zones": zones,
                "setup": {"cards_per_player": 1 if players == 3 or len(ranks) == 4 else 2},
                "turn_structure": {"type": "turns", "order": "sequence", "phases": [turns]},
                "scoring_rules": [{"name": "cards", "points": "size(hand)"}],
                "win_conditions": [
                    {"type": "high_score", "trigger_mode": "threshold_gate", "gate": "hands_played", "threshold": 1}
                ],
                "game_rules": {"tie_breaker": "split", "deck_empty_action": "skip_draw"},
            }
        )
    )


def world_of(state: State) -> World:
    """Where the cards of a state are."""
    names = [str(card) for card in state.game.deck.cards]
    found = {
        text: tuple(names[card] for card in reversed(cards))
        for text, cards in zip(state.game.notation.zone_texts, state.position.layout(), strict=True)
    }
    seats = range(state.game.seats)
    hands = tuple(tuple(sorted(found[f"hand[{seat}]"])) for seat in seats)
    return World(hands, found["stock"], found["pit"], tuple(found[f"box[{seat}]"] for seat in seats))


def dealt_worlds(game: Game, world: World, seat: int) -> set[World]:
    """All deals that look like one to a seat."""
    names, each = [str(card) for card in game.deck.cards], len(world.hands[0])
    dealt = each * game.seats
    found = set()
    for order in permutations(names):
        hands = tuple(tuple(sorted(order[each * one : each * (one + 1)])) for one in range(game.seats))
        if hands[seat] == world.hands[seat]:
            found.add(World(hands, order[dealt:], (), world.boxes))
    return found


def check_lost_game(seed: int, *, games: int, samples: int) -> tuple[int, int]:
    """Samples are worlds that a seat may be in: how many were drawn, and how many of them where it is unsure."""
    game = lost_game(seed)
    drawn = unsure = 0
    for number in range(games):
        rng = Random(f"{seed} {number}")
        state = game.deal(seed=number)
        world = world_of(state)
        alike = [dealt_worlds(game, world, seat) for seat in range(game.seats)]
        while not state.is_over:
            turn = state.seat
            assert turn is not None
            action = rng.choice(state.actions())
            name, _, picked = action.text.partition(" ")
            state = state.apply(action)
            way = next(way for way in ways(name, world, turn) if way.picked == picked)
            world = way.after
            assert world == world_of(state), "the referee plays another game"
            for seat in range(game.seats):
                alike[seat] = {
                    other.after
                    for before in alike[seat]
                    for other in ways(name, before, turn)
                    if other.seen.get(seat) == way.seen.get(seat)
                }
                assert world in alike[seat]
                unsure += len(alike[seat]) > 1
                for sample in range(samples * (not state.is_over)):
                    drawn += 1
                    found = world_of(state.resample(seat, seed=sample))
                    assert found in alike[seat], (
                        f"seat {seat} is given {found}, which is none of {len(alike[seat])} worlds, after "
                        f"{[action.text for action in state.history]} from {world_of(game.deal(seed=number))}"
                    )
    return drawn, unsure
