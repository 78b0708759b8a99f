"""The table in the terminal: whose things are whose, and what is settled."""

from __future__ import annotations

from dataclasses import replace
from io import StringIO

from rich.console import Console

from deckwright.cli.table_screen import facts_text, table_screen
from deckwright.engine import PlayerView, load
from deckwright.play.moments import Moment


def screen(view: PlayerView) -> str:
    console = Console(width=100, file=StringIO())
    names = ["You", *(f"seat {seat}" for seat in range(1, len(view.players)))]
    with console.capture() as printed:
        console.print(table_screen(view, names, title=""))
    return printed.get()


def test_face_down_cards_lie_below_the_open_ones() -> None:
    assert "columns 6: (6 face down) " in screen(load("solitaire").deal(seed=1).view(0))


def test_a_pile_has_the_number_that_moves_name() -> None:
    state = load("solitaire").deal(seed=4).apply("move 3H").apply("column 5")
    assert "columns 5: (5 face down) 4C 3H" in screen(state.view(0))
    assert "3H from the columns 0 to the columns 5." in Moment(state).told(0, ("You",))


def test_what_is_mine_is_called_yours() -> None:
    view = load("hearts").deal(seed=1).view(0)
    (captured,) = (zone for zone in view.zones if zone.name == "captured" and zone.index == 0)
    shown = screen(replace(view, zones=(replace(captured, cards=("QS",)),)))
    assert "your captured: QS" in shown
    assert "You's" not in shown


def test_no_strain_is_told_before_one_is_declared() -> None:
    names = ["You", "left", "across", "right"]
    state = load("texas-42").deal(seed=1)
    assert "strain" not in facts_text(state.view(0), names)
    for call in ("call 30", "pass", "pass", "pass"):
        state = state.apply(call)
    state = state.apply("declare 5s")
    assert facts_text(state.view(0), names) == "declarer You, level 30, kind points, strain 5s"


def test_a_game_without_strains_tells_none() -> None:
    state = load("hearts", passing="none").deal(seed=1)
    state = state.apply(state.actions()[0])
    assert facts_text(state.view(0), ["You", "a", "b", "c"]) == ""


def test_cards_that_keep_their_places_are_shown_by_place() -> None:
    state = load("cambio").deal(seed=1)
    shown = screen(state.view(0))
    first, second = (card for card in state.view(0).hand if card is not None)
    assert f"your cards:  0.1 {first}  0.2 {second}  0.3 ??  0.4 ??" in shown
    assert "seat 1's cards:  1.1 ??  1.2 ??  1.3 ??  1.4 ??" in shown
    assert "to decide: turn" in shown
