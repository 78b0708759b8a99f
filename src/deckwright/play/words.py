"""What a table says, in one catalogue: the log, what a seat is asked, commands, notices, refusals.

A sentence about somebody has a second one for who is spoken to, whose name ends in `_you`. What games bring along
(names of cards, verbs, phases, rules) stands in their genomes; how a verb of a genome is put into a sentence, in
`wording`. Texts of refusals are named by their codes, which have a point in them.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

LANGUAGE = "en"
WORDS: Mapping[str, str] = json.loads((Path(__file__).parent / "words" / f"{LANGUAGE}.json").read_text("utf-8"))


def say(name: str, **values: object) -> str:
    """A text of the catalogue, with these values in it."""
    return WORDS[name].format_map(values)


def say_first(name: str, **values: object) -> str:
    """The same at the beginning of a sentence."""
    text = say(name, **values)
    return text[:1].upper() + text[1:]
