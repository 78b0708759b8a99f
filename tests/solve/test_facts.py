"""Published values: Kuhn (1950), Szafron and others (2013), and Leduc by linear program."""

from __future__ import annotations

import pytest
from tests.solve.tables import tree_of

import deckwright as dw
from deckwright.solve import Strategy

FULL = ("cfr", "cfr+", "lcfr", "dcfr", "pcfr+")


def share(strategy: Strategy, seat: int, label: str, action: str) -> float:
    found = strategy.find(label, seat=seat)
    return found.probabilities[found.actions.index(action)]


@pytest.mark.parametrize(
    ("game", "options", "nash_conv"),
    [
        ("kuhn", {}, 0.916667),
        ("kuhn", {"players": 3}, 2.0625),
        ("leduc", {}, 4.747222),
        ("leduc", {"suit_isomorphism": True}, 4.747222),
        ("leduc", {"players": 3, "suit_isomorphism": True}, 12.611221),
    ],
)
def test_nash_conv_of_uniform_play(game: str, options: dict[str, int | bool], nash_conv: float) -> None:
    tree = tree_of(dw.load(game, **options))
    _, gains = tree.assess(tree.uniform())
    assert sum(gains) == pytest.approx(nash_conv, abs=1e-6)


@pytest.mark.parametrize(
    ("game", "options", "sets"),
    [
        ("kuhn", {}, 12),
        ("kuhn", {"players": 3}, 48),
        ("leduc", {}, 936),
        ("leduc", {"suit_isomorphism": True}, 288),
    ],
)
def test_how_many_information_sets_there_are(game: str, options: dict[str, int | bool], sets: int) -> None:
    assert tree_of(dw.load(game, **options)).information_sets == sets


def test_three_seats_at_kuhn_have_twenty_four_deals() -> None:
    tree = tree_of(dw.load("kuhn", players=3))
    assert tree.nodes == 1 + 24 * 25, "the deal, then twelve decisions and thirteen ends for each"
    assert sum(tree.leaf(leaf)[0] for leaf in range(tree.leaves)) == pytest.approx(13), "each end has its deal's chance"


@pytest.mark.parametrize("algorithm", FULL)
def test_kuhn_is_worth_minus_an_eighteenth(algorithm: str) -> None:
    solution = dw.solve("kuhn", algorithm, iterations=20_000)
    assert solution.values[0] == pytest.approx(-1 / 18, abs=2e-4)
    assert sum(solution.values) == pytest.approx(0, abs=1e-12)
    assert solution.nash_conv < 2e-4
    assert solution.exploitability == pytest.approx(solution.nash_conv / 2)


@pytest.mark.parametrize("algorithm", FULL)
def test_kuhn_for_two_has_kuhns_family_of_equilibria(algorithm: str) -> None:
    strategy = dw.solve("kuhn", algorithm, target=1e-4).strategy
    bluff = share(strategy, 0, "holding the jack, to open", "bet")
    assert -1e-9 <= bluff <= 1 / 3 + 0.01
    assert share(strategy, 0, "holding the king, to open", "bet") == pytest.approx(3 * bluff, abs=0.02)
    assert share(strategy, 0, "holding the queen, to open", "bet") == pytest.approx(0, abs=0.02)
    assert share(strategy, 0, "holding the queen, after check-bet", "call") == pytest.approx(bluff + 1 / 3, abs=0.02)
    assert share(strategy, 1, "holding the jack, after check", "bet") == pytest.approx(1 / 3, abs=0.02)
    assert share(strategy, 1, "holding the queen, after bet", "call") == pytest.approx(1 / 3, abs=0.02)


@pytest.mark.parametrize("algorithm", ["cfr+", "dcfr", "pcfr+"])
def test_kuhn_for_three_is_in_the_known_family(algorithm: str) -> None:
    solution = dw.solve(dw.load("kuhn", players=3), algorithm, target=1e-6)
    assert solution.stopped == "target"
    first, second, third = solution.values
    assert second == pytest.approx(-1 / 48, abs=1e-5)
    assert -1 / 32 - 1e-5 <= first <= -1 / 48 + 1e-5
    assert third == pytest.approx(-first - second)
    for found in solution.strategy:
        shares = dict(zip(found.actions, found.probabilities, strict=True))
        if "the ace" in found.label and "fold" in shares:
            assert shares["fold"] < 1e-3, found.label
        if found.reach < 1e-3:
            continue
        if "the jack" in found.label and "call" in shares:
            assert shares["call"] < 1e-3, found.label
        if "the queen" in found.label and found.label.endswith("bet-call"):
            assert shares["call"] < 1e-3, found.label


def test_a_jack_may_bet_at_kuhn_for_three() -> None:
    strategy = dw.solve(dw.load("kuhn", players=3), "dcfr", target=1e-6).strategy
    bluffs = [
        dict(zip(found.actions, found.probabilities, strict=True)).get("bet", 0.0)
        for found in strategy
        if "the jack" in found.label
    ]
    assert max(bluffs) > 0.01


def test_leduc_for_two_has_the_value_of_the_linear_program() -> None:
    merged = dw.solve("leduc", "cfr+", target=2e-5)
    assert merged.values[0] == pytest.approx(-0.085606424078, abs=2e-5)
    assert merged.nash_conv <= 2e-5


def test_leduc_for_three_comes_close_to_an_equilibrium() -> None:
    solution = dw.solve(dw.load("leduc", players=3, suit_isomorphism=True), "pcfr+", target=5e-3)
    assert solution.stopped == "target"
    assert solution.epsilon <= solution.nash_conv <= 5e-3
    assert solution.exploitability is None, "the word means nothing for three"


@pytest.mark.parametrize(("algorithm", "reached"), [("es-mccfr", 0.02), ("os-mccfr", 0.05)])
@pytest.mark.parametrize("players", [2, 3])
def test_sampling_converges(algorithm: str, reached: float, players: int) -> None:
    solution = dw.solve(dw.load("kuhn", players=players), algorithm, iterations=400_000, seed=3)
    assert solution.nash_conv < reached
    for found in solution.strategy:
        assert sum(found.probabilities) == pytest.approx(1)
        assert all(0 <= probability <= 1 for probability in found.probabilities)
        if "the ace" in found.label and "fold" in found.actions:
            assert found.probabilities[found.actions.index("fold")] < 0.05
