"""Measures of games whose answer is known, and that they are the same whatever the threads."""

import json
from collections.abc import Callable
from typing import Any

import pytest
from tests.measure.known_games import dead_rule, first_seat_wins, highest_number_wins, nothing_said_matters

from deckwright import _kernel
from deckwright.engine import Game, load
from deckwright.games import library
from deckwright.genome.compile.compiler import compile_counted
from deckwright.measure import (
    Balance,
    Comparison,
    Coverage,
    Decisions,
    Luck,
    MeasureError,
    MeasureSettings,
    Tension,
    compare_agents,
    from_plain,
    measure_balance,
    measure_coverage,
    measure_decisions,
    measure_luck,
    measure_tension,
    simulate,
    to_plain,
)

SETTINGS = MeasureSettings(seed=7, threads=2)


def measures(game: Game, settings: MeasureSettings) -> list[Any]:
    """Every measure, in small."""
    return [
        measure_balance(game, settings, games=40),
        measure_decisions(game, settings, games=6, worlds=6),
        measure_tension(game, settings, games=3, moments=5, worlds=4),
        measure_luck(game, settings, deals=6, strong="random"),
        compare_agents(game, "random", "random", settings, deals=6),
        measure_coverage(game, settings, games=20),
    ]


# War: no decisions, so no skill, and luck is all


def test_war_has_no_choices_no_skill_and_luck_decides_all() -> None:
    war = load("war")
    assert measure_decisions(war, SETTINGS, games=10).looked_at == 0
    luck = measure_luck(war, SETTINGS).share
    assert luck is not None
    assert (luck.value, luck.low, luck.high) == (1, 1, 1)
    skill = compare_agents(war, "flat:8", "random", SETTINGS, deals=64)
    assert (skill.effect.value, skill.ahead.share) == (0, 0.5)
    assert not skill.is_better


def test_a_comparison_stops_at_the_first_stage_that_is_enough() -> None:
    game = highest_number_wins()
    asked: list[int] = []

    def is_enough(found: Comparison) -> bool:
        asked.append(found.deals)
        return found.deals >= 16

    found = compare_agents(game, "flat:8", "random", SETTINGS, deals=64, first=8, enough=is_enough)
    assert asked == [8, 16]
    assert found.deals == 16
    whole = compare_agents(game, "flat:8", "random", SETTINGS, deals=64, first=8, enough=lambda _: False)
    assert whole.deals == 64


# A game of pure choice: nothing is dealt, so nothing is luck


def test_pure_choice_has_no_luck_and_pays_whoever_chooses_well() -> None:
    game = highest_number_wins()
    luck = measure_luck(game, SETTINGS, strong="random").share
    assert luck is not None
    assert luck.low == 0
    assert luck.value < 0.15
    skill = compare_agents(game, "flat:60", "random", SETTINGS, deals=64)
    assert skill.is_better
    assert skill.ahead.low > 0.5


def test_every_choice_matters_where_only_choices_do() -> None:
    found = measure_decisions(highest_number_wins(), SETTINGS, games=60, worlds=32)
    assert found.matter is not None
    assert found.matter.low > 0.9
    assert found.gain is not None
    assert found.gain.low > 0.5


def test_no_choice_matters_where_nothing_depends_on_it() -> None:
    found = measure_decisions(nothing_said_matters(), SETTINGS, games=60)
    assert found.matter is not None
    assert (found.matter.share, found.interaction.share if found.interaction else None) == (0, 0)
    assert measure_luck(nothing_said_matters(), SETTINGS, deals=24).share is None  # nothing ever differs


# A fixed win of the first seat


def test_a_fixed_win_of_the_first_seat_is_no_balance() -> None:
    found = measure_balance(first_seat_wins(), SETTINGS, games=1000)
    assert found.value.value == 0
    assert found.seats[0].share == 1
    assert found.seats[0].low > 0.99


def test_what_is_decided_before_it_begins_has_no_tension() -> None:
    found = measure_tension(first_seat_wins(), SETTINGS, games=10, moments=4, worlds=6)
    assert found.decided_at is not None
    assert found.decided_at.value == 0
    assert found.drama is not None
    assert found.drama.value == 0
    assert [at.value for at in found.uncertainty] == [0] * 4


def test_equal_seats_are_balanced() -> None:
    found = measure_balance(load("war"), SETTINGS, games=4000)
    assert found.value.value > 0.93  # four standard deviations of the difference of two shares
    assert found.value.low < found.value.value < found.value.high
    assert sum(side.share for side in found.sides) == pytest.approx(1)


def test_shared_wins_are_shared_out() -> None:
    """At Old Maid all but one win: a quarter each in the long run, though nobody ever wins alone."""
    found = measure_balance(load("old-maid"), SETTINGS, games=2000)
    assert sum(seat.share for seat in found.seats) == pytest.approx(1)
    assert all(seat.low < found.fair < seat.high for seat in found.seats)


def test_partners_win_together() -> None:
    found = measure_balance(load("partnership-spades", hands=1), SETTINGS, games=200)
    assert (len(found.teams), len(found.seats)) == (2, 4)
    assert found.seats[0] == found.seats[2] == found.teams[0]


# Coverage


