"""Tournaments: seats shared out, intervals, controls, ladders, reports."""

from __future__ import annotations

import json
import math
import random
from itertools import combinations
from typing import Any

import pytest
from tests.engine.test_losers import throwing

from deckwright.agents import parse_agent
from deckwright.agents.cambio import CambioAgent, make_cambio_agent
from deckwright.agents.cambio.constants import BayesianV3
from deckwright.arena import (
    ArenaError,
    Seating,
    contest_page,
    equal_time,
    ladder_page,
    league,
    play_contest,
    play_ladder,
    play_published_table,
    published_page,
)
from deckwright.arena.league import ENOUGH, MOST_ROUNDS, best_round, find_answer, tune_in_league
from deckwright.arena.published import MATCHUPS
from deckwright.arena.tuning import Aim, Effort, measure, tune
from deckwright.engine import Game, load
from deckwright.genome.schema import WinCondition, WinOutcome
from deckwright.measure.ratings import Meeting, rate


def test_every_agent_sits_everywhere_equally_often() -> None:
    contest = play_contest("kuhn", ("random", "random"), matches=101, seating=Seating.MIRRORED, control=False)
    assert contest.matches == 102
    assert [standing.seats for standing in contest.standings] == [2]
    assert contest.standings[0].wins + contest.draws == 102


def test_the_same_seed_gives_the_same_contest_whatever_the_threads() -> None:
    first, second = (
        play_contest("cambio", ("bayesian-v2", "bayesian-v1"), matches=60, seed=3, threads=threads).to_dict()
        for threads in (1, 2)
    )
    assert {**first, "seconds": 0} == {**second, "seconds": 0}


def test_fixed_seats_measure_the_seat_and_the_control_shows_it() -> None:
    game = load("cambio", preset="seed")
    contest = play_contest(game, ("bayesian-v1", "bayesian-v1"), matches=1000, seating=Seating.FIXED)
    assert contest.control[0].low > 0.55, "the first seat begins every round"
    rotated = play_contest("cambio", ("bayesian-v1", "bayesian-v2"), matches=1000)
    assert rotated.control[0].low < 0.5 < rotated.control[0].high


def test_an_agent_in_several_seats_is_one_standing_with_its_fair_share() -> None:
    contest = play_contest(
        load("cambio", players=3), ("bayesian-v2", "bayesian-v2", "smart"), matches=90, control=False
    )
    shares = {standing.agent: (standing.seats, round(3 * standing.fair)) for standing in contest.standings}
    assert shares == {"bayesian-v2": (2, 2), "smart": (1, 1)}
    assert sum(standing.wins for standing in contest.standings) + contest.draws == contest.matches


def test_teams_win_together() -> None:
    contest = play_contest(load("euchre", hands=1), ("random",) * 4, matches=40, control=False)
    assert contest.standings[0].wins + contest.draws == 40


def test_a_ladder_puts_the_better_agent_on_top() -> None:
    ladder = play_ladder("cambio", ("random", "bayesian-v2", "smart"), matches=60)
    assert [rung.agent for rung in ladder.rungs] == ["bayesian-v2", "smart", "random"]
    assert len(ladder.contests) == 3
    assert sum(rung.rating for rung in ladder.rungs) == pytest.approx(4500)
    for rung in ladder.rungs:
        assert rung.low < rung.rating < rung.high
        assert rung.wins + rung.draws + rung.losses == rung.matches
    assert ladder.control_agent == "random"
    assert ladder.control.low < 0.5 < ladder.control.high


def test_a_draw_is_half_a_win_in_ratings() -> None:
    level = rate(("a", "b"), [Meeting("a", "b", 0, 0, 100)])
    assert [rung.rating for rung in level] == pytest.approx([1500, 1500])
    assert [rung.draws for rung in level] == [100, 100]
    ahead = {rung.agent: rung for rung in rate(("a", "b"), [Meeting("a", "b", 50, 0, 100)])}
    plain = {rung.agent: rung for rung in rate(("a", "b"), [Meeting("a", "b", 75, 25, 100)])}
    assert ahead["a"].rating == pytest.approx(plain["a"].rating)


