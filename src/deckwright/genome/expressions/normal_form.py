"""One spelling for all expressions that differ only in how they are written.

`1 + x` and `x + 1`, `b < a` and `a > b`, `not (a < b)` and `a >= b`, `b and a` and `a and b` have the same normal form:
operands that may be swapped stand in one order, comparisons face one way, `not` stands as deep as it can, constants are
worked out. What is short comes before what is long, as it does in a sentence.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.static import calculate
from deckwright.genome.expressions.syntax import ExpressionError, parse_expression, written

MIRROR = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in"}
_OTHER = {"and": "or", "or": "and", "any": "all", "all": "any"}
_ACTING = ("actor", "turn")
_AT = -1
"""Nodes that are made here stand at no column of a text."""
_NONE = s.Word("none", at=_AT)


@dataclass(frozen=True)
class NormalForm:
    """How the expressions of one genome are put into their normal form."""

    known: frozenset[str] = frozenset()
    """Names that the language or the genome declares; any other is a variable, a pick or the card in question."""
    order: Mapping[str, int] = field(default_factory=dict)
    """The place of ranks and suits in their deck, by which lists of them are ordered."""
    limits: frozenset[str] = frozenset()
    """Names of what is aimed at: a bid, and terms that are made of it."""
    numbers: frozenset[str] = frozenset()
    """Names of numbers, of which `+ 0` and `1 *` say nothing. A rank with `+ 0` is a number, and no rank any more."""
    bound: tuple[str, ...] = ()
    """The variables in sight, the innermost last: what is theirs is what one speaks of."""
    asked: tuple[str, ...] = ()
    """Those of them of which a condition is asked that says which ones are meant."""

    def of(self, tree: s.Syntax, *, is_test: bool = False) -> s.Syntax:
        """The normal form of a tree; `is_test`: it only matters whether it is 0."""
        match tree:
            case s.Unary(operator="not", value=value):
                found = self._denied(self.of(value, is_test=True))
                return _truth(found, is_test=is_test)
            case s.Logic(operator=operator, items=items):
                return self._joined(operator, [self.of(item, is_test=True) for item in items], is_test=is_test)
            case s.Compare(operator=operator, left=left, right=right):
                return self._compared(operator, self._operand(left), self._operand(right))
            case s.Binary(operator="+" | "-") | s.Unary(operator="-"):
                return self._sum(tree)
            case s.Binary(operator="*"):
                factors = list(self._factors(tree))
                return self._joined("and", factors) if all(map(_is_truth, factors)) else self._product(tree)
            case s.Binary(operator=operator, left=left, right=right):
                first, second = self.of(left), self.of(right)
                if (one := number_of(first)) is not None and (other := number_of(second)):
                    return _number(calculate(operator, one, other))
                return replace(tree, left=first, right=second)
            case s.Choose(test=test, then=then, otherwise=otherwise):
                branches = (self.of(part, is_test=is_test) for part in (then, otherwise))
                chosen = self._choice(self.of(test, is_test=True), *branches)
                match chosen:
                    case s.Choose(test=test, then=s.Number(value=1), otherwise=s.Number(value=0)):
                        return _truth(test, is_test=is_test)
                return chosen
            case s.Call(name="min" | "max" as name, arguments=items):
                parts = [self.of(item) for item in items]
                if all(map(_is_truth, parts)):
                    return self._joined("and" if name == "min" else "or", parts)
                return self._extreme(name, parts)
            case s.Call(name="abs", arguments=(number,)):
                return s.Call("abs", (self._size(self.of(number)),), at=_AT)
            case s.Loop(gather=gather, variable=variable, body=body, test=test):
                inner = replace(self, bound=(*(name for name in self.bound if name != variable), variable))
                asking = replace(inner, asked=(*self.asked, variable))
                which = None if test is None else asking.of(test, is_test=True)
                said = inner.of(body, is_test=gather in ("any", "all"))
                made = replace(tree, body=said, domain=self.of(tree.domain), test=which)
                if gather not in ("any", "all") or not _is_negative(said):
                    return made
                # The other of the two says something and denies nothing.
                twin = replace(made, gather=_OTHER[gather], body=inner._denied(said))
                return s.Unary("not", twin, at=_AT)
        return tree.mapped(self.of)

    def _joined(self, operator: str, items: Sequence[s.Syntax], *, is_test: bool = True) -> s.Syntax:
        """and, or: flat, without doubles, in order; equal comparisons with constants become one list."""
        flat = [part for item in items for part in self._flat(operator, item)]
        neutral = operator == "and"
        values = [number_of(item) for item in flat]
        if any(value is not None and bool(value) is not neutral for value in values):
            return _number(int(not neutral))
        flat = [item for item, value in zip(flat, values, strict=True) if value is None]
        flat = sorted(set(self._listed(operator, flat)), key=self._weight)
        if not flat:
            return _number(int(neutral))
        if operator == "or" and len(flat) > 1 and all(map(_is_negative, flat)):
            return s.Unary("not", self._joined("and", [self._denied(item) for item in flat]), at=_AT)
        return s.Logic(operator, tuple(flat), at=_AT) if len(flat) > 1 else _truth(flat[0], is_test=is_test)

    def _flat(self, operator: str, item: s.Syntax) -> Sequence[s.Syntax]:
        """What an item of and, or adds to those beside it: `a or not (b and c)` is `a or not b or not c`."""
        match item:
            case s.Logic(operator=own, items=items) if own == operator:
                return items
            case s.Unary(operator="not", value=s.Logic(operator=own, items=items)) if own == _OTHER[operator]:
                return [part for inner in items for part in self._flat(operator, self._denied(inner))]
        return [item]

    def _listed(self, operator: str, items: Sequence[s.Syntax]) -> list[s.Syntax]:
        """x == 1 or x == 2: x in (1, 2); x != 1 and x != 2: x not in (1, 2)"""
        single, several = ("==", "in") if operator == "or" else ("!=", "not in")
        found: dict[s.Syntax, list[s.Syntax]] = {}
        rest = []
        for item in items:
            match item:
                case s.Compare(operator=how, left=left, right=right) if how == single and _is_constant(right):
                    found.setdefault(left, []).append(right)
                case s.Compare(operator=how, left=left, right=s.Group(items=values)) if how == several:
                    found.setdefault(left, []).extend(values)
                case _:
                    rest.append(item)
        return [*rest, *(self._among(several, left, values) for left, values in found.items())]

    def _among(self, operator: str, value: s.Syntax, items: Sequence[s.Syntax]) -> s.Syntax:
        """value in (a, b): each once, in the order of the deck where they are ranks or suits."""
        chosen = sorted(set(items), key=self._place)
        if len(chosen) == 1:
            return self._compared("==" if operator == "in" else "!=", value, chosen[0])
        return s.Compare(operator, value, s.Group(tuple(chosen), at=_AT), at=_AT)

    def _operand(self, tree: s.Syntax) -> s.Syntax:
        """A side of a comparison. `rank(c) == 7` asks for the seven, `3 + 4` for a place: a sum stays one, `7 + 0`."""
        found = self.of(tree)
        is_worked_out = number_of(found) is not None and number_of(tree) is None
        return s.Binary("+", found, _number(0), at=_AT) if is_worked_out else found

    def _compared(self, operator: str, left: s.Syntax, right: s.Syntax) -> s.Syntax:
        if operator in ("in", "not in"):
            if isinstance(right, s.Group):
                constant = [item for item in right.items if _is_constant(item)]
                apart = [self._compared("==", left, item) for item in right.items if not _is_constant(item)]
                if constant and apart:
                    found = self._joined("or", [self._among("in", left, constant), *apart])
                    return found if operator == "in" else self._denied(found)
                return self._among(operator, left, right.items)
            return s.Compare(operator, left, right, at=_AT)
        one, other = number_of(left), number_of(right)
        if left == right:  # the same thing on both sides
            one = other = 0
        if one is not None and other is not None:
            return _number(calculate(operator, one, other))
        if (self._subject(right), MIRROR[operator]) < (self._subject(left), operator):
            operator, left, right = MIRROR[operator], right, left
        return s.Compare(operator, left, right, at=_AT)

    def _denied(self, tree: s.Syntax) -> s.Syntax:
        """The opposite of a condition that is in its normal form."""
        match tree:
            case s.Unary(operator="not", value=value):
                return value
            case s.Compare(operator=operator, left=left, right=right):
                return self._compared(OPPOSITE[operator], left, right)
            case s.Logic(operator=operator, items=items):
                return self._joined(_OTHER[operator], [self._denied(item) for item in items])
            case s.Number(value=value):
                return _number(int(not value))
            case s.Choose(test=test, then=then, otherwise=otherwise):
                return self._choice(test, self._denied(then), self._denied(otherwise))
            case s.Loop(gather="any" | "all" as gather, body=body) if not _is_negative(opposite := self._denied(body)):
                return replace(tree, gather=_OTHER[gather], body=opposite)
        return s.Unary("not", tree, at=_AT)

    def _choice(self, test: s.Syntax, then: s.Syntax, otherwise: s.Syntax) -> s.Syntax:
        """then if test else otherwise: a chain goes on after `else`, a constant stands there, and a test affirms."""
        if (value := number_of(test)) is not None:
            return then if value else otherwise
        opposite = self._denied(test)
        if self._choice_key(opposite, otherwise, then) < self._choice_key(test, then, otherwise):
            test, then, otherwise = self._denied(test), otherwise, then
        return s.Choose(test, then, otherwise, at=_AT)

    def _choice_key(self, test: s.Syntax, then: s.Syntax, otherwise: s.Syntax) -> tuple[Any, ...]:
        first, last = number_of(then), number_of(otherwise)
        is_negative, is_below = _is_negative(test), isinstance(test, s.Compare) and test.operator in ("<", "<=")
        is_plain = not (isinstance(otherwise, s.Choose) and not isinstance(then, s.Choose))
        return (
            is_plain,
            not (last == 0 and first != 0),
            # How far it is from saying that something is so: `>` says it sooner than `<`, and `==` than `!=`.
            (1 if is_below else 2 * is_negative) if first is None or last is None else is_negative,
            not _is_constant(otherwise),
            first or 0,
            self._weight(test),
        )

    def _sum(self, tree: s.Syntax) -> s.Syntax:
        """What is added, then what is taken away; the constant comes last, unless there is nothing to take from."""
        constant = 0
        plus: list[s.Syntax] = []
        minus: list[s.Syntax] = []
        for is_minus, part in self._terms(tree, is_minus=False):
            value = number_of(part)
            if value is not None:
                constant += -value if is_minus else value
            else:
                (minus if is_minus else plus).append(part)

        def order(part: s.Syntax) -> tuple[Any, ...]:
            """What is there only under a condition comes last."""
            has_test = any(isinstance(inner, (s.Compare, s.Logic)) for inner in (part, *part.children()))
            return has_test, self._weight(part)

        plus, minus = sorted(plus, key=order), sorted(minus, key=order)
        if constant < 0 and (plus or minus):
            minus.append(_number(-constant))
        elif constant > 0 or (len(plus) + len(minus) == len(plus) <= 1 and not any(map(self._is_number, plus))):
            plus.append(_number(constant))  # one that stands alone stays a number: `rank(c) + 0`
        found: s.Syntax | None = None
        for part in plus:
            found = part if found is None else s.Binary("+", found, part, at=_AT)
        for part in minus:
            found = s.Unary("-", part, at=_AT) if found is None else s.Binary("-", found, part, at=_AT)
        assert found is not None
        return found

    def _is_number(self, tree: s.Syntax) -> bool:
        """Whether a tree is surely a number, and neither a rank nor anything else that is counted by one."""
        match tree:
            case s.Word(name=name) | s.Index(value=s.Word(name=name)):
                return name in self.numbers and name not in self.bound
            case s.Call(name="size" | "value" | "pack" | "abs") | s.Loop(gather="count"):
                return True
            case s.Binary() | s.Unary(operator="-"):
                return True
        return False

    def _terms(self, tree: s.Syntax, *, is_minus: bool) -> Iterator[tuple[bool, s.Syntax]]:
        match tree:
            case s.Binary(operator="+" | "-" as operator, left=left, right=right):
                yield from self._terms(left, is_minus=is_minus)
                yield from self._terms(right, is_minus=is_minus is not (operator == "-"))
            case s.Unary(operator="-", value=value):
                yield from self._terms(value, is_minus=not is_minus)
            case _:
                part = self.of(tree)
                if part != tree and isinstance(part, (s.Binary, s.Unary)) and part.operator in ("+", "-"):
                    yield from self._terms(part, is_minus=is_minus)  # a product that turned out to be taken away
                else:
                    yield is_minus, part

    def _product(self, tree: s.Syntax) -> s.Syntax:
        """The constant, then the factors; a product with a constant below zero is one that is taken away."""
        constant = 1
        factors: list[s.Syntax] = []
        for part in self._factors(tree):
            if (value := number_of(part)) is not None:
                constant *= value
            elif isinstance(part, s.Unary) and part.operator == "-":
                constant, factors = -constant, [*factors, part.value]
            else:
                factors.append(part)
        if constant == 0 or not factors:
            return _number(constant)
        is_alone = len(factors) == 1 and not self._is_number(factors[0])  # `1 * rank(c)` is no rank
        found: s.Syntax | None = _number(abs(constant)) if abs(constant) != 1 or is_alone else None
        for part in sorted(factors, key=self._weight):
            found = part if found is None else s.Binary("*", found, part, at=_AT)
        assert found is not None
        return found if constant > 0 else s.Unary("-", found, at=_AT)

    def _factors(self, tree: s.Syntax) -> Iterator[s.Syntax]:
        if isinstance(tree, s.Binary) and tree.operator == "*":
            yield from self._factors(tree.left)
            yield from self._factors(tree.right)
        else:
            yield self.of(tree)

    def _extreme(self, name: str, items: Sequence[s.Syntax]) -> s.Syntax:
        """min, max: flat, the constant first."""
        flat: list[s.Syntax] = []
        for item in items:
            flat += item.arguments if isinstance(item, s.Call) and item.name == name else [item]
        values = [value for item in flat if (value := number_of(item)) is not None]
        rest = sorted({item for item in flat if number_of(item) is None}, key=self._weight)
        constants = [_number((min if name == "min" else max)(values))] if values else []
        if len(constants) + len(rest) == 1 and constants:
            return constants[0]
        return s.Call(name, (*constants, *rest, *(rest if len(constants) + len(rest) == 1 else ())), at=_AT)

    def _size(self, tree: s.Syntax) -> s.Syntax:
        """What abs is asked of: x - y, of which x is what one speaks of first."""
        turned = self._sum(s.Unary("-", tree, at=_AT))
        is_pair = isinstance(tree, s.Binary) and isinstance(turned, s.Binary)
        if is_pair and self._subject(turned.left) < self._subject(tree.left):  # type: ignore[attr-defined]
            return turned
        return turned if isinstance(tree, s.Unary) and not isinstance(turned, s.Unary) else tree

    def _weight(self, tree: s.Syntax) -> tuple[Any, ...]:
        """What is short is said first, and of what is equally long, what comes first in the alphabet."""
        parts = [part for part in tree.walk() if number_of(part) is None and not isinstance(part, s.Text)]
        is_there = isinstance(tree, s.Compare) and tree.right == _NONE
        return len(parts) - 2 * is_there, written(_anonymous(tree))

    def _place(self, tree: s.Syntax) -> tuple[Any, ...]:
        """Where a value stands in a list: ranks and suits as in their deck, numbers by size, then all others."""
        value = number_of(tree)
        if value is not None:
            return 0, value
        if isinstance(tree, s.Text):
            return 1, self.order.get(tree.value, len(self.order)), tree.value
        return 2, *self._weight(tree)

    def _subject(self, tree: s.Syntax) -> tuple[Any, ...]:
        """Which side of a comparison is spoken of: variables, then whoever acts, then others; what is aimed at last."""
        return self._subject_rank(tree), *self._weight(tree)

    def _subject_rank(self, tree: s.Syntax) -> float:
        words = {part.name for part in tree.walk() if isinstance(part, s.Word)}
        match tree:
            case _ if _is_constant(tree):
                return 20
            case _ if words and words <= self.limits:
                return 10
            case s.Loop(gather="sum" | "count"):
                return 5
            case s.Loop():
                return 9
            case s.Binary() | s.Unary() | s.Choose() | s.Call(name="min" | "max" | "abs"):
                return 8
            case s.Word(name=name) | s.Call(arguments=(s.Word(name=name),)) if name in self.bound:
                return -self.bound.index(name)
            case s.Word(name=name) | s.Call(arguments=(s.Word(name=name),)) if name not in self.known:
                return 1
            case _ if not words.isdisjoint(self.asked):
                return 2
            case s.Word(name=name) if name in _ACTING:
                return 3 + _ACTING.index(name)
        return 6 + any(isinstance(part, s.Index) for part in tree.walk())


def says_the_same(one: str, other: str) -> bool:
    """Whether two expressions are one, however they are written."""
    try:
        trees = [parse_expression(text) for text in (one, other)]
    except ExpressionError:
        return one == other
    form = NormalForm(numbers=frozenset(part.name for part in trees[0].walk() if isinstance(part, s.Word)))
    return form.of(trees[0]) == form.of(trees[1])


def number_of(tree: s.Syntax) -> int | None:
    """The value of a number as it is written, with or without a sign; None for anything else."""
    match tree:
        case s.Number(value=value):
            return value
        case s.Unary(operator="-", value=s.Number(value=value)):
            return -value
    return None


def _number(value: int) -> s.Syntax:
    number = s.Number(abs(value), at=_AT)
    return number if value >= 0 else s.Unary("-", number, at=_AT)


def _is_constant(tree: s.Syntax) -> bool:
    return isinstance(tree, s.Text) or tree == _NONE or number_of(tree) is not None


def _is_negative(tree: s.Syntax) -> bool:
    """Whether a condition denies something, all through."""
    match tree:
        case s.Unary(operator="not") | s.Compare(operator="!=" | "not in"):
            return True
        case s.Logic(items=items):
            return all(map(_is_negative, items))
    return False


def _is_truth(tree: s.Syntax) -> bool:
    """Whether a value is 0 or 1 by its form."""
    match tree:
        case s.Compare() | s.Logic() | s.Unary(operator="not") | s.Loop(gather="any" | "all"):
            return True
        case s.Number(value=value):
            return value in (0, 1)
    return False


def _truth(tree: s.Syntax, *, is_test: bool) -> s.Syntax:
    """A condition where a number is asked for: 0 or 1."""
    return tree if is_test or _is_truth(tree) else s.Compare("!=", tree, _number(0), at=_AT)


def _anonymous(tree: s.Syntax, bound: tuple[str, ...] = ()) -> s.Syntax:
    """The tree with its loops' variables numbered: what they are called is no reason for an order."""
    match tree:
        case s.Word(name=name) if name in bound:
            return s.Word(f"_{len(bound) - bound[::-1].index(name)}", at=_AT)
        case s.Loop(variable=variable, domain=domain, body=body, test=test):
            inner = (*bound, variable)
            test = None if test is None else _anonymous(test, inner)
            body, domain = _anonymous(body, inner), _anonymous(domain, bound)
            return replace(tree, variable=f"_{len(inner)}", domain=domain, body=body, test=test)
    return tree.mapped(lambda child: _anonymous(child, bound))
