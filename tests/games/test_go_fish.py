"""Go Fish, rule by rule, in hands laid out by hand (https://www.pagat.com/quartet/gofish.html and Bicycle's rules)."""

from __future__ import annotations

from itertools import zip_longest
from random import Random

from deckwright.engine import Game, State, load

HELD = "hand"


def deal(game: Game, *hands: str, stock: str = "") -> State:
    """The hands, dealt singly from seat 0, then the stock from its top; what is not named comes after."""
    rounds = zip_longest(*(hand.split() for hand in hands))
    order = [card for one_each in rounds for card in one_each if card] + stock.split()
    rest = [card.code for card in game.deck if card.code not in order]
    return game.deal(deck=order + rest, seed=1)


def ask(state: State, who: int, rank: str) -> State:
    return state.apply(f"ask {who}").apply(f"wanted {rank}")


def hand(state: State, seat: int) -> list[str]:
    return sorted(str(card) for card in state.view(seat).hand)


def count(state: State, zone: str) -> int:
    return state.view(None).zone(zone).count


def ranks_to_ask_for(state: State, who: int) -> list[str]:
    return [action.text.split()[-1] for action in state.apply(f"ask {who}").actions()]


FIVE = ("2C 2D 5H 9S KC", "2H 3C 5S 5D JH", "3D 4C 9D 9H QS", "3S 4D 8C 8H QD")
"""Four hands without a book: 2s and 5s in the first two, a king in one only."""


def test_two_players_get_seven_cards_and_more_get_five() -> None:
    for players, cards in ((2, 7), (3, 5), (4, 5), (10, 5)):
        game = load("go-fish", players=players)
        hands = [
            f"{rank}{suit}" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K") for suit in "CDHS"
        ]
        state = deal(game, *(" ".join(hands[seat::players][:cards]) for seat in range(players)))
        assert [player.hand_count for player in state.view(None).players] == [cards] * players


def test_the_player_to_the_dealers_left_begins() -> None:
    assert deal(load("go-fish"), *FIVE).seat == 0


def test_one_asks_others_for_ranks_that_one_holds() -> None:
    state = deal(load("go-fish"), *FIVE)
    assert [action.text for action in state.actions()] == ["ask 1", "ask 2", "ask 3"]
    assert ranks_to_ask_for(state, 1) == ["2", "5", "9", "K"]
    assert ranks_to_ask_for(state, 3) == ["2", "5", "9", "K"]


def test_all_cards_of_the_rank_are_handed_over_and_the_asker_goes_again() -> None:
    state = ask(deal(load("go-fish"), *FIVE), 1, "5")
    assert hand(state, 0) == sorted(["2C", "2D", "5H", "9S", "KC", "5S", "5D"])
    assert hand(state, 1) == sorted(["2H", "3C", "JH"])
    assert state.seat == 0


def test_cards_handed_over_are_seen_by_all() -> None:
    state = ask(deal(load("go-fish"), *FIVE), 1, "5")
    for observer in (2, 3, None):
        seen = [card for card in state.view(observer).zone(HELD, index=0).cards if card]
        assert sorted(seen) == ["5D", "5S"]


def test_who_is_refused_fishes_and_the_turn_passes_to_the_left() -> None:
    state = ask(deal(load("go-fish"), *FIVE, stock="6C"), 2, "K")
    assert hand(state, 0) == sorted(["2C", "2D", "5H", "9S", "KC", "6C"])
    assert state.seat == 1


def test_a_fished_card_that_was_not_asked_for_is_seen_by_its_owner_alone() -> None:
    state = ask(deal(load("go-fish"), *FIVE, stock="6C"), 2, "K")
    for observer in (1, 2, 3, None):
        assert state.view(observer).zone(HELD, index=0).cards == (None,) * 6


def test_fishing_the_asked_rank_is_shown_and_goes_again() -> None:
    state = ask(deal(load("go-fish"), *FIVE, stock="KD"), 2, "K")
    assert state.seat == 0
    assert "KD" in state.view(0).hand
    assert [card for card in state.view(None).zone(HELD, index=0).cards if card] == ["KD"]


