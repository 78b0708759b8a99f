"""What happened last, in words for whoever is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from deckwright.engine import Event, Game, State
from deckwright.engine.notation import ZonePlace

RECENT = 8
"""So many steps are remembered."""

Names = tuple[str, ...]

Moves = dict[tuple[str, str, bool], list[str | None]]
"""Cards by where they came from, where they went, and whether another event tells it."""


@dataclass(frozen=True, slots=True)
class TableEvent:
    """One thing that happened, as one observer saw it."""

    number: int
    """Grows along the game; the events of a step come one after another, and numbers are left out between steps."""
    kind: str
    """`chose`, `moved`, `shown`, `shuffled`, `dealt`, `trick-won`, `scored`, `paid`, `out`, `hand-over` ..."""
    seat: int | None
    cards: tuple[str, ...]
    """Those that were seen."""
    backs: int
    """How many more went face down."""
    start: str | None
    """The region that cards came from."""
    end: str | None
    """The region that they went to, or lie in."""
    amount: int | None
    """Points, chips, or the number of the hand, counted from 0."""
    team: int | None
    text: str
    """For people; empty where another event says it already."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {
            "number": self.number,
            "kind": self.kind,
            "seat": self.seat,
            "cards": list(self.cards),
            "backs": self.backs,
            "from": self.start,
            "to": self.end,
            "amount": self.amount,
            "team": self.team,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class Moment:
    """A state that everyone has been shown, with what led to it."""

    state: State
    _told: dict[tuple[int | None, Names, int], tuple[TableEvent, ...]] = field(
        default_factory=dict, repr=False, compare=False
    )

    @property
    def was_seen(self) -> bool:
        """Whether anything happened that anybody saw; not so for a part of a choice."""
        return bool(self.state.position.events(None))

    def told(self, seat: int | None, names: Names) -> tuple[str, ...]:
        """What a seat, or a spectator, saw of it."""
        return tuple(event.text for event in self.events(seat, names) if event.text)

    def events(self, seat: int | None, names: Names, *, number: int = 0) -> tuple[TableEvent, ...]:
        """The same as data, numbered from `number` on."""
        found = self._told.get((seat, names, number))
        if found is None:
            told = enumerate(_events(self.state, seat, names))
            found = tuple(replace(event, number=number + place) for place, event in told)
            self._told[seat, names, number] = found
        return found


def _events(state: State, seat: int | None, names: Names) -> Iterator[TableEvent]:
    """Events in order; moves of cards between the same places are one."""
    cards: Moves = {}
    has_chosen = False
    places = state.game.notation.zones_by_text
    speaker = _Speaker(seat, names, places, state.game, state.last_seat)
    for event, (_, raw) in zip(state.events(seat), state.position.events(seat), strict=True):
        if event.kind == "moved":
            card, start, end = event.detail["card"], str(event.detail["from"]), str(event.detail["to"])
            # A play says its card already, and whoever takes the trick is told by name.
            told = places[start].role == "trick" or (has_chosen and places[end].role == "trick")
            if start != end:
                cards.setdefault((start, end, told), []).append(None if card is None else str(card))
            continue
        yield from speaker.moves(cards)
        cards.clear()
        has_chosen = has_chosen or event.kind == "chose"
        yield speaker.event(event, raw)
    yield from speaker.moves(cards)


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Who is told, and what the seats are called."""

    seat: int | None
    names: Names
    places: Mapping[str, ZonePlace]
    game: Game
    actor: int | None
    """Who made the move, which a dummy does not."""

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

    def moves(self, cards: Moves) -> Iterator[TableEvent]:
        """In the order of the deck: who is dealt two cards at once has not seen which came first."""
        order = self.game.notation.names.cards.index
        for (start, end, is_told), moved in cards.items():
            moved.sort(key=lambda card: -1 if card is None else order(card))
            text = "" if is_told else f"{_cards(moved)} from {self.place(start)} to {self.place(end)}."
            seen = tuple(card for card in moved if card is not None)
            yield _event("moved", cards=seen, backs=len(moved) - len(seen), start=start, end=end, text=text)

    def event(self, event: Event, raw: Mapping[str, int]) -> TableEvent:
        """Anything but a move of cards."""
        detail = event.detail
        shown = detail.get("card")
        amount = next((detail[name] for name in ("points", "chips", "hand") if name in detail), None)
        team = detail.get("team")
        seat = detail.get("seat")
        cards = () if shown is None else (str(shown),)
        if event.kind == "chose" and raw["value"] >= 0:
            spec = self.game.notation.names.slots[raw["slot"]]
            if spec.kind == "Card" and raw["slot"] not in self.game.notation.values:
                cards = (str(self.game.notation.card(raw["value"])),)
        return _event(
            event.kind.replace(" ", "-"),
            seat=seat if isinstance(seat, int) else None,
            cards=cards,
            end=str(detail["zone"]) if "zone" in detail else None,
            amount=amount if isinstance(amount, int) else None,
            team=team if isinstance(team, int) else None,
            text=" ".join(self.sentence(event, raw)),
        )

    def sentence(self, event: Event, raw: Mapping[str, int]) -> Iterator[str]:
        detail = event.detail
        seat = detail.get("seat")
        match event.kind:
            case "chose":
                said = self.game.notation.said(raw["slot"], raw["value"], self.names, seat=self.seat)
                if self.actor is not None and self.actor != seat and isinstance(seat, int):
                    yield f"{self.who(self.actor)}, from {self.whose(seat)} hand: {said}."
                else:
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


def _event(
    kind: str,
    *,
    seat: int | None = None,
    cards: tuple[str, ...] = (),
    backs: int = 0,
    start: str | None = None,
    end: str | None = None,
    amount: int | None = None,
    team: int | None = None,
    text: str = "",
) -> TableEvent:
    return TableEvent(0, kind, seat, cards, backs, start, end, amount, team, text)


def _cards(cards: list[str | None]) -> str:
    shown = [card for card in cards if card is not None]
    hidden = len(cards) - len(shown)
    if hidden:
        shown.append(f"{hidden} card{'' if hidden == 1 else 's'}")
    text = ", ".join(shown)
    return text[0].upper() + text[1:]
