"""Several cards: so many, those that form a pattern, or sets laid on the piles of their ranks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import comb
from typing import TYPE_CHECKING

from deckwright.genome.compile.builder import Builder
from deckwright.genome.compile.instances import compile_sets, sizes
from deckwright.genome.errors import Issue, inert_fields
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.picks.pick import CompiledPick, Compiling, Data, Draft, OfCards, Pick
from deckwright.genome.picks.sources import matching, take, without
from deckwright.genome.rulebook.grammar.sentences import THOSE_CARDS, Person
from deckwright.genome.rulebook.grammar.wording import called
from deckwright.text import find_number

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Measure, Where, Writer
    from deckwright.genome.phases import Offer


class SeveralKind(OfCards):
    """A kind that picks several cards at once."""

    type = Type.CARDS
    reads = frozenset({"source", "where", "low", "high", "pattern", "to"})
    takes = "several"

    def values(self, measure: Measure, pick: Pick) -> int:
        return measure.most_tried

    def thing(self, pick: Pick, *, named: bool) -> Person:
        return replace(THOSE_CARDS, name=f"the {called(pick.name, 'cards')}") if named else THOSE_CARDS


class CardsKind(SeveralKind):
    """Any cards, as many as `low` and `high` say, or a pattern."""

    name = "cards"
    takes_held = True
    likelihood = 4

    def issues(self, pick: Pick, path: str) -> Iterator[Issue]:
        yield from super().issues(pick, path)
        if pick.pattern:
            yield from inert_fields(pick, path, "the pattern says how many", "low", "high")

    def values(self, measure: Measure, pick: Pick) -> int:
        most = find_number(pick.high)
        if pick.pattern or most is None:
            return measure.most_tried
        held = measure.held(pick.source)
        return min(measure.most_tried, sum(comb(held, count) for count in range(min(held, most) + 1)))

    def compile(self, b: Builder, draft: Draft, doing: Compiling) -> CompiledPick:
        pick, number, path, place = doing.pick, doing.number, doing.path, draft.place
        source, cards = matching(b, pick, path, draft)
        cards = without(b, cards, take(draft, source, number, secret=doing.secret), f"{path}.source")
        node = n.Picked(Type.CARDS, Bounds(0, 0), number)
        total = None
        low, high = pick.low, pick.high
        if pick.pattern:
            pattern = next((one for one in b.genome.patterns if one.name == pick.pattern and one.total), None)
            if pattern is None:
                group = b.group(pick.pattern, f"{path}.pattern")
                slot = b.pages(doing.verb, "Instance", b.group_sizes[pick.pattern], public=not doing.secret)
                draft.may_fail |= number > 0
                return CompiledPick(slot, {"Instance": {"cards": cards, "group": group}}, node)
            values = b.words.attributes.get(pattern.values)
            if values is None:
                what = "no card table is called"
                b.refuse_unknown("pattern.no-table", f"{path}.pattern", what, pattern.values, b.words.tables)
            target = draft.legal_integer(b, pattern.total, f"{path}.pattern")
            with b.at(path):
                total = [place.lowering.attribute_number(values), target]
            low, high = map(str, sizes(pattern, len(b.words.cards.cards)))
        if (least := b.check(low, f"{path}.low", place.scope).bounds.low) > len(b.words.cards.cards):
            b.refuse("pick.range", f"{path}.low", f"at least {least} cards: there are never so many")
        slot = b.slot(doing.verb, "Card", public=not doing.secret)
        commit = b.slot(doing.verb, "Commit", public=True)
        draft.may_fail |= number > 0 or total is not None
        content = {
            "cards": cards,
            "low": draft.legal_integer(b, low, f"{path}.low"),
            "high": draft.legal_integer(b, high, f"{path}.high"),
            "commit": commit,
            "total": total,
        }
        return CompiledPick(slot, {"Cards": content}, node)

    def random(self, writer: Writer, data: Data, place: Where, after: Where) -> None:
        dice = writer.dice
        data["source"] = writer.source(place)
        dice.may(0.25, data, "where", lambda: writer.truth(place.inside("c", Type.CARD), 1))
        if writer.lexicon.groups and dice.chance(0.4):
            data["pattern"] = dice.one(writer.lexicon.groups)
        else:
            low = dice.number(0, 2)
            data |= {"low": str(low), "high": str(low + dice.number(0, 3))}
            dice.may(0.2, data, "high", lambda: writer.number(place, 1))
        dice.may(0.4, data, "to", lambda: writer.goal(place.reading("anything")))


class SetKind(SeveralKind):
    """A set, laid on the pile of its rank."""

    name = "set"
    lays = "set"

    def compile(self, b: Builder, draft: Draft, doing: Compiling) -> CompiledPick:
        pick, path = doing.pick, doing.path
        source, cards = matching(b, pick, path, draft)
        if any("Sets" in other["kind"] for other in draft.picks):
            b.refuse("pick.sets-twice", path, "one pick of an offer lays sets: kind `sets` lays several")
        cards = without(b, cards, take(draft, source, doing.number), f"{path}.source")
        family, count = compile_sets(b, pick.pattern, f"{path}.pattern")
        slot = b.pages(doing.verb, "Instance", count)
        node = b.check(pick.to, f"{path}.to", draft.place.scope, Type.PILE) if pick.to else None
        zone = b.words.zones.get(node.zone) if isinstance(node, n.ZoneAt) and node.pile is None else None
        if zone is None or zone.piles != "rank" or zone.seen_by != "all" or not isinstance(node, n.ZoneAt):
            why = "sets are laid in a zone with a pile for each rank that everyone sees"
            b.refuse("pick.sets-piles", f"{path}.to", why)
        first = replace(node, pile=n.Const(Type.RANK, Bounds(0, 0), 0))
        content = {
            "cards": cards,
            "family": family,
            "to": b.lowered(first, f"{path}.to", draft.place.lowering),
            "low": draft.legal_integer(b, pick.low, f"{path}.low"),
            "high": draft.legal_integer(b, pick.high or str(len(b.words.cards.cards)), f"{path}.high"),
            "commit": b.slot(doing.verb, "Commit", public=True) if self.lays == "sets" else None,
        }
        draft.may_fail |= doing.number > 0 or self.lays == "sets"
        return CompiledPick(slot, {"Sets": content}, n.Picked(Type.CARDS, Bounds(0, 0), doing.number))

    def move(self, b: Builder, offer: Offer, number: int, path: str, draft: Draft) -> Data | None:
        return {"Lay": {"pick": number, "kind": draft.picks[number]["kind"]}}

    def weight(self, writer: Writer) -> float:
        return 2 if writer.lexicon.rank_piles and writer.lexicon.sets_of_a_kind else 0

    def random(self, writer: Writer, data: Data, place: Where, after: Where) -> None:
        dice, lexicon = writer.dice, writer.lexicon
        data["source"] = writer.source(place)
        hand = lexicon.hand
        data |= {"pattern": dice.one(lexicon.sets_of_a_kind), "to": dice.one(lexicon.rank_piles)}
        data["high"] = dice.one(("", "", f"size({hand}) - 1", f"size({hand})", str(dice.number(2, 6))))
        dice.may(0.3, data, "low", lambda: dice.one((str(dice.number(2, 4)), f"size({hand}) - {dice.number(0, 2)}")))
        dice.may(0.15, data, "where", lambda: writer.truth(place.inside("c", Type.CARD), 1))


class SetsKind(SetKind):
    """Several sets at once."""

    name = "sets"
    lays = "sets"
