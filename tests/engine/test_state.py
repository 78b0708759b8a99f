"""Positions: what may be done, and what comes of it."""

import pickle
from typing import Any

import pytest

from deckwright.engine import (
    Action,
    Deal,
    DealError,
    EngineError,
    Game,
    IllegalAction,
    SeatError,
    load,
    seed_bytes,
)

from .conftest import play_out, walk


def test_apply_gives_a_new_state_and_leaves_the_old_one(any_game: Game) -> None:
    for state in walk(any_game, seed=2, most=60):
        if state.seat is None:
            break
        before = [state.view(seat).to_json() for seat in range(any_game.seats)], state.actions(), state.history
        for action in state.actions():
            assert state.apply(action).history == (*state.history, action)
        assert before == ([state.view(s).to_json() for s in range(any_game.seats)], state.actions(), state.history)


def test_an_action_may_be_said_as_text(kuhn: Game) -> None:
    state = kuhn.deal(seed=1)
    assert state.apply("check").history == state.apply(state.actions()[0]).history


def test_an_illegal_action_names_the_action_the_seat_the_phase_and_the_choices(kuhn: Game) -> None:
    state = kuhn.deal(seed=1)
    with pytest.raises(IllegalAction) as caught:
        state.apply("fold")
    error = caught.value
    assert (error.code, error.action, error.seat, error.legal) == ("action.illegal", "fold", 0, ("check", "raise"))
    assert str(error) == "'fold' is not legal for seat 0 in phase 'betting': expected one of check, raise"


def test_an_illegal_action_changes_nothing(hearts: Game) -> None:
    state = hearts.deal(seed=1)
    before = state.view(0).to_json(), state.key(0), state.actions()
    for text in ("play QS", "pass", "nonsense", ""):
        with pytest.raises(IllegalAction):
            state.apply(text)
    assert before == (state.view(0).to_json(), state.key(0), state.actions())


def test_an_action_of_another_seat_is_stale(kuhn: Game) -> None:
    state = kuhn.deal(seed=1)
    check = state.actions()[0]
    with pytest.raises(IllegalAction, match="it is an action of seat 0") as caught:
        state.apply(check).apply(check)
    assert caught.value.legal == ()  # what seat 1 may do would say what it holds


def test_an_action_of_another_game_is_refused_though_its_numbers_would_fit(kuhn: Game, hearts: Game) -> None:
    foreign = hearts.deal(seed=1).actions()[0]
    assert (foreign.slot, foreign.value) == (0, 0) or foreign.slot == 0
    with pytest.raises(IllegalAction, match=foreign.text):
        kuhn.deal(seed=1).apply(Action(foreign.text, foreign.slot, foreign.value, seat=0))


def test_nothing_is_legal_when_the_game_is_over(any_game: Game) -> None:
    state = play_out(any_game, seed=3)
    assert state.is_over
    assert state.seat is None
    assert state.actions() == ()
    assert state.transitions() == ()
    assert state.phase == ""
    with pytest.raises(IllegalAction, match="the game is over"):
        state.apply("anything")


def test_a_result_comes_with_the_end(any_game: Game) -> None:
    for state in walk(any_game, seed=4, most=1_000_000):
        assert (state.returns is None) == (state.result is None) == (state.seat is not None)


def test_transitions_are_the_actions_with_an_id_and_a_label(any_game: Game) -> None:
    state = any_game.deal(seed=5)
    transitions = state.transitions()
    assert tuple(transition.action for transition in transitions) == state.actions()
    assert len({transition.id for transition in transitions}) == len(transitions)
    for transition in transitions:
        assert transition.after().history == (transition.action,)
        assert set(transition.to_dict()) == {"id", "label", "action"}


def test_history_and_deal_rebuild_the_state(any_game: Game) -> None:
    for state in walk(any_game, seed=6, most=40):
        assert state.deal is not None
        texts = [str(action) for action in state.history]
        for history in (state.history, texts):
            again = any_game.replay(Deal.from_dict(state.deal.to_dict()), history)
            assert again.view(0) == state.view(0)
            assert again.position.layout() == state.position.layout()


def test_a_history_that_does_not_fit_is_refused(kuhn: Game) -> None:
    with pytest.raises(IllegalAction):
        kuhn.replay(Deal(seed_bytes(1)), ["check", "check", "check"])


def test_states_and_games_can_be_pickled(any_game: Game) -> None:
    *_, state = walk(any_game, seed=7, most=10)
    copy = pickle.loads(pickle.dumps(state))
    assert copy.game == any_game
    assert copy.view(None) == state.view(None)
    assert copy.history == state.history


def test_errors_can_be_pickled(kuhn: Game) -> None:
    with pytest.raises(IllegalAction) as caught:
        kuhn.deal(seed=1).apply("fold")
    copy = pickle.loads(pickle.dumps(caught.value))
    assert (str(copy), copy.legal) == (str(caught.value), caught.value.legal)


@pytest.mark.parametrize("seat", [-1, 2, 99, True, "0", 1.0])
def test_a_seat_that_is_not_at_the_table_is_refused(kuhn: Game, seat: Any) -> None:
    state = kuhn.deal(seed=1)
    for ask in (state.view, state.key, state.information, state.events, lambda s: state.resample(s, seed=1)):
        with pytest.raises(SeatError, match="expected 0 to 1"):
            ask(seat)


