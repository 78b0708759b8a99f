"""The catalogue of what tables say: nothing in it is unused, nothing is missing, and values fit their places."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest

from deckwright import play
from deckwright.play.refusals import REFUSALS
from deckwright.play.words import WORDS

ROOM = Path(play.__file__).parent
SAYS = {"say": set[str](), "say_first": set[str](), "says": {"who"}}
"""What takes a text, and the values that it adds by itself."""


def uses() -> Iterator[tuple[str, list[str], set[str]]]:
    """Where texts are taken: any one of these, with these values."""
    for path in sorted(ROOM.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            name = getattr(getattr(node, "func", None), "id", getattr(getattr(node, "func", None), "attr", ""))
            if isinstance(node, ast.Call) and name in SAYS and path.name != "words.py":
                found = [
                    part.value
                    for part in _choices(node.args[0])
                    if isinstance(part, ast.Constant) and isinstance(part.value, str)
                ]
                values = {str(keyword.arg) for keyword in node.keywords} | SAYS[name]
                if name == "says":
                    found += [f"{text}_you" for text in found]
                yield f"{path.name}:{node.lineno}", found, values


def _choices(node: ast.expr) -> list[ast.expr]:
    """What an argument may be: both branches of a condition."""
    return [*_choices(node.body), *_choices(node.orelse)] if isinstance(node, ast.IfExp) else [node]


def places(text: str) -> set[str]:
    """The values that a text has a place for."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_every_text_that_is_taken_exists_and_has_the_places_for_its_values() -> None:
    count = 0
    for where, names, values in uses():
        for name in names:
            assert name in WORDS, (where, name)
            assert places(WORDS[name]) <= values, (where, name)
        taken = set().union(*(places(WORDS[name]) for name in names))
        assert not names or values <= taken | {"who"}, (where, names)
        count += len(names)
    assert count > 100


def test_no_text_is_left_over() -> None:
    taken = {name for _, names, _ in uses() for name in names}
    texts = [path.read_text("utf-8") for path in sorted(ROOM.rglob("*.py"))]
    constants = {node.value for text in texts for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
    assert {name for name in WORDS if "." not in name} == taken
    assert set(REFUSALS) <= constants


def test_texts_that_are_taken_stand_where_they_are_taken() -> None:
    """No name is put together: whoever looks for a text finds its place."""
    bare = [where for where, names, _ in uses() if not names]
    assert [where.partition(":")[0] for where in bare] == ["speaker.py"]  # the one that adds `_you`


@pytest.mark.parametrize("name", [name for name in WORDS if name.endswith("_you")])
def test_who_is_spoken_to_is_told_the_same(name: str) -> None:
    other = WORDS[name.removesuffix("_you")]
    assert places(WORDS[name]) == places(other) - {"who"}
