"""War, hand by hand, from the rules at https://www.pagat.com/war/war.html."""

from __future__ import annotations

from itertools import chain

from tests.games.scripts import cards_in, choices

from deckwright.engine import Game, State, load

SUITS = "CDHS"


def packets(game: Game, *piles: list[str]) -> State:
    """A deal in which each packet is as written, the top card first. The last card dealt lies on top."""
    rounds = zip(*(reversed(pile) for pile in piles), strict=True)
    dealt = list(chain.from_iterable(rounds))
    aside = [str(card) for card in game.deck if str(card) not in dealt]
    return game.deal(deck=[*dealt, *aside], seed=1)


def battle(state: State, *, flips: int = 2) -> State:
    for _ in range(flips):
        assert len(state.actions()) == 1, "nothing is ever chosen"
        state = state.apply(state.actions()[0])
    return state


def packet(state: State, seat: int) -> list[str]:
    """A packet with the top card first."""
    return cards_in(state, "hand", index=seat)[::-1]


def filled(game: Game, *tops: list[str], size: int) -> list[list[str]]:
    """Packets that begin as written; the rest of the deck fills them up."""
    rest = [str(card) for card in game.deck if str(card) not in chain.from_iterable(tops)]
    return [[*top, *(rest.pop() for _ in range(size - len(top)))] for top in tops]


def all_of(*ranks: str) -> list[str]:
    return [rank + suit for rank in ranks for suit in SUITS]


def test_all_cards_are_dealt_and_nobody_looks_at_them() -> None:
    state = load("war").deal(seed=3)
    for seat in (0, 1):
        assert len(packet(state, seat)) == 26
        assert state.view(seat).hand == (None,) * 26
    assert choices(state) == {"turn up"}


def test_the_higher_card_takes_both_and_they_go_underneath() -> None:
    game = load("war")
    state = battle(packets(game, *filled(game, ["KC", "2C"], ["5H", "AS"], size=26)))
    assert len(packet(state, 0)) == 27
    assert sorted(packet(state, 0)[-2:]) == ["5H", "KC"]
    assert packet(state, 0)[0] == "2C"
    state = battle(state)
    assert sorted(packet(state, 1)[-2:]) == ["2C", "AS"], "the ace is high"


def test_suits_are_ignored() -> None:
    game = load("war")
    for low, high in (("9S", "10C"), ("9C", "10S"), ("JH", "QH")):
        state = battle(packets(game, *filled(game, [low], [high], size=26)))
        assert len(packet(state, 1)) == 27


def test_equal_cards_go_to_war_with_three_cards_face_down() -> None:
    game = load("war")
    state = packets(game, *filled(game, ["7C", "2C", "3C", "4C", "9D"], ["7S", "AS", "KS", "QS", "8D"], size=26))
    state = battle(state)
    assert len(packet(state, 0)) == len(packet(state, 1)) == 26 - 1 - 3
    for seat in (None, 0, 1):
        assert state.view(seat).trick.count(None) == 6, "nobody sees what is buried"
    state = battle(state)
    assert len(packet(state, 0)) == 31
    assert set(packet(state, 0)[-10:]) == {"7C", "7S", "2C", "3C", "4C", "AS", "KS", "QS", "9D", "8D"}


def test_one_card_face_down_is_an_option() -> None:
    game = load("war", bury=1)
    state = battle(packets(game, *filled(game, ["7C", "2C", "9D"], ["7S", "AS", "8D"], size=26)), flips=4)
    assert set(packet(state, 0)[-6:]) == {"7C", "7S", "2C", "AS", "9D", "8D"}
    assert len(packet(state, 1)) == 23


def test_a_war_goes_on_while_the_cards_are_equal() -> None:
    game = load("war", bury=1)
    tops = ["7C", "2C", "9D", "3C", "KC"], ["7S", "AS", "9S", "3D", "QC"]
    state = battle(packets(game, *filled(game, *tops, size=26)), flips=6)
    assert len(packet(state, 0)) == 31
    assert len(packet(state, 1)) == 21


