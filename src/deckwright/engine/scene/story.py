"""What everyone has seen of a hand and of the match: calls, tricks and scores, folded up from events."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from deckwright.engine.scene.text import to_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from deckwright.engine.notation import Notation
    from deckwright.engine.state import State

MOST_PEEKS = 24
"""Cards that a seat has looked at and that are still held for it."""


class CallMade(NamedTuple):
    """One call of the auction."""

    seat: int
    verb: str
    """`call`, `pass`, `double` or `redouble`."""
    text: str
    level: int | None = None
    strain: str | None = None


class PlayMade(NamedTuple):
    """A card of a trick, and whose it was; a card that was laid face down has no code."""

    seat: int | None
    card: str | None


class TrickTaken(NamedTuple):
    """A trick that is over."""

    plays: tuple[PlayMade, ...]
    winner: int


class HandScore(NamedTuple):
    """What a hand brought: points of seats and teams, and chips won or lost."""

    hand: int
    points: tuple[int, ...]
    team_points: tuple[int, ...]
    chips: tuple[int, ...]
    is_over: bool = False


class Peek(NamedTuple):
    """A card that one seat was shown, and nobody else."""

    number: int
    zone: str
    card: str


@dataclass(frozen=True, slots=True)
class Story:
    """What has happened, as far as everyone saw it; `peeks` are each seat's own."""

    moments: int
    """Steps so far that were shown."""
    calls: tuple[CallMade, ...]
    trick: tuple[PlayMade, ...]
    last_trick: TrickTaken | None
    hands: tuple[HandScore, ...]
    """Every hand; the last one may be under way."""
    peeks: tuple[tuple[Peek, ...], ...]
    brought_in: Mapping[str, tuple[int, ...]]
    """What each seat had brought in when the hand was dealt: tricks taken, points captured ..."""

    def to_texts(self) -> tuple[str, ...]:
        """The same as fields of JSON, those together that change together."""
        last = "null"
        if self.last_trick is not None:
            last = f'{{"plays":[{texts(self.last_trick.plays)}],"winner":{self.last_trick.winner}}}'
        return (
            f'"trick":[{texts(self.trick)}]',
            f'"calls":[{texts(self.calls)}]',
            f'"last_trick":{last}',
            f'"hands":[{texts(self.hands)}]',
        )


Part = CallMade | PlayMade | HandScore | Peek


def texts(parts: Iterable[Part]) -> str:
    """Some of these as JSON, with commas between them."""
    return ",".join(map(_text, parts))


@lru_cache(maxsize=8192, typed=True)
def _text(part: Part) -> str:
    """They never change, and are told again and again. Tuples of two kinds may be equal: `typed` tells them apart."""
    return to_text(part._asdict())


EVENT_STEP = 1_000
"""Events of a step are numbered from its number times this."""


def begin_story(seats: int) -> Story:
    """Before anything has happened."""
    return Story(0, (), (), None, (), ((),) * seats, {})


def go_on(story: Story, state: State) -> Story:
    """The story after the step that led to a state."""
    events = state.seen_events(None)
    if not events:  # part of a move that nobody sees yet
        return story
    notation = state.game.notation
    calls, trick, last_trick, hands = story.calls, story.trick, story.last_trick, story.hands
    brought_in = story.brought_in
    chooser: int | None = None
    for kind, data in events:
        match kind:
            case "moved":
                if notation.zones[data["to"]].role == "trick":
                    start = notation.zones[data["from"]]
                    seat = start.index if start.owner == "seat" else chooser
                    trick = (*trick, PlayMade(seat, notation.card(data["card"])))
            case "chose":
                chooser = data["seat"]
                if notation.names.slots[data["slot"]].phase == "auction":
                    calls = (*calls, _call(notation, data))
            case "trick won":
                trick, last_trick = (), TrickTaken(trick, data["seat"])
            case "scored" | "paid" | "hand over":
                if hands:
                    hands = (*hands[:-1], _scored(hands[-1], kind, data))
            case "dealt":
                seats = state.game.seats
                row = HandScore(data["hand"], (0,) * seats, (0,) * len(state.game.teams), (0,) * seats)
                calls, trick, last_trick, hands, brought_in = (), (), None, (*hands, row), state.credits
    peeks = _peeks(story, state) if notation.has_secrets else story.peeks
    return Story(story.moments + 1, calls, trick, last_trick, hands, peeks, brought_in)


def _call(notation: Notation, data: Mapping[str, int]) -> CallMade:
    slot, value = data["slot"], data["value"]
    spec = notation.names.slots[slot]
    if spec.kind != "Call":
        return CallMade(data["seat"], spec.verb, spec.verb)
    meaning = notation.meanings[slot][value]
    text = notation.said(slot, value, ()).removeprefix(f"{spec.verb} ")
    level = meaning.level if str(meaning.level) in text else None  # where there is one, nobody says it
    return CallMade(data["seat"], "call", text, level, meaning.strain or None)


def _scored(row: HandScore, kind: str, data: Mapping[str, int]) -> HandScore:
    match kind:
        case "hand over":
            return row._replace(is_over=True)
        case "paid":
            return row._replace(chips=_added(row.chips, data["seat"], data["chips"]))
        case _ if "team" in data:
            return row._replace(team_points=_added(row.team_points, data["team"], data["points"]))
    return row._replace(points=_added(row.points, data["seat"], data["points"]))


def _added(values: tuple[int, ...], place: int, more: int) -> tuple[int, ...]:
    return (*values[:place], values[place] + more, *values[place + 1 :])


def _peeks(story: Story, state: State) -> tuple[tuple[Peek, ...], ...]:
    """Cards of places that are not remembered, as each seat was shown them."""
    notation = state.game.notation
    seen_by_all = state.seen_events(None)
    found: list[tuple[Peek, ...]] = []
    for seat, before in enumerate(story.peeks):
        new = [
            Peek(
                story.moments * EVENT_STEP + place, notation.zone_texts[data["zone"]], str(notation.card(data["card"]))
            )
            for place, ((kind, data), (_, public)) in enumerate(zip(state.seen_events(seat), seen_by_all, strict=True))
            if kind == "shown" and data["card"] >= 0 > public["card"]
        ]
        found.append((*before, *new)[-MOST_PEEKS:])
    return tuple(found)
