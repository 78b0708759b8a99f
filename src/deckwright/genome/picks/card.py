"""A card, or a tail: a face-up card with all that lies on it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.genome.compile.builder import OWN_CARD, Builder
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.scope import Scope
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.picks.pick import CompiledPick, Compiling, Data, Draft, OfCards, Pick
from deckwright.genome.picks.sources import compile_duties, own_scope, source_of, take, without, zone_named
from deckwright.genome.rulebook.grammar.sentences import Person
from deckwright.genome.rulebook.grammar.wording import called

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Measure, Where, Writer


class CardKind(OfCards):
    """One card."""

    name = "card"
    type = Type.CARD
    reads = frozenset({"source", "where", "duties", "to"})
    takes = "one"
    takes_held = True
    likelihood = 8

    def values(self, measure: Measure, pick: Pick) -> int:
        return measure.held(pick.source)

    def compile(self, b: Builder, draft: Draft, doing: Compiling) -> CompiledPick:
        pick, number, path, place = doing.pick, doing.number, doing.path, draft.place
        is_tail = self.takes == "tail"
        source = source_of(b, pick, path, draft, face_up=is_tail)
        self.check_source(b, source, path)
        scope = own_scope(b, pick, place)
        where = self._where(b, pick, path, scope)
        b.check_legality(where, f"{path}.where", turn_acts=draft.turn_acts)
        with b.at(f"{path}.where"):
            cards = place.lowering.matching_in(source, where, OWN_CARD)
            wanted = place.lowering.matching(where, OWN_CARD)
            b.check_cards(where, pick.where, f"{path}.where", place.lowering)
        earlier = take(draft, source, number, secret=doing.secret)
        if earlier:
            self.check_earlier(b, path)
        cards = without(b, cards, earlier, f"{path}.source")
        own = replace(place, scope=scope)
        duties = compile_duties(b, pick.duties, f"{path}.duties", own, turn_acts=draft.turn_acts)
        if earlier:  # who leaves a duty aside has none of its cards but those picked before
            duties = [{**duty, "cards": without(b, duty["cards"], earlier, f"{path}.duties")} for duty in duties]
        if not b.always(where):  # a duty binds, and shows what is not held, among the cards that may be picked at all
            with b.at(f"{path}.where"):
                duties = [{**duty, "cards": b.combined("MaskAnd", duty["cards"], wanted)} for duty in duties]
        zone = source.pile.zone if isinstance(source, n.PileCards) and isinstance(source.pile, n.ZoneAt) else ""
        shown = None
        # A secret pick may hold the card that the duty asks for: then nothing can be told from it in public.
        tells = duties and not any(taken.secret for taken in earlier)
        if tells and b.is_hidden(zone) and isinstance(source, n.PileCards):
            shown = b.lowered(source.pile, path, place.lowering)
        if number == 0:
            draft.first_cards, draft.first_zone = wanted, zone
        elif not b.always(where) or not isinstance(source, n.Single):
            draft.may_fail = True
        node = n.Picked(Type.CARD, Bounds(0, len(b.words.cards.cards) - 1), number, tail=is_tail)
        kind = {"Card": {"cards": cards, "duties": duties, "zone": shown, "tail": is_tail}}
        return CompiledPick(b.slot(doing.verb, "Card", public=not doing.secret), kind, node)

    def _where(self, b: Builder, pick: Pick, path: str, scope: Scope) -> n.Node:
        """Which cards may be picked: they go only where the zone's own rule lets them, and while there is room."""
        where = b.check(pick.where, f"{path}.where", scope)
        if not pick.to:
            return where
        zone = b.words.zones.get(zone_named(pick.to))
        sorts = zone is not None and isinstance(zone.piles, str) and not pick.to.startswith("pile(")
        pile = f"pile({pick.to}, {pick.name})" if sorts else pick.to
        fits = b.check(f"fits({pick.name}, {pile})", f"{path}.to", scope)
        where = where if b.always(fits) else n.joined("and", where, fits)
        if zone is None or zone.most is None:
            return where
        return n.joined("and", where, b.check(f"size({pile}) < {zone.most}", f"{path}.to", scope))

    def check_source(self, b: Builder, source: n.Node, path: str) -> None:
        """Refuse what a tail cannot be picked from."""

    def check_earlier(self, b: Builder, path: str) -> None:
        """Refuse what an earlier pick could have broken up."""

    def thing(self, pick: Pick, *, named: bool) -> Person:
        return Person(f"the {called(pick.name, 'card')}" if named else "the card", pronoun="it")

    def random(self, writer: Writer, data: Data, place: Where, after: Where) -> None:
        dice, here = writer.dice, after if data["name"] == "c" else after.named("c", Type.CARD)
        data["source"] = writer.source(place)
        dice.may(0.4, data, "where", lambda: writer.truth(here, 2))
        dice.may(0.3, data, "duties", lambda: writer.duties(here))
        dice.may(0.4, data, "to", lambda: writer.goal(here.reading("anything")))


class TailKind(CardKind):
    """A face-up card of a pile with all that lies on it."""

    name = "tail"
    reads = frozenset({"source", "where", "to"})
    takes = "tail"
    takes_held = False

    def stays(self, pick: Pick) -> bool:
        return False

    def check_source(self, b: Builder, source: n.Node, path: str) -> None:
        """What lies on a card depends on the order of its pile, and on which pile it is."""
        if not isinstance(source, n.FaceUp):
            return
        b.layout.ends_used.extend(pile.zone for pile in source.piles if isinstance(pile, n.ZoneAt))
        if len(source.piles) > 1 and len(b.words.cards.types) < len(b.words.cards.cards):
            message = "like cards may lie in several of these piles: pick the pile first, and the tail from it"
            b.issue("pick.which-tail", f"{path}.source", message)

    def check_earlier(self, b: Builder, path: str) -> None:
        message = "a tail could hold cards of an earlier pick: pick the tail first"
        b.refuse("pick.tail-overlaps", f"{path}.source", message)

    def weight(self, writer: Writer) -> float:
        return 0.8 if writer.open_zones else 0

    def random(self, writer: Writer, data: Data, place: Where, after: Where) -> None:
        here = after if data["name"] == "c" else after.named("c", Type.CARD)
        data["source"] = writer.open_zone(place, 1)
        writer.dice.may(0.3, data, "where", lambda: writer.truth(here, 1))
        writer.dice.may(0.3, data, "to", lambda: writer.goal(here.reading("anything")))
