"""What all learn of hidden cards by a test that nothing comes of is told at the table."""

from __future__ import annotations

import pytest
from tests.properties.small_games import offers_of, small_genome

from deckwright.engine import Game
from deckwright.genome.schema import ChoicePhase, DoPhase, If, Set
from deckwright.play.moments import Moment


@pytest.mark.parametrize(
    ("deck", "word"), [(("2H", "2S", "3H", "3S"), "does not have"), (("3H", "2S", "2H", "3S"), "has")]
)
def test_the_outcome_of_a_test_without_visible_result_is_told(deck: tuple[str, ...], word: str) -> None:
    first = ChoicePhase(name="first", actor="dealer", offers=offers_of("none"))
    test = If(when="count(c for c in hand[0] if rank(c) == '3') > 0", then=(Set(name="said", value="said"),))
    last = ChoicePhase(name="last", actor="dealer", offers=offers_of("none"))
    game = Game(small_genome(first, DoPhase(name="test", effects=(test,)), last, cards=2))
    state = game.deal(deck=deck, seed=0)
    state = state.apply(state.actions()[0])
    assert [event.kind for event in state.events(1)] == ["chose", "tested"]
    assert f"Ada's hand {word} what was asked for." in Moment(state).told(1, ("Ada", "Ben"))
