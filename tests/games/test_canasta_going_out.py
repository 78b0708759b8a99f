"""Canasta, going out with many cards: exactly what can be completed is listed, however large the hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest
from tests.games.scripts import cards_in, choices

from deckwright.engine import State, load
from deckwright.games.canasta import create_canasta_genome
from deckwright.genome.schema import GameGenome, Move

LARGE = 26
"""Hands of so many cards can be laid in more ways than can be tried one by one."""
WILD = ("2", "joker")


def rank_of(card: str) -> str:
    return "joker" if card == "JK" else card[:-1]


class Hand:
    """What the player to move holds, and what lies on the piles of the side, by rank."""

    def __init__(self, state: State) -> None:
        seat, names = state.seat or 0, state.game.notation.names
        cards = Counter(map(rank_of, cards_in(state, "hand", index=seat)))
        self.wild = {rank: cards.pop(rank, 0) for rank in WILD}
        self.own = {rank: cards[rank] for rank in names.ranks if rank not in WILD}
        melds = next(zone for zone in names.zones if zone.name == "melds")
        layout, base = state.position.layout(), melds.base + seat % 2 * melds.piles
        self.piles = {
            rank: [rank_of(names.cards[card]) for card in layout[base + n]] for n, rank in enumerate(names.ranks)
        }
        self.size = sum(self.own.values()) + sum(self.wild.values())

    def ways(self, rank: str) -> Iterator[tuple[int, int]]:
        """How many cards of a rank and how many wild ones can be laid on its pile."""
        pile = self.piles[rank]
        lying = sum(one not in WILD for one in pile)
        for own in range(self.own[rank] + 1):
            for wild in range(min(3, sum(self.wild.values())) + 1):
                natural, others = lying + own, len(pile) - lying + wild
                fits = 3 <= natural <= 4 and not others if rank == "3" else natural >= 2 and others <= 3
                if own + wild and natural + others >= 3 and fits:
                    yield own, wild

    def others(self, but: str) -> set[tuple[int, int, bool]]:
        """What can be done with all other ranks: wild cards used, cards left (one at most), a canasta or none."""
        found = {(0, 0, False)}
        for rank in self.own:
            if rank != but:
                found = {
                    (used + wild, left + self.own[rank] - own, canasta or len(self.piles[rank]) + own + wild >= 7)
                    for used, left, canasta in found
                    for own, wild in ((0, 0), *self.ways(rank))
                    if used + wild <= sum(self.wild.values()) and left + self.own[rank] - own <= 1
                }
        return found

    def first_sets(self) -> set[str]:
        """The sets with which one can begin to lay all cards but one at most."""
        found = set()
        for rank in self.own:
            others = self.others(rank)
            for own, wild in self.ways(rank):
                if any(
                    0 <= sum(self.wild.values()) - used - wild <= 1 - left - (self.own[rank] - own)
                    and (canasta or len(self.piles[rank]) + own + wild >= 7)
                    for used, left, canasta in others
                ):
                    for twos in range(wild + 1):
                        if twos <= self.wild["2"] and wild - twos <= self.wild["joker"]:
                            laid = " ".join([rank] * own + ["2"] * twos + ["joker"] * (wild - twos))
                            found.add(laid if own else f"{laid} on {rank}")
        return found


def with_more_cards(more: int) -> GameGenome:
    """One hand in which the first player has so many cards more, as if a pile had been taken."""
    genome = create_canasta_genome(hands=1)
    given = Move(cards="stock", to="hand[0]", count=str(more))
    return genome.copy_with(setup=genome.setup.copy_with(deal=(given, *genome.setup.deal)))


def large_hands(more: int, seeds: range) -> Iterator[State]:
    """The first player's decisions in the first turn, where some sets are laid one after the other."""
    game = load(with_more_cards(more))
    for seed in seeds:
        state, rng = game.deal(seed=seed).apply("draw"), Random(seed)
        while state.seat == 0 and len(cards_in(state, "hand")) >= LARGE:
            laying = [text for text in choices(state) if text.startswith(("open ", "meld ")) or text == "done"]
            if any(text.startswith("discard ") for text in choices(state)):
                yield state
            if not laying:
                break
            state = state.apply(rng.choice(sorted(laying)))


@pytest.fixture(scope="module")
def states() -> list[State]:
    return [state for more in range(16, 56, 5) for state in large_hands(more, range(8))]


def test_a_large_hand_is_offered_exactly_the_sets_with_which_it_can_go_out(states: list[State]) -> None:
    able = unable = 0
    for state in states:
        hand = Hand(state)
        assert choices(state, verb="go out") == hand.first_sets(), state.history
        able += hand.size >= 40 and bool(hand.first_sets())
        unable += hand.size >= 40 and not hand.first_sets()
    assert able > 5
    assert unable > 5


def test_going_out_that_has_been_begun_is_completed(states: list[State]) -> None:
    rng, begun = Random(1), 0
    for state in states:
        going = [action for action in state.actions() if action.text.startswith("go out ")]
        begun += bool(going)
        while going:
            state = state.apply(rng.choice(going))
            going = [] if state.is_over else list(state.actions())
            assert all(action.text == "done" or action.text.startswith("go out ") for action in going)
            assert going or state.is_over
    assert begun > 10