def test_every_rule_that_applies_is_counted_and_one_that_cannot_is_named() -> None:
    found = measure_coverage(dead_rule(), SETTINGS, games=200)
    never = {rule.path for rule in found.never}
    assert never == {"$.turn_structure.phases[1]", "$.turn_structure.phases[1].effects[0]"}
    assert {rule.kind for rule in found.rules} >= {"phase", "effect", "call", "card", "win condition"}


def test_calls_and_cards_are_counted_one_by_one() -> None:
    found = measure_coverage(load("kuhn"), SETTINGS, games=400)
    assert not found.never
    by_label = {rule.label: rule for rule in found.rules}
    assert by_label["betting: fold"].games < by_label["betting: check"].games <= 400


def test_counting_changes_nothing_of_the_play(any_game: Game) -> None:
    """The program with marks is dealt and played as the game is: its actions are those of the plain program."""
    if any_game.definition.genome is None:
        return
    marked = _kernel.Rules(compile_counted(any_game.genome).program.to_json(), fast=False)
    for number in range(3):
        seed = _kernel.derive_seed(bytes(32), number)
        plain, counted = any_game.rules.deal(None, seed), marked.deal(None, seed)
        for step in range(60):
            legal = plain.legal()
            assert (plain.seat, legal) == (counted.seat, counted.legal())
            if plain.over:
                break
            slot, value = legal[(7 * step + number) % len(legal)]
            plain, counted = plain.apply(slot, value), counted.apply(slot, value)
        assert plain.layout() == counted.layout()


@pytest.fixture(params=sorted(library()))
def any_game(request: pytest.FixtureRequest) -> Game:
    return load(request.param)


@pytest.mark.parametrize("id", sorted(library()))
def test_the_paths_of_all_rules_are_places_of_the_genome(id: str) -> None:  # noqa: A002
    game = load(id)
    if game.definition.genome is None:
        assert measure_coverage(game, SETTINGS, games=1).rules == ()
        return
    found = measure_coverage(game, SETTINGS, games=2)
    assert len({(rule.kind, rule.path, rule.label) for rule in found.rules}) > 3
    assert all(rule.path.startswith("$.") and rule.label for rule in found.rules)
    assert all(rule.times >= rule.games for rule in found.rules)


# The same whatever the threads, and through JSON


@pytest.mark.parametrize("id", ["hearts", "texas-42", "cambio", "solitaire", "cheat"])
def test_measures_are_the_same_on_any_number_of_threads_and_in_json(id: str) -> None:  # noqa: A002
    entry = library()[id]
    options = {"hands": 1} if any(option.name == "hands" for option in entry.options) else {}
    game = load(id, **options)
    one = measures(game, MeasureSettings(seed=3, threads=1, most_decisions=80))
    assert one == measures(game, MeasureSettings(seed=3, threads=3, most_decisions=80))
    kinds: list[Any] = [Balance, Decisions, Tension, Luck, Comparison, Coverage]
    for kind, found in zip(kinds, one, strict=True):
        assert from_plain(kind, json.loads(json.dumps(to_plain(found)))) == found


def test_damaged_data_is_refused_with_its_path() -> None:
    data = to_plain(measure_balance(load("kuhn"), SETTINGS, games=10))
    damaged: list[Any] = [{**data, "games": "many"}, {**data, "more": 1}, {**data, "fair": float("nan")}, []]
    for damage in damaged:
        with pytest.raises(MeasureError) as error:
            from_plain(Balance, damage)
        assert error.value.code == "measure.bad-data"


def test_a_measure_that_is_stopped_keeps_what_it_has() -> None:
    settings = MeasureSettings(seed=1, threads=1, heard=lambda done, _: done < 20)
    assert 0 < measure_tension(load("kuhn"), settings, games=1000).games < 1000
    assert 0 < measure_balance(load("kuhn"), settings, games=100_000).games < 100_000
    assert 0 < measure_coverage(load("kuhn"), settings, games=100_000).games < 100_000


@pytest.mark.parametrize(
    "measure", [measure_balance, measure_decisions, measure_tension, measure_coverage, measure_luck]
)
def test_a_game_that_never_ends_is_judged_where_it_stands(measure: Callable[..., Any]) -> None:
    settings = MeasureSettings(seed=1, threads=1, most_decisions=30)
    name = {measure_luck: "deals"}.get(measure, "games")
    assert measure(load("gin-rummy"), settings, **{name: 3}) is not None


def test_games_given_up_are_counted() -> None:
    stats = simulate("gin-rummy", games=10, seed=1, most_decisions=30)
    assert stats.cut_off == 10
    assert stats.decisions == 300
    assert [(one.low, one.high, one.games) for one in stats.lengths] == [(30, 31, 10)]


def test_lengths_are_a_histogram() -> None:
    stats = simulate("war", games=500, seed=1)
    assert sum(one.games for one in stats.lengths) == 500
    middle = sum((one.low + one.high - 1) / 2 * one.games for one in stats.lengths)
    assert middle == pytest.approx(stats.decisions, rel=0.03)
    assert stats.length_quantile(0.1) < stats.length_quantile(0.5) < stats.length_quantile(0.9)


def test_agents_in_python_are_refused_by_measures() -> None:
    class Mine:
        name = "mine"

        def choose(self, information: Any, context: Any, *, seed: int) -> Any:  # noqa: ARG002
            return information.transitions[0]

    with pytest.raises(MeasureError) as error:
        measure_balance(load("kuhn"), SETTINGS, agent=Mine())
    assert error.value.code == "measure.python-agent"
