"""Strategies in words, in files, and at the table."""

from __future__ import annotations

from pathlib import Path

import pytest

import deckwright as dw
from deckwright.agents import AgentError, agent_kinds, parse_agent
from deckwright.arena import play_contest
from deckwright.solve import SolveError, Strategy, StrategyAgent


@pytest.fixture(scope="module")
def kuhn() -> dw.Solution:
    return dw.solve("kuhn", "pcfr+", target=1e-6)


def test_information_sets_are_told_in_words(kuhn: dw.Solution) -> None:
    labels = {(found.seat, found.label) for found in kuhn.strategy}
    assert labels == {
        *(
            (0, f"holding the {card}, {when}")
            for card in ("jack", "queen", "king")
            for when in ("to open", "after check-bet")
        ),
        *((1, f"holding the {card}, after {what}") for card in ("jack", "queen", "king") for what in ("check", "bet")),
    }
    assert kuhn.strategy.find("holding the queen, after check-bet").actions == ("fold", "call")


def test_a_label_tells_what_was_seen_and_no_more() -> None:
    solution = dw.solve("one-suit-cheat", iterations=1)
    for number, told in enumerate(solution.strategy):
        found = solution.tree.set(number)
        position = solution.game.rules.deal(found["order"], bytes(32))
        claims = [0, 0]
        for slot, value in found["path"]:
            if solution.game.notation.text(slot, value).startswith("claim"):
                claims[position.seat == told.seat] += 1
            position = position.apply(slot, value)
        parts = told.label.split(", ")
        assert sum(part.endswith("claim something") for part in parts) == claims[False], "others' cards lie face down"
        assert sum("claim " in part and "something" not in part for part in parts) == claims[True]
    leduc = {found.label for found in dw.solve("leduc", iterations=1).strategy}
    assert any("board KS" in label or "board KH" in label for label in leduc)


def test_a_strategy_is_looked_up_by_what_a_seat_has_seen(kuhn: dw.Solution) -> None:
    state = kuhn.game.deal(seed=0, deck=("KS", "QS", "JS")).apply("check").apply("raise")
    assert kuhn.strategy.at(state) == {"fold": pytest.approx(0, abs=1e-3), "call": pytest.approx(1, abs=1e-3)}


def test_a_merged_strategy_answers_for_every_suit() -> None:
    solution = dw.solve("leduc", iterations=50)
    assert len(solution.strategy) == 288
    for seed in range(60):
        state = solution.game.deal(seed=seed)
        while state.seat is not None:
            shares = solution.strategy.at(state)
            assert sum(shares.values()) == pytest.approx(1)
            state = state.apply(max(shares, key=lambda text: (shares[text], text)))


def test_saved_and_loaded_it_is_the_same(kuhn: dw.Solution, tmp_path: Path) -> None:
    file = tmp_path / "kuhn.json"
    kuhn.strategy.save(file)
    again = Strategy.load(file)
    assert list(again) == list(kuhn.strategy)
    assert again.game == kuhn.game
    assert again.about["nash_conv"] == kuhn.nash_conv
    assert again.about["config_hash"] == kuhn.config_hash


def test_a_changed_strategy_is_refused(kuhn: dw.Solution, tmp_path: Path) -> None:
    file = tmp_path / "kuhn.json"
    kuhn.strategy.save(file)
    file.write_text(file.read_text().replace("holding the queen", "holding the duke"))
    with pytest.raises(SolveError, match="checksum"):
        Strategy.load(file)
    with pytest.raises(AgentError, match="checksum"):
        parse_agent(f"strategy:{file}")


def test_a_checkpoint_is_no_strategy(tmp_path: Path) -> None:
    file = tmp_path / "run.checkpoint"
    dw.solve("kuhn", iterations=5, checkpoint=file)
    with pytest.raises(SolveError, match="expected a deckwright-strategy"):
        Strategy.load(file)


def test_the_agents_room_knows_the_agent_by_its_entry_point() -> None:
    assert agent_kinds()["strategy"].form == "strategy:FILE"


def test_the_agent_sits_where_any_agent_can(kuhn: dw.Solution, tmp_path: Path) -> None:
    file = tmp_path / "kuhn.json"
    kuhn.strategy.save(file)
    stats = dw.simulate(kuhn.game, agents=(f"strategy:{file}", "random"), games=400, seed=1)
    assert stats.games_played == 400
    assert stats.agents[0] == "strategy:kuhn.json"
    assert stats.scores[0].mean > kuhn.values[0] - 0.1, "nobody does better against an equilibrium"


def test_the_agent_mixes_as_the_strategy_says(kuhn: dw.Solution) -> None:
    agent = StrategyAgent(kuhn.strategy)
    state = kuhn.game.deal(seed=0, deck=("QS", "JS", "KS")).apply("check")
    wanted = kuhn.strategy.at(state)["raise"]
    information = state.information(1)
    bets = sum(agent.choose(information, dw.AgentContext(1), seed=seed).text == "raise" for seed in range(2_000))
    assert 0.2 < wanted < 0.45
    assert bets / 2_000 == pytest.approx(wanted, abs=0.05)


def test_a_strategy_of_another_game_says_so(kuhn: dw.Solution) -> None:
    for seed in range(8):  # some of these positions have the key of one in Kuhn
        state = dw.load("leduc").deal(seed=seed)
        with pytest.raises(AgentError, match="found for kuhn"):
            StrategyAgent(kuhn.strategy).choose(state.information(0), dw.AgentContext(0), seed=1)


def test_teams_are_solved_seat_by_seat() -> None:
    solution = dw.solve("toy-whist", "pcfr+", target=1e-6)
    assert solution.values[0] == pytest.approx(solution.values[2])
    assert solution.values[1] == pytest.approx(solution.values[3])
    assert solution.epsilon < 1e-6
    assert all(len(found.actions) > 1 for found in solution.strategy), "a forced move is no decision"


def test_push_or_fold_merges_the_two_suits_and_pushes_the_best_hands() -> None:
    solution = dw.solve("push-or-fold", "cfr+", target=1e-5)
    assert (solution.information_sets, solution.tree.unmerged_information_sets) == (50, 90)
    best = solution.strategy.at(
        solution.game.deal(seed=0, deck=("KH", "AS", "10H", "AH", "10S", "JH", "JS", "QH", "QS", "KS"))
    )
    assert best["push"] == pytest.approx(1, abs=1e-3)
    assert -0.5 < solution.values[0] < 0.5


def test_one_suit_cheat_is_solved() -> None:
    solution = dw.solve("one-suit-cheat", "pcfr+", target=1e-4)
    assert solution.exploitability is not None
    assert solution.exploitability <= 1e-4


def test_a_strategy_of_one_hand_says_at_once_that_it_is_not_for_a_match(kuhn: dw.Solution, tmp_path: Path) -> None:
    file = tmp_path / "kuhn.json"
    kuhn.strategy.save(file)
    agents = (f"strategy:{file}", "random")
    told = "found for kuhn with no options, and this is kuhn with hands=3"
    with pytest.raises(AgentError, match=told):
        dw.simulate(dw.load("kuhn", hands=3), agents=agents, games=2)
    with pytest.raises(AgentError, match=told):
        play_contest(dw.load("kuhn", hands=3), agents, matches=2)
