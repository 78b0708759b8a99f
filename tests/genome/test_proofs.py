"""What an offer that is taken shows of the cards by which it was open, in the worlds that others can imagine."""

import pytest

from deckwright.engine import Game, State
from deckwright.genome.schema import ChoicePhase, Offer, Pick, TurnStructure

from .small import choice_genome

WORLDS = 40


def hearts_in(state: State, seat: int) -> int:
    """How many hearts somebody holds, in truth or in a world that is imagined."""
    zone = next(
        place for place, zone in enumerate(state.game.notation.zones) if zone.name == "hand" and zone.index == seat
    )
    cards = state.game.notation.names.cards
    return sum(cards[card].endswith("H") for card in state.position.layout()[zone])


@pytest.mark.parametrize(
    ("when", "low", "high"),
    [
        ("any(suit(x) == 'hearts' for x in hand)", 1, 5),
        ("not any(suit(x) == 'hearts' for x in hand)", 0, 0),
        ("count(x for x in hand if suit(x) == 'hearts') == 0", 0, 0),
        ("all(suit(x) != 'hearts' for x in hand)", 0, 0),
        ("count(x for x in hand if suit(x) == 'hearts') < 2", 0, 1),
        ("count(x for x in hand if suit(x) == 'hearts') <= 1", 0, 1),
        ("not count(x for x in hand if suit(x) == 'hearts') >= 2", 0, 1),
        ("count(x for x in hand if suit(x) == 'hearts') == 2", 2, 2),
        ("not (any(suit(x) == 'hearts' for x in hand) or hand_number > 0)", 0, 0),
        ("any(suit(x) == 'clubs' for x in hand) and not any(suit(x) == 'hearts' for x in hand)", 0, 0),
    ],
)
def test_whoever_says_so_holds_as_many(when: str, low: int, high: int) -> None:
    say = Offer(name="say", when=when)
    discard = Offer(name="discard", picks=(Pick(name="c", source="hand", to="discard"),))
    turns = TurnStructure(phases=(ChoicePhase(offers=(say, discard)),), limit=6)
    game = Game(choice_genome(turn_structure=turns))
    said = 0
    for seed in range(60):
        state = game.deal(seed=seed)
        seat = state.seat
        assert seat is not None
        if not any(action.text == "say" for action in state.actions()):
            continue
        said += 1
        state = state.apply("say")
        other = (seat + 1) % game.seats
        assert state.position.admits_truth(other)
        held = {hearts_in(state.resample(other, seed=world), seat) for world in range(WORLDS)}
        assert held <= set(range(low, high + 1))
        if said == 5:
            return
    assert said
