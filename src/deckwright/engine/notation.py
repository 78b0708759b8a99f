"""The text of a game's actions, and names for the kernel's numbers: phases, zones and cards."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from operator import itemgetter
from typing import TYPE_CHECKING

from deckwright.cards import Card, CardError, Deck
from deckwright.cards.words import card_words, strain_words
from deckwright.engine.action import Action
from deckwright.engine.errors import ActionTextError
from deckwright.games.vocabulary import Meaning, Vocabulary
from deckwright.genome.compile.program import Names, RegisterName, ZoneName
from deckwright.genome.expressions.types import REGISTER_FACTS
from deckwright.genome.limits import PAGE

if TYPE_CHECKING:
    from deckwright.engine.scene.choice import Choice
    from deckwright.engine.view import PublicPlayer, ZoneView

_SHOWN: Mapping[str, tuple[str, ...]] = {
    "": ("hand_number", "dealer", "direction", "passes"),
    "Trick": ("led", "winner", "trick_number", "broken", "strain"),
    "Auction": ("declarer", "level", "strain", "kind", "doubled", "high"),
    "Betting": ("pot", "to_call", "raises"),
}
"""Built-in facts that a view shows, by the core phase that they belong to (`` for any)."""

PLAYER_NUMBERS = ("score", "tricks", "bid", "chips", "bet", "folded", "out")
"""Built-in facts of each seat that a view shows."""

_ONE_VALUE = {"Nothing": "", "Commit": "done", "Cancel": "cancel"}


@dataclass(frozen=True)
class ZonePlace:
    """One zone instance: which pile of whose zone."""

    name: str
    role: str
    owner: str
    index: int | None
    """Seat or team that owns it; None for the table's."""
    pile: int | None
    """None where the zone has one pile."""

    def __str__(self) -> str:
        owner = "" if self.index is None else f"[{self.index}]"
        pile = "" if self.pile is None else f".{self.pile}"
        return f"{self.name}{owner}{pile}"


