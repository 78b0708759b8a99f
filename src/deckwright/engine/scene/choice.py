"""Legal actions as data: what each of them does with which card of which place, without a word to be parsed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from deckwright.cards.words import with_cards
from deckwright.engine.action import Action
from deckwright.engine.scene.asking import asked_for
from deckwright.engine.scene.places import Finder
from deckwright.engine.scene.receiver import receiver
from deckwright.engine.scene.text import to_text
from deckwright.engine.scene.worths import worths
from deckwright.genome.checks.walk import offers_of

if TYPE_CHECKING:
    from deckwright._kernel import Asked
    from deckwright.engine.game import Game
    from deckwright.engine.state import State
    from deckwright.genome.compile.program import SlotName

OF = ("card", "cards", "pile", "seat", "suit", "rank", "strain", "call", "amount", "none")
"""What a move names."""

MOST_SHOWN = 5_000
"""Choices of one decision that are shown, many more than anybody looks through; the library has some hundreds. Others
are legal all the same, by their ids."""

MOST_KEPT = 4096
"""Choices of which a game keeps those that it made, to hand them out again: they never change."""

_OF_KIND = {
    "Card": "card", "Instance": "cards", "Pile": "pile", "Place": "pile", "Own": "pile", "Seat": "seat",
    "Suit": "suit", "Rank": "rank", "Strain": "strain", "Call": "call", "Number": "amount",
}  # fmt: skip


class Choice(NamedTuple):
    """One thing that the seat to act may do, or the next part of it. Fields that do not apply are empty."""

    id: str
    """What is sent to do it."""
    label: str
    """For people and screen readers; nothing has to be read out of it."""
    verb: str
    offer: str
    """Which of the things on offer it belongs to; moves of one offer are one control."""
    pick: str
    """Which part of the offer it chooses; empty where there is only one."""
    of: str
    """What it names: one of `OF`."""
    card: str | None = None
    cards: tuple[str, ...] = ()
    """The cards of a meld, or of a set whose suits matter."""
    ranks: tuple[str, ...] = ()
    """The ranks of a set whose suits do not matter."""
    zone: str | None = None
    """Where the card lies that it names or takes: the id of a region."""
    target: str | None = None
    """Where it goes, or the pile that is chosen: the id of a region."""
    value: str | int | None = None
    """The seat, suit, rank, strain or call; the number of an amount."""
    level: int | None = None
    strain: str | None = None
    """Of a call."""
    amount: int | None = None
    """Chips that go in, or the number that is chosen."""
    low: int | None = None
    high: int | None = None
    """How many cards are picked in all, where several are."""
    picked: int | None = None
    """How many are picked already."""
    worth: int | None = None
    """What a set counts, where its worth decides whether it may be laid."""
    is_done: bool = False
    """It ends the picking of several cards."""
    completes: bool = False
    """The choice is whole with it, and can be sent; without this a draft has to be asked."""
    ends: bool = False
    """It gives the hand up, and does nothing else."""
    note: str = ""
    """What one should know before: that it asks for what one cannot do."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data; what does not apply is left out."""
        always = ("id", "label", "verb", "offer", "pick", "of")
        return {
            name: value
            for name, value in zip(self._fields, self, strict=True)
            if name in always or not (value is None or value is False or value in ((), ""))
        }


@lru_cache(maxsize=8192)
def choice_text(choice: Choice) -> str:
    """A choice as JSON: the same ones are offered again and again."""
    return to_text(choice.to_dict())


@dataclass(frozen=True, slots=True)
class DraftPart:
    """What a seat has chosen of a move that is not complete."""

    pick: str
    of: str
    cards: tuple[str, ...]
    value: str | int | None
    text: str

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return {"pick": self.pick, "of": self.of, "cards": list(self.cards), "value": self.value, "text": self.text}


