"""Typed trees to the operations of a program: one integer, or one set of cards."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field, replace
from functools import lru_cache, reduce

from deckwright.genome.compile.pools import OpRef, Pools, mask_of, masks_by
from deckwright.genome.compile.program import Layout
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.normal_form import MIRROR
from deckwright.genome.expressions.static import NotStatic, attributes_used, calculate, evaluate, evaluate_cards
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.expressions.vocabulary import Words
from deckwright.genome.limits import MAX_LOCALS, MAX_OPERATIONS
from deckwright.genome.values import frozen

MAX_TABLE = 512
MANY = 3
"""So many numbers are looked up in a table rather than compared one by one."""
MAX_SELECT = 20
MAX_ATTRIBUTES = 250
MAX_CARD_CASES = 64
MAX_LOOPS = 4
CARD_LOCAL = MAX_LOCALS - 1
"""The local that holds the card being moved or played."""

_ARITHMETIC = {"+": "Add", "-": "Sub", "*": "Mul", "//": "Div", "%": "Mod", "min": "Min", "max": "Max"}
_COMPARISON = {"==": "Eq", "!=": "Ne", "<": "Lt", "<=": "Le", ">": "Gt", ">=": "Ge"}
_TRICK = {"follows": "MaskFollows", "heads": "MaskHeads", "called": "MaskCalled"}
_PILE = {"size": "Size", "top": "Top", "under": "Under", "bottom": "Bottom"}
_NONE_IS_MINUS_ONE = ("suit", "second_suit", "rank")


class CannotLower(ValueError):  # noqa: N818
    """The kernel has no operations for this."""


@frozen
class Lowering:
    """Everything needed to turn a node into operations, and the variables known where it stands."""

    words: Words
    pools: Pools
    layout: Layout
    groups: Mapping[str, int]
    locals: dict[str, int] = field(default_factory=dict)
    values: dict[str, int] = field(default_factory=dict)

    def integer(self, node: n.Node) -> int:
        """An expression for the node's value."""
        return self.place(self.ops(node))

    def matching(self, test: n.Node, variable: str) -> int:
        """An expression for the set of all cards for which the test holds."""
        return self.place(self.cards_where(test, variable))

    def matching_in(self, cards: n.Node, test: n.Node | None, variable: str) -> int:
        """An expression for the cards of a set for which the test holds."""
        return self.place(self.filtered(cards, test, variable))

    def place(self, op: OpRef) -> int:
        """An operation as an expression of the program, if it is not too large."""
        size = self.pools.ops.sizes[op]
        self.words.effort.spend(min(size, MAX_OPERATIONS))
        if size > MAX_OPERATIONS:
            raise CannotLower(f"the expression takes more than {MAX_OPERATIONS} operations; say it in smaller parts")
        return self.pools.code.place(op)

    def op(self, name: str, *operands: object) -> OpRef:
        """An operation and what it is applied to."""
        return self.pools.op(name, *operands)

    def joined(self, name: str, operands: Iterable[OpRef]) -> OpRef:
        """An operation on the first two, then on that and the third, and so on."""
        return reduce(lambda before, operand: self.op(name, before, operand), operands)

    def with_local(self, name: str, number: int) -> Lowering:
        """The same place with one more variable."""
        return replace(self, locals={**self.locals, name: number})

    def next_local(self) -> int:
        """A local that no variable here uses."""
        used = set(self.locals.values())
        number = next(number for number in range(CARD_LOCAL + 1) if number not in used)
        if number >= MAX_LOOPS:
            raise CannotLower("too many loops in each other")
        return number

    def known(self, node: n.Node) -> int | None:
        """The value of a node that does not depend on play."""
        if isinstance(node, n.Const):  # most are that, or plainly a matter of play
            self.words.effort.spend()
            return node.value
        if isinstance(node, n.PLAYED):
            self.words.effort.spend()
            return None
        if isinstance(node, n.Arithmetic) and isinstance(node.left, n.PLAYED):
            self.words.effort.spend(2)
            return None
        try:
            return evaluate(node, self.words, self.values)
        except NotStatic:
            return None

    def ops(self, node: n.Node) -> OpRef:
        """Operations that give an integer."""
        self.words.effort.spend()
        value = self.known(node)
        if value is not None:
            return self.op("Const", value)
        match node:
            case n.Register(name=name, index=index):
                return self.register(name, index)
            case n.Variable(name=name):
                if name not in self.locals:
                    raise CannotLower(f"the variable {name.split('@')[0]!r} cannot be used here")
                return self.op("Local", self.locals[name])
            case n.Picked(pick=pick, offset=offset):
                picked = self.op("Pick", pick)
                return self.op("Add", picked, self.op("Const", offset)) if offset else picked
            case n.Arithmetic(operator="-", left=n.Const(value=0), right=right):
                return self.op("Neg", self.ops(right))
            case n.Arithmetic(operator=operator, left=left, right=right):
                return self.op(_ARITHMETIC[operator], self.ops(left), self.ops(right))
            case n.Comparison():
                return self.comparison(node)
            case n.Junction(operator=operator, items=items):
                table = self.membership(items) if operator == "or" else None
                return self.joined(operator.capitalize(), map(self.ops, items)) if table is None else table
            case n.Negation(value=inner):
                return self.op("Not", self.ops(inner))
            case n.Conditional(test=test, then=then, otherwise=otherwise):
                known = self.known(test)
                if known is not None:
                    return self.ops(then if known else otherwise)
                return self.op("If", self.ops(test), self.ops(then), self.ops(otherwise))
            case n.Selection(items=items, index=index):
                return self.selection(items, index)
            case n.Lookup(values=values, index=index):
                return self.op("Table", self.pools.tables.place((-1, (-1, *values))), self.ops(index))
            case n.Attribute(name=name, card=card):
                return self.attribute(name, card)
            case n.Neighbour(side=side, seat=seat):
                return self.op("Left" if side == "left" else "Right", self.ops(seat))
            case n.ZoneAt():
                return self.instance(node)
            case n.PileFact(name=name, pile=pile):
                if name != "size" and isinstance(pile, n.ZoneAt):
                    self.layout.ends_used.append(pile.zone)
                return self.op(_PILE[name], self.ops(pile))
            case n.CardIn(card=card, cards=cards):
                return self.op("Contains", self.ops(card), self.set_ops(cards))
            case n.TrickFact(name=name, card=card):
                return self.op("Contains", self.ops(card), self.op(_TRICK[name]))
            case n.HandValue(cards=cards):
                return self.op("Value", self.set_ops(cards))
            case n.Pack(cards=cards, group=group):
                return self.op("Pack", self.group(group), self.set_ops(cards))
            case n.AddsUp(cards=cards, name=name, total=total):
                attribute = self.attribute_number(self.words.attributes[name])
                return self.op("Adds", attribute, self.ops(total), self.set_ops(cards))
            case n.Gather():
                return self.gather(node)
        raise CannotLower(f"{node.type.value} cannot be used here")

    def register(self, name: str, index: n.Node | None) -> OpRef:
        """A register, by a fixed or computed index."""
        place = self.layout.registers[name]
        if index is None:
            return self.op("Reg", place.base)
        value = self.known(index)
        if value is not None:
            return self.op("Reg", place.base + min(max(value, 0), place.length - 1))
        return self.op("RegAt", place.base, place.length, self.ops(index))

    def comparison(self, node: n.Comparison) -> OpRef:
        """Cards are compared by face: like copies are equal."""
        left, right = node.left, node.right
        name = _COMPARISON[node.operator]
        if left.type is Type.CARD and not any(isinstance(side, n.Const) and side.value < 0 for side in (left, right)):
            return self.op(name, self.attribute("face", left), self.attribute("face", right))
        return self.op(name, self.ops(left), self.ops(right))

    def membership(self, items: tuple[n.Node, ...]) -> OpRef | None:
        """Whether a number is one of many that are known, as a table."""
        tests = [item for item in items if isinstance(item, n.Comparison) and item.operator == "=="]
        values, known = {test.left for test in tests}, {self.known(test.right) for test in tests}
        value = next(iter(values), items[0])
        is_short = value.type is not Type.CARD and -1 <= value.bounds.low <= value.bounds.high < MAX_TABLE
        if len(tests) < max(MANY, len(items)) or len(values) > 1 or None in known or not is_short:
            return None
        truths = tuple(int(number in known) for number in range(-1, value.bounds.high + 1))
        return self.op("Table", self.pools.tables.place((-1, truths)), self.ops(value))

    def selection(self, items: tuple[n.Node, ...], index: n.Node) -> OpRef:
        """A list by index; a table if its values are known."""
        values = tuple([self.known(item) for item in items])
        if None not in values:
            return self.op("Table", self.pools.tables.place((0, values)), self.ops(index))
        if len(items) > MAX_SELECT:
            raise CannotLower(f"a list of {len(items)} values that depend on play; at most {MAX_SELECT}")
        return self.op("Select", tuple([self.ops(item) for item in items]), self.ops(index))

    def attribute(self, name: str, card: n.Node) -> OpRef:
        """No card has 0 in the kernel, so suits and ranks of what may be no card are kept one higher."""
        value = self.known(card)
        if value is not None:
            nothing = -1 if name in _NONE_IS_MINUS_ONE else 0
            return self.op("Const", self.words.attributes[name][value] if value >= 0 else nothing)
        values = self.words.attributes[name]
        if name in _NONE_IS_MINUS_ONE and card.bounds.low < 0:
            shifted = self.attribute_number(tuple(value + 1 for value in values))
            return self.op("Sub", self.op("Attr", shifted, self.ops(card)), self.op("Const", 1))
        return self.op("Attr", self.attribute_number(values), self.ops(card))

    def attribute_number(self, values: tuple[int, ...]) -> int:
        """The number of an attribute with these values, one per card."""
        number = self.pools.attributes.place(values)
        if number >= MAX_ATTRIBUTES:
            raise CannotLower(f"more than {MAX_ATTRIBUTES} different card attributes")
        return number

    def group(self, name: str) -> int:
        """The number of a group of patterns whose card sets are listed."""
        if name not in self.groups:
            raise CannotLower(f"the patterns of {name!r} cannot be listed")
        return self.groups[name]

    def instance(self, node: n.ZoneAt) -> OpRef:
        """The number of a zone instance; indexes clamp."""
        place = self.layout.zones[node.zone]
        parts: list[OpRef] = []
        base = place.base
        for part, count, step in ((node.owner, place.owners, place.piles), (node.pile, place.piles, 1)):
            if part is None:
                continue
            value = self.known(part)
            if value is not None:
                base += min(max(value, 0), count - 1) * step
                continue
            op = self.ops(part)
            if part.bounds.low < 0 or part.bounds.high > count - 1:
                op = self.op("Min", self.op("Max", op, self.op("Const", 0)), self.op("Const", count - 1))
            parts.append(self.op("Mul", op, self.op("Const", step)) if step != 1 else op)
        if base or not parts:
            parts.append(self.op("Const", base))
        return self.joined("Add", parts)

    def gather(self, node: n.Gather) -> OpRef:
        """A loop."""
        if node.domain.name == "cards" and node.domain.of is not None:
            return self.gather_cards(node, node.domain.of)
        if node.domain.name == "card_suits" and isinstance(node.domain.of, n.CardSuits):
            raise CannotLower("the suits of a card that is not known before play cannot be looped over")
        return self.aggregate(node, self.domain(node.domain), node.test)

    def aggregate(self, node: n.Gather, domain: object, test: n.Node | None) -> OpRef:
        """A loop that the kernel runs value by value."""
        number = self.next_local()
        inner = self.with_local(node.variable, number)
        entry = {
            "gather": node.gather.capitalize(),
            "domain": domain,
            "local": number,
            "when": inner.integer(test) if test is not None else None,
            "body": inner.integer(node.body) if node.body is not None else None,
        }
        return self.op("Aggregate", self.pools.aggregates.place(entry))

    def domain(self, domain: n.Domain) -> object:
        """What a loop or an `Each` runs over, as the kernel reads it."""
        match domain.name:
            case "seats" | "live" | "opponents" as name:
                return name.capitalize()
            case "members" if domain.of is not None:
                return {"Members": self.integer(domain.of)}
            case "suits" | "ranks":
                return {"Range": domain.count}
            case "piles" if domain.of is not None:
                return {"Piles": [self.integer(domain.of), domain.count]}
            case "cards" if domain.of is not None:
                return {"Cards": self.place(self.set_ops(domain.of))}
        raise CannotLower(f"{domain.name} cannot be looped over here")

    def gather_cards(self, node: n.Gather, cards: n.Node) -> OpRef:
        """A loop over cards, as one operation on a set where possible."""
        variable, body = node.variable, node.body
        match node.gather:
            case "count":
                return self.op("Count", self.filtered(cards, node.test, variable))
            case "first":
                return self.op("First", self.filtered(cards, node.test, variable))
            case "any" if body is not None:
                test = body if node.test is None else n.joined("and", node.test, body)
                return self.op("Gt", self.op("Count", self.filtered(cards, test, variable)), self.op("Const", 0))
            case "all" if body is not None:
                test = n.negated(body) if node.test is None else n.joined("and", node.test, n.negated(body))
                return self.op("Not", self.op("Count", self.filtered(cards, test, variable)))
        values = self.per_card(body, variable) if body is not None else None
        if values is not None:
            name = {"sum": "Sum", "max": "Largest", "min": "Smallest"}[node.gather]
            return self.op(name, self.attribute_number(values), self.filtered(cards, node.test, variable))
        chosen = self.place(self.filtered(cards, node.test, variable))
        return self.aggregate(node, {"Cards": chosen}, None)

    def filtered(self, cards: n.Node, test: n.Node | None, variable: str) -> OpRef:
        """The cards of a set for which a test holds."""
        op = self.set_ops(cards)
        if test is None:
            return op
        where = self.cards_where(test, variable)
        return (
            op if where == self.constant_set((1 << len(self.words.cards.cards)) - 1) else self.op("MaskAnd", op, where)
        )

    def constant_set(self, mask: int) -> OpRef:
        """Always the same cards."""
        return self.op("MaskConst", self.pools.masks.place(mask))

    def set_ops(self, node: n.Node) -> OpRef:
        """Operations that give a set of cards."""
        match node:
            case n.PileCards(pile=pile):
                return self.op("MaskZone", self.ops(pile))
            case n.FaceUp(piles=piles):
                zones = [self.op("MaskZone", self.ops(pile)) for pile in piles]
                return self.op("MaskOpen", self.joined("MaskOr", zones))
            case n.Single(card=n.Picked(pick=pick, tail=True)):
                return self.op("MaskPick", pick)
            case n.Single(card=n.Picked(pick=pick)):
                return self.op("MaskCard", self.op("Pick", pick))
            case n.Single(card=card):
                return self.op("MaskCard", self.ops(card))
            case n.Picked(pick=pick):
                return self.op("MaskPick", pick)
            case n.OnlyIf(test=test, cards=cards):
                value = self.known(test)
                if value is not None:
                    return self.set_ops(cards) if value else self.constant_set(0)
                return self.op("MaskAnd", self.op("MaskIf", self.ops(test)), self.set_ops(cards))
            case n.Filtered(cards=cards, variable=variable, test=test):
                return self.filtered(cards, test, variable)
            case n.Packed(cards=cards, group=group):
                return self.op("MaskPacked", self.group(group), self.set_ops(cards))
            case n.Union(sets=sets):
                return self.joined("MaskOr", map(self.set_ops, sets))
        raise CannotLower(f"{node.type.value} cannot be used as a set of cards here")

    def per_card(self, node: n.Node, variable: str) -> tuple[int, ...] | None:
        """The node's value for each card, if nothing else matters."""
        return evaluate_cards(node, self.words, self.values, variable)

    def cards_where(self, test: n.Node, variable: str) -> OpRef:
        """The set of all cards for which the test holds: a constant or a table where possible."""
        values = self.per_card(test, variable)
        if values is not None:
            return self.constant_set(mask_of(values))
        if not mentions(test, variable):
            return self.op("MaskIf", self.ops(test))
        match test:
            case n.Junction(operator=operator, items=items):
                name = "MaskAnd" if operator == "and" else "MaskOr"
                return self.joined(name, (self.cards_where(item, variable) for item in items))
            case n.Negation(value=inner):
                return self.op("MaskNot", self.cards_where(inner, variable))
            case n.TrickFact(name=name, card=n.Variable(name=card)) if card == variable:
                return self.op(_TRICK[name])
            case n.CardIn(card=n.Variable(name=card), cards=cards) if card == variable and not mentions(
                cards, variable
            ):
                return self.set_ops(cards)
            case n.Comparison():
                table = self.comparison_table(test, variable)
                if table is not None:
                    return table
            case n.Conditional(test=condition, then=then, otherwise=otherwise):
                where = self.cards_where(condition, variable)
                first = self.op("MaskAnd", where, self.cards_where(then, variable))
                second = self.op("MaskAnd", self.op("MaskNot", where), self.cards_where(otherwise, variable))
                return self.op("MaskOr", first, second)
        return self.case_by_case(test, variable)

    def comparison_table(self, node: n.Comparison, variable: str) -> OpRef | None:
        """A comparison of something about the card with something else: a table of sets by the other value."""
        left, right, operator = node.left, node.right, node.operator
        if mentions(right, variable):
            if mentions(left, variable):
                return None
            left, right = right, left
            operator = MIRROR[operator]
        if left.type is Type.CARD:
            if not isinstance(left, n.Variable):
                return None
            values: tuple[int, ...] | None = self.words.attributes["face"]
            index = self.attribute("face", right)
        else:
            values = self.per_card(left, variable)
            index = self.ops(right)
        if values is None or max(values) - min(values) > MAX_TABLE:
            return None
        low, high = min(values), max(values)
        self.words.effort.spend((high - low + 3) * len(values) // 4)
        masks = _masks_by_value(operator, values, low, high)
        return self.op("MaskTable", self.pools.mask_tables.place((low, masks[1:-1], masks[0], masks[-1])), index)

    def case_by_case(self, test: n.Node, variable: str) -> OpRef:
        """The general path: like cards together, the test worked out once for each kind."""
        names = attributes_used(test, variable)
        if len(names) > 1 and "face" not in names:
            # Once for each value of one of them, by table if it can.
            fewest = min(names, key=lambda name: len(set(self.words.attributes[name])))
            parts: list[OpRef] = []
            for value, mask in masks_by(self.words.attributes[fewest]).items():
                part = self.cards_where(with_attribute(test, variable, fewest, value), variable)
                parts.append(self.op("MaskAnd", self.constant_set(mask), part))
            return self.joined("MaskOr", parts)
        alike = masks_by(zip(*(self.words.attributes[name] for name in names), strict=True))
        if len(alike) > MAX_CARD_CASES:
            raise CannotLower("the test is different for too many cards; say it in smaller parts")
        groups: list[OpRef] = []
        for members in alike.values():
            first = (members & -members).bit_length() - 1
            inner = replace(self, values={**self.values, variable: first})
            holds = inner.known(test)
            if holds == 0:
                continue
            group = self.constant_set(members)
            groups.append(self.op("MaskAnd", self.op("MaskIf", inner.ops(test)), group) if holds is None else group)
        return self.joined("MaskOr", groups) if groups else self.constant_set(0)


def with_attribute(node: n.Node, variable: str, name: str, value: int) -> n.Node:
    """The same tree for cards whose attribute is known."""
    match node:
        case n.Attribute(name=own, card=n.Variable(name=card)) if own == name and card == variable:
            return n.Const(node.type, Bounds(value, value), value)
    return node.mapped(lambda inner: with_attribute(inner, variable, name, value))


@lru_cache(maxsize=1024)
def _masks_by_value(operator: str, values: tuple[int, ...], low: int, high: int) -> tuple[int, ...]:
    """The cards whose value compares so with each number, from one below the lowest to one above the highest."""
    having = masks_by(values)
    return tuple(
        sum(cards for value, cards in having.items() if calculate(operator, value, other))
        for other in range(low - 1, high + 2)
    )


def mentions(node: n.Node, variable: str) -> bool:
    """Whether a variable occurs in a tree."""
    return any(isinstance(inner, n.Variable) and inner.name == variable for inner in node.walk())
