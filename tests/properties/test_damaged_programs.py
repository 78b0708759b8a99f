"""Programs given straight to the kernel with something changed: a clear refusal or a game that works, never a panic."""

from __future__ import annotations

import copy
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from deckwright import _kernel
from deckwright.games import catalogue
from deckwright.genome.compile.compiler import compile_genome

from .mutations import nodes_of

TRIES = 12
STEPS = 60
VALUES: tuple[Any, ...] = (
    -1, 0, 1, 2, 3, 7, 16, 17, 63, 64, 127, 128, 255, 256, 4096, 65_535, 2**31 - 1, -(2**31), 2**32, 2**63, 0.5, None,
    "", "x", [], {}, True, "ff", "-1", "f" * 33,
)  # fmt: skip


def damaged(program: Any, rng: random.Random) -> Any:
    """A copy with one to three values changed, numbers above all."""
    program = copy.deepcopy(program)
    places = list(nodes_of(program))
    numbers = [(node, key) for node, key in places if isinstance(node[key], int)]
    for _ in range(rng.choice((1, 1, 2, 3))):
        node, key = rng.choice(numbers if rng.random() < 0.7 else places)
        other, place = rng.choice(places)
        node[key] = copy.deepcopy(rng.choice(VALUES) if rng.random() < 0.7 else other[place])
    return program


def check_plays(rules: _kernel.Rules, rng: random.Random, seats: int) -> None:
    """Some steps one by one, and a game in the kernel."""
    position = rules.deal(None, bytes(32))
    for number in range(STEPS):
        if position.seat is None:
            break
        legal = position.legal()
        if not legal:
            break
        position = position.apply(*rng.choice(legal))
        if number % 10 == 0:
            position.resample(0, number)
            position.observe(None)
            position.key(0)
    _kernel.simulate(rules, ["random"] * seats, 1, bytes(32), 1, False, 0, None)


@pytest.mark.parametrize("game", [name for name, entry in catalogue().items()])
def test_a_damaged_program_is_refused_or_plays(game):
    genome = catalogue()[game].genome().copy_with(max_hands=1)
    program = json.loads(compile_genome(genome).to_json())
    rng = random.Random(game)
    for _ in range(TRIES):
        changed = damaged(program, rng)
        try:
            rules = _kernel.Rules(json.dumps(changed).encode())
        except ValueError:
            continue
        check_plays(rules, rng, changed["seats"])


def fields_of(node: Any, name: str = "") -> Iterator[tuple[str, Any]]:
    """Every record of a program, with the last name on the way to it."""
    if isinstance(node, dict):
        yield name, node
    for key, inner in node.items() if isinstance(node, dict) else enumerate(node):
        if isinstance(inner, dict | list):
            yield from fields_of(inner, key if isinstance(key, str) else name)


@pytest.mark.parametrize("game", [name for name, entry in catalogue().items()])
def test_a_field_that_the_kernel_does_not_know_is_refused(game):
    """A field that it passed over would be a rule that nobody plays."""
    program = json.loads(compile_genome(catalogue()[game].genome()).to_json())
    for name, record in dict(fields_of(program)).items():
        record["nowhere"] = name
        assert "nowhere" in refusal_of(program) or "expected" in refusal_of(program)
        del record["nowhere"]


def hearts() -> Any:
    """A program to change by hand."""
    return json.loads(compile_genome(catalogue()["hearts"].genome()).to_json())


def refusal_of(program: Any) -> str:
    """Why the kernel refuses a program."""
    with pytest.raises(ValueError, match=r"\w") as caught:
        _kernel.Rules(json.dumps(program).encode())
    return str(caught.value)


def test_registers_that_overlap_are_refused():
    """The count of hands could be set back with each turn, and the match would never end."""
    program = hearts()
    by_name = {register["name"]: register for register in program["registers"]}
    by_name["team_tricks"]["base"] = by_name["hand_number"]["base"]
    assert "lies where another does" in refusal_of(program)


def test_a_register_of_the_table_has_its_place():
    program = hearts()
    by_name = {register["name"]: register for register in program["registers"]}
    by_name["turn"]["base"], by_name["outer"]["base"] = by_name["outer"]["base"], by_name["turn"]["base"]
    assert "register turn is at 4, expected 3" in refusal_of(program)


def test_the_count_of_hands_is_kept_all_match():
    program = hearts()
    next(register for register in program["registers"] if register["name"] == "hand_number")["keep"] = "Hand"
    assert "counts the hands" in refusal_of(program)


def test_a_suit_that_a_strain_does_not_rank_is_refused():
    program = hearts()
    program["strains"][0]["suit"][0] = 99
    assert "does not rank" in refusal_of(program)


def test_a_phase_in_two_places_is_refused():
    program = hearts()
    turns = next(node["Turns"] for node in program["nodes"] if "Turns" in node)
    turns["children"].append(turns["children"][0])
    assert "in two places" in refusal_of(program)


def test_limits_that_multiply_to_a_match_without_end_are_refused():
    program = hearts()
    program["max_hands"] = 1_000_000
    root = program["nodes"][program["root"]]["Turns"]
    root["order"], root["limit"] = "Cycle", 10_000_000
    assert "too long" in refusal_of(program)


def test_picks_of_one_choice_have_slots_of_their_own():
    """Of two picks with one slot an action names both: one is begun and the other stays open, for ever."""
    program = json.loads(compile_genome(catalogue()["scopa"].genome()).to_json())
    choice = next(node["Choice"] for node in program["nodes"] if "Choice" in node)
    picks = [pick for offer in choice["offers"] for pick in offer["picks"]]
    picks[1]["slot"] = picks[0]["slot"]
    assert "is used twice" in refusal_of(program)
