"""Old Maid, rule by rule (https://www.pagat.com/passing/oldmaid.html)."""

from __future__ import annotations

from itertools import pairwise, zip_longest
from random import Random

import pytest

from deckwright.engine import Game, State, load


def deal(game: Game, *hands: str, seed: int = 1) -> State:
    """The hands, dealt singly from seat 0; together they are the whole deck."""
    rounds = zip_longest(*(hand.split() for hand in hands))
    return game.deal(deck=[card for one_each in rounds for card in one_each if card], seed=seed)


def by_suit(game: Game) -> State:
    """Spades to seat 0, hearts, diamonds, and the clubs, which lack the queen, to seat 3: no pair anywhere."""
    suits = [" ".join(card.code for card in game.deck if card.code.endswith(suit)) for suit in "SHDC"]
    return deal(game, *suits)


def sizes(state: State) -> list[int]:
    return [player.hand_count for player in state.view(None).players]


def ranks(state: State, seat: int) -> list[str]:
    return sorted(str(card)[:-1] for card in state.view(seat).hand)


def play_out(state: State) -> list[State]:
    states = [state]
    while not states[-1].is_over:
        (draw,) = states[-1].actions()
        states.append(states[-1].apply(draw))
    return states


def test_one_queen_is_removed_and_the_other_cards_are_all_dealt() -> None:
    game = load("old-maid", players=4)
    assert len(game.deck) == 51
    assert [card.code for card in game.deck if card.rank == "Q"] == ["QD", "QH", "QS"]
    assert sizes(by_suit(game)) == [13, 13, 13, 12]


def test_a_joker_may_be_the_odd_card() -> None:
    game = load("old-maid", odd="joker")
    assert len(game.deck) == 53
    last = play_out(game.deal(seed=3))[-1]
    (loser,) = [seat for seat in range(4) if sizes(last)[seat]]
    assert last.view(loser).hand == ("JK",)


def test_pairs_that_are_dealt_are_laid_aside_at_once() -> None:
    game = load("old-maid", players=2)
    twos, threes, fours = "2C 2D 2H 2S", "3C 3D 3H", "4C 4D"
    mine = f"{twos} {threes} {fours} 5C 6C 7C 8C 9C 10C JC QD KC AC 5D 6D 7D 8D 9D 10D JD"
    other = " ".join(card.code for card in game.deck if card.code not in mine.split())
    state = deal(game, mine, other)
    assert ranks(state, 0) == sorted(["3", "Q", "K", "A"]), "two pairs of twos, one pair of three threes"
    seen = [str(card) for card in state.view(None).zone("discard").cards]
    assert len(seen) == 51 - sum(sizes(state))
    assert "2C" in seen


def test_the_player_to_the_dealers_left_draws_first_and_from_the_right() -> None:
    state = by_suit(load("old-maid", players=4))
    assert state.seat == 0
    assert [action.text for action in state.actions()] == ["draw"]
    after = state.apply("draw")
    assert sizes(after) == [12, 13, 13, 11], "the club from seat 3 makes a pair with a spade"
    assert after.seat == 1
    again = after.apply("draw")
    assert sizes(again)[0] == 11
    assert again.seat == 2


def test_the_card_is_drawn_at_random() -> None:
    game = load("old-maid", players=4)
    suits = [" ".join(card.code for card in game.deck if card.code.endswith(suit)) for suit in "SHDC"]
    drawn = {tuple(deal(game, *suits, seed=seed).apply("draw").view(3).hand) for seed in range(12)}
    assert len(drawn) > 4


def test_taker_and_giver_know_the_card_that_was_drawn_and_nobody_else_does() -> None:
    checked = 0
    for seed in range(12):
        states = play_out(load("old-maid", players=4).deal(seed=seed))
        for before, after in pairwise(states):
            first, *others = [event for event in after.events(None) if event.kind == "moved"]
            if others:
                continue  # a pair was laid aside: everyone has seen the card
            assert first.detail["card"] is None
            giver, taker = int(str(first.detail["from"])[5]), before.seat
            for seat in range(4):
                (moved,) = [event for event in after.events(seat) if event.kind == "moved"]
                assert (moved.detail["card"] is not None) == (seat in (giver, taker))
            checked += 1
    assert checked > 10


def test_what_was_given_is_known_until_it_may_have_been_drawn_on() -> None:
    for seed in range(40):
        states = play_out(load("old-maid", players=3).deal(seed=seed))
        for before, after, later in zip(states, states[1:], states[2:], strict=False):
            moves = [event for event in after.events(None) if event.kind == "moved"]
            if len(moves) > 1 or sizes(before).count(0) or before.seat is None:
                continue
            giver, taker = (before.seat + 2) % 3, before.seat
            given = next(event for event in after.events(giver) if event.kind == "moved").detail["card"]
            assert given in after.view(giver).zone("hand", index=taker).cards
            unseen = [event for event in later.events(None) if event.kind == "moved"]
            if later.seat is not None and len(unseen) == 1 and sizes(after)[taker] > 1:
                assert given not in later.view(giver).zone("hand", index=taker).cards
                return
    raise AssertionError("no such draw in 40 games")


@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_the_last_player_holds_the_odd_queen_and_loses(players: int) -> None:
    for seed in range(6):
        last = play_out(load("old-maid", players=players).deal(seed=seed))[-1]
        held = sizes(last)
        assert sorted(held) == [0] * (players - 1) + [1]
        loser = held.index(1)
        assert ranks(last, loser) == ["Q"]
        expected = tuple(-1 if seat == loser else 1 / (players - 1) for seat in range(players))
        assert last.returns == pytest.approx(expected)
        assert last.scores == tuple(int(seat == loser) for seat in range(players))


def test_who_is_out_of_cards_is_safe_and_takes_no_further_part() -> None:
    for seed in range(10):
        safe: set[int] = set()
        for state in play_out(load("old-maid", players=5).deal(seed=seed)):
            assert state.seat not in safe
            safe |= {seat for seat, count in enumerate(sizes(state)) if count == 0}
            for seat in safe:
                assert state.view(None).players[seat].is_out
                assert sizes(state)[seat] == 0


def test_no_hand_is_thought_to_hold_a_pair() -> None:
    state = play_out(load("old-maid", players=4).deal(seed=2))[4]
    names = state.game.notation
    for seed in range(40):
        layout = state.resample(0, seed=seed).position.layout()
        for zone, cards in zip(names.zones, layout, strict=True):
            if zone.name == "hand":
                held = [str(names.card(card))[:-1] for card in cards]
                assert len(set(held)) == len(held), f"{held} in the hand of {zone.index}"


def test_over_several_hands_the_most_losses_lose() -> None:
    game = load("old-maid", players=3, hands=4)
    rng = Random(5)
    for seed in range(5):
        state = game.deal(seed=seed)
        while not state.is_over:
            state = state.apply(rng.choice(state.actions()))
        assert state.hands == 4
        assert sum(state.scores) == 4
        assert state.result is not None
        most = max(state.scores)
        assert state.result.losers == tuple(seat for seat in range(3) if state.scores[seat] == most)
        assert state.result.winners == tuple(seat for seat in range(3) if state.scores[seat] < most)
