"""No view holds a card that its seat has not seen, as worked out here from the genome's zones and the events.

This is a second, simpler account of who has seen what: it follows faces from zone to zone and never forgets. The kernel
may show less than it allows, never more.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any

from tests.conformance.walks import Variant, observers, walk

from deckwright.engine import Event, Game, State

Face = str
ZoneKey = str


@dataclass
class Witness:
    """What one observer may have seen: the faces that may lie in each zone for all it was shown."""

    game: Game
    observer: int | None
    seen: dict[ZoneKey, Counter[Face]] = field(default_factory=lambda: defaultdict(Counter))
    shown: dict[ZoneKey, Counter[Face]] = field(default_factory=lambda: defaultdict(Counter))
    """What was shown where it lay, since the last action: each card once."""

    def watch(self, event: Event, *, is_public: bool) -> None:
        """Follow a card; complain if it is shown without a reason."""
        match event.kind:
            case "dealt":
                self.seen.clear()
            case "moved" if event.detail["card"] is not None:
                card, start, end = (str(event.detail[name]) for name in ("card", "from", "to"))
                reason = self.has_reason(card, start, end) or (is_public and _is_open_move(self.game, start, end))
                assert reason, f"{self.observer} saw {event}"
                if self.seen[start][card]:
                    self.seen[start][card] -= 1
                self.seen[end][card] += 1
            case "shown" if event.detail["card"] is not None:
                card, zone = str(event.detail["card"]), str(event.detail["zone"])
                assert _shows_cards(self.game) or _has_open_top(self.game, zone), f"{self.observer} saw {event}"
                self.shown[zone][card] += 1
                self.seen[zone][card] = max(self.seen[zone][card], self.shown[zone][card])

    def has_reason(self, card: Face, start: ZoneKey, end: ZoneKey) -> bool:
        """Whether it watches one of the two zones, or knew the card where it was."""
        return self.watches(start) or self.watches(end) or self.seen[start][card] > 0

    def watches(self, zone: ZoneKey) -> bool:
        """Whether the genome lets it see cards that arrive there."""
        return self.observer in _viewers(self.game, zone)

    def check(self, state: State) -> None:
        """Compare with what the kernel lets it see."""
        game = self.game
        for zone, cards in zip(game.notation.zones, state.position.observe(self.observer)["zones"], strict=True):
            shown = Counter(str(game.notation.card(card)) for card in cards if card >= 0)
            name = str(zone)
            assert shown <= self.seen[name], f"{self.observer} sees {shown - self.seen[name]} in {name}"


def _viewers(game: Game, zone: ZoneKey) -> set[int | None]:
    """Who sees a card that arrives in a zone, by the genome's word; a zone that it does not name shows nothing."""
    everyone = set(observers(game))
    place = next(place for place in game.notation.zones if str(place) == zone)
    if place.role == "trick":
        return everyone
    rules = next((rules for rules in game.genome.zones if rules.name == place.name), None)
    if rules is None or rules.seen_by == "none":
        return set()
    if rules.seen_by in ("all", "top"):
        return everyone
    if rules.owner == "table" or place.index is None:
        return set()
    if rules.owner == "team":
        return set(game.teams[place.index])
    if rules.seen_by == "team" and game.teams:
        return set(game.teams[game.player_to_team[place.index]])
    return {place.index}


def _has_open_top(game: Game, zone: ZoneKey) -> bool:
    """Whether all see a card that comes to lie on top of a zone, and need not see those below."""
    place = next(place for place in game.notation.zones if str(place) == zone)
    return any(rules.name == place.name and rules.seen_by == "top" for rules in game.genome.zones)


@cache
def _shows_cards(game: Game) -> bool:
    """Whether the genome ever shows cards where they lie: by an effect, in a claim, at a showdown, as dummy."""
    return any(
        part.get("type") in ("show", "claim", "betting") or part.get("dummy", "none") != "none"
        for part in _parts(game.genome.to_dict())
    )


