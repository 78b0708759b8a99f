"""Games play today as they did when their transcripts were written. They show change, not truth."""

from __future__ import annotations

from tests.conformance.transcript import FOLDER, golden_path, transcript
from tests.conformance.walks import Variant, main_variants

RENEW = "if the change is meant: python -m tests.conformance.transcript"


def test_a_game_plays_as_its_golden_transcript_says(variant: Variant) -> None:
    path = golden_path(variant)
    assert path.exists(), RENEW
    assert transcript(variant).splitlines() == path.read_text(encoding="utf-8").splitlines(), RENEW


def test_every_golden_transcript_is_of_a_game() -> None:
    assert {path.name for path in FOLDER.glob("*.txt")} == {golden_path(variant).name for variant in main_variants()}
