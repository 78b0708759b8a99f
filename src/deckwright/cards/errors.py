"""What goes wrong with cards."""


class CardError(ValueError):
    """A card, its text or a deck that cannot be; the code is stable, the message says what was found."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message

    def __reduce__(self) -> tuple[type["CardError"], tuple[str, str]]:
        return type(self), (self.code, self.message)
