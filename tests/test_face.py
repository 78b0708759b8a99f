"""What `import deckwright` offers."""

import subprocess
import sys

import pytest

import deckwright as dw


@pytest.mark.parametrize("name", dw.__all__)
def test_every_name_can_be_used(name: str) -> None:
    assert getattr(dw, name) is not None
    assert name in dir(dw)


def test_a_name_that_is_not_there_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="module 'deckwright' has no attribute 'unheard_of'"):
        _ = dw.unheard_of


def test_importing_it_loads_nothing_that_is_not_used() -> None:
    code = (
        "import sys, deckwright; print([n for n in sys.modules if n.startswith(('pydantic', 'deckwright.', 'rich'))])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_seeds_words_are_all_there() -> None:
    genome = dw.load("hearts").genome
    assert dw.rulebook("hearts") == dw.rulebook(genome)
    assert dw.generate_rulebook(genome).splitlines()[0] == "# Hearts"
    assert dw.GenomeValidator.validate(genome) == []
    assert dw.simulate_game(genome, num_games=2).games_played == 2
    assert genome in dw.get_seed_genomes()
