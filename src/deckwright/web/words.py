"""What pages say, in one catalogue: templates and scripts take every word from here."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path
from typing import Any

LANGUAGE = "en"
WORDS: dict[str, Any] = json.loads((Path(__file__).parent / "words" / f"{LANGUAGE}.json").read_text(encoding="utf-8"))


@lru_cache(maxsize=1)
def words_module() -> str:
    """The catalogue as an ES module."""
    return f"export const WORDS = {json.dumps(WORDS, ensure_ascii=False)};\n"
