"""The rulebook of whatever can be loaded, with an example hand that the kernel played where its book has one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.engine.game import Game
from deckwright.engine.loading import GameSource, load
from deckwright.games.entry import OptionValue

if TYPE_CHECKING:
    from deckwright.document import Block


def rulebook(game: Game | GameSource, /, **options: OptionValue) -> str:
    """The rules of a game in Markdown, from the fields that the kernel executes, with a hand that was really played."""
    from deckwright.document import to_markdown  # large, and not needed to play

    return to_markdown(_book(game, options))


def rulebook_page(game: Game | GameSource, /, **options: OptionValue) -> str:
    """The same as a page of HTML that needs nothing else and prints well."""
    from deckwright.document import to_html

    return to_html(_book(game, options))


def rulebook_body(game: Game | GameSource, /, **options: OptionValue) -> str:
    """The same as HTML without a page around it."""
    from deckwright.document import to_body

    return to_body(_book(game, options))


def _book(game: Game | GameSource, options: dict[str, OptionValue]) -> tuple[Block, ...]:
    from deckwright.engine.example import example_hand

    loaded = game if isinstance(game, Game) and not options else load(game, **options)
    return loaded.definition.book(lambda: example_hand(loaded))
