"""Reports: what they say of games that everybody knows, that they are the same each time, and what they keep."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest

from deckwright.engine import Game, load
from deckwright.games import library
from deckwright.genome.schema import GameGenome
from deckwright.measure.intervals import Estimate, Share
from deckwright.measure.learned import Learning
from deckwright.measure.library import SCALES, library_reports, ship
from deckwright.measure.report import GameReport, make_report, one_hand
from deckwright.measure.report_page import report_page
from deckwright.measure.skill import Comparison, Skill
from deckwright.measure.verdict import headline, verdict

SMALL = 300_000


@pytest.fixture(scope="module")
def war() -> GameReport:
    return make_report(load("war"), seed=1, threads=2, budget=4 * SMALL, ladder=("random", "flat:4"))


@pytest.fixture(scope="module")
def kuhn() -> GameReport:
    return make_report(load("kuhn"), seed=1, threads=2, budget=SMALL, ladder=("random", "flat:16"))


def test_war_is_called_a_game_of_pure_chance(war: GameReport) -> None:
    assert headline(war) == "A game of pure chance"
    told = " ".join(remark.text for remark in verdict(war))
    assert "Nobody ever has a choice" in told
    assert "No advantage of a seat shows in" in told


def test_of_a_game_without_choices_nothing_is_told_of_players(war: GameReport) -> None:
    assert war.skill is None
    (scale,) = (scale for scale in SCALES if scale.key == "skill")
    assert scale.of(war) == 0.0
    assert not [note for note in war.notes if "left out" in note]
    assert war.play is not None
    games = war.play.games_played
    several = replace(war, play=replace(war.play, draws=games, shared=games))
    told = [remark.text for remark in (*verdict(war), *verdict(several))]
    assert not [text for text in told if "decisions" in text or "played by" in text]
    assert "100 % of games are won by several together." in told
    assert [text for text in told if text.startswith("A game takes") and " moves (" in text]
    assert [text for text in told if "is sure to whoever remembers every card after" in text]
    assert [text for text in told if text.startswith("Seen so, the lead changes")]


@pytest.mark.parametrize(
    ("changes", "said"),
    [(0.3, "mostly stays there"), (0.6, "some winners come from far behind"), (1.4, "; winners come from behind")],
)
def test_winners_come_from_behind_only_where_the_lead_changes(war: GameReport, changes: float, said: str) -> None:
    assert war.tension is not None
    tension = replace(war.tension, lead_changes=Estimate(changes, 0.0, 2.0), drama=Estimate(0.4, 0.3, 0.5))
    (told,) = [remark.text for remark in verdict(replace(war, tension=tension)) if "lead changes" in remark.text]
    assert said in told


def test_a_game_is_called_fair_only_where_shares_are_known_well(war: GameReport) -> None:
    assert war.balance is not None
    for half, fair in ((0.02, True), (0.2, False)):
        seats = (Share(0.5, 0.5 - half, 0.5 + half),) * 2
        told = " ".join(remark.text for remark in verdict(replace(war, balance=replace(war.balance, seats=seats))))
        assert ("No seat has an advantage" in told) is fair
        assert (f"{100 * half:.0f} % only" in told) is not fair


def test_skill_is_compared_by_the_whole_ladder_even_where_only_its_steps_were_measured(kuhn: GameReport) -> None:
    share, effect = Share(0.7, 0.6, 0.8), Estimate(0.5, 0.4, 0.6)
    step = Comparison("better", "worse", 16, 32, share, effect, effect, share, 0)
    (scale,) = (scale for scale in SCALES if scale.key == "skill")
    assert scale.of(replace(kuhn, skill=Skill((step, step, step), None))) == pytest.approx(1.5)
    assert scale.of(replace(kuhn, skill=Skill((step, step), replace(step, effect=Estimate(2.0, 1.9, 2.1))))) == 2.0


def test_where_no_step_of_the_ladder_could_be_played_skill_is_told_of_what_was_learned(kuhn: GameReport) -> None:
    share, effect = Share(0.9, 0.8, 0.95), Estimate(1.5, 1.4, 1.6)
    gain = Comparison("policy", "random", 16, 32, share, effect, effect, share, 0)
    report = replace(kuhn, skill=Skill((), None), learning=Learning(100, gain))
    assert headline(report).startswith("A game of skill")
    assert [remark for remark in verdict(report) if remark.text.startswith("policy has the better of random on 90 %")]
    (scale,) = (scale for scale in SCALES if scale.key == "skill")
    assert scale.of(report) == pytest.approx(1.5)
    assert "skill" not in headline(replace(report, learning=None))


def test_luck_is_told_of_players_as_good_as_the_budget_allows() -> None:
    found = make_report(load("hearts"), seed=1, budget=40_000_000, ladder=("random", "policy"))
    assert found.luck is not None
    assert found.luck.share is not None
    assert (found.luck.strong, found.luck.weak) == ("ismcts:64", "policy")
    assert found.luck.share.high > 0.2  # among random players it is below 0.1: their chance hides the deal's


def test_a_report_is_the_same_on_any_number_of_threads_and_in_json(kuhn: GameReport) -> None:
    again = make_report(load("kuhn"), seed=1, threads=1, budget=SMALL, ladder=("random", "flat:16"))
    assert again == kuhn
    assert GameReport.from_dict(json.loads(json.dumps(kuhn.to_dict()))) == kuhn


def test_the_policy_of_a_ladder_is_learned_in_the_run() -> None:
    game = load("leduc")
    one, other = (make_report(game, threads=threads, budget=SMALL, ladder=("random", "policy")) for threads in (1, 2))
    assert one == other
    assert (one.player, one.ladder) == ("policy", ("random", "policy"))
    assert one.learning is not None
    assert one.learning.hands > 0
    assert one.learning.gain.is_better


def test_where_there_is_no_choice_nothing_is_learned() -> None:
    found = make_report(load("war"), budget=SMALL, ladder=("random", "policy"))
    assert (found.learning, found.ladder) == (None, ("random",))


def test_a_page_says_it_all_and_lets_nothing_in(kuhn: GameReport, war: GameReport) -> None:
    text = report_page(kuhn, command="deckwright report <kuhn>", library={"war": war, "kuhn": kuhn, "again": kuhn})
    for part in ("Kuhn", "Skill and luck", "Balance", "Decisions", "Tension", "Length", "Rules", "Beside", kuhn.digest):
        assert part in text
    assert "default-src 'none'" in text
    assert "&lt;kuhn&gt;" in text
    assert "<script" not in text
    assert not re.search(r'(src|href)="', text)


def test_hostile_names_are_text(kuhn: GameReport) -> None:
    from dataclasses import replace

    text = report_page(replace(kuhn, name="<script>alert(1)</script>", game='"><img>'), library={})
    assert "<script" not in text
    assert "<img" not in text


def test_what_is_interrupted_keeps_what_there_is() -> None:
    def told(what: str, done: float) -> bool:
        if what == "decisions":
            raise KeyboardInterrupt
        return True

    found = make_report(load("kuhn"), budget=SMALL, ladder=("random", "flat:4"), told=told)
    assert found.balance is not None
    assert (found.decisions, found.skill) == (None, None)
    assert "interrupted" in found.notes[-1]
    assert "Not everything was measured" in report_page(found, library={})


def test_a_report_that_runs_out_of_time_says_so() -> None:
    found = make_report(load("kuhn"), budget=SMALL, seconds=0.0)
    assert "its time was up" in found.notes[-1]
    assert report_page(found, library={})


def endless() -> Game:
    """A hand of a million turns, in each of which somebody passes."""
    from deckwright.genome.schema import ChoicePhase, Offer, SetupRules, TurnStructure, WinCondition, Zone

    offers = (Offer(name="pass"), Offer(name="wait"))
    genome = GameGenome(
        genome_id="endless",
        player_count=2,
        max_turns=1_000_000,
        zones=(Zone(name="stock", role="stock", seen_by="none"),),
        setup=SetupRules(cards_per_player=0),
        turn_structure=TurnStructure(phases=(ChoicePhase(name="turn", offers=offers),)),
        win_conditions=(WinCondition(type="high_score"),),
    )
    return Game(genome)


def test_a_game_that_explodes_in_length_is_measured_within_its_budget_and_the_report_says_so() -> None:
    found = make_report(endless(), budget=200_000)
    assert any("not over after 20,000 decisions" in note for note in found.notes)
    assert found.balance is not None
    assert found.balance.cut == found.balance.games > 0
    assert "given up" in " ".join(remark.text for remark in verdict(found))
    assert found.player == "random", "a decision of greedy may take ten thousand of random play"
    assert any(note.startswith("Tension was left out: the budget allows 0 games") for note in found.notes)


def wide() -> Game:
    """Any three cards of a hand may be played together, which are 286 actions to begin with."""
    from deckwright.genome.schema import (
        ChoicePhase,
        HandPattern,
        Move,
        Offer,
        Pick,
        SetupRules,
        TurnStructure,
        WinCondition,
        Zone,
    )

    three = Pick(name="c", kind="cards", source="hand", pattern="any three")
    one = Pick(name="d", source="hand")
    offers = (
        Offer(name="three", picks=(three,), effects=(Move(cards="c", to="heap"),)),
        Offer(name="one", picks=(one,), effects=(Move(cards="d", to="heap"),)),
    )
    genome = GameGenome(
        genome_id="wide",
        player_count=2,
        patterns=(HandPattern(name="any three", required_count=3),),
        zones=(
            Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
            Zone(name="stock", role="stock", seen_by="none"),
            Zone(name="heap", role="discard"),
        ),
        setup=SetupRules(cards_per_player=13),
        turn_structure=TurnStructure(phases=(ChoicePhase(offers=offers),), until="size(hand) == 0"),
        win_conditions=(WinCondition(type="empty_hand"),),
    )
    return Game(genome)


def test_a_game_that_explodes_in_branching_is_measured_within_its_budget_and_the_report_says_so() -> None:
    found = make_report(wide(), budget=30_000)
    assert found.play is not None
    assert found.play.branching > 40
    assert found.player == "random"
    assert any(note.startswith("greedy against random was left out") for note in found.notes)
    assert found.learning is None
    assert any(note.startswith("Learning a policy was left out") for note in found.notes)


@pytest.mark.parametrize("game_id", ["war", "old-maid"])
def test_the_shipped_report_of_a_game_of_chance_calls_it_one(game_id: str) -> None:
    found = library_reports()[game_id]
    told = " ".join(remark.text for remark in verdict(found))
    assert headline(found) == "A game of pure chance"
    assert "Nobody ever has a choice" in told
    assert "No seat has an advantage" in told


@pytest.mark.parametrize("game_id", ["hearts", "bridge", "gin-rummy"])
def test_the_shipped_report_of_a_game_of_skill_calls_it_one_in_which_the_deal_counts_too(game_id: str) -> None:
    found = library_reports()[game_id]
    told = " ".join(remark.text for remark in verdict(found))
    assert headline(found).startswith("A game of skill, with much luck in a hand")
    assert "self-play beat random play on 100 %" in told
    assert "more than its share" not in told, "no seat is better than another"


def test_skill_is_measured_in_single_hands() -> None:
    assert one_hand(load("hearts")).definition.max_hands == 1
    assert one_hand(load("hearts", hands=1)).definition.max_hands == 1
    assert one_hand(load("cambio")).seats == load("cambio").seats


def test_a_shipped_report_is_small_and_read_back(tmp_path: Any, kuhn: GameReport) -> None:
    path = ship(kuhn, tmp_path)
    assert path.stat().st_size < 20_000
    back = GameReport.from_dict(json.loads(path.read_text()))
    assert (back.digest, back.seconds, headline(back)) == (kuhn.digest, 0.0, headline(kuhn))


def test_every_game_has_a_shipped_report_of_todays_rules() -> None:
    """If this fails, a game is new or has changed since it was measured: `make reports`."""
    reports = library_reports()
    assert sorted(library()) == sorted(reports)
    stale = [name for name, report in reports.items() if report.digest != load(name).definition.digest]
    assert stale == []
