"""`deckwright demo`: half a minute that shows what it is."""

from __future__ import annotations

from itertools import islice

from rich.console import Console
from rich.markdown import Markdown
from rich.padding import Padding

from deckwright import measure
from deckwright.agents import parse_agent, play
from deckwright.cli.games import players_text
from deckwright.cli.output import console
from deckwright.cli.progress import games_bar
from deckwright.cli.simulate import seats_table, summary_lines
from deckwright.engine import Game, State, load, rulebook
from deckwright.games import catalogue

GAME = "hearts"
AGENTS = ("flat:30", "random")
GAMES = 300
EXCERPT_LINES = 24
MOVES = 8
SEED = 7


def demo() -> None:
    """Half a minute that shows what Deckwright is."""
    out = console()
    name = GAME if GAME in catalogue() else next(iter(catalogue()))
    options = {"hands": 1} if any(option.name == "hands" for option in catalogue()[name].options) else {}
    game = load(name, **options)
    show_library(out)
    show_rulebook(out, game)
    state = show_deal(out, game)
    show_play(out, state)
    show_simulation(out, game)
    out.print("\nNext: deckwright rules GAME, deckwright simulate GAME, deckwright new NAME --from GAME", markup=False)


def show_library(out: Console) -> None:
    """What there is to play."""
    heading(out, f"{len(catalogue())} games, each written once, as data")
    for entry in catalogue().values():
        out.print(f"  {entry.id:<18} {entry.name:<18} {players_text(entry)}")


def show_rulebook(out: Console, game: Game) -> None:
    """The beginning of a rulebook."""
    heading(out, f"The rulebook of {game.name}, generated from the fields that the kernel executes")
    lines = rulebook(game).splitlines()
    out.print(Padding(Markdown("\n".join(lines[:EXCERPT_LINES])), (0, 2)))
    if len(lines) > EXCERPT_LINES:
        out.print(f"  ... and {len(lines) - EXCERPT_LINES} more lines: deckwright rules {game.id}")


def show_deal(out: Console, game: Game) -> State:
    """A deal as one seat sees it, and another world that looks the same to it."""
    state = game.deal(seed=SEED)
    seat = state.seat or 0
    heading(out, f"A deal as seat {seat} sees it: a view holds what the seat has seen and nothing else")
    out.print(str(state.view(seat)), markup=False)
    other = state.resample(seat, seed=1)
    same = state.view(seat) == other.view(seat) and state.key(seat) == other.key(seat)
    assert same, "a resampled world must look the same"
    out.print("  Resampled for this seat: the hidden cards differ, its view and information-set key are the same.")
    return state


def show_play(out: Console, state: State) -> None:
    """A few moves between agents."""
    heading(out, f"The first moves, {AGENTS[0]} in every seat")
    agent = parse_agent(AGENTS[0])
    seat = state.seat
    for after in islice(play(state, [agent] * state.game.seats, seed=SEED), MOVES):
        [last] = after.history[-1:]
        out.print(f"  seat {seat}: {last}", markup=False)
        seat = after.seat


def show_simulation(out: Console, game: Game) -> None:
    """A simulation with a progress bar."""
    heading(out, f"{GAMES} games, {AGENTS[0]} against {AGENTS[1]}")
    with games_bar("simulating", GAMES) as report:
        stats = measure.simulate(game, agents=AGENTS[: game.seats], games=GAMES, seed=SEED, progress=report)
    out.print(Padding(seats_table(game, stats), (0, 2)))
    for line in summary_lines(stats):
        out.print(f"  {line}")


def heading(out: Console, text: str) -> None:
    """A line that begins a part."""
    out.print(f"\n[bold]{text}[/]\n")
