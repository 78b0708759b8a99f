"""YAML whose values cannot be read is refused with a code by whoever reads it, and is no traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckwright.errors import DeckwrightError
from deckwright.evolve.styles import parse_style
from deckwright.solve.poker.training_config import load_config
from deckwright.web.poker.trainings import read_config

UNREADABLE = (
    "a: 2024-13-45",
    f"a: {'9' * 5000}",
    "a: !!timestamp x",
    "a: !!int ''",
    "a: !!float ''",
    "- " * 3000,
    "? [a]\n: b",
    "\x00",
)


@pytest.mark.parametrize("text", UNREADABLE, ids=lambda text: repr(text[:16]))
def test_a_value_that_cannot_be_read_is_refused_with_a_code(text: str, tmp_path: Path) -> None:
    path = tmp_path / "config.yaml"
    path.write_text(text, encoding="utf-8")
    for read in (lambda: parse_style(text, "here"), lambda: load_config(path), lambda: read_config(text)):
        with pytest.raises(DeckwrightError) as refused:
            read()
        assert refused.value.code in ("style.does-not-parse", "config.unreadable")
