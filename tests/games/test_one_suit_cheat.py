"""One-suit Cheat: the bluff and the doubt, worked by hand. Seat 1 deals, seat 0 begins with aces."""

from __future__ import annotations

from deckwright.engine import State, load


def dealt(**options: int) -> State:
    """Seat 0 holds the ace and the three, seat 1 the two and the four."""
    return load("one-suit-cheat", **options).deal(seed=1, deck=("AS", "2S", "3S", "4S"))


def held(state: State) -> tuple[int, int]:
    first, second = (player.hand_count for player in state.view(None).players)
    return first, second


def test_a_false_claim_that_is_doubted_comes_back_with_the_pile() -> None:
    state = dealt().apply("claim 3S").apply("doubt")
    assert held(state) == (2, 2)
    assert state.seat == 1


def test_a_true_claim_that_is_doubted_goes_to_the_doubter() -> None:
    state = dealt().apply("claim AS").apply("doubt")
    assert held(state) == (1, 3)


def test_whoever_gets_rid_of_all_cards_wins() -> None:
    state = dealt().apply("claim AS").apply("trust").apply("claim 2S").apply("trust").apply("claim 3S").apply("trust")
    assert state.returns == (1, -1)


def test_after_so_many_turns_the_fewest_cards_win() -> None:
    state = dealt(turns=2).apply("claim AS").apply("doubt").apply("claim 4S").apply("trust")
    assert state.is_over
    assert state.returns == (1, -1), "one card against two"