def choices(state: State, names: Sequence[str] = ()) -> tuple[Choice, ...]:
    """What the seat to act may do, in the order of `state.actions()`; nothing when nobody is to act."""
    if state.seat is None:
        return ()
    maker = _Maker(state, state.seat, tuple(names))
    made = tuple(map(maker.make, state.actions()[:MOST_SHOWN]))
    asking = asked_for(state.game)
    return _noted(state, made, asking) if any(choice.offer in asking for choice in made) else made


def _noted(state: State, made: tuple[Choice, ...], asking: Mapping[str, frozenset[str]]) -> tuple[Choice, ...]:
    """Asking for an offer of the same phase that cannot be taken now is noted so."""
    slots = state.game.notation.names.slots
    here = {slots[slot].offer.replace("_", " ") for picks in state.game.notation.offers[state.node] for slot in picks}
    here -= {choice.offer for choice in made}
    wanted = [min(asking.get(choice.offer, frozenset()) & here, default="") for choice in made]
    return tuple(
        choice._replace(note=f"you cannot {want} now") if want else choice
        for choice, want in zip(made, wanted, strict=True)
    )


class _Maker:
    """Makes the choices of one decision."""

    def __init__(self, state: State, seat: int, names: tuple[str, ...]) -> None:
        asked = state.position.asked()
        self.state, self.seat, self.names = state, seat, names
        self.notation = state.game.notation
        self.finder = Finder(state.game, state.seen_by(seat), seat if asked["playing"] is None else asked["playing"])
        self.limits = {slot: (picked, low, high) for slot, picked, low, high in asked["limits"]}
        self.amounts = {(slot, value): chips for slot, value, chips in asked["amounts"]}
        self.commits = self._commits(asked)
        self.offers = self.notation.offers.get(state.node, ())
        self.worths = worths(state.game)
        self._receiver: int | bool | None = False
        self._targets: dict[str, str | None] = {}
        """Where cards go, whichever they are."""

    def _commits(self, asked: Asked) -> Mapping[int, tuple[int, int, int]]:
        """Limits by the slot that ends a pick: the one after the pages of the pick's values."""
        slots, found = self.notation.names.slots, {}
        for slot, picked, low, high in asked["limits"]:
            last = slot
            while slots[last].kind != "Commit" and last + 1 < len(slots) and slots[last + 1].pick == slots[slot].pick:
                last += 1
            found[last] = (picked, low, high)
        return found

    def make(self, action: Action) -> Choice:
        slot, value = action.slot, action.value
        spec = self.notation.names.slots[slot]
        is_card = spec.kind == "Card" and slot not in self.notation.values
        if not is_card and spec.kind != "Call":
            return self._made(spec, slot, value, self._fields(spec, slot, value))
        # The same cards and calls are offered again and again, and hang on nothing but this.
        lies, goes = self._places(spec, value) if is_card else (None, None)
        limits = self.limits.get(slot - spec.offset // 128) if spec.several else None
        key = (slot, value, lies, goes, self._completes(spec, slot), limits, self.amounts.get((slot, value)))
        kept = self.notation.choices
        found = kept.get(key)
        if found is None:
            fields = self._card(spec, value, lies, goes) if is_card else self._call(slot, value)
            found = self._made(spec, slot, value, fields)
            if len(kept) >= MOST_KEPT:
                kept.clear()
            kept[key] = found
        return found

    def _fields(self, spec: SlotName, slot: int, value: int) -> dict[str, Any]:
        match spec.kind:
            case "Card":  # turned up unseen
                return {"of": "none", "zone": self.finder.of_text(spec.source), "target": spec.to}
            case "Instance":
                return self._cards(spec, slot, value)
            case "Pile":
                return {"target": self.finder.of_text(spec.source, pile=value), "value": value}
            case "Place" | "Own":
                return self._place(spec, value)
            case "Seat":
                return {"value": value + spec.offset}
            case "Suit" | "Rank" | "Strain":
                return {"value": self.notation.value_text(slot, value)}
            case "Number":
                return {"amount": self.amounts.get((slot, value), value + spec.offset)}
            case "Commit":
                return {"is_done": True, **self._limits(self.commits.get(slot))}
            case "Nothing":
                return self._nothing(spec, slot, value)
        return {}

    def _made(self, spec: SlotName, slot: int, value: int, known: dict[str, Any]) -> Choice:
        fields: dict[str, Any] = {"of": _OF_KIND.get(spec.kind, "none"), **known}
        fields["completes"] = self._completes(spec, slot)
        fields["ends"] = spec.kind == "Nothing" and spec.offer in giving_up(self.state.game)
        if spec.several:
            fields |= self._limits(self.limits.get(slot - spec.offset // 128))
        label = self.notation.said(slot, value, self.names, seat=self.seat, first_pile=1)
        verb = spec.offer if spec.pick and len(spec.verb) <= 2 else spec.verb
        if spec.kind == "Instance":
            label = f"{with_cards(verb_said := spec.verb.replace('_', ' '))}{label.removeprefix(verb_said)}"
        if spec.said_by:
            label = self._said_of_card(spec) or label
        if (slot, value) in self.amounts:
            amount, said = self.amounts[slot, value], spec.with_chips or spec.verb
            bets = [player.bet or 0 for player in self.finder.view.players]
            if spec.is_raise and not any(bets):
                verb = said = "bet"
            elif spec.is_raise and not spec.with_chips:
                said, amount = "raise to", amount + bets[self.seat]
            label = f"{said} {amount}"
        card = fields.get("card")
        if card is not None:
            label = f"{label.removesuffix(card)}{self.notation.card_words[card]}"
        elif (codes := fields.get("cards")) and label.endswith(" ".join(codes)):
            words = " ".join(self.notation.card_words[code] for code in codes)
            label = f"{label.removesuffix(' '.join(codes))}{words}"
        return Choice(
            id=f"{slot}.{value}",
            label=label,
            verb=verb.replace("_", " "),
            offer=(spec.offer or spec.verb).replace("_", " "),
            pick=spec.pick.replace("_", " "),
            **fields,
        )

    def _said_of_card(self, spec: SlotName) -> str:
        """What is said of a move by the card that was drawn, or else by the one that was discarded last."""
        zones = [zone for zone in self.finder.view.zones if zone.cards and zone.cards[-1] is not None]
        last = [zone.cards[-1] for role in ("other", "discard") for zone in zones if zone.role == role]
        return dict(spec.said_by).get(str(self.notation.faces[str(last[0])].rank), "") if last else ""

    def _completes(self, spec: SlotName, slot: int) -> bool:
        """Whether no pick can come after it."""
        if not spec.offer or not spec.pick:
            return True
        first = slot - 1 if spec.kind == "Commit" else slot
        first -= self.notation.names.slots[first].offset // 128 if self._is_paged(first) else 0
        last = next((slots[-1] for slots in self.offers if first in slots), None)
        if first != last:
            return False
        if not spec.several or spec.kind == "Commit":
            return True
        picked, low, high = self.limits.get(first, (0, 0, 0))
        return spec.kind == "Card" and low == high == picked + 1

    def _is_paged(self, slot: int) -> bool:
        return self.notation.names.slots[slot].kind == "Instance"

    def _limits(self, found: tuple[int, int, int] | None) -> dict[str, Any]:
        if found is None:
            return {}
        picked, low, high = found
        return {"picked": picked, "low": low, "high": high}

    def _places(self, spec: SlotName, value: int) -> tuple[str | None, str | None]:
        """Where a card lies, and where it goes."""
        card = self.notation.names.cards[value]
        return self.finder.of_card(spec.source, card), self._target(spec, card)

    def _card(self, spec: SlotName, value: int, lies: str | None, goes: str | None) -> dict[str, Any]:
        card = self.notation.names.cards[value]
        return {"of": "cards" if spec.several else "card", "card": card, "zone": lies, "target": goes}

    def _target(self, spec: SlotName, card: str | None) -> str | None:
        if self.notation.sorts_cards:
            return self._find_target(spec, card)
        if spec.to not in self._targets:
            self._targets[spec.to] = self._find_target(spec, card)
        return self._targets[spec.to]

    def _find_target(self, spec: SlotName, card: str | None) -> str | None:
        found = self.finder.of_text(spec.to, card=card) if spec.to else None
        if found is None and "[" in spec.to:  # whose it is follows from the rules: they are asked
            if self._receiver is False:
                self._receiver = receiver(self.state, self.seat)
            return None if self._receiver is None else f"hand[{self._receiver}]"
        return found

    def _cards(self, spec: SlotName, slot: int, value: int) -> dict[str, Any]:
        meaning = self.notation.meanings[slot][value]
        return {
            "cards": meaning.cards,
            "ranks": meaning.ranks,
            "zone": self.finder.of_card(spec.source, meaning.cards[0])
            if meaning.cards
            else self.finder.of_text(spec.source),
            "target": self.finder.of_text(spec.to, pile=meaning.pile) if spec.to else None,
            "worth": self.worths.of(meaning.cards, meaning.ranks),
        }

    def _place(self, spec: SlotName, value: int) -> dict[str, Any]:
        family = self.notation.zone_names[spec.to if spec.kind == "Own" else spec.source]
        first = self.seat * family.piles if spec.kind == "Own" else spec.offset
        place = str(self.notation.zones[family.base + first + value])
        taken = self.finder.of_text(spec.source) if spec.kind == "Own" else place
        return {"zone": taken, "target": place, "value": value + 1}

    def _call(self, slot: int, value: int) -> dict[str, Any]:
        meaning = self.notation.meanings[slot][value]
        return {
            "value": self.notation.value_text(slot, value),
            "level": meaning.level,
            "strain": meaning.strain or None,
            "amount": None if meaning.strain else meaning.level,
        }

    def _nothing(self, spec: SlotName, slot: int, value: int) -> dict[str, Any]:
        found: dict[str, Any] = {}
        if spec.source:
            found["zone"] = self.finder.of_text(spec.source)
        if spec.to:
            found["target"] = self.finder.of_text(spec.to)
        if (slot, value) in self.amounts:
            found["amount"] = self.amounts[slot, value]
        return found


@lru_cache(maxsize=256)
def giving_up(game: Game) -> frozenset[str]:
    """The offers that end the hand and do nothing else."""
    genome = game.definition.genome
    offers = () if genome is None else (offer for offer, _ in offers_of(genome))
    return frozenset(
        offer.name for offer in offers if {(one.type, getattr(one, "what", "")) for one in offer.effects} == GIVES_UP
    )


GIVES_UP = {("end", "hand")}


def draft_parts(state: State, seat: int) -> tuple[DraftPart, ...]:
    """What a seat has chosen so far of the move that it is making."""
    observation = state.position.observe(seat)
    draft, notation = observation["draft"], state.game.notation
    if draft is None:
        return ()
    parts: list[DraftPart] = []
    for place, slot in enumerate(notation.offers[observation["node"]][draft["offer"]][: draft["pick"] + 1]):
        spec = notation.names.slots[slot]
        cards = tuple(notation.names.cards[card] for card in draft["cards"][place])
        if not cards and (place >= draft["pick"] or spec.several):
            continue
        of = _OF_KIND.get(spec.kind, "none")
        value: str | int | None = None
        if not cards:
            number = draft["values"][place]
            value = number + spec.offset if of in ("seat", "pile", "amount") else notation.value_text(slot, number)
        said = ", ".join(cards) or str(value)
        parts.append(DraftPart(spec.pick.replace("_", " "), "cards" if spec.several else of, cards, value, said))
    return tuple(parts)
