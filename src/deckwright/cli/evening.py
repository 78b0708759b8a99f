"""One person at a table in the terminal: what is shown, what may be typed, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from deckwright.cli.gathering import Gathering, takes_several
from deckwright.cli.hint import hint_lines
from deckwright.cli.judged import opponents, rating_lines
from deckwright.cli.menu import find_choice, find_command, menu
from deckwright.cli.output import WRONG_INPUT, refuse
from deckwright.cli.spoken import Speech
from deckwright.cli.table_screen import table_screen
from deckwright.engine import Action, State, rulebook
from deckwright.engine.scene import receiver
from deckwright.play import (
    Accepted,
    Message,
    SeatMessage,
    TableState,
    agent_message,
    format_link,
    parse_link,
    table_view,
    transitions,
)
from deckwright.play.errors import ShuffleError
from deckwright.play.progress import told_revision
from deckwright.play.rating import rate
from deckwright.play.record import save_record
from deckwright.play.store import Store

YOU = "You"
HELP = (
    "Type the letter of a move, or the move as it is written (play QS, or QS alone; several cards in any order); Enter "
    "for the only move or to go on. Commands: u undo, h hint, r rules, l link, q quit (play goes on next time), ? this "
    "help; where a move has the same name, /quit and so on."
)
LINK_SHOWS_ALL = "This link holds the whole deal: whoever opens it sees every hand, and so could you."
START_AGAIN = "start again"


@dataclass(frozen=True)
class Choice:
    """Something that can be typed: actions to take in turn, or a card to keep until the move is whole."""

    label: str
    actions: tuple[Action, ...] = ()
    gathering: Gathering | None = None


def now_ms() -> int:
    """The time, for the table's clock."""
    return time.time_ns() // 1_000_000


def said(table: TableState, seat: int, id: str, data: str = "") -> SeatMessage:  # noqa: A002
    """What a seat says at the table as it is."""
    return SeatMessage(table.id, told_revision(table.progress, seat), seat, id, data)


def submitted(store: Store, table: TableState, message: Message) -> TableState:
    """The table after a message that it must accept."""
    answer = store.submit(table, message, at_ms=now_ms())
    if not isinstance(answer, Accepted):
        refuse(f"the table did not go on: {answer.message} [{answer.code}]", code=WRONG_INPUT)
    return answer.table


