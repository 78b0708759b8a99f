"""What an explorer shows of a solution: a place in its tree, with ranges, actions and equities, as plain data."""

from deckwright.solve.poker.explorer.frame import Frame, Runout
from deckwright.solve.poker.explorer.of_bundle import BundleExplorer
from deckwright.solve.poker.explorer.of_spot import SpotExplorer

__all__ = ["BundleExplorer", "Frame", "Runout", "SpotExplorer"]
