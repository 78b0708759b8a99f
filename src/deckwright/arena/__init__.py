"""Matches and tournaments between agents, with intervals and a control."""

from deckwright.arena.contest import Contest, Seating, Standing, play_contest
from deckwright.arena.equal_time import Timed, equal_time
from deckwright.arena.errors import ArenaError
from deckwright.arena.ladder import Ladder, play_ladder
from deckwright.arena.published import Line, PublishedTable, play_published_table
from deckwright.arena.report import contest_page, ladder_page, published_page

__all__ = [
    "ArenaError",
    "Contest",
    "Ladder",
    "Line",
    "PublishedTable",
    "Seating",
    "Standing",
    "Timed",
    "contest_page",
    "equal_time",
    "ladder_page",
    "play_contest",
    "play_ladder",
    "play_published_table",
    "published_page",
]
