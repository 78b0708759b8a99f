"""Games that a limit ended, not play."""

from typing import Any

import pytest
from tests.genome.small import DISCARD, STOCK, choice_genome
from tests.measure.test_simulation import Asker

from deckwright.engine import load
from deckwright.genome.schema import (
    ChoicePhase,
    DoPhase,
    Each,
    GameGenome,
    If,
    Offer,
    Pick,
    Register,
    Score,
    Set,
    SetupRules,
    TriggerMode,
    TurnStructure,
    WinCondition,
    Zone,
)
from deckwright.measure import simulate

SHED = Offer(name="shed", picks=(Pick(name="c", source="hand", to="discard"),), effects=(Score(to="turn", points="1"),))


def turns(**fields: Any) -> TurnStructure:
    return TurnStructure(phases=(ChoicePhase(offers=(SHED,)),), **fields)


def score(threshold: int, **fields: Any) -> WinCondition:
    return WinCondition(type="high_score", threshold=threshold, trigger_mode=TriggerMode.THRESHOLD_GATE, **fields)


def limited(genome: GameGenome) -> int:
    """Of ten games, counted alike by the kernel and step by step."""
    stats = simulate(load(genome), games=10, seed=1)
    stepped = simulate(load(genome), games=10, seed=1, agents=[Asker()] * genome.player_count)
    assert stats.limited == stepped.limited
    return stats.limited


def test_turns_that_ran_out_are_a_limit() -> None:
    assert limited(choice_genome(SHED, max_turns=5)) == 10


def test_hands_that_are_empty_are_none() -> None:
    assert limited(choice_genome(SHED, max_turns=400, win_conditions=(WinCondition(type="empty_hand"),))) == 0


def test_turns_that_are_all_there_is_are_none() -> None:
    assert limited(choice_genome(turn_structure=turns(limit=4))) == 0


def test_a_limit_beside_an_end_is_one() -> None:
    until = "size(hand) == 0"
    assert limited(choice_genome(turn_structure=turns(limit=4, until=until))) == 10
    assert limited(choice_genome(turn_structure=turns(limit=400, until=until))) == 0


def test_a_limit_inside_a_turn_is_a_rule_of_the_turn() -> None:
    inside = turns(order="stay", start="turn", limit=2, until="size(hand) == 0")
    around = TurnStructure(phases=(inside,), until="size(hand) == 0", limit=400)
    assert limited(choice_genome(turn_structure=around)) == 0


def test_hands_that_ran_out_before_the_target_are_a_limit() -> None:
    hand = turns(limit=4)
    assert limited(choice_genome(turn_structure=hand, max_hands=3, win_conditions=(score(100),))) == 10
    assert limited(choice_genome(turn_structure=hand, max_hands=30, win_conditions=(score(10),))) == 0


def test_hands_that_were_asked_for_are_none() -> None:
    hand = turns(limit=4)
    counted = score(3, gate="hands_played")
    assert limited(choice_genome(turn_structure=hand, max_hands=3, win_conditions=(counted,))) == 0
    compared = WinCondition(type="high_score")
    assert limited(choice_genome(turn_structure=hand, max_hands=3, win_conditions=(compared,))) == 0
    assert limited(choice_genome(turn_structure=hand, max_hands=1, win_conditions=(score(100),))) == 0


def test_a_match_in_which_nobody_decides_is_over_in_good_time() -> None:
    """Limits that multiply to half a milliard turns, and a choice that never comes: after ten million it is over."""
    never = ChoicePhase(when="passes > 9", offers=(SHED,))
    inside = TurnStructure(order="stay", start="dealer", limit=1_000_000, phases=(never,))
    around = TurnStructure(order="stay", start="dealer", limit=500, phases=(inside,))
    stats = simulate(load(choice_genome(turn_structure=around)), games=1, seed=1)
    assert (stats.limited, stats.decisions) == (1, 0)


def test_the_more_there_is_to_do_in_turns_without_a_decision_the_fewer_there_are() -> None:
    """What was two minutes' work for one deal is a second's."""

    def turns_taken(value: str, times: int) -> int:
        work = DoPhase(effects=(Score(to="turn", points="1"), *[Set(name="pairs", value=value)] * times))
        never = ChoicePhase(when="passes > 9", offers=(SHED,))
        around = TurnStructure(phases=(work, never), until="pairs > 900", limit=1_000_000)
        genome = choice_genome(
            turn_structure=around,
            registers=(Register(name="pairs"),),
            zones=(Zone(name="hand", role="hand", owner="seat"), STOCK, DISCARD),
            setup=SetupRules(cards_per_player=17),
            max_hands=3,
        )
        state = load(genome).deal(seed=1)
        assert state.is_over
        return sum(state.scores)

    pairs = "sum(sum(1 for d in hand[0] if rank(d) == rank(c)) for c in hand[0])"
    assert 100 < turns_taken(pairs, 10) < turns_taken("1", 1) // 20


def test_turns_in_which_somebody_decides_are_not_idle_however_much_there_may_be_to_do() -> None:
    """Ten million steps and more in each turn at the very most, of which none is ever taken."""
    most = Each(var="c", domain="discard", effects=(Score(to="turn", points="1"),))
    for var, domain in (("d", "discard"), ("r", "ranks")):
        most = Each(var=var, domain=domain, effects=(most,))
    rarely = DoPhase(effects=(If(when="passes > 9", then=(most,) * 300),))
    around = TurnStructure(phases=(ChoicePhase(offers=(SHED,)), rarely))
    empty = WinCondition(type="empty_hand")
    assert limited(choice_genome(turn_structure=around, win_conditions=(empty,), max_turns=100)) == 0


def test_a_match_of_very_many_decisions_is_over_after_the_hand() -> None:
    """Turns that are one choice are decisions, and hands of them add up."""
    hand = TurnStructure(phases=(ChoicePhase(offers=(SHED, Offer(name="wait"))),), limit=1_000)
    genome = choice_genome(turn_structure=hand, max_hands=100_000, win_conditions=(score(10**6),))
    stats = simulate(load(genome), games=1, seed=1)
    assert stats.limited == 1
    assert 10_000_000 < stats.decisions <= 10_001_000


@pytest.mark.parametrize(
    ("game", "options", "share"),
    [
        ("war", {"limit": 1}, 1.0),
        ("war", {"limit": 100_000}, 0.0),
        ("uno", {"hands": 1}, 0.25),
        ("hearts", {}, 0.0),
        ("bridge", {"hands": 1}, 0.0),
        ("cambio", {"turn_cap": 1, "hands": 1}, 1.0),
        ("cambio", {"hands": 2}, 0.0),
    ],
)
def test_games_of_the_library_say_what_ended_them(game: str, options: dict[str, Any], share: float) -> None:
    stats = simulate(load(game, **options), games=40, seed=1)
    assert stats.limited / stats.games_played == pytest.approx(share, abs=0.15 if 0 < share < 1 else 0)
