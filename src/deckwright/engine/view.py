"""What a seat has seen of a state, built up field by field from what the kernel says it observed."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import repeat
from typing import TYPE_CHECKING, Any, TypeVar

from deckwright.engine.facts import Fact, own_facts, table_facts, values_of
from deckwright.engine.notation import Notation, ZonePlace
from deckwright.engine.shape import Shape

if TYPE_CHECKING:
    from deckwright._kernel import Draft, Observation


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
    """All that one seat has seen, or a spectator (seat None) has."""

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
            **vars(self),
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


@dataclass(frozen=True)
class PublicPart:
    """What every observer of a position sees alike; worked out once, from what a spectator observes."""

    phase: str
    players: tuple[PublicPlayer, ...]
    zones: tuple[ZoneView, ...]
    seen: Sequence[Sequence[int]]
    """The cards of the zones, as the kernel numbers them."""
    trick: tuple[str | None, ...]
    plays: tuple[tuple[int, str], ...]
    scores: tuple[int, ...]
    team_scores: tuple[int, ...]
    facts: Mapping[str, Fact]
    registers: Mapping[str, tuple[Fact, ...]]


def make_public_part(notation: Notation, shape: Shape, observation: Observation) -> PublicPart:
    """What a spectator's observation says of the table."""
    registers, seen = observation["registers"], observation["zones"]
    zones = tuple(map(_zone_view, repeat(notation), notation.zones, seen))
    by_family = {family.name: values_of(family, registers) for family in notation.public_registers}
    return PublicPart(
        phase="" if observation["over"] else notation.phases[observation["node"]],
        players=_public_players(notation, shape, seen, by_family),
        zones=zones,
        seen=seen,
        trick=tuple(card for zone in zones if zone.role == "trick" for card in zone.cards),
        plays=tuple((player, str(notation.card(card))) for player, card in observation["trick"]),
        scores=tuple(by_family["score"][: shape.seats]),
        team_scores=tuple(by_family["team_score"]) if shape.teams else (),
        facts=table_facts(notation, registers),
        registers=own_facts(notation, registers),
    )


def make_view(
    notation: Notation, shape: Shape, public: PublicPart, observation: Observation, seat: int | None
) -> PlayerView:
    """The view of an observer: what everyone sees, and its own observation."""
    zones = tuple(
        shown if cards == known else _zone_view(notation, place, cards)
        for place, shown, known, cards in zip(
            notation.zones, public.zones, public.seen, observation["zones"], strict=True
        )
    )
    return _filled(
        PlayerView,
        game=shape.id,
        seat=seat,
        phase=public.phase,
        turn=observation["turn"],
        over=observation["over"],
        hand=() if seat is None else tuple(card for zone in notation.hands.get(seat, ()) for card in zones[zone].cards),
        trick=public.trick,
        plays=public.plays,
        players=public.players,
        zones=zones,
        scores=public.scores,
        team_scores=public.team_scores,
        facts=dict(public.facts),  # each observer has its own: what one does to it reaches nobody else
        registers=dict(public.registers),
        labels=dict(notation.labels),
        draft=_draft_texts(notation, observation["node"], observation["draft"]) if observation["draft"] else (),
    )


def _zone_view(notation: Notation, zone: ZonePlace, cards: Sequence[int]) -> ZoneView:
    return _filled(
        ZoneView,
        name=zone.name,
        role=zone.role,
        owner=zone.owner,
        index=zone.index,
        pile=zone.pile,
        cards=tuple(map(notation.card, cards)),
    )


T = TypeVar("T")


def _filled(kind: type[T], **fields: object) -> T:
    """A frozen value of all its fields, without the check that each of them pays on the usual way."""
    made = object.__new__(kind)
    made.__dict__.update(fields)
    return made


def _public_players(
    notation: Notation,
    shape: Shape,
    zones: Sequence[Sequence[int]],
    registers: Mapping[str, Sequence[int]],
) -> tuple[PublicPlayer, ...]:
    has_tricks = "Trick" in notation.core_phases
    has_bids = "Auction" in notation.core_phases
    has_chips = shape.has_chips
    teams = notation.teams
    nothing = [0] * shape.seats
    scores, tricks, bids = (registers.get(name, nothing) for name in ("score", "tricks", "bid"))
    chips, bets, folded, out = (registers.get(name, nothing) for name in ("chips", "bet", "folded", "out"))
    return tuple(
        _filled(
            PublicPlayer,
            seat=seat,
            name=f"seat {seat}",
            team=teams[seat],
            hand_count=sum(len(zones[zone]) for zone in notation.hands.get(seat, ())),
            score=scores[seat],
            tricks=tricks[seat] if has_tricks else None,
            bid=bids[seat] if has_bids and bids[seat] >= 0 else None,
            chips=chips[seat] if has_chips else None,
            bet=bets[seat] if has_chips else None,
            has_folded=bool(folded[seat]),
            is_out=bool(out[seat]),
        )
        for seat in range(shape.seats)
    )


def _draft_texts(notation: Notation, node: int, draft: Draft | None) -> tuple[str, ...]:
    if draft is None:
        return ()
    texts: list[str] = []
    for place, slot in enumerate(notation.offers[node][draft["offer"]][: draft["pick"] + 1]):
        cards = draft["cards"][place]
        if cards:
            texts += (f"{notation.names.slots[slot].verb} {notation.card(card)}" for card in cards)
        elif place < draft["pick"]:
            texts.append(notation.text(slot, draft["values"][place]))
    return tuple(texts)
