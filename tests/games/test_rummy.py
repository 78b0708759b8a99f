"""Rummy, rule by rule, from https://bicyclecards.com/how-to-play/rummy-rum."""

from __future__ import annotations

import random

import pytest
from tests.games.scripts import cards_in, choices, play, stacked

from deckwright.engine import State, load
from deckwright.games import OptionValue

FIRST = "2C 3C 4C 7D 7H 7S KH QD 9C 5S"
SECOND = "AD 3D 5D 8D JD KD 2H 6H 9H QH"
"""Nothing goes together: 1 + 3 + 5 + 8 + 10 + 10 + 2 + 6 + 9 + 10 = 64."""


def dealt(*hands: str, up: str = "QC", then: str = "", **options: OptionValue) -> State:
    game = load("rummy", **{"players": len(hands), "hands": 1, **options})
    return game.deal(deck=stacked(game, hands, then=f"{up} {then}"), seed=1)


@pytest.mark.parametrize(("players", "cards"), [(2, 10), (3, 7), (4, 7), (5, 6), (6, 6)])
def test_the_deal_depends_on_how_many_play(players: int, cards: int) -> None:
    state = load("rummy", players=players).deal(seed=1)
    assert [len(cards_in(state, "hand", index=seat)) for seat in range(players)] == [cards] * players
    assert len(cards_in(state, "discard")) == 1
    assert state.seat == 0


def test_draw_from_the_stock_or_take_the_top_discard() -> None:
    state = dealt(FIRST, SECOND, then="KC")
    assert choices(state) == {"draw", "take"}
    assert "KC" in cards_in(state.apply("draw"), "hand", index=0)
    assert "QC" in cards_in(state.apply("take"), "hand", index=0)


def test_a_turn_ends_with_a_discard() -> None:
    state = play(dealt(FIRST, SECOND, then="KC"), ["draw", "discard KC"])
    assert state.seat == 1
    assert cards_in(state, "discard")[-1] == "KC"


def test_the_card_just_taken_may_not_be_discarded() -> None:
    state = dealt(FIRST, SECOND).apply("take")
    assert choices(state, verb="discard") == set(FIRST.split())


def test_a_drawn_card_may_be_discarded() -> None:
    state = play(dealt(FIRST, SECOND, then="KC"), ["take", "discard KH", "draw"])
    assert "KC" in choices(state, verb="discard"), "what another has taken before is forgotten"


def test_sets_and_runs_may_be_laid_down() -> None:
    state = dealt(FIRST, SECOND, then="KC").apply("draw")
    lays = {text for text in choices(state) if text.startswith("lay")}
    assert lays == {"lay 2C 3C 4C", "lay 7D 7H 7S"}
    state = play(state, ["lay 2C 3C 4C", "lay 7D 7H 7S"])
    assert state.seat == 0
    assert len(cards_in(state, "hand", index=0)) == 5
    assert set(state.view(1).zone("melds", pile=0).cards) == {"2C", "3C", "4C"}


def test_the_ace_is_low() -> None:
    state = dealt("AC 2C 3C QS KS AS 5D 5H 9C 9D", SECOND.replace("5D", "6D").replace("9H", "10H")).apply("take")
    lays = {text for text in choices(state) if text.startswith("lay")}
    assert lays == {"lay AC 2C 3C"}


def test_nobody_need_lay_anything_down() -> None:
    state = dealt(FIRST, SECOND, then="KC").apply("draw")
    assert "discard 7D" in choices(state)


def test_anyone_may_add_to_what_lies_on_the_table() -> None:
    moves = ["draw", "lay 2C 3C 4C", "lay 7D 7H 7S", "discard KC", "draw"]
    state = play(dealt(FIRST, "AC 5C 7C 6C 8D JD KD 2H 6H 9H", then="KC KS"), moves)
    assert choices(state, verb="add") == {"AC", "5C", "7C"}
    state = play(state, ["add 5C", "p 0"])
    assert choices(state, verb="add") == {"AC", "6C", "7C"}, "and on what was added"
    state = play(state, ["add 7C", "p 1", "add AC", "p 0", "discard KS"])
    assert len(cards_in(state, "hand", index=1)) == 7
    assert state.seat == 0


def test_nothing_can_be_added_before_anything_lies_there() -> None:
    assert not choices(dealt(FIRST, SECOND, then="KC").apply("draw"), verb="add")


OUT = "2C 3C 4C 7D 7H 7S 9S 10S JS 5H"


WITH_EIGHT = OUT.replace("5H", "8S")
EARLIER = ["draw", "lay 2C 3C 4C", "discard 6C", "draw", "discard KC", "draw"]
"""A run is laid down in the first turn already."""


def test_who_discards_the_last_card_scores_what_the_others_hold() -> None:
    moves = [*EARLIER, "lay 7D 7H 7S", "lay 8S 9S 10S JS"]
    state = play(dealt(WITH_EIGHT, SECOND, then="6C KC 4H"), moves)
    assert not state.is_over, "one card is left"
    state = state.apply("discard 4H")
    assert state.is_over
    assert state.scores == (64, 0)


