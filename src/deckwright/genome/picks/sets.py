"""Sets laid on the piles of their ranks: one, or several at once."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.genome.compile.builder import Builder
from deckwright.genome.compile.disjoint import without
from deckwright.genome.compile.sets import compile_sets
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.picks.cards import SeveralKind
from deckwright.genome.picks.pick import CompiledPick, Compiling, Data, Draft, Pick, PickName
from deckwright.genome.picks.sources import matching, take

if TYPE_CHECKING:
    from deckwright.genome.asking import Where, Writer
    from deckwright.genome.phases import Offer


class SetKind(SeveralKind):
    """A set, laid on the pile of its rank."""

    name: PickName = "set"
    several = False

    def compile(self, b: Builder, draft: Draft, doing: Compiling) -> CompiledPick:
        pick, path = doing.pick, doing.path
        source, cards = matching(b, pick, path, draft)
        if any("Sets" in other["kind"] for other in draft.picks):
            b.refuse("pick.sets-twice", path, "one pick of an offer lays sets: kind `sets` lays several")
        cards = without(b, cards, take(draft, source, doing.number), f"{path}.source")
        family, count = compile_sets(b, pick.pattern, f"{path}.pattern")
        slot = b.pages(doing.verb, "Instance", count)
        content = {
            "cards": cards,
            "family": family,
            "to": _first_pile(b, pick, f"{path}.to", draft),
            "low": draft.legal_integer(b, pick.low, f"{path}.low"),
            "high": draft.legal_integer(b, pick.high or str(len(b.words.cards.cards)), f"{path}.high"),
            "commit": b.slot(doing.verb, "Commit", public=True) if self.several else None,
        }
        draft.may_fail |= doing.number > 0 or self.several
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

    name: PickName = "sets"
    several = True


def _first_pile(b: Builder, pick: Pick, path: str, draft: Draft) -> int:
    """The first pile of the zone that sets go to: it has one for each rank, and lies open."""
    node = b.check(pick.to, path, draft.place.scope, Type.PILE) if pick.to else None
    zone = b.words.zones.get(node.zone) if isinstance(node, n.ZoneAt) and node.pile is None else None
    if zone is None or zone.piles != "rank" or zone.seen_by != "all" or not isinstance(node, n.ZoneAt):
        b.refuse("pick.sets-piles", path, "sets are laid in a zone with a pile for each rank that everyone sees")
    return b.lowered(replace(node, pile=n.Const(Type.RANK, Bounds(0, 0), 0)), path, draft.place.lowering)
