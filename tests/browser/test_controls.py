"""How controls derive from choices, for every game: each choice through one control, and a tap sends its id."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.browser.conftest import NewPage
from tests.conformance.walks import Variant, main_variants
from tests.play.tables import dealt, next_message, setup_of, taken

from deckwright.engine import load
from deckwright.engine.scene import game_sheet
from deckwright.play import TableState
from deckwright.play.frame import table_frame

CHECK = f"(told) => ({Path(__file__).with_name('controls_check.js').read_text()})(JSON.parse(told))"
"""Takes text: Playwright would turn every value over by itself, which takes longer than the check."""
DECISIONS = 200
A_GAME = 60
"""So many of them at most from one game."""
GAMES = 200
MOST_STEPS = 400
LONGEST_DRAFT = 3
LOOKED_AT = 0.6
"""How many of a game's decisions are taken, so that they come from all of it."""


def decisions(variant: Variant) -> list[dict[str, Any]]:
    """What people are asked in games that are played at random, and what they are asked in the middle of a choice."""
    rng = Random(f"controls {variant}")
    found: list[dict[str, Any]] = []
    for seed in range(GAMES):
        enough = min(DECISIONS, len(found) + A_GAME)
        table = dealt(setup_of(variant.load(), seed=seed))
        for _ in range(MOST_STEPS):
            if table.is_over or len(found) >= enough:
                break
            if rng.random() < LOOKED_AT:
                for seat in range(len(table.seats)):
                    found += asked_of(table, seat, rng)
            table = taken(table, next_message(table, rng))
        if len(found) >= DECISIONS:
            break
    return found


def asked_of(table: TableState, seat: int, rng: Random) -> Iterator[dict[str, Any]]:
    """What a seat is asked now, and after picks of a choice that is not whole."""
    path: tuple[str, ...] = ()
    for _ in range(LONGEST_DRAFT):
        frame = table_frame(table, seat, draft=path).to_dict()
        if not frame["choices"]:
            return
        yield {name: frame[name] for name in ("choices", "draft", "revision", "regions")}
        open_picks = [choice["id"] for choice in frame["choices"] if not choice.get("completes")]
        if not open_picks:
            return
        path = (*path, rng.choice(open_picks))


@pytest.mark.parametrize("variant", main_variants(), ids=str)
def test_every_choice_is_reached_through_one_control_that_sends_its_id(variant: Variant, new_page: NewPage) -> None:
    found = decisions(variant)
    assert len(found) >= DECISIONS
    ranks = {code: card["rank"] for code, card in game_sheet(variant.load())["cards"].items()}
    page = new_page()
    page.goto("/own")
    assert page.evaluate(CHECK, json.dumps({"decisions": found, "ranks": ranks})) == []


def test_the_page_makes_of_a_change_the_frame_that_would_have_come_whole(new_page: NewPage) -> None:
    """As the reading of changes in Python does, which every game is tried with."""
    rng = Random(7)
    cases: list[list[Any]] = []
    for game in ("hearts", "texas-42", "cambio"):
        table = dealt(setup_of(load(game), seed=2))
        before = table_frame(table, 0).to_text()
        for _ in range(40):
            table = taken(table, next_message(table, rng))
            frame = table_frame(table, 0).to_text()
            change = json.loads(f"{{{frame.since(before)}}}")
            cases.append([json.loads(before.whole()), change, json.loads(frame.whole())])
            before = frame
    page = new_page()
    page.goto("/own")
    code = """async (cases) => {
      const { changed } = await import("/static/table/change.js");
      return JSON.stringify(JSON.parse(cases).map(([frame, change]) => changed(frame, change)));
    }"""
    made = json.loads(page.evaluate(code, json.dumps(cases)))
    assert made == [expected for _, _, expected in cases]
