"""Random effects, offers and phases, and the turn structures they nest in."""

from __future__ import annotations

from dataclasses import replace

from deckwright.evolve.random.materials import random_condition
from deckwright.evolve.random.writer import Writer
from deckwright.genome.effects import EFFECTS
from deckwright.genome.expressions.types import Type
from deckwright.genome.phases import PHASES
from deckwright.genome.picks import KINDS, PICKS
from deckwright.genome.writing import Data, WritingPlace

DEPTH = 2
"""How deep the expressions of effects go."""
LIKELY_MOVES = (
    ("stock", "hand"), ("stock", "hand"), ("stock", "tableau"), ("hand", "discard"), ("tableau", "captured"),
    ("discard", "hand"), ("tableau", "discard"), ("discard", "stock"), ("stock", "other"), ("other", "hand"),
)  # fmt: skip
LEGAL = WritingPlace(reads="what the actor knows")
"""Where a rule of legality stands."""

VERBS = ("play", "draw", "lay", "take", "ask", "name", "swap", "guess", "build", "give", "call", "knock")
FLOW = WritingPlace(reads="what all know")
"""Where a rule of the flow stands."""
MOST_TURNS = 400
"""Turns that a whole hand may have, however structures nest."""


class PhaseWriter(Writer):
    """Writes effects, choices and phases. `chips`: how many there are to bet; `battles`: whether ties are fought."""

    chips = 0
    battles = False
    anything, known = WritingPlace(), FLOW

    # effects

    def effects(self, place: WritingPlace, low: int, high: int, *, nested: int = 0) -> list[Data]:
        """A list of effects."""
        return self.dice.several(low, high, lambda: self.effect(place, nested))

    def effect(self, place: WritingPlace, nested: int = 0) -> Data:
        """One effect."""
        weights = [(kind.weight(self, place, nested), kind) for kind in EFFECTS]
        return self.dice.weighted(*weights).random(self, place, nested)

    def effect_of(self, name: str) -> Data:
        """An effect of a type, anywhere."""
        kind = next(kind for kind in EFFECTS if kind.model_fields["type"].default == name)
        return kind.random(self, WritingPlace(), 0)

    def zone_move(self, place: WritingPlace) -> Data:
        """Cards of a zone go to another: all, some from the top, those of a kind, or until something holds."""
        dice, lexicon = self.dice, self.lexicon
        roles = dice.one(LIKELY_MOVES)
        sources, targets = lexicon.zones_of(roles[0]), lexicon.zones_of(roles[1])
        if sources and targets and dice.chance(0.8):
            source, target = dice.one(sources), dice.one(targets)
        else:
            source, target = dice.one(lexicon.zones), dice.one(lexicon.zones)
        taken = self.one_pile(source, place, 1) if source["piles"] != 1 else self.zone(source, place, 1)
        data: Data = {"type": "move", "cards": taken, "to": self.laid(target, place)}
        match dice.weighted((5, "count"), (2, "where"), (1, "until"), (1.5, "all"), (0.3, "several")):
            case "count":
                data["count"] = str(dice.number(1, 3)) if dice.chance(0.7) else self.number(place, 1)
            case "where":
                data["where"] = self.truth(place.inside("c", Type.CARD).reading("the card"), 1)
                dice.may(0.3, data, "count", lambda: str(dice.number(1, 2)))
            case "until":
                data["until"] = self.truth(place, DEPTH)
            case "several":
                data |= {"until": self.truth(place, 1), "count": str(dice.number(1, 5))}
        return data

    def destination(self, place: WritingPlace) -> str:
        """A pile to lay cards on."""
        return self.laid(self.dice.one(self.lexicon.zones), place)

    def laid(self, zone: Data, place: WritingPlace) -> str:
        """A zone as a destination: one pile of it, unless its piles sort cards by themselves."""
        sorts = zone["piles"] == 1 or (isinstance(zone["piles"], str) and self.dice.chance(0.7))
        return self.zone(zone, place, 1) if sorts else self.one_pile(zone, place, 1)

    # choices

    def offers(self, *, together: bool = False) -> list[Data]:
        """The offers of a choice; mostly the last is one that can always be taken."""
        dice = self.dice
        verbs = dice.some(VERBS, 1, 4)
        offers = [self.offer(verb, together=together) for verb in dice.shuffled(verbs)]
        if len(offers) > 1 and dice.chance(0.4):
            for place, offer in enumerate(offers):
                offer["duty"] = min(place, dice.number(0, 2))
        if dice.chance(0.7):
            offers.append(self.passing(len(offers)))
        return offers

    def passing(self, before: int) -> Data:
        """Doing nothing much."""
        data: Data = {"name": "pass", "is_pass": self.dice.chance(0.7)}
        self.dice.may(0.4, data, "duty", lambda: self.dice.number(1, 1 + before))
        self.dice.may(0.2, data, "effects", lambda: self.effects(WritingPlace(), 1, 1))
        return data

    def offer(self, verb: str, *, together: bool = False) -> Data:
        """One thing that a seat may do."""
        dice = self.dice
        data: Data = {"name": verb}
        dice.may(0.4, data, "when", lambda: self.truth(LEGAL, 2))
        place = LEGAL
        picks: list[Data] = []
        wanted = dice.weighted((2, 0), (6, 1), (2.5, 2), (0.7, 3), (0.1 if together else 0.3, 4))
        for number in range(wanted):
            pick, place = self.pick(f"{verb}{number}" if number or dice.chance(0.6) else "c", place)
            picks.append(pick)
        if picks:
            data["picks"] = picks
        dice.may(0.2, data, "accept", lambda: self.truth(place, 2))
        data["effects"] = [
            *self.sent(picks, place.reading("anything")), *self.effects(place, 0, 2),
        ]  # fmt: skip
        dice.may(0.05, data, "is_pass", lambda: True)
        return data

    def sent(self, picks: list[Data], place: WritingPlace) -> list[Data]:
        """Picked cards go somewhere, mostly."""
        moves: list[Data] = []
        for pick in picks:
            if PICKS[pick["kind"]].takes and "to" not in pick and self.dice.chance(0.8):
                moves.append({"type": "move", "cards": pick["name"], "to": self.goal(place)})
        return moves

    def goal(self, place: WritingPlace) -> str:
        """Where played cards go: the discard pile or the tableau, mostly."""
        zones = self.lexicon.zones_of("discard", "tableau")
        return self.laid(self.dice.one(zones), place) if zones and self.dice.chance(0.7) else self.destination(place)

    def pick(self, name: str, place: WritingPlace) -> tuple[Data, WritingPlace]:
        """One value to choose, and the place after it."""
        dice = self.dice
        kind = dice.weighted(*((kind.weight(self), kind) for kind in KINDS))
        data: Data = {"name": name, "kind": kind.name}
        after = place.named(name, kind.type)
        kind.random(self, data, place, after)
        return data, after

    def source(self, place: WritingPlace) -> str:
        """Where cards are picked from."""
        dice = self.dice
        hand = dice.one(self.lexicon.zones_of("hand", owner="seat"))
        first = self.zone(hand, place, 1, own=True) if dice.chance(0.75) else self.seen_zone(place, 1)
        earlier = place.of_type(Type.CARD) + place.of_type(Type.CARDS)
        if earlier and dice.chance(0.15):
            return f"{first}, {dice.one(earlier)}"
        return f"{first}, {self.seen_zone(place, 1)}" if dice.chance(0.05) else first

    def duties(self, place: WritingPlace) -> list[Data]:
        """Tiers of cards."""
        return self.dice.several(1, 2, lambda: self.duty(place))

    def duty(self, place: WritingPlace) -> Data:
        """A tier of cards."""
        dice = self.dice
        data: Data = {}
        if self.lexicon.tables and dice.chance(0.2):
            data["by"] = dice.one(self.lexicon.tables)
        else:
            data["cards"] = self.truth(place, 1)
        dice.may(0.3, data, "when", lambda: self.truth(LEGAL, 1))
        return data

    # phases

    def structure(self, *, room: int = MOST_TURNS, depth: int = 1) -> Data:
        """A turn structure with at most so many turns in all."""
        dice = self.dice
        order = dice.weighted((5, "cycle"), (2, "once"), (1.5, "stay"), (1, "together"), (2.5, "sequence"))
        if depth == 1 and order == "together":
            order = "cycle"
        data: Data = {"type": "turns", "order": order}
        repeats = order in ("cycle", "stay")
        if order != "together" and dice.chance(0.35 if repeats else 0.15):
            data["until"] = self.truth(FLOW, 2)
            repeats |= order == "sequence"
        seats = 1 if order == "sequence" else self.lexicon.seats
        limit = dice.number(1, max(1, min(60, room))) if repeats else seats
        if repeats and (depth > 1 or dice.chance(0.7)):
            data["limit"] = limit
        elif dice.chance(0.1):
            data["limit"] = dice.number(1, 4)
        if dice.chance(0.3) and order != "sequence":
            data["start"] = self.seat(FLOW, 2)
        if depth > 1:
            data["when"] = self.truth(FLOW, 1) if dice.chance(0.3) else "1"
        dice.may(0.3, data, "name", lambda: f"part {depth}")
        left = max(1, room // max(1, limit))
        if order == "together":
            data["phases"] = [{"type": "choice", "offers": self.offers(together=True)}]
        else:
            data["phases"] = dice.several(1, 3, lambda: self.phase(left, depth))
        return data

    def phase(self, room: int, depth: int) -> Data:
        """Any phase."""
        kind = self.dice.weighted(*((kind.weight(self, depth), kind) for kind in PHASES))
        data = kind.random(self, room, depth)
        if "when" not in data and self.dice.chance(0.15):
            data["when"] = self.truth(FLOW, 2)
        if "name" not in data and self.dice.chance(0.2):
            data["name"] = self.dice.one(("first part", "next", "settling up"))
        return data

    # what phases are written with

    def seat_known(self, depth: int) -> str:
        """A seat that everyone can work out."""
        return self.seat(FLOW, depth)

    def legal(self, **names: Type) -> WritingPlace:
        """Where a rule of legality stands that knows these names."""
        return replace(LEGAL, names=tuple(names.items()))

    def legal_truth(self, depth: int, **names: Type) -> str:
        """A condition that decides what is legal."""
        return self.truth(self.legal(**names), depth)

    def condition(self) -> Data:
        """The cards with a suit, a rank, or something else about them."""
        return random_condition(self)

    def phase_of(self, name: str) -> Data:
        """A phase of a type."""
        kind = next(kind for kind in PHASES if kind.model_fields["type"].default == name)
        return kind.random(self, 1, 1)