@dataclass(frozen=True)
class Notation:
    """What things are called in one game."""

    names: Names
    deck: Deck
    phases: tuple[str, ...]
    """Of each node of the flow."""
    kinds: tuple[str, ...]
    """What each node of the flow is: `Choice`, `Trick`, `Auction`, `Betting` ..."""
    core_phases: frozenset[str]
    """The kinds of phase it has: `Choice`, `Trick`, `Auction`, `Betting`."""
    values: Mapping[int, tuple[str, ...]]
    """The values of each slot that has texts of its own: calls, sizes of bets, melds."""
    zones: tuple[ZonePlace, ...]
    offers: Mapping[int, tuple[tuple[int, ...], ...]]
    """Of each choice phase, by node: the slots of each offer's picks."""
    teams: tuple[int | None, ...]
    """The team of each seat; None without teams."""
    together: frozenset[int] = frozenset()
    """The phases, by number, in which every seat chooses in secret."""
    meanings: Mapping[int, tuple[Meaning, ...]] = field(default_factory=dict)
    """What the values of slots of calls and melds stand for."""
    matched: Mapping[str, str] = field(default_factory=dict)
    """The zone whose top card says of which rank cards of a phase have to be, by the name of the phase."""

    @cached_property
    def zone_names(self) -> Mapping[str, ZoneName]:
        """The families of zones, by name."""
        return {zone.name: zone for zone in self.names.zones}

    @cached_property
    def sorts_cards(self) -> bool:
        """Whether a zone has piles that a card goes to by its suit or rank."""
        return any(zone.sorts for zone in self.zone_names.values())

    @cached_property
    def zone_families(self) -> frozenset[str]:
        """Their names."""
        return frozenset(self.zone_names)

    @cached_property
    def has_secrets(self) -> bool:
        """Whether some zone's cards are looked at and have to be remembered."""
        return not all(zone.remembers for zone in self.names.zones)

    @cached_property
    def has_copies(self) -> bool:
        """Whether some cards of the deck look alike."""
        return len(self.faces) < len(self.deck.cards)

    @cached_property
    def faces(self) -> Mapping[str, Card]:
        """A card of each code."""
        return {card.code: card for card in self.deck.cards}

    @cached_property
    def card_words(self) -> Mapping[str, str]:
        """The same as people write them."""
        return {code: card_words(card) for code, card in self.faces.items()}

    @cached_property
    def card_order(self) -> Mapping[str | None, int]:
        """The place of each code in the deck; one that was not seen comes before all."""
        order: dict[str | None, int] = {}
        for place, code in enumerate(self.names.cards):
            order.setdefault(code, place)
        return {**order, None: -1}

    @cached_property
    def zone_texts(self) -> tuple[str, ...]:
        """The zones as events name them."""
        return tuple(map(str, self.zones))

    @cached_property
    def zones_by_text(self) -> Mapping[str, ZonePlace]:
        """The same the other way round."""
        return dict(zip(self.zone_texts, self.zones, strict=True))

    def find_register(self, name: str) -> RegisterName | None:
        """The family of registers with a name."""
        return self._registers_by_name.get(name)

    @cached_property
    def _registers_by_name(self) -> Mapping[str, RegisterName]:
        return {family.name: family for family in self.names.registers}

    @cached_property
    def player_numbers(self) -> tuple[Callable[[Sequence[int]], tuple[int, ...]], ...]:
        """For each seat, what picks its numbers out of the registers; the last one where there is no such number."""
        families = [self.find_register(name) for name in PLAYER_NUMBERS]
        return tuple(
            itemgetter(*(-1 if family is None else family.base + seat for family in families))
            for seat in range(len(self.teams))
        )

    @cached_property
    def table_registers(self) -> tuple[RegisterName, ...]:
        """What a view shows of the table: the genome's own registers, and the facts of the phases it has."""
        built_in = {name for phase, names in _SHOWN.items() if not phase or phase in self.core_phases for name in names}
        families = (family for family in self.names.registers if family.per == "table")
        return tuple(family for family in families if family.name in built_in or family.name not in REGISTER_FACTS)

    @cached_property
    def names_held(self) -> Mapping[str, tuple[str, ...]]:
        """What the numbers in registers that hold no plain number stand for."""
        names = self.names
        return {
            "suit": (*names.suits, "called"),
            "rank": names.ranks,
            "strain": names.strains,
            "kind": names.kinds,
            "card": tuple(map(str, self.deck.cards)),
        }

    @cached_property
    def tricks(self) -> tuple[int, ...]:
        """The zones that tricks lie in, by number."""
        return tuple(number for number, zone in enumerate(self.zones) if zone.role == "trick")

    @cached_property
    def zone_views(self) -> dict[tuple[int, tuple[str | None, ...]], ZoneView]:
        """Views of zones that were made, by number and cards."""
        return {}

    @cached_property
    def player_views(self) -> dict[tuple[int, int, tuple[int, ...]], PublicPlayer]:
        """Views of players that were made, by seat, number of cards and numbers."""
        return {}

    @cached_property
    def choices(self) -> dict[tuple[object, ...], Choice]:
        """Choices of cards and calls that were made, by all that they hang on."""
        return {}

    @cached_property
    def seat_registers(self) -> tuple[RegisterName, ...]:
        """The genome's own registers that each seat, team or pile has."""
        families = (family for family in self.names.registers if family.per != "table")
        return tuple(family for family in families if family.name not in REGISTER_FACTS)

    @cached_property
    def credits(self) -> tuple[RegisterName, ...]:
        """What results tell of each seat beside its score: tricks taken, points captured ..."""
        by_name = {family.name: family for family in self.names.registers}
        return tuple(by_name[name] for name in self.names.credits)

    @cached_property
    def labels(self) -> Mapping[str, str]:
        """What people see registers under, by name; those that have a label."""
        return {family.name: family.label for family in self.names.registers if family.label}

    @cached_property
    def hands(self) -> Mapping[int, tuple[int, ...]]:
        """The zones that are each seat's hand, by number."""
        places = [(zone.index, number) for number, zone in enumerate(self.zones) if zone.role == "hand"]
        seats = {index for index, number in places if index is not None and self.zones[number].owner == "seat"}
        return {seat: tuple(number for index, number in places if index == seat) for seat in seats}

    def card(self, type_number: int) -> str | None:
        """The text of a card type; None for a card that was not seen."""
        return self.names.cards[type_number] if 0 <= type_number < len(self.names.cards) else None

    def text(self, slot: int, value: int) -> str:
        """What an action says."""
        texts = self._texts
        if (slot, value) not in texts:
            texts[slot, value] = self._text(slot, value)
        return texts[slot, value]

    @cached_property
    def _texts(self) -> dict[tuple[int, int], str]:
        """Those that were asked for."""
        return {}

    def action(self, slot: int, value: int, seat: int | None) -> Action:
        """The action of a seat, made once."""
        known = self._known_actions
        found = known.get((slot, value, seat))
        if found is None:
            found = known[slot, value, seat] = Action(self.text(slot, value), slot, value, seat)
        return found

    def folded(self, slot: int, value: int) -> str:
        """What an action says, without the differences that do not matter."""
        found = self._folded.get((slot, value))
        if found is None:
            found = self._folded[slot, value] = fold(self.text(slot, value))
        return found

    def tell_apart(self, legal: Sequence[tuple[int, int]], seat: int | None) -> tuple[Action, ...]:
        """Actions of a list, of which some say the same: those after the first are numbered."""
        said: dict[str, int] = {}
        actions: list[Action] = []
        for slot, value in legal:
            same = self.folded(slot, value)
            times = said[same] = said.get(same, 0) + 1
            text = self.text(slot, value)
            actions.append(Action(text if times == 1 else f"{text} ({times})", slot, value, seat))
        return tuple(actions)

    @cached_property
    def _known_actions(self) -> dict[tuple[int, int, int | None], Action]:
        return {}

    @cached_property
    def _folded(self) -> dict[tuple[int, int], str]:
        return {}

    def _text(self, slot: int, value: int) -> str:
        spec = self.names.slots[slot]
        if spec.kind in ("Commit", "Cancel"):
            return _ONE_VALUE[spec.kind]
        return f"{spec.verb} {self.value_text(slot, value)}".strip()

    def spoken(self, text: str, names: Sequence[str]) -> str:
        """What an action says, for people: seats by name (`ask Ben` for `ask 2`), and no underscores."""
        found = self.find(text)
        return text.replace("_", " ") if found is None else self.said(*found, names)

    def said(self, slot: int, value: int, names: Sequence[str], *, seat: int | None = None, first_pile: int = 0) -> str:
        """The same for slot and value, to a seat; a value below 0 was not seen. `first_pile` numbers the first pile."""
        spec = self.names.slots[slot]
        verb = spec.verb.replace("_", " ")
        if value < 0:
            return verb
        match spec.kind:
            case "Seat" if 0 <= value + spec.offset < len(names):
                return f"{verb} {names[value + spec.offset]}"
            case "Pile" if spec.pick:
                # A pick has a name for the rules to use: people say what it is.
                named = [name for name in self.zone_names if re.search(rf"\b{name}\b", spec.source)]
                return f"{one_of(named[0]) if named else 'pile'} {value + first_pile}"
            case "Place":
                owner = spec.offset // self.zone_names[spec.source].piles
                whose = "my" if owner == seat else f"{names[owner]}'s" if owner < len(names) else "a"
                return f"{whose} card {value + 1}"
            case "Own":
                return f"{verb} {one_of(spec.to)} {value + 1}"
            case "Commit":
                return f"{verb} these"
            case "Call" if (text := self.value_text(slot, value)).isdecimal():
                kind = self.meanings[slot][value].kind
                return f"{verb} {text}{f' {kind}' if kind.endswith('s') else ''}"  # `call 30 points`
            case "Nothing" if spec.said:
                return spec.said
            case "Card" | "Suit" | "Rank" if len(verb) <= 2:
                return self.value_text(slot, value)
            case "Strain":
                strain = strain_words(self.value_text(slot, value)).replace("_", " ")
                return f"{verb} {strain}" if len(verb) > 2 else strain
        return self.text(slot, value).replace("_", " ")

    def card_said(self, slot: int, value: int) -> str:
        """What a choice of a card says, the card as people write it: `play 2♣`."""
        found = self._cards_said.get((slot, value))
        if found is None:
            card = self.names.cards[value]
            found = f"{self.said(slot, value, ()).removesuffix(card)}{self.card_words[card]}"
            self._cards_said[slot, value] = found
        return found

    @cached_property
    def _cards_said(self) -> dict[tuple[int, int], str]:
        return {}

    def parse(self, text: str) -> tuple[int, int]:
        """Slot and value of the first action that says this; ActionTextError if none does."""
        found = self.find(text)
        if found is None:
            verbs = ", ".join(dict.fromkeys(slot.verb for slot in self.names.slots))
            raise ActionTextError("action.unknown-text", f"{text[:60]!r} is no action of this game: it has {verbs}")
        return found

    def find(self, text: str) -> tuple[int, int] | None:
        """Slot and value of the first action that says this, however its spaces, capitals and cards are written."""
        return self._by_text.get(fold(text)) or self._by_text.get(fold(self._respell(text)))

    def _respell(self, text: str) -> str:
        """The text with its cards and strains as the game writes them: `play th` for `play 10H`."""
        return " ".join(word if place == 0 else self._respell_card(word) for place, word in enumerate(text.split()))

    @cached_property
    def _strain_names(self) -> Mapping[str, str]:
        return {strain_words(name): name for name in self.names.strains}

    def _respell_card(self, word: str) -> str:
        if strain := self._strain_names.get(word.casefold()):
            return strain
        try:
            return self.deck.parse(word).code
        except CardError:
            return word

    @cached_property
    def says_twice(self) -> bool:
        """Whether two different actions say the same."""
        return len(self._by_text) < sum(map(self._value_count, range(len(self.names.slots))))

    @cached_property
    def _by_text(self) -> dict[str, tuple[int, int]]:
        texts: dict[str, tuple[int, int]] = {}
        for slot in range(len(self.names.slots)):
            for value in range(self._value_count(slot)):
                texts.setdefault(fold(self.text(slot, value)), (slot, value))
        return texts

    def _value_count(self, slot: int) -> int:
        kind = self.names.slots[slot].kind
        if slot in self.values:
            return len(self.values[slot])
        if kind in _ONE_VALUE:
            return 1
        table = self._table(kind)
        return PAGE if table is None else len(table)

    def value_text(self, slot: int, value: int) -> str:
        """What the value of an action says, without its verb."""
        spec = self.names.slots[slot]
        if spec.kind in _ONE_VALUE:
            return _ONE_VALUE[spec.kind]
        table = self.values.get(slot) or self._table(spec.kind)
        return str(value + spec.offset) if table is None else table[value]

    def _table(self, kind: str) -> tuple[str, ...] | None:
        """The names of a kind of value; None for plain numbers (seats, piles, amounts)."""
        names = self.names
        return {"Card": names.cards, "Rank": names.ranks, "Suit": names.suits, "Strain": names.strains}.get(kind)


