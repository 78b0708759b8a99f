"""Random expressions that give a number or decide a question."""

from __future__ import annotations

from deckwright.evolve.random.things import Things, is_open
from deckwright.genome.expressions.types import Type
from deckwright.genome.writing import WritingPlace

TABLE_NUMBERS = (
    "hand_number", "hands_played", "turn_number", "passes", "direction", "drawn", "leading", "trick_number", "broken",
    "high", "level", "doubled", "pot", "to_call", "raises", "alternate", "players",
)  # fmt: skip
SEAT_NUMBERS = ("score", "hand_score", "tricks", "bid", "chips", "staked", "bet", "folded", "place", "out")
TEAM_NUMBERS = ("team_score", "team_hand_score", "team_tricks", "score", "hand_score", "tricks")
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
LOOPED = (Type.CARD, Type.CARD, Type.SEAT, Type.SEAT, Type.SUIT, Type.RANK, Type.PILE)
PRINTED = (Type.SUIT, Type.RANK)
"""What can be looped over where only the card matters."""


class Writer(Things):
    """Writes expressions of every type over a lexicon."""

    # numbers

    def literal(self) -> str:
        """A number as such: mostly small."""
        number = self.dice.number
        return str(self.dice.weighted((8, number(0, 6)), (3, number(7, 30)), (1, number(31, 500))))

    def number(self, place: WritingPlace, depth: int) -> str:
        """A number."""
        playing = place.reads != "the card"
        deeper = depth > 0
        cards = place.of_type(Type.CARD)
        return self.way(
            (3, self.literal),
            self.chosen(3, place.of_type(Type.INT)),
            (2 if playing else 0, self.fixed(*TABLE_NUMBERS)),
            (3 if playing else 0, lambda: self.seat_number(place, depth)),
            (1 if playing and self.lexicon.teams else 0, lambda: self.team_number(place, depth)),
            (3 if playing and deeper else 0, lambda: f"size({self.sized(place, depth - 1)})"),
            self.chosen(2 if playing and place.subject is Type.SEAT else 0, self.lexicon.terms),
            self.registers(4, Type.INT, place, depth),
            (4 if cards else 0, lambda: f"{self.dice.one(('rank', *self.lexicon.tables))}({self.dice.one(cards)})"),
            (2 if playing and deeper else 0, lambda: self.of_card(place, depth)),
            (4 if deeper else 0, lambda: self.arithmetic(place, depth)),
            (1 if deeper else 0, lambda: self.choice(self.number, place, depth)),
            (1 if deeper else 0, lambda: self.listed(self.dice.several(2, 4, self.literal), place, depth)),
            (0.7 if deeper else 0, lambda: self.picked(place, depth)),
            (1 if deeper else 0, lambda: self.truth(place, depth - 1)),
            (2 if deeper and place.loops < 2 else 0, lambda: self.gathered(place, depth)),
            (1.5 if deeper and playing else 0, lambda: self.judged(place, depth)),
        )

    def seat_number(self, place: WritingPlace, depth: int) -> str:
        """A fact about a seat."""
        fact = self.dice.one(SEAT_NUMBERS)
        bare = place.subject is Type.SEAT and self.dice.chance(0.6)
        return fact if bare else f"{fact}[{self.seat(place, depth - 1)}]"

    def team_number(self, place: WritingPlace, depth: int) -> str:
        """A fact about a team."""
        fact = self.dice.one(TEAM_NUMBERS)
        bare = place.subject is Type.TEAM and self.dice.chance(0.6)
        return fact if bare else f"{fact}[{self.team(place, depth - 1)}]"

    def sized(self, place: WritingPlace, depth: int) -> str:
        """Something that has a size."""
        return self.pile(place, depth) if self.dice.chance(0.8) else self.cards(place, depth)

    def of_card(self, place: WritingPlace, depth: int) -> str:
        """A number of some card."""
        return f"{self.dice.one(('rank', *self.lexicon.tables))}({self.card(place, depth - 1)})"

    def arithmetic(self, place: WritingPlace, depth: int) -> str:
        """Numbers put together."""
        left = self.number(place, depth - 1)
        match self.dice.one(("+", "+", "-", "-", "*", "//", "%", "negative", "min", "max", "abs")):
            case "negative":
                return f"(-{left})"
            case "abs":
                return f"abs({left})"
            case "min" | "max" as name:
                return f"{name}({left}, {self.number(place, depth - 1)})"
            case "*" | "//" | "%" as operator:
                return f"({left} {operator} {self.dice.number(1, 10 if operator == '*' else 7)})"
            case operator:
                return f"({left} {operator} {self.number(place, depth - 1)})"

    def picked(self, place: WritingPlace, depth: int) -> str:
        """One of several numbers that depend on play."""
        items = self.dice.several(2, 3, lambda: self.number(place, depth - 1))
        return self.listed(items, place, depth)

    def gathered(self, place: WritingPlace, depth: int) -> str:
        """A loop that adds up, counts, or finds the largest or smallest."""
        kind = self.dice.one(LOOPED if place.reads != "the card" else PRINTED)
        name = self.loop_name(kind, place)
        inner = place.inside(name, kind)
        domain = self.domain(kind, place, depth - 1)
        test = f" if {self.truth(inner, depth - 1)}" if self.dice.chance(0.5) else ""
        gather = self.dice.one(("sum", "count", "max", "min"))
        body = name if gather == "count" else self.number(inner, depth - 1)
        return f"{gather}({body} for {name} in {domain}{test})"

    def judged(self, place: WritingPlace, depth: int) -> str:
        """The worth of cards: as a hand, or by the patterns in them, or whether some add up."""
        lexicon, one = self.lexicon, self.dice.one
        cards = self.cards(place, depth - 1)
        return self.way(
            (3 if lexicon.has_evaluation else 0, lambda: f"value({cards})"),
            (3 if lexicon.groups else 0, lambda: f"pack({cards}, {one(lexicon.groups)!r})"),
            (
                1 if lexicon.tables else 0,
                lambda: f"adds({cards}, {one(lexicon.tables)}, {self.number(place, depth - 1)})",
            ),
            (0.1, self.literal),
        )

    # truths

    def truth(self, place: WritingPlace, depth: int) -> str:
        """A condition."""
        playing = place.reads != "the card"
        deeper = depth > 0
        cards = place.of_type(Type.CARD)
        return self.way(
            (3, lambda: self.compared(place, depth)),
            (4 if cards else 0.5, lambda: self.about_card(place, depth)),
            (2 if playing else 0, lambda: self.same_seat(place, depth)),
            (1 if playing else 0, lambda: self.same_thing(place, depth)),
            (2 if deeper else 0, lambda: self.joined(place, depth)),
            (1 if deeper else 0, lambda: f"(not {self.truth(place, depth - 1)})"),
            (1.5 if deeper and place.loops < 2 else 0, lambda: self.quantified(place, depth)),
            (2 if playing and place.loops == 0 else 0, lambda: self.counted(place, depth)),
            (1 if playing and deeper else 0, lambda: self.trick_question(place, depth)),
            (0.3, self.fixed("1", "0", "True")),
        )

    def compared(self, place: WritingPlace, depth: int) -> str:
        """Two numbers compared, or three."""
        left, right = self.number(place, depth - 1), self.number(place, depth - 1)
        if depth > 1 and self.dice.chance(0.1):
            return f"({self.literal()} <= {left} < {right})"
        if right.isdecimal() and left.startswith("rank("):
            right = f"{right} + 0"  # a bare number would be the rank that is written so
        if left.isdecimal() and right.startswith("rank("):
            left = f"{left} + 0"
        return f"({left} {self.dice.one(COMPARISONS)} {right})"

    def about_card(self, place: WritingPlace, depth: int) -> str:
        """Something printed on a card."""
        card = self.card(place, depth - 1)
        operator = self.dice.one(("==", "!="))
        suits = bool(self.lexicon.suits)
        ranks = bool(self.lexicon.ranks)

        def among(kind: Type) -> str:
            names = dict.fromkeys(self.dice.several(1, 3, lambda: self.text(kind)))
            return f"{self.dice.one(('in', 'not in'))} ({', '.join(names)},)"

        return self.way(
            (3 if suits else 0, lambda: f"(suit({card}) {operator} {self.text(Type.SUIT)})"),
            (3 if ranks else 0, lambda: f"(rank({card}) {operator} {self.text(Type.RANK)})"),
            (1 if ranks else 0, lambda: f"(rank({card}) {among(Type.RANK)})"),
            (1 if suits else 0, lambda: f"(suit({card}) {operator} {self.suit(place, depth - 1)})"),
            (1 if ranks else 0, lambda: f"(rank({card}) {operator} {self.rank(place, depth - 1)})"),
            (1, lambda: f"(colour({card}) {operator} {self.text(Type.COLOUR)})"),
            (0.5 if suits else 0, lambda: f"(colour({card}) {operator} colour({self.suit(place, depth - 1)}))"),
            (1 if suits else 0, lambda: f"({self.text(Type.SUIT)} in suits({card}))"),
            (1 if self.lexicon.codes else 0, lambda: f"({card} {among(Type.CARD)})"),
            (1 if place.of_type(Type.CARDS) else 0, lambda: f"({card} in {self.cards(place, depth - 1)})"),
            (0.5 if self.lexicon.codes else 0, lambda: f"({card} {operator} {self.text(Type.CARD)})"),
        )

    def same_seat(self, place: WritingPlace, depth: int) -> str:
        """Two seats, or teams, that are the same or not."""
        operator = self.dice.one(("==", "!="))
        if self.lexicon.teams and self.dice.chance(0.3):
            return f"({self.team(place, depth - 1)} {operator} team({self.seat(place, depth - 1)}))"
        other = "none" if self.dice.chance(0.3) else self.seat(place, depth - 1)
        seat = self.seat(place, depth - 1)
        return f"({'turn' if seat.isdecimal() else seat} {operator} {other})"

    def same_thing(self, place: WritingPlace, depth: int) -> str:
        """A strain, a kind of call, a suit or a rank that is a certain one."""
        lexicon = self.lexicon
        operator = self.dice.one(("==", "!="))
        return self.way(
            (2 if lexicon.strains else 0, lambda: f"({self.strain(place, depth)} {operator} {self.text(Type.STRAIN)})"),
            (2 if lexicon.kinds else 0, lambda: f"(kind {operator} {self.text(Type.KIND)})"),
            (1 if lexicon.suits else 0, lambda: f"({self.suit(place, depth - 1)} {operator} {self.text(Type.SUIT)})"),
            (1 if lexicon.ranks else 0, lambda: f"({self.rank(place, depth - 1)} {operator} {self.text(Type.RANK)})"),
            (1, lambda: f"({self.card(place, depth - 1)} {operator} none)"),
        )

    def joined(self, place: WritingPlace, depth: int) -> str:
        """Conditions joined."""
        parts = self.dice.several(2, 3, lambda: self.truth(place, depth - 1))
        return "(" + f" {self.dice.one(('and', 'or'))} ".join(parts) + ")"

    def quantified(self, place: WritingPlace, depth: int) -> str:
        """Something that holds for all, or for any."""
        kind = self.dice.one(LOOPED if place.reads != "the card" else PRINTED)
        name = self.loop_name(kind, place)
        inner = place.inside(name, kind)
        test = f" if {self.truth(inner, depth - 1)}" if self.dice.chance(0.2) else ""
        body = self.truth(inner, depth - 1)
        return f"{self.dice.one(('any', 'all'))}({body} for {name} in {self.domain(kind, place, depth - 1)}{test})"

    def counted(self, place: WritingPlace, depth: int) -> str:
        """A count of cards, which may be of hidden ones where the flow tests it."""
        lexicon = self.lexicon
        flow = place.reads in ("anything", "what all know")
        zones = [zone for zone in lexicon.zones if is_open(zone) or (flow and zone["role"] == "hand")]
        if not zones:
            return "1"
        zone = self.zone(self.dice.one(zones), place, depth)
        name = self.loop_name(Type.CARD, place)
        test = self.truth(place.inside(name, Type.CARD).reading("the card"), min(1, depth))
        if self.dice.chance(0.5):
            return f"any({test} for {name} in {zone})"
        return f"(count({name} for {name} in {zone} if {test}) >= {self.dice.number(1, 3)})"

    def trick_question(self, place: WritingPlace, depth: int) -> str:
        """What a card is to the trick being played, or to a pile it might be laid on."""
        card = self.card(place, depth - 1)
        function = self.dice.one(("follows", "heads", "called", "fits"))
        return f"fits({card}, {self.pile(place, depth - 1)})" if function == "fits" else f"{function}({card})"

    # any type

    def value(self, kind: Type, place: WritingPlace, depth: int) -> str:
        """A value of a type that a register can hold."""
        named = kind in (Type.SUIT, Type.RANK, Type.CARD, Type.STRAIN)
        if named and self.dice.chance(0.3):
            return self.text(kind)
        if kind is not Type.INT and self.dice.chance(0.15):
            return "none"
        say = {
            Type.SEAT: self.seat, Type.TEAM: self.team, Type.SUIT: self.suit, Type.RANK: self.rank,
            Type.CARD: self.card, Type.STRAIN: self.strain,
        }  # fmt: skip
        return say.get(kind, self.number)(place, depth)
