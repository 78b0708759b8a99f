"""Random expressions that name something: a seat, a team, a card, a suit, a pile, a set of cards."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from deckwright.dice import Dice
from deckwright.genome.expressions.types import Type
from deckwright.genome.writing import Data, Lexicon, WritingPlace

Way = tuple[float, Callable[[], str]]
"""How likely a way of saying something is, and the way."""

SEAT_FACTS = ("turn", "dealer", "actor", "declarer", "winner", "last_turn", "last_player", "outer")
CARELESS = 0.03
"""How often what may be read is not looked at: the validator's work."""

_LOOP_NAMES = {
    Type.CARD: ("x", "y", "z"), Type.SEAT: ("q", "r", "v"), Type.SUIT: ("s", "t"), Type.RANK: ("k", "m"),
    Type.PILE: ("p", "o"),
}  # fmt: skip


def is_open(zone: Data) -> bool:
    """Whether everyone sees the cards of a zone."""
    return zone["seen_by"] in ("all", "top")


class Things:
    """Writes expressions for the things of a lexicon. Numbers and truths are written by its subclass."""

    def __init__(self, dice: Dice, lexicon: Lexicon) -> None:
        self.dice = dice
        self.lexicon = lexicon

    def number(self, place: WritingPlace, depth: int) -> str:
        """A number."""
        raise NotImplementedError

    def truth(self, place: WritingPlace, depth: int) -> str:
        """A condition."""
        raise NotImplementedError

    def way(self, *ways: Way) -> str:
        """One of several ways."""
        return self.dice.weighted(*ways)()

    def fixed(self, *texts: str) -> Callable[[], str]:
        """One of several texts."""
        return lambda: self.dice.one(texts)

    def chosen(self, weight: float, texts: Sequence[str]) -> Way:
        """One of several texts, if there is any."""
        return (weight if texts else 0, lambda: self.dice.one(texts))

    def choice(self, say: Callable[[WritingPlace, int], str], place: WritingPlace, depth: int) -> str:
        """One thing or another, as a condition decides."""
        return f"({say(place, depth - 1)} if {self.truth(place, depth - 1)} else {say(place, depth - 1)})"

    def listed(self, items: Sequence[str], place: WritingPlace, depth: int) -> str:
        """One of a list, by its place."""
        return f"({', '.join(items)},)[{self.number(place, depth - 1)}]"

    # what holds them

    def register(self, data: Data, place: WritingPlace, depth: int) -> str:
        """A register, with an index where it needs one."""
        name = str(data["name"])
        match data["per"]:
            case "seat" if place.subject is not Type.SEAT or self.dice.chance(0.4):
                return f"{name}[{self.seat(place, depth - 1)}]"
            case "team" if place.subject is None or self.dice.chance(0.3):
                return f"{name}[{self.team(place, depth - 1)}]"
            case "pile":
                return f"{name}[{self.pile(place, depth - 1)}]"
        return name

    def registers(self, weight: float, kind: Type, place: WritingPlace, depth: int) -> Way:
        """A register that holds values of a type."""
        found = self.lexicon.registers_of(kind)
        usable = bool(found) and depth > 0 and place.reads != "the card"
        return (weight if usable else 0, lambda: self.register(self.dice.one(found), place, depth))

    def loop_name(self, kind: Type, place: WritingPlace) -> str:
        """A name for what a loop runs over that means nothing else here."""
        taken = {name for name, _ in place.names} | {str(zone["name"]) for zone in self.lexicon.zones}
        free = [name for name in _LOOP_NAMES[kind] if name not in taken]
        return free[0] if free else _LOOP_NAMES[kind][0]

    # seats and teams

    def seat(self, place: WritingPlace, depth: int) -> str:
        """A seat."""
        playing = place.reads != "the card"
        deeper = depth > 0 and playing
        return self.way(
            (4 if playing else 0, self.fixed(*SEAT_FACTS[:3])),
            (1 if playing else 0, self.fixed(*SEAT_FACTS)),
            self.chosen(5, place.of_type(Type.SEAT)),
            (1, lambda: str(self.dice.number(0, self.lexicon.seats - 1))),
            (3 if deeper else 0, lambda: f"{self.dice.one(('left', 'right'))}({self.seat(place, depth - 1)})"),
            (1 if deeper and self.lexicon.teams else 0, lambda: f"partner({self.seat(place, depth - 1)})"),
            self.registers(4, Type.SEAT, place, depth),
            (0.5 if deeper and depth > 1 else 0, lambda: self.choice(self.seat, place, depth)),
            (0.5 if deeper and place.loops < 2 else 0, lambda: self.first(Type.SEAT, place, depth)),
        )

    def first(self, kind: Type, place: WritingPlace, depth: int) -> str:
        """The first of a domain for which something holds."""
        name = self.loop_name(kind, place)
        domain = self.domain(kind, place, depth - 1)
        return f"first({name} for {name} in {domain} if {self.truth(place.inside(name, kind), depth - 1)})"

    def team(self, place: WritingPlace, depth: int) -> str:
        """A team."""
        two = len(self.lexicon.teams) == 2
        own = place.subject is not None and place.reads != "the card"
        return self.way(
            (3, lambda: str(self.dice.number(0, max(0, len(self.lexicon.teams) - 1)))),
            (3 if own else 0, self.fixed("team")),
            self.chosen(3, place.of_type(Type.TEAM)),
            (4, lambda: f"team({self.seat(place, depth - 1)})"),
            (3 if two and depth > 0 else 0, lambda: f"other({self.team(place, depth - 1)})"),
            self.registers(3, Type.TEAM, place, depth),
        )

    # what is printed on cards

    def suit(self, place: WritingPlace, depth: int) -> str:
        """A suit."""
        playing = place.reads != "the card"
        return self.way(
            (5, lambda: f"suit({self.card(place, depth - 1)})"),
            self.chosen(4, place.of_type(Type.SUIT)),
            (1 if playing else 0, self.fixed("led")),
            self.registers(4, Type.SUIT, place, depth),
            (1 if depth > 0 and playing and place.loops < 2 else 0, lambda: self.first(Type.SUIT, place, depth)),
        )

    def rank(self, place: WritingPlace, depth: int) -> str:
        """A rank."""
        playing = place.reads != "the card"
        return self.way(
            (5, lambda: f"rank({self.card(place, depth - 1)})"),
            self.chosen(4, place.of_type(Type.RANK)),
            self.registers(4, Type.RANK, place, depth),
            (0.5 if depth > 0 and playing and place.loops < 2 else 0, lambda: self.first(Type.RANK, place, depth)),
        )

    def card(self, place: WritingPlace, depth: int) -> str:
        """A card."""
        here = place.of_type(Type.CARD)
        playing = place.reads != "the card"
        deeper = depth > 0 and playing
        if not here and not playing:
            return self.text(Type.CARD)
        return self.way(
            self.chosen(8, here),
            (3 if playing else 0, lambda: f"{self.dice.one(('top', 'bottom'))}({self.seen_zone(place, depth - 1)})"),
            (0.7 if playing else 0, self.fixed("taken")),
            self.registers(3, Type.CARD, place, depth),
            (1 if deeper and place.loops < 2 else 0, lambda: self.first(Type.CARD, place, depth)),
        )

    def strain(self, place: WritingPlace, depth: int) -> str:
        """A strain."""
        return self.way(
            (3, self.fixed("strain")),
            self.chosen(3, place.of_type(Type.STRAIN)),
            self.registers(3, Type.STRAIN, place, depth),
        )

    def text(self, kind: Type) -> str:
        """The name of a thing, in quotes."""
        lexicon = self.lexicon
        names: dict[Type, Sequence[str]] = {
            Type.SUIT: lexicon.suits, Type.RANK: lexicon.ranks, Type.CARD: lexicon.codes, Type.STRAIN: lexicon.strains,
            Type.KIND: lexicon.kinds, Type.COLOUR: ("red", "black"),
        }  # fmt: skip
        return repr(self.dice.one(names[kind])) if names[kind] else "none"

    # where cards lie

    def readable(self, place: WritingPlace) -> list[Data]:
        """Zones whose cards may be read here, whoever's they are."""
        return self.lexicon.zones if place.reads == "anything" or self.dice.chance(CARELESS) else self.open_zones

    def zone(self, data: Data, place: WritingPlace, depth: int, *, own: bool = False) -> str:
        """A zone, with an index where it needs one or may have one; `own`: the actor's."""
        name = str(data["name"])
        match data["owner"]:
            case "seat" if place.subject is None or (not own and self.dice.chance(0.5)):
                return f"{name}[{self.seat(place, depth - 1)}]"
            case "team" if place.subject is None or (not own and self.dice.chance(0.4)):
                by_team = bool(self.lexicon.teams) and self.dice.chance(0.6)
                return f"{name}[{self.team(place, depth - 1) if by_team else self.seat(place, depth - 1)}]"
        return name

    def any_zone(self, place: WritingPlace, depth: int) -> str:
        """Any zone, for its size or as a destination."""
        return self.zone(self.dice.one(self.lexicon.zones), place, depth)

    @property
    def open_zones(self) -> list[Data]:
        """Zones whose cards, or top cards, everyone sees."""
        return [zone for zone in self.lexicon.zones if is_open(zone)]

    def open_zone(self, place: WritingPlace, depth: int) -> str:
        """One of them, or one pile of it."""
        data = self.dice.one(self.open_zones)
        if data["piles"] != 1 and self.dice.chance(0.3):
            return self.one_pile(data, place, depth)
        return self.zone(data, place, depth)

    def seen_zone(self, place: WritingPlace, depth: int) -> str:
        """A zone whose cards may be read here, or one pile of it."""
        own = [zone for zone in self.lexicon.zones_of("hand") if zone["seen_by"] in ("owner", "team")]
        knows = place.reads in ("anything", "what the actor knows") and place.subject is Type.SEAT
        if own and knows and self.dice.chance(0.5):
            return self.zone(self.dice.one(own), place, depth, own=True)
        found = self.readable(place)
        if not found:
            return self.lexicon.hand if place.subject is not None else f"{self.lexicon.hand}[0]"
        data = self.dice.one(found)
        return self.one_pile(data, place, depth) if data["piles"] != 1 else self.zone(data, place, depth)

    def one_pile(self, data: Data, place: WritingPlace, depth: int) -> str:
        """One pile of a zone with several: below depth 0 it is named, as a card of a pile could go on for ever."""
        zone, sorted_by = self.zone(data, place, depth), {"suit": self.suit, "rank": self.rank}.get(data["piles"])
        if sorted_by is None:
            key = self.number(place, depth - 1) if self.dice.chance(0.3) else str(self.dice.number(0, 4))
        elif self.dice.chance(0.3) or depth < 0:
            key = self.text(Type.SUIT if data["piles"] == "suit" else Type.RANK)
        else:
            key = sorted_by(place, depth - 1)
        return f"pile({zone}, {key})"

    def pile(self, place: WritingPlace, depth: int) -> str:
        """A pile: a zone with one, one of several, or one that has a name here."""
        many = [zone for zone in self.lexicon.zones if zone["piles"] != 1]
        return self.way(
            self.chosen(5, place.of_type(Type.PILE)),
            (2, lambda: self.any_zone(place, depth)),
            (4 if many else 0, lambda: self.one_pile(self.dice.one(many), place, depth)),
        )

    def cards(self, place: WritingPlace, depth: int) -> str:
        """A set of cards that may be read here."""
        one, groups = self.dice.one, self.lexicon.groups
        return self.way(
            self.chosen(6, place.of_type(Type.CARDS)),
            (5, lambda: self.seen_zone(place, depth)),
            (0.3, self.fixed("trick")),
            (0.4 if self.open_zones else 0, lambda: f"{one(('face_up', 'tops'))}({self.open_zone(place, depth)})"),
            (0.7 if depth > 0 and place.loops < 2 else 0, lambda: self.chosen_cards(place, depth)),
            (
                0.5 if depth > 0 and groups else 0,
                lambda: f"packed({self.seen_zone(place, depth - 1)}, {one(groups)!r})",
            ),
            (0.5 if depth > 0 else 0, lambda: f"({', '.join(self.seen_zone(place, depth - 1) for _ in range(2))})"),
        )

    def chosen_cards(self, place: WritingPlace, depth: int) -> str:
        """Some cards of a set."""
        name = self.loop_name(Type.CARD, place)
        test = self.truth(place.inside(name, Type.CARD), depth - 1)
        return f"cards({name} for {name} in {self.seen_zone(place, depth - 1)} if {test})"

    def domain(self, kind: Type, place: WritingPlace, depth: int) -> str:
        """Something to loop over."""
        lexicon = self.lexicon
        match kind:
            case Type.SEAT:
                teams = ("members", f"members({self.team(place, depth)})") if lexicon.teams else ()
                return str(self.dice.one(("seats", "seats", "live", "opponents", *teams)))
            case Type.SUIT:
                cards = place.of_type(Type.CARD)
                return f"suits({self.dice.one(cards)})" if cards and self.dice.chance(0.3) else "suits"
            case Type.RANK:
                return "ranks"
            case Type.PILE:
                return f"piles({self.zone(self.dice.one(self.readable(place) or lexicon.zones), place, depth)})"
        return self.cards(place, depth)
