"""`deckwright play`: an evening against agents, in the terminal."""

from __future__ import annotations

import secrets
import time
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_state_path
from rich.console import Console
from rich.markdown import Markdown
from rich.text import Text

from deckwright.agents import Agent, KernelAgent, choose, parse_agents
from deckwright.cli.options import GameArgument, OptionList, load_game
from deckwright.cli.output import WRONG_INPUT, WRONG_USE, check_writable, console, refuse
from deckwright.cli.table_screen import menu, table_screen
from deckwright.engine import Game, rulebook, seed_bytes
from deckwright.engine.notation import fold
from deckwright.play import (
    Accepted,
    TableAction,
    TableState,
    TableTransition,
    agent,
    agent_action,
    format_link,
    make_setup,
    parse_link,
    person,
    table_view,
    transitions,
)
from deckwright.play.rating import Rating, rate
from deckwright.play.record import save_record
from deckwright.play.shuffle import open_shuffle, rules_hash
from deckwright.play.store import Store

DEFAULT_AGENTS = "flat:100"
YOU = "You"
HELP = (
    "Type a number, or the move as it is written (play QS); Enter for the only move or to go on; "
    "u undo, r rules, l link, q quit (play goes on next time), ? this help."
)
COMMANDS = {"u": "undo", "r": "rules", "l": "link", "q": "quit", "?": "help"}


def play(
    game: GameArgument,
    option: OptionList = None,
    agents: Annotated[
        str, typer.Option(help="The other seats' agents, with commas; fewer take turns.")
    ] = DEFAULT_AGENTS,
    seat: Annotated[int, typer.Option(help="Your seat.")] = 0,
    name: Annotated[str, typer.Option(help="What you are called.")] = YOU,
    new: Annotated[bool, typer.Option("--new", help="Start afresh; otherwise an unfinished game goes on.")] = False,
    seed: Annotated[
        int | None, typer.Option(help="The same seed deals the same cards; a fair shuffle if not given.")
    ] = None,
    store: Annotated[Path | None, typer.Option(metavar="FILE", help="Where games are kept.")] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the shuffle's record here at the end.")
    ] = None,
    rating: Annotated[bool, typer.Option(help="Compare your choices with playouts at the end.")] = True,
) -> None:
    """Play a game against agents."""
    loaded = load_game(game, option)
    if not 0 <= seat < loaded.seats:
        refuse(f"--seat {seat}: expected 0 to {loaded.seats - 1}", code=WRONG_USE)
    check_writable(record=record)
    path = store or default_store()
    path.parent.mkdir(parents=True, exist_ok=True)
    kept = Store.at(path)
    try:
        Evening(kept, console(), seat).run(
            sit_down(kept, loaded, agents, seat, name, seed, new=new), record, rating=rating
        )
    finally:
        kept.close()


def default_store() -> Path:
    """Where a person's own games are kept."""
    return user_state_path("deckwright", appauthor=False) / "games.db"


def sit_down(store: Store, game: Game, agents: str, seat: int, name: str, seed: int | None, *, new: bool) -> TableState:
    """The unfinished game of these rules, or a new one."""
    prefix = f"solo-{rules_hash(game)[:12]}-"
    known = [table for table in store.ids() if table.startswith(prefix)]
    if known and not new and seed is None:
        last = store.load(known[-1])
        if not last.is_over and last.seats[seat].is_person:
            return last
    table_id = f"{prefix}{len(known):05d}-{secrets.token_hex(2)}"
    others = parse_agents(agents)
    check_agents(game, others)
    seats = tuple(
        person(name)
        if number == seat
        else agent(others[(number - (number > seat)) % len(others)].name, f"seat {number}")
        for number in range(game.seats)
    )
    secret = None if seed is None else seed_bytes(seed, domain="table")
    chance = open_shuffle(table_id, game, secret=secret)
    table = store.create(make_setup(game, seats, id=table_id, chance=chance, may_undo=True))
    entropy = secrets.token_hex(32) if seed is None else seed_bytes(seed, domain="entropy").hex()
    for action_id, data in (("contribute", entropy), ("deal", "")):
        table = _submitted(store, table, TableAction(table.id, table.revision, seat, action_id, data, _now_ms()))
    return table


