"""OpenSpiel's C++ CFR and NashConv on the same games: the same numbers to nine digits."""

from __future__ import annotations

from array import array
from collections.abc import Callable

import pyspiel
import pytest
from tests.solve.tables import policy_after, random_policy, tree_of

from deckwright import _kernel
from deckwright.engine import Game, load

Policy = dict[str, list[tuple[int, float]]]


def kuhn_action(text: str) -> int:
    return {"check": 0, "fold": 0, "raise": 1, "call": 1}[text]


def leduc_action(text: str) -> int:
    return {"fold": 0, "check": 1, "call": 1, "raise": 2}[text]


def peer_cards(game: Game) -> list[int]:
    """For each card type, the number that OpenSpiel gives it: by rank, then by suit."""
    cards = [game.deck.parse(code) for code in game.notation.names.cards]
    ranks = list(dict.fromkeys(card.rank for card in cards))
    suits = list(dict.fromkeys(card.suit for card in cards))
    return [ranks.index(card.rank) * len(suits) + suits.index(card.suit) for card in cards]


def names_of(
    game: Game, tree: _kernel.GameTree, peer: str, action_of: Callable[[str], int]
) -> list[tuple[str, list[int]]]:
    """What OpenSpiel calls each of our information sets, and the actions there."""
    spiel, cards = pyspiel.load_game(peer), peer_cards(game)
    named = []
    for number in range(tree.information_sets):
        found = tree.set(number)
        deal, state = iter(found["order"]), spiel.new_initial_state()

        def draw(state: pyspiel.State = state, deal: object = deal) -> None:
            while state.is_chance_node():
                state.apply_action(cards[next(deal)])  # type: ignore[call-overload]

        draw()
        for slot, value in found["path"]:
            state.apply_action(action_of(game.notation.text(slot, value)))
            draw()
        assert state.current_player() == found["seat"]
        actions = [action_of(game.notation.text(slot, value)) for slot, value in found["actions"]]
        assert sorted(actions) == state.legal_actions()
        named.append((state.information_state_string(found["seat"]), actions))
    assert len({name for name, _ in named}) == len(named)
    return named


def as_peer_policy(policy: bytes, tree: _kernel.GameTree, names: list[tuple[str, list[int]]]) -> Policy:
    shares = array("d", policy)
    return {
        name: [(action, shares[tree.set(number)["first"] + place]) for place, action in enumerate(actions)]
        for number, (name, actions) in enumerate(names)
    }


GAMES = [
    ("kuhn", {}, "kuhn_poker", kuhn_action, 200),
    ("kuhn", {"players": 3}, "kuhn_poker(players=3)", kuhn_action, 100),
    ("leduc", {}, "leduc_poker", leduc_action, 20),
    ("leduc", {"suit_isomorphism": True}, "leduc_poker(suit_isomorphism=True)", leduc_action, 50),
]


@pytest.mark.parametrize(("name", "options", "peer", "action_of", "iterations"), GAMES)
@pytest.mark.parametrize("plus", [False, True])
def test_the_average_policy_of_cfr_is_openspiels(name, options, peer, action_of, iterations, plus) -> None:
    game = load(name, **options)
    tree = tree_of(game)
    names = names_of(game, tree, peer, action_of)
    spiel = pyspiel.load_game(peer)
    theirs = pyspiel.CFRPlusSolver(spiel) if plus else pyspiel.CFRSolver(spiel)
    for _ in range(iterations):
        theirs.evaluate_and_update_policy()
    table = theirs.tabular_average_policy().policy_table()
    ours = as_peer_policy(policy_after(tree, "cfr+" if plus else "cfr", iterations), tree, names)
    assert ours.keys() == table.keys()
    worst = max(abs(share - dict(table[info])[action]) for info, shares in ours.items() for action, share in shares)
    assert worst < 1e-9


@pytest.mark.parametrize(
    ("name", "options", "peer", "action_of", "policies"),
    [
        ("kuhn", {}, "kuhn_poker", kuhn_action, 5),
        ("kuhn", {"players": 3}, "kuhn_poker(players=3)", kuhn_action, 5),
        ("kuhn", {"players": 4}, "kuhn_poker(players=4)", kuhn_action, 2),
        ("leduc", {}, "leduc_poker", leduc_action, 2),
        (
            "leduc",
            {"players": 3, "suit_isomorphism": True},
            "leduc_poker(players=3,suit_isomorphism=True)",
            leduc_action,
            1,
        ),
    ],
)
def test_nash_conv_of_random_policies_is_openspiels(name, options, peer, action_of, policies) -> None:
    game = load(name, **options)
    tree = tree_of(game)
    names = names_of(game, tree, peer, action_of)
    spiel = pyspiel.load_game(peer)
    for seed in range(policies):
        policy = random_policy(tree, seed)
        values, gains = tree.assess(policy)
        table = pyspiel.TabularPolicy(as_peer_policy(policy, tree, names))
        assert sum(gains) == pytest.approx(pyspiel.nash_conv(spiel, table, False), abs=1e-9)
        assert sum(values) == pytest.approx(0, abs=1e-12)
