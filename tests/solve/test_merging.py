"""Cards and suits that play no part are merged, and nothing else changes."""

from __future__ import annotations

import pytest
from tests.solve.tables import lifted, policy_after, random_policy, tree_of

import deckwright as dw


def test_suits_of_leduc_are_merged_and_every_set_keeps_its_keys() -> None:
    merged, whole = tree_of(dw.load("leduc"), merge=True), tree_of(dw.load("leduc"))
    assert (merged.information_sets, merged.unmerged_information_sets) == (288, 936)
    assert whole.information_sets == whole.unmerged_information_sets == 936
    keys = [key for number in range(288) for key, _ in merged.set(number)["keys"]]
    assert sorted(keys) == sorted(whole.set(number)["keys"][0][0] for number in range(936))


@pytest.mark.parametrize("seed", range(5))
def test_a_policy_is_worth_the_same_merged_or_not(seed: int) -> None:
    merged, whole = tree_of(dw.load("leduc"), merge=True), tree_of(dw.load("leduc"))
    policy = random_policy(merged, seed)
    values, gains = merged.assess(policy)
    whole_values, whole_gains = whole.assess(lifted(policy, merged, whole))
    assert whole_values == pytest.approx(values, abs=1e-12)
    assert whole_gains == pytest.approx(gains, abs=1e-12)


@pytest.mark.parametrize("algorithm", ["cfr", "cfr+", "pcfr+"])
def test_a_solver_takes_the_same_steps_merged_or_not(algorithm: str) -> None:
    merged, whole = tree_of(dw.load("leduc"), merge=True), tree_of(dw.load("leduc"))
    small = lifted(policy_after(merged, algorithm, 20), merged, whole)
    assert whole.assess(small)[1] == pytest.approx(whole.assess(policy_after(whole, algorithm, 20))[1], abs=1e-9)


def test_cards_that_matter_are_not_merged() -> None:
    tree = tree_of(dw.load("kuhn", players=3), merge=True)
    assert (tree.merged, tree.information_sets) == (1, 48)


def test_leduc_with_cards_alike_is_leduc_merged() -> None:
    alike = tree_of(dw.load("leduc", suit_isomorphism=True))
    merged = tree_of(dw.load("leduc"), merge=True)
    assert (alike.nodes, alike.leaves, alike.information_sets) == (merged.nodes, merged.leaves, merged.information_sets)
    values, gains = merged.assess(merged.uniform())
    alike_values, alike_gains = alike.assess(alike.uniform())
    assert alike_values == pytest.approx(values, abs=1e-12)
    assert alike_gains == pytest.approx(gains, abs=1e-12)
