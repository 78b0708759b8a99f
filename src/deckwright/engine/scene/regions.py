"""Places and cards as they lie on a table: face up, known from memory, or face down."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.engine.notation import ZonePlace
from deckwright.engine.scene.text import to_text

if TYPE_CHECKING:
    from deckwright.engine.game import Game
    from deckwright.engine.notation import Notation
    from deckwright.engine.state import State
    from deckwright.genome.compile.program import ZoneName


MOST_KEPT = 16_384
"""Regions of all games that are kept, to be handed out again: they never change."""


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

    text: str = field(init=False, repr=False, compare=False)
    """The same as JSON."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "text", to_text(self.to_dict()))

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
    text: str = field(repr=False, compare=False)
    """The same as JSON, made once: places that did not change are told again and again."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {**{name: getattr(self, name) for name in _PLACE}, "cards": [card.to_dict() for card in self.cards]}


_PLACE = ("id", "name", "role", "owner", "index", "pile", "is_ordered", "is_own", "is_open", "count")


@dataclass(frozen=True, eq=False)
class _Plan:
    """What of a region an observer sees the same throughout a game."""

    place: ZonePlace
    family: ZoneName
    id: str
    name: str
    is_own: bool
    sees_all: bool
    remembers: bool
    """Whether an observer may be told later what it saw here."""
    hand_of: int | None
    """The seat whose hand it is."""

    @cached_property
    def texts(self) -> tuple[str, str]:
        """What its region always says, as JSON without the closing brace, where it is not open and where it is."""
        place = self.place
        fixed = (self.id, self.name, place.role, place.owner, place.index, place.pile, self.family.ordered, self.is_own)
        closed, opened = [to_text(dict(zip(_PLACE, (*fixed, is_open), strict=False))) for is_open in (False, True)]
        return closed[:-1], opened[:-1]


@lru_cache(maxsize=1024)
def _plans(game: Game, seat: int | None) -> tuple[_Plan, ...]:
    notation = game.notation
    return tuple(
        _plan(
            game,
            number,
            is_own=_is_own(notation, place, seat),
            sees_all=_sees_all(notation, notation.zone_names[place.name], place, seat),
        )
        for number, place in enumerate(notation.zones)
    )


@lru_cache(maxsize=MOST_KEPT)
def _plan(game: Game, number: int, *, is_own: bool, sees_all: bool) -> _Plan:
    """One and the same for all who see a zone alike: they share its regions."""
    place = game.notation.zones[number]
    family = game.notation.zone_names[place.name]
    hand_of = place.index if place.role == "hand" and place.owner == "seat" else None
    name = place.name.replace("_", " ")
    return _Plan(place, family, str(place), name, is_own, sees_all, family.remembers, hand_of)


def regions(
    state: State, seat: int | None, *, memory: bool = False, turned_by: State | None = None
) -> tuple[Region, ...]:
    """The places of a game as a seat, or a spectator, sees them; with `memory` also what it knows of backs.

    Where nobody has seen the last steps, `turned_by` is the state after the last one that was seen: what that turned up
    lies open still.
    """
    game, public = state.game, state.seen_by(None).shown.cards
    own = public if seat is None else state.seen_by(seat).shown.cards
    dummy = state.position.asked()["dummy"]
    turning = turned_by or state
    shown = shown_to_all = _just_shown(turning, None)
    if seat is not None and turning.seen_events(seat) != turning.seen_events(None):
        shown = _just_shown(turning, seat)
    copies: Counter[str] | None = Counter() if game.notation.has_copies else None
    plans = _plans(game, seat)
    if copies is None and dummy is None and not (memory or shown or shown_to_all):  # as nearly always
        return tuple(map(_kept_region, plans, own, public))
    found: list[Region] = []
    for plan, cards, all_see in zip(plans, own, public, strict=True):
        turned = (shown if plan.remembers else shown_to_all).get(plan.id, ())
        opens, known = dummy is not None and plan.hand_of == dummy, memory and plan.remembers
        if copies is None:  # then a region hangs on nothing but what the observer sees of it
            found.append(_kept_region(plan, cards, all_see, turned, opens, known))
        else:
            found.append(_region(plan, _Seen(cards, all_see, turned, opens, known), copies))
    return tuple(found)


class _Seen(NamedTuple):
    """What a region is made from: nothing that the observer does not see."""

    own: tuple[str | None, ...]
    public: tuple[str | None, ...]
    turned: tuple[str, ...] = ()
    """Cards that were just turned up."""
    opens: bool = False
    """It is a dummy's hand."""
    memory: bool = False


@lru_cache(maxsize=MOST_KEPT)
def _kept_region(plan: _Plan, *seen: Any) -> Region:
    """Without more than the cards: nothing was turned up, no dummy lies open, nobody is reminded."""
    return _region(plan, _Seen(*seen), Counter())


def _region(plan: _Plan, seen: _Seen, copies: Counter[str]) -> Region:
    is_open, count = seen.opens or plan.sees_all, len(seen.own)
    cards = tuple(_cards(plan, seen, copies)) if seen.own else ()
    said = ",".join([card.text for card in cards])
    place = plan.place
    return Region(
        plan.id,
        plan.name,
        place.role,
        place.owner,
        place.index,
        place.pile,
        plan.family.ordered,
        plan.is_own,
        is_open,
        count,
        cards,
        f'{plan.texts[is_open]},"count":{count},"cards":[{said}]}}',
    )


def _just_shown(state: State, seat: int | None) -> dict[str, tuple[str, ...]]:
    """Cards that the step which led here turned up, by zone."""
    notation = state.game.notation
    found: dict[str, tuple[str, ...]] = {}
    for kind, data in state.seen_events(seat):
        if kind == "shown" and data["card"] >= 0:
            zone = notation.zone_texts[data["zone"]]
            found[zone] = (*found.get(zone, ()), str(notation.card(data["card"])))
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


def _cards(plan: _Plan, seen: _Seen, copies: Counter[str]) -> Iterator[CardSeen]:
    """The cards of a zone that is not empty; some were just turned up, a dummy's lie open."""
    family = plan.family
    if not any(seen.own):
        yield _seen("down", count=len(seen.own))
        return
    in_public = seen.opens or family.seen_by in ("all", "top")
    sees = seen.opens or plan.sees_all
    shown = Counter(seen.turned) if seen.turned else None
    # Where everybody sees all that this observer sees, all of it lies open.
    is_same = in_public and seen.public == seen.own
    open_cards = Counter(seen.public) if in_public and not (family.ordered or is_same) else None
    backs = 0
    for number, card in enumerate(seen.own):
        if card is None:
            backs += 1
            continue
        if shown is not None and shown[card]:
            shown[card] -= 1
            is_up = True
        elif open_cards is not None:
            open_cards[card] -= 1
            is_up = open_cards[card] >= 0
        else:
            is_up = is_same or (seen.public[number] == card if in_public else sees)
        if not (is_up or seen.memory):
            backs += 1
            continue
        if backs:
            yield _seen("down", count=backs)
            backs = 0
        copy = copies[card]
        copies[card] = copy + 1
        yield _seen("up" if is_up else "memory", card, copy)
    if backs:
        yield _seen("down", count=backs)


@lru_cache(maxsize=4096)
def _seen(face: str, code: str | None = None, copy: int = 0, *, count: int = 1) -> CardSeen:
    return CardSeen(face, code, copy, count)
