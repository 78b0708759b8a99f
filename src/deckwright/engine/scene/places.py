"""Which zone of whose an expression of a genome means, as far as it can be told from what everyone sees."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property, lru_cache

from deckwright.engine.game import Game
from deckwright.engine.notation import Notation
from deckwright.engine.view import PlayerView, ZoneView

_ZONE = re.compile(r"(?P<name>\w+)(?:\[(?P<owner>[^\[\]]*)\])?")
_PILE = re.compile(r"pile\((?P<zone>.+),(?P<pile>[^,]+)\)")


@dataclass(frozen=True)
class Finder:
    """Looks places up for one decision."""

    game: Game
    view: PlayerView
    playing: int
    """Whose cards are played."""

    @property
    def notation(self) -> Notation:
        """What things are called."""
        return self.game.notation

    def of_card(self, source: str, card: str) -> str | None:
        """The zone that a card lies in which may be picked from a source."""
        lying = self._lying.get(card, [])
        if len(lying) > 1:
            named = zones_named(source, self.notation)
            lying = sorted(lying, key=lambda zone: (zone.name not in named, not self._owns(zone.owner, zone.index)))
        return None if not lying else _id(lying[0].name, lying[0].index, lying[0].pile)

    @cached_property
    def _lying(self) -> dict[str, list[ZoneView]]:
        """Where the cards lie that can be seen."""
        found: dict[str, list[ZoneView]] = {}
        for zone in self.view.zones:
            for card in dict.fromkeys(zone.cards):
                if card is not None:
                    found.setdefault(card, []).append(zone)
        return found

    def of_text(self, text: str, *, card: str | None = None, pile: int | None = None) -> str | None:
        """The zone that an expression means; None where it cannot be told."""
        named, pile_text = _parts(text)
        if pile_text is not None:
            pile = self._number(pile_text)
            if pile is None:
                return None
        for name, owner in named:
            if name in self.notation.zone_names:
                return self._instance(name, owner, card, pile)
        return None

    def _instance(self, name: str, owner: str | None, card: str | None, pile: int | None) -> str | None:
        zone = self.notation.zone_names[name]
        index: int | None = None
        if zone.owner != "table":
            index = self._own(zone.owner) if owner is None else self._number(owner)
            if index is None or not 0 <= index < zone.owners:
                return None
        if zone.piles == 1:
            return _id(name, index, None)
        if pile is None and zone.sorts and card is not None:
            pile = self._sorted(zone.sorts, card)
        return None if pile is None or not 0 <= pile < zone.piles else _id(name, index, pile)

    def _sorted(self, by: str, card: str) -> int | None:
        face = self.notation.faces[card]
        table, value = (
            (self.notation.names.suits, face.suit) if by == "suit" else (self.notation.names.ranks, face.rank)
        )
        return table.index(value) if value in table else None

    def _own(self, owner: str) -> int | None:
        return self.notation.teams[self.playing] if owner == "team" else self.playing

    def _owns(self, owner: str, index: int | None) -> bool:
        return owner != "table" and index == self._own(owner)

    def _number(self, text: str) -> int | None:
        """A seat or a number, by the name of what everyone can see."""
        text = text.strip()
        if text in ("turn", "actor"):
            return self.playing
        if text.isdecimal():
            return int(text)
        fact = self.view.facts.get(text)
        if fact is None and text in self.view.registers:
            values = self.view.registers[text]
            fact = values[self.playing] if len(values) == self.game.seats else None
        if isinstance(fact, int):
            return fact
        neighbour = re.fullmatch(r"(left|right|partner)\((\w+)\)", text)
        if neighbour is None:
            return None
        seat = self._number(neighbour[2])
        seats = self.game.seats
        steps = {"left": 1, "right": -1, "partner": seats // 2}
        live = [player.seat for player in self.view.players if not player.is_out]
        return None if seat is None or len(live) != seats else (seat + steps[neighbour[1]]) % seats


@lru_cache(maxsize=4096)
def _parts(text: str) -> tuple[tuple[tuple[str, str | None], ...], str | None]:
    """What may be zones in an expression, each with whose it is; and which pile, if it says so."""
    found = _PILE.fullmatch(text.strip())
    parts = re.split(r"[,\s()]+(?![^\[]*\])", found["zone"] if found else text)
    matches = [match for part in parts if (match := _ZONE.fullmatch(part.strip()))]
    return tuple((match["name"], match["owner"]) for match in matches), found["pile"] if found else None


@lru_cache(maxsize=4096)
def _named(source: str, names: frozenset[str]) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", source)) & names


def zones_named(source: str, notation: Notation) -> frozenset[str]:
    """The zones that an expression names."""
    return _named(source, notation.zone_families)


def _id(name: str, index: int | None, pile: int | None) -> str:
    return f"{name}{'' if index is None else f'[{index}]'}{'' if pile is None else f'.{pile}'}"
