"""`Builder`: a program under construction, and its defects."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

from deckwright.genome.checks.walk import words_in
from deckwright.genome.compile.lower import CannotLower, Lowering
from deckwright.genome.compile.pools import Pools
from deckwright.genome.compile.privacy import Sight, hidden_reads, unknown_to_actor
from deckwright.genome.compile.program import CreditLine, Layout, SetFamily
from deckwright.genome.errors import Issue
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.check import Checker, check_expression
from deckwright.genome.expressions.scope import Scope, Scopes
from deckwright.genome.expressions.syntax import ExpressionError, parse_expression
from deckwright.genome.expressions.types import Type
from deckwright.genome.expressions.vocabulary import Words
from deckwright.genome.limits import MAX_TALLIES, PAGE
from deckwright.text import nearest_hint

if TYPE_CHECKING:
    from deckwright.genome.schema import GameGenome

T = TypeVar("T")
OWN_CARD = "own card"
"""The variable that stands for each card in turn, where a set of cards is described."""
PLAIN = {"when": "1", "where": "1", "accept": "1", "until": "0"}
"""Fields that ask whether something is so, with the answer that goes without saying."""
SIZED = frozenset({"players", "hand_number", "hands_played"})
"""Words for how many play, and how many hands: a rule about more of them is idle in a game of fewer, and may stay."""


class Defect(Exception):  # noqa: N818
    """Stops the compilation of one part; the defect has been recorded."""


@dataclass
class Builder(Scopes):
    """A program in the making."""

    genome: GameGenome
    words: Words
    layout: Layout
    pools: Pools
    groups: Mapping[str, int]
    group_sizes: Mapping[str, int] = field(default_factory=dict)
    unlisted: dict[str, str] = field(default_factory=dict)
    """Why patterns and groups have no list of card sets."""
    sets: list[SetFamily] = field(default_factory=list)
    issues: list[Issue] = field(default_factory=list)
    slots: list[dict[str, Any]] = field(default_factory=list)
    slot_notes: list[dict[str, Any]] = field(default_factory=list)
    """What people are told of each slot and the kernel need not know: see `SlotName`."""
    nodes: list[dict[str, Any]] = field(default_factory=list)
    node_paths: list[str] = field(default_factory=list)
    """Where each node stands in the genome; empty for those of the compiler's own."""
    marks: list[str] | None = None
    """In a program made for counting: the paths of what it marks, by number."""
    tallies: list[int] = field(default_factory=list)
    tallied: set[str] = field(default_factory=set)
    tally_calls: list[tuple[tuple[int, ...], str]] = field(default_factory=list)
    """What was asked to be counted, in order."""
    hidden: list[tuple[str, int]] = field(default_factory=list)
    credits: list[CreditLine] = field(default_factory=list)
    """What results tell of each seat beside its score."""
    shown: set[str] = field(default_factory=set)
    """Zones whose cards have just been shown to all, where the compiler has got to; it goes the way of play."""
    sight: Sight = field(default_factory=dict)
    receiving: frozenset[str] = frozenset()
    """Zones that get cards while a hand is played."""
    calls: list[tuple[int, tuple[str, ...]]] = field(default_factory=list)
    """The names of an auction's calls, by the first of their slots."""
    path: str = "$"
    """The expression looked at last."""
    order_matters: list[tuple[frozenset[str], str]] = field(default_factory=list)
    """Zones in which a rule puts cards in some order or shuffles them, with its path."""
    watcher: Builder | None = None
    """What compiles its parts, where they are noted to be used again."""

    def issue(self, code: str, path: str, message: str, *, found: str = "", expected: str = "") -> None:
        """Record a defect."""
        self.issues.append(Issue(code, path, found, expected, message))

    def unknown(self, code: str, path: str, what: str, name: str, known: Iterable[str]) -> None:
        """Record that there is nothing of a name, with the nearest that there is."""
        self.issue(code, path, f"{what} {name!r}{nearest_hint(name, known)}")

    def refuse(self, code: str, path: str, message: str) -> NoReturn:
        """Record a defect that stops the part it is in."""
        self.issue(code, path, message)
        raise Defect

    def refuse_unknown(self, code: str, path: str, what: str, name: str, known: Iterable[str]) -> NoReturn:
        """The same where there is nothing of a name."""
        self.unknown(code, path, what, name, known)
        raise Defect

    def term_issue(self, error: ExpressionError, used_at: str) -> None:
        """Record a defect of a term once, where the term is written, however often it is used."""
        number = next(number for number, term in enumerate(self.genome.terms) if term.name == error.term)
        path = f"$.terms[{number}].expr"
        if not any(issue.path == path and issue.code == error.code for issue in self.issues):
            self.issues.append(Issue(error.code, path, message=str(error), used_at=used_at))

    def at(self, path: str) -> Builder:
        """Defects of expressions inside are recorded with this path, and stop the part."""
        self.path = path
        return self

    def __enter__(self) -> None:
        pass

    def __exit__(self, _: object, error: BaseException | None, __: object) -> None:
        match error:
            case ExpressionError(term=term) if term:
                self.term_issue(error, self.path)
            case ExpressionError(code=code):
                self.issue(code, self.path, str(error))
            case CannotLower():
                self.issue("compile.unsupported", self.path, str(error))
            case _:
                return
        raise Defect from None

    def each(self, items: Iterable[T], path: str, compiled: Callable[[T, str], Any]) -> list[Any]:
        """All items of a list of the genome, compiled; those with a defect are left out."""
        done = []
        for number, item in enumerate(items):
            with suppress(Defect):
                done.append(compiled(item, f"{path}[{number}]"))
        return done

    def going_on(self) -> suppress:
        """What follows is compiled even if a defect stops this part: it has defects of its own to tell."""
        return suppress(Defect)

    @cached_property
    def lists(self) -> dict[str, list[Any]]:
        """What its parts add to; what they add stands at the end."""
        own = ("slots", "slot_notes", "nodes", "node_paths", "sets", "order_matters", "calls", "hidden", "tally_calls")
        noted = {"ends_used": self.layout.ends_used, "piled": self.layout.piled, "term_uses": self.words.term_uses}
        return {name: getattr(self, name) for name in own} | noted

    @property
    def lowering(self) -> Lowering:
        """Operations without variables."""
        return Lowering(self.words, self.pools, self.layout, self.groups)

    def check(self, text: str, path: str, scope: Scope, kind: Type = Type.INT) -> n.Node:
        """The typed tree of an expression."""
        with self.at(path):
            node = check_expression(text, scope, kind)
        field = path.rpartition(".")[2]
        if kind is Type.INT and "level" not in scope.names:  # what is asked of each call may be so for some
            if text != PLAIN.get(field, text):
                self.check_open(text, path, self.lowering.known(node))
            elif field in ("points", "amount") and not any(node.bounds):
                self.check_open(text, path, 0, what="is anything but 0")
        return node

    def check_open(self, text: str, path: str, holds: int | None, *, what: str = "holds") -> None:
        """Refuse a condition that always holds, or never, whatever happens; but something may end after one turn."""
        if holds is not None and not (holds and path.endswith(".until")) and not SIZED & self._named(text):
            self.issue("field.no-effect", path, f"has no effect: it {'always' if holds else 'never'} {what}")

    def _named(self, text: str) -> frozenset[str]:
        """The names in an expression and in the terms that it uses."""
        names = words_in(text)
        return names.union(*(self._named(self.words.terms[name]) for name in names & self.words.terms.keys()))

    def check_cards(self, test: n.Node, text: str, path: str, lowering: Lowering) -> None:
        """The same of a condition on each card."""
        match self.pools.ops.items[lowering.cards_where(test, OWN_CARD)] if text != "1" else ():
            case ("MaskConst", place):
                mask = self.pools.masks.items[place]
                self.check_open(text, path, {0: 0, (1 << len(self.words.cards.cards)) - 1: 1}.get(mask))

    def check_any(self, text: str, path: str, scope: Scope) -> n.Node:
        """The typed tree of an expression of whatever type it has."""
        with self.at(path):
            return Checker(text, scope).node(parse_expression(text))

    def integer(
        self, text: str, path: str, scope: Scope, kind: Type = Type.INT, lowering: Lowering | None = None
    ) -> int:
        """An expression, compiled."""
        return self.lowered(self.check(text, path, scope, kind), path, lowering)

    def legal_integer(
        self, text: str, path: str, scope: Scope, *, turn_acts: bool, lowering: Lowering | None = None
    ) -> int:
        """A number that decides what is legal, compiled."""
        node = self.check(text, path, scope)
        self.check_legality(node, path, turn_acts=turn_acts)
        return self.lowered(node, path, lowering)

    def flow_integer(
        self, text: str, path: str, scope: Scope, kind: Type = Type.INT, lowering: Lowering | None = None
    ) -> int:
        """Something that everyone sees the outcome of, compiled: whose turn it is, who is paid, how much."""
        node = self.check(text, path, scope, kind)
        self.check_flow(node, path)
        return self.lowered(node, path, lowering)

    def optional(self, text: str, path: str, scope: Scope, lowering: Lowering | None = None) -> int | None:
        """A condition, compiled; None if it always holds."""
        node = self.check(text, path, scope)
        return None if self.always(node) else self.lowered(node, path, lowering)

    def legal_condition(
        self, text: str, path: str, scope: Scope, *, turn_acts: bool, lowering: Lowering | None = None
    ) -> tuple[n.Node, int | None]:
        """A condition that decides what is legal, and the same compiled; None if it always holds."""
        node = self.check(text, path, scope)
        self.check_legality(node, path, turn_acts=turn_acts)
        return node, None if self.always(node) else self.lowered(node, path, lowering)

    def lowered(self, node: n.Node, path: str, lowering: Lowering | None = None) -> int:
        """A node, compiled."""
        with self.at(path):
            return (lowering or self.lowering).integer(node)

    def always(self, node: n.Node) -> bool:
        """Whether a condition is true whatever happens."""
        return bool(self.lowering.known(node))

    def never(self, node: n.Node) -> bool:
        """Whether a condition is false whatever happens."""
        return self.lowering.known(node) == 0

    def constant(self, value: int) -> int:
        """An expression for a number."""
        return self.expression("Const", value)

    def cards(self, mask: int) -> int:
        """An expression for a set of cards that is always the same."""
        return self.expression("MaskConst", self.pools.masks.place(mask))

    def expression(self, name: str, *arguments: object) -> int:
        """An expression of one operation."""
        with self.at(self.path):
            return self.lowering.place(self.pools.op(name, *arguments))

    def combined(self, name: str, *expressions: int) -> int:
        """An operation on the values of expressions."""
        return self.expression(name, *(self.pools.code.items[each] for each in expressions))

    def seat_or_team(self, text: str, path: str, scope: Scope) -> n.Node:
        """Whoever an expression names: a seat or a team."""
        node = self.check_any(text, path, scope)
        return node if node.type in (Type.SEAT, Type.TEAM) else self.check(text, path, scope, Type.SEAT)

    def condition(self, text: str, path: str, scope: Scope, lowering: Lowering | None = None) -> dict[str, Any] | None:
        """A test made in the flow, with what its outcome shows of hidden cards."""
        node = self.check(text, path, scope)
        return None if self.always(node) else self._tested(node, path, lowering)

    def ending(self, text: str, path: str) -> dict[str, Any] | None:
        """The same for what ends something; None if it never holds."""
        node = self.check(text, path, self.scope)
        return None if self.never(node) else self._tested(node, path)

    def _tested(self, node: n.Node, path: str, lowering: Lowering | None = None) -> dict[str, Any]:
        proof = self.proof(node, path, lowering)
        self.check_flow(node, path, proof=proof is not None)
        return {"test": self.lowered(node, path, lowering), "proof": proof}

    def check_untold(self, condition: dict[str, Any] | None, path: str) -> None:
        """Refuse a test of hidden cards while all choose in secret: its outcome is told when the next seat is asked."""
        if condition is not None and condition["proof"] is not None:
            message = "a test of hidden cards is told to all: while all choose together it would tell who has chosen"
            self.issue("privacy.together", path, message)

    def proof(self, node: n.Node, path: str, lowering: Lowering | None = None) -> dict[str, Any] | None:
        """What it means for hidden cards that a test holds: at least so many of a set are there."""
        return self.proof_of(counted(node), path, lowering)

    def proofs(self, node: n.Node, path: str, lowering: Lowering | None = None) -> list[dict[str, Any]]:
        """Everything that it means for hidden cards that a condition holds: at least so many of a set, or fewer."""
        shown = (self.proof_of(found, path, lowering, fewer=fewer) for found, fewer in counts_shown(node))
        return [proof for proof in shown if proof is not None]

    def proof_of(
        self, found: Counted | None, path: str, lowering: Lowering | None, *, fewer: bool = False
    ) -> dict[str, Any] | None:
        """A count of hidden cards, as the kernel records it."""
        if found is None or not isinstance(found.gather.domain.of, n.PileCards):
            return None
        pile = found.gather.domain.of.pile
        if not isinstance(pile, n.ZoneAt) or not self.is_hidden(pile.zone) or found.test is None:
            return None
        lowering = lowering or self.lowering
        with self.at(path):
            cards = lowering.matching(found.test, found.gather.variable)
            zone = lowering.integer(pile)
        if found.least > 1 or not (fewer or self.is_single(cards)):  # otherwise what may be there says it
            self.tally(cards, pile.zone)
        return {"zone": zone, "cards": cards, "count": found.least, **({"fewer": True} if fewer else {})}

    def check_legality(self, node: n.Node, path: str, *, turn_acts: bool) -> None:
        """Refuse a rule of legality that reads cards its actor does not know: legal moves would give them away."""
        zone = unknown_to_actor(node, self.sight, turn_acts=turn_acts)
        if zone is not None:
            why = f"what is legal may not depend on cards of {zone!r} that the player cannot see"
            self.issue("privacy.legality", path, why)

    def check_flow(self, node: n.Node, path: str, *, proof: bool = False) -> None:
        """Refuse a test of hidden cards that is neither a count, which is recorded, nor about cards that are shown."""
        parts: tuple[n.Node | None, ...] = (node,)
        if proof and (found := counted(node)) is not None:
            pile = found.gather.domain.of
            parts = (found.test, pile.pile.owner if isinstance(pile, n.PileCards) else None)  # type: ignore[attr-defined]
        reads = (zone for part in parts if part is not None for zone in hidden_reads(part, self.sight))
        zones = {zone.zone for zone in reads} - self.shown
        if zones:
            why = f"this depends on hidden cards of {min(zones)!r}: count them, or show them before"
            self.issue("privacy.flow", path, why)

    def is_hidden(self, zone: str, *, arriving: bool = False) -> bool:
        """Whether someone may not see the cards of a zone, or one that arrives there on top."""
        return self.sight.get(zone, "all") not in (("all", "top") if arriving else ("all",))

    def is_single(self, cards: int) -> bool:
        """Whether a set is one card: then its place says everything, without counting."""
        name, *place = self.pools.ops.items[self.pools.code.items[cards]]
        return name == "MaskConst" and bool(self.pools.masks.items[place[0]].bit_count() == 1)

    def tally(self, cards: int, zone: str) -> None:
        """Keep count, in public, of the sets of cards that an expression may give."""
        sets: list[int] = []
        for op in self.pools.parts(self.pools.code.items[cards]):
            match op:
                case ("MaskConst", place):
                    sets.append(self.pools.masks.items[place])
                case ("MaskTable", place, _):
                    sets += self.pools.mask_tables.items[place][1]
        self.tally_sets(sets, zone)

    def tally_sets(self, sets: Sequence[int], zone: str) -> None:
        """Keep count, in public, of sets of cards."""
        self.tally_calls.append((tuple(sets), zone))
        new = [mask for mask in dict.fromkeys(sets) if mask and mask not in self.tallies]
        if len(self.tallies) + len(new) <= MAX_TALLIES:
            self.tallies += new
            self.tallied.add(zone)

    def group(self, name: str, path: str) -> int:
        """The listed card sets of a pattern or of a group of them."""
        if name not in self.words.groups:
            self.refuse_unknown("pattern.unknown", path, "no pattern or group is called", name, self.words.groups)
        if name not in self.groups:
            why = self.unlisted.get(name, "no cards of the deck form it")
            self.refuse("pattern.cannot-list", path, f"the card sets that form {name!r} cannot be listed: {why}")
        return self.groups[name]

    def hidden_register(self, name: str, *, start: int) -> int:
        """A register of the compiler's own."""
        place = self.layout.add_registers(name, 1)
        self.hidden.append((name, start))
        return place

    def slot(self, verb: str, kind: str, *, offset: int = 0, public: bool = True) -> int:
        """A new kind of action."""
        self.slots.append({"verb": verb, "kind": kind, "offset": offset, "public": public})
        self.slot_notes.append({})
        return len(self.slots) - 1

    def pages(self, verb: str, kind: str, count: int, *, first: int = 0, public: bool = True) -> int:
        """Slots for more values than one holds."""
        starts = range(first, first + max(1, count), PAGE)
        return [self.slot(verb, kind, offset=start, public=public) for start in starts][0]  # noqa: RUF015

    def mark(self, path: str) -> list[dict[str, Any] | str]:
        """What tells whoever counts that play has reached a place; nothing in a program that nobody counts."""
        if self.marks is None:
            return []
        self.marks.append(path)
        return [{"Mark": len(self.marks) - 1}]

    def node(self, kind: str, content: dict[str, Any], path: str) -> int:
        """A new flow node."""
        self.node_paths.append(path)
        self.nodes.append({kind: content})
        return len(self.nodes) - 1


