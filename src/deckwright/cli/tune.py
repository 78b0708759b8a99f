"""`deckwright tune`: an agent's constants, found by playing."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from deckwright.arena.tuning import tune as run_tuning
from deckwright.cli.output import WRONG_USE, check_writable, console, error_console, print_text, refuse


def tune(
    game: Annotated[str, typer.Argument(metavar="GAME", help="cambio: the game whose agents have constants.")],
    agent: Annotated[str, typer.Option(help="Whose constants.")] = "bayesian-v3",
    generations: Annotated[int, typer.Option(min=1, help="Generations of CMA-ES.")] = 40,
    population: Annotated[int, typer.Option(min=4, help="Candidates in each.")] = 14,
    matches: Annotated[int, typer.Option(min=10, help="Matches of each candidate at each table.")] = 1200,
    seed: Annotated[int, typer.Option(help="The same seed gives the same search.")] = 0,
    threads: Annotated[int | None, typer.Option(help="How many threads; all there are if not given.")] = None,
    save: Annotated[Path | None, typer.Option(help="Write the constants to this file, for --agents NAME:FILE.")] = None,
) -> None:
    """Find an agent's constants against bayesian-v2, one on one and one among two."""
    if game != "cambio":
        refuse(f"only agents of cambio have constants: found {game}", code=WRONG_USE)
    check_writable(save=save)

    def report(generation: int, best: float) -> None:
        error_console().print(f"generation {generation} of {generations}: best share of wins {best:.1%}")

    found = run_tuning(
        agent,
        generations=generations,
        population=population,
        matches=matches,
        seed=seed,
        threads=threads,
        progress=report,
    )
    text = json.dumps(found.constants.model_dump(), indent=2)
    if save is not None:
        save.write_text(text + "\n", encoding="utf-8")
        console().print(f"{found.matches:,} matches, share of wins {found.share:.1%}; constants in {save}")
        return
    print_text(text)
