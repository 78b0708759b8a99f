"""Random effects: all twelve of them."""

from __future__ import annotations

from dataclasses import replace

from deckwright.genome.expressions.types import Type
from deckwright.genome.random.lexicon import HELD, Data, Place, is_open
from deckwright.genome.random.writer import Writer

DEPTH = 2
"""How deep the expressions of effects go."""
CONTRACT = {
    "declarer": Type.SEAT, "level": Type.INT, "strain": Type.STRAIN, "doubled": Type.INT, "broken": Type.INT,
    "dealer": Type.SEAT,
}  # fmt: skip
"""Facts that a rule may set."""
LIKELY_MOVES = (
    ("stock", "hand"), ("stock", "hand"), ("stock", "tableau"), ("hand", "discard"), ("tableau", "captured"),
    ("discard", "hand"), ("tableau", "discard"), ("discard", "stock"), ("stock", "other"), ("other", "hand"),
)  # fmt: skip


class EffectWriter(Writer):
    """Writes effects over a lexicon."""

    def effects(self, place: Place, low: int, high: int, *, nested: int = 0) -> list[Data]:
        """A list of effects."""
        return self.dice.several(low, high, lambda: self.effect(place, nested))

    def effect(self, place: Place, nested: int = 0) -> Data:
        """One effect."""
        lexicon = self.lexicon
        inner = nested < 2
        settable = 3 if lexicon.registers else 0.3
        make = self.dice.weighted(
            (8, self.move),
            (2 if lexicon.groups else 0, self.sweep),
            (1.2, self.show),
            (0.8, self.shuffle),
            (settable, self.set),
            (2, self.score),
            (1, self.pay),
            (1.5, self.turn),
            (0.35, self.out),
            (2 if inner else 0, lambda place: self.condition(place, nested)),
            (1.2 if inner and place.loops < 2 else 0, lambda place: self.each(place, nested)),
            (0.3, self.end),
        )
        return make(place)

    # cards

    def move(self, place: Place) -> Data:
        """Cards go from one place to another."""
        dice = self.dice
        picked = place.of_type(Type.CARD) + place.of_type(Type.CARDS)
        free = place.reading("anything")
        if picked and dice.chance(0.5):
            data = {"type": "move", "cards": dice.one(picked), "to": self.destination(free)}
        else:
            data = self.zone_move(free)
        if dice.chance(0.15):
            data["place"] = dice.one(("bottom", "shuffled"))
        if dice.chance(0.15):
            data["seen_by"] = dice.one(("all", "team", "owner", "none"))
        return data

    def zone_move(self, place: Place) -> Data:
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
                if dice.chance(0.3):
                    data["count"] = str(dice.number(1, 2))
            case "until":
                data["until"] = self.truth(place, DEPTH)
            case "several":
                data |= {"until": self.truth(place, 1), "count": str(dice.number(1, 5))}
        return data

    def destination(self, place: Place) -> str:
        """A pile to lay cards on."""
        return self.laid(self.dice.one(self.lexicon.zones), place)

    def laid(self, zone: Data, place: Place) -> str:
        """A zone as a destination: one pile of it, unless its piles sort cards by themselves."""
        sorts = zone["piles"] == 1 or (isinstance(zone["piles"], str) and self.dice.chance(0.7))
        return self.zone(zone, place, 1) if sorts else self.one_pile(zone, place, 1)

    def sweep(self, place: Place) -> Data:
        """Complete patterns leave a zone."""
        free = place.reading("anything")
        lexicon = self.lexicon
        hand = self.dice.one(lexicon.zones_of("hand"))
        zone = self.zone(hand, free, 1) if self.dice.chance(0.7) else self.any_zone(free, 1)
        to = self.dice.one(lexicon.zones_of("sets", "captured", "discard") or lexicon.zones)
        data: Data = {
            "type": "sweep", "zone": zone, "pattern": self.dice.one(lexicon.groups), "to": self.laid(to, free),
        }  # fmt: skip
        if self.dice.chance(0.3):
            data["refill"] = lexicon.stock
        return data

    def show(self, place: Place) -> Data:
        """Cards are shown."""
        free = place.reading("anything")
        data: Data = {"type": "show", "cards": self.cards(free, 1)}
        if self.dice.chance(0.4):
            data["where"] = self.truth(free.inside("c", Type.CARD).reading("the card"), 1)
        if self.dice.chance(0.4):
            data["to"] = self.seat(place, 1)
        return data

    def shuffle(self, place: Place) -> Data:
        """A zone is shuffled."""
        return {"type": "shuffle", "zone": self.pile(place.reading("anything"), 1)}

    # what is remembered

    def set(self, place: Place) -> Data:
        """A register, or a fact of the contract, gets a value."""
        known = place.reading("what all know")
        registers = self.lexicon.registers
        if registers and self.dice.chance(0.85):
            data = self.dice.one(registers)
            name, kind = self.register(data, known, 1), HELD[data["holds"]]
            if kind is Type.INT and self.dice.chance(0.4):
                return {"type": "set", "name": name, "value": f"{name} + {self.dice.number(1, 3)}"}
        else:
            name = self.dice.one(tuple(CONTRACT))
            kind = CONTRACT[name]
            if self.dice.chance(0.2):
                name, kind = f"bid[{self.seat(known, 1)}]", Type.INT
        return {"type": "set", "name": name, "value": self.value(kind, known, DEPTH)}

    def score(self, place: Place) -> Data:
        """Points."""
        team = self.lexicon.teams and self.dice.chance(0.3)
        to = self.team(place, 1) if team else self.seat(place, 1)
        return {"type": "score", "to": to, "points": self.number(place.reading("what all know"), DEPTH)}

    def pay(self, place: Place) -> Data:
        """Chips."""
        data: Data = {"type": "pay", "amount": self.number(place.reading("what all know"), 1)}
        if self.dice.chance(0.6):
            data["who"] = self.dice.one(("bank", "pot")) if self.dice.chance(0.4) else self.seat(place, 1)
        if self.dice.chance(0.6):
            data["to"] = "pot" if self.dice.chance(0.3) else self.seat(place, 1)
        return data

    # the flow

    def turn(self, place: Place) -> Data:
        """Whose turn is next."""
        action = self.dice.one(("skip", "reverse", "again", "to"))
        return {"type": "turn", "action": action, **({"seat": self.seat(place, 1)} if action == "to" else {})}

    def out(self, place: Place) -> Data:
        """A seat leaves play."""
        data: Data = {"type": "out", "until": self.dice.weighted((4, "hand"), (1, "match"))}
        if self.dice.chance(0.5):
            data["seat"] = self.seat(place, 1)
        return data

    def end(self, _place: Place) -> Data:
        """Something ends."""
        return {"type": "end", "what": self.dice.weighted((5, "turn"), (4, "hand"), (2, "match"))}

    def condition(self, place: Place, nested: int) -> Data:
        """Effects that depend on something."""
        data: Data = {
            "type": "if",
            "when": self.truth(place.reading("what all know"), DEPTH),
            "then": self.effects(place, 1, 2, nested=nested + 1),
        }
        if self.dice.chance(0.4):
            data["otherwise"] = self.effects(place, 1, 2, nested=nested + 1)
        return data

    def each(self, place: Place, nested: int) -> Data:
        """Effects for each of several things."""
        kind = self.dice.weighted((5, Type.SEAT), (2, Type.CARD), (1, Type.PILE), (0.7, Type.SUIT), (0.5, Type.RANK))
        name = self.loop_name(kind, place)
        domain = "suits" if kind is Type.SUIT else self.domain(kind, self.some_reading(place), 1)
        inner = replace(place.inside(name, kind))
        return {
            "type": "each", "var": name, "domain": domain, "effects": self.effects(inner, 1, 2, nested=nested + 1),
        }  # fmt: skip

    def some_reading(self, place: Place) -> Place:
        """Mostly open zones."""
        return place.reading("what all know" if self.dice.chance(0.8) else "anything")

    def opened(self) -> list[Data]:
        """Zones whose cards everyone sees."""
        return [zone for zone in self.lexicon.zones if is_open(zone)]
