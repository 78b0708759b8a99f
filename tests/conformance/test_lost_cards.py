"""A card that all, or one seat, could place, and that went on unseen, lies in samples where they see that it may."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest
from tests.conformance.walks import Variant
from tests.properties.small_games import small_genome

from deckwright.engine import Event, Game, State, load
from deckwright.engine.view import ZoneView
from deckwright.genome.schema import ChoicePhase, Move, Offer, Pick, Show, Shuffle, TurnStructure, Zone

STEPS, GAMES, SAMPLES = 90, 3, 2
Places = dict[str, set[str]]
"""Cards, and where they may be."""


def text(zone: ZoneView) -> str:
    """A zone as events name it."""
    owner = "" if zone.index is None else f"[{zone.index}]"
    return f"{zone.name}{owner}" if zone.pile is None else f"pile({zone.name}{owner}, {zone.pile})"


def placed(state: State, seat: int | None) -> dict[str, str]:
    """Where the cards lie that a seat, or a spectator, can place."""
    return {card: text(zone) for zone in state.view(seat).zones for card in zone.cards if card is not None}


def shown(views: list[dict[str, str]], zone: str) -> set[str]:
    """The cards of a zone that somebody can place."""
    return {card for view in views for card, where in view.items() if where == zone}


def follow(may: Places, event: Event) -> None:
    """Something happened: an unseen card that went may be any of those that could lie where it came from."""
    if event.kind == "dealt":
        may.clear()
    elif event.kind == "moved" and event.detail["card"] in may:
        may[str(event.detail["card"])] = {str(event.detail["to"])}
    elif event.kind == "moved" and event.detail["card"] is None:
        for where in may.values():
            if event.detail["from"] in where:
                where.add(str(event.detail["to"]))


def check_samples(state: State, may: Places, seed: int, seats: Iterable[int] | None = None) -> int:
    """How many cards were looked for."""
    count = 0
    for seat in range(state.game.seats) if seats is None else seats:
        for number in range(SAMPLES):
            world = state.resample(seat, seed=seed * SAMPLES + number)
            views = [placed(world, other) for other in range(world.game.seats)]
            unseen = [text(zone) for zone in world.view(None).zones if zone.count > len(shown(views, text(zone)))]
            for card, where in may.items():
                found = {view[card] for view in views if card in view} or set(unseen)
                count += 1
                assert found & where, f"{card} lies in {found} for seat {seat}: it may be in {where}"
    return count


def check_line(state: State, rng: Random, steps: int) -> int:
    """Play on at random; cards that the public, or a seat, has lost track of lie where they may be."""
    copies = Counter(map(str, state.game.deck.cards))
    may: dict[int | None, Places] = {observer: {} for observer in (None, *range(state.game.seats))}
    count = 0
    for step in range(steps):
        if state.is_over:
            break
        seen = {observer: placed(state, observer) for observer in may}
        for observer, own in may.items():
            for event in state.events(observer):
                follow(own, event)
            own |= {card: {where} for card, where in seen[observer].items() if copies[card] == 1}
            if observer is not None:
                for card in own.keys() & seen[None].keys():
                    del own[card]  # what all have seen is kept for all alike
            lost = {card: where for card, where in own.items() if card not in seen[observer]}
            if lost:
                count += check_samples(state, lost, step, None if observer is None else (observer,))
        state = state.apply(rng.choice(state.actions()))
    return count


def test_cards_that_somebody_has_lost_track_of_lie_where_they_may_be(variant: Variant) -> None:
    game = variant.load()
    for seed in range(GAMES):
        check_line(game.deal(seed=seed), Random(seed), STEPS)


def test_a_card_that_was_ordered_up_is_in_the_hand_of_the_dealer_or_was_put_down_by_it() -> None:
    looked_for = 0
    for seed in range(5):
        state = load("euchre", hands=1).deal(seed=seed)
        may: Places = {card: {where} for card, where in placed(state, None).items()}
        assert len(may) == 1
        for action in ("call order up", None):
            state = state.apply(action or state.actions()[0])
            for event in state.events(None):
                follow(may, event)
        looked_for += check_samples(state, may, seed)
    assert looked_for > 0


TAKEN = {"given on": ("hand", {"hand[0]", "hand[1]"}), "shuffled": ("stock", {"stock"})}


@pytest.mark.parametrize("then", TAKEN)
def test_a_card_that_all_saw_go_to_a_place_is_not_where_it_might_have_been_before(then: str) -> None:
    """It lay open and was taken up, and a card of that hand goes on; or it came to the stock, which is shuffled."""
    to, holders = TAKEN[then]
    take = Offer(name="take", effects=(Move(cards="discard", to=to),))
    give = Offer(name="give", picks=(Pick(name="c", source="hand", to="hand[left(turn)]"),))
    mix = Offer(name="mix", effects=(Shuffle(zone="stock"),))
    phases = (
        TurnStructure(order="cycle", start="0", limit=1, phases=(ChoicePhase(name=one.name, offers=(one,)),))
        for one in (take, give if then == "given on" else mix, give)
    )
    deal = Move(cards="stock", to="discard", count="1")
    genome = small_genome(*phases, cards=4, players=3)
    state = Game(genome.copy_with(setup=genome.setup.copy_with(deal=(deal,)))).deal(seed=1)
    (card,) = placed(state, None)
    state = state.apply("take")
    state = state.apply(state.actions()[0])
    assert card not in placed(state, None)
    for seed in range(20):
        check_samples(state, {card: holders}, seed)


LOOK = Offer(name="look", effects=(Show(cards="top(stock)", to="turn"),))
MIX = Offer(name="mix", effects=(Shuffle(zone="stock"),))
DRAW = Offer(name="draw", effects=(Move(cards="stock", to="hand", count="1"),))
GIVE = Offer(name="give", picks=(Pick(name="c", source="hand", to="hand[left(turn)]"),))
BURY = Offer(name="bury", picks=(Pick(name="c", source="hand", to="heap"),))
CLEAR = Offer(name="clear", effects=(Move(cards="heap", to="stock"), Shuffle(zone="stock")))
LOST_ALONE = {
    "seen in the stock": ((LOOK, MIX), {"stock"}),
    "seen in the stock, and one was drawn": ((LOOK, MIX, DRAW), {"stock", "hand[2]"}),
    "given, and one was given on": ((GIVE, GIVE), {"hand[1]", "hand[2]"}),
    "put away, and shuffled": ((BURY, BURY, CLEAR), {"stock"}),
    "put away, and one was drawn": ((BURY, CLEAR, DRAW), {"stock", "hand[2]"}),
}


@pytest.mark.parametrize("case", LOST_ALONE)
def test_a_card_that_a_seat_alone_could_place_is_not_where_it_has_not_gone(case: str) -> None:
    offers, places = LOST_ALONE[case]
    heap = Zone(name="heap", role="discard", seen_by="none")
    phases = (
        TurnStructure(order="cycle", start=str(turn % 3), limit=1, phases=(ChoicePhase(name=one.name, offers=(one,)),))
        for turn, one in enumerate((*offers, Offer(name="wait")))
    )
    genome = small_genome(*phases, cards=4, each=1, players=3)
    for seed in range(20):
        state = Game(genome.copy_with(zones=(*genome.zones, heap))).deal(seed=seed)
        known = placed(state, 0)
        for _ in offers:
            state = state.apply(state.actions()[0])
            known |= placed(state, 0)
        (card,) = known.keys() - placed(state, 0).keys()
        assert check_samples(state, {card: places}, seed, (0,)) > 0
