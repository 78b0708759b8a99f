"""What happened last, in words for whoever is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from deckwright.engine import Event, Game, State
from deckwright.engine.notation import ZonePlace

RECENT = 8
"""So many steps are remembered."""

Names = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Moment:
    """A state that everyone has been shown, with what led to it."""

    state: State
    _told: dict[tuple[int | None, Names], tuple[str, ...]] = field(default_factory=dict, repr=False, compare=False)

    def told(self, seat: int | None, names: Names) -> tuple[str, ...]:
        """What a seat, or a spectator, saw of it."""
        found = self._told.get((seat, names))
        if found is None:
            found = self._told[seat, names] = tuple(phrases(self.state.events(seat), seat, names, self.state.game))
        return found


def phrases(events: Sequence[Event], seat: int | None, names: Names, game: Game) -> Iterator[str]:
    """Events as sentences; moves of cards between the same places are one."""
    cards: dict[tuple[str, str], list[str | None]] = {}
    has_chosen = False
    places = game.notation.zones_by_text
    speaker = _Speaker(seat, names, places, game)
    for event in events:
        if event.kind == "moved":
            card, start, end = event.detail["card"], str(event.detail["from"]), str(event.detail["to"])
            # A play says its card already, and whoever takes the trick is told by name.
            told = places[start].role == "trick" or (has_chosen and places[end].role == "trick")
            if start != end and not told:
                cards.setdefault((start, end), []).append(None if card is None else str(card))
            continue
        yield from speaker.moves(cards)
        cards.clear()
        has_chosen = has_chosen or event.kind == "chose"
        yield from speaker.sentence(event)
    yield from speaker.moves(cards)


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Who is told, and what the seats are called."""

    seat: int | None
    names: Names
    places: Mapping[str, ZonePlace]
    game: Game

    def side(self, team: object) -> str:
        """A team by its players: `You and Ben`."""
        return " and ".join(self.who(seat) for seat in self.game.teams[int(str(team))])

    def who(self, seat: object) -> str:
        return "You" if seat == self.seat else self.names[int(str(seat))]

    def whose(self, seat: int) -> str:
        return "your" if seat == self.seat else f"{self.names[seat]}'s"

    def verb(self, seat: object, third: str, second: str) -> str:
        return f"{self.who(seat)} {second if seat == self.seat else third}"

    def place(self, zone: str) -> str:
        """`hand[2]`, `columns.3` and `melds[0].1` in words, piles with the numbers that moves name."""
        place = self.places[zone]
        first = 1 if place.role == "hand" else 0  # cards that keep their places in a hand are counted from one
        name = place.name.replace("_", " ")
        where = name if place.pile is None else f"{name} {place.pile + first}"
        if place.index is None:
            return f"the {where}"
        if place.owner == "seat":
            return f"{self.whose(place.index)} {where}"
        return f"the {where} of {self.side(place.index)}"

    def moves(self, cards: dict[tuple[str, str], list[str | None]]) -> Iterator[str]:
        """In the order of the deck: who is dealt two cards at once has not seen which came first."""
        order = self.game.notation.names.cards.index
        for (start, end), moved in cards.items():
            moved.sort(key=lambda card: -1 if card is None else order(card))
            yield f"{_cards(moved)} from {self.place(start)} to {self.place(end)}."

    def sentence(self, event: Event) -> Iterator[str]:
        detail = event.detail
        seat = detail.get("seat")
        match event.kind:
            case "chose":
                said = self.game.notation.spoken(str(detail["action"]), self.names)
                yield f"{self.who(seat)}: {said}."
            case "shown":
                if detail["card"] is not None:
                    yield f"{detail['card']} is shown in {self.place(str(detail['zone']))}."
            case "shuffled":
                place = self.place(str(detail["zone"]))
                yield f"{place[0].upper()}{place[1:]} is shuffled."
            case "dealt":
                yield f"Hand {int(str(detail['hand'])) + 1} is dealt."
            case "trick won":
                yield f"{self.verb(seat, 'takes', 'take')} the trick."
            case "scored":
                side = f"{self.side(detail['team'])} score" if "team" in detail else self.verb(seat, "scores", "score")
                if detail["points"]:
                    yield f"{side} {detail['points']}."
            case "paid":
                chips = int(str(detail["chips"]))
                if chips:
                    verb = self.verb(seat, "gets", "get") if chips > 0 else self.verb(seat, "pays", "pay")
                    yield f"{verb} {abs(chips)} chip{'' if abs(chips) == 1 else 's'}."
            case "out":
                yield f"{self.verb(seat, 'is', 'are')} out."
            case "hand over":
                yield f"Hand {int(str(detail['hand'])) + 1} is over."
            case "match over":
                yield "The game is over."


def _cards(cards: list[str | None]) -> str:
    shown = [card for card in cards if card is not None]
    hidden = len(cards) - len(shown)
    if hidden:
        shown.append(f"{hidden} card{'' if hidden == 1 else 's'}")
    text = ", ".join(shown)
    return text[0].upper() + text[1:]
