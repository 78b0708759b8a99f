"""Every game of the library through the terminal: what a person reads is for people."""

from __future__ import annotations

import random
import re
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from deckwright.cli.evening import Evening, make_choices
from deckwright.cli.gathering import Gathering, takes_several
from deckwright.cli.menu import COMMANDS, find_choice, find_command, make_keys, menu, words
from deckwright.cli.play import sit_down
from deckwright.cli.spoken import PHASE_FACTS, Speech
from deckwright.cli.table_screen import table_screen
from deckwright.engine import Game, State, load
from deckwright.engine.scene import receiver
from deckwright.games import library
from deckwright.genome.schema import ClaimPhase
from deckwright.play.store import Store

DECISIONS = 25
INTERNAL = re.compile(r"\w_\w|\bseat \d|\bteam \d|\bTeam \d|\b\w+\[\d|\b(?:None|True|False)\b")


class Typist(Console):
    """A terminal at which somebody types any of the choices, and now and then a command."""

    def __init__(self, seed: int) -> None:
        super().__init__(file=StringIO(), width=200, highlight=False)
        self.dice = random.Random(seed)
        self.left = DECISIONS
        self.offered: list[str] = []

    def input(self, *args: object, **named: object) -> str:  # noqa: ARG002
        self.left -= 1
        if self.left < 0:
            raise EOFError
        if self.left in (3, 12):
            return ["undo", "link", "help"][self.left % 3]
        return self.dice.choice(make_keys(self.offered)) if self.offered else ""


def evening(game: Game, folder: Path, monkeypatch: pytest.MonkeyPatch, *, seed: int) -> str:
    """All that is printed while somebody plays."""
    import deckwright.cli.evening as room

    typist, print_menu = Typist(seed), menu

    def noted(labels: list[str]) -> object:
        typist.offered = labels
        return print_menu(labels)

    monkeypatch.setattr(room, "menu", noted)
    store = Store.at(folder / "games.db")
    try:
        table = sit_down(store, game, "random", 0, "You", seed, new=True)
        Evening(store, typist, 0).run(table, None, rating=False)
    finally:
        store.close()
    assert isinstance(typist.file, StringIO)
    return typist.file.getvalue()


