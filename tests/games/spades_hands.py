"""Hands of Spades that turn out as wanted: these bids, these tricks."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

from deckwright.engine import Game, State

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
Lines = list[dict[str, int]]


def scripted_hand(game: Game, bids: Sequence[int], tricks: Sequence[int], *, seed: int = 1) -> tuple[State, Lines]:
    """A first hand of four players with these bids and tricks by seat, and every line of its score.

    Three tricks of clubs, of diamonds and of hearts, everybody following; one of the cards left over, which a spade
    takes; three of spades. The wanted winner has the highest card each time.
    """
    played = _tricks(_winners(tricks))
    hands = [[trick[seat] for trick in played] for seat in range(4)]
    singly = [hands[seat][place] for place in range(13) for seat in range(4)]
    at_once = [card for hand in hands for card in hand]
    deck = singly if game.genome.setup.cards_per_player else at_once
    state = bid(game.deal(deck=deck, seed=seed), bids)
    for trick in played:
        for _ in range(4):
            assert state.seat is not None
            state = state.apply(f"play {trick[state.seat]}")
    return state, _lines(state)


def _winners(tricks: Sequence[int]) -> list[int]:
    """Who takes which trick, so that the tenth is not its leader's."""
    assert sum(tricks) == 13
    assert max(tricks) < 13
    order = [seat for seat, count in enumerate(tricks) for _ in range(count)]
    ninth, tenth = order[0], order[-1]
    return [*order[1:9], ninth, tenth, *order[9:-1]]


def _tricks(winners: list[int]) -> list[list[str]]:
    """The cards of each trick by seat."""
    fours = [[RANKS[low + place] for place in range(4)] for low in (1, 5, 9)]
    suits = [suit for suit in "CDH" for _ in fours] + ["", "S", "S", "S"]
    tricks = []
    for number, (suit, winner) in enumerate(zip(suits, winners, strict=True)):
        if not suit:
            left = iter(("2C", "2D", "2H"))
            tricks.append(["2S" if seat == winner else next(left) for seat in range(4)])
            continue
        *rest, best = fours[number % 3] if number < 9 else fours[number - 10]
        others = iter(rest)
        tricks.append([(best if seat == winner else next(others)) + suit for seat in range(4)])
    return tricks


def bid(state: State, bids: Sequence[int]) -> State:
    """The state after the bidding, by seat."""
    while state.actions()[0].text.startswith("call "):
        assert state.seat is not None
        state = state.apply(f"call {bids[state.seat] or 'nil'}")
    return state


def found_hand(state: State, is_wanted: Callable[[list[int]], bool], *, tries: int = 200) -> tuple[State, Lines] | None:
    """A hand from here in which the seats' tricks are as wanted, by trying; None if it cannot be found."""
    for number in range(tries):
        rng = random.Random(number)
        after, hand, won = state, state.hands, [0] * state.game.seats
        while after.hands == hand:
            after = after.apply(rng.choice(after.actions()))
            for event in after.events(None):
                if event.kind == "trick won":
                    won[int(event.detail["seat"] or 0)] += 1
        if is_wanted(won):
            return after, _lines(after)
    return None


def _lines(state: State) -> Lines:
    scored = [event.detail for event in state.events(None) if event.kind == "scored"]
    return [{name: int(value or 0) for name, value in line.items() if name != "rule"} for line in scored]


def lines(scored: Lines, side: int, *, by: str = "team") -> list[int]:
    """The points of each line that is not nothing, for one side or seat."""
    return [line["points"] for line in scored if line[by] == side and line["points"]]
