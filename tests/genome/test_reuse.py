"""What is compiled again from parts that were kept is what is compiled from nothing."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest

from deckwright.evolve.random import generate_random_genome
from deckwright.games import catalogue
from deckwright.genome.checks.walk import expression_fields
from deckwright.genome.compile import compiler
from deckwright.genome.compile.compiler import compile_counted, compile_genome, try_compile
from deckwright.genome.compile.reuse import KEPT, MOST_ITEMS, MOST_VERSIONS, Kept, Part
from deckwright.genome.errors import GenomeError
from deckwright.genome.expressions.vocabulary import Effort
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues
from deckwright.genome.values import Model

CHANGES = 3
"""Changes of a genome that are tried, one by one, and then on top of each other; more: make prove ARGS="reuse"."""
RANDOM_GENOMES = 15


def forget() -> None:
    """As in a process that has loaded nothing: what other rooms hold, such as the catalogue, stays what it is."""
    KEPT.clear()
    for name, module in list(sys.modules.items()):
        if name.startswith("deckwright.genome."):
            for value in list(vars(module).values()):
                if callable(getattr(value, "cache_clear", None)):
                    value.cache_clear()


def compiled(genome: GameGenome) -> tuple[Any, ...]:
    """Everything that loading makes of a genome, read from a file."""
    genome = GameGenome.parse(genome.to_dict())
    program, issues = try_compile(genome)
    told = tuple(map(str, genome_issues(genome)))
    return (None if program is None else (program.to_json(), program.names)), issues, told


def neighbours(genome: GameGenome, rng: random.Random, count: int) -> Iterator[GameGenome]:
    """Genomes that differ from this one in one number: of a field or of an expression."""
    places = list(_numbers(genome, ()))
    for path, value in rng.sample(places, min(count, len(places))):
        for new in (value + 1, max(0, value - 1), rng.randrange(60)):
            try:
                changed = _with(genome, path, new)
            except (GenomeError, ValueError):
                continue
            if changed != genome:
                yield changed
                break


def _numbers(value: Any, path: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], int]]:
    if isinstance(value, Model):
        texts = expression_fields(type(value))
        for name, inner in value:
            if name in texts and isinstance(inner, str):
                yield from (((*path, name, match), number) for match, number in _in_text(inner))
            else:
                yield from _numbers(inner, (*path, name))
    elif isinstance(value, tuple):
        for place, inner in enumerate(value):
            yield from _numbers(inner, (*path, place))
    elif type(value) is int:
        yield path, value


def _in_text(text: str) -> Iterator[tuple[slice, int]]:
    at = 0
    while at < len(text):
        end = at
        while end < len(text) and text[end].isdigit():
            end += 1
        before = text[at - 1] if at else " "
        if end > at and not (before.isalnum() or before in "_'\""):
            yield slice(at, end), int(text[at:end])
        at = max(end, at + 1)


def _with(value: Any, path: tuple[Any, ...], new: int) -> Any:
    if not path:
        return new
    step, *rest = path
    if isinstance(step, slice):
        return f"{value[: step.start]}{new}{value[step.stop :]}"
    if isinstance(value, tuple):
        return (*value[:step], _with(value[step], tuple(rest), new), *value[step + 1 :])
    return value.copy_with(**{step: _with(getattr(value, step), tuple(rest), new)})


def check_reuse(genome: GameGenome, seed: int, changes: int = CHANGES) -> None:
    """Compile a genome and its neighbours one after another, and each of them from nothing: the same comes out."""
    rng = random.Random(seed)
    others = list(neighbours(genome, rng, changes))
    for other in others[:2]:  # neighbours of neighbours: they share parts with several
        others += neighbours(other, rng, 2)
    forget()
    warm = [compiled(one) for one in (genome, *others, genome)]
    for one, found in zip((genome, *others), warm, strict=False):
        forget()
        assert compiled(one) == found
    assert warm[-1] == warm[0]


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_a_game_with_other_numbers_compiles_as_from_nothing(game_id: str) -> None:
    check_reuse(catalogue()[game_id].default_genome, seed=len(game_id))


@pytest.mark.parametrize("seed", range(RANDOM_GENOMES))
def test_a_random_genome_with_other_numbers_compiles_as_from_nothing(seed: int) -> None:
    check_reuse(generate_random_genome(seed), seed)


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_parts_do_not_change_what_is_compiled(game_id: str) -> None:
    """A program that counts is compiled in one piece: but for its marks it is the one that is made of parts."""
    genome = catalogue()[game_id].default_genome
    whole, parts = compile_counted(genome).program.data, compile_genome(genome).data
    assert {name: whole[name] for name in ("code", "masks", "tables", "mask_tables", "aggregates", "slots")} == {
        name: parts[name] for name in ("code", "masks", "tables", "mask_tables", "aggregates", "slots")
    }


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_parts_that_are_kept_count_as_much_effort(game_id: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a genome is too complicated does not depend on what was compiled before."""
    efforts: list[Effort] = []

    class Counted(Effort):
        def __init__(self, most: float) -> None:
            super().__init__(most)
            efforts.append(self)

    genome = catalogue()[game_id].default_genome
    monkeypatch.setattr("deckwright.genome.compile.compiler.Effort", Counted)
    forget()
    for _ in range(2):
        compiler._compiled.cache_clear()
        compile_genome(genome)
    first, again = (effort.spent for effort in efforts)
    assert first == again > 0


