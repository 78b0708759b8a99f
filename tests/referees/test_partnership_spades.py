"""Partnership Spades against OpenSpiel, call by call and card by card: the same seat, the same choices, the same score.

OpenSpiel plays one hand; nothing breaks spades; partners bid no more than thirteen together; the tricks of a failed nil
help the partner; ten overtricks of this one hand cost 100.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pyspiel

from deckwright.engine import Game, State, load

DEALS = 2000

CODES = [rank + suit for suit in "CDHS" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")]
"""OpenSpiel numbers cards by suit, then rank; bids follow, nil first."""
NUMBERS = {f"play {code}": number for number, code in enumerate(CODES)} | {
    "call nil" if tricks == 0 else f"call {tricks}": 52 + tricks for tricks in range(14)
}
TEXTS = {number: text for text, number in NUMBERS.items()}

Policy = Callable[[list[int], random.Random], int]


def anything(legal: list[int], rng: random.Random) -> int:
    return rng.choice(legal)


def modest(legal: list[int], rng: random.Random) -> int:
    """A bid of nil to three, so that bids are made and bags are taken; then spades and high cards."""
    return rng.choice(legal[:4]) if legal[0] >= 52 else max(legal, key=lambda card: (card // 13 == 3, card % 13))


def timid(legal: list[int], rng: random.Random) -> int:
    """Nil, and the lowest cards."""
    return legal[0] if legal[0] >= 52 else min(legal, key=lambda card: (card % 13, rng.random()))


def table_of(rng: random.Random) -> list[Policy]:
    match rng.randrange(4):
        case 0:
            return [anything] * 4
        case 1:
            return [modest, timid, modest, timid]
        case 2:
            return [timid] * 4
        case _:
            return [rng.choice((anything, modest, timid)) for _ in range(4)]


def play_deal(game: Game, referee: pyspiel.State, rng: random.Random) -> State:
    order = list(range(52))
    rng.shuffle(order)
    for card in order:
        referee.apply_action(card)
    state = game.deal(deck=[CODES[card] for card in order], seed=1)
    policies = table_of(rng)
    while not referee.is_terminal():
        seat, legal = referee.current_player(), referee.legal_actions()
        assert state.seat == seat
        assert sorted(NUMBERS[action.text] for action in state.actions()) == legal
        chosen = policies[seat](legal, rng)
        referee.apply_action(chosen)
        state = state.apply(TEXTS[chosen])
    return state


def happenings(state: State) -> set[str]:
    """What the hand tested, so that the test can tell that everything was."""
    seats = state.view(None).players
    bids = [seat.bid or 0 for seat in seats]
    taken = [seat.tricks or 0 for seat in seats]
    over = [taken[side] + taken[side + 2] - bids[side] - bids[side + 2] for side in (0, 1)]
    return (
        {"nil made" if taken[seat] == 0 else "nil failed" for seat in range(4) if bids[seat] == 0}
        | {"bid made" if side >= 0 else "bid not made" for side in over}
        | {"ten bags" for side in over if side >= 10}
    )


def test_partnership_spades_is_what_openspiel_plays() -> None:
    game = load("partnership-spades", hands=1, breaks="nothing", failed_nil="helps", bid_limit=True)
    other = pyspiel.load_game("spades")
    rng = random.Random("spades")
    seen: set[str] = set()
    for _ in range(DEALS):
        referee = other.new_initial_state()
        state = play_deal(game, referee, rng)
        assert state.is_over
        assert list(state.team_scores) == referee.returns()[:2]
        seen |= happenings(state)
    assert seen == {"nil made", "nil failed", "bid made", "bid not made", "ten bags"}
