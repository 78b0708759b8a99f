"""Whatever stands twice in a list is refused, unless it then does twice as much."""

from __future__ import annotations

import copy
from collections.abc import Iterator
from typing import Any

import pytest

from deckwright.games import catalogue
from deckwright.genome.checks.structure import DONE_AGAIN
from deckwright.genome.compile.compiler import compile_genome
from deckwright.genome.errors import GenomeError
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues

Path = tuple[str | int, ...]


def lists(value: Any, path: Path = ()) -> Iterator[Path]:
    """Where lists with something in them stand in a genome's data, the first of each kind."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from lists(inner, (*path, name))
    elif isinstance(value, list) and value:
        yield path
        for number, inner in enumerate(value):
            yield from lists(inner, (*path, number))


def fields(path: Path) -> tuple[str, ...]:
    return tuple(step for step in path if isinstance(step, str))


def with_one_twice(data: dict[str, Any], path: Path) -> dict[str, Any]:
    changed = copy.deepcopy(data)
    items: Any = changed
    for step in path:
        items = items[step]
    items.insert(1, copy.deepcopy(items[0]))
    return changed


@pytest.mark.parametrize("game_id", sorted(catalogue()))
def test_an_item_that_stands_twice_is_refused_or_changes_the_program(game_id: str) -> None:
    genome = catalogue()[game_id].default_genome
    data, plain = genome.to_dict(), compile_genome(genome).to_json()
    for path in {fields(path): path for path in lists(data)}.values():
        try:
            changed = GameGenome.parse(with_one_twice(data, path))
        except GenomeError:
            continue
        if fields(path)[-1] in DONE_AGAIN:
            assert genome_issues(changed) or compile_genome(changed).to_json() != plain, path
        else:
            assert genome_issues(changed), path


def test_the_place_of_what_is_repeated_is_told() -> None:
    hearts = catalogue()["hearts"].default_genome
    (win,) = hearts.win_conditions
    (issue,) = genome_issues(hearts.copy_with(win_conditions=(win, win)))
    assert (issue.code, issue.path) == ("field.no-effect", "$.win_conditions[1]")
    assert "win_conditions[0]" in issue.message


def test_conditions_that_add_no_card_are_refused_however_they_are_said() -> None:
    data = catalogue()["old-maid"].default_genome.to_dict()
    omitted = data["deck"]["omit"][0]
    assert omitted == {"suit": "clubs", "rank": "Q"}
    again = {"suit": "clubs", "where": "rank(c) == 'Q'"}
    assert not genome_issues(GameGenome.parse(data))
    data["deck"]["omit"] = [omitted, again]
    (issue,) = genome_issues(GameGenome.parse(data))
    assert (issue.code, issue.path) == ("field.no-effect", "$.deck.omit[1]")
    data = catalogue()["hearts"].default_genome.to_dict()
    (tricks,) = [phase for phase in data["turn_structure"]["phases"] if phase.get("broken_by")]
    tricks["broken_by"].append({"suit": "hearts", "rank": "2"})
    issues = genome_issues(GameGenome.parse(data))
    assert [issue.code for issue in issues] == ["field.no-effect"]
    assert issues[0].path.endswith("broken_by[1]")
