"""Tournament reports: one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from deckwright.arena.contest import Contest
from deckwright.arena.ladder import Ladder
from deckwright.arena.published import PublishedTable
from deckwright.measure import Share, wilson_share
from deckwright.measure.charts import Bar, bars, heat_map, spark_bar
from deckwright.measure.page import page, table
from deckwright.measure.ratings import MEAN_RATING


def contest_page(contest: Contest, *, command: str = "") -> str:
    """The report of one contest."""
    rows = [
        (
            escape(standing.agent) + (f" <span class='soft'>× {standing.seats}</span>" if standing.seats > 1 else ""),
            bar(standing.share, standing.fair),
            percent(standing.share),
            f"{100 * standing.fair:.1f} %",
            f"{standing.mean_score:.1f}",
            *(f"{value:.2f}" for value in standing.credits.values()),
        )
        for standing in contest.standings
    ]
    headings = [f"mean {contest.labels[name]}" for name in contest.standings[0].credits]
    parts = [
        f"<h1>{escape(contest.game)}: {escape(' – '.join(dict.fromkeys(contest.agents)))}</h1>",
        f"<p class='lead'>{contest.matches:,} matches, seats {contest.seating.value}, {ends_text(contest)}</p>",
        table(
            ("agent", "share of wins, the line is a fair share", "95 % interval", "fair", "mean score", *headings), rows
        ),
    ]
    if contest.control:
        parts.append("<h2>Control: what a seat is worth</h2>")
        parts.append(
            f"<p>{escape(contest.agents[0])} against itself, {contest.control_matches:,} matches. If a seat's interval "
            "does not hold the fair share, results with fixed seats measure the seat as well as the agent.</p>"
        )
        parts.append(control_table(contest.control))
    parts.append(_settings(contest, command))
    return page(f"{contest.game}: tournament", parts)


def ladder_page(ladder: Ladder, *, command: str = "") -> str:
    """The report of a ladder."""
    rungs = [
        (
            str(place + 1),
            escape(rung.agent),
            f"{rung.rating:.0f} ({rung.low:.0f} to {rung.high:.0f})",
            f"{rung.wins:,} of {rung.matches:,}, {rung.draws:,} drawn",
        )
        for place, rung in enumerate(ladder.rungs)
    ]
    meetings = [
        (escape(f"{met.first} – {met.second}"), bar(share, 0.5), percent(share))
        for met in ladder.meetings
        for share in (wilson_share(met.points(met.first), met.matches),)
    ]
    parts = [
        f"<h1>{escape(ladder.game)}: the ladder</h1>",
        "<p class='lead'>400 points more are odds of ten to one; the mean is 1500.</p>",
        table(("", "agent", "rating (95 % interval)", "matches won"), rungs),
        bars(
            [
                Bar(rung.agent, rung.rating - MEAN_RATING, rung.low - MEAN_RATING, rung.high - MEAN_RATING)
                for rung in ladder.rungs
            ],
            title="Ratings above and below the mean",
            mark=0,
            digits=0,
        ),
        "<h2>Who beat whom</h2>",
        _meetings_map(ladder),
        table(("one – other", "the one's share, a draw counting half", "95 % interval"), meetings),
        "<h2>Control</h2>",
        f"<p>{escape(ladder.control_agent)} against itself, {ladder.control_matches:,} matches: one side has "
        f"{percent(ladder.control)}. If 50 % is not in there, the ladder measures something else than agents.</p>",
        _settings(ladder.contests[0], command),
    ]
    return page(f"{ladder.game}: ladder", parts)


def published_page(found: PublishedTable, *, command: str = "") -> str:
    """The published table, played again."""
    rows = [
        (
            escape(line.label),
            f"{line.printed} %",
            bar(line.seed_rules, line.fair),
            percent(line.seed_rules),
            bar(line.default_rules, line.fair),
            percent(line.default_rules),
        )
        for line in found.lines
    ]
    headings = ("matchup", "printed", "preset seed, seats fixed", "", "default rules, seats rotated", "")
    parts = [
        "<h1>Cambio: the published results, played again</h1>",
        f"<p class='lead'>{found.matches:,} matches a figure; the line is a fair share.</p>",
        table(headings, rows),
        "<h2>What explains the difference</h2>",
        f"<p>{escape(found.explanation)}</p>",
        "<h3>V1 against itself, preset seed</h3>",
        control_table(found.seed_control),
        "<h3>V1 against itself, default rules</h3>",
        control_table(found.default_control),
        f"<p class='soft'>Made by <code>{escape(command)}</code></p>" if command else "",
    ]
    return page("Cambio: published results", parts)


# pieces


def ends_text(contest: Contest) -> str:
    """How matches ended that no side won by itself."""
    told = [f"{contest.shared:,} won by several"] if contest.shared else []
    told.append(f"{contest.draws - contest.shared:,} shared or drawn")
    return ", ".join([*told, *([f"{contest.losses:,} lost by all"] if contest.losses else [])])


def control_table(shares: Sequence[Share]) -> str:
    """By seat, with the fair share marked."""
    fair = 1 / len(shares)
    rows = [(f"seat {seat}", bar(share, fair), percent(share)) for seat, share in enumerate(shares)]
    return table(("", "share of wins", "95 % interval"), rows)


def percent(share: Share) -> str:
    """`70.1 % (68.9 to 71.2)`."""
    return f"{100 * share.share:.1f} % ({100 * share.low:.1f} to {100 * share.high:.1f})"


def bar(share: Share, fair: float) -> str:
    """A bar with its interval, and a line at the fair share."""
    return spark_bar(share.share, low=share.low, high=share.high, mark=fair)


def _meetings_map(ladder: Ladder) -> str:
    """How often the agent of a row won against that of a column."""
    names = [rung.agent for rung in ladder.rungs]
    won: dict[tuple[str, str], float] = {}
    for met in ladder.meetings:
        won[met.first, met.second] = met.points(met.first) / met.matches
        won[met.second, met.first] = met.points(met.second) / met.matches
    grid = [[won.get((row, column)) for column in names] for row in names]
    return heat_map(
        grid, title="Share of wins of the row against the column", columns=names, rows=names, low=0.0, high=1.0
    )


def _settings(contest: Contest, command: str) -> str:
    options = ", ".join(f"{name}={value}" for name, value in contest.options.items()) or "none"
    made = f"<br>Made by <code>{escape(command)}</code>" if command else ""
    return f"<h2>Settings</h2><p>Options: {escape(options)}. Seed: {escape(str(contest.seed))}.{made}</p>"
