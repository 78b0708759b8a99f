"""Scopa, rule by rule, from https://www.pagat.com/fishing/scopa.html."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from tests.games.scripts import cards_in, choices, stacked

from deckwright.engine import State, load
from deckwright.games import OptionValue

SHORT = {"c": "coins", "u": "cups", "s": "swords", "b": "batons"}
RANKS = {"A": "ace", "J": "jack", "N": "knight", "K": "king"}


def cards(text: str) -> str:
    """`7c Ks` for `7/coins king/swords`: u is cups, b batons, N a knight."""
    return " ".join(f"{RANKS.get(card[:-1], card[:-1])}/{SHORT[card[-1]]}" for card in text.split())


def card(text: str) -> str:
    return cards(text)


def dealt(*hands: str, table: str, then: str = "", last: str = "", **options: OptionValue) -> State:
    game = load("scopa", players=len(hands), **{"hands": 1, **options})
    deck = stacked(game, [cards(hand) for hand in hands], then=cards(f"{table} {then}"), last=cards(last))
    return game.deal(deck=deck, seed=1)


def held(state: State, seat: int) -> list[str]:
    return sorted(cards_in(state, "hand", index=seat))


def take(state: State, text: str) -> State:
    """The state after these cards have been captured; the order in which they are named does not matter."""
    left = {f"take {name}" for name in cards(text).split()}
    while left:
        found = next(iter(left & choices(state)))
        left.remove(found)
        state = state.apply(found)
    return state


def finish(state: State, seed: int = 0) -> State:
    rng = random.Random(seed)
    while not state.is_over:
        state = state.apply(rng.choice(state.actions()))
    return state


def test_the_pack_has_forty_cards_in_four_latin_suits() -> None:
    deck = [str(card) for card in load("scopa").deck]
    assert len(deck) == 40
    assert Counter(code.split("/")[1] for code in deck) == dict.fromkeys(("coins", "cups", "swords", "batons"), 10)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_three_cards_go_to_each_player_and_four_to_the_table(players: int) -> None:
    state = load("scopa", players=players, redeal_kings=False).deal(seed=1)
    assert [len(held(state, seat)) for seat in range(players)] == [3] * players
    assert len(cards_in(state, "layout")) == 4
    assert state.view(1).zone("hand", index=0).cards == (None,) * 3


def test_a_card_captures_one_of_its_rank() -> None:
    state = dealt("7c 2u 3s", "Ab Kb Jb", table="7s 7b Nc Ju")
    state = state.apply(f"capture {card('7c')}")
    assert choices(state) == {f"take {card('7s')}", f"take {card('7b')}"}, "one of them, at choice"
    state = state.apply(f"take {card('7b')}")
    assert sorted(cards_in(state, "captured", index=0)) == sorted(cards("7c 7b").split())
    assert sorted(cards_in(state, "layout")) == sorted(cards("7s Nc Ju").split())


def test_without_an_equal_card_it_captures_cards_that_add_up_to_it() -> None:
    state = dealt("7c 2u Js", "Ab Kb Jb", table="4s 3b 5c Au")
    state = state.apply(f"capture {card('7c')}")
    assert choices(state) <= {f"take {name}" for name in cards("4s 3b").split()}
    state = take(state, "4s 3b")
    assert state.seat == 1
    assert sorted(cards_in(state, "captured", index=0)) == sorted(cards("7c 4s 3b").split())


def test_any_of_several_sums_may_be_taken() -> None:
    start = dealt("Jc 2u 3s", "Ab Kb 4b", table="5s 3b 6c 2s")
    start = start.apply(f"capture {card('Jc')}")
    taken = set()
    for first in start.actions():
        state = start.apply(first)
        for second in state.actions():
            after = state.apply(second)
            taken.add(tuple(sorted(cards_in(after, "captured", index=0))))
    assert taken == {tuple(sorted(cards(f"Jc {sum_}").split())) for sum_ in ("5s 3b", "6c 2s")}


def test_three_or_four_cards_may_add_up() -> None:
    state = dealt("Kc 2u Js", "3s Kb Jb", table="4s 3b 2c Au")
    state = state.apply(f"capture {card('Kc')}")
    state = take(state, "4s 3b 2c Au")
    assert len(cards_in(state, "captured", index=0)) == 5


def test_an_equal_card_must_be_taken_rather_than_a_sum() -> None:
    state = dealt("7c 2u Js", "Ab Kb Jb", table="4s 3b 7s Au")
    state = state.apply(f"capture {card('7c')}")
    assert choices(state) == {f"take {card('7s')}"}


def test_a_card_that_can_capture_may_not_be_laid() -> None:
    state = dealt("7c Nu Js", "Ab Kb Jb", table="4s 3b Jc Ku")
    assert choices(state, verb="lay") == {card("Nu")}
    assert choices(state, verb="capture") == set(cards("7c Js").split())


def test_nobody_need_play_a_card_that_captures() -> None:
    state = dealt("7c Nu Js", "Ab Kb Jb", table="4s 3b Jc Ku").apply(f"lay {card('Nu')}")
    assert card("Nu") in cards_in(state, "layout")
    assert state.seat == 1


def test_courts_count_eight_nine_and_ten() -> None:
    for played, table in (("Jc", "7s Au"), ("Nc", "7s 2u"), ("Kc", "7s 3u")):
        state = dealt(f"{played} 6b 5b", "4b 4u 6s", table=f"{table} Jb Nb" if played == "Kc" else f"{table} Kb Ks")
        state = take(state.apply(f"capture {card(played)}"), table)
        assert sorted(cards_in(state, "captured", index=0)) == sorted(cards(f"{played} {table}").split())


def test_clearing_the_table_is_a_sweep_and_a_point() -> None:
    state = dealt("Kc 6u Jb", "5b Ku Jc", table="4s 3b 2c Au")
    state = state.apply(f"capture {card('Kc')}")
    state = take(state, "4s 3b 2c Au")
    assert cards_in(state, "layout") == []
    assert sweeps_of(state) == [1, 0]


def test_three_more_cards_each_are_dealt_when_the_hands_are_empty() -> None:
    state = dealt("Kc Ks Kb", "Jc Js Jb", table="2s 3s 2b 3b")
    for _ in range(6):
        state = state.apply(next(action for action in state.actions()))
        while choices(state, verb="take"):
            state = state.apply(state.actions()[0])
    assert [len(held(state, seat)) for seat in (0, 1)] == [3, 3]
    assert len(cards_in(state, "stock")) == 40 - 4 - 12
    assert state.seat == 0


def counted(state: State, seats: int) -> list[list[str]]:
    return [cards_in(state, "captured", index=seat) for seat in range(seats)]


PRIMIERA = {"7": 21, "6": 18, "ace": 16, "5": 15, "4": 14, "3": 13, "2": 12, "jack": 10, "knight": 10, "king": 10}


def best_by_suit(captured: list[str]) -> dict[str, int]:
    best: dict[str, int] = {}
    for name in captured:
        rank, suit = name.split("/")
        best[suit] = max(best.get(suit, 0), PRIMIERA[rank])
    return best


def primiera(captured: list[str]) -> int:
    best = best_by_suit(captured)
    return sum(best.values()) if len(best) == 4 else 0


def lone_best(values: list[int]) -> list[int]:
    return [int(value == max(values) and values.count(value) == 1) for value in values]


def sweeps_of(state: State) -> list[int]:
    return [int(count or 0) for count in state.view(None).registers["sweeps"]]


def points(state: State, sides: int) -> dict[str, list[int]]:
    """What each side has won, worked out from the cards."""
    piles = counted(state, sides)
    return {
        "cards": lone_best(list(map(len, piles))),
        "coins": lone_best([sum(name.endswith("coins") for name in pile) for pile in piles]),
        "settebello": [int("7/coins" in pile) for pile in piles],
        "primiera": lone_best(list(map(primiera, piles))),
        "sweeps": sweeps_of(state),
    }


@pytest.mark.parametrize(("players", "partners"), [(2, True), (3, True), (4, False), (4, True)])
def test_points_go_to_the_most_cards_most_coins_settebello_primiera_and_sweeps(players: int, partners: bool) -> None:
    sides = 2 if partners and players == 4 else players
    level = Counter[str]()
    game = load("scopa", players=players, partners=partners, hands=1)
    for seed in range(60):
        state = finish(game.deal(seed=seed), seed)
        assert sum(map(len, counted(state, sides))) == 40, "the last to capture took what was left"
        won = points(state, sides)
        level.update(name for name, each in won.items() if not any(each))
        scores = state.team_scores if sides != players else state.scores
        assert list(scores) == [sum(each) for each in zip(*won.values(), strict=True)]
    assert level["coins"], "level is nobody's"


def without_batons(state: State, rng: random.Random) -> str:
    """Seat 0 captures sevens, sixes and aces but no batons; the others only what is worth little."""
    texts = sorted(choices(state))
    value = {text: PRIMIERA[text.split()[1].split("/")[0]] for text in texts}
    captures = [text for text in texts if text.startswith("capture")]
    others = [text for text in texts if text.startswith("lay")] or texts
    if state.seat == 0:
        allowed = [text for text in texts if not text.endswith("batons")] or texts
        if texts[0].startswith("take"):
            return max(allowed, key=value.__getitem__)
        good = [text for text in captures if value[text] >= 15 and text in allowed]
        return max(good, key=value.__getitem__) if good else rng.choice(others)
    if texts[0].startswith("take"):
        return min(texts, key=value.__getitem__)
    poor = [text for text in captures if value[text] <= 13]
    return min(poor, key=value.__getitem__) if poor else rng.choice(others)


def test_who_lacks_a_suit_has_no_primiera() -> None:
    game = load("scopa", players=4, partners=False, hands=1, redeal_kings=False)
    for seed in range(1000):
        rng = random.Random(seed)
        deck = [str(card) for card in game.deck]
        rng.shuffle(deck)
        state = game.deal(deck=deck, seed=1)
        while not state.is_over:
            state = state.apply(without_batons(state, rng))
        won = points(state, 4)
        best = [sum(best_by_suit(pile).values()) for pile in counted(state, 4)]
        if lone_best(best) != won["primiera"]:
            assert list(state.scores) == [sum(each) for each in zip(*won.values(), strict=True)]
            return
    pytest.fail("nobody without batons had the best cards")


def test_the_last_card_of_the_deal_never_makes_a_sweep() -> None:
    cleared = late = 0
    game = load("scopa", hands=1)
    for seed in range(300):
        state = game.deal(seed=seed)
        rng = random.Random(seed)
        sweeps, before = [0, 0], state
        while not state.is_over:
            before, sweeps = state, sweeps_of(state)
            state = state.apply(rng.choice(state.actions()))
            late += sweeps_of(state) != sweeps and not cards_in(before, "stock")
        assert sweeps_of(state) == sweeps
        on_table = len(cards_in(before, "layout"))
        cleared += on_table <= 1 and before.actions()[0].text.startswith("take")
    assert cleared, "some deals end with a capture of the whole table"
    assert late, "the last cards but one still make sweeps"


def test_what_is_left_on_the_table_goes_to_the_last_who_captured() -> None:
    game = load("scopa", players=3, hands=1)
    for seed in range(30):
        state = game.deal(seed=seed)
        rng = random.Random(seed)
        last, before = None, state
        while not state.is_over:
            before = state
            action = rng.choice(state.actions())
            last = state.seat if action.text.startswith("capture") else last
            state = state.apply(action)
        assert last is not None
        for name in cards_in(before, "layout"):
            assert name in cards_in(state, "captured", index=last)


@pytest.mark.parametrize("kings", [3, 4])
def test_three_kings_on_the_table_are_dealt_again_by_the_same_dealer(kings: int) -> None:
    table = {3: "Kc Ks Kb 2c", 4: "Kc Ks Kb Ku"}[kings]
    state = dealt("7c 7s 7b", "6c 6s 6b", table=table)
    assert sum(name.startswith("king") for name in cards_in(state, "layout")) < 3
    assert [len(held(state, seat)) for seat in (0, 1)] == [3, 3]
    assert len(cards_in(state, "layout")) == 4
    assert len(cards_in(state, "stock")) == 30
    assert state.seat == 0
    kept = dealt("7c 7s 7b", "6c 6s 6b", table=table, redeal_kings=False)
    assert cards_in(kept, "layout") == cards(table).split()


def test_two_kings_on_the_table_stay() -> None:
    state = dealt("7c 7s 7b", "6c 6s 6b", table="Kc Ks 2c 3c")
    assert sorted(cards_in(state, "layout")) == sorted(cards("Kc Ks 2c 3c").split())


def test_the_game_is_to_eleven_and_goes_on_while_level() -> None:
    game = load("scopa")
    for seed in range(40):
        state = game.deal(seed=seed)
        rng = random.Random(seed)
        hands = 0
        while not state.is_over:
            if state.hands > hands:
                hands = state.hands
                high, low = sorted(state.scores, reverse=True)
                assert high < 11 or high == low
            state = state.apply(rng.choice(state.actions()))
        assert max(state.scores) >= 11
        assert state.scores[0] != state.scores[1]
        assert state.result is not None
        assert state.result.winner == state.scores.index(max(state.scores))


def test_four_play_as_partners_who_sit_opposite() -> None:
    game = load("scopa", players=4, hands=1)
    assert game.teams == ((0, 2), (1, 3))
    state = finish(game.deal(seed=1))
    assert state.result is not None
    assert state.result.winner == -1
    assert state.result.winning_team in (0, 1) or state.result.is_draw
    assert not load("scopa", players=4, partners=False).teams
