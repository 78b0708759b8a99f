"""Random offers: picks of every kind, duties, what is accepted and what follows."""

from __future__ import annotations

from deckwright.genome.expressions.types import Type
from deckwright.genome.picks import KINDS
from deckwright.genome.random.effects import EffectWriter
from deckwright.genome.random.lexicon import Data, WritingPlace

LEGAL = WritingPlace(reads="what the actor knows")
"""Where a rule of legality stands."""

VERBS = ("play", "draw", "lay", "take", "ask", "name", "swap", "guess", "build", "give", "call", "knock")


class ChoiceWriter(EffectWriter):
    """Writes choices over a lexicon."""

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
            if pick["kind"] in ("card", "cards", "tail") and "to" not in pick and self.dice.chance(0.8):
                moves.append({"type": "move", "cards": pick["name"], "to": self.goal(place)})
        return moves

    def goal(self, place: WritingPlace) -> str:
        """Where played cards go: the discard pile or the tableau, mostly."""
        zones = self.lexicon.zones_of("discard", "tableau")
        return self.laid(self.dice.one(zones), place) if zones and self.dice.chance(0.7) else self.destination(place)

    def pick(self, name: str, place: WritingPlace) -> tuple[Data, WritingPlace]:
        """One value to choose, and the place after it."""
        dice = self.dice
        kind = dice.weighted(*((kind.weight(self), kind) for kind in KINDS))  # type: ignore[arg-type]
        data: Data = {"name": name, "kind": kind.name}
        after = place.named(name, kind.type)
        kind.random(self, data, place, after)  # type: ignore[arg-type]
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
