"""`deckwright simulate`: play many games and count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.table import Table

from deckwright import measure
from deckwright.agents import AGENT_KINDS, EVERY_GAME, Agent
from deckwright.agents.supervised import TIME_LIMIT_S
from deckwright.cli.options import GameArgument, JsonFlag, OptionList, load_game
from deckwright.cli.output import console, print_json
from deckwright.cli.own_agents import parse_agents
from deckwright.cli.progress import games_bar
from deckwright.engine import Game
from deckwright.measure import AggregatedStats, Mean, Share
from deckwright.measure.poker.ring import HOLDEM, seat_profits


def _forms(game: str) -> str:
    return ", ".join(kind.form for kind in AGENT_KINDS if kind.games == game)


AGENTS_HELP = (
    f"Agents, one a seat, with commas; fewer take turns. For every game there is {_forms(EVERY_GAME)}, "
    "and strategy:FILE for what `deckwright solve --out FILE` saved; "
    + "".join(
        f"for {game} also {_forms(game)}; "
        for game in dict.fromkeys(kind.games for kind in AGENT_KINDS)
        if game != EVERY_GAME
    )
    + "MODULE:CLASS is one of your own. `deckwright agents` explains them."
)


def simulate(
    game: GameArgument,
    option: OptionList = None,
    games: Annotated[int, typer.Option(help="How many games to play.")] = 1000,
    agents: Annotated[str, typer.Option(help=AGENTS_HELP)] = "random",
    time_limit: Annotated[
        float, typer.Option(help="Seconds after which an agent of your own loses the game.")
    ] = TIME_LIMIT_S,
    seed: Annotated[int, typer.Option(help="The same seed gives the same games.")] = 0,
    threads: Annotated[int | None, typer.Option(help="How many threads; all there are if not given.")] = None,
    duplicate: Annotated[
        bool,
        typer.Option(
            "--duplicate",
            help="Texas hold'em: play each deal once for every seat, agents one seat further each time; tell profits.",
        ),
    ] = False,
    log: Annotated[int, typer.Option(help="With --duplicate: so many hands, action by action.")] = 0,
    json: JsonFlag = False,
) -> None:
    """Play games between agents and count who wins."""
    loaded = load_game(game, option)
    players = parse_agents(agents)
    if duplicate or log:
        _ring(loaded, players, games=games, seed=seed, threads=threads, log=log, json=json)
        return
    with games_bar(f"simulating {loaded.name}", games) as report:
        stats = measure.simulate(
            loaded,
            agents=players,
            games=games,
            seed=seed,
            threads=threads,
            time_limit_s=time_limit,
            progress=report,
        )
    if json:
        print_json(simulation_data(loaded, stats, seed=seed))
        return
    console().print(seats_table(loaded, stats))
    if stats.credits:
        console().print(credits_table(loaded, stats))
    for line in summary_lines(stats):
        console().print(line)
    if loaded.definition.kind == HOLDEM:
        told = ", ".join(f"{profit.value:+.1f} ± {profit.half_width:.1f}" for profit in seat_profits(loaded, stats))
        console().print(f"profit of the seats, in big blinds a hundred hands: {told} (--duplicate takes the luck out)")


def simulation_data(game: Game, stats: AggregatedStats, *, seed: int) -> dict[str, Any]:
    """The statistics as scripts rely on them; of hold'em with the profits of the seats."""
    data = {"game": game.id, "options": dict(game.options), "seed": seed, **stats.to_dict()}
    if game.definition.kind == HOLDEM:
        data["profits_bb"] = [asdict(profit) for profit in seat_profits(game, stats)]
    return data


