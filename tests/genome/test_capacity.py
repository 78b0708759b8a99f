"""How many cards a zone can hold: what follows from it, and what a zone that says so takes."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest

from deckwright.cards import Card, parse_card
from deckwright.engine import Game, State
from deckwright.genome.capacity import most_held
from deckwright.genome.codec import load_genome
from deckwright.genome.compile.instances import MAX_INSTANCES
from deckwright.genome.schema import GameGenome, HandPattern, Move, Offer, Pick, SetupRules, Sweep, Zone
from deckwright.genome.validate import genome_issues
from deckwright.measure import simulate

from .small import DISCARD, HAND, STOCK, choice_genome, trick_genome

FIXTURES = Path(__file__).parent / "fixtures"
CLIMBING = ("big_two", "landlord")
DRAW = Offer(name="draw", effects=(Move(cards="stock", to="hand", count="2"),))
THROW = Offer(name="throw", picks=(Pick(name="c", source="hand", to="discard"),))


@cache
def fixture(name: str) -> GameGenome:
    return load_genome(FIXTURES / f"{name}.yaml")


def limited(most: int, *offers: Offer, **changes: Any) -> GameGenome:
    zones = (HAND.copy_with(most=most), STOCK, DISCARD)
    return choice_genome(*(offers or (DRAW, THROW)), zones=zones, **changes)


def issues_of(genome: GameGenome) -> set[tuple[str, str]]:
    return {(issue.code, issue.path) for issue in genome_issues(genome)}


# what follows from the deal


def test_a_hand_that_is_dealt_thirteen_and_never_grows_holds_thirteen() -> None:
    assert most_held(trick_genome(), 52) == {"hand": 13, "stock": 52, "captured": 52}
    assert most_held(choice_genome(DRAW, THROW), 52)["hand"] == 52
    assert most_held(limited(7), 52)["hand"] == 7
    assert most_held(choice_genome(setup=SetupRules(cards_per_player="all")), 52)["hand"] == 18


def listed(pattern: HandPattern, **changes: Any) -> list[str]:
    lay = Offer(name="lay", picks=(Pick(name="l", kind="cards", source="hand", pattern="x", to="discard"),))
    genome = choice_genome(lay, Offer(name="rest"), patterns=(pattern,), **changes)
    return [str(issue) for issue in genome_issues(genome)]


def test_a_pattern_that_cannot_be_listed_says_why() -> None:
    [any_five] = listed(HandPattern(name="x", required_count=5))
    assert "more than 40,960 sets of 5 cards would have to be looked at" in any_five
    [six] = listed(HandPattern(name="x", suited=True, required_count=6))
    assert "it has 6 cards, and where they come from there are never more than 5" in six
    wrapping = HandPattern(name="x", in_sequence=True, sequence_wrap=True, required_count=6)
    [runs] = listed(wrapping, setup=SetupRules(cards_per_player=6))
    assert f"{9 * 4**6:,} sets of cards form it, and at most {MAX_INSTANCES:,} can be listed" in runs
    [none] = listed(HandPattern(name="x", of_a_kind=True, required_count=5))
    assert "no cards of the deck form it" in none


def test_a_pattern_of_any_size_is_as_large_as_the_hand_it_comes_from() -> None:
    """Runs of any length could have thirteen cards: in a hand of five they have five."""
    assert listed(HandPattern(name="x", in_sequence=True, min_count=4)) == []


# combination games


@pytest.mark.parametrize("name", CLIMBING)
def test_a_climbing_game_with_whole_combinations_is_played_to_its_end(name: str) -> None:
    batch = simulate(fixture(name), games=30, seed=1)
    assert sum(batch.wins) == 30


def fives_in(hand: Iterable[str | None]) -> int:
    return sum(map(shapes, combinations((parse_card(text) for text in hand if text is not None), 5)))


def shapes(cards: tuple[Card, ...]) -> bool:
    """Whether five cards are a straight, a flush, a full house or four and one."""
    order = fixture("big_two").deck.ranks
    ranks = sorted(order.index(card.rank) for card in cards)
    groups = sorted((ranks.count(rank) for rank in set(ranks)), reverse=True)
    straight = ranks == list(range(ranks[0], ranks[0] + 5))
    return straight or groups in ([3, 2], [4, 1]) or len({card.suit for card in cards}) == 1


def test_every_five_card_hand_of_big_two_can_be_led_and_no_other() -> None:
    game = Game(fixture("big_two"))
    for seed in range(4):
        state = game.deal(seed=seed)
        fives = [action for action in state.actions() if action.text.startswith("five ")]
        hand = state.view(state.seat).hand
        assert len(fives) == fives_in(hand)


def after_five(state: State) -> State:
    return state.apply(next(action for action in state.actions() if action.text.startswith("five ")))


def test_five_cards_are_beaten_by_five_that_are_worth_more() -> None:
    game = Game(fixture("big_two"))
    hands = (
        "3D 4C 5D 6D 7D 9H JC QC KC AD 2D 2C 9S",
        "4D 5C 6C 7C 8C 9C 10C 3C 3H 3S 4H 4S QH",
        "5H 5S 6H 6S 7H 7S 8D 8H 8S 9D 10D 10H JD",
    )
    dealt = [text.split() for text in hands]
    rest = [str(card) for card in game.deck if str(card) not in " ".join(hands).split()]
    order = [card for round_ in zip(*dealt, rest, strict=True) for card in round_]
    state = after_five(game.deal(deck=order, seed=1))  # the only five cards of the first seat: a straight
    texts = {action.text.split()[0] for action in state.actions()}
    assert texts == {"five", "pass"}
    led = len([action for action in state.actions() if action.text.startswith("five")])
    assert 0 < led < fives_in(state.view(1).hand)


# zones that say how many


@pytest.mark.parametrize("most", [5, 6, 8])
def test_a_draw_stops_when_the_hand_is_full(most: int) -> None:
    state = Game(limited(most)).deal(seed=1)
    sizes = []
    for _ in range(12):
        seat = state.seat
        assert seat is not None
        state = state.apply("draw")
        sizes.append(len(state.view(seat).hand))
    assert max(sizes) == most


def test_a_card_is_not_picked_for_a_zone_that_is_full() -> None:
    rack = Zone(name="rack", role="tableau", owner="seat", most=2)
    genome = choice_genome(
        Offer(name="keep", picks=(Pick(name="c", source="hand", to="rack"),)),
        Offer(name="throw", picks=(Pick(name="d", source="hand", to="discard"),)),
        zones=(HAND, STOCK, DISCARD, rack),
    )
    state = Game(genome).deal(seed=1)
    for turn in range(12):
        kept = any(action.text.startswith("keep") for action in state.actions())
        assert kept is (turn < 6)
        state = state.apply(state.actions()[0])


@pytest.mark.parametrize(
    ("genome", "issue"),
    [
        (choice_genome(zones=(HAND.copy_with(most=9), STOCK, DISCARD)), ("field.no-effect", "$.zones[0].most")),
        (limited(4), ("zone.most", "$.zones[0].most")),
        (
            limited(9, Offer(name="all", effects=(Move(cards="discard", to="hand"),)), DRAW, THROW),
            ("zone.most-by-move", "$.turn_structure.phases[0].offers[0].effects[0].to"),
        ),
        (
            limited(9, Offer(name="two", picks=(Pick(name="t", kind="cards", source="discard", to="hand"),)), THROW),
            ("zone.most-by-move", "$.turn_structure.phases[0].offers[0].picks[0].to"),
        ),
        (
            choice_genome(
                DRAW,
                Offer(name="sweep", effects=(Sweep(zone="hand", pattern="pair", to="books"),)),
                patterns=(HandPattern(name="pair", of_a_kind=True, required_count=2),),
                zones=(HAND, STOCK, Zone(name="books", role="sets", owner="seat", most=4)),
            ),
            ("zone.most-by-move", "$.turn_structure.phases[0].offers[1].effects[0].to"),
        ),
    ],
)
def test_a_limit_that_is_idle_or_could_be_exceeded_is_refused(genome: GameGenome, issue: tuple[str, str]) -> None:
    assert issue in issues_of(genome)