def test_going_out_without_a_discard() -> None:
    moves = [*EARLIER, "lay 7D 7H 7S", "lay 8S 9S 10S JS", "add QS", "p 2"]
    state = play(dealt(WITH_EIGHT, SECOND, then="6C KC QS"), moves)
    assert state.is_over
    assert state.scores == (64, 0)


ALL_AT_ONCE = ["draw", "lay 2C 3C 4C", "lay 7D 7H 7S", "lay 8S 9S 10S JS", "discard KC"]


def test_going_rummy_counts_twice() -> None:
    assert play(dealt(WITH_EIGHT, SECOND, then="KC"), ALL_AT_ONCE).scores == (128, 0)
    assert play(dealt(WITH_EIGHT, SECOND, then="KC", rummy=False), ALL_AT_ONCE).scores == (64, 0)


def test_all_opponents_count_even_what_they_could_have_laid_down() -> None:
    hands = ("2C 3C 4C 7C 7D 7H 7S", "AD AH AS 5D 8D JD KD", "2H 6H 9H QH 10C JC QC")
    moves = ["draw", "lay 2C 3C 4C", "lay 7C 7D 7H 7S", "discard KC"]
    state = play(dealt(*hands, up="9D", then="KC", rummy=False), moves)
    assert state.scores == ((1 + 1 + 1 + 5 + 8 + 10 + 10) + (2 + 6 + 9 + 10 + 10 + 10 + 10), 0, 0)


def worth(card: str) -> int:
    return {"A": 1, "J": 10, "Q": 10, "K": 10}.get(card[:-1]) or int(card[:-1])


@pytest.mark.parametrize("players", [2, 3, 4, 6])
def test_hands_are_scored_as_they_were_left(players: int) -> None:
    game = load("rummy", players=players, hands=1)
    out = 0
    for seed in range(12):
        state, rng = game.deal(seed=seed), random.Random(seed)
        laid_before, laid_now = [False] * players, False
        while not state.is_over:
            seat, texts = state.seat or 0, sorted(choices(state))
            good = [text for text in texts if text.startswith(("lay", "add"))]
            text = rng.choice(good or texts)
            if text in ("draw", "take", "turn over"):
                laid_now = False
            laid_now |= text.startswith(("lay", "add"))
            state = state.apply(text)
            if text.startswith("discard") and not state.is_over:
                laid_before[seat] |= laid_now
        hands = [cards_in(state, "hand", index=seat) for seat in range(players)]
        total = sum(worth(card) for hand in hands for card in hand)
        winners = [seat for seat in range(players) if not hands[seat]]
        out += len(winners)
        for seat in range(players):
            twice = 1 if laid_before[seat] else 2
            assert state.scores[seat] == (total * twice if seat in winners else 0)
    assert out


def used_up(**options: OptionValue) -> State:
    """Two players throw away what they draw until the stock is empty."""
    state = dealt(FIRST, SECOND, up="QC", then="", **options)
    while "draw" in choices(state):
        held = set(cards_in(state, "hand", index=state.seat or 0))
        drawn = state.apply("draw")
        (new,) = set(cards_in(drawn, "hand", index=state.seat or 0)) - held
        state = drawn.apply(f"discard {new}")
    return state


def test_a_used_up_stock_is_replaced_by_the_discards_turned_over() -> None:
    state = used_up()
    assert choices(state) == {"take", "turn over"}
    pile = cards_in(state, "discard")
    assert len(pile) == 32
    held = set(cards_in(state, "hand", index=state.seat or 0))
    after = state.apply("turn over")
    assert set(cards_in(after, "hand", index=state.seat or 0)) - held == {pile[0]}, "the first that was discarded"
    assert sorted(cards_in(after, "stock")) == sorted(pile[1:])
    assert cards_in(after, "discard") == []
    following = play(after, [f"discard {pile[0]}", "draw"])
    assert pile[1] in cards_in(following, "hand", index=following.seat or 0)


def test_the_discards_may_be_shuffled_instead() -> None:
    state = used_up(stock="shuffle")
    pile = cards_in(state, "discard")
    after = state.apply("turn over")
    assert sorted(cards_in(after, "stock")) != pile[1:]
    assert len(cards_in(after, "stock")) == 31


def test_of_two_players_the_winner_deals_and_of_more_the_next() -> None:
    state = play(dealt(WITH_EIGHT, SECOND, then="KC", hands=2), ALL_AT_ONCE)
    assert state.hands == 1
    assert state.seat == 1, "seat 0 won and deals"


def test_the_game_is_to_the_target() -> None:
    for seed in range(3):
        state, rng = load("rummy", players=2, target=100).deal(seed=seed), random.Random(seed)
        while not state.is_over:
            texts = sorted(choices(state))
            good = [text for text in texts if text.startswith(("lay", "add"))]
            state = state.apply(rng.choice(good or texts))
        assert state.result is not None
        best = max(state.scores)
        assert best >= 100
        assert state.result.winner == state.scores.index(best)
