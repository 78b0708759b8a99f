"""Do and choice phases: effects alone, and offers made of picks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, ClassVar, Literal

from deckwright.document import Item, Listing, Paragraph
from deckwright.genome.checks.walk import effects_in, words_in
from deckwright.genome.compile.builder import Builder
from deckwright.genome.compile.effects import Place, compile_effects
from deckwright.genome.compile.reuse import part
from deckwright.genome.effects import Effect
from deckwright.genome.errors import Issue, inert
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.limits import MAX_PICKS
from deckwright.genome.phases.phase import Data, PhaseModel
from deckwright.genome.picks import PICKS, Draft, Pick, PickKind
from deckwright.genome.picks.pick import Compiling
from deckwright.genome.picks.sources import zone_named
from deckwright.genome.rulebook.grammar.sentences import items, said, settled, told
from deckwright.genome.rulebook.grammar.wording import capitalised, listing, lowered, spoken
from deckwright.genome.values import Expr, Flag, Model, Name, Small

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Block, English, Measure, Surroundings, Writer

MAX_OFFERS = 32
PASS = "pass"
"""An offer of this name says by itself what it is."""


class Offer(Model):
    """One thing a seat may do, with what it picks and what follows."""

    name: Name
    when: Expr = "1"
    duty: Small = 0
    """Available only if no offer of lower duty is."""
    picks: tuple[Pick, ...] = ()
    accept: Expr = "1"
    """Judged as if the picked cards had left their zone and reached `to`."""
    effects: tuple[Effect, ...] = ()
    is_pass: Flag = False

    def targets(self, pick: Pick) -> list[tuple[str, str]]:
        """Where the cards of a pick go, and who is said to see them."""
        piles = {other.name: other.source for other in self.picks if PICKS[other.kind].type is Type.PILE}
        moves = (effect for effect, _ in effects_in(self.effects, "") if effect.type == "move")
        found: list[tuple[str, str]] = [(pick.to, "")] if pick.to else []
        return found + [(piles.get(move.to, move.to), move.seen_by) for move in moves if move.cards == pick.name]

    def first_move(self, cards: str = "") -> dict[str, str]:
        """Where it takes cards from and lays them, where it does so in any case; those of a pick, if one is named."""
        moves = (effect for effect in self.effects if effect.type == "move" and cards in ("", effect.cards))
        return next(({"source": move.cards, "to": move.to} for move in moves), {})


class DoPhase(PhaseModel):
    """Effects that happen unasked."""

    title: ClassVar = "Next"
    asks: ClassVar = False
    likelihood: ClassVar = 2

    type: Literal["do"] = "do"
    actor: Expr = "turn"
    effects: tuple[Effect, ...]

    def effect_lists(self, path: str) -> Iterator[tuple[tuple[Effect, ...], str]]:
        yield self.effects, f"{path}.effects"

    def issues(self, around: Surroundings, path: str) -> Iterator[Issue]:
        if not self.effects:
            yield Issue("effect.none", f"{path}.effects", "no effects", "at least one")

    def work(self, measure: Measure) -> int:
        return measure.effects(self.effects)

    def idle_work(self, measure: Measure) -> int:
        return measure.phase(self)

    def nodes(self, b: Builder, path: str, *, together: bool) -> list[int]:
        when = b.condition(self.when, f"{path}.when", b.scope)
        actor = b.flow_integer(self.actor, f"{path}.actor", b.scope, Type.SEAT)
        place = Place(b.scope, b.lowering, {}, turn_acts=self.actor == "turn")
        effects = compile_effects(b, self.effects, f"{path}.effects", place)
        return [b.node("Do", {"name": self.name, "when": when, "actor": actor, "effects": effects}, path)]

    def told(self, english: English) -> tuple[Block, ...]:
        # Where nobody has a turn, nobody in particular does it.
        unasked = self.actor.strip() == "turn" and not english.turn.is_you
        found = (replace(english, is_ordered=True) if unasked else english.acting(self.actor)).steps(self.effects)
        text, nested = told(found)
        return (Listing(items(found)),) if nested else (Paragraph(text or "Nothing happens."),)

    @classmethod
    def random(cls, writer: Writer, room: int, depth: int) -> Data:
        data: Data = {"type": "do", "effects": writer.effects(writer.anything, 1, 3)}
        return data | {"actor": writer.seat_known(1)} if writer.dice.chance(0.2) else data


class ChoicePhase(PhaseModel):
    """The actor takes one of the offers."""

    title: ClassVar = "A choice"
    likelihood: ClassVar = 6

    type: Literal["choice"] = "choice"
    actor: Expr = "turn"
    offers: tuple[Offer, ...]

    def effect_lists(self, path: str) -> Iterator[tuple[tuple[Effect, ...], str]]:
        yield from ((offer.effects, f"{path}.offers[{number}].effects") for number, offer in enumerate(self.offers))

    def issues(self, around: Surroundings, path: str) -> Iterator[Issue]:
        lowest = min((offer.duty for offer in self.offers), default=0)
        for number, offer in enumerate(self.offers):
            here = f"{path}.offers[{number}]"
            if lowest > 0:
                yield inert(f"{here}.duty", "no offer has duty 0")
            if offer.is_pass and not around.counts_passes:
                yield inert(f"{here}.is_pass", "nothing counts passes")
            for place, pick in enumerate(offer.picks):
                yield from PICKS[pick.kind].issues(pick, f"{here}.picks[{place}]")
            yield from _build_issues(around.built, offer, here)

    def work(self, measure: Measure) -> int:
        return sum(map(measure.offer, self.offers))

    def idle_work(self, measure: Measure) -> int:
        return measure.phase(self)

    def receivers(self) -> Iterator[str]:
        for pick in (pick for offer in self.offers for pick in offer.picks):
            yield pick.to
            if PICKS[pick.kind].type is Type.PILE:  # cards may be sent to it by its name
                yield pick.source

    def unguarded(self, name: str, path: str) -> Iterator[str]:
        for place, offer in enumerate(self.offers):
            for number, pick in enumerate(offer.picks):
                here, kind = f"{path}.offers[{place}].picks[{number}]", PICKS[pick.kind]
                if name in words_in(pick.to) and kind.takes != "one":
                    yield f"{here}.to"
                if kind.type is Type.PILE and name in words_in(pick.source):
                    yield f"{here}.source"

    def nodes(self, b: Builder, path: str, *, together: bool) -> list[int]:
        when = b.condition(self.when, f"{path}.when", b.scope)
        if together:
            b.check_untold(when, f"{path}.when")
        actor = b.flow_integer(self.actor, f"{path}.actor", b.scope, Type.SEAT)
        if not 1 <= len(self.offers) <= MAX_OFFERS:
            b.issue("choice.offers", f"{path}.offers", f"{len(self.offers)} offers: expected 1 to {MAX_OFFERS}")
        highest, acts = max((offer.duty for offer in self.offers), default=0), self.actor == "turn"
        offers = []
        before, after = set(b.shown), set(b.shown)
        for number, offer in enumerate(self.offers):
            b.shown = set(before)
            with b.going_on():
                here = f"{path}.offers[{number}]"
                offers.append(part(b, _offer, offer, here, together=together, highest=highest, turn_acts=acts))
                after |= b.shown
        b.shown = after
        return [b.node("Choice", {"name": self.name, "when": when, "actor": actor, "offers": offers}, path)]

    def told(self, english: English) -> tuple[Block, ...]:
        return self.told_again(english)

    def told_again(self, english: English, again: str = "") -> tuple[Block, ...]:
        """Its only offer as a paragraph, several as a list; `again` says that it is repeated."""
        english = english.acting(self.actor)
        if len(self.offers) == 1:
            text, blocks = _content(english, self.offers[0])
            text = text if text or blocks else said(english.tell(PASS))
            if conditions := _conditions(english, self.offers[0], ()):
                text = f"{said(f'if {listing(conditions)}:')} {text}".strip()
            if again:
                text = said(f"{english.tell(f'do this{again}')}:") + f" {text}"
            return (Paragraph(text), *blocks) if text else blocks
        entries = []
        for offer in self.offers:
            text, blocks = _content(english, offer)
            conditions = _conditions(english, offer, [other for other in self.offers if other.duty < offer.duty])
            name = f"**{capitalised(spoken(offer.name))}**"
            name += f", if {settled(listing(conditions))}" if conditions else ""
            told_so = f"{name}: {lowered(text)}" if text else f"{name}:" if blocks else said(name)
            entries.append(Item(told_so, blocks))
        return (Paragraph(said(f"{english.tell(f'do one of these{again}')}:")), Listing(tuple(entries)))

    def glance(self, english: English) -> str:
        return listing(list(dict.fromkeys(lowered(capitalised(spoken(offer.name))) for offer in self.offers)), "or")

    @classmethod
    def random(cls, writer: Writer, room: int, depth: int) -> Data:
        data: Data = {"type": "choice", "offers": writer.offers()}
        writer.dice.may(0.2, data, "actor", lambda: writer.seat_known(1))
        return data | {"name": writer.dice.one(("move", "turn over", "main"))} if writer.dice.chance(0.3) else data


def _build_issues(built: frozenset[str], offer: Offer, path: str) -> Iterator[Issue]:
    """What a zone lets lie on it is asked wherever a picked card may go there."""
    if any("fits(" in text for text in (offer.accept, *(pick.where for pick in offer.picks))):
        return
    for number, pick in enumerate(offer.picks):
        if PICKS[pick.kind].takes == "several" and words_in(pick.to) & built:
            message = "several cards at once cannot be asked whether they may lie there; pick them one by one"
            yield Issue("zone.build-by-set", f"{path}.picks[{number}].to", message=message)
    cards = {pick.name for pick in offer.picks if PICKS[pick.kind].takes}
    for effect, here in effects_in(offer.effects, f"{path}.effects"):
        if effect.type == "move" and effect.cards in cards:
            zone = effect.to.split("[")[0].split(",")[0].removeprefix("pile(").strip()
            if zone in built:
                message = f"{zone!r} has a rule of what may lie there: give the pick `to`, or ask fits(...)"
                yield Issue("zone.build-by-move", f"{here}.to", message=message)


def _offer(b: Builder, offer: Offer, path: str, *, together: bool, highest: int, turn_acts: bool) -> dict[str, Any]:
    place = Place(b.scope, b.lowering, {}, turn_acts=turn_acts)
    when: int | None = None
    proofs: list[dict[str, Any]] = []
    with b.going_on():
        node = b.check(offer.when, f"{path}.when", place.scope)
        b.check_legality(node, f"{path}.when", turn_acts=turn_acts)
        when = None if b.always(node) else b.lowered(node, f"{path}.when")
        proofs = b.proofs(node, f"{path}.when")
    kinds = [PICKS[pick.kind] for pick in offer.picks]
    if len(kinds) > MAX_PICKS:
        b.refuse("choice.picks", f"{path}.picks", f"{len(kinds)} picks: expected at most {MAX_PICKS}")
    if together and any(kind.lays for kind in kinds):
        b.refuse("pick.sets-together", f"{path}.picks", "sets are laid in the open: not while all choose in secret")
    draft = Draft(place, turn_acts=turn_acts)
    own_slot = b.slot(offer.name, "Nothing", public=True) if not kinds else len(b.slots)
    if not kinds:
        b.slot_notes[own_slot] = {"offer": offer.name, **offer.first_move()}
    for number, (pick, kind) in enumerate(zip(offer.picks, kinds, strict=True)):
        verb = offer.name if number == 0 else pick.name
        doing = Compiling(pick, number, verb, f"{path}.picks[{number}]", _is_secret(b, offer, pick))
        _add_pick(b, draft, kind, doing, offer)
    accept = None
    with b.going_on():
        node = b.check(offer.accept, f"{path}.accept", draft.place.scope)
        b.check_legality(node, f"{path}.accept", turn_acts=turn_acts)
        accept = b.optional(offer.accept, f"{path}.accept", draft.place.scope, draft.place.lowering)
    moves = [kind.move(b, offer, at, f"{path}.picks[{at}]", draft) for at, kind in enumerate(kinds)]
    laid = [move for move in moves if move is not None and "Lay" in move]  # at most one, and before all others
    own = [*laid, *(move for move in moves if move is not None and move not in laid)]
    effects = b.mark(path) + own + compile_effects(b, offer.effects, f"{path}.effects", draft.place)
    absent, cards = None, draft.first_cards
    is_free = not draft.may_fail and accept is None
    if offer.duty < highest and cards is not None and is_free and b.is_hidden(draft.first_zone):
        # Who takes an offer of higher duty had no card for this one.
        if when is not None:
            cards = b.combined("MaskAnd", cards, b.combined("MaskIf", when))
        owner = n.ZoneAt(Type.PILE, b.words.type_bounds(Type.PILE), draft.first_zone, b.scope.subject, None)
        absent = {"zone": b.lowering.integer(owner), "cards": cards, "count": 1}
    return {
        "slot": own_slot,
        "when": when,
        "proof": proofs[0] if proofs else None,
        "further": proofs[1:],
        "absent": absent,
        "duty": offer.duty,
        "picks": draft.picks,
        "accept": accept,
        "effects": effects,
        "is_pass": offer.is_pass,
        "plays": _plays(b, offer),
        "look_ahead": accept is not None or draft.may_fail,
    }


def _add_pick(b: Builder, draft: Draft, kind: PickKind, doing: Compiling, offer: Offer) -> None:
    """Compile a pick: what comes after it knows its name."""
    pick, first = doing.pick, len(b.slots)
    found = kind.compile(b, draft, doing)
    draft.picks.append({"slot": found.slot, "kind": found.kind, "proof": found.proof})
    node = found.node
    if doing.secret and isinstance(node, n.Picked):
        node = replace(node, zone=zone_named(pick.source))
    place = draft.place
    draft.place = replace(
        place,
        scope=place.scope.with_names(**{pick.name: node}),
        picks={**place.picks, pick.name: doing.number} if kind.takes else place.picks,
        tails=place.tails | {pick.name} if kind.takes == "tail" else place.tails - {pick.name},
    )
    several = any(slot["kind"] == "Commit" for slot in b.slots[first:])
    for slot in range(first, len(b.slots)):
        b.slot_notes[slot] = {
            "offer": offer.name,
            "pick": pick.name,
            "source": pick.source,
            "to": pick.to or offer.first_move(pick.name).get("to", ""),
            "several": several,
        }


def _is_secret(b: Builder, offer: Offer, pick: Pick) -> bool:
    """Cards that go from a hidden place to a hidden place are not announced."""
    if not PICKS[pick.kind].takes_held or not b.is_hidden(zone_named(pick.source)):
        return False
    targets = offer.targets(pick)
    return not targets or any(
        seen_by in ("none", "owner", "team") or (not seen_by and b.is_hidden(zone_named(to), arriving=True))
        for to, seen_by in targets
    )


def _plays(b: Builder, offer: Offer) -> bool:
    """A card picked from a hand and laid openly on the tableau or the discard pile is played."""
    if not offer.picks or not PICKS[offer.picks[0].kind].takes_held or _is_secret(b, offer, offer.picks[0]):
        return False
    zones = b.words.zones
    source = zones.get(zone_named(offer.picks[0].source))
    if source is None or source.role != "hand":
        return False
    targets = [zones.get(zone_named(to)) for to, _ in offer.targets(offer.picks[0])]
    return any(zone is not None and zone.role in ("tableau", "discard") for zone in targets)


def _conditions(english: English, offer: Offer, before: Sequence[Offer]) -> list[str]:
    found = []
    if before:
        names = list(dict.fromkeys(f"*{spoken(other.name)}*" for other in before))
        found.append(f"{english.actor.subject()} cannot {listing(names, 'or')}")
    if not english.is_always(offer.when):
        either = "either " if found and english.is_either(english.read(offer.when)) else ""
        found.append(f"{either}{english.when(offer.when)}")
    return found


def _content(english: English, offer: Offer) -> tuple[str, tuple[Block, ...]]:
    """What is picked, what must then hold, and what follows."""
    here, sentences, effects = english.offered(offer)
    if not here.is_always(offer.accept):
        moving = (pick for pick in offer.picks if PICKS[pick.kind].takes)
        moved = {word for pick in moving for text in (pick.source, pick.to) for word in words_in(text)}
        judged = here.read(offer.accept).walk()  # by a place that its cards leave or reach?
        is_changed = any(isinstance(node, n.ZoneAt) and node.zone in moved for node in judged)
        is_changed |= any(isinstance(node, n.Variable) and node.type is Type.PILE for node in judged)
        then = "afterwards " if is_changed else ""
        marks = frozenset(effect.register for effect in offer.effects if effect.type == "set")
        sentences.append(f"this is allowed only if {then}{replace(here, set_here=marks).when(offer.accept)}")
    text = said(*sentences)
    after, blocks = told(here.steps(effects))
    passing = ""
    if english.names.counts_passes and offer.is_pass is not (offer.name == PASS):  # its name does not say it
        passing = f"This {'counts' if offer.is_pass else 'does not count'} as a pass."
    if not text and not after and not blocks and not passing and offer.name != PASS:
        after = "Nothing happens."
    return " ".join(filter(None, (text, after, passing))), blocks
