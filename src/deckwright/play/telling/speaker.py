"""Who is told, and what seats, places and cards are called for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from deckwright.engine import State
from deckwright.engine.notation import one_of
from deckwright.play.telling.table_event import Names
from deckwright.play.wording import listed, pieces_of
from deckwright.play.words import say

NUMBERED = ("hand", "tableau", "other")
"""Roles of places whose piles people tell apart by numbers; the others lie open, or are told by their cards."""


class Speaker:
    """Who is told, and what the seats are called."""

    __slots__ = (
        "actor",
        "discards",
        "first_pile",
        "game",
        "is_opening",
        "named",
        "names",
        "notation",
        "open_cards",
        "seat",
        "state",
        "swaps",
        "verb_of_sets",
    )

    def __init__(
        self,
        seat: int | None,
        names: Names,
        state: State,
        actor: int | None,
        first_pile: int,
        open_cards: tuple[tuple[str, str], ...],
        *,
        is_opening: bool = False,
    ) -> None:
        self.seat, self.names, self.state, self.game = seat, names, state, state.game
        self.notation = self.game.notation
        self.actor = actor
        """Who made the move, which a dummy does not."""
        self.first_pile = first_pile
        """The number of the first of several piles."""
        self.open_cards = open_cards
        """Cards that lie open on the table and belong to nobody, each with its zone."""
        self.is_opening = is_opening
        """Whether a raise is the first bet of a round."""
        self.named: set[int] = set()
        """Whom it has spoken of so far."""
        self.verb_of_sets = ""
        """What was chosen last, where it says nothing but what is done: `meld`."""
        self.discards = False
        """Whether what was chosen last is no more than to put away what was drawn."""
        self.swaps = False
        """Whether what was chosen last puts a card in the place of one of one's own."""

    def side(self, team: int) -> str:
        """A team by its players: `You and Ben`."""
        return say("team_and").join(self.who(seat) for seat in self.game.teams[team])

    def who(self, seat: int) -> str:
        """`You`, or a name."""
        self.named.add(seat)
        return say("you_first") if seat == self.seat else self.names[seat]

    def whom(self, seat: int) -> str:
        """The same within a sentence."""
        who = self.who(seat)
        return say("you") if seat == self.seat else who

    def whom_of(self, team: int) -> str:
        """The same of a team: `you and Ben`."""
        return say("team_and").join(self.whom(seat) for seat in self.game.teams[team])

    def whose(self, seat: int) -> str:
        """`your`, `Ada's`."""
        self.named.add(seat)
        return say("your") if seat == self.seat else say("whose", who=self.names[seat])

    def says(self, name: str, seat: int, **values: object) -> str:
        """What somebody does, by a sentence of the catalogue: `You draw 2♣.`, `Ada draws 1 card.`"""
        return say(f"{name}_you" if seat == self.seat else name, who=self.who(seat), **values)

    def place(self, zone: str) -> str:
        """`hand[2]`, `columns.3` and `melds[0].1` in words."""
        place = self.notation.zones_by_text[zone]
        first = 1 if place.role == "hand" else self.first_pile  # cards that keep their places count from one
        is_numbered = place.pile is not None and place.role in NUMBERED
        where = f"{one_of(place.name)} {(place.pile or 0) + first}" if is_numbered else place.name.replace("_", " ")
        if place.index is None:
            return where if is_numbered else say("place", where=where)
        if place.owner == "seat":
            return say("place_of_seat", whose=self.whose(place.index), where=where)
        return say("place_of_team", where=where, team=self.whom_of(place.index))

    def hear(self, data: Mapping[str, int]) -> None:
        """Keep what somebody chose, for the moves that come of it."""
        spec = self.notation.names.slots[data["slot"]]
        self.swaps = spec.kind == "Own"
        self.discards = spec.kind == "Nothing" and not spec.said_by
        self.verb_of_sets = spec.verb.replace("_", " ") if spec.kind in ("Instance", "Commit") else ""

    def cards(self, codes: Sequence[str | None]) -> str:
        """Cards in words, those that were not seen by their number: `2♣, K♥ and 3 cards`."""
        known = self.notation.card_words
        words = [known[code] for code in codes if code is not None]
        hidden = len(codes) - len(words)
        if hidden:
            pieces = pieces_of(self.game)
            words.append(say("cards", count=hidden, pieces=pieces.one if hidden == 1 else pieces.many))
        return listed(words)