def one_of(name: str) -> str:
    """What one pile of a zone is called: `column` for `columns`."""
    return name.replace("_", " ").removesuffix("s")


def fold(text: str) -> str:
    """Text without the differences that do not matter: capitals and spaces."""
    return " ".join(text.casefold().split())


def make_notation(vocabulary: Vocabulary, teams: tuple[int | None, ...]) -> Notation:
    """The notation of a game, from what its things are called and the team of each seat."""
    return Notation(
        names=vocabulary.names,
        deck=vocabulary.deck,
        phases=vocabulary.phases,
        kinds=vocabulary.kinds,
        core_phases=frozenset(vocabulary.kinds),
        values=vocabulary.values,
        zones=_zones(vocabulary.names),
        offers=vocabulary.offers,
        teams=teams,
        together=vocabulary.together,
        meanings=vocabulary.meanings,
        matched=vocabulary.matched,
    )


def _zones(names: Names) -> tuple[ZonePlace, ...]:
    places: dict[int, ZonePlace] = {}
    for zone in names.zones:
        for index in range(zone.owners):
            for pile in range(zone.piles):
                places[zone.base + index * zone.piles + pile] = ZonePlace(
                    zone.name,
                    zone.role,
                    zone.owner,
                    None if zone.owner == "table" else index,
                    None if zone.piles == 1 else pile,
                )
    return tuple(places[number] for number in sorted(places))
