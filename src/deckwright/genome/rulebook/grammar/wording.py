"""Small words: numbers, plurals, lists, articles, and the names of ranks and suits as people say them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_NUMBERS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
_ORDINALS = (
    "zeroth", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
)  # fmt: skip
LIMITS = {
    "==": "exactly ", "!=": "other than ", "<": "fewer than ", "<=": "at most ", ">": "more than ", ">=": "at least ",
}  # fmt: skip
"""How a number of things is compared with another."""
THAN = {"==": "", "!=": "not ", "<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least "}
"""How an amount is."""
_PLAYERS = {"opponents": "opponent", "live": "remaining player"}
_TIMES = ("never", "once", "twice")
_RANKS = {
    "0": "zero", "1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven",
    "8": "eight", "9": "nine", "10": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
_MANY_RANKS = 3
_FRENCH_SUITS = {"clubs": "club", "diamonds": "diamond", "hearts": "heart", "spades": "spade"}
_IRREGULAR = {"has": "have", "is": "are", "does": "do", "was": "were"}
_UNPRINTED = re.compile(r"[\x00-\x1f\x7f\ue000-\uf8ff]")
_SEVERAL = re.compile(r"[^s]s\*[\ue000-\uf8ff]*$")
_COUNT = re.compile(r"number of \*[^*]*\*[\ue000-\uf8ff]*$")
_MARKUP = re.compile(r"([\\`*_\[\]<>#|~])")


def plain(text: str) -> str:
    """A name from a genome, safe to set into Markdown: nothing in it is read as markup."""
    return _MARKUP.sub(r"\\\1", _UNPRINTED.sub("", text)).strip()


def spoken(name: str) -> str:
    """An identifier as words: `last_player` is `last player`."""
    words = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name.replace("_", " "))
    return plain(" ".join(words.split()))


_DONE = {
    "take": "taken", "give": "given", "keep": "kept", "pass": "passed", "lay": "laid", "play": "played",
    "discard": "discarded", "throw": "thrown", "meld": "melded", "capture": "captured",
}  # fmt: skip


def is_none(operator: str, value: int) -> bool:
    """Whether a comparison says that there is none of something that is never less than none."""
    return (operator in ("==", "<=") and value == 0) or (operator == "<" and value == 1)


def is_some(operator: str, value: int) -> bool:
    """Whether it says that there is some."""
    return (operator in (">", "!=") and value == 0) or (operator == ">=" and value == 1)


def player_word(domain: str) -> str:
    """What one of those is called whom a rule goes through."""
    return _PLAYERS.get(domain, "player")


def called(name: str, noun: str) -> str:
    """What something with a name of its own is called: `played card`, `upcard`, `taken cards`."""
    word = spoken(name)
    if len(word) == 1:
        return noun
    return word if word.endswith("card") else f"{_DONE.get(word, word)} {noun}"


def number_word(number: int) -> str:
    """`seven`, and `13` beyond twelve."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else digits(number)


def digits(number: int) -> str:
    """The number in figures, with a real minus sign."""
    return f"−{-number}" if number < 0 else str(number)


def ordinal(number: int) -> str:
    """`first`, `twelfth`, `21st`."""
    if 0 <= number < len(_ORDINALS):
        return _ORDINALS[number]
    ending = "th" if 10 <= number % 100 <= 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def times(number: int) -> str:
    """`once`, `twice`, `three times`."""
    return _TIMES[number] if 0 <= number < len(_TIMES) else f"{number_word(number)} times"


def plural(noun: str) -> str:
    """The plural of the head of a noun phrase: `cards`, `queens of spades`, `cards that follow suit`."""
    for joint in (" of ", " that ", " whose ", " in ", " from ", " for ", " with ", " other than ", " on "):
        if joint in noun:
            head, rest = noun.split(joint, 1)
            return f"{plural(head)}{joint}{rest}"
    if noun.endswith(("s", "x", "ch", "sh")):
        return f"{noun}es"
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}s"


def count(number: int, noun: str) -> str:
    """`one card`, `seven cards`, `no cards`."""
    if number == 0:
        return f"no {plural(noun)}"
    return f"{number_word(number)} {noun if number == 1 else plural(noun)}"


def points(number: int, noun: str = "point") -> str:
    """`1 point`, `13 points`: points and chips are always in figures."""
    return f"{digits(number)} {noun if abs(number) == 1 else plural(noun)}"


