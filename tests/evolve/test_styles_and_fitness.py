"""Styles are data; two games are compared by intervals, the most important preference first."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from deckwright.evolve.errors import EvolveError
from deckwright.evolve.figures import Figures, play_distance
from deckwright.evolve.fitness import compare, objective, quality
from deckwright.evolve.library import library_figures
from deckwright.evolve.ratings import load_ratings
from deckwright.evolve.styles import load_style, parse_style, style_names
from deckwright.games import catalogue
from deckwright.measure import Estimate

SKILFUL = Figures("trick-taking", 4, 4, rulebook_words=500, skill=Estimate(1.0, 0.9, 1.1))


def test_every_style_reads_and_prefers_what_there_is() -> None:
    assert {"balanced", "strategic", "bluffing", "party", "trick-taking", "cooperative"} <= set(style_names())
    for name in style_names():
        style = load_style(name)
        assert style.name == name
        for preferred in style.prefers:
            objective(SKILFUL, preferred, style)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("name: [", "line 1"),
        ("name: x", "$.text"),
        ("{name: x, text: y, prefers: [fun]}", "$.prefers[0]"),
        ("{name: x, text: y, limits: {most_bias: -1}}", "$.limits.most_bias"),
        ("{name: x, text: y, limit: {}}", "$.limit"),
        ("[]", "$"),
    ],
)
def test_a_style_that_does_not_parse_is_refused_with_the_place(text: str, told: str) -> None:
    with pytest.raises(EvolveError, match=r"my\.yaml") as refused:
        parse_style(text, "my.yaml")
    assert refused.value.code == "style.does-not-parse"
    assert told in refused.value.message


def test_a_style_that_is_not_there_is_told(tmp_path: Path) -> None:
    for source, code in (("balancd", "style.unknown"), (tmp_path / "no.yaml", "style.unreadable")):
        with pytest.raises(EvolveError) as refused:
            load_style(source)
        assert refused.value.code == code


def test_intervals_that_overlap_decide_nothing_and_the_next_preference_does() -> None:
    style = load_style("balanced")
    lucky = SKILFUL.with_(skill=Estimate(1.15, 1.05, 1.25))
    better = SKILFUL.with_(skill=Estimate(1.4, 1.3, 1.5))
    assert compare(better, SKILFUL, style) == 1
    assert compare(SKILFUL, better, style) == -1
    assert compare(lucky, SKILFUL, style) == 0
    shorter = lucky.with_(rulebook_words=300)
    assert compare(shorter, SKILFUL, style) == 1  # at equal quality the shorter rulebook wins
    assert quality(better, style) > quality(SKILFUL, style)


def test_quality_is_between_0_and_1_in_every_style() -> None:
    for name in style_names():
        for figures in library_figures().values():
            assert 0 <= quality(figures, load_style(name)) <= 1


def test_the_figures_of_the_library_come_with_it_and_games_play_differently() -> None:
    found = library_figures()
    assert set(found) == set(catalogue())
    names = sorted(found)
    for one in names:
        assert play_distance(found[one], found[one]) == 0
    assert play_distance(found["war"], found["bridge"]) > 0.2


def test_ratings_that_cannot_be_read_are_refused_with_the_place(tmp_path: Path) -> None:
    file = tmp_path / "ratings.json"
    genome = catalogue()["kuhn"].default_genome.to_dict()
    for data, told in (
        ("{", "no JSON"),
        ("{}", "$.ratings"),
        (json.dumps({"ratings": [{"genome": genome, "stars": 9}]}), "$.ratings[0].stars"),
        (json.dumps({"ratings": [{"genome": {}, "stars": 3}]}), "$.ratings[0].genome"),
    ):
        file.write_text(data, encoding="utf-8")
        with pytest.raises(EvolveError) as refused:
            load_ratings(file)
        assert told in refused.value.message
    file.write_text(json.dumps({"ratings": [{"genome": genome, "stars": 4, "people": 2}]}), encoding="utf-8")
    [rating] = load_ratings(file)
    assert (rating.stars, rating.people) == (4, 2)