def losing_packet(game: Game) -> State:
    """Seat 0 wins the first 24 battles; then twos meet, and seat 1 has one card left."""
    high = all_of("A", "Q", "10", "8", "6", "4")
    low = all_of("K", "J", "9", "7", "5", "3")
    return packets(game, [*high, "2C", "2D"], [*low, "2H", "2S"])


def test_who_cannot_complete_a_war_loses() -> None:
    state = battle(losing_packet(load("war")), flips=2 * 25)
    assert state.is_over
    assert state.result is not None
    assert state.result.winner == 0
    assert len(packet(state, 0)) == 52
    assert state.returns == (1.0, -1.0)


def test_who_has_no_cards_left_loses() -> None:
    state = battle(losing_packet(load("war", bury=0)), flips=2 * 26)
    assert state.result is not None
    assert state.result.winner == 0


def test_a_war_that_neither_can_complete_is_lost_by_who_runs_out_first() -> None:
    game = load("war")
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"]
    tied = [(f"{rank}{a}", f"{rank}{b}") for rank in ranks for a, b in ("CD", "HS")]
    # The last king and ace meet face down, so that every card turned up is equal.
    tied += [("AD", "AH"), ("KD", "KH"), ("AS", "KS")]
    tied[-1], tied[5] = tied[5], tied[-1]
    mine, yours = (list(side) for side in zip(*tied, strict=True))
    state = packets(game, ["AC", *mine], ["KC", *yours])
    state = battle(state)
    assert len(packet(state, 0)) == 27
    while not state.is_over:
        state = state.apply(state.actions()[0])
    assert state.result is not None
    assert state.result.winner == 0
    assert len(state.history) == 2 + 2 * 7, "six wars follow each other: 25 cards"


def test_a_war_that_both_run_out_of_together_is_a_draw() -> None:
    game = load("war")
    ranks = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
    mine = [rank + suit for rank in ranks for suit in "CH"]
    yours = [rank + suit for rank in ranks for suit in "DS"]
    state = packets(game, mine, yours)
    while not state.is_over:
        state = state.apply(state.actions()[0])
    assert state.result is not None
    assert state.result.is_draw
    assert state.returns == (0.0, 0.0)


def test_at_the_limit_whoever_has_most_cards_wins() -> None:
    game = load("war", limit=1)
    state = battle(packets(game, *filled(game, ["KC"], ["AC"], size=26)))
    assert state.result is not None
    assert state.result.winner == 1


def test_three_players_are_dealt_seventeen_and_one_card_is_set_aside() -> None:
    state = load("war", players=3).deal(seed=1)
    assert [len(packet(state, seat)) for seat in range(3)] == [17, 17, 17]
    assert len(cards_in(state, "stock")) == 1


def test_of_three_players_only_those_who_tied_for_highest_fight_the_war() -> None:
    game = load("war", players=3, bury=1)
    state = packets(game, *filled(game, ["7C", "AC"], ["9S", "2S", "4D"], ["9D", "3D", "5D"], size=17))
    state = battle(state, flips=3)
    assert [len(packet(state, seat)) for seat in range(3)] == [16, 15, 15]
    assert state.seat == 1
    state = battle(state)
    assert [len(packet(state, seat)) for seat in range(3)] == [16, 14, 21]
    assert state.seat == 2, "the winner turns first"


def test_equal_cards_that_are_not_the_highest_are_no_war() -> None:
    game = load("war", players=3)
    state = battle(packets(game, *filled(game, ["7C"], ["7S"], ["9D"], size=17)), flips=3)
    assert [len(packet(state, seat)) for seat in range(3)] == [16, 16, 19]


def test_a_player_without_cards_is_left_out_and_the_others_go_on() -> None:
    game = load("war", players=4, limit=5000)
    seen_short = False
    for seed in range(8):
        state = game.deal(seed=seed)
        while not state.is_over:
            seen_short |= any(len(packet(state, seat)) == 0 for seat in range(4)) and not state.view(None).trick
            state = state.apply(state.actions()[0])
        assert state.result is not None
    assert seen_short