def test_after_a_vain_fishing_the_turn_may_go_to_whom_was_asked() -> None:
    state = ask(deal(load("go-fish", after_fishing="asked"), *FIVE, stock="6C"), 2, "K")
    assert state.seat == 2


def test_four_of_a_rank_are_laid_down_at_once_and_count_one() -> None:
    state = deal(load("go-fish"), "5C 5H 7S 9S KC", "2H 3C 5S 5D JH", *FIVE[2:])
    state = ask(state, 1, "5")
    assert hand(state, 0) == sorted(["7S", "9S", "KC"])
    assert sorted(str(card) for card in state.view(None).zone("books", index=0).cards) == ["5C", "5D", "5H", "5S"]
    assert state.scores == (1, 0, 0, 0)
    assert state.seat == 0


def test_a_book_fished_with_another_card_is_laid_down_and_the_turn_passes() -> None:
    state = deal(load("go-fish"), "5C 5H 5S 9S KC", "2H 3C 2S 6D JH", *FIVE[2:], stock="5D")
    state = ask(state, 2, "K")
    assert state.scores[0] == 1
    assert state.seat == 1


def test_a_book_that_is_dealt_is_laid_down_before_play() -> None:
    state = deal(load("go-fish"), "5C 5H 5S 5D KC", "2H 3C 2S 6D JH", *FIVE[2:])
    assert state.scores == (1, 0, 0, 0)
    assert hand(state, 0) == ["KC"]


def test_an_empty_hand_draws_a_card_and_asks() -> None:
    state = deal(load("go-fish", players=2, cards=4), "5C 5H 5S 5D", "2H 3C 2S 6D", stock="9C")
    assert state.seat == 0
    assert hand(state, 0) == ["9C"]
    assert ranks_to_ask_for(state, 1) == ["9"]


def test_with_the_option_an_empty_hand_draws_a_card_and_passes() -> None:
    state = deal(load("go-fish", players=2, cards=4, empty_hand="pass"), "5C 5H 5S 5D", "2H 3C 2S 6D", stock="9C")
    assert hand(state, 0) == ["9C"]
    assert state.seat == 1


def test_nobody_is_asked_who_has_no_cards() -> None:
    state = deal(load("go-fish", players=3, cards=4), "2H 3C 2S 6D", "5C 5H 5S 5D", "7C 8C 9C 10C")
    assert [action.text for action in state.actions()] == ["ask 2"]


def test_a_player_whom_nobody_can_answer_passes_and_the_next_one_draws() -> None:
    state = deal(load("go-fish", players=2, cards=4), "2H 3C 2S 6D", "5C 5H 5S 5D", stock="9C")
    assert state.seat == 1
    assert hand(state, 1) == ["9C"]


def test_asking_goes_on_when_the_stock_is_empty() -> None:
    game = load("go-fish", players=4, cards=13)
    suits = [" ".join(card.code for card in game.deck if card.code.endswith(suit)) for suit in "CDHS"]
    state = deal(game, *suits)
    assert count(state, "stock") == 0
    state = ask(state, 1, "2")
    assert state.seat == 0
    before = hand(state, 0)
    state = ask(state, 1, "2")
    assert hand(state, 0) == before, "nothing to fish"
    assert state.seat == 1


def test_the_game_ends_when_all_books_are_made_and_most_books_win() -> None:
    game = load("go-fish", players=4, cards=13)
    suits = [" ".join(card.code for card in game.deck if card.code.endswith(suit)) for suit in "CDHS"]
    state = deal(game, *suits)
    for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"):
        for who in (1, 2, 3):
            assert not state.is_over
            state = ask(state, who, rank)
    assert state.is_over
    assert state.scores == (13, 0, 0, 0)
    assert state.returns == (1, -1 / 3, -1 / 3, -1 / 3)
    assert state.result is not None
    assert state.result.winner == 0