def _ring(
    game: Game, agents: Sequence[Agent], *, games: int, seed: int, threads: int | None, log: int, json: bool
) -> None:
    """Duplicate deals, as many as make so many games."""
    deals = max(1, games // game.seats)
    with games_bar(f"simulating {game.name}", deals) as report:
        found = measure.simulate_ring(
            game,
            agents=agents,
            deals=deals,
            seed=seed,
            threads=threads,
            log=log,
            progress=None if report is None else lambda done, _: report(done),
        )
    if json:
        print_json({"game": game.id, "options": dict(game.options), "seed": seed, **found.to_dict()})
        return
    console().print(profits_table(found))
    taken = f", the house took {found.rake_bb:.2f} bb/100" if found.rake_bb else ""
    console().print(
        f"{found.deals:,} deals, each played {game.seats} times: {found.hands:,} hands in {found.seconds:.2f} s{taken}"
    )
    for line in found.log:
        put_in = f" ({line.chips})" if line.chips else ""
        console().print(f"hand {line.hand + 1}, {line.street}: seat {line.seat} ({line.agent}) {line.action}{put_in}")


def profits_table(found: measure.RingResult) -> Table:
    """One line an agent: its profit in all and by position, in big blinds a hundred hands."""
    table = Table(box=None, pad_edge=False)
    for heading in ("agent", "bb/100 (95 % interval)", *found.positions):
        table.add_column(heading)
    for agent, profit, by_position in zip(found.agents, found.profits_bb, found.by_position, strict=True):
        interval = f"{profit.value:+.1f} ({profit.low:+.1f} to {profit.high:+.1f})"
        table.add_row(agent, interval, *(f"{one.value:+.1f}" for one in by_position))
    return table


def seats_table(game: Game, stats: AggregatedStats) -> Table:
    """One line a seat (or team), with intervals."""
    in_teams = bool(stats.team_wins)
    table = Table(box=None, pad_edge=False)
    names_losers = any(stats.losses_by_seat)
    headings = ("agent", "wins", *(("lost",) if names_losers else ()), "share (95 % interval)")
    for heading in ("team" if in_teams else "seat", *headings, "mean score"):
        table.add_column(heading)
    if in_teams:
        for team, seats in enumerate(game.teams):
            names = ", ".join(dict.fromkeys(stats.agents[seat] for seat in seats))
            wins, share = str(stats.team_wins[team]), share_text(stats.team_win_shares[team])
            table.add_row(str(team), names, wins, share, mean_text(stats.team_scores[team]))
        return table
    for seat, agent in enumerate(stats.agents):
        wins, share = str(stats.wins[seat]), share_text(stats.win_shares[seat])
        lost = [str(stats.losses_by_seat[seat])] if names_losers else []
        table.add_row(str(seat), agent, wins, *lost, share, mean_text(stats.scores[seat]))
    return table


def credits_table(game: Game, stats: AggregatedStats) -> Table:
    """One line a seat: what each brought in by itself."""
    table = Table(box=None, pad_edge=False)
    for heading in ("seat", "agent", *(f"mean {game.labels[name]}" for name in stats.credits)):
        table.add_column(heading)
    for seat, agent in enumerate(stats.agents):
        table.add_row(str(seat), agent, *(mean_text(means[seat]) for means in stats.credits.values()))
    return table


def share_text(share: Share) -> str:
    """`24.9 % (24.1 to 25.8)`."""
    return f"{100 * share.share:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


def mean_text(mean: Mean) -> str:
    """`12.40 ± 0.31`, the standard error."""
    return f"{mean.mean:.2f} ± {mean.error:.2f}"


def summary_lines(stats: AggregatedStats) -> Iterator[str]:
    """What the table does not say."""
    ends = ((stats.shared, "won by several"), (stats.draws - stats.shared, "shared or drawn"), (stats.losses, "lost"))
    level = [f"{count:,} {how}" for count, how in ends if count]
    rate = f", {stats.games_played / stats.seconds:,.0f} games per second" if stats.seconds > 0 else ""
    played = f"{stats.games_played:,} game{'' if stats.games_played == 1 else 's'}"
    yield f"{', '.join([played, *level])} in {stats.seconds:.2f} s{rate}"
    if stats.limited:
        games = "a game" if stats.limited == 1 else f"{stats.limited:,} games"
        yield f"a limit of hands, turns or tricks ended {games}, not play"
    for lost in stats.forfeits:
        games = "a game" if lost.games == 1 else f"{lost.games:,} games"
        yield f"{lost.agent} in seat {lost.seat} lost {games} by failing: {lost.code}: {lost.message}"
    chosen = stats.choices / max(1, stats.decisions)
    length = f"{stats.decisions_per_game:,.1f} decisions a game"
    yield f"{length}, {chosen:.0%} of them with a choice, {stats.branching:.1f} legal actions on average"
