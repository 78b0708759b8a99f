"""What Python and the kernel both have to know is the same in both: limits, registers, the words of the program."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

from deckwright.genome import enums, limits
from deckwright.genome.compile.scoring import WIN_TYPES
from deckwright.genome.enums import pascal
from deckwright.genome.expressions.syntax import GATHERS
from deckwright.genome.expressions.types import REGISTER_FACTS
from deckwright.genome.materials import Owner, Role, SeenBy
from deckwright.genome.phases import PHASES, AuctionPhase
from deckwright.genome.phases.turns import Order
from deckwright.genome.schema import Register, SetupRules

CORE = Path(__file__).parents[2] / "kernel" / "core" / "src"


@cache
def core_text() -> str:
    """The rules interpreter and what it stands on, without comments."""
    files = (*sorted((CORE / "rules").rglob("*.rs")), CORE / "knowledge.rs", CORE / "game.rs")
    return re.sub(r"//.*", "", "\n".join(file.read_text(encoding="utf-8") for file in files))


def variants(name: str) -> set[str]:
    """The variants of an enum of the core."""
    found = re.findall(rf"\bpub enum {name} \{{(.*?)\n\}}", core_text(), re.DOTALL)
    assert len(found) == 1, f"{len(found)} enums are called {name}"
    return set(re.findall(r"^ {4}(\w+)", re.sub(r"#\[.*?\]", "", found[0]), re.MULTILINE))


def values_of(model: Any, field: str) -> set[str]:
    """The named choices of a field, as the program spells them."""
    return {pascal(value) for value in get_args(model.model_fields[field].annotation)}


@pytest.mark.parametrize("name", [name for name in vars(limits) if name.isupper()])
def test_a_limit_is_the_same_number_in_the_kernel(name: str) -> None:
    found = {int(number.replace("_", "")) for number in re.findall(rf"\bconst {name}: \w+ = ([\d_]+);", core_text())}
    assert found == {getattr(limits, name)}


def test_the_registers_of_the_table_stand_in_the_same_order() -> None:
    table = re.search(r"\ntable_registers! \{(.*?)\n\}", core_text(), re.DOTALL)
    assert table is not None
    names = re.findall(r'"(\w+)"', table[1])
    assert names == [fact.name for fact in REGISTER_FACTS.values() if fact.per == "table"]


def test_the_registers_of_seats_and_teams_are_those_of_the_kernel() -> None:
    families = re.search(r"\nfamilies! \{(.*?)\n\}", core_text(), re.DOTALL)
    assert families is not None
    names = re.findall(r"(\w+) of (?:Seat|Team),", families[1])
    assert names == [fact.name for fact in REGISTER_FACTS.values() if fact.per != "table"]


SAME = {
    "Order": {pascal(value) for value in get_args(Order)},
    "Role": {pascal(value) for value in get_args(Role)} | {"Trick"},
    "Owner": {pascal(value) for value in get_args(Owner)},
    "SeenBy": {pascal(value) for value in get_args(SeenBy)},
    "Keep": values_of(Register, "keep"),
    "Gather": {pascal(name) for name in GATHERS} - {"Cards"},
    "EvaluationMethod": {pascal(value) for value in enums.HandEvaluationMethod},
    "Showdown": {pascal(value) for value in enums.ShowdownMethod},
    "AuctionEnd": values_of(AuctionPhase, "ends"),
    "Declarer": values_of(AuctionPhase, "declarer"),
    "AllPass": values_of(AuctionPhase, "all_pass"),
    "DealerRule": values_of(SetupRules, "dealer"),
    "Trigger": {pascal(value) for value in enums.ScoringTrigger},
    "WinType": {pascal(name) for name in WIN_TYPES},
    "Comparison": {pascal(value) for value in enums.WinComparison},
    "TriggerMode": {pascal(value) for value in enums.TriggerMode},
    "WinOutcome": {pascal(value) for value in enums.WinOutcome},
    "PassAction": {pascal(value) for value in enums.PassAction},
    "DeckEmptyAction": {pascal(value) for value in enums.DeckEmptyAction},
    "TieBreaker": {pascal(value) for value in enums.TieBreaker},
}
"""Enums of the core, and the choices of the language that they stand for."""


@pytest.mark.parametrize("name", SAME)
def test_the_choices_of_the_language_are_those_of_the_kernel(name: str) -> None:
    assert variants(name) == SAME[name]


def test_every_phase_has_a_node_of_the_kernel_or_is_lowered_to_those_that_have() -> None:
    own = {phase.model_fields["type"].default.capitalize() for phase in PHASES if "lower" not in vars(phase)}
    assert own == variants("Node")
