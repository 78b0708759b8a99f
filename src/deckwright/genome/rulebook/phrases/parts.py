"""A phase as a part of a hand: its title, and when it takes place."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.genome.phases import Phase
from deckwright.genome.rulebook.document import Block, Paragraph
from deckwright.genome.rulebook.grammar.people import headline, said
from deckwright.genome.rulebook.grammar.wording import lowered, spoken

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English


def title(phase: Phase) -> str:
    """The heading of a phase."""
    return headline(spoken(phase.name)) if phase.name else phase.title


def phase_blocks(english: English, phase: Phase, *, lead: str = "") -> tuple[Block, ...]:
    """A phase, introduced by when it takes place: one sentence goes on, several or a list come after a colon."""
    when = "" if english.is_always(phase.when) else f"if {english.when(phase.when)}"
    blocks, lead = phase.told(english), ", ".join(filter(None, (lead, when)))
    if not lead:
        return blocks
    match blocks[0]:
        case Paragraph(text=text) if text.count(". ") == 0 and not (_has_condition(text) and _has_condition(lead)):
            return (Paragraph(f"{said(f'{lead},').removesuffix('.')} {lowered(text)}"), *blocks[1:])
        case Paragraph(text=text):
            return (Paragraph(f"{said(f'{lead}:')} {text}"), *blocks[1:])
    return (Paragraph(said(f"{lead}:")), *blocks)


def _has_condition(text: str) -> bool:
    """Whether a sentence begins with a condition, which one before it must not be joined to."""
    return text.casefold().startswith("if ") or ", if " in text.casefold()
