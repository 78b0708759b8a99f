"""What docs/table.md shows is run as it stands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.conformance.walks import Variant
from tests.play.tables import walked

TEXT = (Path(__file__).parents[2] / "docs" / "table.md").read_text(encoding="utf-8")


def test_the_examples_do_what_they_say(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {"finished": walked(Variant("texas-42", (("hands", 1),)))[-1]}
    for code in re.findall(r"```python\n(.*?)```", TEXT, re.DOTALL):
        exec(code, names)
    printed = capsys.readouterr().out
    assert "your hand" in printed
    assert "winning_team" in printed


def test_every_word_of_the_table_is_explained() -> None:
    from deckwright.play.inputs import WORDS

    assert all(f"`{word}`" in TEXT for word in WORDS)
