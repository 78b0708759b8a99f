"""Who beats whom, and how often: thousands of matches each, from a seed, so that the figures are always the same."""

from __future__ import annotations

from pathlib import Path

import pytest

from deckwright.agents.cambio import CambioAgent
from deckwright.agents.cambio.constants import BayesianV3
from deckwright.arena import Contest, Seating, play_contest
from deckwright.engine import load

V1, V2, V3, SMART = "bayesian-v1", "bayesian-v2", "bayesian-v3", "smart"
MATCHES = 4000


def contest(*agents: str, preset: str = "default", seating: Seating = Seating.ROTATED) -> Contest:
    game = load("cambio", players=len(agents), preset=preset)
    return play_contest(game, agents, matches=MATCHES, seating=seating, seed=0, control=False)


def share(found: Contest, agent: str) -> float:
    assert found.matches >= MATCHES
    return next(standing.share.share for standing in found.standings if standing.agent == agent)


def test_from_the_first_seat_under_the_published_rules_v2_beats_v1_as_published() -> None:
    assert 0.62 <= share(contest(V2, V1, preset="seed", seating=Seating.FIXED), V2) <= 0.72


def test_that_is_the_seat_v1_beats_v2_from_it_as_often() -> None:
    assert 0.62 <= share(contest(V1, V2, preset="seed", seating=Seating.FIXED), V1) <= 0.72


def test_one_on_one_with_seats_shared_out_v1_and_v2_are_level() -> None:
    assert 0.47 <= share(contest(V2, V1), V2) <= 0.53


def test_v1_among_two_v2_falls_short_of_its_third() -> None:
    assert share(contest(V2, V2, V1), V1) < 0.28


@pytest.mark.parametrize("agent", [V1, V2])
def test_both_beat_the_fair_heuristic(agent: str) -> None:
    assert share(contest(agent, SMART), agent) >= 0.97


def test_v3_beats_v2_one_on_one() -> None:
    assert share(contest(V3, V2), V3) >= 0.95


@pytest.mark.parametrize(
    "changed",
    [{"trust": 0.0}, {"call_score": 4.0}, {"harm": 1.0}, {"info": 5.0}, {"call_margin": 10.0}, {"take_margin": 2.0}],
)
def test_no_answer_near_by_beats_v3(changed: dict[str, float]) -> None:
    answer = CambioAgent("answer", BayesianV3.model_validate(changed))
    found = play_contest("cambio", (answer, V3), matches=MATCHES, seed=0, control=False)
    assert share(found, "answer") < 0.55


def test_v3_beats_what_was_tuned_against_v2_alone() -> None:
    path = Path(__file__).parents[3] / "benchmarks" / "results" / "cambio-tuned-against-v2.json"
    assert share(contest(V3, f"{V3}:{path}"), V3) >= 0.6


def test_v3_wins_three_of_four_among_two_v2() -> None:
    assert share(contest(V3, V2, V2), V3) >= 0.75