def check_agents(game: Game, others: tuple[Agent, ...]) -> None:
    """Refuse, before a table is kept, agents for whom there is no seat and those that play another game."""
    most = max(1, game.seats - 1)
    if len(others) > most:
        refuse(f"--agents: found {len(others)}, expected 1 to {most}: one a seat, without yours", code=WRONG_USE)
    state = game.deal(seed=0)
    for other in others:
        if state.seat is not None and not isinstance(other, KernelAgent):  # those of the kernel play every game
            choose(other, state, seed=0)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _submitted(store: Store, table: TableState, action: TableAction) -> TableState:
    answer = store.submit(table, action)
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

    def run(self, table: TableState, record: Path | None, *, rating: bool) -> None:
        """Play until the game is over or the person leaves."""
        moves = table.progress.moves
        resumed = f" It goes on after {moves} moves." if moves else ""
        self.out.print(f"[bold]{table.setup.game.name}[/bold].{resumed} {HELP}", soft_wrap=False)
        if table.setup.commitment:
            self.out.print(f"The shuffle is promised: {table.setup.commitment}", soft_wrap=True, style="dim")
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
        while (action := agent_action(table, at_ms=_now_ms())) is not None:
            table = _submitted(self.store, table, action)
            self.tell(table)
        return table

    def tell(self, table: TableState) -> None:
        """What happened since the last time."""
        events = table_view(table, self.seat).events
        for event in news(self.told, events):
            self.out.print(Text(f"  {event}", style="dim"))
        self.told = events

    def ask(self, table: TableState) -> TableState:
        """Show the table and take one decision."""
        self.tell(table)
        seen = table_view(table, self.seat)
        offered = [transition for transition in seen.transitions if transition.kind in ("move", "agree")]
        title = (
            f"{table.setup.game.name}, hand {1 + int(str(seen.view.facts.get('hand_number') or 0))}"
            if seen.view
            else ""
        )
        if seen.view is not None:
            self.out.print(table_screen(seen.view, table.names, title=title))
        if seen.status == "waiting":
            self.out.print(f"{beat_text(table)}[bold]Enter[/bold] to go on")
        else:
            self.out.print(menu([transition.label for transition in offered]))
        while True:
            typed = self.out.input("> ").strip()
            letter = find_command(typed)
            chosen = pick(offered, typed) if letter is None else self.command(table, letter)
            if isinstance(chosen, TableTransition):
                break
            self.out.print(Text(chosen))
        if chosen.id == "undo":
            self.told = ()
        return _submitted(
            self.store, table, TableAction(table.id, table.revision, self.seat, chosen.id, at_ms=_now_ms())
        )

    def command(self, table: TableState, letter: str) -> TableTransition | str:
        """One of the letters: what it says, or the transition that it means."""
        match letter:
            case "r":
                with self.out.pager(styles=True) if self.out.is_terminal else self.out.capture():
                    self.out.print(Markdown(rulebook(table.setup.game)))
                return "" if self.out.is_terminal else rulebook(table.setup.game)
            case "l":
                return format_link(table, asked=True)
            case "u":
                found = [transition for transition in transitions(table, self.seat) if transition.id == "undo"]
                return found[0] if found else "There is no choice to take back."
            case "q":
                raise EOFError
        return HELP

    def finish(self, table: TableState, record: Path | None, *, rating: bool) -> None:
        """Who won, a rating, and the link."""
        self.tell(table)
        seen = table_view(table, self.seat)
        if seen.view is not None:
            self.out.print(table_screen(seen.view, table.names, title=f"{table.setup.game.name}: the end"))
        self.out.print(ending(table, self.seat), style="bold")
        link = format_link(table)
        if rating:
            with self.out.status("comparing your choices with playouts ..."):
                found = rate(parse_link(link), self.seat)
            for line in rating_lines(found):
                self.out.print(Text(line))
        if record is not None:
            save_record(table, record)
            self.out.print(f"The shuffle's record is in {record}: deckwright verify {record}", soft_wrap=True)
        self.out.print(f"Replay it: deckwright replay {link}", soft_wrap=True, markup=False)


def beat_text(table: TableState) -> str:
    """What the table waits at."""
    shown, consensus = table.shown, table.consensus
    if shown is None or consensus is None or consensus.beat != "trick":
        return "The hand is over. "
    winner = shown.view(None).facts.get("winner")
    if not isinstance(winner, int):
        return ""
    return f"{table.names[winner]} {'take' if table.names[winner] == YOU else 'takes'} the trick. "


def news(before: tuple[str, ...], now: tuple[str, ...]) -> tuple[str, ...]:
    """What of the events now was not among those before: they overlap at the end of one and the start of the other."""
    for size in range(min(len(before), len(now)), 0, -1):
        if before[-size:] == now[:size]:
            return now[size:]
    return now


def find_command(typed: str) -> str | None:
    """The letter of the command that was typed, as a letter or as a word."""
    said = typed.lower()
    return next((letter for letter, word in COMMANDS.items() if said in (letter, word)), None)


def pick(offered: list[TableTransition], typed: str) -> TableTransition | str:
    """What was meant by what was typed; otherwise what is wrong with it."""
    if not typed:
        return offered[0] if len(offered) == 1 else "Which one? " + HELP
    if typed.isascii() and typed.isdigit():
        number = int(typed)
        return offered[number - 1] if 1 <= number <= len(offered) else f"There are choices 1 to {len(offered)}."
    said = [transition for transition in offered if fold(transition.label) == fold(typed)]
    said = said or [transition for transition in offered if fold(typed) in fold(transition.label).split()]
    said = said or [transition for transition in offered if fold(transition.label).startswith(fold(typed))]
    if len(said) == 1:
        return said[0]
    return f"{typed[:40]!r} could be several of these." if said else f"{typed[:40]!r} is none of these. {HELP}"


def ending(table: TableState, seat: int) -> str:
    """Who won, in a sentence."""
    result = table.result
    assert result is not None
    if table.setup.game.seats == 1:
        return "It did not come out." if result.is_loss else "It came out!"
    if result.is_draw:
        level = [table.names[winner] for winner in result.winners]
        return f"{' and '.join(level)} share the win." if 1 < len(level) < table.setup.game.seats else "It is a draw."
    if seat in result.winners:
        return "You win!" if len(result.winners) == 1 else "Your side wins!"
    return f"{' and '.join(table.names[winner] for winner in result.winners)} win{'s' * (len(result.winners) == 1)}."


def rating_lines(rating: Rating) -> list[str]:
    """A rating in words, with what it is."""
    if not rating.judged:
        return ["There was nothing to choose that made a difference."]
    judged = len(rating.judged)
    lines = [
        f"You had {rating.choices} choices. Of {judged} that make a difference to flat:{rating.playouts}, you did "
        f"what it likes best in {rating.agreed}. Your rating is {rating.percent:.0f} of 100.",
        "It knows what you knew and plays the rest at random, so it is a yardstick, not the truth.",
    ]
    if (worst := rating.costliest) is not None:
        lines.append(
            f"It liked least your {worst.chosen!r} at move {worst.step + 1}; it would have chosen {worst.best!r}."
        )
    return lines