def test_a_genome_that_is_too_complicated_is_so_at_the_same_place_again(monkeypatch: pytest.MonkeyPatch) -> None:
    genome = catalogue()["bridge"].default_genome
    for most in (500, 1500, 3000):
        forget()
        compile_genome(genome)
        monkeypatch.setattr("deckwright.genome.compile.compiler.MOST_EFFORT", most)
        compiler._compiled.cache_clear()
        kept = try_compile(genome)
        forget()
        assert try_compile(genome) == kept
        assert [issue.code for issue in kept[1]] == ["genome.too-complicated"]
        monkeypatch.undo()


def test_what_was_compiled_before_is_not_changed_by_what_is_compiled_after() -> None:
    genome = catalogue()["gin-rummy"].default_genome
    forget()
    program = compile_genome(genome)
    before = repr(program.data)
    for other in neighbours(genome, random.Random(1), 40):
        try_compile(other)
    assert repr(program.data) == before


def test_a_neighbour_is_compiled_from_the_parts_that_it_shares(monkeypatch: pytest.MonkeyPatch) -> None:
    genome = catalogue()["hearts"].default_genome
    forget()
    compile_genome(genome)
    kept: list[Any] = []
    monkeypatch.setattr(Kept, "keep", lambda _, key, __: kept.append(key))
    (win,) = genome.win_conditions
    compile_genome(genome.copy_with(win_conditions=(win.copy_with(threshold=win.threshold + 1),)))
    assert kept == []
    compile_genome(genome.copy_with(max_hands=genome.max_hands + 1))  # to whom one passes goes by the hand's number
    assert {key[0].__name__ for key in kept} <= {"_when", "_nodes", "_offer"}
    assert {key[1][0].type for key in kept if key[0].__name__ == "_nodes"} == {"choice"}


def test_no_more_parts_are_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    room, kept = 400, list[Part]()
    monkeypatch.setattr("deckwright.genome.compile.reuse.MOST_ITEMS", room)
    forget()
    for game_id in ("bridge", "rummy"):
        for hands in range(1, 2 * MOST_VERSIONS):
            genome = catalogue()[game_id].default_genome.copy_with(max_hands=hands)
            compile_genome(genome)
            kept = [version for versions in KEPT.versions() for version in versions]
            assert KEPT.items == sum(version.items for version in kept) <= room < MOST_ITEMS
            assert max(map(len, KEPT.versions()), default=0) <= MOST_VERSIONS
    assert kept
