"""Genome files: round trips, and hostile input refused with a reason."""

import json
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from deckwright.genome.codec import dump_json, dump_yaml, load_genome, parse_data
from deckwright.genome.errors import GenomeError, Issue
from deckwright.genome.schema import GameGenome, genome_json_schema

from .small import choice_genome, trick_genome

SKETCHES = sorted((Path(__file__).parent / "sketches").glob("*.yaml"))


@pytest.mark.parametrize("dump", [dump_json, dump_yaml])
@pytest.mark.parametrize("genome", [trick_genome(), choice_genome()], ids=lambda genome: genome.genome_id)
def test_genomes_round_trip(genome, dump, tmp_path):
    text = dump(genome)
    assert load_genome(text) == genome
    path = tmp_path / "game.txt"
    path.write_text(text)
    assert load_genome(path) == genome


def test_to_dict_leaves_out_defaults_and_says_the_version():
    data = trick_genome().to_dict()
    assert data["schema_version"] == "1"
    assert "max_hands" not in data
    assert GameGenome.from_dict(data) == trick_genome()


@pytest.mark.parametrize("path", SKETCHES, ids=lambda path: path.stem)
def test_sketches_of_later_games_parse_and_round_trip(path):
    genome = GameGenome.parse(parse_data(path.read_text(encoding="utf-8")))
    assert GameGenome.parse(parse_data(dump_yaml(genome))) == genome
    assert GameGenome.parse(parse_data(dump_json(genome))) == genome


def test_yaml_words_stay_words():
    assert parse_data("a: no\nb: on\nc: 10\nd: '10'\ne: 010\nf: 1.5\ng: ~\nh: true") == {
        "a": "no", "b": "on", "c": 10, "d": "10", "e": 10, "f": "1.5", "g": None, "h": True,
    }  # fmt: skip


HOSTILE = {
    "deep json": "[" * 900_000,
    "deep objects": '{"a":' * 100_000,
    "deep yaml": "- " * 300_000,
    "deep yaml flow": "a: " + "[" * 100_000,
    "bomb": "a: &a [1,1]\nb: &b [*a,*a]\nc: [*b,*b]\n",
    "alias": "a: *nothing",
    "tag": "a: !!python/object/apply:os.system ['true']",
    "repeated key": "a: 1\na: 2",
    "repeated json key": '{"a": 1, "a": 2}',
    "nan": '{"a": NaN}',
    "infinity": '{"a": -Infinity}',
    "huge number": '{"a": ' + "9" * 5000 + "}",
    "huge yaml number": "a: " + "9" * 5000,
    "many values": '{"a": [' + "1," * 400_000 + "1]}",
    "many yaml values": "a:\n" + "  - 1\n" * 150_000,
    "too large": "a: '" + "x" * 10_000_000 + "'",
    "several documents": "a: 1\n---\nb: 2",
    "control character": "a: \x00",
    "open quote": "a: 'b",
    "empty": "",
    "a list": "[]",
    "a word": "hearts:",
    "lone surrogate": '{"genome_id": "\ud800"}',
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_refused_with_a_reason(text):
    with pytest.raises(GenomeError) as caught:
        GameGenome.from_dict(parse_data(text))
    assert caught.value.issues
    assert all(issue.code and issue.path.startswith("$") for issue in caught.value.issues)


def test_a_large_file_is_not_read_whole(tmp_path):
    path = tmp_path / "large.yaml"
    path.write_bytes(b"x" * 20_000_000)
    with pytest.raises(GenomeError, match="1,000,000 bytes"):
        load_genome(path)


def test_a_missing_file_is_an_error_with_a_code(tmp_path):
    with pytest.raises(GenomeError) as caught:
        load_genome(tmp_path / "nothing.yaml")
    assert caught.value.issues[0].code == "file.unreadable"


def test_every_type_error_has_its_path():
    data = choice_genome().to_dict()
    offer = data["turn_structure"]["phases"][0]["offers"][0]
    offer["effects"] = [{"type": "move", "cards": "c"}, {"type": "jump"}, {"to": "hand"}]
    offer["bogus"] = 1
    data["zones"][0]["piles"] = "many"
    data["max_turns"] = 10**30
    del data["player_count"]
    with pytest.raises(GenomeError) as caught:
        GameGenome.from_dict(data)
    at = "$.turn_structure.phases[0].offers[0]"
    assert {(issue.path, issue.code) for issue in caught.value.issues} == {
        ("$.player_count", "schema.missing"),
        ("$.max_turns", "schema.out-of-range"),
        ("$.zones[0].piles", "schema.wrong-type"),
        (f"{at}.bogus", "schema.unknown-field"),
        (f"{at}.effects[0].to", "schema.missing"),
        (f"{at}.effects[1]", "schema.unknown-type"),
        (f"{at}.effects[2].type", "schema.missing"),
    }


def read(data: object) -> tuple[GameGenome | None, tuple[Issue, ...]]:
    try:
        return GameGenome.from_dict(data), ()
    except GenomeError as error:
        return None, error.issues


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**9), 10**9) | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
FIELDS = sorted(GameGenome.model_fields)


@settings(max_examples=150, deadline=None)
@given(field=st.sampled_from(FIELDS), value=JSON_VALUES)
def test_any_value_in_any_field_is_accepted_or_refused_with_paths(field, value):
    data = {**choice_genome().to_dict(), field: value}
    genome, issues = read(json.loads(json.dumps(data)))
    assert all(issue.path.startswith("$") and issue.code for issue in issues)
    if genome is None:
        assert issues
    else:
        assert GameGenome.from_dict(genome.to_dict()) == genome


@settings(max_examples=100, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_data_or_refused(text):
    try:
        data = parse_data(text)
    except GenomeError:
        return
    genome, issues = read(data)
    assert issues or genome is not None


def test_the_json_schema_names_every_field():
    properties = genome_json_schema()["properties"]
    assert set(properties) == set(GameGenome.model_fields)


def test_an_unknown_field_is_told_the_fields_there_are():
    data = choice_genome().to_dict()
    data["game_rules"] = {"passes_to_triger": 3}
    data["turn_structure"]["phases"][0]["offers"][0]["wen"] = "1"
    with pytest.raises(GenomeError) as refused:
        GameGenome.parse(data)
    told = {issue.path: issue.expected for issue in refused.value.issues}
    assert "did you mean 'passes_to_trigger'?" in told["$.game_rules.passes_to_triger"]
    assert "did you mean 'when'?" in told["$.turn_structure.phases[0].offers[0].wen"]
    assert "picks" in told["$.turn_structure.phases[0].offers[0].wen"]