@pytest.mark.parametrize("name", list(library()))
def test_what_is_printed_is_for_people(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load(name)
    printed = evening(game, tmp_path, monkeypatch, seed=5)
    prose = "\n".join(line for line in printed.splitlines() if "dw1." not in line)
    assert "Traceback" not in prose
    assert INTERNAL.findall(prose) == []
    shown = {word for line in re.findall(r"│ ([^│:>]+):", prose) for word in [line.strip().lower()]}
    families = game.notation.names.registers
    numbers = {family.name for family in families if family.holds == "number" and not getattr(family, "label", "")}
    assert not shown & ((numbers | PHASE_FACTS) - {"pot"})


@pytest.mark.parametrize("name", list(library()))
def test_what_is_typed_means_one_thing(name: str) -> None:
    """No key is a word of a move or a command; a number never stands for a place in the menu."""
    state, dice = load(name).deal(seed=2), random.Random(2)
    for _ in range(40):
        if state.seat is None:
            break
        names = tuple(f"Player{number}" for number in range(state.game.seats))
        labels = [choice.label for choice in make_choices(state, state.seat, names, None)]
        keys = make_keys(labels)
        assert len(set(keys)) == len(labels)
        assert not any(key.isdigit() or key in COMMANDS or key in words(label) for key in keys for label in labels)
        for place, label in enumerate(labels):
            assert find_choice(labels, keys[place]) == place
            assert find_choice(labels, label.upper()) == place
        for number in range(40):
            found = find_choice(labels, str(number))
            assert not isinstance(found, int) or any(word.startswith(str(number)) for word in words(labels[found]))
        state = state.apply(dice.choice(state.actions()))


def test_a_bid_that_is_typed_is_the_bid_that_is_called() -> None:
    labels = ["call nil", *(f"call {number}" for number in range(1, 14))]
    for number in range(1, 14):
        assert labels[int(str(find_choice(labels, str(number))))] == f"call {number}"


def test_a_rank_comes_before_a_command() -> None:
    labels = ["wanted Q", "wanted L"]
    assert find_command("q", labels) is None
    assert find_choice(labels, "q") == 0
    assert find_command("/q", labels) == "q"
    assert find_command("quit", labels) == "q"
    assert find_command("q", ["play QS"]) == "q"


def drafting(state: State) -> Gathering | None:
    """Where the seat to act chooses several cards."""
    first = next((action for action in state.actions() if takes_several(state, action)), None)
    return None if first is None else Gathering(state, first.slot)


@pytest.mark.parametrize("name", list(library()))
def test_cards_of_a_move_are_named_in_any_order(name: str) -> None:
    """Whatever set of cards the rules take in one order, the terminal takes in every order."""
    state, dice, met = load(name).deal(seed=3), random.Random(3), 0
    for _ in range(60):
        if state.seat is None or met >= 4:
            break
        gathering = drafting(state)
        if gathering is not None:
            met += 1
            taken: list[int] = []
            after = state
            while True:  # a move, as the rules take it
                more = [action for action in after.actions() if action.slot == gathering.slot]
                if after.seat != state.seat or not more or (after is not state and not after.view(state.seat).draft):
                    break
                action = dice.choice(more)
                taken.append(action.value)
                after = after.apply(action)
                if len(taken) == 5:
                    break
            dice.shuffle(taken)
            for value in taken:
                assert value in gathering.candidates
                gathering = gathering.plus(value)
            assert gathering.exact is not None
            assert sorted(action.value for action in gathering.exact[0]) == sorted(taken)
        state = state.apply(dice.choice(state.actions()))


def printed(state: State, seat: int) -> str:
    names = ["Ann", "Ben", "Cleo", "Dan"][: state.game.seats]
    console = Console(width=120, file=StringIO())
    with console.capture() as found:
        console.print(table_screen(state, seat, names, title=""))
    return found.get()


def walk(state: State, *texts: str) -> State:
    for text in texts:
        state = state.apply(text)
    return state


def test_partners_and_contracts_are_told_by_name() -> None:
    state = walk(load("bridge").deal(seed=1), "call 1C", "double", "redouble", "pass", "pass", "pass")
    shown = printed(state, 1)
    assert "Contract: 1C by Ann, redoubled" in shown
    assert "Highest call: 1C by Ann, doubled" in printed(walk(load("bridge").deal(seed=1), "call 1C", "double"), 2)
    assert "with" in shown
    state = walk(load("texas-42").deal(seed=1), "call 30", "pass", "pass", "pass", "declare 5s")
    assert "Contract: 30 by" in printed(state, 0)
    assert "Trumps: fives" in printed(state, 0)


def test_the_asked_suit_the_direction_and_the_points_are_told() -> None:
    seen: set[str] = set()
    for name in ("crazy-eights", "uno", "hearts"):
        state, dice = load(name).deal(seed=4), random.Random(4)
        for _ in range(300):
            if state.seat is None:
                break
            state = state.apply(dice.choice(state.actions()))
            shown = printed(state, 0)
            facts = state.view(0).facts
            if current := facts.get("current"):
                assert f"Current {'colour' if name == 'uno' else 'suit'}: {current}" in shown
                seen.add(name)
            if name == "uno" and not state.is_over:
                assert f"Play goes to the {'right' if facts['direction'] == -1 else 'left'}" in shown
            if name == "hearts":
                captured = [card for zone in state.view(0).zones if zone.role == "captured" for card in zone.cards]
                assert ("your captured" in shown) is bool(state.view(0).zone("captured", index=0).cards)
                if any(str(card).endswith("H") for card in captured):
                    assert re.search(r"points taken", shown)
                    seen.add(name)
    assert seen == {"crazy-eights", "uno", "hearts"}


def test_a_person_is_told_to_whom_cards_go() -> None:
    hearts = load("hearts").deal(seed=1)
    assert hearts.seat is not None
    assert receiver(hearts, hearts.seat) == (hearts.seat + 1) % 4
    assert receiver(load("hearts", passing="none").deal(seed=1), 0) is None
    cheat = load("cheat").deal(seed=1)
    assert cheat.seat is not None
    assert receiver(cheat, cheat.seat) is None


@pytest.mark.parametrize(("mode", "due"), [("sequential", ["9", "10"]), ("fixed", ["K", "K"]), ("player_choice", [])])
def test_whoever_claims_is_told_which_rank_is_due(mode: str, due: list[str]) -> None:
    """In Cheat the first claim is of aces, the next of twos; nobody should have to count."""
    genome = load("cheat").genome
    named = {"sequential": {"starting_rank": "9"}, "fixed": {"fixed_rank": "K"}}.get(mode, {})
    phases = (ClaimPhase(rank_mode=mode, **named),)
    game = Game(genome.copy_with(turn_structure=genome.turn_structure.copy_with(phases=phases)))
    state, told = game.deal(seed=3), []
    for _ in range(12):
        assert state.seat is not None
        if state.phase == "claim" and not state.view(state.seat).draft:
            told += [line for line in Speech(state, 0, "ABCD").facts(state.view(0)) if "to be claimed" in line]  # type: ignore[arg-type]
        state = state.apply(state.actions()[-1])
    assert told[:2] == [f"to be claimed: {rank}" for rank in due]


def test_a_bid_may_be_typed_with_a_space() -> None:
    labels = ["pass", "call 1C", "call 1NT", "call 2NT"]
    assert find_choice(labels, "1 NT") == find_choice(labels, "1nt") == 2
    assert isinstance(find_choice(labels, "3 NT"), str)


@pytest.mark.parametrize("terminal", ["dumb", "xterm-256color"])
def test_no_pager_gets_escape_codes(terminal: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    paged: list[str] = []
    monkeypatch.setattr("pydoc.pager", paged.append)
    out = Console(file=StringIO(), force_terminal=True, width=80, _environ={"TERM": terminal})
    store = Store.at(tmp_path / "games.db")
    try:
        table = sit_down(store, load("kuhn"), "random", 0, "You", 1, new=True)
        Evening(store, out, 0).rules(table)
    finally:
        store.close()
    assert isinstance(out.file, StringIO)
    text = "".join(paged) or out.file.getvalue()
    assert "Kuhn" in text
    assert "\x1b" not in text
    assert bool(paged) is (terminal != "dumb")
