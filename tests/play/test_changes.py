"""A change is what makes the next frame of the one before, and is made from these two alone."""

from __future__ import annotations

import json
from random import Random
from typing import Any

from tests.conformance.walks import Variant
from tests.play.tables import dealt, next_message, setup_of, taken

from deckwright.engine import load
from deckwright.play import TableState
from deckwright.play.frame import table_frame
from deckwright.play.frame_text import EventTexts, FrameText, changed_frame

STEPS = 60


def frames_of(table: TableState) -> list[FrameText]:
    """What everyone sees."""
    return [table_frame(table, seat).to_text() for seat in (None, *range(len(table.seats)))]


def change_of(frame: FrameText, before: FrameText) -> Any:
    """A change as a client reads it."""
    text = frame.since(before)
    assert text is not None
    return json.loads(f"{{{text}}}")


def test_changes_make_the_frame_that_would_have_come_whole(variant: Variant) -> None:
    """From one step to the next, and over several that a client did not hear of one by one."""
    rng = Random(f"changes {variant}")
    table = dealt(setup_of(variant.load(), seed=3))
    heard = [frames_of(table)]
    for _ in range(STEPS):
        if table.is_over:
            break
        table = taken(table, next_message(table, rng))
        now = frames_of(table)
        for earlier in (heard[-1], rng.choice(heard)):
            for frame, before in zip(now, earlier, strict=True):
                whole, old = json.loads(frame.whole()), json.loads(before.whole())
                assert changed_frame(old, change_of(frame, before)) == whole
        heard.append(now)


def test_a_change_says_nothing_of_what_stayed() -> None:
    table = dealt(setup_of(load("hearts"), seed=1))
    [frame, *_] = frames_of(table)
    assert change_of(frame, frame) == {"frame": {}}


def test_a_change_is_small_where_little_changed() -> None:
    """One card of a trick in the middle of a hand: of 13 places one or two, and the words for one step."""
    rng = Random(5)
    table = dealt(setup_of(load("spades"), seed=1))
    for _ in range(30):
        table = taken(table, next_message(table, rng))
    after = taken(table, next_message(table, rng))
    for frame, before in zip(frames_of(after), frames_of(table), strict=True):
        change = change_of(frame, before)
        assert len(change.get("regions", {})) <= 2
        assert len(json.dumps(change)) < len(frame.whole()) / 2


def test_words_of_steps_that_stayed_are_not_said_again() -> None:
    before = EventTexts(("a", "b", "c"), 1000)
    assert EventTexts(("b", "c", "d"), 2000).since(before) == '{"from":2000,"new":[d]}'
    assert EventTexts(("c",), 3000).since(before) == '{"from":3000,"new":[]}'
    assert EventTexts((), 0).since(before) == '{"from":null,"new":[]}'


def test_steps_that_were_taken_back_and_told_anew_come_whole() -> None:
    before = EventTexts(("a", "b", "c"), 1000)
    assert EventTexts(("a", "b", "x"), 1000).since(before) == '{"from":null,"new":[a,b,x]}'
    assert EventTexts(("a", "b"), 1000).since(before) == '{"from":null,"new":[a,b]}'
    assert EventTexts(("x",), 1000).since(EventTexts((), 0)) == '{"from":null,"new":[x]}'
