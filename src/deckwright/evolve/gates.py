"""Gates: what no game may be, asked tier by tier; the first that closes says why."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from pydantic import ConfigDict

from deckwright.evolve.figures import Figures
from deckwright.evolve.styles import Style
from deckwright.measure import Estimate
from deckwright.measure.intervals import Z_95
from deckwright.measure.plain import STRICT


@dataclass(frozen=True)
class Stopped:
    """A gate that closed, and why, in words."""

    __pydantic_config__: ClassVar[ConfigDict] = STRICT

    gate: str
    tier: int
    reason: str


@dataclass(frozen=True)
class Gate:
    """A question that is asked of the figures of a tier; it answers with the reason to stop, or nothing."""

    name: str
    tier: int
    text: str
    ask: Callable[[Figures, Style], str]


RARELY = 0.05
"""Of hands at random, those that are over: fewer are as good as none."""
SOON = 12
"""Decisions of a player, by which a hand with a limit may well end."""


def closed_gate(figures: Figures, style: Style, tier: int) -> Stopped | None:
    """The first gate of a tier that closes."""
    for gate in GATES:
        if gate.tier == tier and (reason := gate.ask(figures, style)):
            return Stopped(gate.name, tier, reason)
    return None


def is_chance(figures: Figures) -> bool:
    """Whether nobody ever has a choice: a game of chance."""
    return figures.choices == 0


def _wanted(figures: Figures, style: Style) -> str:
    wanted = style.wanted
    if wanted.families and figures.family not in wanted.families:
        return f"a game of the family {figures.family}; the style wants {' or '.join(wanted.families)}"
    if not wanted.seats[0] <= figures.seats <= wanted.seats[1]:
        return f"{figures.seats} players; the style wants {wanted.seats[0]} to {wanted.seats[1]}"
    together = figures.sides == 1 and figures.seats > 1
    if wanted.together is not None and wanted.together != together:
        return "the style wants games that all win or lose together" if wanted.together else "all win or lose together"
    return ""


def _rulebook(figures: Figures, style: Style) -> str:
    if figures.rulebook_words > style.limits.most_rulebook_words:
        return f"a rulebook of {figures.rulebook_words} words; at most {style.limits.most_rulebook_words}"
    return ""


def _choices(figures: Figures, style: Style) -> str:
    if is_chance(figures):
        return "" if style.wanted.chance else "a game of chance: nobody ever has a choice"
    if figures.choices < style.limits.least_choices:
        return f"{figures.choices:.2f} choices of a player in a hand; at least {style.limits.least_choices:g}"
    return ""


def _length(figures: Figures, style: Style) -> str:
    if figures.decisions > style.limits.most_decisions:
        return f"{figures.decisions:.0f} decisions of a player in a hand; at most {style.limits.most_decisions:g}"
    return ""


def _endless(figures: Figures, _: Style) -> str:
    found = figures.completion
    return "hands at random are hardly ever over" if found is not None and found.value < RARELY else ""


def _completion(figures: Figures, style: Style) -> str:
    """A limit that comes soon is a fixed length; one that comes late is a hand that stalls."""
    found = figures.completion
    if found is not None and figures.decisions >= SOON and found.high < style.limits.least_completion:
        return f"{found.value:.0%} of hands come to an end; at least {style.limits.least_completion:.0%}"
    return ""


def _draws(figures: Figures, style: Style) -> str:
    if figures.sides > 1 and figures.draws > style.limits.most_draws:
        return f"{figures.draws:.0%} of matches have no winner; at most {style.limits.most_draws:.0%}"
    return ""


def _skill(figures: Figures, style: Style) -> str:
    """How one plays makes no difference that shows."""
    found = figures.difference
    if found is None or style.limits.skill_errors == 0:
        return ""
    error = found.half_width / Z_95
    if found.value - style.limits.skill_errors * error <= 0:
        return f"no way of playing is better than another: {_told(found)} standard deviations"
    if found.high < style.limits.least_difference:
        return f"chance decides nearly all: how one plays is worth {_told(found)} standard deviations"
    return ""


def _bias(figures: Figures, style: Style) -> str:
    if figures.bias is not None and figures.bias.low > style.limits.most_bias:
        return f"one seat is {_told(figures.bias)} standard deviations ahead; at most {style.limits.most_bias:g}"
    return ""


def _consequence(figures: Figures, style: Style) -> str:
    found = figures.consequence
    if found is not None and found.high < style.limits.least_consequence:
        return f"{found.value:.0%} of choices can change the result; at least {style.limits.least_consequence:.0%}"
    return ""


def _reach(figures: Figures, style: Style) -> str:
    """Games for one are left out: there is nobody to reach."""
    found = figures.sway or figures.reach
    if found is not None and found.high < style.limits.least_reach:
        least = f"at least {style.limits.least_reach:.0%}"
        return f"{found.value:.0%} of choices change what others can do, or what is better for them; {least}"
    return ""


def _dominant(figures: Figures, style: Style) -> str:
    for found, when in ((figures.foremost, "in hindsight"), (figures.right, "on average")):
        if found is not None and found.low > style.limits.most_foremost:
            return f"one order of preference among moves is as good as any {when} {found.value:.0%} of the time"
    return ""


def _kingmaking(figures: Figures, style: Style) -> str:
    found = figures.kingmaking
    if found is not None and found.low > style.limits.most_kingmaking:
        return f"{found.value:.0%} of who wins is decided by players who cannot win"
    return ""


def _dead(figures: Figures, style: Style) -> str:
    if figures.dead is not None and figures.dead > style.limits.most_dead:
        return f"{figures.dead:.0%} of its parts change nothing; at most {style.limits.most_dead:.0%}"
    return ""


GATES: tuple[Gate, ...] = (
    Gate("wanted", 0, "the family and the number of players are as the style wants them", _wanted),
    Gate("choices", 1, "players have choices", _choices),
    Gate("endless", 1, "some hands at random come to an end", _endless),
    Gate("length", 2, "a hand is not too long", _length),
    Gate("completion", 2, "play ends hands, not a limit", _completion),
    Gate("skill", 2, "how one plays makes a difference", _skill),
    Gate("draws", 3, "matches have winners", _draws),
    Gate("bias", 3, "no seat is far ahead over matches", _bias),
    Gate("consequence", 3, "choices can change the result", _consequence),
    Gate("reach", 3, "what one does reaches others", _reach),
    Gate("dominant-move", 3, "no fixed order of preference among moves is always right", _dominant),
    Gate("rulebook", 3, "the rulebook is not too long", _rulebook),
    Gate("kingmaking", 4, "who cannot win does not decide who does", _kingmaking),
    Gate("dead-rules", 4, "its parts change something", _dead),
)
TIERS = 5


def _told(found: Estimate) -> str:
    return f"{found.value:.2f} ({found.low:.2f} to {found.high:.2f})"
