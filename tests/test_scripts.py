"""Scripts that can be run again: proofs that go on where they were, and the figures in documents."""

from __future__ import annotations

import importlib.util
import json
import re
import sys
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).resolve().parent.parent
NEVER, AT_ONCE = float("inf"), 0.0


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"scripts_{name}", ROOT / "scripts" / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def prove(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script, with places of its own to write to."""
    module = script("prove")
    monkeypatch.setattr(module, "STATE", tmp_path / "state")
    monkeypatch.setattr(module, "REPORT", tmp_path / "proofs.md")
    return module


def test_a_proof_goes_on_where_it_was_and_is_told_once(prove: ModuleType) -> None:
    seen: list[int] = []

    def check(case: int) -> None:
        if case == 2 and len(seen) == 2:
            seen.append(-1)
            raise KeyboardInterrupt
        seen.append(case)

    proof = prove.Proof("four", "four cases", 4, check)
    with pytest.raises(KeyboardInterrupt):
        prove.run(proof, "sources", NEVER)
    assert prove.run(proof, "sources", AT_ONCE) == "stopped"
    assert prove.run(proof, "sources", NEVER) == prove.run(proof, "sources", NEVER) == "holds"
    assert seen == [0, 1, -1, 2, 3]
    [line] = prove.REPORT.read_text().splitlines()
    assert re.match(r'\| \d{4}-\d\d-\d\d \| `make prove ARGS="four"` \| four cases \| 4 of 4 \| holds \|', line)


def test_other_sources_are_proved_from_the_start(prove: ModuleType) -> None:
    seen: list[int] = []
    proof = prove.Proof("two", "two cases", 2, seen.append)
    assert prove.run(proof, "one", NEVER) == prove.run(proof, "another", NEVER) == "holds"
    assert seen == [0, 1, 0, 1]
    (prove.STATE / "two.json").write_text("not JSON")
    assert prove.progress_of(proof, "another").done == 0


@pytest.mark.parametrize("error", [AssertionError("no"), KeyError("no")])
def test_a_case_that_fails_is_told_and_tried_again(prove: ModuleType, error: Exception) -> None:
    def check(case: int) -> None:
        if case == 1:
            raise error

    proof = prove.Proof("three", "three cases", 3, check)
    assert prove.run(proof, "sources", NEVER) == "fails"
    assert json.loads((prove.STATE / "three.json").read_text())["done"] == 1
    assert "fails at case 1" in prove.REPORT.read_text()
    assert prove.run(proof, "sources", NEVER) == "fails"


def test_every_proof_holds_of_its_first_case(prove: ModuleType) -> None:
    for proof in prove.proofs():
        proof.check(0)


def test_every_figure_stands_in_one_document_and_is_made_by_the_script() -> None:
    text = "\n".join(path.read_text(encoding="utf-8") for path in sorted((ROOT / "docs").glob("*.md")))
    assert sorted(re.findall(r"<!-- figures (\S+) -->", text)) == sorted(script("figures").FIGURES)
    assert text.count("<!-- figures ") == text.count("<!-- end of figures -->")


def test_no_share_with_an_interval_stands_outside_the_figures() -> None:
    """But for rows of tables that hold the command which prints them."""
    for path in sorted((ROOT / "docs").glob("*.md")):
        text = re.sub(r"<!-- figures .*?<!-- end of figures -->", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
        text = re.sub(r"^\|.*`[^`]*deckwright (arena|tune) [^`]*` \|$", "", text, flags=re.MULTILINE)
        assert not re.findall(r"\d+\.\d % (?:\(|±|of \d)", text), path.name
