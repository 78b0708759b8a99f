"""What the terminal calls things: moves, places and what has been settled, with people's names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from deckwright.cards.words import strain_words
from deckwright.engine import Action, Game, PlayerView, State
from deckwright.engine.example.claiming import due_rank
from deckwright.engine.notation import Notation
from deckwright.engine.scene.standing import label_of
from deckwright.errors import DeckwrightError
from deckwright.genome.enums import ScoringTrigger
from deckwright.genome.schema import GameGenome

AGENT_NAMES = (
    "Ada", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gwen", "Hugo", "Ida", "Jan", "Kim", "Leo", "Mia", "Nils", "Olga",
    "Pia",
)  # fmt: skip
NAMED = ("suit", "rank", "card", "strain", "seat", "team")
"""Registers that hold one of these say something to people; a bare number does only if the genome labels it."""
DOUBLED = ("", "doubled", "redoubled")
NO_STRAIN = "plain"
"""The strain of a game that has none."""
PHASE_FACTS = frozenset(
    ("hand_number", "dealer", "passes", "direction", "led", "winner", "trick_number", "broken", "strain", "high",
     "declarer", "level", "kind", "doubled", "pot", "to_call", "raises")
)  # fmt: skip
"""Facts of the phases, which have words of their own; the others are the genome's registers."""


def agent_names(seats: int, seat: int, name: str) -> tuple[str, ...]:
    """What everyone is called: the person by name, agents by names of their own."""
    others = iter([other for other in AGENT_NAMES if other.casefold() != name.casefold()])
    return tuple(name if number == seat else next(others) for number in range(seats))


def spoken(name: str) -> str:
    """`drawn_card` as it is said."""
    return name.replace("_", " ")


@dataclass(frozen=True)
class Speech:
    """How things are said to one seat of a table."""

    state: State
    seat: int | None
    names: tuple[str, ...]

    @property
    def notation(self) -> Notation:
        """What the engine calls things."""
        return self.state.game.notation

    def move(self, action: Action, view: PlayerView) -> str:
        """What a move is called in a menu; a pile with what lies there."""
        text = self.notation.spoken(action.text, self.names)
        spec = self.notation.names.slots[action.slot]
        if spec.kind == "Strain":
            return self.notation.said(action.slot, action.value, self.names)
        if spec.kind != "Pile":
            return text
        piles = {zone.name for zone in view.zones if zone.pile is not None and zone.role != "hand"}
        fitting = [name for name in piles if name.startswith(spec.verb)] if len(piles) > 1 else list(piles)
        if len(fitting) != 1:
            return text
        number = action.value + spec.offset
        lying = [zone for zone in view.zones if zone.name == fitting[0] and zone.pile == number]
        mine = [zone for zone in lying if zone.owner != "seat" or zone.index == self.seat]
        cards = " ".join(card for zone in mine[:1] for card in zone.cards if card is not None)
        return f"{spoken(fitting[0]).removesuffix('s')} {number} ({cards or 'empty'})"

    def draft(self, view: PlayerView) -> tuple[str, ...]:
        """What has been chosen of a move so far."""
        return tuple(self.notation.spoken(text, self.names) for text in view.draft)

    def facts(self, view: PlayerView) -> Iterator[str]:
        """What has been settled and everyone goes by, a phrase each."""
        yield from self._contract(view)
        facts = view.facts
        if pot := facts.get("pot"):
            call = f", {facts['to_call']} to call" if facts.get("to_call") else ""
            yield f"pot: {pot} chips{call}"
        if facts.get("broken"):
            yield from (f"{suit} may be led" for suit in _breaking_suits(self.state.game)[:1])
        if facts.get("direction") == -1 or (_reverses(self.state.game) and facts.get("direction") is not None):
            yield f"play goes to the {'right' if facts['direction'] == -1 else 'left'}"
        if (due := due_rank(self.state)) is not None:
            yield f"to be claimed: {due}"
        for family in self.notation.table_registers:
            label = label_of(family, self.state.game) or (spoken(family.name) if family.holds in NAMED else "")
            value = facts.get(family.name)
            if family.name in PHASE_FACTS or value is None or not label:
                continue
            yield f"{label[:1].lower()}{label[1:]}: {self._value(family.holds, value)}"

    def columns(self, view: PlayerView) -> Mapping[str, list[str]]:
        """What the genome keeps for each seat under a label, or by name: a column each."""
        found: dict[str, list[str]] = {}
        for family in self.notation.seat_registers:
            label = family.label
            values = view.registers.get(family.name, ())
            if family.is_tally and not self.state.is_over:
                continue
            if family.per not in ("seat", "team") or not (label or family.holds in NAMED):
                continue
            by_seat = [values[p.team or 0] if family.per == "team" else values[p.seat] for p in view.players]
            found[label or spoken(family.name)] = [
                "" if value is None else self._value(family.holds, value) for value in by_seat
            ]
        return found

    def side(self, team: int) -> str:
        """A team by its players: `You and Ben`."""
        return " and ".join(self.names[seat] for seat in self.state.game.teams[team])

    def _value(self, holds: str, value: object) -> str:
        if holds == "seat" and isinstance(value, int):
            return self.names[value]
        if holds == "team" and isinstance(value, int):
            return self.side(value)
        return str(value)

    def _contract(self, view: PlayerView) -> Iterator[str]:
        facts, declarer, strain = view.facts, view.facts.get("declarer"), view.facts.get("strain")
        call = ""
        is_bidding = view.phase in self._auctions and any(player.bid is not None for player in view.players)
        if self.is_contested and (isinstance(declarer, int) or is_bidding):
            call, bidder = self._standing_call(facts.get("level"))
            by = declarer if isinstance(declarer, int) and not is_bidding else bidder
            doubled = facts.get("doubled")
            times = f", {DOUBLED[doubled]}" if isinstance(doubled, int) and 0 < doubled < len(DOUBLED) else ""
            whose = "" if by is None else f" by {self.names[by]}"
            yield f"{'highest call' if is_bidding else 'contract'}: {call}{whose}{times}"
        is_played = bool(view.plays) or any(player.tricks for player in view.players)
        is_named = is_played or (isinstance(declarer, int) and not self._names_trumps())
        is_settled = is_named and view.phase not in self._auctions
        if strain not in (None, "", NO_STRAIN) and is_settled and str(strain) not in call:
            yield f"trumps: {strain_words(str(strain))}"

    def _names_trumps(self) -> bool:
        """Whether whoever is to act chooses trumps."""
        slots = self.notation.names.slots
        return any(slots[action.slot].kind == "Strain" for action in self.state.actions())

    def _standing_call(self, level: object) -> tuple[str, int | None]:
        """The call that stands, the last that was no pass and no double, and who made it."""
        slots = self.notation.names.slots
        for action in reversed(self.state.history):
            if slots[action.slot].kind == "Call":
                return action.text.removeprefix(f"{slots[action.slot].verb} "), action.seat
        return str(level), None

    @property
    def _auctions(self) -> set[str]:
        notation = self.notation
        return {name for name, kind in zip(notation.phases, notation.kinds, strict=True) if kind == "Auction"}

    @property
    def is_contested(self) -> bool:
        """Whether the highest call decides; where everyone bids for itself, the column of bids says it all."""
        return bool(self._auctions) and _is_contested(self.state.game)


