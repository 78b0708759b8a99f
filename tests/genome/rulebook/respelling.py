"""Other spellings of the same expressions: operands swapped, comparisons turned round, `not` moved, brackets added."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from deckwright.genome.checks.walk import expression_fields
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.syntax import ExpressionError, parse_expression
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model

MIRROR = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">", "in": "not in", "not in": "in"}


def respelled(genome: GameGenome, rng: random.Random) -> GameGenome:
    """The same genome with every expression written in another way that means the same."""
    return _mapped(genome, lambda text: another_spelling(text, rng))  # type: ignore[no-any-return]


def another_spelling(text: str, rng: random.Random) -> str:
    """An expression in other words; itself if it is a single name or number, or would become too long."""
    try:
        tree = parse_expression(text)
    except ExpressionError:
        return text
    if isinstance(tree, (s.Word, s.Number, s.Text)):
        return text
    for _ in range(4):
        new = _Speller(rng).spelled(tree)
        if isinstance(tree, s.Group):
            new = new[1:-1].rstrip(",")
        try:
            parse_expression(new)
        except ExpressionError:
            continue
        return new
    return text


def _mapped(value: Any, change: Callable[[str], str]) -> Any:
    if isinstance(value, tuple):
        return tuple(_mapped(item, change) for item in value)
    if not isinstance(value, Model):
        return value
    fields = expression_fields(type(value))
    changes = {}
    for name in type(value).model_fields:
        old = getattr(value, name)
        if name not in fields:
            new = _mapped(old, change)
        elif isinstance(old, tuple):
            new = tuple(change(str(text)) for text in old)
        else:
            new = change(old) if isinstance(old, str) and old else old
        if new != old:
            changes[name] = new
    return value.copy_with(**changes) if changes else value


class _Speller:
    """Writes a tree down, choosing at random wherever there is a choice."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def maybe(self) -> bool:
        return self.rng.random() < 0.5

    def spelled(self, tree: s.Syntax) -> str:
        """The text of a tree, in brackets where it is not a single thing."""
        text = self._text(tree)
        if self.rng.random() < 0.15 and not isinstance(tree, (s.Number, s.Text, s.Group)):
            text = f"({text})"
        return text.replace(" ", "  ") if self.rng.random() < 0.1 and "'" not in text else text

    def inner(self, tree: s.Syntax) -> str:
        is_whole = isinstance(tree, (s.Number, s.Text, s.Word, s.Call, s.Index, s.Group, s.Loop))
        return self.spelled(tree) if is_whole else f"({self._text(tree)})"

    def _text(self, tree: s.Syntax) -> str:
        match tree:
            case s.Number(value=value):
                return str(value)
            case s.Text(value=value):
                return repr(value)
            case s.Word(name=name):
                return name
            case s.Index(value=value, index=index):
                return f"{self._text(value)}[{self.spelled(index)}]"
            case s.Call(name="min" | "max" as name, arguments=items):
                return f"{name}({', '.join(map(self.spelled, self._shuffled(items)))})"
            case s.Call(name="size", arguments=items) if self.rng.random() < 0.2:
                neutral = self.rng.choice(("0 + {}", "{} + 0", "{} * 1", "1 * {}", "{} - 0"))
                return "(" + neutral.format(f"size({', '.join(map(self.spelled, items))})") + ")"
            case s.Call(name=name, arguments=items):
                return f"{name}({', '.join(map(self.spelled, items))})"
            case s.Unary(operator="-", value=value):
                return f"0 - {self.inner(value)}" if self.maybe() and not _is_number(value) else f"-{self.inner(value)}"
            case s.Unary(value=s.Compare(operator=operator, left=left, right=right)) if self.maybe():
                return self._compared(OPPOSITE[operator], left, right)
            case s.Unary(value=s.Logic(operator=operator, items=items)) if self.maybe():
                joint = {"and": " or ", "or": " and "}[operator]
                return joint.join(f"not {self.inner(item)}" for item in self._shuffled(items))
            case s.Unary(value=value):
                return f"not {self.inner(value)}"
            case s.Binary(operator="+" | "*" as operator, left=left, right=right):
                first, second = self._shuffled((left, right))
                return f"{self.inner(first)} {operator} {self.inner(second)}"
            case s.Binary(operator="-", left=left, right=right) if self.rng.random() < 0.3:
                return f"-{self.inner(right)} + {self.inner(left)}"
            case s.Binary(operator=operator, left=left, right=right):
                return f"{self.inner(left)} {operator} {self.inner(right)}"
            case s.Compare(operator=operator, left=left, right=right):
                if self.rng.random() < 0.3:
                    return f"not ({self._compared(OPPOSITE[operator], left, right)})"
                return self._compared(operator, left, right)
            case s.Logic(operator=operator, items=items):
                if self.rng.random() < 0.2:
                    other = {"and": " or ", "or": " and "}[operator]
                    return f"not ({other.join(f'not {self.inner(item)}' for item in self._shuffled(items))})"
                return f" {operator} ".join(self.inner(item) for item in self._shuffled(items))
            case s.Choose(test=test, then=then, otherwise=otherwise) if self.rng.random() < 0.3:
                return f"{self.inner(otherwise)} if not {self.inner(test)} else {self.inner(then)}"
            case s.Choose(test=test, then=then, otherwise=otherwise):
                return f"{self.inner(then)} if {self.inner(test)} else {self.inner(otherwise)}"
            case s.Group(items=items):
                return f"({', '.join(map(self.spelled, items))},)"
            case s.Loop(gather=gather, body=body, variable=variable, domain=domain, test=test):
                which = f" if {self.spelled(test)}" if test is not None else ""
                return f"{gather}({self.spelled(body)} for {variable} in {self.spelled(domain)}{which})"
            case _:
                raise TypeError(type(tree))

    def _compared(self, operator: str, left: s.Syntax, right: s.Syntax) -> str:
        if operator in ("in", "not in"):
            if isinstance(right, s.Group):
                right = s.Group(tuple(self._shuffled(right.items)), at=right.at)
            return f"{self.inner(left)} {operator} {self.inner(right)}"
        if self.maybe():
            operator, left, right = MIRROR[operator], right, left
        return f"{self.inner(left)} {operator} {self.inner(right)}"

    def _shuffled(self, items: tuple[s.Syntax, ...]) -> list[s.Syntax]:
        return self.rng.sample(items, len(items))


def _is_number(tree: s.Syntax) -> bool:
    return isinstance(tree, s.Number)