def a(noun: str) -> str:
    """The noun with its article: `an eight`, `a queen`."""
    first = noun.lstrip('*“"(')
    vowel = first[:1].lower() in "aeiou" and not first.lower().startswith(("one", "uni", "use"))
    return f"an {noun}" if vowel or re.match(r"(8|11\b|18\b)", first) else f"a {noun}"


def listing(items: Sequence[str], joint: str = "and") -> str:
    """`a, b and c`; items that have commas themselves, or a choice, are kept apart by semicolons."""
    items = list(items)
    if len(items) < 2:
        return "".join(items)
    is_choice = any(item.startswith("either ") for item in items[:-1])
    if len(items) > 2 and (is_choice or any(", " in item for item in items)):
        return "; ".join(items[:-1]) + f"; {joint} {items[-1]}"
    if len(items) == 2 and (any(" and " in item or " or " in item for item in items) or ", " in items[0]):
        return f"{items[0]}, {joint} {items[1]}"
    return ", ".join(items[:-1]) + f" {joint} {items[-1]}"


def capitalised(text: str) -> str:
    """The text with its first letter large, past any markup."""
    for place, letter in enumerate(text):
        if letter.isalnum():
            return text[:place] + letter.upper() + text[place + 1 :]
    return text


def grouped(text: str) -> str:
    """A phrase kept together with parentheses, if it has parts that could be read apart."""
    return f"({text})" if " if " in text or ", " in text else text


def lowered(text: str) -> str:
    """The text with its first letter small, to go on after a comma."""
    return text[:1].lower() + text[1:] if text[1:2].islower() or text[1:2] == " " else text


def sentence(text: str) -> str:
    """The text as a sentence."""
    text = " ".join(text.split())
    if not text:
        return ""
    return capitalised(text) + ("" if text.endswith((".", "!", "?", ":")) else ".")


def conjugated(verb: str) -> str:
    """The third person of a verb or verb phrase: `draws a card`."""
    head, _, rest = verb.partition(" ")
    back = {plural_form: form for form, plural_form in _IRREGULAR.items()}
    if head in back:
        head = back[head]
    elif head in ("may", "must", "cannot", "can", "will", "won", "lost", "went", "took", "bid", "did", "came"):
        pass
    elif head.endswith(("s", "x", "ch", "sh", "o")):
        head += "es"
    elif head.endswith("y") and head[-2:-1] not in "aeiou":
        head = head[:-1] + "ies"
    else:
        head += "s"
    return f"{head} {rest}" if rest else head


def agreeing(noun: str, verb: str) -> str:
    """A verb after a noun phrase: `the *need* is`, `your *bags* are`."""
    is_several = _SEVERAL.search(noun) and not _COUNT.search(noun)
    return f"{noun} {verb if is_several else conjugated(verb)}"


def rank_name(rank: str) -> str:
    """`queen`, `seven`, `joker`."""
    return _RANKS.get(rank) or spoken(rank)


def rank_plural(rank: str) -> str:
    """`queens`, `sixes`."""
    name = rank_name(rank)
    return f"{name}s" if name[-1:].isdecimal() else plural(name)


def counted_values(values: Mapping[str, int]) -> list[str]:
    """What ranks count: `jacks, queens and kings count 10`; ranks that count what they show are put together."""
    own = [rank for rank, value in values.items() if rank.isdecimal() and int(rank) == value]
    parts = []
    if len(own) >= _MANY_RANKS:
        numbers = sorted(map(int, own))
        run = numbers == list(range(numbers[0], numbers[-1] + 1))
        which = listing([rank_plural(rank) for rank in own])
        if run:
            which = f"{rank_plural(str(numbers[0]))} to {rank_plural(str(numbers[-1]))}"
        parts.append(f"{which} count their number")
    else:
        own = []
    grouped: dict[int, list[str]] = {}
    for rank, value in values.items():
        if rank not in own:
            grouped.setdefault(value, []).append(rank)
    for value in sorted(grouped, reverse=True):
        ranks = listing([rank_plural(rank) for rank in grouped[value]])
        parts.append(f"{ranks} count {digits(value) if value else 'nothing'}")
    return parts


def suit_card(suit: str) -> str:
    """One card of a suit: `heart`, `cups card`."""
    return _FRENCH_SUITS.get(suit) or f"{spoken(suit)} card"


def suit_cards(suit: str) -> str:
    """The cards of a suit: `hearts`, `cups cards`."""
    return suit if suit in _FRENCH_SUITS else f"{spoken(suit)} cards"
