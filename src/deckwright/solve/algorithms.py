"""The algorithms there are, where they were published, and the numbers that each can be given."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from deckwright.games.errors import nearest_hint, quoted
from deckwright.solve.errors import SolveError

DEFAULT_ALGORITHM = "dcfr"


@dataclass(frozen=True)
class Setting:
    """A number that an algorithm can be given."""

    name: str
    default: float
    low: float
    high: float
    text: str
    whole: bool = False


@dataclass(frozen=True)
class Algorithm:
    """One way to find an equilibrium."""

    name: str
    title: str
    source: str
    text: str
    settings: tuple[Setting, ...] = ()
    samples: bool = False
    """Whether it follows chance at random rather than going through all of it."""

    def numbers(self, given: Mapping[str, float]) -> dict[str, float]:
        """Every setting by name, the given ones as they are given."""
        known = {setting.name: setting for setting in self.settings}
        for name, value in given.items():
            if name not in known:
                has = f"it has {', '.join(known)}" if known else "it has none"
                hint = nearest_hint(name, known)
                raise SolveError("solve.unknown-setting", f"{self.name} has no setting {quoted(name)}: {has}{hint}")
            _check_number(known[name], value)
        return {name: float(given.get(name, setting.default)) for name, setting in known.items()}


_DISCOUNT_EVERY = Setting(
    "discount_every", 0, 0, 1e15, "iterations after which what was learned so far counts for less; 0: never", whole=True
)

ALGORITHMS: tuple[Algorithm, ...] = (
    Algorithm(
        "cfr",
        "CFR",
        "Zinkevich, Johanson, Bowling and Piccione 2007, Regret minimization in games with incomplete information",
        "counts how much each action would have earned beside what was played, and plays what it missed most",
    ),
    Algorithm(
        "cfr+",
        "CFR+",
        "Tammelin 2014, Solving large imperfect information games using CFR+",
        "the same, but what has gone badly is forgotten at once, and later play counts for more",
    ),
    Algorithm(
        "lcfr",
        "Linear CFR",
        "Brown and Sandholm 2019, Solving imperfect-information games via discounted regret minimization",
        "iteration t counts t times",
    ),
    Algorithm(
        "dcfr",
        "Discounted CFR",
        "Brown and Sandholm 2019, Solving imperfect-information games via discounted regret minimization",
        "what was missed, what went badly and the average fade at different speeds",
        (
            Setting("alpha", 1.5, -100, 100, "how fast early positive regrets fade"),
            Setting("beta", 0.0, -100, 100, "how fast early negative regrets fade"),
            Setting("gamma", 2.0, 0, 100, "how fast early play fades from the average"),
        ),
    ),
    Algorithm(
        "pcfr+",
        "Predictive CFR+",
        "Farina, Kroer and Sandholm 2021, Faster game solving via predictive Blackwell approachability",
        "takes the last regrets as a forecast of the next",
    ),
    Algorithm(
        "es-mccfr",
        "External-sampling MCCFR",
        "Lanctot, Waugh, Zinkevich and Bowling 2009, Monte Carlo sampling for regret minimization in extensive games",
        "looks at every action of one seat, and at one action of everyone else",
        (_DISCOUNT_EVERY,),
        samples=True,
    ),
    Algorithm(
        "os-mccfr",
        "Outcome-sampling MCCFR",
        "Lanctot, Waugh, Zinkevich and Bowling 2009, Monte Carlo sampling for regret minimization in extensive games",
        "looks at one path through the game at a time",
        (_DISCOUNT_EVERY, Setting("explore", 0.6, 0.01, 1, "how often the seat that learns tries anything")),
        samples=True,
    ),
)


def get_algorithm(name: object) -> Algorithm:
    """An algorithm by name; SolveError suggests the nearest."""
    by_name = {algorithm.name: algorithm for algorithm in ALGORITHMS}
    found = by_name.get(name.strip().lower()) if isinstance(name, str) else None
    if found is None:
        known = ", ".join(by_name)
        hint = nearest_hint(str(name), by_name)
        raise SolveError("solve.unknown-algorithm", f"there is no algorithm {quoted(name)}: there is {known}{hint}")
    return found


def _check_number(setting: Setting, value: object) -> None:
    fits = (
        isinstance(value, (int, float))
        and not isinstance(value, bool)
        and math.isfinite(value)
        and setting.low <= value <= setting.high
        and (not setting.whole or float(value).is_integer())
    )
    if not fits:
        kind = "a whole number" if setting.whole else "a number"
        raise SolveError(
            "solve.bad-setting",
            f"{setting.name}: found {quoted(value)}, expected {kind} from {setting.low:g} to {setting.high:g}",
        )
