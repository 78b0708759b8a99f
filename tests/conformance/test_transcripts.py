"""Games play today as they did when their transcripts were written. They show change, not truth."""

from __future__ import annotations

import pytest
from tests.conformance.transcript import FOLDER, golden_path, transcript
from tests.conformance.walks import Variant, main_variants

RENEW = "python -m tests.conformance.transcript"


def test_a_game_plays_as_its_golden_transcript_says(variant: Variant) -> None:
    path = golden_path(variant)
    if not path.exists():  # a game that was only just added needs nothing but its module
        pytest.skip(f"no transcript yet: {RENEW}")
    written = path.read_text(encoding="utf-8").splitlines()
    assert transcript(variant).splitlines() == written, f"if the change is meant: {RENEW}"


def test_every_golden_transcript_is_of_a_game() -> None:
    written = {path.name for path in FOLDER.glob("*.txt")}
    assert written
    assert written <= {golden_path(variant).name for variant in main_variants()}