# Deals


def test_the_same_seed_is_the_same_deal(any_game: Game) -> None:
    assert any_game.deal(seed=8).position.layout() == any_game.deal(seed=8).position.layout()


def test_different_seeds_are_different_deals(hearts: Game) -> None:
    seeds: list[int | bytes] = [0, 1, -1, 2**64, -(2**64), 10**40, b"", b"\0", b"1"]
    hands = [hearts.deal(seed=seed).view(0).hand for seed in seeds]
    assert len(set(hands)) == len(seeds)


@pytest.mark.parametrize("seed", [True, 1.5, "7", None])
def test_a_seed_is_a_whole_number_or_bytes(kuhn: Game, seed: Any) -> None:
    with pytest.raises(DealError, match="expected a whole number or bytes"):
        kuhn.deal(seed=seed)


def test_a_seed_and_its_bytes_are_pinned() -> None:
    """Saved deals depend on these: they may not change."""
    assert seed_bytes(7).hex() == "662ca7732f3059961e7a429b42a8a0f9442f181883094ae76aae99ac7c14aeba"
    assert seed_bytes(b"seven").hex() == "1ab6c50d7dfc11c8206124329ebb44d6e093ed31d9b4effd1b92954c998740d4"


def test_the_deck_is_dealt_from_the_top(kuhn: Game) -> None:
    state = kuhn.deal(deck=("KS", "JS", "QS"), seed=1)
    assert [state.view(seat).hand for seat in (0, 1)] == [("KS",), ("JS",)]
    assert state.deal is not None
    assert state.deal.deck == ("KS", "JS", "QS")


def test_a_given_deck_leaves_only_later_chance_to_the_seed(hearts: Game) -> None:
    deck = [str(card) for card in hearts.deck]
    assert hearts.deal(deck=deck, seed=1).position.layout() == hearts.deal(deck=deck, seed=2).position.layout()


@pytest.mark.parametrize(
    ("deck", "message"),
    [
        (("KS", "JS"), "not an order of this deck of 3: missing: QS"),
        (("KS", "JS", "QS", "QS"), "too many: QS"),
        (("KS", "JS", "2C"), "'2C' is not in this deck of 3"),
        ("KS JS QS", "expected a sequence of cards"),
        ((), "missing: JS QS KS"),
    ],
)
def test_a_deck_that_is_not_the_deck_is_refused(kuhn: Game, deck: tuple[str, ...], message: str) -> None:
    with pytest.raises(DealError, match=message) as caught:
        kuhn.deal(deck=deck, seed=1)
    assert caught.value.code == "deal.bad-deck"


def test_a_recorded_deal_is_checked() -> None:
    with pytest.raises(DealError, match="32 bytes"):
        Deal(b"short")
    for data in ({}, {"seed": 7, "deck": None}, {"seed": "zz", "deck": None}, {"seed": "00" * 32, "deck": 5}):
        with pytest.raises(DealError, match="a deal is"):
            Deal.from_dict(data)  # type: ignore[arg-type]


# Resampling


def test_a_resampled_state_looks_the_same_to_the_seat_and_has_no_history(any_game: Game) -> None:
    for state in walk(any_game, seed=9, most=30):
        for seat in range(any_game.seats):
            other = state.resample(seat, seed=1)
            assert other.view(seat).to_json() == state.view(seat).to_json()
            assert other.key(seat) == state.key(seat)
            assert other.deal is None
            with pytest.raises(EngineError, match="no history"):
                _ = other.history
            with pytest.raises(EngineError, match="no history"):
                pickle.dumps(other)


def test_resampling_goes_on_from_a_resampled_state(hearts: Game) -> None:
    state = hearts.deal(seed=1).resample(0, seed=1)
    assert state.apply(state.actions()[0]).resample(0, seed=2).seat == 0


def test_the_resampled_world_depends_on_the_seed_alone(hearts: Game) -> None:
    state = hearts.deal(seed=1)
    layouts = [state.resample(0, seed=seed).position.layout() for seed in (1, 1, 2)]
    assert layouts[0] == layouts[1] != layouts[2]


# Teams and scores


def test_team_scores_add_up_the_members(team_hearts: Game) -> None:
    assert team_hearts.player_to_team == (0, 1, 0, 1)
    state = play_out(team_hearts, seed=1)
    assert state.team_scores == (state.scores[0] + state.scores[2], state.scores[1] + state.scores[3])


def test_without_teams_there_are_no_team_scores(hearts: Game) -> None:
    assert hearts.player_to_team == ()
    assert hearts.teams == ()
    assert hearts.deal(seed=1).team_scores == ()
    assert load("hearts").deal(seed=1).scores == (0, 0, 0, 0)


@pytest.mark.parametrize("wrong", [3, None, ("play", 1), 2.5])
def test_what_is_no_action_at_all_is_a_type_error(wrong):
    state = load("kuhn").deal(seed=1)
    with pytest.raises(TypeError, match=r"expected an Action of state\.actions\(\), or its text"):
        state.apply(wrong)