@dataclass(frozen=True)
class Counted:
    """A test that counts cards of a zone: it holds when there are at least so many."""

    gather: n.Gather
    test: n.Node | None
    least: int


def counted(node: n.Node) -> Counted | None:
    """A node as a count of cards, if it is one."""
    match node:
        case n.Gather(gather="any", domain=n.Domain(name="cards"), test=test, body=body) if body is not None:
            return Counted(node, body if test is None else n.joined("and", test, body), 1)
        case n.Gather(gather="count", domain=n.Domain(name="cards"), test=test):
            return Counted(node, test, 1)
        case n.Comparison(
            operator=">=" | ">" as operator, left=n.Gather(gather="count") as gather, right=n.Const(value=value)
        ):
            inner = counted(gather)
            least = value if operator == ">=" else value + 1
            return Counted(gather, inner.test, least) if inner and 1 <= least <= 128 else None
    return None


def counts_shown(node: n.Node, *, holds: bool = True) -> Iterator[tuple[Counted, bool]]:
    """The counts of cards that a condition which holds (or does not) shows, each with whether there are fewer."""
    if (found := counted(node)) is not None:
        yield found, not holds
        return
    match node:
        case n.Junction(operator=operator, items=items) if (operator == "and") == holds:
            for item in items:
                yield from counts_shown(item, holds=holds)
        case n.Negation(value=value):
            yield from counts_shown(value, holds=not holds)
        case n.Gather(gather="all", domain=n.Domain(name="cards"), test=test, body=body) if body is not None:
            other = n.negated(body)  # all are so: none is otherwise
            yield Counted(node, other if test is None else n.joined("and", test, other), 1), holds
        case n.Comparison(operator=operator, left=n.Gather(gather="count") as gather, right=n.Const(value=value)):
            every = counted(gather)
            match operator:
                case "<" | "<=":
                    ends = [(value if operator == "<" else value + 1, not holds)]
                case "==" | "!=" if (operator == "==") == holds:
                    ends = [(value, True), (value + 1, False)]
                case _:
                    ends = [(1, True)] if value == 0 and operator in ("==", "!=") else []
            if every is None:
                return
            for count, enough in ends:
                if 1 <= count <= 128:
                    yield Counted(gather, every.test, count), not enough
