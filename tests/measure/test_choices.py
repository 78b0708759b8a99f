"""Which choices have consequences, reach others, or are always the same; and who decides who wins."""

from __future__ import annotations

from tests.evolve.degenerate import DEGENERATE
from tests.evolve.held_out_later import FAULTY_LATER, KNOWN_LATER
from tests.measure.known_games import highest_number_wins, nothing_said_matters

from deckwright.agents import choose
from deckwright.agents.policies.learning import learn
from deckwright.agents.policies.recipe import Recipe
from deckwright.engine import Game, load
from deckwright.measure import MeasureSettings, compare_agents, measure_decisions, measure_kingmaking
from deckwright.measure.learned import LearnedAgent

SETTINGS = MeasureSettings(seed=3, threads=1)


def fixed_order(game: Game) -> LearnedAgent:
    return LearnedAgent.of(learn(game, hands=640, seed=1, recipe=Recipe(is_fixed=True)))


def test_idle_choices_have_no_consequence_and_others_have() -> None:
    idle = measure_decisions(nothing_said_matters(), SETTINGS, games=10)
    assert idle.consequence is not None
    assert idle.consequence.share == 0
    weighty = measure_decisions(highest_number_wins(), SETTINGS, games=10)
    assert weighty.consequence is not None
    assert weighty.consequence.share == 1


def test_what_is_said_to_nobody_reaches_nobody_and_tricks_reach_others() -> None:
    alone = measure_decisions(Game(DEGENERATE["own-garden"]()), SETTINGS, games=20, worlds=2)
    assert alone.reach is not None
    assert alone.reach.share == 0
    hearts = measure_decisions(load("hearts", hands=1), SETTINGS, games=20, worlds=2)
    assert hearts.reach is not None
    assert hearts.interaction is not None
    assert hearts.reach.share > max(0.2, hearts.interaction.share)


def test_a_game_of_fishing_sways_others_and_one_side_by_side_does_not() -> None:
    """In Pishti everybody may always play any card; which one is worth it depends on what lies on top."""
    fishing = measure_decisions(Game(KNOWN_LATER["pishti"]()), SETTINGS, games=60, worlds=2)
    assert fishing.reach is not None
    assert fishing.sway is not None
    assert fishing.reach.share == 0
    assert fishing.sway.low > 0.05
    for name in ("side-by-side", "show-the-highest"):
        apart = measure_decisions(Game(FAULTY_LATER[name]()), SETTINGS, games=60, worlds=2)
        assert apart.sway is not None
        assert apart.sway.share == 0


def test_a_fixed_order_is_always_right_where_one_move_dominates_and_not_where_cards_matter() -> None:
    game = highest_number_wins()
    rival = fixed_order(game)
    assert compare_agents(game, rival, "random", SETTINGS, deals=40).is_better
    found = measure_decisions(game, SETTINGS, games=20, rival=rival)
    assert (found.foremost, found.right) != (None, None)
    assert found.foremost is not None
    assert found.right is not None
    assert (found.foremost.value, found.right.share) == (1, 1)
    kuhn = load("kuhn")
    other = measure_decisions(kuhn, SETTINGS, games=60, rival=fixed_order(kuhn))
    assert other.foremost is not None
    assert other.right is not None
    assert other.foremost.high < 0.88
    assert other.right.high < 0.95
    assert measure_decisions(kuhn, SETTINGS, games=5).foremost is None


def test_a_fixed_order_does_not_look_at_the_cards() -> None:
    game = load("kuhn")
    agent = fixed_order(game)
    assert len({choose(agent, game.deal(seed=seed), seed=1) for seed in range(20)}) == 1


def test_who_cannot_win_decides_who_does_in_a_game_of_kingmaking() -> None:
    crowned = measure_kingmaking(Game(DEGENERATE["kingmaker"]()), SETTINGS, games=40)
    assert crowned.share is not None
    assert crowned.share.low > 0.4
    hearts = measure_kingmaking(load("hearts", hands=1), SETTINGS, games=10, worlds=16)
    assert hearts.share is None or hearts.share.low < 0.3
    assert measure_kingmaking(load("kuhn"), SETTINGS).share is None
