"""Worlds made up for a seat leave the others as much as all can see that they know, and no more."""

from __future__ import annotations

from collections import Counter
from itertools import product
from random import Random

import yaml

from deckwright.engine import State, load

PASSED = 3


def passed_hand(seed: int) -> State:
    """Hearts, after all have passed three cards to the left."""
    state, rng = load("hearts", hands=1).deal(seed=seed), Random(seed)
    while state.phase == "pass":
        state = state.apply(rng.choice(state.actions()))
    return state


def placed(state: State, seat: int, owner: int) -> list[str]:
    """The cards of a hand that a seat can place."""
    return [card for card in state.view(seat).zone("hand", index=owner).cards if card is not None]


def test_in_a_sample_who_passed_cards_knows_so_many_of_them() -> None:
    for seed in range(4):
        state = passed_hand(seed)
        known = set()
        for number in range(12):
            world = state.resample(0, seed=number)
            assert [len(placed(world, giver, giver + 1)) for giver in (1, 2)] == [PASSED, PASSED]
            assert [len(placed(world, seat, 0)) for seat in range(4)] == [13, 0, 0, PASSED]
            assert sorted(placed(world, 3, 0)) == sorted(placed(state, 3, 0)), "seat 0 knows which ones it was given"
            known.add(tuple(placed(world, 1, 2)))
            again = world.resample(0, seed=number + 1)
            assert [len(placed(again, giver, giver + 1)) for giver in (1, 2)] == [PASSED, PASSED]
        assert len(known) > 1, "which ones it does not know"


def test_cards_that_were_passed_may_have_been_played_since() -> None:
    """How many are left is not seen by all: samples hold any number that may be, most of them what is likely."""
    state, rng = passed_hand(1), Random(1)
    for _ in range(20):
        state = state.apply(rng.choice(state.actions()))
    counts = Counter(len(placed(state.resample(0, seed=number), 1, 2)) for number in range(300))
    left = len(state.view(None).zone("hand", index=2).cards)
    mean = sum(count * times for count, times in counts.items()) / 300
    assert set(counts) <= set(range(PASSED + 1))
    assert abs(mean - PASSED * left / 13) < 0.25


LOOKING = """
genome_id: looking
name: Looking
player_count: 3
utility: score
deck: {suits: [spades], ranks: [A, '2', '3', '4', '5', '6', '7', '8']}
zones:
- {name: hand, role: hand, owner: seat, seen_by: none}
- {name: stock, role: stock, seen_by: none}
- {name: heap, role: discard}
- {name: away, seen_by: none}
setup: {cards_per_player: HELD}
turn_structure:
  type: turns
  order: cycle
  limit: 6
  phases:
  - type: choice
    offers:
    - name: look
      picks: [{name: p, kind: seat}]
      effects: [{type: show, cards: 'hand[p]', to: turn}]
    - name: open
      picks: [{name: q, kind: seat}]
      effects: [{type: move, cards: 'hand[q]', to: heap}, {type: move, cards: stock, to: 'hand[q]', count: '1'}]
    - name: hide
      picks: [{name: r, kind: seat}]
      effects: [{type: move, cards: 'hand[r]', to: away}, {type: move, cards: stock, to: 'hand[r]', count: '1'}]
    - name: add
      picks: [{name: t, kind: seat}]
      effects: [{type: move, cards: stock, to: 'hand[t]', count: '1'}]
scoring_rules:
- {name: cards, points: size(hand)}
win_conditions:
- {type: high_score, trigger_mode: threshold_gate, gate: hands_played, threshold: 1}
game_rules: {tie_breaker: split}
"""


def test_in_a_sample_nobody_knows_a_card_that_took_the_place_of_one_they_saw() -> None:
    """Hands of one card are seen, leave, openly or not, and are filled again: who has seen which card is public."""
    game = load(yaml.safe_load(LOOKING.replace("HELD", "1")))
    compared = 0
    for seed in range(60):
        state, rng = game.deal(seed=seed), Random(seed)
        while not state.is_over:
            state = state.apply(rng.choice([action for action in state.actions() if not action.text.startswith("add")]))
            for seat in range(game.seats):
                world = state.resample(seat, seed=1)
                for other, owner in product(range(game.seats), repeat=2):
                    known = len(placed(state, other, owner))
                    compared += known
                    assert len(placed(world, other, owner)) == known, (seed, state.history)
    assert compared > 100


def test_cards_that_came_unseen_make_what_was_seen_a_smaller_part() -> None:
    """Seat 0 looks at the only card of seat 2, who gets another: seat 1 gives seat 0 one of the two and not both."""
    game = load(yaml.safe_load(LOOKING.replace("HELD", "1")))
    state = game.deal(seed=1)
    for text in ("look 2", "add 2"):
        state = state.apply(next(action for action in state.actions() if action.text == text))
    worlds = [state.resample(1, seed=seed) for seed in range(20)]
    assert [len(placed(world, 0, 2)) for world in worlds] == [1] * 20
    assert len({tuple(placed(world, 0, 2)) for world in worlds}) > 1


def test_a_card_that_is_shown_twice_is_counted_once() -> None:
    """Seat 0 looks at the only card of seat 2 twice; of the card that comes then it knows nothing."""
    game = load(yaml.safe_load(LOOKING.replace("HELD", "1")))
    state = game.deal(seed=1)
    for text in ("look 2", "look 0", "look 0", "look 2", "add 2"):
        state = state.apply(next(action for action in state.actions() if action.text == text))
    assert len(placed(state, 0, 2)) == 1
    assert {len(placed(state.resample(1, seed=seed), 0, 2)) for seed in range(20)} == {1}
