"""Crazy Eights against OpenSpiel, move by move: the same seat, the same legal moves, the same hands at the end.

OpenSpiel plays one hand: up to five cards drawn whether one can play or not, no reshuffle, players + 1 passes in a row
or 100 cards played end it. It scores number cards wrongly, so the points are worked out from its hands. A turned-up
eight goes back into a stock that OpenSpiel has no order of: such deals are left out.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

import pyspiel
import pytest

from deckwright.engine import Game, State, load

DEALS = 300
"""For each number of players; 1,200 in all."""

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
CODES = [rank + suit for rank in RANKS for suit in "CDHS"]
DRAW = "draw"
PASS = "pass"
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}

Policy = Callable[[list[str], random.Random], str]


def anything(legal: list[str], rng: random.Random) -> str:
    return rng.choice(legal)


def eager(legal: list[str], rng: random.Random) -> str:
    """Plays whenever it can, so that hands end by going out."""
    return rng.choice([text for text in legal if text not in (DRAW, PASS)] or legal)


def hoarder(legal: list[str], rng: random.Random) -> str:
    """Draws whenever it can and passes when it may: the stock runs out and play is blocked."""
    return next((text for text in (DRAW, PASS) if text in legal and rng.random() < 0.9), rng.choice(legal))


POLICIES: tuple[Policy, ...] = (anything, eager, hoarder)


def texts_of(referee: pyspiel.State) -> dict[str, int]:
    """The referee's legal actions in our words."""
    found = {}
    for action in referee.legal_actions():
        match referee.action_to_string(referee.current_player(), action).split():
            case ["Play", card]:
                found[f"play {card[1:].replace('T', '10')}{card[0]}"] = action
            case ["Nominate", "suit", suit]:
                found[f"name {SUITS[suit]}"] = action
            case [word]:
                found[word.lower()] = action
    return found


def hands_of(referee: pyspiel.State, players: int) -> list[Counter[str]]:
    """The hands as the referee prints them: a block of 40 columns for each player, a line for each suit."""
    hands: list[Counter[str]] = [Counter() for _ in range(players)]
    for line in str(referee).splitlines()[-4:]:
        for seat in range(players):
            block = line[40 * seat : 40 * seat + 40]
            suit, cards = block[5], block[8:]
            hands[seat].update(f"{rank.replace('T', '10')}{suit}" for rank in cards.replace(" ", ""))
    return hands


def our_hands(state: State) -> list[Counter[str]]:
    """Each hand as its owner sees it."""
    return [Counter(card for card in state.view(seat).hand if card) for seat in range(state.game.seats)]


def worth(card: str) -> int:
    rank = card[:-1]
    return {"8": 50, "A": 1, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank)


def expected_scores(hands: list[Counter[str]]) -> list[int]:
    held = [sum(worth(card) * count for card, count in hand.items()) for hand in hands]
    least = held.count(min(held))
    total = sum(points - min(held) for points in held)
    return [total // least if points == min(held) else 0 for points in held]


class Table:
    """One deal, played here and there at once."""

    def __init__(self, game: Game, other: pyspiel.Game, rng: random.Random) -> None:
        players = game.seats
        cards = 7 if players == 2 else 5
        order = list(range(52))
        rng.shuffle(order)
        while RANKS[order[players * cards] // 4] == "8":
            rng.shuffle(order)
        self.state = game.deal(deck=[CODES[card] for card in order], seed=1)
        self.referee = other.new_initial_state()
        self.referee.apply_action(self.referee.legal_actions()[players - 1])  # the last seat deals
        for card in order[: players * cards + 1]:
            self.referee.apply_action(card)
        self.stock = order[players * cards + 1 :]

    def step(self, policies: list[Policy], rng: random.Random) -> None:
        texts = texts_of(self.referee)
        assert self.state.seat == self.referee.current_player()
        assert {action.text for action in self.state.actions()} == set(texts)
        chosen = policies[self.referee.current_player()](sorted(texts), rng)
        self.referee.apply_action(texts[chosen])
        self.state = self.state.apply(chosen)
        if self.referee.is_chance_node():
            self.referee.apply_action(self.stock.pop(0))


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_crazy_eights_is_what_openspiel_plays(players: int) -> None:
    game = load(
        "crazy-eights",
        players=players,
        hands=1,
        draw_limit=5,
        pass_when="any",
        blocked_after=players + 1,
    )
    other = pyspiel.load_game("crazy_eights", {"players": players})
    rng = random.Random(players)
    ends: Counter[str] = Counter()
    for _ in range(DEALS):
        table = Table(game, other, rng)
        policies = (
            [rng.choice(POLICIES)] * players if rng.random() < 0.5 else [rng.choice(POLICIES) for _ in range(players)]
        )
        while not table.referee.is_terminal():
            table.step(policies, rng)
        state = table.state
        if state.actions() and state.actions()[0].text.startswith("name "):
            state = state.apply("name clubs")  # OpenSpiel asks for no suit when the last card was an eight
        hands = hands_of(table.referee, players)
        assert our_hands(state) == hands
        if not state.is_over:
            ends["100 cards"] += 1
            continue
        ends["out" if Counter() in hands else "blocked"] += 1
        assert list(state.scores) == expected_scores(hands)
    assert ends["out"] > 10
    assert ends["blocked"] > 10