@cache
def _is_open_move(game: Game, start: ZoneKey, end: ZoneKey) -> bool:
    """Whether the genome moves cards from one zone to the other before everyone's eyes, though the other is hidden."""
    moves = [part for part in _parts(game.genome.to_dict()) if part.get("type") == "move" and part.get("seen_by")]
    return any(_mentions(move["cards"], start) and _mentions(move["to"], end) for move in moves)


@cache
def _takes_cards_face_down(game: Game, zone: ZoneKey) -> bool:
    """Whether the genome lays cards in a zone that not all who look there see: by an effect, or in a battle."""
    parts = list(_parts(game.genome.to_dict()))
    hides = any(
        part.get("seen_by") in ("none", "owner", "team") and _mentions(part.get("to", ""), zone) for part in parts
    )
    return hides or (zone == "trick" and any(part.get("bury") for part in parts))


def _mentions(text: str, zone: ZoneKey) -> bool:
    return re.search(rf"\b{re.match(r'[a-z_]+', zone)[0]}\b", text) is not None  # type: ignore[index]


def _parts(data: Any) -> Iterator[dict[str, Any]]:
    match data:
        case dict():
            yield data
            for value in data.values():
                yield from _parts(value)
        case list():
            for value in data:
                yield from _parts(value)


def test_no_view_holds_a_card_that_its_seat_has_not_seen(genome_variant: Variant) -> None:
    game = genome_variant.load()
    witnesses = [Witness(game, observer) for observer in observers(game)]
    for state in walk(genome_variant):
        for witness in witnesses:
            witness.shown.clear()
            for event, public in zip(state.events(witness.observer), state.events(None), strict=True):
                witness.watch(event, is_public=public.detail.get("card") is not None)
            witness.check(state)


def test_no_choice_is_told_with_a_card_that_is_not_seen(variant: Variant) -> None:
    """What another chose names a card only to those who see it go, or lie, in the open."""
    game = variant.load()
    names = game.notation.names
    calls = tuple(slot.verb for slot in names.slots if slot.kind == "Call")
    for state in walk(variant):
        for observer in observers(game):
            events = state.events(observer)
            chosen = [event for event in events if event.kind == "chose" and event.detail["seat"] != observer]
            told = [words for event in chosen if not (words := str(event.detail["action"])).startswith(calls)]
            named = {word for words in told for word in words.split()} & set(names.cards)
            if named:
                seen = {str(event.detail["card"]) for event in events if event.detail.get("card") is not None}
                zones = state.position.observe(observer)["zones"]
                seen |= {str(game.notation.card(card)) for zone in zones for card in zone if card >= 0}
                assert named <= seen, f"{observer} was told {named - seen}"


def test_a_spectator_sees_less_than_any_player(variant: Variant) -> None:
    game = variant.load()
    for state in walk(variant):
        public = state.position.observe(None)["zones"]
        for seat in range(game.seats):
            own = state.position.observe(seat)["zones"]
            for zone, (to_all, to_seat) in enumerate(zip(public, own, strict=True)):
                assert Counter(card for card in to_all if card >= 0) <= Counter(to_seat), (
                    seat,
                    game.notation.zones[zone],
                )
                assert len(to_all) == len(to_seat)


def test_owners_see_what_is_theirs_to_see(genome_variant: Variant) -> None:
    game = genome_variant.load()
    visible = [(place, _viewers(game, str(place))) for place in game.notation.zones]
    for state in walk(genome_variant):
        layout = state.position.layout()
        for observer in observers(game):
            zones = state.position.observe(observer)["zones"]
            for number, (place, viewers) in enumerate(visible):
                if observer in viewers and _has_open_top(game, str(place)):
                    assert zones[number][-1:] == layout[number][-1:], place
                elif observer in viewers and not _takes_cards_face_down(game, str(place)):
                    assert sorted(zones[number]) == sorted(layout[number]), place


def test_a_view_shows_true_cards(variant: Variant) -> None:
    game = variant.load()
    for state in walk(variant):
        layout = state.position.layout()
        for observer in observers(game):
            for shown, real in zip(state.position.observe(observer)["zones"], layout, strict=True):
                assert Counter(card for card in shown if card >= 0) <= Counter(real)