def test_the_interval_of_a_rating_is_as_wide_as_theory_says_and_holds_what_it_says() -> None:
    """Two agents: the gap's error is 1 / sqrt(n p q), half of it each one's; then worlds of known odds."""
    first = rate(("a", "b"), [Meeting("a", "b", 600, 399, 999)])[0]
    share = 600.5 / 1000
    assert first.high - first.rating == pytest.approx(
        1.96 * 400 / math.log(10) / math.sqrt(1000 * share * (1 - share)) / 2, rel=1e-3
    )
    true, held = {"a": 1600.0, "b": 1500.0, "c": 1400.0}, 0
    for seed in range(100):
        dice = random.Random(seed)
        meetings = []
        for one, other in combinations(true, 2):
            odds = 1 / (1 + 10 ** ((true[other] - true[one]) / 400))
            wins = sum(dice.random() < odds for _ in range(200))
            meetings.append(Meeting(one, other, wins, 200 - wins, 200))
        held += sum(rung.low <= true[rung.agent] <= rung.high for rung in rate(tuple(true), meetings))
    assert 270 <= held <= 298  # of 300; 285 expected


def test_a_ladder_shares_out_an_odd_number_of_seats() -> None:
    game = load("cambio", players=3)
    ladder = play_ladder(game, ("smart", "random"), matches=60)
    assert [rung.agent for rung in ladder.rungs] == ["smart", "random"]
    assert {standing.seats for contest in ladder.contests for standing in contest.standings} == {1, 2}
    assert ladder.rungs[0].matches == sum(contest.matches for contest in ladder.contests)
    assert ladder.control.low < 0.5 < ladder.control.high
    assert "smart" in ladder_page(ladder)


@pytest.mark.parametrize("players", [3, 4])
def test_a_ladder_of_a_game_with_a_loser_goes_by_who_lost(players: int) -> None:
    """In Old Maid all but one share the win: whoever has the seat that lost was beaten."""
    ladder = play_ladder(load("old-maid", players=players), ("random", "greedy"), matches=60)
    lost = {rung.agent: 0 for rung in ladder.rungs}
    for contest in ladder.contests:
        for standing in contest.standings:
            lost[standing.agent] += standing.losses
    assert all(lost.values())
    assert {rung.agent: rung.losses for rung in ladder.rungs} == lost
    assert all(rung.draws == 0 for rung in ladder.rungs)


def test_a_ladder_of_a_game_that_all_win_or_lose_has_no_winners() -> None:
    genome = throwing(WinCondition(type="high_score", threshold=20, outcome=WinOutcome.ALL_WIN))
    ladder = play_ladder(Game(genome), ("random", "greedy"), matches=30)
    assert all(rung.draws == rung.matches for rung in ladder.rungs)


def test_teams_have_their_scores_in_a_contest() -> None:
    contest = play_contest(load("texas-42", hands=1), ("flat:5", "random", "flat:5", "random"), matches=40)
    assert contest.teams == 2
    assert sum(standing.mean_score for standing in contest.standings) > 0.5


@pytest.mark.parametrize(
    ("call", "code"),
    [
        (lambda: play_contest("cambio", ("smart",)), "arena.wrong-number"),
        (lambda: play_contest("cambio", ("smart", "smart"), matches=0), "arena.bad-matches"),
        (lambda: play_ladder("cambio", ("smart", "smart")), "arena.too-few"),
        (lambda: play_ladder("solitaire", ("flat:1", "random")), "arena.one-seat"),
    ],
)
def test_what_cannot_be_played_is_told(call: object, code: str) -> None:
    with pytest.raises(ArenaError) as caught:
        call()  # type: ignore[operator]
    assert caught.value.code == code


def test_the_published_table_is_played_whole_and_reported() -> None:
    found = play_published_table(matches=30)
    assert [line.printed for line in found.lines] == [printed for _, _, printed in MATCHUPS]
    assert json.dumps(found.to_dict())
    page = published_page(found, command="deckwright arena cambio --table")
    assert all(line.label in page for line in found.lines)
    assert "<script" not in page
    assert "http://" not in page
    assert "https://" not in page


def test_reports_escape_what_they_show_and_need_nothing_else() -> None:
    odd = CambioAgent("<b>odd</b>", BayesianV3())
    contest = play_contest("cambio", (odd, "smart"), matches=20)
    for page in (contest_page(contest), ladder_page(play_ladder("cambio", (odd, "smart"), matches=20))):
        assert "<b>odd</b>" not in page
        assert "&lt;b&gt;odd" in page
        assert "http://" not in page
    assert "https://" not in page


