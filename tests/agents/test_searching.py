"""Agents that search: what they answer, how they explain it, and that they are worth their time."""

from __future__ import annotations

import json
from random import Random

import pytest
from benchmarks.exploitability import exact_lead, nash_conv

from deckwright import load
from deckwright.agents import AgentError, KernelAgent, choose, explain, kernel_form, parse_agent
from deckwright.agents.policies import OWN_POLICY
from deckwright.agents.policies.learning import learn
from deckwright.engine import EngineError, Game, State
from deckwright.games.leduc import create_leduc_genome
from deckwright.measure import simulate

SURE = 2.58
"""Quantile of the normal distribution: 99 %."""


def first_choice(game: str, **options: int) -> State:
    state = load(game, **options).deal(seed=4)
    while len(state.actions()) < 2:
        state = state.apply(state.actions()[0])
    return state


@pytest.mark.parametrize(
    ("text", "name", "policy"),
    [
        ("ismcts:400", "ismcts:400", OWN_POLICY),
        ("ISMCTS:0400", "ismcts:400", OWN_POLICY),
        ("ismcts:250ms", "ismcts:250ms", OWN_POLICY),
        ("ismcts:64@none", "ismcts:64@none", ""),
        ("ismcts:64@a/b.policy", "ismcts:64@a/b.policy", "a/b.policy"),
    ],
)
def test_a_budget_and_a_policy_are_read_from_text(text: str, name: str, policy: str) -> None:
    assert parse_agent(text) == KernelAgent(name, name.partition("@")[0], policy)


@pytest.mark.parametrize(
    "text",
    ["ismcts", "ismcts:", "ismcts:0", "ismcts:-3", "ismcts:1000001", "ismcts:5s", "ismcts:60001ms", "ismcts:1e3"],
)
def test_a_bad_budget_suggests_the_right_form(text: str) -> None:
    with pytest.raises(
        AgentError, match=r"expected ismcts:N with N simulations, 1 to 1,000,000, or ismcts:Nms"
    ) as caught:
        parse_agent(text)
    assert caught.value.code == "agent.bad-setting"
    with pytest.raises(EngineError):
        first_choice("kuhn").consult(text, seed=1)


@pytest.mark.parametrize("text", ["ismcts:5@", "greedy:3", "hard:4"])
def test_settings_that_there_are_not_are_refused(text: str) -> None:
    with pytest.raises(AgentError) as caught:
        parse_agent(text)
    assert caught.value.code == "agent.bad-setting"


def test_an_explanation_says_what_each_action_is_worth_and_how_sure_that_is() -> None:
    state = first_choice("hearts", hands=1)
    seat = state.seat
    assert seat is not None
    found = state.information(seat).explain("ismcts:300", seed=3)
    assert (found.seat, found.simulations, found.agent) == (seat, 300, "ismcts:300")
    assert {each.action for each in found.actions} == set(state.actions())
    assert sum(each.visits for each in found.actions) == 300
    assert [each.visits for each in found.actions] == sorted((each.visits for each in found.actions), reverse=True)
    assert all(each.error > 0 for each in found.actions if each.visits > 1)
    assert found.best.action == state.consult("ismcts:300", seed=3)
    assert json.loads(json.dumps(found.to_dict()))["actions"][0]["action"] == found.best.action.text


def test_an_explanation_foresees_what_may_follow() -> None:
    state = first_choice("texas-42", hands=1)
    best = explain(parse_agent("ismcts:600@none"), state, seed=1).best
    assert best.continuation
    assert all(step.seat is not None and step.text for step in best.continuation)
    assert best.continuation[0].seat == state.apply(best.action).seat


def test_an_explanation_is_of_the_choice_that_the_agent_makes() -> None:
    state, agent = first_choice("euchre", hands=1), parse_agent("ismcts:50")
    for seed in range(5):
        assert explain(agent, state, seed=seed).best.action == choose(agent, state, seed=seed)


def test_more_trees_than_one_among_bets_are_the_same_on_any_number_of_threads() -> None:
    state, agent = load("leduc").deal(seed=1), parse_agent("ismcts:9000")
    form = kernel_form(agent, state.game)
    assert form is not None
    found = [state.explain(form, seed=2, threads=threads) for threads in (1, 2, 8)]
    assert found[0] == found[1] == found[2]
    assert found[0].simulations == 9000


def test_what_does_not_search_cannot_explain() -> None:
    for agent in ("random", "greedy"):
        with pytest.raises(EngineError) as caught:
            first_choice("kuhn").explain(agent, seed=1)
        assert caught.value.code == "agent.not-searching"


def test_more_trees_than_one_are_the_same_on_any_number_of_threads() -> None:
    state = first_choice("hearts", hands=1)
    found = [state.explain("ismcts:9000", seed=2, threads=threads) for threads in (1, 2, 8)]
    assert found[0] == found[1] == found[2]
    assert found[0].simulations == 9000


def test_a_budget_of_time_is_kept() -> None:
    found = first_choice("hearts", hands=1).explain("ismcts:20ms", seed=1)
    assert found.simulations >= 32


@pytest.mark.parametrize(("game", "agent", "games"), [("hearts", "ismcts:40", 30), ("texas-42", "greedy", 120)])
def test_search_beats_random_play(game: str, agent: str, games: int) -> None:
    """One hand, this agent on every other seat."""
    played = simulate(load(game, hands=1), agents=(agent, "random"), games=games, seed=1)
    mean = played.returns[0]
    assert mean.mean - SURE * mean.error > 0


