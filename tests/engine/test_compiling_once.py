"""A genome is compiled once, however often it is checked, loaded and saved, and remembered by what it says."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from deckwright.engine import Game, load
from deckwright.games.definition import define_genome
from deckwright.genome.compile import compiler
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import GenomeValidator, check_genome_completeness, genome_issues

KUHN = load("kuhn").genome


@pytest.fixture
def compiled(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """The score units of the genomes that are really compiled from here on."""
    names: list[str] = []
    plain = compiler._try_compile

    def counted(genome: GameGenome) -> Any:
        names.append(genome.score_unit)
        return plain(genome)

    monkeypatch.setattr(compiler, "_try_compile", counted)
    yield names
    compiler._compiled.cache_clear()


def marked(unit: str) -> GameGenome:
    """A genome that nobody has compiled yet."""
    return KUHN.copy_with(score_unit=unit)


def test_loading_a_genome_compiles_it_once(compiled: list[str]) -> None:
    load(marked("One"))
    assert compiled == ["One"]
    load(marked("One"))
    load(marked("One").to_dict())
    assert compiled == ["One"], "the same genome again, as another object and as data"


def test_checking_and_loading_compile_once(compiled: list[str]) -> None:
    genome = marked("Two")
    assert genome_issues(genome) == []
    assert GenomeValidator.validate(genome) == []
    assert check_genome_completeness(genome).complete
    load(genome, hands=1)
    load(genome)
    assert compiled == ["Two"]


def test_a_game_of_the_library_is_compiled_once(compiled: list[str]) -> None:
    first = load("leduc", hands=7)
    done = list(compiled)
    assert load("leduc", hands=7) == first
    assert load(first.genome) == first
    assert pickle.loads(pickle.dumps(first)) == first
    assert compiled == done
    assert len(done) <= 1


def test_what_a_genome_is_called_is_no_reason_to_compile_it_again(compiled: list[str]) -> None:
    one = load(marked("Six"))
    other = load(marked("Six").copy_with(name="Other", genome_id="other", generation=3))
    assert compiled == ["Six"]
    assert (other.id, other.name) == ("other", "Other")
    assert other.definition.program == one.definition.program
    nameless = marked("Six").copy_with(genome_id="")
    assert [issue.code for issue in genome_issues(nameless)] == ["schema.no-id"]


def test_another_genome_is_not_taken_for_it(compiled: list[str]) -> None:
    chips = KUHN.setup.starting_chips
    one, other = marked("Three"), marked("Three").copy_with(setup=KUHN.setup.copy_with(starting_chips=chips + 1))
    assert load(one) != load(other)
    assert load(one).definition.program != load(other).definition.program
    assert compiled == ["Three", "Three"]


def test_what_is_wrong_is_found_again(compiled: list[str]) -> None:
    broken = marked("Four").copy_with(utility="score + nothing_of_the_kind")
    first = genome_issues(broken)
    assert first
    first.clear()
    assert genome_issues(broken), "the list that was handed out is the asker's own"
    assert len(compiled) <= 1


def test_threads_get_the_same_game() -> None:
    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(lambda _: load(marked("Five")), range(8)))
    assert all(game == found[0] for game in found)
    assert len({game.deal(seed=1).view(0).to_json() for game in found}) == 1


def test_memory_is_bounded() -> None:
    for memory in (compiler._compiled, define_genome):
        assert 64 <= (memory.cache_info().maxsize or 0) <= 256


def test_actions_are_named_when_somebody_asks_for_them_and_not_to_simulate() -> None:
    """Canasta has thousands of melds, and nobody reads them in a batch."""
    genome = load("canasta").genome.copy_with(genome_id="nobody-has-loaded-this")
    game = Game(genome)
    game.rules.deal(None, bytes(32))
    assert "vocabulary" not in game.definition.__dict__
    assert game.deal(seed=1).actions()
    assert "vocabulary" in game.definition.__dict__
    assert Game(genome).notation is game.notation
