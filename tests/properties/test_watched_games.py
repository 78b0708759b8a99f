"""Who has seen what, and when: a key tells in which step a seat saw the cards that it knows change their places.

Games of a few steps, gone through whole: what a seat has seen is worked out from views, events and its own actions
(`tests.conformance.recall`), and its key is the same exactly where that is. Samples hang on it and the seed alone.
"""

from __future__ import annotations

from itertools import permutations

import pytest
from tests.conformance.recall import check_all_keys

from deckwright.engine import Game
from deckwright.genome.schema import (
    ChoicePhase,
    DeckSpec,
    DoPhase,
    Effect,
    HandPattern,
    Move,
    Offer,
    Pick,
    Show,
    Sweep,
    Zone,
)

from .small_games import offers_of, small_genome
from .watched_games import check_watched_game

ONCE_WRONG = (18, 475, 900172)
"""Cards that left a row one by one or at once, or stayed: keys or samples told too little or too much of that."""
TAKE = Offer(
    name="take",
    picks=(Pick(name="k", source="line"),),
    effects=(Move(cards="k", to="sack", seen_by="none"),),
)
PAIR = TAKE.copy_with(picks=(Pick(name="k", kind="cards", source="line", low="1", high="2"),))
SHOW_ONE = Offer(name="show", picks=(Pick(name="k", source="line"),), effects=(Show(cards="k", to="left(dealer)"),))
KNOWN = {
    "one by one": (("under(line)",), (TAKE, TAKE)),
    "several at once": (("top(line)", "under(line)"), (PAIR,)),
    "the known ones too": (("under(line)", "bottom(line)"), (TAKE, TAKE)),
    "shown in one step and taken in the next": ((), (SHOW_ONE, TAKE)),
}


HIGH = "rank(c) > '4'"
SOME = (Pick(name="k", kind="cards", source="line", low="0", high="2"),)
STAYING: dict[str, tuple[tuple[Pick, ...], Effect]] = {
    "picked": (SOME, Move(cards="k", to="line[dealer]")),
    "picked, and so many of them": (SOME, Move(cards="k", to="line[dealer]", count="2")),
    "picked, by a condition": (SOME, Move(cards="k", to="line[dealer]", where=HIGH)),
    "picked, and seen by all": (SOME, Move(cards="k", to="line[dealer]", seen_by="all")),
    "by what they are": ((), Move(cards="line", to="line[dealer]", where=HIGH)),
    "by what they are, until": ((), Move(cards="line", to="line[dealer]", where=HIGH, until="size(sack) > 0")),
    "a set": ((), Sweep(zone="line", pattern="pair", to="line[dealer]")),
}


def row_game(shown: tuple[str, ...], offers: tuple[Offer, ...], deck: DeckSpec) -> Game:
    """The dealer looks into its row, of which the other seat is shown some cards, and takes cards out of it."""
    idle = Offer(name="wait")
    effects = tuple(Show(cards=cards, to="left(dealer)") for cards in shown)
    phases = [ChoicePhase(name="begin", actor="dealer", offers=(Offer(name="begin"),))]
    steps = [DoPhase(name="show", actor="dealer", effects=effects)] if shown else []
    taken = [ChoicePhase(name=f"turn{place}", actor="dealer", offers=(one, idle)) for place, one in enumerate(offers)]
    last = ChoicePhase(name="last", actor="left(dealer)", offers=offers_of("none"))
    genome = small_genome(*phases, *steps, *taken, last, each=0, deck=deck)
    zones = (
        Zone(name="hand", role="hand", owner="seat", seen_by="owner"),
        Zone(name="stock", role="stock", seen_by="none"),
        Zone(name="line", role="tableau", owner="seat", seen_by="owner"),
        Zone(name="sack", owner="seat", seen_by="none"),
    )
    deal = (Move(cards="stock", to="line[dealer]", count="4"),)
    setup = genome.setup.copy_with(deal=deal, starting_chips=0)
    swept = any(isinstance(effect, Sweep) for offer in offers for effect in offer.effects)
    patterns = (HandPattern(name="pair", of_a_kind=True, min_count=2, max_count=2),) if swept else ()
    return Game(genome.copy_with(zones=zones, strains=(), patterns=patterns, setup=setup))


@pytest.mark.parametrize("deck", [("2", "3", "4", "5"), ("2", "3")], ids=["cards", "like cards"])
@pytest.mark.parametrize("name", KNOWN)
def test_a_key_tells_when_a_card_left_from_beside_a_known_one(name: str, deck: tuple[str, ...]) -> None:
    game = row_game(*KNOWN[name], DeckSpec(suits=("hearts",), ranks=deck, copies=4 // len(deck)))
    orders = list(dict.fromkeys(permutations(game.deck.cards)))[::2]
    assert check_all_keys((game.deal(deck=order, seed=0) for order in orders), worlds=True) > len(orders)


@pytest.mark.parametrize("shown", [("under(line)",), ("top(line)", "bottom(line)")], ids=["one known", "two known"])
@pytest.mark.parametrize("name", STAYING)
def test_cards_that_stay_in_their_row_leave_no_mark(name: str, shown: tuple[str, ...]) -> None:
    """Nobody else can tell whether any were chosen, and which."""
    picks, effect = STAYING[name]
    game = row_game(
        shown,
        (Offer(name="keep", picks=picks, effects=(effect,)),),
        DeckSpec(suits=("hearts", "spades"), ranks=("2", "4", "5", "6")),
    )
    orders = list(permutations(game.deck.cards, 4))[::7]
    rest = [[card for card in game.deck.cards if card not in order] for order in orders]
    decks = [(*order, *others) for order, others in zip(orders, rest, strict=True)]
    assert check_all_keys((game.deal(deck=deck, seed=0) for deck in decks), worlds=True) > len(orders)


@pytest.mark.parametrize("seed", [*range(3), *ONCE_WRONG])
def test_keys_and_samples_of_a_watched_game_hang_on_what_the_seat_has_seen(seed: int) -> None:
    check_watched_game(seed, deals=6, most=600)
