"""Texas hold'em over the engine: its options, what tables show of it, and what holds of whole matches."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import deckwright as dw
from deckwright.engine import Game, State, load
from deckwright.engine.scene import choices, standing
from deckwright.games import OptionError
from deckwright.games.holdem.options import parse_sizes


def dealt(game: Game, hands: list[str], board: str, *, dealer: int) -> State:
    """A deal in which seats hold these cards and the board is this."""
    count = game.seats
    order = [hands[(dealer + 1 + place) % count].split()[turn] for turn in range(2) for place in range(count)]
    order += board.split()
    rest = [str(card) for card in game.deck if str(card) not in order]
    return game.deal(deck=(*order, *rest), seed=0)


def played(state: State, *actions: str) -> State:
    """The state after some actions."""
    for action in actions:
        state = state.apply(action)
    return state


def at_random(state: State, rng: Random) -> State:
    """The end of a game."""
    while not state.is_over:
        state = state.apply(rng.choice(state.actions()))
    return state


# the table


def test_three_players_post_blinds_and_the_button_acts_first() -> None:
    state = load("holdem", players=3).deal(seed=1)
    view = state.view(None)
    assert view.facts["pot"] == 3
    assert [player.chips for player in view.players] == [199, 198, 200]
    assert state.seat == 2


def test_six_players_are_dealt_two_cards_each() -> None:
    view = load("holdem", players=6).deal(seed=1).view(None)
    assert [player.hand_count for player in view.players] == [2] * 6
    assert len({player.seat for player in view.players}) == 6


@pytest.mark.parametrize(
    ("players", "names"),
    [
        (2, ["SB", "BB"]),
        (3, ["SB", "BB", "BTN"]),
        (4, ["SB", "BB", "UTG", "BTN"]),
        (5, ["SB", "BB", "UTG", "CO", "BTN"]),
        (6, ["SB", "BB", "UTG", "MP", "CO", "BTN"]),
    ],
)
def test_positions_are_badges_of_the_seats(players: int, names: list[str]) -> None:
    badges = standing(load("holdem", players=players).deal(seed=3)).badges
    assert [badge.value for badge in badges if badge.name == "position"] == names


def test_raises_are_told_with_what_the_bet_comes_to() -> None:
    labels = [choice.label for choice in choices(load("holdem").deal(seed=1))]
    assert labels == ["fold", "call 1", "raise to 4", "raise to 6", "all in: 200"]


def test_side_pots_are_badges_of_the_table() -> None:
    state = played(load("holdem", players=3, stacks="10,30,50").deal(seed=1), "all in", "call")
    assert [(b.label, b.value) for b in standing(state).badges if b.holds == "chips"] == [
        ("Pot", 122),
        ("To call", 58),
        ("Side pot 1", 80),
    ]


# what is shown


def test_a_hand_that_loses_without_an_all_in_is_never_shown() -> None:
    game = load("holdem", players=2, dealer=0)
    state = dealt(game, ["AS AC", "KD KH"], "2C 7D 9H JS 3S", dealer=0)
    state = played(state, "call", "check", "check", "check", "check", "check")
    last = played(state, "bet pot", "call")  # the big blind bets and shows first; the button wins and shows
    assert last.view(None).zone("hand", index=0).cards == ("AC", "AS")
    assert last.view(None).zone("hand", index=1).cards == ("KD", "KH")
    last = played(state, "check", "bet pot", "call")  # the button shows first; the other hand is beaten
    assert last.view(None).zone("muck").cards == (None, None)
    assert last.view(0).zone("muck").cards == (None, None)
    assert last.view(1).zone("muck").cards == ("KD", "KH"), "its owner remembers it"


def test_nothing_is_shown_when_all_others_fold() -> None:
    last = played(load("holdem").deal(seed=1), "fold")
    assert all(set(zone.cards) <= {None} for zone in last.view(None).zones)


# matches


def test_two_players_of_a_larger_table_play_the_heads_up_game() -> None:
    """Three seats of which one is broke: the two others play as two do."""
    rng = Random(5)
    for seed in range(40):
        match = load("holdem", players=3, stacks="20,20,1", hands=1000, carry=True, sizes="0.5,1")
        state = match.deal(seed=seed)
        while not state.is_over and not any(player.is_out for player in state.view(None).players):
            state = state.apply(rng.choice(state.actions()))
        if state.is_over:
            continue
        while not state.is_over:
            facts, players = state.view(None).facts, state.view(None).players
            assert state.seat is not None
            inside = [player for player in players if not player.is_out]
            assert len(inside) == 2
            if state.phase == "preflop" and facts["raises"] == 0 and state.seat == facts["dealer"]:
                assert players[state.seat].bet == 1, "the button posts the small blind and acts first"
            if state.phase != "preflop" and not any(player.bet for player in players) and _is_fresh(state):
                assert state.seat != facts["dealer"]
            state = state.apply(rng.choice(state.actions()))


def _is_fresh(state: State) -> bool:
    return any(event.kind == "moved" and event.detail["to"] == "board" for event in state.events(None))


def test_the_deal_rotates() -> None:
    state = load("holdem", players=4, hands=8).deal(seed=2)
    dealers = [state.view(None).facts["dealer"]]
    rng = Random(1)
    while not state.is_over:
        after = state.apply(rng.choice(state.actions()))
        if after.hands == state.hands + 1 and not after.is_over:
            dealers.append(after.view(None).facts["dealer"])
        state = after
    assert all((two - one) % 4 == 1 for one, two in pairwise(dealers))  # type: ignore[operator]


@given(st.integers(2, 6), st.integers(0, 10_000), st.sampled_from(["", "5"]), st.booleans(), st.integers(0, 2))
def test_returns_add_up_to_minus_the_rake(players: int, seed: int, rake: str, carry: bool, ante: int) -> None:
    rng = Random(seed)
    stacks = ",".join(str(rng.randint(1, 60)) for _ in range(players))
    options = {"rake": rake} if rake else {}
    game = load("holdem", players=players, stacks=stacks, hands=3, carry=carry, ante=ante, **options)
    last = at_random(game.deal(seed=seed), rng)
    assert last.returns is not None
    total = sum(last.returns)
    assert abs(total) < 1e-9 if not rake else total <= 1e-9
    assert sum(last.scores) == round(2 * total)


def test_simulation_of_six_completes_and_profits_sum_to_zero() -> None:
    result = dw.simulate(load("holdem", players=6), agents=("tight", "loose", "aggressive"), games=300, seed=1)
    assert result.games_played == 300
    assert result.cut_off == 0
    assert abs(sum(one.mean for one in result.returns)) < 1e-9


# options


@pytest.mark.parametrize(
    ("options", "path"),
    [
        ({"stacks": "100,0"}, r"\$\.stacks\[1\]: found '0'"),
        ({"stacks": "100,0.3"}, r"\$\.stacks\[1\]"),
        ({"stacks": "100"}, r"\$\.stacks: .*2 stacks"),
        ({"stacks": "100,many"}, r"\$\.stacks\[1\]: found 'many'"),
        ({"stacks": "100,100", "stack": 50}, r"\$\.stacks"),
        ({"stacks": "100,1_0"}, r"\$\.stacks\[1\]"),
        ({"stacks": "100,٣"}, r"\$\.stacks\[1\]"),
        ({"small_blind": 3}, r"\$\.small_blind: found 3, expected at most the big blind, 2"),
        ({"ante": 3}, r"\$\.ante"),
        ({"sizes": "1,0.5"}, r"\$\.sizes\[1\]"),
        ({"sizes": "1/1/1"}, r"\$\.sizes"),
        ({"sizes": "1/1/nan/1"}, r"\$\.sizes\.turn\[0\]: found 'nan'"),
        ({"sizes": "0"}, r"\$\.sizes\[0\]"),
        ({"sizes": "1,2,3,4,5,6,7,8,9"}, r"\$\.sizes: .*at most 8"),
        ({"rake": "101"}, r"\$\.rake"),
        ({"rake": "0.001"}, r"\$\.rake"),
        ({"rake_cap": "3"}, r"\$\.rake_cap"),
        ({"carry": True}, r"\$\.carry"),
        ({"dealer": 2}, r"\$\.dealer: found 2, expected a seat from 0 to 1"),
        ({"big_blind": 10_000, "small_blind": 1, "stack": 10_000}, r"\$\.stack: "),
        ({"players": 7}, "players"),
    ],
)
def test_what_cannot_be_is_told_with_its_path(options: dict[str, int | str | bool], path: str) -> None:
    with pytest.raises(OptionError, match=path):
        load("holdem", **options)


def test_sizes_are_read_for_all_streets_or_street_by_street() -> None:
    assert parse_sizes("0.5,1") == [[50, 100]] * 4
    assert parse_sizes("1/0.33, 2/-/10") == [[100], [33, 200], [], [1000]]


def test_agents_of_holdem_are_refused_elsewhere() -> None:
    for name in ("tight", "loose", "aggressive", "always-call"):
        with pytest.raises(dw.DeckwrightError, match="does not play Hearts") as refused:
            dw.simulate("hearts", agents=(name,), games=1, seed=0)
        assert refused.value.code == "agent.other-game"


def test_the_same_world_looks_the_same_whatever_others_hold() -> None:
    """Rule-based agents choose alike in worlds that look the same to their seat."""
    from deckwright.agents import parse_agent
    from deckwright.agents.playing import choose

    rng = Random(3)
    for seed in range(20):
        state = load("holdem", players=3).deal(seed=seed)
        while not state.is_over:
            assert state.seat is not None
            for name in ("tight", "loose", "aggressive", "always-call"):
                agent = parse_agent(name)
                other = state.resample(state.seat, seed=seed)
                assert choose(agent, state, seed=1) == choose(agent, other, seed=1)
            state = state.apply(rng.choice([action for action in state.actions() if action.text != "all in"]))


def test_aggressive_raises_more_than_tight_which_plays_fewer_hands_than_loose() -> None:
    from deckwright.agents import parse_agent
    from deckwright.agents.playing import choose

    done = {name: [0, 0] for name in ("tight", "loose", "aggressive")}
    game = load("holdem", players=3)
    for seed in range(200):
        state = game.deal(seed=seed)
        for name, (folds, raises) in done.items():
            text = choose(parse_agent(name), state, seed=1).text
            done[name] = [folds + (text == "fold"), raises + text.startswith(("raise", "all"))]
    assert done["loose"][0] < done["tight"][0]
    assert done["aggressive"][0] < done["tight"][0]
    assert done["aggressive"][1] > done["tight"][1] > done["loose"][1] > 0


def test_an_ante_that_nobody_could_match_is_given_back_and_not_raked() -> None:
    """Uncalled chips are no part of a pot, whether they were bet or posted (TDA, all-ins; rake is of pots)."""
    game = load("holdem", players=2, stacks="1.35,0.21", small_blind=47, big_blind=100, ante=54, dealer=0, rake="10")
    state = game.deal(seed=9)
    assert state.is_over  # 21 chips are all in for an ante
    assert sorted(state.scores) == [-21, 17]  # of a pot of 42, and of nothing else, the house takes 4