def test_tuning_is_deterministic_and_its_constants_can_be_played() -> None:
    effort = Effort(generations=1, population=4, matches=20, seed=2)
    first, second = (tune("bayesian-v3", effort=effort) for _ in range(2))
    assert first == second
    assert first.constants != BayesianV3()
    assert isinstance(make_cambio_agent("bayesian-v3").constants, BayesianV3)


def test_a_league_adds_the_best_answer_until_none_is_good_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(league, "PROOF_MATCHES", 400)
    effort = Effort(generations=1, population=4, matches=20, seed=1)
    told: list[int] = []
    rounds = tune_in_league(
        "bayesian-v3",
        against=("bayesian-v2",),
        rounds=2,
        effort=effort,
        progress=lambda number, _: told.append(number),
    )
    assert told == list(range(1, len(rounds) + 1))
    assert all(not one.is_enough for one in rounds[:-1])
    assert len(rounds) == 2 or rounds[-1].is_enough
    assert best_round(rounds).answer_share.share == min(one.answer_share.share for one in rounds)
    assert all(one.is_enough == (one.answer_share.high < ENOUGH) for one in rounds)
    with pytest.raises(ArenaError, match=f"expected 1 to {MOST_ROUNDS}"):
        tune_in_league("bayesian-v3", against=(), rounds=MOST_ROUNDS + 1, effort=effort)


def test_what_is_found_is_no_worse_than_where_the_search_began(monkeypatch: pytest.MonkeyPatch) -> None:
    """The start meets the others again in matches that no candidate was chosen by."""
    monkeypatch.setattr(league, "PROOF_MATCHES", 400)
    weak = CambioAgent("weak", BayesianV3(trust=0, call_score=20, call_margin=-10))  # calls early: short matches
    effort = Effort(generations=3, population=8, matches=200, seed=3)
    found = tune(weak, tables=(("bayesian-v3",),), effort=effort, aim=Aim.WORST)
    before = measure(weak.constants, ("bayesian-v3",), matches=400, seed=9, threads=None)
    after = measure(found.constants, ("bayesian-v3",), matches=400, seed=9, threads=None)
    assert after.share >= before.share - 0.05
    answer, share = find_answer(weak, effort=effort)
    assert share.low > ENOUGH, "a weak agent is answered"
    assert answer != weak.constants


def test_tuning_an_unknown_agent_is_refused() -> None:
    with pytest.raises(ArenaError, match="expected one of smart"):
        tune("deep-blue")


def test_mirrored_twins_win_equally_often_and_rotated_ones_are_dealt_other_cards() -> None:
    """The same deals with the seats exchanged: what one twin wins the other wins from the same seat."""
    twins = (CambioAgent("one", BayesianV3()), CambioAgent("other", BayesianV3()))
    mirrored = play_contest("cambio", twins, matches=200, seating=Seating.MIRRORED, control=False)
    rotated = play_contest("cambio", twins, matches=200, seating=Seating.ROTATED, control=False)
    assert mirrored.standings[0].wins == mirrored.standings[1].wins
    assert rotated.standings[0].wins != rotated.standings[1].wins


# Agents that fail, and agents that think equally long


class Broken:
    """Fails in every match."""

    name = "broken"

    def choose(self, information: Any, context: Any, *, seed: int) -> Any:  # noqa: ARG002
        raise RuntimeError("no idea")


def test_an_agent_that_fails_loses_its_matches_and_the_contest_goes_on() -> None:
    contest = play_contest("kuhn", (Broken(), "random"), matches=10, control=False)
    by_name = {standing.agent: standing for standing in contest.standings}
    assert (by_name["broken"].wins, by_name["broken"].forfeits) == (0, 10)
    assert by_name["broken"].failure == "agent.raised: RuntimeError: no idea"
    assert (by_name["random"].wins, by_name["random"].forfeits) == (10, 0)


def test_agents_that_take_a_number_get_one_for_equal_time() -> None:
    game = load("toy-whist")
    quick, slow = (equal_time(game, [parse_agent("flat:5"), parse_agent("random")], ms) for ms in (0.05, 5.0))
    assert [timed.agent.name for timed in quick][1] == "random"
    numbers = [int(timed.agent.name.removeprefix("flat:")) for timed in (quick[0], slow[0])]
    assert numbers[0] * 5 < numbers[1]
    with pytest.raises(ArenaError) as error:
        equal_time(game, [parse_agent("random")], 0.0)
    assert error.value.code == "arena.bad-time"
