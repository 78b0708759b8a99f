"""A report as one page of HTML that needs nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape

from deckwright.measure.charts import Bar, Curve, bars, curves, histogram, spark_bar, strip
from deckwright.measure.intervals import Estimate, Share
from deckwright.measure.library import SCALES, library_reports
from deckwright.measure.page import page, table
from deckwright.measure.report import GameReport
from deckwright.measure.stats import AggregatedStats
from deckwright.measure.verdict import Remark, headline, verdict

MOST_BARS = 40
MOST_RULES = 60
SUMMARY = ("skill", "luck", "matter", "balance")
"""Scales of the shorter comparison."""

STYLE = """
.verdict { background: var(--tint); border: 1px solid var(--line); border-radius: .6rem; padding: .4rem 1.2rem; }
@media (max-width: 32rem) { .verdict { padding: .4rem .8rem; } }
.verdict li { margin: .45rem 0; } .verdict li.warning::marker { content: "\\26A0\\FE0E  "; color: var(--mark); }
.verdict li.warning { color: var(--ink); } .grade { font-size: 1.25rem; margin: .3rem 0 1rem; color: var(--bar); }
.pair { display: grid; gap: 0 2rem; } @media (min-width: 52rem) { .pair { grid-template-columns: 1fr 1fr; } }
.pair > * { min-width: 0; } h3 { font-size: 1rem; margin: 1rem 0 0; } details summary { cursor: pointer; }
td.path { overflow-wrap: anywhere; font-size: .85em; color: var(--soft); }
"""


def report_page(report: GameReport, *, command: str = "", library: Mapping[str, GameReport] | None = None) -> str:
    """The report as a page; compared with the library's reports unless others are given."""
    return page(f"{report.name}: report", [report_body(report, command=command, library=library)], style=STYLE)


def report_body(report: GameReport, *, command: str = "", library: Mapping[str, GameReport] | None = None) -> str:
    """What stands on the page of a report, for a page that has a style of its own for it."""
    others = library_reports() if library is None else library
    parts = [
        *_head(report),
        *_verdict(report),
        *_skill(report),
        *_balance(report),
        *_decisions(report),
        *_tension(report),
        *_length(report),
        *_rules(report),
        *_comparison(report, others),
        *_settings(report, command),
    ]
    return "".join(parts)


def report_summary(report: GameReport) -> str:
    """What a game is like in a few sentences, and beside those of the library: for whoever wants to play it."""
    return "".join([*_verdict(report, is_summary=True), *_comparison(report, library_reports(), SUMMARY)])


def _head(report: GameReport) -> Iterator[str]:
    players = "1 player" if report.seats == 1 else f"{report.seats} players"
    teams = f" in {len(report.teams)} teams" if report.teams else ""
    hands = "" if report.max_hands <= 1 else ", matches of several hands"
    yield f"<h1>{escape(report.name)}</h1>"
    yield f"<p class='lead'>{players}{teams}{hands}. What it is like to play, measured.</p>"


def _verdict(report: GameReport, *, is_summary: bool = False) -> Iterator[str]:
    """In a summary without what only its author wants to know: parts that never came up, and what was left out."""
    yield f"<p class='grade'><strong>{escape(headline(report))}</strong></p>"
    remarks = [one for one in verdict(report) if not (is_summary and one.about == "rules")]
    yield f"<div class='verdict'><ul>{''.join(map(_remark, remarks))}</ul></div>"
    for note in () if is_summary else report.notes:
        yield f"<p class='soft'>Note: {escape(note)}</p>"


def _remark(remark: Remark) -> str:
    kind = " class='warning'" if remark.is_warning else ""
    return f"<li{kind}>{escape(remark.text)}</li>"


# skill and luck


def _skill(report: GameReport) -> Iterator[str]:
    if report.skill is None and report.luck is None:
        return
    yield "<h2>Skill and luck</h2>"
    if report.skill is not None and report.skill.steps:
        steps = [*report.skill.steps, *([report.skill.whole] if report.skill.whole else [])]
        yield (
            "<p>Each level against the one below, both on the same deals with seats exchanged. The bar is the share of "
            "deals on which it did better; 50 % is no difference. The gain is per seat and hand, in standard "
            "deviations of what a seat gets.</p>"
        )
        rows = [
            (
                f"{escape(step.better)} <span class='soft'>over {escape(step.worse)}</span>",
                spark_bar(step.ahead.share, low=step.ahead.low, high=step.ahead.high, mark=0.5),
                _percent(step.ahead),
                _figure(step.effect),
                f"{step.deals:,}",
            )
            for step in steps
        ]
        yield table(("", "better on so many deals", "95 % interval", "gain", "deals"), rows)
    if report.learning is not None:
        gain = report.learning.gain
        yield (
            f"<p>A policy that learned from {report.learning.hands:,} hands of self-play is better than random play on "
            f"{_percent(gain.ahead)} of deals, by {_figure(gain.effect)} standard deviations.</p>"
        )
    if report.luck is not None and report.luck.share is not None:
        share = report.luck.share
        hand = "one hand" if report.max_hands > 1 else "a game"
        yield f"<h3>What the deal explains of a seat's result in {hand}</h3>"
        yield bars(
            [Bar("the deal", 100 * share.value, 100 * share.low, 100 * share.high)],
            title="What the deal explains of a seat's result in one hand",
            unit=" %",
            digits=0,
            mark=100,
        )
        yield (
            f"<p class='soft'>{report.luck.deals:,} deals, "
            f"each played {report.luck.games // max(1, report.luck.deals)} times with {escape(report.luck.strong)} "
            f"among {escape(report.luck.weak)} in another seat each time.</p>"
        )


