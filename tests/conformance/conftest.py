"""Every test here runs over the catalogue: a game that is added to it is tested without a word."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
if str(ROOT) not in sys.path:  # `pytest` alone does not put it there; `python -m pytest` does
    sys.path.insert(0, str(ROOT))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """`variant`: each game, two hands of it; `house_rules`: each game with each value of each option.

    With `genome_` before it: of those that are genomes, for what is said of genomes.
    """
    from tests.conformance.walks import all_variants, main_variants

    for name, variants in (("variant", main_variants), ("house_rules", all_variants)):
        for fixture in {name, f"genome_{name}"} & set(metafunc.fixturenames):
            found = [variant for variant in variants() if fixture == name or variant.entry.has_genome]
            metafunc.parametrize(fixture, found, ids=[str(variant) for variant in found])
