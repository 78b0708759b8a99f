"""A strategy file that says what cannot be is refused, with a code and the place, whatever is wrong with it."""

from __future__ import annotations

import copy
import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import deckwright as dw
from deckwright.agents import AgentError, parse_agent
from deckwright.solve import SolveError, Strategy
from deckwright.solve.documents import checksum, write_document

QUICK = settings(max_examples=80, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    file = tmp_path_factory.mktemp("saved") / "kuhn.strategy"
    dw.solve("kuhn", iterations=20).strategy.save(file)
    content: dict[str, Any] = json.loads(file.read_text())
    return {name: value for name, value in content.items() if name not in ("format", "version", "checksum")}


def refusal(content: dict[str, Any], file: Path) -> SolveError:
    """Why a file with this content, and a checksum that fits, is refused."""
    write_document(file, "strategy", content)
    with pytest.raises(SolveError) as caught:
        Strategy.load(file)
    with pytest.raises(AgentError) as seated:
        parse_agent(f"strategy:{file}")
    assert seated.value.code == caught.value.code
    return caught.value


NAN, INFINITY = float("nan"), float("inf")
HUGE = 10**400
"""Larger than any float."""


@pytest.mark.parametrize(
    ("name", "value", "code", "place"),
    [
        ("probabilities", [1.0], "strategy.wrong-length", ".probabilities"),
        ("probabilities", [], "strategy.wrong-length", ".probabilities"),
        ("probabilities", [0.5, 0.25, 0.25], "strategy.wrong-length", ".probabilities"),
        ("probabilities", [-0.5, 1.5], "strategy.bad-number", ".probabilities[0]"),
        ("probabilities", [NAN, 1.0], "strategy.bad-number", ".probabilities[0]"),
        ("probabilities", [0.0, INFINITY], "strategy.bad-number", ".probabilities[1]"),
        ("probabilities", [0.0, HUGE], "strategy.bad-number", ".probabilities[1]"),
        ("probabilities", [0.5, 0.4], "strategy.bad-sum", ".probabilities"),
        ("probabilities", [0.0, 0.0], "strategy.bad-sum", ".probabilities"),
        ("probabilities", ["0.5", "0.5"], "strategy.bad-number", ".probabilities[0]"),
        ("probabilities", [True, False], "strategy.bad-number", ".probabilities[0]"),
        ("probabilities", {"0": 1.0}, "strategy.wrong-type", ".probabilities"),
        ("actions", ["check"], "strategy.wrong-length", ".actions"),
        ("actions", ["check", 7], "strategy.wrong-type", ".actions[1]"),
        ("seat", 2, "strategy.bad-number", ".seat"),
        ("seat", -1, "strategy.bad-number", ".seat"),
        ("seat", True, "strategy.bad-number", ".seat"),
        ("seat", 0.0, "strategy.bad-number", ".seat"),
        ("label", None, "strategy.wrong-type", ".label"),
        ("reach", -0.1, "strategy.bad-number", ".reach"),
        ("reach", 2, "strategy.bad-number", ".reach"),
        ("reach", None, "strategy.bad-number", ".reach"),
        ("reach", HUGE, "strategy.bad-number", ".reach"),
        ("keys", [], "strategy.wrong-length", ".keys"),
        ("keys", [["00", [[0, 0], [1, 0]]]], "strategy.bad-key", ".keys[0][0]"),
        ("keys", [["-000000000000001", [[0, 0], [1, 0]]]], "strategy.bad-key", ".keys[0][0]"),
        ("keys", [["0" * 16, [[0, 0]]]], "strategy.wrong-length", ".keys[0][1]"),
        ("keys", [["0" * 16, [[0, 0], [0, 0]]]], "strategy.action-twice", ".keys[0][1]"),
        ("keys", [["0" * 16, [[0, 0], [1, 200]]]], "strategy.bad-number", ".keys[0][1][1][1]"),
        ("keys", [["0" * 16, [[0, 0], 7]]], "strategy.wrong-type", ".keys[0][1][1]"),
        ("odd", 1, "strategy.unknown-field", ""),
    ],
)
def test_a_set_that_cannot_be_is_refused_with_its_place(
    saved: dict[str, Any], tmp_path: Path, name: str, value: object, code: str, place: str
) -> None:
    content = copy.deepcopy(saved)
    content["sets"][3][name] = value
    error = refusal(content, tmp_path / "bad.strategy")
    assert error.code == code
    assert f"bad.strategy: $.sets[3]{place}: found " in error.message


def test_a_key_may_belong_to_one_set_only(saved: dict[str, Any], tmp_path: Path) -> None:
    content = copy.deepcopy(saved)
    content["sets"].append(copy.deepcopy(content["sets"][0]))
    error = refusal(content, tmp_path / "bad.strategy")
    assert error.code == "strategy.key-twice"
    assert f"$.sets[{len(content['sets']) - 1}].keys" in error.message


@pytest.mark.parametrize(
    ("name", "value", "code"),
    [
        ("genome", None, "strategy.wrong-type"),
        ("genome", {"player_count": 2}, "strategy.bad-genome"),
        ("sets", None, "strategy.wrong-type"),
        ("sets", [None], "strategy.wrong-type"),
        ("sets", [{}], "strategy.missing"),
        ("values", [0.0], "strategy.wrong-length"),
        ("gains", [0.0, NAN], "strategy.bad-number"),
        ("values", [HUGE, 0.0], "strategy.bad-number"),
        ("gains", [0.0, -HUGE], "strategy.bad-number"),
        ("gains", [0.5, -0.5], "strategy.bad-number"),
        ("nash_conv", "0", "strategy.bad-number"),
        ("nash_conv", -1, "strategy.bad-number"),
        ("nash_conv", 0.0, "strategy.bad-sum"),
        ("nash_conv", 9.0, "strategy.bad-sum"),
        ("nash_conv", HUGE, "strategy.bad-number"),
        ("algorithm", None, "strategy.wrong-type"),
        ("updates", 1, "strategy.wrong-type"),
        ("settings", [], "strategy.wrong-type"),
        ("settings", {"alpha": HUGE}, "strategy.bad-number"),
        ("seed", NAN, "strategy.bad-number"),
        ("seed", True, "strategy.bad-number"),
        ("iterations", -1, "strategy.bad-number"),
        ("iterations", 1.5, "strategy.bad-number"),
        ("config_hash", "", "strategy.bad-key"),
        ("config_hash", "G" * 64, "strategy.bad-key"),
        ("game", None, "strategy.wrong-type"),
        ("options", [], "strategy.wrong-type"),
    ],
)
def test_what_is_said_of_the_whole_is_checked(
    saved: dict[str, Any], tmp_path: Path, name: str, value: object, code: str
) -> None:
    error = refusal({**saved, name: value}, tmp_path / "bad.strategy")
    assert error.code == code
    assert f"$.{name}" in error.message


@pytest.mark.parametrize("name", ["odd", "Seed", "", "nash_conv "])
def test_a_field_that_is_unknown_is_refused(saved: dict[str, Any], tmp_path: Path, name: str) -> None:
    error = refusal({**saved, name: 1}, tmp_path / "bad.strategy")
    assert error.code == "strategy.unknown-field"
    assert f"$: found {name!r}, expected one of " in error.message


@pytest.mark.parametrize(
    "said",
    [
        {"game": "leduc"},
        {"game": "hearts"},
        {"game": "nobodys"},
        {"game": ""},
        {"options": {"hands": 3}},
        {"options": {"hands": "1"}},
        {"options": {"players": 3}},
        {"options": {"odd": True}},
        {"game": "leduc", "options": {"hands": 1}},
        {"algorithm": "cfr"},
        {"seed": 5},
        {"config_hash": "0" * 64},
    ],
)
def test_a_file_whose_genome_is_another_game_than_it_says_is_refused(
    saved: dict[str, Any], tmp_path: Path, said: dict[str, Any]
) -> None:
    """Whoever reads what a strategy was found for can rely on it: the genome beside it is that game, so solved."""
    assert refusal({**saved, **said}, tmp_path / "bad.strategy").code == "strategy.other-game"


@pytest.mark.parametrize("merge", [True, False])
def test_a_strategy_of_any_options_or_of_a_genome_of_ones_own_is_read_again(tmp_path: Path, *, merge: bool) -> None:
    library = dw.load("kuhn", hands=1)
    own = dw.load({**library.genome.to_dict(), "genome_id": "somebodys"})
    altered = dw.load({**library.genome.to_dict(), "name": "Other"})  # called as one of the library is, and is another
    for game in (library, own, altered, dw.load(own.genome, hands=1)):
        file = tmp_path / "good.strategy"
        dw.solve(game, iterations=2, merge=merge).strategy.save(file)
        assert Strategy.load(file).game == game


def test_a_figure_that_is_missing_is_refused(saved: dict[str, Any], tmp_path: Path) -> None:
    for name in saved:
        error = refusal({other: saved[other] for other in saved if other != name}, tmp_path / "bad.strategy")
        assert error.code == "strategy.missing", name
        assert f"$.{name}" in error.message


def test_a_version_is_a_number(saved: dict[str, Any], tmp_path: Path) -> None:
    document = {"format": "deckwright-strategy", "version": True, **saved}
    file = tmp_path / "true.strategy"
    file.write_text(json.dumps({**document, "checksum": checksum(document)}))
    with pytest.raises(SolveError, match="version"):
        Strategy.load(file)


def test_only_a_file_is_read(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    for path in ("/dev/zero", pipe, tmp_path):
        with pytest.raises(SolveError) as caught:
            Strategy.load(path)
        assert caught.value.code == "file.cannot-read"


def test_text_that_no_file_can_hold_is_damage(saved: dict[str, Any], tmp_path: Path) -> None:
    file = tmp_path / "half.strategy"
    document = {"format": "deckwright-strategy", "version": 1, **saved, "game": "\ud800", "checksum": "0"}
    file.write_text(json.dumps(document))
    with pytest.raises(SolveError, match="checksum"):
        Strategy.load(file)


def read_or_code(file: Path) -> Strategy | str:
    """The strategy of a file, or the code of its refusal."""
    try:
        return Strategy.load(file)
    except SolveError as error:
        return error.code


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.sampled_from([HUGE, -HUGE]) | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=4,
)


@QUICK
@given(data=st.data())
def test_a_file_with_anything_anywhere_is_read_or_refused(
    saved: dict[str, Any], tmp_path: Path, data: st.DataObject
) -> None:
    """One value somewhere in the figures is replaced or dropped; what is still read plays."""
    content = copy.deepcopy(saved)
    holder: Any = content
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        key = data.draw(st.sampled_from([key for key in keys if key != "genome"]))
        if isinstance(holder[key], (dict, list)) and holder[key] and data.draw(st.integers(0, 4)):
            holder = holder[key]
            continue
        if data.draw(st.booleans()):
            holder[key] = data.draw(ANYTHING)
        else:
            del holder[key]
        break
    file = tmp_path / "any.strategy"
    try:
        document = {"format": "deckwright-strategy", "version": 1, **content}
        file.write_text(json.dumps({**document, "checksum": checksum(document)}))
    except UnicodeEncodeError:
        return
    strategy = read_or_code(file)
    if isinstance(strategy, str):
        assert strategy.partition(".")[0] in ("strategy", "file")
        return
    for found in strategy:
        assert sum(found.probabilities) == pytest.approx(1)
        assert len(found.probabilities) == len(found.actions)


@QUICK
@given(cut=st.integers(0, 2000), byte=st.integers(0, 255))
def test_a_truncated_or_changed_file_is_refused(saved: dict[str, Any], tmp_path: Path, cut: int, byte: int) -> None:
    file = tmp_path / "cut.strategy"
    write_document(file, "strategy", saved)
    whole = file.read_bytes()
    for damaged in (whole[:cut], whole[:cut] + bytes([byte]) + whole[cut + 1 :]):
        if damaged != whole:
            file.write_bytes(damaged)
            with pytest.raises(SolveError) as caught:
                Strategy.load(file)
            assert caught.value.code.startswith("file.")