class Evening:
    """One person at a table."""

    def __init__(self, store: Store, out: Console, seat: int) -> None:
        self.store = store
        self.out = out
        self.seat = seat
        self.told: tuple[str, ...] = ()
        self.typed: list[str] = []
        """Words of a line of which the first was understood: the next cards of a move."""

    def run(self, table: TableState, record: Path | None, *, rating: bool) -> None:
        """Play until the game is over or the person leaves."""
        moves = table.progress.moves
        resumed = f" It goes on after {moves} moves." if moves else ""
        self.out.print(f"[bold]{table.setup.game.name}[/bold].{resumed} {HELP}", soft_wrap=False)
        if table.setup.is_fair:
            made = table.progress.round
            self.out.print(f"The shuffle is committed to: {made.joint}", soft_wrap=True, style="dim")
            self.out.print(f"Your share of it: {dict(made.shares)[self.seat]}", soft_wrap=True, style="dim")
        try:
            while not table.is_over:
                table = self.agents_play(table)
                if not table.is_over:
                    table = self.ask(table)
        except (KeyboardInterrupt, EOFError):
            self.out.print("\nKept. `deckwright play` with the same game goes on from here.", soft_wrap=True)
            return
        self.finish(table, record, rating=rating)

    def agents_play(self, table: TableState) -> TableState:
        """Whatever agents can do, kept input by input."""
        while (message := agent_message(table)) is not None:
            table = submitted(self.store, table, message)
            self.tell(table)
        return table

    def tell(self, table: TableState) -> None:
        """What happened since the last time."""
        events = table_view(table, self.seat).events
        for event in news(self.told, events):
            self.out.print(Text(f"  {event}", style="dim"))
        self.told = events

    def ask(self, table: TableState) -> TableState:
        """Show the table and take one decision: a move, an agreement or an undo."""
        self.tell(table)
        if table_view(table, self.seat).status == "waiting":
            return self.agree(table)
        start = state = table.state
        assert start is not None
        assert state is not None
        gathering: Gathering | None = None
        picked: tuple[Action, ...] = ()
        shown: list[Choice] = []
        while True:
            choices = make_choices(state, self.seat, table.names, gathering)
            labels = [choice.label for choice in choices]
            if not self.typed and choices != shown:
                shown = choices
                self.show(table, state, gathering)
                self.out.print(menu(labels))
            typed, letter = self.read(labels)
            if letter == "u" and gathering is not None:
                last = state.game.notation.text(gathering.slot, gathering.values[-1])
                gathering = gathering.less() if len(gathering.values) > 1 else None
                self.out.print(Text(f"Taken back: your {last!r}."))
                continue
            if letter == "u" and picked:
                self.out.print(Text(f"Taken back: your {picked[0].text!r}."))
                picked, state = (), start
                continue
            if letter is not None:
                if (undone := self.command(table, letter, state)) is not None:
                    return undone
                continue
            place = self.understood(labels, typed)
            if place is None:
                continue
            gathering, actions = choices[place].gathering, choices[place].actions
            if gathering is not None and gathering.is_complete and gathering.exact is not None:
                actions = gathering.exact[0]
            if not actions:
                continue
            picked, state, gathering = (*picked, *actions), after(state, actions), None
            if not (start.is_secret and state.seat == self.seat and state.view(self.seat).draft):
                return self.move(table, picked)

    def agree(self, table: TableState) -> TableState:
        """Let somebody look at a trick or a hand, as long as they like."""
        self.typed.clear()
        if table.shown is not None:
            self.show(table, table.shown, None)
        self.out.print(f"{beat_text(table, self.seat)}[bold]Enter[/bold] to go on")
        [offered] = [found for found in transitions(table, self.seat) if found.kind == "agree"]
        while True:
            typed, letter = self.read([offered.label])
            if letter is None and isinstance(place := find_choice([offered.label], typed), str):
                self.out.print(Text(f"{place} Enter to go on."))
            elif letter is None:
                assert place == 0
                return self.submit(table, offered.id)
            elif (undone := self.command(table, letter)) is not None:
                return undone

    def show(self, table: TableState, state: State, gathering: Gathering | None) -> None:
        """The table, and what is to be decided."""
        hand = state.view(self.seat).facts.get("hand_number") or 0
        title = f"{table.setup.game.name}, hand {1 + int(str(hand))}"
        notation = state.game.notation
        chosen = [notation.text(gathering.slot, value) for value in gathering.values] if gathering else []
        since = table.story.brought_in
        self.out.print(table_screen(state, self.seat, table.names, title=title, chosen=chosen, brought_in=since))
        if (given := receiver(state, self.seat)) is not None:
            self.out.print(Text(f"What you choose goes to {table.names[given]}."))

    def read(self, labels: Sequence[str]) -> tuple[str, str | None]:
        """What was typed, and the letter of the command that it is."""
        typed = self.typed.pop(0) if self.typed else self.out.input("> ").strip()
        return typed, find_command(typed, labels)

    def understood(self, labels: Sequence[str], typed: str) -> int | None:
        """The place of what was meant, of several words the first (others come after it); or what is wrong is told."""
        found = find_choice(labels, typed)
        parts = typed.replace(",", " ").split()
        if isinstance(found, str) and len(parts) > 1:
            first = find_choice(labels, parts[0])
            if isinstance(first, str) and len(parts) > 2:  # `pass 2C 5D`: a verb before the cards
                parts = [" ".join(parts[:2]), *parts[2:]]
                first = find_choice(labels, parts[0])
            if isinstance(first, int):
                self.typed[:0] = parts[1:]
                return first
        if isinstance(found, str):
            self.typed.clear()
            self.out.print(Text(f"{found} (? for help)"))
            return None
        return found

    def move(self, table: TableState, actions: Sequence[Action]) -> TableState:
        """The table after a move. Choices in secret are heard as a whole alone."""
        ids = [f"{action.slot}.{action.value}" for action in actions]
        is_secret = table.state is not None and table.state.is_secret
        for said_at_once in [",".join(ids)] if is_secret else ids:
            table = self.submit(table, said_at_once)
        return table

    def submit(self, table: TableState, action_id: str) -> TableState:
        """The table after one input of this person's."""
        return submitted(self.store, table, said(table, self.seat, action_id))

    def command(self, table: TableState, letter: str, state: State | None = None) -> TableState | None:
        """Do what a command says, at a state that the person decides in; the table, if it changed."""
        match letter:
            case "u":
                return self.undo(table)
            case "h":
                self.hint(table, state)
            case "r":
                self.rules(table)
            case "l":
                self.out.print(LINK_SHOWS_ALL, soft_wrap=True)
                self.out.print(format_link(table, asked=True), soft_wrap=True, markup=False)
            case "q":
                raise EOFError
            case _:
                self.out.print(Text(HELP))
        return None

    def undo(self, table: TableState) -> TableState | None:
        """Take back one's last choice, and say what that was."""
        if all(offered.id != "undo" for offered in transitions(table, self.seat)):
            self.out.print("There is no choice to take back.")
            return None
        before = table.state.history if table.state is not None else ()
        after = self.submit(table, "undo")
        kept = len(after.state.history) if after.state is not None else 0
        self.out.print(Text(undone_text(before[kept:], self.seat, table)))
        self.told = table_view(after, self.seat).events
        return after

    def hint(self, table: TableState, state: State | None) -> None:
        """What an agent would do here that knows what this seat knows."""
        if state is None:
            self.out.print("There is nothing to decide.")
            return
        with self.out.status("thinking ..."):
            lines = hint_lines(state, Speech(state, self.seat, table.names), seed=table.revision)
        for line in lines:
            self.out.print(Text(line))

    def rules(self, table: TableState) -> None:
        """The rulebook: page by page on a terminal that can, without styles, which not every pager shows."""
        text = rulebook(table.setup.game)
        if not self.out.is_terminal or self.out.is_dumb_terminal:
            self.out.print(text, markup=False)
            return
        with self.out.pager(styles=False):
            self.out.print(Markdown(text))

    def finish(self, table: TableState, record: Path | None, *, rating: bool) -> None:
        """Who won, a rating, and the link."""
        self.tell(table)
        if table.shown is not None:
            title = f"{table.setup.game.name}: the end"
            self.out.print(table_screen(table.shown, self.seat, table.names, title=title))
        self.out.print(ending(table, self.seat), style="bold")
        link = format_link(table)
        if rating:
            with self.out.status("thinking about your choices ..."):
                found = rate(parse_link(link), self.seat, opponents(table, self.seat))
            for line in rating_lines(found):
                self.out.print(Text(line))
        if record is not None:
            try:
                save_record(table, record)
                told = (
                    f"The shuffle's record is in {record}. With what was shown at the beginning: "
                    f"deckwright verify {record} --commitment JOINT --share SHARE"
                )
            except ShuffleError as error:  # the link is to be had all the same
                told = f"The shuffle's record could not be kept: {error.message}"
            self.out.print(told, soft_wrap=True, markup=False)
        self.out.print("The link to the replay shows every hand to whoever has it:", soft_wrap=True)
        self.out.print(f"deckwright replay {link}", soft_wrap=True, markup=False)


