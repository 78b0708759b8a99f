"""What a strategy earns as its agent plays it: every deal, every action the agent takes, and no tree of the solver."""

from __future__ import annotations

from array import array
from collections import Counter
from itertools import permutations

from deckwright import _kernel
from deckwright.engine import Game, State
from deckwright.solve import Strategy

NO_SEED = bytes(32)


def deals(game: Game) -> list[tuple[float, State]]:
    """Every first position with its probability, from every order of the deck."""
    cards = tuple(str(card) for card in game.deck.cards)
    found: dict[str, State] = {}
    times: Counter[str] = Counter()
    for order in sorted(set(permutations(cards))):
        state = game.deal(seed=0, deck=order)
        look = repr(state.position.layout())
        found.setdefault(look, state)
        times[look] += 1
    return [(times[look] / times.total(), state) for look, state in found.items()]


def values_as_played(strategy: Strategy) -> tuple[float, ...]:
    """What each seat earns on average where every seat plays as the agent of the strategy does."""
    total = [0.0] * strategy.game.seats
    for chance, state in deals(strategy.game):
        for seat, value in enumerate(_values(strategy, state)):
            total[seat] += chance * value
    return tuple(total)


def _values(strategy: Strategy, state: State) -> tuple[float, ...]:
    if state.seat is None:
        assert state.returns is not None
        return state.returns
    total = [0.0] * state.game.seats
    for text, share in strategy.at(state).items():
        if share > 0:
            for seat, value in enumerate(_values(strategy, state.apply(text))):
                total[seat] += share * value
    return tuple(total)


def policy_as_played(strategy: Strategy, tree: _kernel.GameTree) -> bytes:
    """The strategy as a policy of a tree in which nothing is merged: at each set, what the agent does there."""
    game = strategy.game
    numbers = array("d", bytes(8 * tree.actions))
    for number in range(tree.information_sets):
        found = tree.set(number)
        position = game.rules.deal(found["order"], NO_SEED)
        for slot, value in found["path"]:
            position = position.apply(slot, value)
        shares = strategy.shares(State(game, position, deal=None).information(found["seat"]))
        for place, action in enumerate(found["actions"]):
            numbers[found["first"] + place] = shares[action]
    return numbers.tobytes()
