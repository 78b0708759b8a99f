"""What a seat has seen of a state, built up field by field from what the kernel says it observed."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from deckwright.engine.facts import Fact, own_facts, table_facts, values_of
from deckwright.engine.notation import Notation
from deckwright.engine.shape import Shape

if TYPE_CHECKING:
    from deckwright._kernel import Observation, Position
    from deckwright.genome.compile.program import RegisterName


@dataclass(frozen=True)
class PublicPlayer:
    """What everyone knows of a player. No field can hold a card."""

    seat: int
    name: str
    team: int | None
    hand_count: int
    score: int
    tricks: int | None
    """Tricks taken this hand; None in a game without tricks."""
    bid: int | None
    chips: int | None
    """None in a game without chips."""
    bet: int | None
    """Chips put in during this round of betting."""
    has_folded: bool
    is_out: bool


@dataclass(frozen=True)
class ZoneView:
    """A place for cards as a seat sees it. Cards that it cannot place are None; the bottom card comes first."""

    name: str
    role: str
    owner: str
    index: int | None
    pile: int | None
    cards: tuple[str | None, ...]

    @property
    def count(self) -> int:
        """How many cards lie there."""
        return len(self.cards)


@dataclass(frozen=True)
class PlayerView:
    """All that one seat has seen, or a spectator (seat None) has.

    A state's view works its fields out when the first of them is asked for, from what the seat was shown alone.
    """

    game: str
    seat: int | None
    phase: str
    turn: int | None
    """Who decides; None when the game is over."""
    over: bool
    hand: tuple[str | None, ...]
    """One's own cards; None for one that its owner has not seen either. Empty for a spectator."""
    trick: tuple[str | None, ...]
    """The trick on the table, in the order it was played."""
    plays: tuple[tuple[int, str], ...]
    """Who played which card to it."""
    players: tuple[PublicPlayer, ...]
    zones: tuple[ZoneView, ...]
    scores: tuple[int, ...]
    team_scores: tuple[int, ...]
    facts: Mapping[str, Fact]
    registers: Mapping[str, tuple[Fact, ...]]
    """What the genome keeps for each seat, team or pile, and what each seat of a team game has brought in."""
    labels: Mapping[str, str]
    """What people call facts and registers that are there to be seen."""
    draft: tuple[str, ...]
    """What this seat has chosen so far of a move that it has not completed."""

    def zone(self, name: str, *, index: int | None = None, pile: int | None = None) -> ZoneView:
        """A zone by its name, and the owner and pile where there are several."""
        for zone in self.zones:
            if zone.name == name and index in (None, zone.index) and pile in (None, zone.pile):
                return zone
        known = ", ".join(dict.fromkeys(zone.name for zone in self.zones))
        raise KeyError(f"no zone {name!r}: this game has {known}")

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data, always in the same order."""
        return {
            **self.__getstate__(),
            "hand": list(self.hand),
            "trick": list(self.trick),
            "plays": [list(play) for play in self.plays],
            "players": [dict(vars(player)) for player in self.players],
            "zones": [{**vars(zone), "cards": list(zone.cards)} for zone in self.zones],
            "scores": list(self.scores),
            "team_scores": list(self.team_scores),
            "facts": dict(self.facts),
            "registers": {name: list(values) for name, values in self.registers.items()},
            "labels": dict(self.labels),
            "draft": list(self.draft),
        }

    def to_json(self) -> str:
        """The view as JSON; two views are the same exactly when their texts are."""
        return json.dumps(self.to_dict(), separators=(",", ":"), ensure_ascii=False)

    def __str__(self) -> str:
        from deckwright.engine.table_text import format_view

        return format_view(self)

    def __getstate__(self) -> dict[str, Any]:
        """Every field: what is copied or saved is whole, and by itself."""
        _ = self.phase  # with it come the others
        own = self.__dict__
        return {name: own[name] for name in _FIELDS}

    if not TYPE_CHECKING:  # a type checker is to refuse other names

        def __getattr__(self, name: str) -> Any:
            """A field that is not worked out yet: with any but the zones, all of them are, now."""
            own = self.__dict__
            if name not in _FIELDS or "_shown" not in own:
                raise AttributeError(f"a PlayerView has no {name!r}")
            if name == "zones":  # all that the places of a table are made from
                own[name] = own["_shown"].zones()
            else:
                own.update(own["_shown"].fields())
            return own[name]

    @property
    def shown(self) -> Shown:
        """What the observer was shown, of a view that a state has made."""
        shown: Shown = self.__dict__["_shown"]
        return shown


_FIELDS = tuple(field.name for field in fields(PlayerView))


class PublicPart:
    """What every observer of a position sees alike: asked of the kernel once, worked out as far as it is wanted."""

    def __init__(self, notation: Notation, shape: Shape, position: Position) -> None:
        self.notation = notation
        self.shape = shape
        self.turn, self.node, self.over, self.seen, registers, self.plays = position.look(notation.names.cards)
        self._registers = tuple(registers)

    @property
    def phase(self) -> str:
        """What is being decided; empty when the game is over."""
        return "" if self.over else self.notation.phases[self.node]

    @cached_property
    def players(self) -> tuple[PublicPlayer, ...]:
        """What everyone knows of the players."""
        return _public_players(self.notation, self.shape, self.seen, self._registers)

    @property
    def trick(self) -> tuple[str | None, ...]:
        """The trick on the table."""
        return tuple([card for zone in self.notation.tricks for card in self.seen[zone]])

    @property
    def scores(self) -> tuple[int, ...]:
        """Points per seat."""
        return self._values("score")[: self.shape.seats]

    @property
    def team_scores(self) -> tuple[int, ...]:
        """Points per team; empty without teams."""
        return self._values("team_score") if self.shape.teams else ()

    @cached_property
    def facts(self) -> Mapping[str, Fact]:
        """What belongs to the table as a whole."""
        return table_facts(self.notation, self._registers)

    @cached_property
    def registers(self) -> Mapping[str, tuple[Fact, ...]]:
        """What the genome keeps for each seat, team or pile."""
        return own_facts(self.notation, self._registers)

    def values_of(self, families: Iterable[RegisterName]) -> dict[str, tuple[int, ...]]:
        """The numbers of some families of registers."""
        return {family.name: tuple(values_of(family, self._registers)) for family in families}

    def _values(self, name: str) -> tuple[int, ...]:
        family = self.notation.find_register(name)
        return () if family is None else tuple(values_of(family, self._registers))


class Shown:
    """What one observer was shown, for a view to be worked out from: nothing that the observer has not seen."""

    __slots__ = ("_public", "_seat", "cards")

    def __init__(self, public: PublicPart, seat: int | None, cards: tuple[tuple[str | None, ...], ...]) -> None:
        self._public = public
        self._seat = seat
        self.cards = cards
        """Of every zone."""

    def zones(self) -> tuple[ZoneView, ...]:
        """The cards of every place."""
        return _zone_views(self._public.notation, self.cards)

    def fields(self) -> dict[str, Any]:
        """The fields that a view does not have from the start."""
        public, seen = self._public, self.cards
        notation = public.notation
        hands = () if self._seat is None else notation.hands.get(self._seat, ())
        return {
            "phase": public.phase,
            "hand": tuple([card for zone in hands for card in seen[zone]]),
            "trick": public.trick,
            "plays": public.plays,
            "players": public.players,
            "zones": self.zones(),
            "scores": public.scores,
            "team_scores": public.team_scores,
            "facts": dict(public.facts),  # each observer has its own: what one does to it reaches nobody else
            "registers": dict(public.registers),
            "labels": dict(notation.labels),
        }


def make_view(public: PublicPart, position: Position, seat: int | None) -> PlayerView:
    """The view of an observer: what everyone sees, and what it sees besides."""
    notation = public.notation
    seen, is_amid_move = (public.seen, False) if seat is None else position.look_as(seat, notation.names.cards)
    draft = _draft_texts(notation, position.observe(seat)) if is_amid_move else ()
    view = object.__new__(PlayerView)
    view.__dict__.update(
        game=public.shape.id,
        seat=seat,
        turn=public.turn,
        over=public.over,
        draft=draft,
        _shown=Shown(public, seat, seen),
    )
    return view


MOST_KEPT = 4096
"""Zones and players of which a game keeps the views, to hand them out again: they never change."""


def _zone_views(notation: Notation, seen: Sequence[tuple[str | None, ...]]) -> tuple[ZoneView, ...]:
    kept = notation.zone_views
    return tuple([kept.get(place) or _zone_view(notation, *place) for place in enumerate(seen)])


def _zone_view(notation: Notation, number: int, cards: tuple[str | None, ...]) -> ZoneView:
    zone = notation.zones[number]
    made = _filled(
        ZoneView, name=zone.name, role=zone.role, owner=zone.owner, index=zone.index, pile=zone.pile, cards=cards
    )
    return _keep(notation.zone_views, (number, cards), made)


K = TypeVar("K")
T = TypeVar("T")


def _keep(kept: dict[K, T], key: K, made: T) -> T:
    if len(kept) >= MOST_KEPT:
        kept.clear()
    kept[key] = made
    return made


def _filled(kind: type[T], **fields: object) -> T:
    """A frozen value of all its fields, without the check that each of them pays on the usual way."""
    made = object.__new__(kind)
    made.__dict__.update(fields)
    return made


def _public_players(
    notation: Notation, shape: Shape, zones: Sequence[Sequence[str | None]], registers: Sequence[int]
) -> tuple[PublicPlayer, ...]:
    kept, hands = notation.player_views, notation.hands
    registers = (*registers, 0)  # for a number that the game does not have
    players = []
    for seat, numbers in enumerate(notation.player_numbers[: shape.seats]):
        known = (seat, sum([len(zones[zone]) for zone in hands.get(seat, ())]), numbers(registers))
        players.append(kept.get(known) or _public_player(notation, shape, known))
    return tuple(players)


def _public_player(notation: Notation, shape: Shape, known: tuple[int, int, tuple[int, ...]]) -> PublicPlayer:
    seat, hand_count, (score, tricks, bid, chips, bet, folded, out) = known
    made = PublicPlayer(
        seat=seat,
        name=f"seat {seat}",
        team=notation.teams[seat],
        hand_count=hand_count,
        score=score,
        tricks=tricks if "Trick" in notation.core_phases else None,
        bid=bid if "Auction" in notation.core_phases and bid >= 0 else None,
        chips=chips if shape.has_chips else None,
        bet=bet if shape.has_chips else None,
        has_folded=bool(folded),
        is_out=bool(out),
    )
    return _keep(notation.player_views, known, made)


def _draft_texts(notation: Notation, observation: Observation) -> tuple[str, ...]:
    node, draft = observation["node"], observation["draft"]
    if draft is None:
        return ()
    texts: list[str] = []
    for place, slot in enumerate(notation.offers[node][draft["offer"]][: draft["pick"] + 1]):
        cards = draft["cards"][place]
        if cards:
            texts += (f"{notation.names.slots[slot].verb} {notation.card(card)}" for card in cards)
        elif place < draft["pick"] and not notation.names.slots[slot].several:  # none of several may have been picked
            texts.append(notation.text(slot, draft["values"][place]))
    return tuple(texts)
