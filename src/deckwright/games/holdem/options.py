"""The options of hold'em, and what the kernel is told for them."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation
from typing import Any, Final

from deckwright.games.entry import Option, OptionValue
from deckwright.games.errors import OptionError, quoted

STREETS: Final = ("preflop", "flop", "turn", "river")
MOST_PLAYERS: Final = 6
MOST_CHIPS: Final = 1_000_000
"""That a stack can hold."""
MOST_SIZES: Final = 8
"""Sizes of bets on one street."""
MOST_POTS: Final = 100
"""That one bet can be."""
NO_SIZES: Final = "-"

OPTIONS: Final = (
    Option("players", int, default=2, low=2, high=MOST_PLAYERS, text="how many play"),
    Option("hands", int, default=1, low=1, high=1000, text="how many hands are played; the deal rotates"),
    Option("stack", int, default=100, low=1, high=10_000, text="chips of each player, in big blinds"),
    Option("stacks", str, default=None, text="the same seat by seat, as in 100,40,25.5: instead of stack"),
    Option("small_blind", int, default=1, low=0, high=10_000, text="the small blind, in chips"),
    Option("big_blind", int, default=2, low=1, high=10_000, text="the big blind, in chips"),
    Option("ante", int, default=0, low=0, high=10_000, text="what everybody posts in every hand, in chips"),
    Option(
        "sizes",
        str,
        default="0.5,1",
        text="bets and raises as parts of the pot, on all streets, or street by street with strokes, as in "
        "1/0.5,1/0.5,1/0.75; - for none; all in is always among them",
    ),
    Option("cap", int, default=None, low=1, high=20, text="bets and raises on a street at most"),
    Option("rake", str, default=None, text="per cent of every pot after a flop that the house takes, as in 4.5"),
    Option("rake_cap", str, default=None, text="what the house takes of a hand at most, in big blinds"),
    Option("carry", bool, default=False, text="stacks go on from hand to hand, and whoever has none left is out"),
    Option("dealer", int, default=None, low=0, high=MOST_PLAYERS - 1, text="the seat that deals first"),
)

_DEFAULT: Final[Mapping[str, OptionValue]] = {option.name: option.default for option in OPTIONS}


def holdem_settings(options: Mapping[str, OptionValue]) -> dict[str, Any]:
    """What the kernel is told, in chips; OptionError with the path of what cannot be."""
    chosen: dict[str, Any] = {**_DEFAULT, **options}
    players, big, small = chosen["players"], chosen["big_blind"], chosen["small_blind"]
    if small > big:
        raise _refusal("$.small_blind", small, f"at most the big blind, {big}")
    if chosen["ante"] > big:
        raise _refusal("$.ante", chosen["ante"], f"at most the big blind, {big}")
    if chosen["carry"] and chosen["hands"] == 1:
        raise _refusal("$.carry", True, "no stacks to carry: there is one hand", code="option.conflict")
    if chosen["rake_cap"] is not None and chosen["rake"] is None:
        raise _refusal("$.rake_cap", chosen["rake_cap"], "no cap: there is no rake", code="option.conflict")
    dealer = _small_blind_first(players) if chosen["dealer"] is None else chosen["dealer"]
    if dealer >= players:
        raise _refusal("$.dealer", dealer, f"a seat from 0 to {players - 1}")
    return {
        "players": players,
        "stacks": _stacks(chosen, options),
        "small_blind": small,
        "big_blind": big,
        "ante": chosen["ante"],
        "sizes": parse_sizes(chosen["sizes"]),
        "cap": chosen["cap"] or 0,
        "rake": _rake(chosen["rake"]),
        "rake_cap": 0 if chosen["rake_cap"] is None else _chips("$.rake_cap", chosen["rake_cap"], big),
        "hands": chosen["hands"],
        "carry": chosen["carry"],
        "dealer": dealer,
    }


def _small_blind_first(players: int) -> int:
    """The dealer that makes the first seat the small blind."""
    return 0 if players == 2 else players - 1


def _stacks(chosen: Mapping[str, Any], given: Mapping[str, OptionValue]) -> list[int]:
    players, big = chosen["players"], chosen["big_blind"]
    if chosen["stacks"] is None:
        return [_chips("$.stack", str(chosen["stack"]), big)] * players
    if "stack" in given:
        raise _refusal("$.stacks", chosen["stacks"], "stack or stacks, not both", code="option.conflict")
    texts = chosen["stacks"].split(",")
    if len(texts) != players:
        raise _refusal("$.stacks", chosen["stacks"], f"{players} stacks, one a seat, with commas between them")
    return [_chips(f"$.stacks[{seat}]", text, big) for seat, text in enumerate(texts)]


def _chips(path: str, text: str, big_blind: int) -> int:
    """Chips of so many big blinds."""
    chips = _number(path, text, f"big blinds that come to 1 to {MOST_CHIPS:,} chips") * big_blind
    if chips != chips.to_integral_value() or not 1 <= chips <= MOST_CHIPS:
        one = "1 chip" if big_blind == 1 else f"{big_blind} chips"
        raise _refusal(path, text, f"big blinds (of {one}) that come to a whole number of chips, 1 to {MOST_CHIPS:,}")
    return int(chips)


def _rake(text: str | None) -> int:
    """Hundredths of a per cent."""
    if text is None:
        return 0
    expected = "per cent from 0.01 to 100, with at most two decimals"
    hundredths = _number("$.rake", text, expected) * 100
    if hundredths != hundredths.to_integral_value() or not 1 <= hundredths <= 10_000:
        raise _refusal("$.rake", text, expected)
    return int(hundredths)


def parse_sizes(text: str) -> list[list[int]]:
    """Per cents of the pot for each street, rising."""
    streets = text.split("/")
    if len(streets) == 1:
        return [_street_sizes("$.sizes", text)] * len(STREETS)
    if len(streets) != len(STREETS):
        raise _refusal("$.sizes", text, "one list for all streets, or four with strokes between them")
    return [_street_sizes(f"$.sizes.{street}", part) for street, part in zip(STREETS, streets, strict=True)]


def _street_sizes(path: str, text: str) -> list[int]:
    if text.strip() == NO_SIZES:
        return []
    expected = f"parts of the pot from 0.01 to {MOST_POTS}, rising, with at most two decimals"
    sizes = [_number(f"{path}[{place}]", part, expected) * 100 for place, part in enumerate(text.split(","))]
    for place, size in enumerate(sizes):
        is_whole = size == size.to_integral_value() and 1 <= size <= 100 * MOST_POTS
        if not is_whole or (place and size <= sizes[place - 1]):
            raise _refusal(f"{path}[{place}]", text.split(",")[place], expected)
    if len(sizes) > MOST_SIZES:
        raise _refusal(path, text, f"at most {MOST_SIZES} sizes")
    return [int(size) for size in sizes]


def _number(path: str, text: str, expected: str) -> Decimal:
    try:
        number = Decimal(text.strip() if text.isascii() and "_" not in text else "NaN")
    except InvalidOperation:
        number = Decimal("NaN")
    if not number.is_finite() or abs(number) > MOST_CHIPS:
        raise _refusal(path, text, expected)
    return number


def _refusal(path: str, found: object, expected: str, *, code: str = "option.bad-value") -> OptionError:
    return OptionError(code, f"holdem: {path}: found {quoted(found)}, expected {expected}")
