"""Go Fish against OpenSpiel's go_fish, ask by ask: the same legal asks, the same seat to act, the same returns.

OpenSpiel deals a hand at a time, lays books during the deal and deals that seat up again, except that it forgets to if
the very last card of the deal completes the book: such deals are left out.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pyspiel
import pytest

from deckwright import _kernel
from deckwright.engine import Game, load

RANKS = 13
DEALS = 300

Policy = Callable[[Random, list[int], Any], int]


def random_ask(rng: Random, asks: list[int], spiel: Any) -> int:
    """Any legal ask."""
    return rng.choice(asks)


def lucky_ask(rng: Random, asks: list[int], spiel: Any) -> int:
    """Mostly an ask that succeeds, so that hands run empty while there is a stock."""
    lines = str(spiel).split("\n")[2:]
    hits = [ask for ask in asks if chr(ord("a") + ask % RANKS) in lines[ask // RANKS].split(":")[0]]
    return rng.choice(hits if hits and rng.random() < 0.8 else asks)


def vain_ask(rng: Random, asks: list[int], spiel: Any) -> int:
    """Mostly an ask that fails, so that the stock runs out while hands are full; then anything, or it would not end."""
    lines = str(spiel).split("\n")[2:]
    misses = [ask for ask in asks if chr(ord("a") + ask % RANKS) not in lines[ask // RANKS].split(":")[0]]
    return rng.choice(misses if misses and lines[-1] and rng.random() < 0.8 else asks)


def feed(spiel: Any, stock: list[int]) -> None:
    """Give the other engine its cards from the top of our deck."""
    while spiel.is_chance_node():
        spiel.apply_action(stock.pop(0))


def asks_of(position: _kernel.Position) -> list[int]:
    """Our legal asks in the other engine's numbers."""
    return sorted(who * RANKS + rank for slot, who in position.legal() for _, rank in position.apply(slot, who).legal())


def apply_ask(position: _kernel.Position, ask: int) -> _kernel.Position:
    after = position.apply(position.legal()[0][0], ask // RANKS)
    return after.apply(after.legal()[0][0], ask % RANKS)


def is_left_out(spiel: Any, seats: int, cards: int) -> bool:
    """Whether the last card of the deal completed a book."""
    last = str(spiel).split("\n")[1 + seats].split(":")[0]
    return sum(map(int, last[1::2])) < cards


@pytest.mark.parametrize("policy", [random_ask, lucky_ask, vain_ask])
@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_every_ask_and_every_result_is_the_same(players: int, policy: Policy) -> None:
    game = load("go-fish", players=players, deal="by_hand")
    other = pyspiel.load_game("go_fish", {"players": players})
    rng = Random(f"{players} {policy.__name__}")
    left_out = 0
    for number in range(DEALS):
        left_out += not follow(game, other, rng, policy, number)
    assert left_out < DEALS // 20


def follow(game: Game, other: Any, rng: Random, policy: Policy, number: int) -> bool:
    """One game in both engines; False if the deal is one of those left out."""
    deck = [card.code for card in game.deck]
    rng.shuffle(deck)
    rank_of = {card.code: place % RANKS for place, card in enumerate(game.deck)}
    stock = [rank_of[code] for code in deck]
    position = game.deal(deck=deck, seed=number).position
    spiel = other.new_initial_state()
    feed(spiel, stock)
    if is_left_out(spiel, game.seats, 7 if game.seats == 2 else 5):
        return False
    history: list[int] = []
    while not spiel.is_terminal():
        assert not position.over, (deck, history)
        assert position.seat == spiel.current_player(), (deck, history)
        asks = asks_of(position)
        assert asks == sorted(spiel.legal_actions()), (deck, history)
        history.append(policy(rng, asks, spiel))
        spiel.apply_action(history[-1])
        feed(spiel, stock)
        position = apply_ask(position, history[-1])
    assert position.over, (deck, history)
    assert position.returns() == pytest.approx(spiel.returns()), (deck, history)
    books = [int(line.split(":")[1]) for line in str(spiel).split("\n")[2 : 2 + game.seats]]
    assert position.scores() == books
    return True
