"""What is picked in an offer, and what a kind of pick says of itself.

A new kind is a file beside this one and a line in the list of this folder.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar

from deckwright.genome.checks.walk import names_in
from deckwright.genome.compile.effects import Place, destination, is_same_place
from deckwright.genome.errors import Issue, inert_fields
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.picks.sources import Taken
from deckwright.genome.rulebook.grammar.sentences import Person
from deckwright.genome.rulebook.grammar.wording import spoken
from deckwright.genome.values import Expr, Model, Name, frozen

if TYPE_CHECKING:
    from deckwright.genome.effects import Move
    from deckwright.genome.expressions.vocabulary import Words
    from deckwright.genome.mechanic_types import Builder, English, Measure, Where, Writer
    from deckwright.genome.phases import Offer

    KindName = str

Data = dict[str, Any]
Told = tuple[str, list[str]]
"""An order, and the rules about it that do not fit in."""


class Duty(Model):
    """A tier of cards that must be chosen from if any is held; `by` a table: one tier per value, highest first."""

    holds_names: ClassVar = {"by": "table"}

    cards: Expr = ""
    when: Expr = "1"
    by: Name = ""


def duty_issues(duties: tuple[Duty, ...], path: str) -> Iterator[Issue]:
    """Duties that say too much or too little."""
    for number, duty in enumerate(duties):
        if bool(duty.cards) == bool(duty.by):
            message = "a duty says either which cards must be chosen, or by which table the highest"
            yield Issue("duty.cards-or-by", f"{path}[{number}]", message=message)


class Pick(Model):
    """One value that the seat chooses."""

    holds_names: ClassVar = {"pattern": "pattern"}

    name: Name
    kind: KindName = "card"
    """A tail is a face-up card of a pile with all that lies on it: as a card it is its lowest, as cards all of them."""
    source: Expr = ""
    """A zone, an earlier pick, or several of them with commas."""
    where: Expr = "1"
    """Over the value, by the pick's name (`c` also names a card)."""
    low: Expr = "1"
    high: Expr = "1"
    """How many cards, or the range of a number. No `high` for sets: any number of cards."""
    duties: tuple[Duty, ...] = ()
    pattern: Name = ""
    """The cards form this pattern, or one of this group, which then says how many they are. A set is laid on the pile
    of its rank and forms the pattern with what lies there; `low` and `high` say how many cards, of `sets` in all."""
    to: Expr = ""
    """The zone that receives the cards."""


@dataclass
class Draft:
    """The picks of an offer so far, while it is compiled."""

    place: Place
    picks: list[Data] = field(default_factory=list)
    taken: list[Taken] = field(default_factory=list)
    may_fail: bool = False
    first_cards: int | None = None
    first_zone: str = ""
    turn_acts: bool = True

    def legal_integer(self, b: Builder, text: str, path: str) -> int:
        """A number that decides what is legal, compiled."""
        return b.legal_integer(text, path, self.place.scope, turn_acts=self.turn_acts, lowering=self.place.lowering)


@frozen
class Compiling:
    """One pick that is being compiled: which it is, its verb and path, and whether only the picker knows it."""

    pick: Pick
    number: int
    verb: str
    path: str
    secret: bool


@frozen
class CompiledPick:
    """A pick, compiled: its slot, what the kernel reads of it, what it is in later expressions, and what it shows."""

    slot: int
    kind: Data
    node: n.Node
    proof: Data | None = None


class PickKind:
    """A kind of pick: what it does not say goes without saying."""

    name: str
    type: Type
    """Of what is picked; cards may be sent to a pile by the pick's name."""
    reads: frozenset[str]
    """The fields of a pick that it has a use for."""
    takes: str = ""
    """Cards: `one`, which goes only where there is room, a `tail` with all that lies on it, or `several`."""
    takes_held = False
    """Cards as they are held: perhaps in secret, and played where they go from a hand to an open place."""
    lays: str = ""
    """A `set` or `sets`, in the open on the piles of their ranks."""
    likelihood: float = 1

    def issues(self, pick: Pick, path: str) -> Iterator[Issue]:
        """Fields that could have no effect."""
        all_fields = ("source", "where", "low", "high", "duties", "pattern", "to")
        unread = (name for name in all_fields if name not in self.reads)
        yield from inert_fields(pick, path, f"a pick of kind {pick.kind} does not have it", *unread)
        yield from duty_issues(pick.duties, f"{path}.duties")

    def values(self, measure: Measure, pick: Pick) -> int:
        """How many values there are at most; of sets of cards, as many as are tried."""
        return 128

    def compile(self, b: Builder, draft: Draft, doing: Compiling) -> CompiledPick:
        """The pick, compiled."""
        raise NotImplementedError

    def move(self, b: Builder, offer: Offer, number: int, path: str, draft: Draft) -> Data | None:
        """What takes the cards of a pick where it says, before any effect."""
        pick, goal, here = offer.picks[number], offer.picks[number].to, f"{path}.to"
        hands = {zone.name for zone in b.genome.zones if zone.role == "hand"}
        for at, effect in enumerate(() if goal else offer.effects):
            if effect.type == "move" and effect.cards == pick.name and effect.to.partition("[")[0] in hands:
                goal, here = "" if effect.seen_by else effect.to, f"{path.rpartition('.')[0]}.effects[{at}].to"
            if goal or pick.name in names_in(str(effect)):
                break
        if not goal or pick.name not in draft.place.picks:
            return None
        if self.stays(pick) and is_same_place(b, pick.source, goal, here, draft.place):
            b.issue("field.no-effect", here, "has no effect: it is where the cards are")
        if not pick.to:
            return None
        to = destination(b, pick.to, here, draft.place)
        source = {"Tail" if self.takes == "tail" else "Pick": number}
        move = {"from": source, "to": to, "count": None, "until": None, "place": "Top"}
        return {"Move": move | {"seen_by": None, "draws": False}}

    def stays(self, pick: Pick) -> bool:
        """Whether cards that go where they come from would be as they were."""
        return "," not in pick.source

    def variable(self, words: Words, name: str) -> n.Variable:
        """What stands for the pick in later expressions of a rulebook."""
        return n.Variable(self.type, words.type_bounds(self.type), name)

    def thing(self, pick: Pick, *, named: bool) -> Person:
        """What the pick is called afterwards; several picks of a kind are told apart by their names."""
        return Person(f"the *{spoken(pick.name)}*", pronoun="") if named else Person(f"that {self.name}", pronoun="it")

    def told(
        self, english: English, offer: Offer, pick: Pick, move: Move | None, thing: Person, *, named: bool
    ) -> Told:
        """The pick as an order, and the rules about it that do not fit in."""
        raise NotImplementedError

    def weight(self, writer: Writer) -> float:
        """How often a random pick is of this kind."""
        return self.likelihood

    def random(self, writer: Writer, data: Data, place: Where, after: Where) -> None:
        """Add what is picked to the data of a random pick; `after`: the place that knows it."""
        raise NotImplementedError


class OfCards(PickKind):
    """A kind that picks cards from somewhere."""

    def variable(self, words: Words, name: str) -> n.Variable:
        if self.type is Type.CARD:
            return n.Variable(Type.CARD, Bounds(0, len(words.cards.cards) - 1), name)
        return n.Variable(Type.CARDS, Bounds(0, 0), name)

    def told(
        self, english: English, offer: Offer, pick: Pick, move: Move | None, thing: Person, *, named: bool
    ) -> Told:
        return english.cards_picked(offer, pick, move, thing)
