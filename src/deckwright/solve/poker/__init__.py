"""Poker with two cards in hand and five on the board: what hands are worth, and how to play them."""
