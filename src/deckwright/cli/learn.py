"""`deckwright learn`: a policy for a game, by self-play."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from deckwright.agents.policies import CurvePoint, LearnedPolicy
from deckwright.agents.policies.learning import DEFAULT_MINUTES
from deckwright.agents.policies.learning import Progress as Report
from deckwright.agents.policies.learning import learn as learn_policy
from deckwright.cli.options import GameArgument, JsonFlag, OptionList, load_game
from deckwright.cli.output import INTERRUPTED, check_writable, console, error_console, print_json, refuse

INTERVAL = 1.96
"""Standard errors on each side: 95 %."""


def learn(
    game: GameArgument,
    option: OptionList = None,
    minutes: Annotated[
        float | None,
        typer.Option(help=f"Learn for about so long; {DEFAULT_MINUTES:g} if nothing is said.", show_default=False),
    ] = None,
    games: Annotated[
        int | None, typer.Option(help="Learn from so many hands instead: the same number gives the same policy.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Chance of the learning.")] = 0,
    threads: Annotated[int, typer.Option(help="Threads; the result is the same for any number.", min=1)] = 1,
    out: Annotated[Path | None, typer.Option(help="Save it here; GAME.policy.json if nothing is said.")] = None,
    json: JsonFlag = False,
) -> None:
    """Learn a policy for a game by playing it against itself; the agent policy:FILE plays it."""
    loaded = load_game(game, option)
    target = Path(f"{loaded.id}.policy.json") if out is None else out
    check_writable(out=target)
    try:
        with progress_bar(loaded.name) as told:
            policy = learn_policy(loaded, minutes=minutes, hands=games, seed=seed, threads=threads, progress=told)
    except KeyboardInterrupt:
        refuse("interrupted: nothing was learned yet", code=INTERRUPTED)
    policy.save(target)
    if json:
        print_json({"game": policy.game, "file": str(target), "features": policy.features, **policy.manifest})
    else:
        print_policy(policy, target)
    if policy.manifest["interrupted"]:
        refuse(f"interrupted: {target} holds what was learned until then", code=INTERRUPTED)


def print_policy(policy: LearnedPolicy, target: Path) -> None:
    """What was learned, for a person."""
    out = console()
    about = policy.manifest
    out.print(f"{about['name']}: learned from {about['hands']:,} hands in {about['seconds']:g} s.")
    for point in about["curve"]:
        margin = INTERVAL * point["error"]
        out.print(
            f"  after {point['hands']:>12,} hands: {point['gain']:+.2f} +- {margin:.2f} a hand against random play"
        )
    out.print(f"policy written to {target}: the agent policy:{target} plays it", soft_wrap=True)


@contextmanager
def progress_bar(name: str) -> Iterator[Report | None]:
    """Hands played and the newest gain on standard error, where somebody is looking."""
    out = error_console()
    if not out.is_terminal:
        yield None
        return
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    with Progress(*columns, console=out, transient=True) as bar:
        task = bar.add_task(f"learning {name}", total=None)

        def told(done: int, planned: int, point: CurvePoint | None) -> bool:
            gain = "" if point is None else f", {point.gain:+.2f} a hand over random play"
            bar.update(task, completed=done, total=planned or None, description=f"learning {name}{gain}")
            return True

        yield told
