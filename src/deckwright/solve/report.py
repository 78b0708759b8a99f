"""A solution as one self-contained HTML page: convergence, a strategy browser, and how to get the same again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from html import escape
from importlib.resources import files
from pathlib import Path
from shlex import quote
from string import Template

from deckwright.files import write_whole
from deckwright.measure.charts import Curve, curves
from deckwright.measure.page import page
from deckwright.solve.algorithms import get_algorithm
from deckwright.solve.errors import SolveError
from deckwright.solve.expansion import figure
from deckwright.solve.solution import Solution

MOST_SETS = 20_000
"""Information sets in a page; of more, those that play reaches most."""


def write_report(solution: Solution, path: str | Path) -> None:
    """Write the page to a file."""
    try:
        write_whole(path, make_report(solution))
    except OSError as error:
        raise SolveError("file.cannot-write", f"{path}: {error.strerror or error}") from None


def make_report(solution: Solution) -> str:
    """The page. It needs nothing else: no server, no network."""
    game, algorithm = solution.game, get_algorithm(solution.algorithm)
    heading = f"{game.name}, solved for {game.seats}"
    sets = sorted(solution.strategy, key=lambda found: -found.reach)[:MOST_SETS]
    kept = {id(found) for found in sets}
    left_out = solution.information_sets - len(kept)
    told = [found for found in solution.strategy if id(found) in kept]
    body = Template(_part("report.html")).substitute(
        heading=escape(heading),
        summary=escape(
            f"{algorithm.title}, {solution.iterations:,} iterations in {solution.seconds:.3f} s. "
            f"{solution.information_sets:,} information sets, {solution.tree.nodes:,} nodes."
        ),
        cards="".join(_cards(solution)),
        verdict=escape(verdict(solution)),
        convergence=convergence(solution),
        seats="".join(
            f"<tr><td>{seat}</td><td>{value:+.6f}</td><td>{gain:.2e}</td></tr>"
            for seat, (value, gain) in enumerate(zip(solution.values, solution.gains, strict=True))
        ),
        many=escape(f"{left_out:,} sets that are reached least are left out." if left_out else ""),
        seat_options="".join(f'<option value="{seat}">{seat}</option>' for seat in range(game.seats)),
        placeholder=escape(told[0].label if told else "", quote=True),
        command=escape(command_line(solution)),
        settings="".join(f"<tr><th>{escape(name)}</th><td>{escape(text)}</td></tr>" for name, text in _facts(solution)),
        data=_as_script(
            {
                "sets": [
                    {
                        "seat": found.seat,
                        "label": found.label,
                        "actions": found.actions,
                        "probabilities": [round(share, 6) for share in found.probabilities],
                        "reach": found.reach,
                    }
                    for found in told
                ],
            }
        ),
    )
    return page(heading, [body], style=_part("report.css"), script=_part("report.js"))


def convergence(solution: Solution) -> str:
    """The chart of what could still be gained, by iterations."""
    looks = solution.trace
    lines = [Curve("NashConv (all seats)", tuple((look.iterations, look.nash_conv) for look in looks))]
    lines += [
        Curve(f"seat {seat}", tuple((look.iterations, look.gains[seat]) for look in looks))
        for seat in range(solution.game.seats)
    ]
    return curves(
        lines, title="What could still be gained, by iterations", x="iterations", y="gain", log_x=True, log_y=True
    )


def verdict(solution: Solution) -> str:
    """How close it is, in a sentence for someone who has never seen a solver."""
    seats = len(solution.gains)
    unit = "of a unit" if solution.epsilon < 1 else "units"
    close = f"No seat can gain more than {solution.epsilon:.2g} {unit} a game by changing its play alone"
    if seats == 2 and solution.tree.is_zero_sum:
        return f"{close}: whoever plays this gets within {solution.nash_conv:.2g} of the game's value against anyone."
    return (
        f"{close}. With {seats} seats there can be several equilibria with different values: "
        "the gains say how far this is from being one."
    )


def command_line(solution: Solution) -> str:
    """The command that does the same again."""
    game = solution.game
    words = ["deckwright", "solve", game.id]
    for name, value in game.options.items():
        words += ["-o", f"{name}={str(value).lower() if isinstance(value, bool) else value}"]
    words += ["--algorithm", solution.algorithm, "--iterations", str(solution.iterations), "--seed", str(solution.seed)]
    defaults = get_algorithm(solution.algorithm).numbers({})
    for name, number in solution.settings.items():
        if number != defaults[name]:
            words += ["--set", f"{name}={number:g}"]
    if solution.updates != "alternating":
        words += ["--updates", solution.updates]
    return " ".join(quote(word) for word in words)


def _cards(solution: Solution) -> Iterable[str]:
    facts = [(f"{solution.nash_conv:.2e}", "NashConv: all that seats could still gain")]
    if solution.exploitability is not None:
        facts.append((f"{solution.exploitability:.2e}", "exploitability: half of it, the usual measure for two"))
    facts += [
        (f"{solution.values[0]:+.5f}", "value of the first seat"),
        (f"{solution.information_sets:,}", "information sets"),
    ]
    for number, text in facts:
        yield f'<div class="card"><b>{escape(number)}</b><span>{escape(text)}</span></div>'


def _facts(solution: Solution) -> Iterable[tuple[str, str]]:
    algorithm = get_algorithm(solution.algorithm)
    yield "algorithm", f"{algorithm.title}: {algorithm.text} ({algorithm.source})"
    for name, number in solution.settings.items():
        yield name, f"{number:g}"
    yield "updates", solution.updates
    yield "iterations", f"{solution.iterations:,} (stopped by {solution.stopped})"
    yield "seed", str(solution.seed)
    yield "options of the game", ", ".join(f"{k}={v}" for k, v in solution.game.options.items()) or "none"
    tree = solution.tree
    yield "tree", f"{tree.nodes:,} nodes, {tree.leaves:,} ends, {figure(tree.size_bytes / 1e6)} MB"
    merged = tree.unmerged_information_sets - tree.information_sets
    yield (
        "merged",
        (
            f"{merged:,} information sets that differ only by cards that play no part; values are the same without"
            if merged > 0
            else "nothing: no cards or suits are alike"
        ),
    )
    yield "hash of game and settings", solution.config_hash


def _part(name: str) -> str:
    return files("deckwright.solve").joinpath("page", name).read_text(encoding="utf-8")


def _as_script(data: object) -> str:
    """JSON that may stand in a script element."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")
