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
    from tests.conformance.walks import main_variants

    if "variant" in metafunc.fixturenames:
        found = main_variants()
        metafunc.parametrize("variant", found, ids=[str(variant) for variant in found])
