"""Which of two games is better: what a style prefers, compared by intervals, the most important first."""

from __future__ import annotations

from deckwright.evolve.figures import Figures
from deckwright.evolve.styles import Style
from deckwright.measure import Estimate

SAME_WORDS = 0.03
"""Rulebooks that differ by less are as long as each other."""


def objective(figures: Figures, name: str, style: Style) -> Estimate | None:
    """A figure, turned so that more is better; None where it is not known."""
    match name:
        case "skill":
            return figures.skill
        case "depth":
            return figures.depth
        case "reach":
            return figures.reach
        case "consequence":
            return figures.consequence
        case "gain":
            return figures.gain
        case "liked":
            return figures.liked
        case "fairness":
            return None if figures.bias is None else _negative(figures.bias)
        case "luck":
            return None if figures.luck is None else _inside(figures.luck, style.luck)
        case "brevity":
            words = float(figures.rulebook_words)
            return Estimate(-words, -words * (1 + SAME_WORDS), -words * (1 - SAME_WORDS))
        case "pace":
            pace = figures.decisions
            return Estimate(-pace, -pace * 1.1, -pace * 0.9)
        case "novelty":
            return None if figures.novelty is None else Estimate(figures.novelty, figures.novelty, figures.novelty)
    raise ValueError(f"there is no objective {name!r}")


def compare(one: Figures, other: Figures, style: Style) -> int:
    """1 if the one is better, -1 if the other is, 0 if nothing tells them apart.

    In the order of the style's preferences the first objective decides whose intervals lie apart: noise decides
    nothing. At equal quality the shorter rulebook wins.
    """
    for name in (*style.prefers, "brevity"):
        mine, theirs = objective(one, name, style), objective(other, name, style)
        if mine is None or theirs is None:
            continue
        if mine.low > theirs.high:
            return 1
        if theirs.low > mine.high:
            return -1
    return 0


_SCALES = {"skill": 1.0, "depth": 0.5, "reach": 0.5, "consequence": 0.5, "gain": 0.25, "novelty": 0.25, "liked": 3.0}
_COSTS = {"fairness": 0.5, "luck": 0.2, "brevity": 600.0, "pace": 30.0}


def quality(figures: Figures, style: Style) -> float:
    """One number from 0 to 1 for summaries (the QD-score): each preference counts half as much as the one before.

    The sure end of each interval counts, squashed so that no objective can buy another. It decides nothing.
    """
    total = weight = 0.0
    for place, name in enumerate(style.prefers):
        found, share = objective(figures, name, style), 0.5**place
        weight += share
        if found is None:
            continue
        if name in _SCALES:
            sure = max(0.0, found.low)
            total += share * sure / (sure + _SCALES[name])
        else:
            total += share * _COSTS[name] / (_COSTS[name] - min(0.0, found.low))
    return total / weight


def _negative(found: Estimate) -> Estimate:
    return Estimate(-found.value, -found.high, -found.low)


def _inside(found: Estimate, band: tuple[float, float]) -> Estimate:
    """How far a figure lies outside a band, as a negative number."""

    def miss(value: float) -> float:
        return -max(0.0, band[0] - value, value - band[1])

    ends = (miss(found.low), miss(found.high))
    best = 0.0 if found.low <= band[1] and found.high >= band[0] else max(ends)
    return Estimate(miss(found.value), min(ends), best)
