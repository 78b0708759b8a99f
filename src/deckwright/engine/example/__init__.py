"""A hand of a game, really played, told for people: the example of a rulebook."""

from deckwright.engine.example.hand import example_hand

__all__ = ["example_hand"]
