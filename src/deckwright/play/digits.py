"""Numbers in mixed radix, and numbers as text: how a link says much in few characters."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
_VALUES = {letter: value for value, letter in enumerate(ALPHABET)}
BITS = 6


def pack(digits: Sequence[tuple[int, int]]) -> int:
    """One number for digits, each with its radix; a digit of radix 1 costs nothing. The first is the easiest to get."""
    # In two halves each time, so that a long game does not take the square of its length.
    if len(digits) <= 32:
        number = 0
        for digit, radix in reversed(digits):
            number = number * radix + digit
        return number
    middle = len(digits) // 2
    low = digits[:middle]
    return pack(low) + _product(low) * pack(digits[middle:])


def _product(digits: Sequence[tuple[int, int]]) -> int:
    product = 1
    for _, radix in digits:
        product *= radix
    return product


class Digits:
    """A packed number that gives its digits back one after the other."""

    def __init__(self, number: int) -> None:
        self.left = number

    def take(self, radix: int) -> int:
        """The next digit, which is below its radix."""
        if radix == 1:
            return 0
        self.left, digit = divmod(self.left, radix)
        return digit


def subset_rank(places: Sequence[int]) -> int:
    """Which of the subsets of this size it is, for places in rising order (combinatorial number system)."""
    return sum(comb(place, number) for number, place in enumerate(places, start=1))


def subset_of(rank: int, size: int, count: int) -> list[int]:
    """The subset of so many out of `count` places that has this rank."""
    places: list[int] = []
    top = count
    for number in range(size, 0, -1):
        top -= 1
        while comb(top, number) > rank:
            top -= 1
        rank -= comb(top, number)
        places.append(top)
    places.reverse()
    return places


def format_number(number: int) -> str:
    """A number as text, the low digits first."""
    if number == 0:
        return ""
    size = -(-number.bit_length() // BITS)
    # Three bytes are four characters: bytes are quicker to take apart than a long number.
    content = number.to_bytes(-(-size // 4) * 3, "little")
    letters = []
    for first in range(0, len(content), 3):
        word = int.from_bytes(content[first : first + 3], "little")
        letters += [ALPHABET[word >> shift & 63] for shift in (0, 6, 12, 18)]
    return "".join(letters[:size])


def find_number(text: str) -> int | None:
    """The number that a text says; None if a character is none of ours."""
    values = [_VALUES.get(letter) for letter in text]
    content = bytearray()
    for first in range(0, len(values), 4):
        word = 0
        for shift, value in enumerate(values[first : first + 4]):
            if value is None:
                return None
            word |= value << BITS * shift
        content += word.to_bytes(3, "little")
    return int.from_bytes(content, "little")
