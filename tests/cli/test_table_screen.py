"""The table in the terminal: whose things are whose, and what is settled."""

from __future__ import annotations

from collections.abc import Mapping
from io import StringIO
from random import Random

from rich.console import Console

from deckwright.cli.spoken import Speech
from deckwright.cli.table_screen import table_screen
from deckwright.engine import State, load
from deckwright.play.moments import Moment


def screen(state: State, brought_in: Mapping[str, tuple[int, ...]] | None = None) -> str:
    console = Console(width=100, file=StringIO())
    names = ["You", "Ada", "Ben", "Cleo"][: state.game.seats]
    with console.capture() as printed:
        console.print(table_screen(state, 0, names, title="", brought_in=brought_in))
    return printed.get()


def facts(state: State) -> list[str]:
    return list(Speech(state, 0, ("You", "left", "across", "right")).facts(state.view(0)))


def test_face_down_cards_lie_below_the_open_ones() -> None:
    assert "columns 6: (6 face down) " in screen(load("solitaire").deal(seed=1))


def test_a_pile_has_the_number_that_moves_name() -> None:
    state = load("solitaire").deal(seed=4).apply("move 3H").apply("column 5")
    assert "columns 5: (5 face down) 4C 3H" in screen(state)
    assert "You move 3♥ from column 0 to column 5." in Moment(state).told(0, ("You",))


def test_what_is_mine_is_called_yours() -> None:
    state, dice = load("hearts", passing="none").deal(seed=1), Random(1)
    while not state.view(0).zone("captured", index=0).cards:
        state = state.apply(dice.choice(state.actions()))
    assert "your captured: " in screen(state)
    assert "You's" not in screen(state)


def test_captured_cards_do_not_vanish() -> None:
    state, dice = load("hearts", passing="none", hands=1).deal(seed=1), Random(1)
    most = 0
    while not state.is_over:
        state = state.apply(dice.choice(state.actions()))
        for zone in state.view(0).zones:
            if zone.role == "captured" and zone.cards:
                most = max(most, len(zone.cards))
                owner = ("your", "Ada's", "Ben's", "Cleo's")[zone.index or 0]
                assert f"{owner} captured" in screen(state)
    assert most > 12


def test_no_strain_is_told_before_one_is_declared() -> None:
    state = load("texas-42").deal(seed=1)
    assert facts(state) == []
    for call in ("call 30", "pass", "pass", "pass"):
        state = state.apply(call)
    assert facts(state) == ["contract: 30 by You"]  # trumps are not named yet
    state = state.apply("declare 5s")
    assert facts(state) == ["contract: 30 by You", "trumps: fives"]


def test_a_game_without_strains_tells_none() -> None:
    state = load("hearts", passing="none").deal(seed=1)
    assert facts(state.apply(state.actions()[0])) == []


def test_cards_that_keep_their_places_are_shown_by_place() -> None:
    state = load("cambio").deal(seed=1)
    shown = screen(state)
    first, second = (card for card in state.view(0).hand if card is not None)
    assert f"your cards:  0.1 {first}  0.2 {second}  0.3 ??  0.4 ??" in shown
    assert "Ada's cards:  1.1 ??  1.2 ??  1.3 ??  1.4 ??" in shown
    assert "to decide: turn" in shown


def test_the_points_taken_in_an_only_hand_are_the_score_and_no_column_of_their_own() -> None:
    headings = [
        next(line for line in screen(load("hearts", hands=hands).deal(seed=1)).splitlines() if "cards" in line)
        for hands in (1, 2)
    ]
    assert ["score" in heading for heading in headings] == [True, True]
    assert ["points taken" in heading for heading in headings] == [False, True]


def test_the_points_captured_in_this_hand_are_told_where_a_side_takes_the_cards() -> None:
    """Who has a contract to make asks nothing else."""
    state, dice = load("texas-42").deal(seed=1), Random(1)
    worth = {"5-5": 10, "6-4": 10, "5-0": 5, "4-1": 5, "3-2": 5}
    before, told = state.credits, 0
    for _ in range(120):
        number = state.view(0).facts["hand_number"]
        state = state.apply(dice.choice(state.actions()))
        if state.is_over:
            break
        if state.view(0).facts["hand_number"] != number:
            before = state.credits
        lines = screen(state, before).splitlines()
        heading = next(line for line in lines if "tricks" in line)
        end = heading.index("points taken") + len("points taken")
        shown = [int(line[:end].split()[-1]) for line in lines[2:6]]
        for team, seats in enumerate(state.game.teams):
            captured = state.view(0).zone("captured", index=team).cards
            assert sum(shown[seat] for seat in seats) == sum(worth.get(str(card), 0) for card in captured)
            told += bool(captured)
    assert told
    assert state.view(0).facts["hand_number"] != 0


def test_what_is_kept_under_a_label_is_shown_under_it() -> None:
    state, dice = load("pinochle").deal(seed=1), Random(1)
    while not any(state.credits["tricks_taken"]):
        state = state.apply(dice.choice(state.actions()))
    shown = screen(state)
    headings = next(line for line in shown.splitlines() if "cards" in line)
    assert "points melded" in headings
    assert "points_melded" not in shown


def test_what_everyone_brought_in_during_the_match_is_shown_when_it_is_over() -> None:
    """Beside the tricks of the hand, those of the match would be taken for a mistake."""
    state, dice = load("texas-42", hands=2).deal(seed=1), Random(1)
    while not state.is_over:
        assert "tricks taken" not in screen(state)
        state = state.apply(dice.choice(state.actions()))
    assert "tricks taken" in screen(state)
    assert "points captured" in screen(state)


def test_what_one_plays_with_is_called_by_its_name() -> None:
    """Nowhere on the screen of a game of dominoes is there a card, all through a hand."""
    state, dice = load("texas-42").deal(seed=1), Random(1)
    seen = ""
    while not state.is_over and len(state.history) < 60:
        seen += screen(state) + " ".join(Moment(state).told(0, ("You", "Ada", "Ben", "Cleo")))
        state = state.apply(dice.choice(state.actions()))
    assert "tiles" in seen
    assert "card" not in seen.lower()
    assert "cards" in screen(load("hearts").deal(seed=1))


def test_the_bags_of_spades_are_counted_for_all_to_see() -> None:
    """Ten of them cost a hundred points."""
    for name in ("spades", "partnership-spades"):
        assert "bags" in screen(load(name).deal(seed=1)), name
