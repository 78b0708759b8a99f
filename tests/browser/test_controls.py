"""How controls derive from choices, for every game: each choice through one control, and a tap sends its id."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.browser.conftest import NewPage
from tests.conformance.walks import Variant, main_variants
from tests.play.tables import dealt, next_message, setup_of, taken

from deckwright.engine.scene import game_sheet
from deckwright.play.frame import table_frame

CHECK = Path(__file__).with_name("controls_check.js").read_text()
DECISIONS = 50
MOST_STEPS = 400
LONGEST_DRAFT = 3


def decisions(variant: Variant) -> list[dict[str, Any]]:
    """What people are asked in a game that is played at random, and what they are asked in the middle of a choice."""
    rng = Random(f"controls {variant}")
    found: list[dict[str, Any]] = []
    for seed in range(60):
        table = dealt(setup_of(variant.load(), seed=seed))
        for _ in range(MOST_STEPS):
            if table.is_over or len(found) >= DECISIONS:
                break
            for seat in range(len(table.seats)):
                path: tuple[str, ...] = ()
                for _ in range(LONGEST_DRAFT):
                    frame = table_frame(table, seat, draft=path).to_dict()
                    if not frame["choices"]:
                        break
                    found.append({"choices": frame["choices"], "draft": frame["draft"], "revision": frame["revision"]})
                    open_picks = [choice["id"] for choice in frame["choices"] if not choice.get("completes")]
                    if not open_picks:
                        break
                    path = (*path, rng.choice(open_picks))
            table = taken(table, next_message(table, rng))
        if len(found) >= DECISIONS:
            break
    return found


@pytest.mark.parametrize("variant", main_variants(), ids=str)
def test_every_choice_is_reached_through_one_control_that_sends_its_id(variant: Variant, new_page: NewPage) -> None:
    found = decisions(variant)
    assert len(found) >= 50
    ranks = {code: card["rank"] for code, card in game_sheet(variant.load())["cards"].items()}
    page = new_page()
    page.goto("/own")
    assert page.evaluate(CHECK, {"decisions": found, "ranks": ranks}) == []
