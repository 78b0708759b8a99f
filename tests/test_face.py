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


def test_the_package_lists_its_public_names_and_nothing_else() -> None:
    for name in dw.__all__:
        getattr(dw, name)
    code = "import deckwright as dw; dw.load('kuhn'); print(' '.join(dir(dw)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    listed = set(done.stdout.split())
    assert {name for name in listed if not name.startswith("__")} == {n for n in dw.__all__ if not n.startswith("__")}
    assert {"__version__", "__doc__"} <= listed


def test_the_version_is_that_of_the_distribution() -> None:
    from importlib.metadata import version

    assert dw.__version__ == version("deckwright")


def test_help_says_what_solve_is() -> None:
    import inspect
    import pydoc

    text = pydoc.plain(pydoc.render_doc(dw.solve))
    first = text[:900]
    assert "Solve a small game: deckwright.solve(game, algorithm='dcfr', iterations=None," in first
    assert "Find an equilibrium of a small game" in text
    assert list(inspect.signature(dw.solve).parameters)[:2] == ["game", "algorithm"]
    assert dw.solve("kuhn", iterations=2).iterations == 2
