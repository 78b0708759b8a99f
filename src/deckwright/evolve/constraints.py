"""What a user wants of every game that is found."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from deckwright.evolve.errors import EvolveError
from deckwright.evolve.families import FAMILIES, family_of
from deckwright.evolve.playing import play
from deckwright.genome.rulebook import generate_rulebook
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import plain_value

_STEP = re.compile(r"\.(\w+)|\[(\d+|\*)\]")
_PATH = re.compile(r"\$(\.\w+|\[\d+\])+")
LENGTH_GAMES = 8
LENGTH_SEED = 16


@dataclass(frozen=True)
class Pin:
    """A rule that must stay: its path, places in lists left open, and its value as canonical JSON."""

    pattern: str
    value: str

    def paths(self, genome: GameGenome) -> list[str]:
        """Where a genome has the rule."""
        steps = [name or index for name, index in _STEP.findall(self.pattern)]
        return [path for path, value in _values(genome, steps, "$") if _canonical(value) == self.value]


def pin(genome: GameGenome, path: str) -> Pin:
    """The rule of a genome at a path, such as `$.setup.cards_per_player` or `$.turn_structure.phases[1]`."""
    if not _PATH.fullmatch(path):
        raise EvolveError("constraint.bad-path", f"pin: found {path!r}, expected a path such as $.setup.dealer")
    steps = [name or index for name, index in _STEP.findall(path)]
    found = [value for _, value in _values(genome, steps, "$")]
    if not found:
        raise EvolveError("constraint.no-such-rule", f"{genome.name or genome.genome_id} has nothing at {path}")
    return Pin(re.sub(r"\[\d+\]", "[*]", path), _canonical(found[0]))


@dataclass(frozen=True)
class Constraints:
    """Pinned rules, and bounds (both ends included) on what a game is."""

    pins: tuple[Pin, ...] = ()
    players: tuple[int, int] | None = None
    length: tuple[float, float] | None = None
    """Decisions of a player in a game of random players."""
    family: str | None = None
    rulebook_words: int | None = None
    """Words of the rulebook, at most."""

    def __post_init__(self) -> None:
        for name in ("players", "length"):
            bounds = getattr(self, name)
            if bounds is not None and not 0 < bounds[0] <= bounds[1]:
                found = f"{name}: found {bounds}, expected two numbers above 0, the lower first"
                raise EvolveError("constraint.bad-bounds", found)
        if self.family is not None and self.family not in FAMILIES:
            found = f"family: found {self.family!r}, expected one of {', '.join(FAMILIES)}"
            raise EvolveError("constraint.no-such-family", found)
        if self.rulebook_words is not None and self.rulebook_words < 1:
            found = f"rulebook_words: found {self.rulebook_words}, expected at least 1"
            raise EvolveError("constraint.bad-bounds", found)

    def pinned_in(self, genome: GameGenome) -> tuple[str, ...]:
        """The paths of a genome that must stay as they are."""
        return tuple(path for one in self.pins for path in one.paths(genome))

    def violations(self, genome: GameGenome) -> list[str]:
        """What a genome does not keep to, in words; empty if it keeps to everything."""
        return list(self._violations(genome))

    def _violations(self, genome: GameGenome) -> Iterator[str]:
        for one in self.pins:
            if not one.paths(genome):
                yield f"the pinned rule {one.pattern} is not there"
        if self.players is not None and not self.players[0] <= genome.player_count <= self.players[1]:
            yield f"{genome.player_count} players, not {self.players[0]} to {self.players[1]}"
        if self.family is not None and family_of(genome) != self.family:
            yield f"a game of the family {family_of(genome)}, not {self.family}"
        if self.rulebook_words is not None:
            words = len(generate_rulebook(genome).split())
            if words > self.rulebook_words:
                yield f"a rulebook of {words} words, not at most {self.rulebook_words}"
        if self.length is not None:
            decisions = play(genome, LENGTH_SEED, LENGTH_GAMES).decisions
            if not self.length[0] <= decisions <= self.length[1]:
                yield f"{decisions:.1f} decisions a player, not {self.length[0]:g} to {self.length[1]:g}"


def _canonical(value: Any) -> str:
    return json.dumps(plain_value(value), sort_keys=True, separators=(",", ":"))


def _values(node: Any, steps: list[str], path: str) -> Iterator[tuple[str, Any]]:
    """The values at a path whose places in lists may be left open."""
    if not steps:
        yield path, node
    elif isinstance(node, tuple):
        if steps[0] == "*" or steps[0].isdecimal():
            places = range(len(node)) if steps[0] == "*" else [int(steps[0])]
            for place in places:
                if place < len(node):
                    yield from _values(node[place], steps[1:], f"{path}[{place}]")
    elif steps[0] in getattr(type(node), "model_fields", {}):
        yield from _values(getattr(node, steps[0]), steps[1:], f"{path}.{steps[0]}")
