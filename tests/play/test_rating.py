"""A rating tells strong play from weak, and compares a person with whom they played."""

from __future__ import annotations

from deckwright.agents import parse_agents
from deckwright.agents.playing import play
from deckwright.cli.judged import rating_lines
from deckwright.engine import load
from deckwright.play.inputs import Move
from deckwright.play.link import LinkedGame
from deckwright.play.rating import Rating, rate


def rated(first: str, *, opponents: str = "") -> Rating:
    """Seat 0's choices in a hand of Hearts between players of a level and of another."""
    game = load("hearts", hands=1, passing="none")
    start = game.deal(seed=5)
    *_, end = play(start, parse_agents(f"{first},medium,medium,medium"), seed=1)
    assert start.deal is not None
    moves = tuple(Move(action.slot, action.value) for action in end.history)
    return rate(LinkedGame(game, start.deal, moves, True), 0, parse_agents(opponents) if opponents else ())


def test_who_plays_well_is_rated_above_who_plays_at_random() -> None:
    assert rated("hard").percent > rated("random").percent + 10


def test_opponents_are_rated_in_ones_own_place() -> None:
    found = rated("random", opponents="best,random")
    assert set(found.opponents_percent) == {"best", "random"}
    assert found.opponents_percent["best"] == 100  # it is the judge, with the same chance
    assert found.percent < 100 > found.opponents_percent["random"]
    told = rating_lines(found)
    assert f"In your place it would have given best 100, random {found.opponents_percent['random']:.0f}." in told
    assert any(f"rating is {found.percent:.0f} of 100" in line for line in told)


def test_a_rating_of_no_choices_compares_with_nobody() -> None:
    found = Rating(0, (), ("medium",))
    assert found.opponents_percent == {}
    assert rating_lines(found) == ["There was nothing to choose that made a difference."]


def test_what_was_chosen_is_named_with_what_was_better() -> None:
    worst = rated("random").costliest
    assert worst is not None
    assert worst.chosen != worst.best