def after(state: State, actions: Sequence[Action]) -> State:
    """The state after some actions in turn."""
    for action in actions:
        state = state.apply(action)
    return state


def make_choices(state: State, seat: int, names: Sequence[str], gathering: Gathering | None) -> list[Choice]:
    """What can be typed now: single moves, and the cards of a move of several in any order."""
    speech, view = Speech(state, seat, tuple(names)), state.view(seat)
    if gathering is not None:
        notation = state.game.notation
        more = [
            Choice(notation.text(gathering.slot, value), gathering=gathering.plus(value))
            for value in gathering.candidates
        ]
        way, after = gathering.exact or ((), state)
        ends = [
            Choice(speech.move(action, view), (*way, action))
            for action in (after.actions() if way else ())
            if action.slot != gathering.slot and notation.names.slots[action.slot].kind != "Cancel"
        ]
        return [*more, *ends, Choice(START_AGAIN)]
    choices: list[Choice] = []
    several: dict[int, bool] = {}
    for action in state.actions():
        if action.slot not in several:
            several[action.slot] = takes_several(state, action)
            if several[action.slot]:
                empty = Gathering(state, action.slot)
                choices += [
                    Choice(state.game.notation.text(action.slot, value), gathering=empty.plus(value))
                    for value in empty.candidates
                ]
        if not several[action.slot]:
            choices.append(Choice(speech.move(action, view), (action,)))
    return choices


def undone_text(actions: Sequence[Action], seat: int, table: TableState) -> str:
    """What an undo took back: one's own choice, and how much came after it."""
    mine = next((action for action in actions if action.seat == seat), None)
    if mine is None:
        return "Taken back."
    later = [action for action in actions[actions.index(mine) + 1 :] if action.seat not in (None, seat)]
    others = list(dict.fromkeys(table.names[action.seat] for action in later if action.seat is not None))
    after = f", and what {' and '.join(others)} did after it" if others else ""
    return f"Taken back: your {mine.text!r}{after}."


def beat_text(table: TableState, seat: int) -> str:
    """What the table waits at."""
    shown, consensus = table.shown, table.consensus
    if shown is None or consensus is None or consensus.beat != "trick":
        return "The hand is over. "
    winner = shown.view(None).facts.get("winner")
    if not isinstance(winner, int):
        return ""
    return "You take the trick. " if winner == seat else f"{table.names[winner]} takes the trick. "


def news(before: tuple[str, ...], now: tuple[str, ...]) -> tuple[str, ...]:
    """What of the events now was not among those before: they overlap at the end of one and the start of the other."""
    for size in range(min(len(before), len(now)), 0, -1):
        if before[-size:] == now[:size]:
            return now[size:]
    return now


def ending(table: TableState, seat: int) -> str:
    """Who won, in a sentence."""
    result = table.result
    assert result is not None
    if table.setup.game.seats == 1:
        return "It did not come out." if result.is_loss else "It came out!"
    if result.is_loss or (len(result.winners) == table.setup.game.seats and result.is_shared):
        return "You have all lost, together." if result.is_loss else "You have all won, together!"
    if result.losers:
        if seat in result.losers:
            return "You lose!" if len(result.losers) == 1 else "You are among the losers."
        lost = " and ".join(table.names[loser] for loser in result.losers)
        return f"{lost} lose{'s' * (len(result.losers) == 1)}; you are safe."
    if result.is_draw:
        level = [table.names[winner] for winner in result.winners]
        return f"{' and '.join(level)} share the win." if 1 < len(level) < table.setup.game.seats else "It is a draw."
    if seat in result.winners:
        return "You win!" if len(result.winners) == 1 else "Your side wins!"
    return f"{' and '.join(table.names[winner] for winner in result.winners)} win{'s' * (len(result.winners) == 1)}."
