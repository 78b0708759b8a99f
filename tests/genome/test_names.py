"""Names that nothing has are told with the nearest that something has, and nothing that only follows from them is."""

from typing import Any

import pytest

from deckwright.cli.check import file_issues
from deckwright.games import catalogue
from deckwright.genome.errors import GenomeError, Issue
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import check_genome_completeness, salvaged_issues


def issues_of(data: Any) -> list[Issue]:
    """As `deckwright check` finds them."""
    try:
        genome = GameGenome.parse(data)
    except GenomeError as error:
        return [*error.issues, *salvaged_issues(data)]
    return list(check_genome_completeness(genome).missing)


def changed(game: str, *changes: tuple[str, str, str]) -> Any:
    """A game of the library, in all its texts at a path one word for another."""
    data = catalogue()[game].genome().to_dict()
    for path, old, new in changes:
        node: Any = data
        *way, last = path.replace("[", ".[").split(".")
        for step in way:
            node = node[int(step[1:-1])] if step.startswith("[") else node[step]
        key: Any = int(last[1:-1]) if last.startswith("[") else last
        assert old in node[key]
        node[key] = node[key].replace(old, new)
    return data


@pytest.mark.parametrize(
    ("game", "path", "old", "new"),
    [
        ("hearts", "turn_structure.phases[0].phases[0].offers[0].effects[0].to", "receiver", "reciever"),
        ("crazy-eights", "turn_structure.phases[0].until", "done", "don"),
        ("uno", "scoring_rules[0].points", "hand_value", "hand_valeu"),
        ("draw-poker", "turn_structure.phases[2].phases[0].offers[0].effects[1].cards", "stock", "stoc"),
        ("texas-42", "terms[2].expr", "worth", "wroth"),
        ("pinochle", "terms[1].expr", "counter", "countter"),
        ("euchre", "terms[0].expr", "alone", "alonee"),
        ("spades", "scoring_rules[5].into", "bags", "baggs"),
        ("leduc", "hand_evaluation.zones[1]", "board", "booard"),
        ("old-maid", "turn_structure.phases[0].offers[0].effects[1].pattern", "pair", "paair"),
        ("old-maid", "setup.deal[0].effects[0].zone", "hand", "hannd"),
        ("partnership-spades", "turn_structure.phases[1].breaking_suit", "spades", "spadess"),
    ],
)
def test_a_slip_is_the_only_defect_and_what_was_meant_is_said(game: str, path: str, old: str, new: str) -> None:
    [issue] = issues_of(changed(game, (path, old, new)))
    assert issue.path == f"$.{path}"
    assert repr(new) in str(issue)
    assert f"did you mean '{old}'?" in str(issue)


SLIPS = (
    ("scoring_rules[0].points", "winnings", "winings"),
    ("turn_structure.phases[2].effects[0].cards", "stock", "stok"),
    ("hand_evaluation.zones[1]", "board", "bord"),
)


@pytest.mark.parametrize(
    "beside",
    [
        {},
        {"max_turns": 1_000_000, "max_hands": 1_000_000},
        {"team_mode": True, "teams": [[0], [0, 1]]},
        {"player_count": "four"},
        {"zones": "name.taken"},
    ],
    ids=["nothing", "limits", "teams", "type", "names"],
)
def test_no_other_defect_hides_a_slip(beside: dict[str, Any]) -> None:
    data = changed("push-or-fold", *SLIPS)
    if beside == {"zones": "name.taken"}:
        data["zones"].append(data["zones"][0])
    else:
        data |= beside
    told = issues_of(data)
    for path, old, new in SLIPS:
        [slip] = [issue for issue in told if issue.path == f"$.{path}"]
        assert repr(new) in str(slip)
        assert f"did you mean '{old}'?" in str(slip)


def test_every_slip_of_an_expression_is_told() -> None:
    told = issues_of(changed("hearts", ("terms[1].expr", "penalty(c) for c in captured", "pnalty(c) for c in captred")))
    assert {"penalty", "captured"} == {str(issue).split("did you mean '")[1].split("'")[0] for issue in told}


def test_true_and_false_are_written_as_in_python() -> None:
    [issue] = issues_of(changed("hearts", ("terms[1].expr", "sum(", "true and sum(")))
    assert "did you mean 'True'?" in str(issue)


def test_what_nothing_uses_is_told_beside_a_slip() -> None:
    data = changed("hearts", ("turn_structure.phases[0].phases[0].offers[0].effects[0].to", "receiver", "reciever"))
    data["terms"].append({"name": "idle", "expr": "1"})
    assert {issue.code for issue in issues_of(data)} == {"unused.term", "expression.unknown-name"}


def test_an_unknown_type_is_told_with_the_nearest() -> None:
    [issue] = issues_of(changed("president", ("turn_structure.phases[3].effects[0].effects[0].type", "set", "seet")))
    assert "did you mean 'set'?" in str(issue)


def test_a_game_without_a_genome_is_not_called_a_missing_file(tmp_path: Any) -> None:
    [issue] = file_issues("cambio")
    assert "has no genome" in str(issue)
    empty = tmp_path / "empty.json"
    empty.write_text("\n", encoding="utf-8")
    [issue] = file_issues(str(empty))
    assert issue.code == "file.empty"
