"""What goes wrong with cards."""

from deckwright.errors import DeckwrightError


class CardError(DeckwrightError):
    """A card, its text or a deck that cannot be; the code is stable, the message says what was found."""