@cache
def card_points(game: Game) -> Mapping[str, int]:
    """What a card is worth to whoever takes it, where the genome says so card by card."""
    genome = genome_of(game)
    taken = (ScoringTrigger.TRICK_WIN, ScoringTrigger.CAPTURE)
    rules = [] if genome is None else [rule for rule in genome.card_scoring if rule.trigger in taken]
    said = [rule.condition.model_dump(exclude_defaults=True) for rule in rules]
    if not rules or any(condition.keys() - {"suit", "rank"} for condition in said):
        return {}
    return {
        card.code: sum(
            rule.points
            for rule, condition in zip(rules, said, strict=True)
            if condition.get("suit", card.suit) == card.suit and condition.get("rank", card.rank) == card.rank
        )
        for card in game.deck.cards
    }


def genome_of(game: Game) -> GameGenome | None:
    """A game's genome; None for one that is written against the kernel."""
    try:
        return game.genome
    except DeckwrightError:
        return None


@cache
def _parts(game: Game) -> tuple[Mapping[str, Any], ...]:
    """Every object of the genome."""
    genome = genome_of(game)
    found: list[Mapping[str, Any]] = []
    waiting: list[Any] = [] if genome is None else [genome.to_dict()]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            found.append(part)
        waiting += part.values() if isinstance(part, dict) else part if isinstance(part, list) else ()
    return tuple(found)


def _reverses(game: Game) -> bool:
    return any(part.get("type") == "turn" and part.get("action") == "reverse" for part in _parts(game))


def _is_contested(game: Game) -> bool:
    return any(part.get("type") == "auction" and part.get("rising", True) for part in _parts(game))


def _breaking_suits(game: Game) -> list[str]:
    return [str(part["breaking_suit"]) for part in _parts(game) if part.get("breaking_suit")]
