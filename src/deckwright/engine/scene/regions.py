"""Places and cards as they lie on a table: face up, known from memory, or face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from deckwright.engine.notation import ZonePlace
from deckwright.engine.view import ZoneView

if TYPE_CHECKING:
    from deckwright.engine.notation import Notation
    from deckwright.engine.state import State
    from deckwright.genome.compile.program import ZoneName


@dataclass(frozen=True, slots=True)
class CardSeen:
    """A card as an observer sees it, or a run of backs. A back has no identity: not even its place in a hidden hand."""

    face: str
    """`up`, `memory` (it lies face down, and the observer knows it) or `down`."""
    code: str | None = None
    copy: int = 0
    """Which of the cards of this code that can be seen."""
    count: int = 1
    """How many backs lie here one after another."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        if self.code is None:
            return {"face": self.face, "count": self.count}
        return {"face": self.face, "code": self.code, "copy": self.copy}


@dataclass(frozen=True, slots=True)
class Region:
    """A place for cards. Bottom card first where they have an order."""

    id: str
    name: str
    role: str
    owner: str
    """`table`, `seat` or `team`."""
    index: int | None
    """Which seat or team."""
    pile: int | None
    """Which pile, where there are several."""
    is_ordered: bool
    is_own: bool
    """It belongs to the observer, or to its team."""
    is_open: bool
    """Cards lie here face up for the observer."""
    count: int
    cards: tuple[CardSeen, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {
            "id": self.id,
            "name": self.name,
            "role": self.role,
            "owner": self.owner,
            "index": self.index,
            "pile": self.pile,
            "is_ordered": self.is_ordered,
            "is_own": self.is_own,
            "is_open": self.is_open,
            "count": self.count,
            "cards": [card.to_dict() for card in self.cards],
        }


def regions(state: State, seat: int | None, *, memory: bool = False) -> tuple[Region, ...]:
    """The places of a game as a seat, or a spectator, sees them; with `memory` also what it knows of backs."""
    notation, view, public = state.game.notation, state.seen_by(seat), state.seen_by(None)
    dummy = state.position.asked()["dummy"]
    shown, shown_to_all = _just_shown(state, seat), _just_shown(state, None)
    copies: Counter[str] = Counter()
    found: list[Region] = []
    for place, own, all_see in zip(notation.zones, view.zones, public.zones, strict=True):
        family = notation.zone_names[place.name]
        is_dummy = place.role == "hand" and place.owner == "seat" and place.index == dummy is not None
        keeps = memory and family.remembers
        turned = (shown if family.remembers else shown_to_all).get(str(place), [])
        cards: tuple[CardSeen, ...] = ()
        if own.cards:
            faces = _faces(family, place, own, all_see, _Sight(notation, seat, is_dummy, turned))
            cards = tuple(_runs(faces, copies, memory=keeps))
        found.append(
            Region(
                id=str(place),
                name=place.name.replace("_", " "),
                role=place.role,
                owner=place.owner,
                index=place.index,
                pile=place.pile,
                is_ordered=family.ordered,
                is_own=_is_own(notation, place, seat),
                is_open=is_dummy or _sees_all(notation, family, place, seat),
                count=len(own.cards),
                cards=cards,
            )
        )
    return tuple(found)


@dataclass(frozen=True, slots=True)
class _Sight:
    """Who looks at a zone, and what it has just been shown there."""

    notation: Notation
    seat: int | None
    is_dummy: bool
    shown: list[str]


def _just_shown(state: State, seat: int | None) -> dict[str, list[str]]:
    """Cards that the step which led here turned up, by zone."""
    found: dict[str, list[str]] = {}
    for event in state.events(seat):
        if event.kind == "shown" and event.detail["card"] is not None:
            found.setdefault(str(event.detail["zone"]), []).append(str(event.detail["card"]))
    return found


def _is_own(notation: Notation, place: ZonePlace, seat: int | None) -> bool:
    if seat is None or place.index is None:
        return False
    return place.index == (notation.teams[seat] if place.owner == "team" else seat)


def _sees_all(notation: Notation, family: ZoneName, place: ZonePlace, seat: int | None) -> bool:
    """Whether cards that arrive in a zone lie open to an observer, as long as they lie there."""
    match family.seen_by:
        case "all" | "top" | "actor":
            return True
        case "owner":
            return _is_own(notation, place, seat)
        case "team":
            team = None if seat is None else notation.teams[seat]
            owner = place.index if place.owner == "team" else notation.teams[place.index or 0]
            return _is_own(notation, place, seat) or (team is not None and team == owner)
        case _:
            return False


def _faces(
    family: ZoneName, place: ZonePlace, own: ZoneView, public: ZoneView, sight: _Sight
) -> Iterator[tuple[str, str | None]]:
    """Face and code of each card."""
    in_public = family.seen_by in ("all", "top") or sight.is_dummy
    sees = sight.is_dummy or _sees_all(sight.notation, family, place, sight.seat)
    shown = Counter(sight.shown)
    open_cards = Counter(public.cards) if in_public and not family.ordered else Counter()
    for number, card in enumerate(own.cards):
        if card is None:
            yield "down", None
        elif shown[card]:
            shown[card] -= 1
            yield "up", card
        elif in_public and family.ordered:
            yield ("up" if public.cards[number] == card else "memory"), card
        elif in_public:
            open_cards[card] -= 1
            yield ("up" if open_cards[card] >= 0 else "memory"), card
        else:
            yield ("up" if sees else "memory"), card


def _runs(faces: Iterable[tuple[str, str | None]], copies: Counter[str], *, memory: bool) -> Iterator[CardSeen]:
    backs = 0
    for face, card in faces:
        if card is None or (face == "memory" and not memory):
            backs += 1
            continue
        if backs:
            yield CardSeen("down", count=backs)
            backs = 0
        yield CardSeen(face, card, copies[card])
        copies[card] += 1
    if backs:
        yield CardSeen("down", count=backs)
