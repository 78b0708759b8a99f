"""What a seat sees, and what nobody may."""

import json
from dataclasses import fields
from pathlib import Path
from typing import get_type_hints

import pytest

from deckwright.engine import Game, PlayerView, PublicPlayer, load
from deckwright.engine.scene.choice import draft_parts

from .conftest import play_out, walk


def test_a_public_player_has_no_field_that_could_hold_a_card() -> None:
    kinds = get_type_hints(PublicPlayer)
    texts = [field.name for field in fields(PublicPlayer) if kinds[field.name] is str]
    assert texts == ["name"]
    assert {kinds[field.name] for field in fields(PublicPlayer)} <= {int, bool, str, int | None}


def test_a_view_is_plain_data_in_a_stable_order(any_game: Game) -> None:
    for state in walk(any_game, seed=1, most=30):
        for seat in (None, *range(any_game.seats)):
            view = state.view(seat)
            assert json.loads(view.to_json()) == view.to_dict()
            assert view.to_json() == state.view(seat).to_json()


def test_a_view_says_who_decides_and_what(any_game: Game) -> None:
    for state in walk(any_game, seed=2, most=30):
        view = state.view(0)
        assert (view.turn, view.over, view.phase) == (state.seat, state.is_over, state.phase)
        assert view.scores == state.scores


def test_a_seat_sees_its_own_hand_and_only_the_number_of_others(hearts: Game) -> None:
    view = hearts.deal(seed=1).view(2)
    assert len(view.hand) == 13
    assert None not in view.hand
    assert [player.hand_count for player in view.players] == [13] * 4
    assert set(view.zone("hand", index=0).cards) == {None}
    assert view.zone("hand", index=2).cards == view.hand


def test_a_spectator_sees_no_hand(hearts: Game) -> None:
    view = hearts.deal(seed=1).view(None)
    assert view.hand == ()
    assert all(card is None for zone in view.zones for card in zone.cards)


def test_a_spectator_sees_no_card_that_a_player_does_not(any_game: Game) -> None:
    for state in walk(any_game, seed=3, most=30):
        public = state.view(None)
        for seat in range(any_game.seats):
            own = state.view(seat)
            for shown, seen in zip(public.zones, own.zones, strict=True):
                assert {card for card in shown.cards if card} <= {card for card in seen.cards if card}


def test_a_card_passed_in_secret_is_seen_by_giver_and_receiver_alone(hearts: Game) -> None:
    state = hearts.deal(seed=1)
    given = state.view(0).hand[:3]
    while state.view(None).trick == () and state.phase == "pass":
        chosen = given if state.seat == 0 else state.view(state.seat).hand[:3]
        draft = len(state.view(state.seat).draft)
        state = state.apply(f"pass {chosen[draft]}")
    assert set(given) <= set(state.view(0).zone("hand", index=1).cards)
    assert set(given) <= set(state.view(1).hand)
    for other in (2, 3, None):
        assert set(state.view(other).zone("hand", index=1).cards) == {None}


NONE_OF_SEVERAL = """
genome_id: none-of-several
name: None of Several
player_count: 2
deck: {suits: [hearts, spades], ranks: ['3', '4'], copies: 2}
zones:
  - {name: hand, role: hand, owner: seat, seen_by: owner}
  - {name: stock, role: stock, seen_by: none}
  - {name: row, role: captured, owner: seat, seen_by: owner}
  - {name: pit, role: other, seen_by: none}
setup:
  cards_per_player: 1
  deal: [{type: each, var: p, domain: seats, effects: [{type: move, cards: stock, to: 'row[p]', count: '1'}]}]
turn_structure:
  type: turns
  order: once
  phases:
    - type: choice
      offers:
        - name: lay
          picks: [{name: x, source: hand, kind: cards, low: 0, high: 2}, {name: y, source: row}]
          effects: [{type: move, cards: x, to: pit}, {type: move, cards: y, to: pit}]
        - {name: skip, effects: []}
scoring_rules: [{points: size(hand)}]
win_conditions: [{type: high_score, trigger_mode: threshold_gate, threshold: 1, gate: hands_played}]
"""


