"""Choices with letters, and what somebody means who types.

Numbers are bids, ranks and piles: none is ever a place in a menu. A letter that is also a word of some choice (the K of
`wanted K`) is no key either, so that whatever is typed means one thing.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from string import ascii_lowercase

from rich.columns import Columns
from rich.console import RenderableType
from rich.text import Text

from deckwright.engine.notation import fold

COMMANDS: Mapping[str, str] = {
    "u": "undo", "h": "hint", "r": "rules", "l": "link", "q": "quit", "?": "help",
}  # fmt: skip
MARK = "/"
"""Before a command, where a move says the same: `/quit`."""
MOST_ECHOED = 40


def make_keys(labels: Sequence[str]) -> list[str]:
    """A key for each label: letters that are no command, and no word that a label has."""
    taken = {word for label in labels for word in words(label)} | {*COMMANDS, *COMMANDS.values()}
    return list(islice((key for key in _letters() if key not in taken), len(labels)))


def words(label: str) -> list[str]:
    """The words of a label as they are compared: capitals and signs around them do not matter."""
    return [word.strip(".,:;()") for word in fold(label).split()]


def find_command(typed: str, labels: Sequence[str] = ()) -> str | None:
    """The letter of the command that was typed, as a letter or as a word; a move that says the same comes first."""
    said = fold(typed)
    if said.startswith(MARK):
        said = said.removeprefix(MARK)
    elif any(said == fold(label) or said in words(label) for label in labels):
        return None
    return next((letter for letter, word in COMMANDS.items() if said in (letter, word)), None)


def find_choice(labels: Sequence[str], typed: str) -> int | str:
    """The place of the label that was meant; otherwise what is wrong with what was typed."""
    if not typed:
        return 0 if len(labels) == 1 else "Which one? Type its letter, or the move."
    said = fold(typed)
    keys = make_keys(labels)
    if said in keys:
        return keys.index(said)
    found = (
        [place for place, label in enumerate(labels) if fold(label) == said]
        or [place for place, label in enumerate(labels) if said in words(label)]
        or [place for place, label in enumerate(labels) if fold(label).startswith(said)]
        or [place for place, label in enumerate(labels) if f" {said}" in f" {' '.join(words(label))} "]
        or [place for place, label in enumerate(labels) if said.replace(" ", "") in words(label)]  # 1 NT
    )
    echo = repr(typed[:MOST_ECHOED])
    if len(found) == 1:
        return found[0]
    if not found:
        return f"{echo} is none of these."
    several = ", ".join(f"{keys[place]} {labels[place]}" for place in found[:4])
    return f"{echo} could be several of these: {several}{' ...' if len(found) > 4 else ''}"


def menu(labels: Sequence[str]) -> RenderableType:
    """The choices in columns, each with its key."""
    lines = [Text.assemble((key, "bold"), f" {label}") for key, label in zip(make_keys(labels), labels, strict=True)]
    return Columns(lines, padding=(0, 3))


def _letters() -> Iterator[str]:
    """`a` to `z`, then `aa`, `ab` ..."""
    size = 1
    while True:
        yield from map("".join, product(ascii_lowercase, repeat=size))
        size += 1
