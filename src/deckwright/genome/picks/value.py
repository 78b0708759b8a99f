"""A value: a seat, a rank, a suit, a strain, a number or a pile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.genome.compile.builder import Builder
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.limits import PAGE
from deckwright.genome.picks.pick import CompiledPick, Compiling, Data, Draft, Pick, PickKind, Told
from deckwright.genome.rulebook.grammar.sentences import Person, settled
from deckwright.genome.rulebook.grammar.wording import spoken

if TYPE_CHECKING:
    from deckwright.genome.effects import Move
    from deckwright.genome.expressions.vocabulary import Words
    from deckwright.genome.mechanic_types import English, Where, Writer
    from deckwright.genome.phases import Offer


class ValueKind(PickKind):
    """A value of a type that the deck or the table has."""

    reads = frozenset({"where"})

    def __init__(self, name: str, kind: Type, likelihood: float) -> None:
        self.name, self.type, self.likelihood = name, kind, likelihood

    @property
    def slot_kind(self) -> str:
        """What the kernel and a table take its values for."""
        return self.name.capitalize()

    def choices(self, b: Builder, pick: Pick, path: str, draft: Draft, number: int) -> tuple[int, int, n.Node]:
        """What value 0 stands for, how many there are, and what is picked in later expressions."""
        words = b.words
        counts = {Type.SEAT: words.seats, Type.RANK: len(words.cards.ranks), Type.SUIT: len(words.cards.suits)}
        count = counts.get(self.type, len(words.strains))
        return 0, count, n.Picked(self.type, Bounds(0, max(0, count - 1)), number, 0)

    def compile(self, b: Builder, draft: Draft, doing: Compiling) -> CompiledPick:
        pick, number, path, place = doing.pick, doing.number, doing.path, draft.place
        offset, count, node = self.choices(b, pick, path, draft, number)
        if not 1 <= count <= PAGE:
            b.refuse("pick.range", path, f"{count} values to pick from: expected 1 to {PAGE}")
        scope = place.scope.with_names(**{pick.name: node})
        where, when = b.legal_condition(
            pick.where, f"{path}.where", scope, turn_acts=draft.turn_acts, lowering=place.lowering
        )
        draft.may_fail |= number > 0 and when is not None
        proofs = b.proofs(where, f"{path}.where", place.lowering)
        slot = b.slot(doing.verb, self.slot_kind, offset=offset, public=not doing.secret)
        return CompiledPick(slot, {"Value": {"count": count, "when": when}}, node, next(iter(proofs), None))

    def order(self, english: English, pick: Pick) -> str:
        """What one does, without a condition."""
        return f"name a {english.names.strain_word if self.type is Type.STRAIN else self.name}"

    def told(
        self, english: English, offer: Offer, pick: Pick, move: Move | None, thing: Person, *, named: bool
    ) -> Told:
        variable = self.variable(english.words, f"pick {pick.name}")
        inner = english.picked(pick.name, variable, thing)
        where = inner.read(pick.where)
        order = self.order(english, pick) + (f" as {thing.name}" if named else "")
        if isinstance(where, n.Const) and where.value:
            return english.tell(order), []
        return english.tell(f"{order}{self.condition(inner, where, variable.name, named=named)}"), []

    def condition(self, english: English, where: n.Node, variable: str, *, named: bool) -> str:
        """Which values may be picked."""
        return f" (only if {settled(english.clause(where))})"

    def weight(self, writer: Writer) -> float:
        return self.likelihood if self.type is not Type.STRAIN or writer.lexicon.strains else 0

    def random(self, writer: Writer, data: Data, place: Where, after: Where) -> None:
        if writer.dice.chance(0.5):
            name = data["name"]
            is_other = self.type is Type.SEAT and writer.dice.chance(0.5)
            data["where"] = f"{name} != turn" if is_other else writer.truth(after, 1)


class SeatKind(ValueKind):
    """A player."""

    def thing(self, pick: Pick, *, named: bool) -> Person:
        return Person(f"the *{spoken(pick.name)}*" if named else "that player")

    def told(
        self, english: English, offer: Offer, pick: Pick, move: Move | None, thing: Person, *, named: bool
    ) -> Told:
        inner = english.picked(pick.name, self.variable(english.words, f"pick {pick.name}"), thing)
        variable = f"pick {pick.name}"
        parts = [part for part in n.items_of("and", inner.read(pick.where)) if not n.value_of(part)]
        rest = [part for part in parts if not inner.is_someone_else(part, variable)]
        who = "another player" if len(rest) < len(parts) else "a player"
        if rest:  # `another player who has cards left`
            who += f" {settled(inner.relative(n.joined('and', *rest), variable))}"
        return english.tell(f"choose {who}{f' as {thing.name}' if named else ''}"), []


class NumberKind(ValueKind):
    """A number of a fixed range."""

    reads = frozenset({"where", "low", "high"})

    def choices(self, b: Builder, pick: Pick, path: str, draft: Draft, number: int) -> tuple[int, int, n.Node]:
        ends = []
        for name in ("low", "high"):
            value = b.lowering.known(b.check(getattr(pick, name), f"{path}.{name}", draft.place.scope))
            if value is None:
                why = "the range of a number to pick is fixed; limit it with `where`"
                b.refuse("pick.range", f"{path}.{name}", why)
            ends.append(value)
        low, count = ends[0], ends[1] - ends[0] + 1
        return low, count, n.Picked(Type.INT, Bounds(low, low + max(0, count - 1)), number, low)

    def variable(self, words: Words, name: str) -> n.Variable:
        return n.Variable(Type.INT, Bounds(0, 1000), name)

    def order(self, english: English, pick: Pick) -> str:
        return f"choose a number from {english.value(pick.low)} to {english.value(pick.high)}"

    def random(self, writer: Writer, data: Data, place: Where, after: Where) -> None:
        low = writer.dice.number(-2, 3)
        data |= {"low": str(low), "high": str(low + writer.dice.number(0, 6))}
        writer.dice.may(0.3, data, "where", lambda: writer.truth(after, 1))


class PileKind(ValueKind):
    """A pile of a zone."""

    reads = frozenset({"source", "where"})
    slot_kind = "Pile"

    def choices(self, b: Builder, pick: Pick, path: str, draft: Draft, number: int) -> tuple[int, int, n.Node]:
        zone = b.check(pick.source, f"{path}.source", draft.place.scope, Type.PILE)
        if not isinstance(zone, n.ZoneAt) or zone.pile is not None:
            b.refuse("pick.no-source", f"{path}.source", "a pick of a pile needs a zone")
        count = b.layout.zones[zone.zone].piles
        return 0, count, replace(zone, pile=n.Picked(Type.INT, Bounds(0, count - 1), number))

    def order(self, english: English, pick: Pick) -> str:
        return f"choose a pile of {english.value(pick.source, Type.PILE)}"

    def condition(self, english: English, where: n.Node, variable: str, *, named: bool) -> str:
        which = settled(english.relative(where, variable))
        if not named and which.startswith("that ") and not isinstance(where, n.Junction):
            return f" {which}"
        return super().condition(english, where, variable, named=named)

    def random(self, writer: Writer, data: Data, place: Where, after: Where) -> None:
        dice = writer.dice
        data["source"] = writer.zone(dice.one(writer.lexicon.zones), place, 1)
        dice.may(0.4, data, "where", lambda: f"size({data['name']}) {dice.one(('>', '==', '<='))} {dice.number(0, 3)}")
