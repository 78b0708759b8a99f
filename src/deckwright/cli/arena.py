"""`deckwright arena`: tournaments between agents."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from deckwright.agents import Agent
from deckwright.agents.supervised import TIME_LIMIT_S
from deckwright.arena import (
    Contest,
    Ladder,
    PublishedTable,
    Seating,
    contest_page,
    equal_time,
    ladder_page,
    play_contest,
    play_ladder,
    play_published_table,
    published_page,
)
from deckwright.arena.published import TABLES
from deckwright.arena.report import ends_text
from deckwright.cli.options import GameArgument, JsonFlag, OptionList, load_game, parse_assignments
from deckwright.cli.output import WRONG_USE, check_writable, console, error_console, print_json, refuse
from deckwright.cli.own_agents import parse_agents
from deckwright.cli.progress import games_bar
from deckwright.cli.simulate import share_text
from deckwright.engine import Game
from deckwright.engine.loading import load_with_texts
from deckwright.files import write_whole


def arena(
    game: GameArgument,
    option: OptionList = None,
    agents: Annotated[
        str, typer.Option(help="Agents with commas: one a seat (fewer take turns), or those to meet on a ladder.")
    ] = "",
    matches: Annotated[int, typer.Option(help="How many matches (for a ladder: of every two agents).")] = 2000,
    seating: Annotated[Seating, typer.Option(help="Where agents sit.")] = Seating.ROTATED,
    preset: Annotated[str, typer.Option(help="The same as -o preset=NAME.")] = "",
    ladder: Annotated[bool, typer.Option("--ladder", help="Everybody against everybody, with ratings.")] = False,
    table: Annotated[bool, typer.Option("--table", help="Cambio's published results, played again.")] = False,
    equal_ms: Annotated[
        float | None,
        typer.Option(
            "--equal-time",
            metavar="MS",
            help="Give agents that take a number (flat:N) the number by which a choice takes so many milliseconds.",
        ),
    ] = None,
    time_limit: Annotated[
        float, typer.Option(help="Seconds after which an agent of your own loses the match.")
    ] = TIME_LIMIT_S,
    seed: Annotated[int, typer.Option(help="The same seed gives the same matches.")] = 0,
    threads: Annotated[int | None, typer.Option(help="How many threads; all there are if not given.")] = None,
    html: Annotated[Path | None, typer.Option(help="Write a report to this file.")] = None,
    json: JsonFlag = False,
) -> None:
    """Matches between agents: who wins how often, with intervals and a control."""
    command = shlex.join(["deckwright", *sys.argv[1:]])
    check_writable(html=html)
    if table:
        if game != "cambio":
            refuse(f"--table is of cambio's agents: found {game}", code=WRONG_USE)
        with games_bar("playing the published table", TABLES) as report:
            found = play_published_table(matches=matches, seed=seed, threads=threads, progress=report)
        _give(
            found.to_dict() if json else _published_table(found),
            html,
            published_page(found, command=command),
            json=json,
        )
        if not json:
            console().print(found.explanation)
        return
    named = [name for name in agents.split(",") if name]
    if not named:
        refuse("--agents: name them with commas, as in --agents bayesian-v2,bayesian-v1", code=WRONG_USE)
    options = list(option or [])
    if preset:
        if "preset" in parse_assignments(options):
            refuse("--preset and -o preset say the same: give one of them", code=WRONG_USE)
        options.append(f"preset={preset}")
    names = parse_agents(",".join(named))
    loaded = load_game(game, options)
    if equal_ms is not None:
        timed = equal_time(loaded, names, equal_ms, seed=seed)
        names = tuple(one.agent for one in timed)
        told = ", ".join(f"{one.agent.name} {one.milliseconds:.2g} ms" for one in timed)
        error_console().print(f"equal time: {told} a choice")
    if ladder:
        pairs = len(names) * (len(names) - 1) // 2
        with games_bar(f"{loaded.name}, everybody against everybody", pairs * matches) as report:
            rated = play_ladder(
                loaded,
                names,
                matches=matches,
                seating=seating,
                seed=seed,
                threads=threads,
                time_limit_s=time_limit,
                progress=report,
            )
        _give(rated.to_dict() if json else _ladder_table(rated), html, ladder_page(rated, command=command), json=json)
        if not json:
            console().print(_ladder_summary(rated))
        return
    loaded, names = _seated(loaded, names, game, parse_assignments(options))
    with games_bar(f"{loaded.name} tournament", matches) as report:
        contest = play_contest(
            loaded,
            names,
            matches=matches,
            seating=seating,
            seed=seed,
            threads=threads,
            time_limit_s=time_limit,
            progress=report,
        )
    _give(
        contest.to_dict() if json else _contest_table(contest), html, contest_page(contest, command=command), json=json
    )
    if not json:
        for line in _summary(contest):
            console().print(line)


def _seated(
    loaded: Game, names: tuple[Agent, ...], game: str, options: dict[str, str]
) -> tuple[Game, tuple[Agent, ...]]:
    """A game for as many players as there are agents, unless it is said for how many; fewer agents sit down in turn."""
    if loaded.seats == len(names):
        return loaded, names
    why = ""
    if "players" not in options:
        try:
            return load_with_texts(game, {**options, "players": str(len(names))}), names
        except ValueError as error:
            why = f" ({error})"
    if loaded.seats % len(names):
        refuse(
            f"--agents: found {len(names)}, but {loaded.name} cannot be played by so many{why}; "
            f"name {loaded.seats}, one a seat, or a number that divides it: they sit down in turn",
            code=WRONG_USE,
        )
    return loaded, names * (loaded.seats // len(names))


def _give(shown: object, path: Path | None, page: str, *, json: bool) -> None:
    if path is not None:
        write_whole(path, page)
    if json:
        print_json(shown)
        return
    console().print(shown)
    if path is not None:
        console().print(f"report: {path}")


def _contest_table(contest: Contest) -> Table:
    score = "mean team score" if contest.teams else "mean score"
    lost = ["lost (95 % interval)"] if any(standing.loss_share for standing in contest.standings) else []
    lines = list(contest.standings[0].credits)
    labels = [f"mean {contest.labels[name]}" for name in lines]
    table = _headed("agent", "seats", "wins", *lost, "share (95 % interval)", "fair", score, *labels)
    for standing in contest.standings:
        table.add_row(
            standing.agent,
            str(standing.seats),
            f"{standing.wins:,}",
            *([share_text(standing.loss_share)] if standing.loss_share else []),
            share_text(standing.share),
            f"{100 * standing.fair:.1f} %",
            f"{standing.mean_score:.1f}",
            *(f"{standing.credits[name]:.2f}" for name in lines),
        )
    return table


def _summary(contest: Contest) -> list[str]:
    place = "team" if contest.teams else "seat"
    control = ", ".join(f"{place} {number} {share_text(share)}" for number, share in enumerate(contest.control))
    rate = contest.rounds / contest.seconds if contest.seconds else 0
    failed = [
        f"{standing.agent} lost {standing.forfeits:,} matches by failing: {standing.failure}"
        for standing in contest.standings
        if standing.forfeits
    ]
    return [
        *failed,
        f"{contest.matches:,} matches, seats {contest.seating.value}, {ends_text(contest)}",
        f"control, {contest.agents[0]} against itself: {control}",
        f"{contest.seconds:.1f} s, {rate:,.0f} rounds per second",
    ]


def _ladder_table(ladder: Ladder) -> Table:
    table = _headed("", "agent", "rating (95 % interval)", "won", "drawn", "lost", "matches")
    for place, rung in enumerate(ladder.rungs):
        rating = f"{rung.rating:.0f} ({rung.low:.0f} to {rung.high:.0f})"
        counts = (rung.wins, rung.draws, rung.losses, rung.matches)
        table.add_row(str(place + 1), rung.agent, rating, *(f"{count:,}" for count in counts))
    return table


def _ladder_summary(ladder: Ladder) -> str:
    return (
        f"control, {ladder.control_agent} against itself, {ladder.control_matches:,} matches: one side has "
        f"{share_text(ladder.control)}, a draw counting half"
    )


def _published_table(found: PublishedTable) -> Table:
    table = _headed("matchup", "printed", "preset seed, fixed seats", "default, rotated", "fair")
    for line in found.lines:
        table.add_row(
            line.label,
            f"{line.printed} %",
            share_text(line.seed_rules),
            share_text(line.default_rules),
            f"{100 * line.fair:.1f} %",
        )
    for name, seed_share, default_share in zip(
        ("first seat, V1 - V1", "second seat"), found.seed_control, found.default_control, strict=True
    ):
        table.add_row(name, "", share_text(seed_share), share_text(default_share), "50.0 %")
    return table


def _headed(*headings: str) -> Table:
    table = Table(box=None, pad_edge=False)
    for heading in headings:
        table.add_column(heading)
    return table
