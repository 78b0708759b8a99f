"""What a table tells of what happened, as people at it would say it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from random import Random

from deckwright.engine import State, load
from deckwright.play.moments import Moment

BOLD = ("use", "meld", "open", "take the pile")
NAMES = ("Ann", "Bruno", "Clio", "Dov")


@lru_cache(maxsize=8)
def told(game: str, seeds: int = 4, steps: int = 160) -> tuple[tuple[str, ...], ...]:
    """What everybody is told, step by step, of a game in which all lay cards and use powers when they can."""
    walks = (events(load(game).deal(seed=seed), Random(seed), steps) for seed in range(seeds))
    return tuple(texts for walk in walks for texts in walk)


def events(state: State, rng: Random, steps: int) -> Iterator[tuple[str, ...]]:
    names = NAMES[: state.game.seats]
    for _ in range(steps):
        yield tuple(event.text for event in Moment(state).events(None, names) if event.text)
        if state.is_over:
            return
        bold = [action for action in state.actions() if action.text.startswith(BOLD)]
        state = state.apply(rng.choice(bold if bold and rng.random() < 0.8 else state.actions()))


def lines(game: str, word: str) -> list[tuple[str, ...]]:
    """The steps in which a word is said."""
    found = [texts for texts in told(game) if any(word in text for text in texts)]
    assert found, f"nobody ever says {word!r}"
    return found


def test_sets_that_are_laid_are_told_once_with_their_cards() -> None:
    for texts in lines("canasta", " melds "):
        assert sum(" melds " in text for text in texts) == 1
        assert not any("to the melds" in text or text.endswith(" melds.") for text in texts)
    for texts in lines("canasta", " opens"):
        assert any(" opens with " in text for text in texts)


def test_what_goes_aside_is_laid_by_somebody() -> None:
    for texts in lines("canasta", "among the red threes"):
        assert all(" lays 3" in text for text in texts if "among" in text)
        assert not any("to the red threes" in text for text in texts)


def test_whoever_takes_the_pile_does_not_take_it_a_card() -> None:
    for texts in lines("canasta", "takes the pile"):
        assert any(text.endswith(" takes the pile.") for text in texts)


def test_the_first_discard_is_turned_up() -> None:
    assert not any("from the stock" in text for texts in lines("canasta", " is turned up.") for text in texts)


def test_points_that_go_are_lost() -> None:
    """`Bruno and Dov score -75` takes a second reading."""
    assert any("cards held" in text for texts in lines("canasta", " lose ") for text in texts)
    assert not any("score -" in text for texts in told("canasta") for text in texts)


def test_an_answer_is_said() -> None:
    said = {text for texts in lines("canasta", " says ") for text in texts if " says " in text}
    assert {text.split(" says ")[1] for text in said} <= {"yes.", "no."}


def test_cards_that_change_places_are_told_in_one_line() -> None:
    for texts in lines("cambio", "change places"):
        assert sum("card" in text for text in texts) == 1


def test_who_looks_at_a_card_is_told_so_and_not_that_they_choose_it() -> None:
    for texts in lines("cambio", " looks at "):
        assert not any("chooses" in text for text in texts)
        assert any("their own card" in text or "'s card" in text for text in texts)


def test_a_power_is_named_by_its_card_and_passing_is_no_news() -> None:
    assert all("the power of" in text for texts in lines("cambio", " uses ") for text in texts if " uses " in text)
    assert not any("passes" in text for texts in told("cambio") for text in texts)


def test_what_is_drawn_and_put_away_is_named() -> None:
    state = load("cambio").deal(seed=3).apply("draw").apply("discard")
    said = [event.text for event in Moment(state).events(None, NAMES[:2]) if event.text]
    card = state.seen_by(None).zones[-2].cards[-1]
    assert len(said) == 1
    assert said[0].startswith("Ann discards ")
    assert str(card)[:-1] in said[0]


def test_who_looks_at_cards_of_the_next_hand_takes_nothing_from_what_is_shown_of_this_one() -> None:
    """The cards that all turn up were told as looked at by whoever looks at cards of the same places next."""
    for texts in lines("cambio", "is over"):
        assert not any(" looks at " in text for text in texts), texts
        assert sum("'s card" in text and " is " in text for text in texts) >= 2
