"""What is different between two games, in the sentences of their rulebooks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import SequenceMatcher

from deckwright.genome.rulebook import generate_rulebook
from deckwright.genome.schema import GameGenome

NOT_RULES = ("Glossary",)
"""Sections that follow from the others."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=[A-Z*])")


@dataclass(frozen=True)
class RuleChange:
    """Sentences of a section that went, and those that came in their place."""

    section: str
    before: tuple[str, ...]
    after: tuple[str, ...]


def rule_changes(before: GameGenome, after: GameGenome) -> tuple[RuleChange, ...]:
    """What one rulebook says and the other does not, section by section, in the order of the second."""
    mine, theirs = dict(_sections(before)), dict(_sections(after))
    names = [*theirs, *(name for name in mine if name not in theirs)]
    return tuple(change for name in names for change in _changes(name, mine.get(name, []), theirs.get(name, [])))


def _changes(section: str, before: list[str], after: list[str]) -> Iterator[RuleChange]:
    for kind, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind != "equal":
            yield RuleChange(section, tuple(before[a:b]), tuple(after[c:d]))


def _sections(genome: GameGenome) -> Iterator[tuple[str, list[str]]]:
    """The sections of a rulebook with their sentences, without marks of Markdown."""
    for part in re.split(r"^## ", generate_rulebook(genome), flags=re.MULTILINE)[1:]:
        title, _, text = part.partition("\n")
        if title.strip() in NOT_RULES:
            continue
        lines = [line.strip().lstrip("#").strip().removeprefix("- ") for line in text.splitlines()]
        told = [sentence for line in lines if line for sentence in _SENTENCE.split(line)]
        yield title.strip(), [sentence.replace("**", "").replace("*", "") for sentence in told]
