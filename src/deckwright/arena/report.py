"""Tournament reports: one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from deckwright.arena.contest import Contest
from deckwright.arena.ladder import Ladder
from deckwright.arena.published import PublishedTable
from deckwright.measure import Share

_STYLE = """
:root { color-scheme: light dark; --ink: #1d2433; --soft: #667085; --line: #d6dae1; --page: #ffffff; --bar: #2f6f5e;
  --mark: #b4552d; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8eaee; --soft: #9aa3b2; --line: #3a4150; --page: #171a21;
  --bar: #59b398; --mark: #e08a5b; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--page); margin: 0 auto;
  max-width: 60rem; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.6rem; margin: 0 0 .2rem; } h2 { font-size: 1.15rem; margin: 2rem 0 .5rem; }
p.lead, td.soft, .soft { color: var(--soft); } .scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; } th { text-align: left; font-weight: 600; }
th, td { padding: .35rem .75rem .35rem 0; border-bottom: 1px solid var(--line); vertical-align: middle; }
td.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
svg { width: 100%; min-width: 9rem; height: 1.2rem; display: block; }
code { font-size: .95em; overflow-wrap: anywhere; }
@media print { body { max-width: none; } }
"""


def contest_page(contest: Contest, *, command: str = "") -> str:
    """The report of one contest."""
    rows = [
        (
            escape(standing.agent) + (f" <span class=soft>× {standing.seats}</span>" if standing.seats > 1 else ""),
            bar(standing.share, standing.fair),
            percent(standing.share),
            f"{100 * standing.fair:.1f} %",
            f"{standing.mean_score:.1f}",
        )
        for standing in contest.standings
    ]
    parts = [
        f"<h1>{escape(contest.game)}: {escape(' – '.join(dict.fromkeys(contest.agents)))}</h1>",
        f"<p class=lead>{contest.matches:,} matches, seats {contest.seating.value}, "
        f"{contest.draws:,} shared or drawn</p>",
        table(("agent", "share of wins, the line is a fair share", "95 % interval", "fair", "mean score"), rows),
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
    top = max(rung.rating for rung in ladder.rungs)
    low = min(rung.rating for rung in ladder.rungs)
    width = max(1.0, top - low)
    rungs = [
        (
            str(place + 1),
            escape(rung.agent),
            _plain_bar((rung.rating - low + 0.05 * width) / (1.05 * width)),
            f"{rung.rating:.0f}",
            f"{rung.wins:,} of {rung.matches:,}",
        )
        for place, rung in enumerate(ladder.rungs)
    ]
    meetings = [
        (
            escape(" – ".join(standing.agent for standing in contest.standings)),
            bar(contest.standings[0].share, contest.standings[0].fair),
            percent(contest.standings[0].share),
        )
        for contest in ladder.contests
    ]
    parts = [
        f"<h1>{escape(ladder.game)}: the ladder</h1>",
        "<p class=lead>400 points more are odds of ten to one; the mean is 1500.</p>",
        table(("", "agent", "", "rating", "matches won"), rungs),
        "<h2>Who beat whom</h2>",
        table(("winner – loser", "the winner's share", "95 % interval"), meetings),
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
        f"<p class=lead>{found.matches:,} matches a figure; the line is a fair share.</p>",
        table(headings, rows),
        "<h2>What explains the difference</h2>",
        f"<p>{escape(found.explanation)}</p>",
        "<h3>V1 against itself, preset seed</h3>",
        control_table(found.seed_control),
        "<h3>V1 against itself, default rules</h3>",
        control_table(found.default_control),
        f"<p class=soft>Made by <code>{escape(command)}</code></p>" if command else "",
    ]
    return page("Cambio: published results", parts)


# pieces


def page(title: str, parts: Iterable[str]) -> str:
    """A whole page."""
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{_STYLE}</style></head>'
        f"<body>{''.join(parts)}</body></html>\n"
    )


def table(headings: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Cells are HTML; those that begin with a digit stand to the right."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join("<tr>" + "".join(_cell(cell) for cell in row) + "</tr>" for row in rows)
    return f"<div class=scroll><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"


def _cell(cell: str) -> str:
    return f'<td class="number">{cell}</td>' if cell[:1].isdigit() or cell[:1] == "-" else f"<td>{cell}</td>"


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
    return (
        f'<svg viewBox="0 0 100 12" preserveAspectRatio="none" role="img" aria-label="{percent(share)}">'
        f'<rect x="0" y="3" width="{100 * share.share:.2f}" height="6" fill="var(--bar)"/>'
        f'<rect x="{100 * share.low:.2f}" y="5.2" width="{max(0.4, 100 * (share.high - share.low)):.2f}" height="1.6" '
        f'fill="var(--ink)"/><rect x="{100 * fair:.2f}" y="0" width="0.5" height="12" fill="var(--mark)"/></svg>'
    )


def _plain_bar(part: float) -> str:
    return (
        '<svg viewBox="0 0 100 12" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect x="0" y="3" width="{100 * part:.2f}" height="6" fill="var(--bar)"/></svg>'
    )


def _settings(contest: Contest, command: str) -> str:
    options = ", ".join(f"{name}={value}" for name, value in contest.options.items()) or "none"
    made = f"<br>Made by <code>{escape(command)}</code>" if command else ""
    return f"<h2>Settings</h2><p>Options: {escape(options)}. Seed: {escape(str(contest.seed))}.{made}</p>"
