"""Auctions: seats make calls that climb a ladder, and a contract comes of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal, Self

from pydantic import Field

from deckwright.document import Item, Listing, Paragraph
from deckwright.genome.compile.builder import Builder, Defect
from deckwright.genome.enums import pascal
from deckwright.genome.errors import Issue, inert_fields
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.scope import Scope
from deckwright.genome.expressions.static import NotStatic, evaluate
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.phases.phase import Data, PhaseModel
from deckwright.genome.rulebook.grammar.sentences import YOU, Person, said
from deckwright.genome.rulebook.grammar.wording import a, digits, listing, plain, suit_card
from deckwright.genome.values import Expr, Flag, Int, Model, Name

if TYPE_CHECKING:
    from deckwright.genome.mechanic_types import Block, English, GameGenome, Measure, Surroundings, Writer

MAX_CALLS = 250
MAX_CALLED_STRAINS = 16
_PLURAL = re.compile(r"(\{level\} [a-z]*[a-rt-z])s\b")
_ENDS = {
    "once": "each player calls once",
    "first_bid": "each player may call once, and the auction ends with the first bid",
    "one_left": "the auction goes round until all but one have passed",
    "silence": "the auction goes round until all the others have passed in a row after {bid}",
}
_ALL_PASS = {
    "redeal": "if everyone passes, the hand is not scored and the next one is dealt",
    "end_hand": "if everyone passes, the hand ends",
    "continue": "if everyone passes, play goes on without a contract",
}


class Call(Model):
    """Calls for each level (low, high, step) and each strain; `{level}` and `{strain}` fill in the name.

    A plural after the level is one for a level of 1: `{level} marks` makes `1 mark` and `2 marks`.
    """

    holds_names: ClassVar = {"strains": "strain", "kind": "kind"}

    name: Name
    kind: Name = ""
    levels: tuple[Int, Int, Int] = (0, 0, 1)
    strains: tuple[Name, ...] = ()
    when: Expr = "1"
    order: Expr = "level"
    """Its place on the ladder, from `level` and `index` (of the strain)."""

    def text(self, level: int, strain: str) -> str:
        """What is called for a level and a strain."""
        name = _PLURAL.sub(r"\1", self.name) if level == 1 else self.name
        return name.replace("{level}", str(level)).replace("{strain}", strain)


class AuctionPhase(PhaseModel):
    """Sets `declarer level strain kind doubled` and each seat's `bid`."""

    title: ClassVar = "Auction"
    likelihood: ClassVar = 1.2

    type: Literal["auction"] = "auction"
    start: Expr = "left(dealer)"
    calls: tuple[Call, ...]
    rising: Flag = True
    """A call must stand higher on the ladder than the last."""
    may_pass: Expr = "1"
    pass_is_final: Flag = True
    doubling: Annotated[int, Field(strict=True, ge=0, le=2)] = 0
    """1: opponents may double; 2: and the side that is doubled may redouble."""
    ends: Literal["once", "first_bid", "one_left", "silence"] = "one_left"
    declarer: Literal["bidder", "first_of_side"] = "bidder"
    all_pass: Literal["redeal", "end_hand", "continue"] = "end_hand"

    @property
    def call_kinds(self) -> tuple[str, ...]:
        return tuple(call.kind for call in self.calls)

    def issues(self, around: Surroundings, path: str) -> Iterator[Issue]:
        if self.ends != "silence":
            yield from inert_fields(self, path, f"the auction ends by {self.ends!r}", "pass_is_final")
        if self.ends == "first_bid":
            yield from inert_fields(self, path, "the first bid ends the auction", "rising", "doubling")
        if self.may_pass == "0":
            yield from inert_fields(self, path, "nobody may pass", "all_pass")
        if self.declarer == "first_of_side" and not around.genome.team_mode:
            yield Issue("teams.none", f"{path}.declarer", "first_of_side", "teams, with team_mode")

    def work(self, measure: Measure) -> int:
        calls = sum((1 + measure.texts(call, "when")) * max(1, len(call.strains)) for call in self.calls)
        return 50 * measure.seats * (1 + self.doubling) * calls

    def nodes(self, b: Builder, path: str, *, together: bool) -> list[int]:
        calls = self._calls(b, path)
        names = [call["name"] for call in calls]
        if not 1 <= len(calls) <= MAX_CALLS:
            b.refuse("auction.calls", f"{path}.calls", f"{len(calls)} calls: expected 1 to {MAX_CALLS}")
        said = [" ".join(name.casefold().split()) for name in names]
        if twice := next((name for name in said if said.count(name) > 1), None):
            why = f"two calls are called {twice!r}: a player could not say which"
            b.issue("auction.same-name", f"{path}.calls", why)
        if not self.rising and self.ends in ("one_left", "silence"):
            why = "calls that need not rise could go on for ever: expected 'once' or 'first_bid', or rising calls"
            b.issue("auction.never-ends", f"{path}.ends", why)
        call_slot = b.pages("call", "Call", len(calls))
        b.calls.append((call_slot, tuple(names)))
        content = {
            "name": self.name,
            "when": b.condition(self.when, f"{path}.when", b.scope),
            "start": b.flow_integer(self.start, f"{path}.start", b.scope, Type.SEAT),
            "call": call_slot,
            "pass": b.slot("pass", "Nothing"),
            "double": b.slot("double", "Nothing"),
            "redouble": b.slot("redouble", "Nothing"),
            "calls": calls,
            "rising": self.rising,
            "may_pass": b.legal_condition(self.may_pass, f"{path}.may_pass", b.scope, turn_acts=False)[1],
            "pass_is_final": self.pass_is_final,
            "doubling": self.doubling,
            "ends": pascal(self.ends),
            "declarer": pascal(self.declarer),
            "all_pass": pascal(self.all_pass),
        }
        b.slot_notes[call_slot:] = [{"phase": "auction"} for _ in b.slots[call_slot:]]
        return [b.node("Auction", content, path)]

    def _calls(self, b: Builder, path: str) -> list[Data]:
        """Every call, for each of its levels and strains."""
        done: list[Data] = []
        for number, call in enumerate(self.calls):
            here = f"{path}.calls[{number}]"
            low, high, step = call.levels
            if step < 1 or high < low or (high - low) // step >= MAX_CALLS:
                why = f"levels {call.levels}: expected low, high and a step of at least 1"
                b.issue("auction.levels", f"{here}.levels", why)
                continue
            for level in range(low, high + 1, step):
                for index, strain in enumerate(call.strains or ("",)):
                    try:
                        done.append(self._call(b, call, here, level, index, strain))
                    except Defect:
                        break
        return done

    def _call(self, b: Builder, call: Call, path: str, level: int, index: int, strain: str) -> Data:
        names: dict[str, n.Node] = {"level": n.const(level), "index": n.const(index)}
        found = b.words.find(Type.STRAIN, strain) if strain else -1
        if strain and found is not None:
            names["strain"] = n.const(found, Type.STRAIN)
        order_node = b.check(call.order, f"{path}.order", Scope(b.words).with_names(**names))
        try:
            order = evaluate(order_node, b.words, {})
        except NotStatic:
            why = "the place on the ladder depends on level and index only"
            b.refuse("expression.not-static", f"{path}.order", why)
        if self.rising and order <= 0:
            why = f"the place on the ladder is {order}: a call has to be above 0, or nobody could make it"
            b.refuse("auction.never-callable", f"{path}.order", why)
        if found is None:
            b.refuse_unknown("strain.unknown", f"{path}.strains", "no strain is called", strain, b.words.strains)
        if found >= MAX_CALLED_STRAINS:
            b.refuse("strain.too-many", f"{path}.strains", f"only the first {MAX_CALLED_STRAINS} strains can be called")
        node, when = b.legal_condition(call.when, f"{path}.when", b.scope.with_names(**names), turn_acts=False)
        return {
            "name": call.text(level, strain),
            "kind": b.words.kinds.index(call.kind),
            "level": level,
            "strain": found,
            "order": order,
            "when": when,
            "proof": next(iter(b.proofs(node, f"{path}.when")), None),
        }

    def told(self, english: English) -> tuple[Block, ...]:
        inner = english.about(YOU)
        bid = ("a bid", "a bid or a double", "a bid, a double or a redouble")[self.doubling]
        opening = f"{english.who(self.start).does('call')} first; {_ENDS[self.ends].format(bid=bid)}"
        calls = [Item(text) for text in self._calls_told(inner)]
        may_pass = not inner.is_never(self.may_pass)
        if may_pass:
            condition = "" if inner.is_always(self.may_pass) else f", only if {inner.when(self.may_pass)}"
            final = ""
            if self.ends == "one_left" or (self.ends == "silence" and self.pass_is_final):
                final = "; who has passed may not call again"
            elif self.ends == "silence":
                final = "; who has passed may call again later"
            calls.append(Item(said(f"**Pass**{condition}{final}")))
        if self.doubling:
            calls.append(Item(said("**Double** the last bid, if an opponent made it and it has not been doubled")))
        if self.doubling > 1:
            again = "**Redouble**, if your side made the last bid and it has been doubled but not redoubled"
            calls.append(Item(said(again)))
        rules = []
        if self.ends != "first_bid":
            higher = "each bid must be higher than the last"
            rules.append(higher if self.rising else "a bid need not be higher than the one before")
        if self.doubling:
            rules.append("a new bid cancels a double")
        mentions = english.names.mentions
        if mentions("declarer", "level", "kind", "doubled", "high") or any(call.strains for call in self.calls):
            whose = ", and whoever made it is the declarer"
            if self.declarer == "first_of_side":
                whose = "; the declarer is whoever of that side first named its strain"
            rules.append(f"{'that' if self.ends == 'first_bid' else 'the last'} bid is the contract{whose}")
        if mentions("bid"):
            of_side = ", and a side's bid is the total of its players'" if english.genome.team_mode else ""
            rules.append(f"your bid is the number of your last call{of_side}")
        # One player may not pass before there is a bid, so that never all of them do.
        items = n.items_of("or", inner.read(self.may_pass))
        tests = [test for test in items if isinstance(test, n.Comparison) and len(items) == 2]
        others = (test for test in tests if test.operator == "!=" and test.left.type is Type.SEAT)
        must_bid = any("actor" in _registers(test) for test in others)
        must_bid &= any(test.operator == ">" and _registers(test) == ["high"] for test in tests)
        if may_pass and not must_bid:
            rules.append(_ALL_PASS[self.all_pass])
        intro = said(opening, "on your turn make one of these calls:")
        return (Paragraph(intro), Listing(tuple(calls)), Paragraph(said(*rules)))

    def _calls_told(self, english: English) -> list[str]:
        """What may be bid; calls that differ only in the suit that they name are told together."""
        alike: dict[str, list[tuple[str, str]]] = {}
        for call in self.calls:
            text = self._call_told(english, call)
            suit = english.names.strain(call.strains[0]) if len(call.strains) == 1 else ""
            shared = text
            if suit in english.words.cards.suits:
                shared = text.replace(f": {suit}", ": {}").replace(f" {a(suit_card(suit))}", " of that suit")
            alike.setdefault(shared, []).append((suit, text))
        return [
            calls[0][1] if len(calls) == 1 else shared.replace("{}", listing([suit for suit, _ in calls], "or"))
            for shared, calls in alike.items()
        ]

    def _call_told(self, english: English, call: Call) -> str:
        low, high, step = call.levels
        levels = digits(low)
        if low != high:
            levels = f"{digits(low)} to {digits(high)}" + (f" in steps of {digits(step)}" if step > 1 else "")
        strains = listing([english.names.strain(strain) for strain in call.strains], "or")
        name = english.call_name(call)
        text = f"**{name[:1].upper()}{name[1:]}**"
        if "{level}" in call.name or low != high:
            text += f": a number from {levels}" if low != high else f": {levels}"
        elif english.names.mentions("level", "bid"):
            text += f" (it counts as {levels})"
        if strains:
            text += f", with a {english.names.strain_word}: {strains}"
        if call.kind and call.kind != name:
            text += f" ({a(f'“{plain(call.kind)}”')} contract)"
        return said("; ".join([text, *self._call_conditions(english, call)]))

    def _call_conditions(self, english: English, call: Call) -> list[str]:
        """When a call may be made, and how high it is."""
        low, high, _ = call.levels
        level = n.Variable(Type.INT, Bounds(low, high), "call level")
        index = n.Variable(Type.INT, Bounds(0, max(0, len(call.strains) - 1)), "call index")
        inner = english.knowing(level=level, index=index)
        if call.strains:
            strain = n.Variable(Type.STRAIN, english.words.type_bounds(Type.STRAIN), "call strain")
            own = Person(f"its {english.names.strain_word}", pronoun="")
            inner = inner.knowing(strain=strain).calling(strain.name, own)
        inner = inner.calling(level.name, Person("its number", pronoun=""))
        inner = inner.calling(index.name, Person("the place of its strain", pronoun=""))
        conditions = [] if inner.is_always(call.when) else [f"only if {inner.when(call.when)}"]
        order, counts = call.order.strip(), english.names.mentions("high")
        match inner.read(order):  # level * strains + index: first the number, then the place of the strain
            case n.Arithmetic(
                operator="+",
                left=n.Variable(name="call index"),
                right=n.Arithmetic(operator="*", left=n.Const(value=times), right=n.Variable(name="call level")),
            ):
                goes_by_strain = times >= len(call.strains)
            case _:
                goes_by_strain = False
        if len(self.calls) == 1 and not counts and goes_by_strain:
            conditions.append("of two bids of one number, the one whose strain comes later in this list is higher")
        elif order != "level" and ((self.rising and self.ends != "first_bid") or counts):
            variables = (part for part in inner.read(order).walk() if isinstance(part, n.Variable))
            by_strain = any(variable.name == index.name for variable in variables)
            given = " (strains counted from 0 in the order given)" if by_strain else ""
            conditions += english.height_told(call, self.calls) or [f"it is as high as {inner.value(order)}{given}"]
        return conditions

    def pitch(self, genome: GameGenome) -> str:
        return "There is an auction."

    def without_teams(self) -> Self:
        return self.model_copy(update={"declarer": "bidder"})

    @classmethod
    def random(cls, writer: Writer, room: int, depth: int) -> Data:
        dice, lexicon = writer.dice, writer.lexicon
        calls = dice.several(1, 3, lambda: _random_call(writer))
        data: Data = {"type": "auction", "calls": calls}
        data["ends"] = dice.one(("once", "first_bid", "one_left", "silence"))
        data["rising"] = dice.chance(0.8) or data["ends"] in ("one_left", "silence")
        data["pass_is_final"] = dice.chance(0.6)
        data["doubling"] = dice.weighted((5, 0), (2, 1), (2, 2))
        data["declarer"] = dice.one(("bidder", "first_of_side"))
        data["all_pass"] = dice.weighted((2, "redeal"), (2, "end_hand"), (4, "continue"))
        dice.may(0.3, data, "may_pass", lambda: writer.legal_truth(1))
        dice.may(0.4, data, "start", lambda: writer.seat_known(1))
        for call in calls:
            if call.get("kind") and call["kind"] not in lexicon.kinds:
                lexicon.kinds.append(call["kind"])
        return data


def _registers(node: n.Node) -> list[str]:
    return [part.name for part in node.walk() if isinstance(part, n.Register)]


def _random_call(writer: Writer) -> Data:
    """A kind of call, on its levels."""
    dice = writer.dice
    low = dice.number(0, 4)
    data: Data = {"name": "{level}", "levels": [low, low + dice.number(0, 5), dice.number(1, 2)]}
    if dice.chance(0.4):
        data |= {"kind": dice.one(("points", "marks")), "name": "{level} points"}
    if writer.lexicon.strains and dice.chance(0.5):
        strains = dice.some(list(dict.fromkeys(writer.lexicon.strains)), 1, 4)
        name, order = f"{data['name']} {{strain}}", f"{len(strains)} * level + index"
        data |= {"strains": strains, "name": name, "order": order}
    elif dice.chance(0.3):
        data["order"] = dice.one(("level + 1", "10 * level", "level * level + index"))
    return data | {"when": writer.legal_truth(1, level=Type.INT)} if dice.chance(0.3) else data