def test_more_simulations_are_harder_to_exploit_in_kuhn_poker() -> None:
    game = load("kuhn")
    few, many = (nash_conv(game, f"ismcts:{count}", seeds=24) for count in (4, 400))
    assert many < few < nash_conv(game, "random", seeds=24) + 0.5


def test_leads_over_all_deals_are_exact_in_kuhn_poker() -> None:
    game = load("kuhn")
    ahead, behind = (exact_lead(game, *pair, 4) for pair in (("ismcts:128", "random"), ("random", "ismcts:128")))
    assert ahead > 0.1
    assert ahead == pytest.approx(-behind)
    assert exact_lead(game, "ismcts:8", "ismcts:8", 2) == pytest.approx(0)


@pytest.mark.parametrize(("simulations", "least"), [(32, -0.01), (512, 0.1), (2048, -0.04)])
def test_search_does_not_lose_to_its_own_policy_in_leduc(simulations: int, least: float) -> None:
    """With all cards equally likely whatever was bet, 512 lose 0.38 a hand to it; if others may do anything, 0.03."""
    assert exact_lead(load("leduc"), f"ismcts:{simulations}", "policy", seeds=1) > least


def leduc_with_raises_by_rank() -> Game:
    """Whoever holds a king may raise by more, which others do not see."""
    genome = create_leduc_genome()
    first, *rest = genome.turn_structure.phases
    sizes = ("2", "4 if any(rank(card) == 'K' for card in hand) else 2")
    phases = (first.model_copy(update={"min_bet": 1, "sizes": sizes}), *rest)
    turns = genome.turn_structure.model_copy(update={"phases": phases})
    return load(genome.model_copy(update={"turn_structure": turns}))


@pytest.mark.parametrize("game", ["leduc", "draw-poker", "push-or-fold", "raises by rank"])
def test_bets_tell_no_more_than_everyone_saw_of_them(game: str) -> None:
    """Search is told the same by the same bets in a world that was made up before, while the seat sees the same."""
    table = leduc_with_raises_by_rank() if game == "raises by rank" else load(game)
    agent = ("ismcts:24", learn(table, hands=640, seed=1).for_kernel)
    alike = 0
    for deal in range(60):
        chance = Random(deal)
        state = table.deal(seed=deal)
        seat = chance.randrange(table.seats)
        other = state.resample(seat, seed=deal)
        while state.seat is not None and state.key(seat) == other.key(seat):
            if state.seat == seat:
                alike += 1
                assert state.explain(agent, seed=deal) == other.explain(agent, seed=deal), f"deal {deal}"
            common = [action for action in state.actions() if action in other.actions()]
            if not common:
                break
            action = chance.choice(common)
            state, other = state.apply(action), other.apply(action)
    assert alike > 12


def dealt(game: str, hand: str) -> State:
    """A deal in which the first seat has this hand, and the others what is left, one by one."""
    loaded = load(game)
    own = hand.split()
    rest = iter(str(card) for card in loaded.deck if str(card) not in own)
    return loaded.deal(
        seed=1, deck=[code for card in own for code in (card, *(next(rest) for _ in range(loaded.seats - 1)))]
    )


@pytest.mark.parametrize("level", ["hard", "best"])
def test_nil_is_bid_on_a_hand_made_for_it(level: str) -> None:
    """The policy of Partnership Spades never bids nil, and few simulations did not look at what it never does."""
    state = dealt("partnership-spades", "2S 4S 3H 5H 7H 9H 2D 4D 6D 8D 3C 5C 7C")
    chosen = [str(choose(parse_agent(level), state, seed=seed)) for seed in range(8)]
    assert chosen.count("call nil") >= 4, chosen  # some four of five seeds do


@pytest.mark.parametrize("level", ["hard", "best"])
def test_nil_is_not_bid_on_a_hand_that_takes_tricks(level: str) -> None:
    state = dealt("partnership-spades", "AS KS 7S 2S AH QH 5H KD 9D 3D AC 8C 4C")
    chosen = [str(choose(parse_agent(level), state, seed=seed)) for seed in range(4)]
    assert "call nil" not in chosen, chosen


def test_a_call_is_searched_longer_than_a_card() -> None:
    """Sixteen simulations for each call, at most four times as many as asked for; without a policy as many as asked."""
    state = load("partnership-spades").deal(seed=1)
    calls = len(state.actions())
    found = {text: explain(parse_agent(text), state, seed=1).simulations for text in BUDGETS}
    assert found == {"ismcts:20": 80, "ismcts:100": 16 * calls, "ismcts:400": 400, "ismcts:100@none": 100}
    while str(state.actions()[0]).startswith("call"):
        state = state.apply(state.actions()[2])
    assert explain(parse_agent("ismcts:20"), state, seed=1).simulations == 20


BUDGETS = ("ismcts:20", "ismcts:100", "ismcts:400", "ismcts:100@none")


def test_lost_games_of_solitaire_are_told_from_each_other() -> None:
    """Nearly all are lost at random: what is better brings more cards home."""
    found = explain(parse_agent("flat:200"), first_choice("solitaire"), seed=1)
    assert all(-1 < each.value < 0 for each in found.actions)