# balance


def _balance(report: GameReport) -> Iterator[str]:
    found = report.balance
    if found is None or not found.games:
        return
    yield "<h2>Balance</h2>"
    what = "team" if found.teams else "seat"
    rows = [
        Bar(f"{what} {number + 1}", 100 * side.share, 100 * side.low, 100 * side.high)
        for number, side in enumerate(found.sides)
    ]
    yield f"<h3>Wins by {what}, the line is a fair share</h3>"
    yield bars(rows, title=f"Wins by {what}, the line is a fair share", unit=" %", mark=100 * found.fair)
    yield (
        f"<p class='soft'>{found.games:,} games with {escape(found.agent)} in every seat; a shared win is shared out. "
        f"Balance {_figure(found.value)} (1 is even, 0 is one side that always wins).</p>"
    )


# decisions


def _decisions(report: GameReport) -> Iterator[str]:
    play = report.play
    if play is None or not play.games_played:
        return
    yield "<h2>Decisions</h2>"
    rows = [_play_row(stats) for stats in (play, report.played_well) if stats is not None and stats.games_played]
    yield table(("played by", "decisions a game", "with a choice", "legal actions", "games"), rows)
    found = report.decisions
    if found is None or found.matter is None:
        return
    yield "<h3>Choices in which ...</h3>"
    shares = [("it matters what one does", found.matter), ("the next player feels it", found.interaction)]
    yield bars(
        [
            Bar(name, 100 * share.share, 100 * share.low, 100 * share.high)
            for name, share in shares
            if share is not None
        ],
        title="Choices in which",
        unit=" %",
        digits=0,
        mark=100,
    )
    gain = "" if found.gain is None else f" The best action gains {_figure(found.gain)} standard deviations over any."
    yield (
        f"<p class='soft'>{found.looked_at:,} choices, every action tried in the same {found.worlds} worlds that the "
        f"player thinks possible and played out by {escape(found.player)}.{gain}</p>"
    )


def _play_row(stats: AggregatedStats) -> tuple[str, ...]:
    return (
        escape(stats.agents[0]),
        f"{stats.decisions_per_game:,.1f}",
        f"{stats.choices / max(1, stats.decisions):.0%}",
        f"{stats.branching:.2f}",
        f"{stats.games_played:,}",
    )


# tension


def _tension(report: GameReport) -> Iterator[str]:
    found = report.tension
    if found is None or not found.uncertainty:
        return
    yield "<h2>Tension</h2>"
    steps = [100 * moment / found.moments for moment in range(found.moments)]

    def line(name: str, values: tuple[Estimate, ...]) -> Curve:
        return Curve(name, tuple((step, 100 * at.value) for step, at in zip(steps, values, strict=False)))

    lines = [line("how open it is", found.uncertainty)]
    if found.leader_wins:
        lines.append(line("who leads wins", found.leader_wins))
    yield curves(lines, title="From the deal to the end", x="% of the game", y="%", low=0, high=100)
    told = [
        ("decided at", found.decided_at, "of the game's length"),
        ("lead changes", found.lead_changes, "in a game"),
        ("drama", found.drama, "how far behind the winner was, when it was"),
    ]
    rows = [(name, _figure(value), escape(unit)) for name, value, unit in told if value is not None]
    yield table(("", "mean and 95 % interval", ""), rows)
    yield (
        f"<p class='soft'>{found.games:,} games played by {escape(found.player)}, at {found.moments} moments each "
        f"side's chance by {found.worlds} playouts a seat from what it knows.</p>"
    )


# length


def _length(report: GameReport) -> Iterator[str]:
    play = report.played_well or report.play
    if play is None or not play.lengths:
        return
    yield "<h2>Length</h2>"
    counts, edges = _merged(play)
    yield histogram(counts, edges, title="How long games are", x="decisions")
    low, middle, high = (play.length_quantile(share) for share in (0.05, 0.5, 0.95))
    hands = f", {play.hands / play.games_played:.1f} hands" if report.max_hands > 1 else ""
    yield (
        f"<p class='soft'>{play.games_played:,} games played by {escape(play.agents[0])}: half of them up to "
        f"{middle:,} decisions, nine of ten between {low:,} and {high:,}{hands}. {_endings(play)}</p>"
    )


