"""Cards move: those of a pick, or of a zone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, ClassVar, Literal

from deckwright.genome.compile.effects import chosen, destination, is_same_place, puts_in_order, where_checked
from deckwright.genome.compile.privacy import zones_of
from deckwright.genome.effects.effect import Compiled, Data, EffectModel
from deckwright.genome.errors import Issue, inert
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.values import Expr

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Builder, English, Place, SightLimits, Step, Surroundings, Where, Writer


class Move(EffectModel):
    """Move cards: those of a pick, or of a zone (all of them, `count` from the top, or one by one `until`)."""

    about: ClassVar = ("cards", "to")
    sends_to: ClassVar = ("to",)
    likelihood: ClassVar = 8

    type: Literal["move"] = "move"
    cards: Expr
    to: Expr
    where: Expr = "1"
    """Only the cards `c` for which this holds."""
    count: Expr = ""
    until: Expr = ""
    place: Literal["top", "bottom", "shuffled"] = "top"
    seen_by: Literal["", "all", "team", "owner", "none"] = ""
    """Empty: as the destination says."""

    def issues(self, path: str, around: Surroundings) -> Iterator[Issue]:
        if self.seen_by and self.seen_by == around.seen_by_in(self.to):
            yield inert(f"{path}.seen_by", "the zone says the same")
        if self.until.strip() == "0":
            yield inert(f"{path}.until", "it never holds")

    def unguarded(self, name: str, path: str) -> Iterator[str]:
        return iter(()) if self.count else super().unguarded(name, path)  # a count stops when the zone is full

    def limit_sight(self, sight: SightLimits) -> None:
        if self.seen_by in ("none", "owner", "team"):
            sight.at_most(self.to, self.seen_by)
        elif self.place != "top":
            hides = sight.only_tops(self.to)
            sight.at_most(" ".join(hides), "top")
            if self.place == "shuffled" and not hides:
                sight.at_most(self.to, "none")

    def hides_again(self) -> str:
        return "" if self.seen_by == "all" else self.to

    def compile(self, b: Builder, path: str, place: Place) -> Compiled:
        source, draws = self._source(b, path, place)
        to = destination(b, self.to, f"{path}.to", place)
        is_all = self.where == "1"
        stays = self.place == "top" and (is_all or not self.seen_by)
        stays = stays or (is_all and self.place == "bottom" and not self.count)
        if stays and self.cards not in place.picks and is_same_place(b, self.cards, self.to, f"{path}.to", place):
            b.issue("field.no-effect", f"{path}.to", "has no effect: it is where the cards are")
        if self.place != "top":
            puts_in_order(b, self.to, f"{path}.place", place)
        count = self._count(b, path, place) if self.count else None
        until = place.flow_integer(b, self.until, f"{path}.until") if self.until else None
        move = {
            "from": source,
            "to": to,
            "count": count,
            "until": until,
            "place": self.place.capitalize(),
            "seen_by": self.seen_by.capitalize() if self.seen_by else None,
            "draws": draws and (count is not None or until is not None),
        }
        return [{"Move": move}, *self._none_left(b, path, place)]

    def _source(self, b: Builder, path: str, place: Place) -> tuple[Data, bool]:
        """Where the cards come from, and whether that is the stock."""
        if self.where != "1":
            return {"Cards": chosen(b, self.cards, self.where, path, place)}, False
        if self.cards in place.picks:
            return {"Tail" if self.cards in place.tails else "Pick": place.picks[self.cards]}, False
        node = b.check_any(self.cards, f"{path}.cards", place.scope)
        with b.at(f"{path}.cards"):
            is_one = not isinstance(node, n.ZoneAt) or node.pile is not None or b.layout.zones[node.zone].piles == 1
            if node.type is not Type.PILE or not is_one:
                cards = b.check(self.cards, f"{path}.cards", place.scope, Type.CARDS)
                return {"Cards": place.lowering.place(place.lowering.set_ops(cards))}, False
            source = {"Zone": place.lowering.integer(node)}
            b.layout.piled.extend(zone.zone for zone in zones_of(node))
            zone = b.words.zones.get(node.zone) if isinstance(node, n.ZoneAt) else None
            return source, zone is not None and zone.role == "stock"

    def _count(self, b: Builder, where: str, place: Place) -> int:
        """How many cards are moved, which cannot be none at all times; no more than there is room for."""
        path, scope = f"{where}.count", place.scope
        most = b.check(self.count, path, scope).bounds.high
        if most < 1:
            expected = "a number of cards that can be 1 or more"
            b.issue("effect.no-cards", path, "", found=f"{most} at most", expected=expected)
        to = b.check(self.to, f"{where}.to", scope, Type.PILE)
        zone, count = b.words.zones.get(to.zone) if isinstance(to, n.ZoneAt) else None, self.count
        if zone is not None and zone.most is not None:
            count = f"min({count}, {zone.most} - size({self.to}))"
        return b.flow_integer(count, path, scope, Type.INT, place.lowering)

    def _none_left(self, b: Builder, path: str, place: Place) -> Compiled:
        """When all cards of a kind leave a hidden zone, everyone knows that none is left: a test in public says so."""
        if self.where == "1" or self.count or self.until or self.cards in place.picks:
            return []
        cards, own, where = where_checked(b, self.cards, self.where, path, place)
        domain = n.Domain(Type.CARD, own.bounds, "cards", cards, own.bounds.high + 1)
        left = n.Gather(Type.INT, Bounds(0, domain.count), "count", own.name, domain, where, None)
        proof = b.proof(left, path, place.lowering)
        if proof is None:
            return []
        condition = {"test": b.lowered(left, path, place.lowering), "proof": proof}
        return [{"If": {"when": condition, "then": [], "otherwise": []}}]

    def told(self, english: English) -> tuple[Step, ...]:
        return english.step(english.moved(self))

    @classmethod
    def random(cls, writer: Writer, place: Where, nested: int) -> Data:
        dice = writer.dice
        picked = place.of_type(Type.CARD) + place.of_type(Type.CARDS)
        free = place.reading("anything")
        if picked and dice.chance(0.5):
            data = {"type": "move", "cards": dice.one(picked), "to": writer.destination(free)}
        else:
            data = writer.zone_move(free)
        dice.may(0.15, data, "place", lambda: dice.one(("bottom", "shuffled")))
        dice.may(0.15, data, "seen_by", lambda: dice.one(("all", "team", "owner", "none")))
        return data
