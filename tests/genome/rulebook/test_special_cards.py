"""What special cards do is told of whoever it happens to."""

from __future__ import annotations

from random import Random
from typing import Any

from deckwright.engine import Game, rulebook
from deckwright.games import catalogue
from deckwright.genome.schema import GameGenome


def hearts(to: str) -> Game:
    """Hearts in which somebody scores three points whenever the queen of spades is played."""
    data: dict[str, Any] = catalogue()["hearts"].default_genome.to_dict()
    effect = {"type": "score", "to": to, "points": "3"}
    data["special_effects"] = [{"trigger": {"suit": "spades", "rank": "Q"}, "effects": [effect]}]
    return Game(GameGenome.from_dict(data))


def told(game: Game) -> str:
    return next(line for line in rulebook(game).splitlines() if line.startswith("- When you play the queen of spades"))


def test_who_plays_to_a_trick_is_told_from_whose_turn_the_hand_is() -> None:
    """Tricks are played within one turn: `turn` is whoever the hand starts with, `actor` who plays the card."""
    assert told(hearts("actor")).endswith("You score 3 points.")
    game = hearts("turn")
    assert told(game).endswith("The player to the dealer's left scores 3 points.")
    met = set()
    for seed in range(4):
        state, dice = game.deal(seed=seed), Random(seed)
        dealer = state.view(None).facts["dealer"]
        assert isinstance(dealer, int)
        first = (dealer + 1) % 4
        queen = None
        while queen is None and state.seat is not None:
            seat, action = state.seat, dice.choice(state.actions())
            state = state.apply(action)
            if action.text == "play QS":
                queen = seat
                scored = [str(event) for event in state.events(None) if "scored" in str(event)]
                assert scored[0] == f"scored seat={first} points=3"
        met.add(queen == first)
    assert False in met