def test_a_draft_names_nothing_where_none_of_several_cards_was_picked(tmp_path: Path) -> None:
    file = tmp_path / "game.yaml"
    file.write_text(NONE_OF_SEVERAL)
    state = load(file).deal(seed=1).apply("done")
    assert state.view(0).draft == ()
    assert draft_parts(state, 0) == ()
    assert [str(action).split()[0] for action in state.actions()] == ["y"]


def test_only_its_maker_sees_a_draft(hearts: Game) -> None:
    state = hearts.deal(seed=1)
    card = state.view(0).hand[0]
    state = state.apply(f"pass {card}")
    assert state.view(0).draft == (f"pass {card}",)
    assert [state.view(seat).draft for seat in (1, 2, 3, None)] == [()] * 4
    assert state.view(1) == hearts.deal(seed=1).view(1)


def test_the_trick_lies_in_the_order_it_was_played(hearts: Game) -> None:
    for state in walk(hearts, seed=4):
        tail = [str(action).removeprefix("play ") for action in state.history if str(action).startswith("play")]
        trick = state.view(None).trick
        assert list(trick) == tail[len(tail) - len(trick) :]
        assert len(trick) == len(tail) % 4


def test_facts_have_names_and_values_that_people_say(hearts: Game) -> None:
    state = next(state for state in walk(hearts, seed=4) if state.view(None).trick == ("2C",))
    facts = state.view(None).facts
    assert (facts["led"], facts["hand_number"], facts["broken"]) == ("clubs", 0, 0)
    assert "pot" not in facts


def test_chips_and_bets_are_shown_where_there_are_chips(kuhn: Game, hearts: Game) -> None:
    state = kuhn.deal(seed=1).apply("raise")
    [first, second] = state.view(None).players
    assert first.chips is not None
    assert second.chips is not None
    assert first.chips == second.chips - 1
    assert state.view(None).facts["pot"] == 3
    assert hearts.deal(seed=1).view(None).players[0].chips is None


def test_teams_are_public(team_hearts: Game) -> None:
    assert [player.team for player in team_hearts.deal(seed=1).view(None).players] == [0, 1, 0, 1]


def test_a_finished_game_can_be_viewed(any_game: Game) -> None:
    view = play_out(any_game, seed=5).view(0)
    assert (view.over, view.turn, view.phase) == (True, None, "")


def test_a_zone_that_is_not_there_is_named_with_those_that_are(hearts: Game) -> None:
    with pytest.raises(KeyError, match=r"no zone 'bench': this game has hand, stock"):
        hearts.deal(seed=1).view(0).zone("bench")


def test_the_text_of_a_view_tells_no_more_than_the_view(any_game: Game) -> None:
    for state in walk(any_game, seed=6, most=20):
        view: PlayerView = state.view(0)
        assert str(view) == str(state.resample(0, seed=1).view(0))
        assert f"seat {view.turn} to act" in str(view) or view.over


# Events


def test_an_event_shows_a_card_only_to_who_saw_it(hearts: Game) -> None:
    states = (state for state in walk(hearts, seed=7) if state.history)
    passed = next(state for state in states if any(event.kind == "moved" for event in state.events(None)))
    moves = {seat: [e for e in passed.events(seat) if e.kind == "moved"] for seat in (0, 1, 2, 3, None)}
    assert len(moves[None]) == 12
    assert all(event.detail["card"] is None for event in moves[None])
    for seat in range(4):
        seen = [event for event in moves[seat] if event.detail["card"] is not None]
        assert len(seen) == 6
        assert all(f"hand[{seat}]" in (event.detail["from"], event.detail["to"]) for event in seen)


def test_events_are_plain_data(any_game: Game) -> None:
    for state in walk(any_game, seed=8, most=30):
        for event in state.events(0):
            assert json.loads(json.dumps(event.to_dict())) == event.to_dict()
            assert str(event).startswith(event.kind)


def test_a_view_says_who_played_which_card_to_the_trick() -> None:
    game = load("hearts", hands=1, passing="none")
    state = next(state for state in walk(game, seed=4) if len(state.view(None).trick) == 3)
    view = state.view(0)
    assert tuple(card for _, card in view.plays) == view.trick
    seats = [seat for seat, _ in view.plays]
    assert seats == [(seats[0] + step) % 4 for step in range(3)]
    assert state.seat == (seats[-1] + 1) % 4
    assert f"{view.trick[0]} by seat {seats[0]}" in str(view)
