"""Who a sentence is about, and what happens step by step.

A person is mentioned by name first and by pronoun after that, and verbs agree. While a sentence is being put together,
mentions are marks in its text; `settled` turns them into words once their order is known. So the parts of a sentence
can be written without knowing which of them will come first.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from deckwright.document import Block, Item, Listing
from deckwright.genome.rulebook.grammar.wording import capitalised, conjugated, listing, sentence

_OPEN, _CLOSE, _BAR = "\ue000", "\ue001", "\ue002"
_MARK = re.compile(f"{_OPEN}([^{_OPEN}{_CLOSE}]*){_CLOSE}")


@dataclass(frozen=True)
class Person:
    """A player, a side, a card: whoever or whatever a sentence is about."""

    name: str
    possessive: str = ""
    pronoun: str = "they"
    """`you` is always you; `they` and `it` are named first; empty: always named."""
    plural: bool = False
    """Whether its name takes the verb of several."""

    @property
    def is_you(self) -> bool:
        """Whether it is the reader."""
        return self.pronoun == "you"

    def subject(self) -> str:
        """`you`, `the dealer`, `they`."""
        return self._mark("s")

    def object(self) -> str:
        """`you`, `the dealer`, `them`."""
        return self._mark("o")

    def their(self, thing: str) -> str:
        """`your hand`, `the dealer's hand`, `their hand`."""
        return self._mark("p", thing)

    def does(self, phrase: str) -> str:
        """`you draw a card`, `the dealer draws a card`."""
        return f"{self.subject()} {self.verb(phrase)}"

    def verb(self, phrase: str) -> str:
        """A verb phrase that agrees with the last mention: `draw a card`, `draws a card`."""
        if self.name.endswith(" must"):
            return _bare(phrase)
        head, space, rest = phrase.partition(" ")
        return self._mark(f"v{head}") + space + rest

    def told(self, phrase: str) -> str:
        """An order to the reader, a statement about anyone else: `draw a card`, `the dealer draws a card`."""
        return phrase if self.is_you else self.does(phrase)

    def is_named_in(self, text: str) -> bool:
        """Whether a text names this person as someone who does something, or to whom it is done."""
        return any(f"{_OPEN}{case}{_BAR}{_wrapped(self.name)}{_BAR}" in text for case in "so")

    def begins(self, text: str) -> bool:
        """Whether a text begins with this person, or with something of theirs."""
        leading, own = _MARK.match(text), tuple(_BAR.join((case, _wrapped(self.name), "")) for case in "sp")
        return leading is not None and leading.group(1).startswith(own)

    def _mark(self, case: str, thing: str = "") -> str:
        number = "many" if self.plural else "one"
        parts = (case, _wrapped(self.name), _wrapped(self.possessive), self.pronoun, number, _wrapped(thing))
        return _OPEN + _BAR.join(parts) + _CLOSE


_LONG_NAME = re.compile(r" (who|whose|that|for|to|of|on|in|if|with) |\(")
_OBJECTS = {"they": "them", "who": "whom"}
_PRONOUNS = {
    "they": {"s": "they", "o": "them", "p": "their"},
    "it": {"s": "it", "o": "it", "p": "its"},
    "you": {"s": "you", "o": "you", "p": "your"},
}


_BARE = {
    "are not": "not be", "are": "be", "do not": "not", "may not": "not be allowed to", "may": "be allowed to",
}  # fmt: skip


def _bare(phrase: str) -> str:
    """The verb as it stands after `must`."""
    for start, bare in _BARE.items():
        if phrase == start or phrase.startswith(f"{start} "):
            return bare + phrase[len(start) :]
    return phrase


_TOTAL_OF_THEM = re.compile(r"\bthe (total \w+) of them\b")


def settled(text: str) -> str:
    """The text with its mentions as words: the first by name, later ones by pronoun where that is clear."""
    last: dict[str, str] = {}
    many: dict[str, bool] = {}

    def inner(text: str) -> str:
        inside = (chr(ord(letter) - _WRAPPING) if "\ue010" <= letter <= "\uf8ff" else letter for letter in text)
        return _MARK.sub(word, "".join(inside))

    def word(match: re.Match[str]) -> str:
        case, name, own, pronoun, number, thing = match.group(1).split(_BAR)
        if case.startswith("v"):
            plural = pronoun == "you" or many.get(name, number == "many")
            return case[1:] if plural else conjugated(case[1:])
        again = pronoun == "you" or (bool(pronoun) and last.get(pronoun) == name)
        before = name in many
        many[name] = pronoun == "they" if again else number == "many"
        if again:
            return f"{_PRONOUNS[pronoun][case]} {inner(thing)}".strip()
        if before and name.startswith(("a ", "an ", "another ")):
            name, own = f"that {name.split(' ', 1)[1]}", ""
        shown = inner(name)
        if case == "p":
            own, thing = inner(own), inner(thing)
        if case == "p" and not own and thing and _LONG_NAME.search(shown):
            shown = f"the {thing} of {shown}"  # the hand of the player who dealt
        elif case == "p":
            genitive = shown + ("'" if shown.endswith("s") else "'s")
            shown = f"{own or genitive} {thing}".strip()
        last[pronoun] = match.group(1).split(_BAR)[1]
        return _OBJECTS.get(shown, shown) if case == "o" else shown

    return _TOTAL_OF_THEM.sub(r"their \1", _MARK.sub(word, text))


_WRAPPING = 0x10
"""How far the marks inside a name are moved, so that they do not end the mark around them."""


def _wrapped(text: str) -> str:
    return "".join(chr(ord(letter) + _WRAPPING) if "\ue000" <= letter <= "\uf8ef" else letter for letter in text)


def joined_clauses(clauses: Sequence[str], joint: str) -> str:
    """Clauses joined by `and` or `or`; a subject that they share to the end is said once."""
    said = list(clauses)
    for place in range(len(clauses) - 1, 0, -1):
        shorter = going_on(clauses[place - 1], clauses[place])
        if shorter == clauses[place]:
            break
        said[place] = shorter
    return listing(said, joint)


def going_on(first: str, clause: str) -> str:
    """A clause after another one, without a subject that they share."""
    leading = _MARK.match(first)
    subject = f"{leading.group()} " if leading and leading.group(1).startswith("s") else ""
    return clause[len(subject) :] if subject and clause.startswith(subject) else clause


def said(*clauses: str) -> str:
    """Clauses as sentences, one after the other."""
    return " ".join(filter(None, (sentence(settled(clause)) for clause in clauses)))


def headline(text: str) -> str:
    """A text that stands by itself, without a full stop."""
    return capitalised(settled(text))


YOU = Person("you", "your", "you")
BANK = Person("the bank", pronoun="")
POT = Person("the pot", pronoun="it")
YOUR_SIDE = Person("your side", pronoun="")
THAT = Person("that", "whose", "it")
WHO = Person("who", "whose")
THE_CARD = Person("the card", pronoun="it")
THOSE_CARDS = Person("those cards", "their", "they", plural=True)


_SHORT = 320


@dataclass(frozen=True)
class Step:
    """Something that happens: a clause, and what it opens (under a condition, or for each of several)."""

    clause: str
    inside: tuple[Step, ...] = ()
    otherwise: tuple[Step, ...] = ()
    is_list: bool = False
    """Whether what is inside only reads well as a list."""

    @property
    def is_simple(self) -> bool:
        """Whether it is one clause."""
        return not self.inside and not self.otherwise


def told(found: Sequence[Step]) -> tuple[str, tuple[Block, ...]]:
    """Steps as running text where that is clear, and otherwise as a list."""
    if all(_fits_in_line(step) for step in found):
        return " ".join(said(_inline(step)) for step in found), ()
    return "", (Listing(items(found)),)


def items(found: Sequence[Step]) -> tuple[Item, ...]:
    """Steps as entries of a list."""
    done: list[Item] = []
    for step in found:
        if step.is_simple or _fits_in_line(step):  # a long sentence is still one entry
            done.append(Item(said(_inline(step))))
            continue
        if step.inside:
            done.append(Item(said(f"{step.clause}:"), (Listing(items(step.inside)),)))
        if step.otherwise:
            done.append(Item("Otherwise:", (Listing(items(step.otherwise)),)))
    return tuple(done)


def _fits_in_line(step: Step) -> bool:
    inner = (*step.inside, *step.otherwise)
    return not step.is_list and all(one.is_simple for one in inner) and len(settled(_inline(step))) <= _SHORT


def _inline(step: Step) -> str:
    if step.is_simple:
        return step.clause
    text = f"{step.clause}, {listing([_inline(inner) for inner in step.inside])}"
    if step.otherwise:
        text += f"; otherwise {listing([_inline(inner) for inner in step.otherwise])}"
    return text
