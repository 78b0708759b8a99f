"""`deckwright demo`: half a minute that shows what it is."""

from __future__ import annotations

from itertools import groupby, islice

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
THINKER = "flat:30"
EXCERPT_SECTIONS = 4
MOVES = 20
SEED = 7


def demo() -> None:
    """Half a minute that shows what Deckwright is."""
    out = console()
    game = load(GAME, hands=1)
    show_library(out)
    show_rulebook(out, game)
    state = show_deal(out, game)
    show_play(out, state)
    show_simulation(out, game, agents=("random",), games=30_000)
    show_simulation(out, game, agents=(THINKER, "random"), games=300)
    out.print(
        "\nNext: deckwright rules GAME, deckwright simulate GAME, deckwright new NAME --from GAME", soft_wrap=True
    )


def show_library(out: Console) -> None:
    """What there is to play."""
    heading(out, f"{len(catalogue())} games, each written once, as data")
    for entry in catalogue().values():
        out.print(f"  {entry.id:<18} {entry.name:<18} {players_text(entry)}")


def show_rulebook(out: Console, game: Game) -> None:
    """The first sections of a rulebook."""
    heading(out, f"The rulebook of {game.name}, generated from the fields that the kernel executes")
    sections = rulebook(game).split("\n## ")
    out.print(Padding(Markdown("\n## ".join(sections[: EXCERPT_SECTIONS + 1])), (0, 2)))
    out.print(f"\n  ... and {len(sections) - 1 - EXCERPT_SECTIONS} more sections: deckwright rules {game.id}")


def show_deal(out: Console, game: Game) -> State:
    """A deal as one seat sees it, and another world that looks the same to it."""
    state = game.deal(seed=SEED)
    seat = state.seat or 0
    heading(out, f"A deal as seat {seat} sees it: a view holds what the seat has seen and nothing else")
    out.print(str(state.view(seat)), markup=False, soft_wrap=True)
    other = state.resample(seat, seed=SEED)
    if state.view(seat) == other.view(seat) and state.key(seat) == other.key(seat):
        out.print("  In a resampled world the hidden cards differ; this view and its key do not.", soft_wrap=True)
    return state


def show_play(out: Console, state: State) -> None:
    """A few moves between agents."""
    heading(out, f"The first moves, {THINKER} in every seat")
    agents = [parse_agent(THINKER)] * state.game.seats
    [*_, last] = islice(play(state, agents, seed=SEED), MOVES)
    for seat, actions in groupby(last.history, key=lambda action: action.seat):
        out.print(f"  seat {seat}: {', '.join(map(str, actions))}", markup=False)


def show_simulation(out: Console, game: Game, *, agents: tuple[str, ...], games: int) -> None:
    """A simulation with a progress bar."""
    heading(out, f"{games:,} games of {game.name}, one hand each: {' against '.join(agents)}")
    with games_bar("simulating", games) as report:
        stats = measure.simulate(game, agents=agents, games=games, seed=SEED, progress=report)
    out.print(Padding(seats_table(game, stats), (0, 2)))
    for line in summary_lines(stats):
        out.print(f"  {line}", soft_wrap=True)


def heading(out: Console, text: str) -> None:
    """A line that begins a part."""
    out.print(f"\n[bold]{text}[/]\n", soft_wrap=True)
