"""What pages say, in one catalogue: templates and scripts take every word from here."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from pathlib import Path
from typing import Any

LANGUAGE = "en"
HERE = Path(__file__).parent
WORDS: dict[str, Any] = json.loads((HERE / "words" / f"{LANGUAGE}.json").read_text(encoding="utf-8"))

USE = re.compile(r"\bWORDS\)?(?:\.(?P<name>\w+)|\[`(?P<prefix>\w+_)\$\{)")
"""How a script takes a word: `WORDS.brand`, or one of those that begin alike, as in WORDS[`job_${state}`]."""


@lru_cache(maxsize=2)
def words_module(folder: str = "") -> str:
    """The words that the scripts of a folder use, or all scripts, as an ES module."""
    scripts = sorted((HERE / "static" / folder).rglob("*.js"))
    uses = [use for script in scripts for use in USE.finditer(script.read_text("utf-8"))]
    names = {use["name"] for use in uses}
    prefixes = tuple(use["prefix"] for use in uses if use["prefix"])
    taken = {name: word for name, word in WORDS.items() if name in names or name.startswith(prefixes)}
    return f"export const WORDS = {json.dumps(taken, ensure_ascii=False)};\n"
