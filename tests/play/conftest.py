"""Tests of the table layer run over the catalogue too: a game that is added to it is tested without a word."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
if str(ROOT) not in sys.path:  # `pytest` alone does not put it there; `python -m pytest` does
    sys.path.insert(0, str(ROOT))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`variant`: each game, two hands of it where hands can be counted."""
    from tests.conformance.walks import Variant, main_variants

    from deckwright.games import own_games

    if "variant" in metafunc.fixturenames:
        found = [*main_variants(), *(Variant(name, (("hands", 2),)) for name in own_games())]
        metafunc.parametrize("variant", found, ids=[str(variant) for variant in found])