def _endings(play: AggregatedStats) -> str:
    told = [
        f"{count / play.games_played:.1%} {how}"
        for count, how in (
            (play.draws, "drawn or shared"),
            (play.losses, "lost by all"),
            (play.limited, "ended by a limit"),
            (play.cut_off, "given up"),
        )
        if count
    ]
    return f"Of them {', '.join(told)}." if told else ""


def _merged(play: AggregatedStats) -> tuple[list[int], list[float]]:
    """Bars of equal width over the bins that have games; what a bin holds is spread over its lengths."""
    low, high = play.lengths[0].low, play.lengths[-1].high
    width = max(1, -(-(high - low) // MOST_BARS))
    count = -(-(high - low) // width)
    sums = [0.0] * count
    for one in play.lengths:
        each = one.games / (one.high - one.low)
        for place in range((one.low - low) // width, (one.high - 1 - low) // width + 1):
            start, end = low + place * width, low + (place + 1) * width
            sums[place] += each * (min(end, one.high) - max(start, one.low))
    return [round(total) for total in sums], [low + place * width - 0.5 for place in range(count + 1)]


# rules


def _rules(report: GameReport) -> Iterator[str]:
    found = report.coverage
    if found is None or not found.parts:
        return
    yield "<h2>Rules</h2>"
    never = found.never
    agents = " and ".join(found.agents)
    yield (
        f"<p>{found.parts - len(never):,} of {found.parts:,} phases, offers, effects, calls, scoring rules, ways to "
        f"win, terms and cards came up in {found.games:,} games played by {escape(agents)}.</p>"
    )
    if never:
        rows = [(escape(rule.kind), escape(rule.label), f"<code>{escape(rule.path)}</code>") for rule in never]
        yield "<h3>What never came up</h3>"
        yield table(("", "", "where"), rows[:MOST_RULES])
    rare = sorted((rule for rule in found.rules if rule.times and rule.kind != "card"), key=lambda rule: rule.games)
    if rare:
        told = [
            (
                escape(rule.kind),
                escape(rule.label),
                _in_games(rule.games, found.games),
                f"<code>{escape(rule.path)}</code>",
            )
            for rule in rare[:MOST_RULES]
        ]
        inside = table(("", "", "in so many games", "where"), told)
        yield f"<details><summary>The rules that came up, the rarest first</summary>{inside}</details>"


def _in_games(count: int, games: int) -> str:
    share = count / max(1, games)
    return f"{share:.1%}" if share >= 0.001 else f"{count:,} games"


# comparison


def _comparison(report: GameReport, library: Mapping[str, GameReport], keys: Sequence[str] = ()) -> Iterator[str]:
    if len(library) < 3:
        return
    yield "<h2>Beside the games of the library</h2>"
    yield "<p>The dot is this game, every tick a game of the library.</p><div class='pair'>"
    for scale in SCALES:
        if keys and scale.key not in keys:
            continue
        factor, unit = (100, " %") if scale.unit else (1, "")
        found = [(other.name, factor * value) for other in library.values() if (value := scale.of(other)) is not None]
        own = scale.of(report)
        if len(found) < 3:
            continue
        yield f"<div><h3>{escape(scale.title)}</h3>"
        yield strip(None if own is None else factor * own, found, title=scale.title, unit=unit) + "</div>"
    yield "</div>"


# settings


def _settings(report: GameReport, command: str) -> Iterator[str]:
    options = ", ".join(f"{name}={value}" for name, value in report.options.items()) or "none"
    yield "<h2>How this was measured</h2>"
    rows = [
        ("game", f"<code>{escape(report.game)}</code>"),
        ("options", escape(options)),
        ("rules", f"<code>sha256 {report.digest}</code>"),
        ("seed", f"<code>{report.seed}</code>"),
        ("budget", f"<span>{report.budget:,} decisions</span>"),
        ("ladder", escape(", ".join(report.ladder))),
    ]
    if command:
        rows.append(("made by", f"<code>{escape(command)}</code>"))
    yield table(("", ""), rows)
    yield "<p class='soft'>Intervals are 95 %. The formulas and their sources are in docs/measures.md.</p>"


# figures


def _percent(share: Share) -> str:
    return f"{100 * share.share:.0f} % ({100 * share.low:.0f} to {100 * share.high:.0f})"


def _figure(found: Estimate) -> str:
    digits = 2
    return f"{found.value:.{digits}f} ({found.low:.{digits}f} to {found.high:.{digits}f})"
