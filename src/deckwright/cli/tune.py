"""`deckwright tune`: an agent's constants, found by playing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from deckwright.cli.output import WRONG_USE, check_writable, console, error_console, print_text, refuse
from deckwright.files import write_whole

if TYPE_CHECKING:
    from deckwright.agents.cambio import CambioAgent
    from deckwright.agents.cambio.constants import Constants
    from deckwright.arena.league import Round
    from deckwright.arena.tuning import Effort


def tune(
    game: Annotated[str, typer.Argument(metavar="GAME", help="cambio: the game whose agents have constants.")],
    agent: Annotated[str, typer.Option(help="Whose constants, or those in a file: NAME:FILE.")] = "bayesian-v3",
    against: Annotated[
        str | None,
        typer.Option(metavar="A,B,..", help="Opponents, one on one; bayesian-v2, alone and two of it, if not given."),
    ] = None,
    rounds: Annotated[
        int,
        typer.Option(min=0, max=6, help="Rounds of a league that adds the best answer to what was found; 0: none."),
    ] = 0,
    generations: Annotated[int, typer.Option(min=1, help="Generations of CMA-ES.")] = 40,
    population: Annotated[int, typer.Option(min=4, help="Candidates in each.")] = 14,
    matches: Annotated[int, typer.Option(min=10, help="Matches of each candidate at each table.")] = 1200,
    seed: Annotated[int, typer.Option(help="The same seed gives the same search.")] = 0,
    threads: Annotated[int | None, typer.Option(help="How many threads; all there are if not given.")] = None,
    save: Annotated[Path | None, typer.Option(help="Write the constants to this file, for --agents NAME:FILE.")] = None,
) -> None:
    """Find an agent's constants: against opponents, or in a league until no answer to it wins 55 %."""
    from deckwright.agents.cambio import CAMBIO_AGENTS, make_cambio_agent
    from deckwright.arena.tuning import Effort

    if game != "cambio":
        refuse(f"only agents of cambio have constants: found {game}", code=WRONG_USE)
    check_writable(save=save)
    name, _, setting = agent.partition(":")
    if name not in CAMBIO_AGENTS:
        refuse(f"--agent {agent}: expected one of {', '.join(CAMBIO_AGENTS)}, or NAME:FILE", code=WRONG_USE)
    start = make_cambio_agent(name, setting)
    opponents = tuple(against.split(",")) if against else ()
    effort = Effort(generations=generations, population=population, matches=matches, seed=seed, threads=threads)
    if rounds:
        constants, told = _in_league(start, opponents, rounds, effort)
    else:
        constants, told = _against(start, opponents, effort)
    text = json.dumps(constants.model_dump(), indent=2)
    if save is not None:
        write_whole(save, text + "\n")
        console().print(f"{told}; constants in {save}")
        return
    error_console().print(told)
    print_text(text)


def _against(start: CambioAgent, opponents: tuple[str, ...], effort: Effort) -> tuple[Constants, str]:
    from deckwright.arena.tuning import AGAINST_V2
    from deckwright.arena.tuning import tune as run_tuning

    def report(generation: int, best: float) -> None:
        error_console().print(f"generation {generation} of {effort.generations}: best share of wins {best:.1%}")

    tables = tuple((opponent,) for opponent in opponents) or AGAINST_V2
    found = run_tuning(start, tables=tables, effort=effort, progress=report)
    return found.constants, f"{found.matches:,} matches, share of wins {found.share:.1%} in matches of their own"


def _in_league(start: CambioAgent, opponents: tuple[str, ...], rounds: int, effort: Effort) -> tuple[Constants, str]:
    from deckwright.arena.league import best_round, tune_in_league

    def report(number: int, played: Round) -> None:
        told = f"round {number}: at worst {played.worst:.1%} of wins in the league; {_told(played)}"
        error_console().print(told)

    played = tune_in_league(start, against=opponents or ("bayesian-v2",), rounds=rounds, effort=effort, progress=report)
    best = best_round(played)
    return best.found, f"{len(played)} rounds; {_told(best)}"


def _told(played: Round) -> str:
    share = played.answer_share
    return f"the best answer wins {share.share:.1%} ({share.low:.1%} to {share.high:.1%}) of matches against it"
