"""An entry of the library: what a game is called, how its genome is made, and which options it takes.

A game is one module in this folder that ends with

    GAME = GameEntry(
        id="crazy-eights",
        name="Crazy Eights",
        create=create_crazy_eights_genome,      # keyword-only options with defaults; the entry checks its genome
        options=(
            Option("players", int, default=4, low=2, high=7, text="how many play"),
            Option("hands", int, default=None, low=1, high=1000, text="stop after so many hands; none: to the target"),
            Option("draw", str, default="one", choices=("one", "until_playable"), text="..."),
        ),
        rules="https://www.pagat.com/eights/crazy8s.html",
        seed=True,
    )

and the catalogue finds it by itself. An option's default is stated in both places; a test holds them together.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

from pydantic import ValidationError

from deckwright.games.definition import Definition, define_genome
from deckwright.games.errors import OptionError, nearest_hint, quoted
from deckwright.genome.compile.compiler import REMEMBERED
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import check_genome
from deckwright.genome.values import shared

OptionValue = int | str | bool | None

_KINDS: Mapping[type, str] = {int: "a whole number", str: "text", bool: "true or false"}
_TRUE = frozenset({"true", "yes", "on", "1"})
_FALSE = frozenset({"false", "no", "off", "0"})


class PlayerRange(NamedTuple):
    """How many can play."""

    min: int
    max: int
    default: int


@dataclass(frozen=True)
class Option:
    """A house rule that can be set when a game is loaded. A default of None makes None (`none` in text) allowed."""

    name: str
    kind: type[int] | type[str] | type[bool]
    default: OptionValue
    low: int | None = None
    high: int | None = None
    choices: tuple[str, ...] = ()
    text: str = ""

    @property
    def expected(self) -> str:
        """What values it takes, in words."""
        if self.choices:
            kinds = "one of " + ", ".join(self.choices)
        elif self.low is not None and self.high is not None:
            kinds = f"a whole number from {self.low} to {self.high}"
        elif self.low is not None:
            kinds = f"a whole number of at least {self.low}"
        elif self.high is not None:
            kinds = f"a whole number of at most {self.high}"
        else:
            kinds = _KINDS[self.kind]
        return f"{kinds}, or none" if self.default is None else kinds

    def check(self, value: object) -> OptionValue:
        """The value, if the option can take it."""
        if value is None and self.default is None:
            return None
        if type(value) is not self.kind:
            raise self._refusal("option.wrong-type", value)
        assert isinstance(value, (int, str, bool))
        if self.choices and value not in self.choices:
            raise self._refusal("option.unknown-value", value, hint=nearest_hint(str(value), self.choices))
        if isinstance(value, int) and not isinstance(value, bool):
            too_low = self.low is not None and value < self.low
            too_high = self.high is not None and value > self.high
            if too_low or too_high:
                raise self._refusal("option.out-of-range", value)
        return value

    def parse(self, text: str) -> OptionValue:
        """The value that a text means: `-o hands=3`, `-o jokers=yes`, `-o hands=none`."""
        word = text.strip()
        if self.default is None and word.lower() == "none":
            return None
        if self.kind is bool:
            if word.lower() not in _TRUE | _FALSE:
                raise self._refusal("option.wrong-type", text)
            return word.lower() in _TRUE
        if self.kind is int:
            sign, digits = (-1, word[1:]) if word.startswith("-") else (1, word)
            if not digits.isascii() or not digits.isdecimal() or len(digits) > 18:
                raise self._refusal("option.wrong-type", text)
            return self.check(sign * int(digits))
        by_lower = {choice.lower(): choice for choice in self.choices}
        return self.check(by_lower.get(word.lower(), word))

    def _refusal(self, code: str, value: object, *, hint: str = "") -> OptionError:
        return OptionError(code, f"option {self.name!r}: found {quoted(value)}, expected {self.expected}{hint}")


@dataclass(frozen=True, kw_only=True)
class Entry:
    """What every game of the library has: a name, options, and where its rules are published."""

    id: str
    name: str
    options: tuple[Option, ...] = ()
    rules: str = ""
    """Where the rules it follows are published."""
    zero_sum: bool = True
    """Whether returns always add up to zero; a conformance test holds it to its word."""

    has_genome: ClassVar[bool] = False

    def define(self, /, **options: OptionValue) -> Definition:
        """The game with these options; OptionError if it cannot take one of them, or not together."""
        raise NotImplementedError

    def check_options(self, options: Mapping[str, object]) -> dict[str, OptionValue]:
        """The options, if it has them all and can take their values."""
        return {name: self.option(name).check(value) for name, value in options.items()}

    def parse_options(self, options: Mapping[str, str]) -> dict[str, OptionValue]:
        """Options given as text."""
        return {name: self.option(name).parse(text) for name, text in options.items()}

    def option(self, name: str) -> Option:
        """An option by name; OptionError suggests the nearest."""
        by_name = {option.name: option for option in self.options}
        if name in by_name:
            return by_name[name]
        has = f"it has {', '.join(by_name)}" if by_name else "it has none"
        hint = nearest_hint(name, by_name)
        raise OptionError("option.unknown", f"{self.id} has no option {quoted(name)}: {has}{hint}")

    @property
    def players(self) -> PlayerRange:
        """How many can play: what its option `players` says."""
        option = self.option("players")
        assert isinstance(option.default, int)
        return PlayerRange(option.low or 1, option.high or option.default, option.default)

    @property
    def teams(self) -> bool:
        """Whether it is played in teams."""
        return False


@dataclass(frozen=True, kw_only=True)
class GameEntry(Entry):
    """A game of the library that is a genome."""

    create: Callable[..., GameGenome]
    seed: bool = False
    """Whether it is one of the seed design's eighteen."""

    has_genome: ClassVar[bool] = True

    def define(self, /, **options: OptionValue) -> Definition:
        """The game that its genome says."""
        return define_genome(self.genome(**options), id=self.id)

    def genome(self, /, **options: OptionValue) -> GameGenome:
        """Its genome with these options; OptionError if it cannot take one of them, or not together."""
        checked = self.check_options(options)
        try:
            return _created(self.create, tuple(checked.items()))
        except (GenomeError, ValidationError) as error:
            if not checked:
                raise
            told = ", ".join(f"{name}={value}" for name, value in checked.items())
            raise OptionError("option.conflict", f"{self.id} cannot be played with {told}:\n{error}") from None

    @property
    def default_genome(self) -> GameGenome:
        """The game as it is without options."""
        return _created(self.create, ())

    @property
    def players(self) -> PlayerRange:
        """How many can play: what its option `players` says, or as many as the genome has."""
        if any(option.name == "players" for option in self.options):
            return super().players
        count = _made(self.create, ()).player_count
        return PlayerRange(count, count, count)

    @property
    def teams(self) -> bool:
        """Whether it is played in teams."""
        return _made(self.create, ()).team_mode

    def declared_defaults(self) -> dict[str, object]:
        """The defaults that the factory's signature states, by option."""
        return {name: parameter.default for name, parameter in inspect.signature(self.create).parameters.items()}


@dataclass(frozen=True, kw_only=True)
class HouseRulesEntry(Entry):
    """A game that the kernel has of its own, because the genome language cannot say it without strain."""

    make: Callable[[Mapping[str, OptionValue]], Definition]
    """Its definition, for options that were checked one by one; OptionError if they do not go together."""

    def define(self, /, **options: OptionValue) -> Definition:
        """The game with these house rules."""
        return self.make(self.check_options(options))


@lru_cache(maxsize=REMEMBERED)
def _made(create: Callable[..., GameGenome], options: tuple[tuple[str, OptionValue], ...]) -> GameGenome:
    """A genome of the library, not checked: to check it is to compile it, and who lists games reads two fields."""
    return shared(create(**dict(options)))


@lru_cache(maxsize=REMEMBERED)
def _created(create: Callable[..., GameGenome], options: tuple[tuple[str, OptionValue], ...]) -> GameGenome:
    """A genome of the library, made and checked once."""
    genome = _made(create, options)
    check_genome(genome)
    return genome
