"""What actions say."""

import pytest

from deckwright.engine import ActionTextError, Game, load

from .conftest import walk


def test_the_text_of_an_action_means_that_action(any_game: Game) -> None:
    for state in walk(any_game, seed=1):
        for action in state.actions():
            assert any_game.parse_action(str(action)) == action
            assert state.parse_action(str(action)) == action


def test_every_text_of_a_game_can_be_read_back(any_game: Game) -> None:
    notation = any_game.notation
    for text, (slot, value) in notation._by_text.items():
        said = notation.text(slot, value)
        assert text == said.casefold()
        assert any_game.parse_action(said).text == said


def test_capitals_spaces_and_other_ways_to_write_a_card_do_not_matter(hearts: Game) -> None:
    assert hearts.parse_action("  PLAY   th ") == hearts.parse_action("play 10H")
    assert str(hearts.parse_action("play q♠")) == "play QS"


def test_actions_know_their_seat_slot_and_value(any_game: Game) -> None:
    state = any_game.deal(seed=1)
    for action in state.actions():
        assert action.seat == state.seat
        assert any_game.notation.text(action.slot, action.value) == action.text


def test_a_text_that_no_action_says_is_refused(hearts: Game) -> None:
    with pytest.raises(ActionTextError, match="'shout' is no action of this game: it has pass, play") as caught:
        hearts.parse_action("shout")
    assert caught.value.code == "action.unknown-text"


def test_a_card_that_is_turned_up_unseen_is_not_named() -> None:
    [action] = load("war").deal(seed=1).actions()
    assert not any(action.text.endswith(str(card)) for card in load("war").deck)


def test_a_bet_of_one_size_needs_no_number(kuhn: Game) -> None:
    assert [str(action) for action in kuhn.deal(seed=1).actions()] == ["check", "raise"]


def test_bets_of_several_sizes_are_numbered(kuhn: Game) -> None:
    betting = kuhn.genome.turn_structure.phases[0]
    phases = (betting.copy_with(sizes=("1", "2")), *kuhn.genome.turn_structure.phases[1:])
    own = kuhn.genome.copy_with(turn_structure=kuhn.genome.turn_structure.copy_with(phases=phases))
    own = own.copy_with(setup=own.setup.copy_with(starting_chips=9))
    assert [str(action) for action in load(own).deal(seed=1).actions()] == ["check", "raise 1", "raise 2"]