def test_a_player_without_cards_is_passed_over_once_the_stock_is_empty() -> None:
    game = load("go-fish", players=4, cards=13)
    suits = [" ".join(card.code for card in game.deck if card.code.endswith(suit)) for suit in "CDHS"]
    state = deal(game, *suits)
    for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"):
        for who in (1, 2, 3):
            state = ask(state, who, rank)
    state = ask(state, 1, "A")  # seat 1 has no cards left
    state = ask(state, 2, "A")
    assert [player.hand_count for player in state.view(None).players] == [3, 0, 0, 1]
    assert [action.text for action in state.actions()] == ["ask 3"]


def test_a_tie_shares_the_win() -> None:
    game = load("go-fish", players=3)
    rng = Random(1)
    for seed in range(200):
        state = game.deal(seed=seed)
        while not state.is_over:
            state = state.apply(rng.choice(state.actions()))
        best = [seat for seat in range(3) if state.scores[seat] == max(state.scores)]
        assert sum(state.scores) == 13
        assert state.result is not None
        assert state.result.winners == tuple(best)
        if len(best) == 2:
            (loser,) = {0, 1, 2} - set(best)
            assert state.returns == tuple(-1 if seat == loser else 0.5 for seat in range(3))
            return
    raise AssertionError("no tie in 200 games")


def test_the_first_to_run_out_may_end_the_game() -> None:
    state = deal(load("go-fish", players=2, cards=2, ends="first_out"), "5C 5H", "5S 5D")
    state = ask(state, 1, "5")
    assert state.is_over
    assert state.scores == (1, 0)


def test_hand_by_hand_each_seat_is_dealt_up_again_after_a_book() -> None:
    game = load("go-fish", players=2, deal="by_hand")
    order = "5C 5H 5S 5D KC KD 2C 2D 3C 3D 4C " + "AC AD 6C 6D 7C 7D 8C"
    rest = [card.code for card in game.deck if card.code not in order.split()]
    state = game.deal(deck=order.split() + rest, seed=1)
    assert hand(state, 0) == sorted(["KC", "KD", "2C", "2D", "3C", "3D", "4C"])
    assert hand(state, 1) == sorted(["AC", "AD", "6C", "6D", "7C", "7D", "8C"])
    assert state.scores == (1, 0)


# what play shows


def ranks_in(state: State, seat: int) -> list[str]:
    names = state.game.notation
    place = next(n for n, zone in enumerate(names.zones) if zone.name == HELD and zone.index == seat)
    return [str(names.card(card))[:-1] for card in state.position.layout()[place]]


def test_whoever_asks_is_known_to_hold_the_rank() -> None:
    state = ask(deal(load("go-fish"), *FIVE, stock="6C"), 2, "K")
    for observer in (1, 2, 3):
        for seed in range(40):
            assert "K" in ranks_in(state.resample(observer, seed=seed), 0)


def test_whoever_says_go_fish_is_known_to_have_none() -> None:
    state = ask(deal(load("go-fish"), *FIVE, stock="6C"), 2, "K")
    for observer in (0, 1, 3):
        for seed in range(40):
            assert "K" not in ranks_in(state.resample(observer, seed=seed), 2)


def test_whoever_handed_over_cards_is_known_to_have_no_more() -> None:
    state = ask(deal(load("go-fish"), *FIVE), 1, "5")
    for observer in (0, 2, 3):
        for seed in range(40):
            assert "5" not in ranks_in(state.resample(observer, seed=seed), 1)


def test_a_vain_fishing_shows_that_the_card_was_another() -> None:
    state = ask(deal(load("go-fish", players=2, cards=1), "KC", "2C", stock="6C"), 1, "K")
    for seed in range(200):
        assert ranks_in(state.resample(1, seed=seed), 0).count("K") == 1


def test_nobody_is_thought_to_hold_a_whole_book() -> None:
    state = ask(deal(load("go-fish"), *FIVE, stock="6C"), 2, "K")
    for seed in range(60):
        world = state.resample(3, seed=seed)
        for seat in range(3):
            held = ranks_in(world, seat)
            assert max(held.count(rank) for rank in held) < 4
