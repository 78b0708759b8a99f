"""Expressions as text and as syntax trees, before names mean anything.

Python's own parser does the work; what the language lacks is refused with its place.
"""

from __future__ import annotations

import ast
import re
import warnings
from dataclasses import dataclass, field
from functools import lru_cache, partial

from deckwright.errors import DeckwrightError
from deckwright.genome.expressions.trees import Tree


class Syntax(Tree["Syntax"]):
    """Any node; `at` is its column in the text, from 0."""

    at: int = field(compare=False, kw_only=True)


class Number(Syntax):
    """42"""

    value: int


class Text(Syntax):
    """'spades'"""

    value: str


class Word(Syntax):
    """turn"""

    name: str


class Index(Syntax):
    """tricks[left(turn)], (1, 2, 4)[doubled]"""

    value: Syntax
    index: Syntax


class Call(Syntax):
    """rank(c)"""

    name: str
    arguments: tuple[Syntax, ...]


class Unary(Syntax):
    """-x, not x"""

    operator: str
    value: Syntax


class Binary(Syntax):
    """x + y"""

    operator: str
    left: Syntax
    right: Syntax


class Compare(Syntax):
    """x < y, x in y"""

    operator: str
    left: Syntax
    right: Syntax


class Logic(Syntax):
    """x and y and z"""

    operator: str
    items: tuple[Syntax, ...]


class Choose(Syntax):
    """x if test else y"""

    test: Syntax
    then: Syntax
    otherwise: Syntax


class Group(Syntax):
    """(x, y, z)"""

    items: tuple[Syntax, ...]


class Loop(Syntax):
    """sum(body for variable in domain if test)"""

    gather: str
    body: Syntax
    variable: str
    domain: Syntax
    test: Syntax | None


MAX_CHARS = 400
MAX_DEPTH = 12
MAX_LOOPS = 2
MAX_NUMBER = 1_000_000

GATHERS = ("sum", "max", "min", "count", "any", "all", "first", "cards")

_BINARY = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%"}
_COMPARISONS = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.In: "in",
    ast.NotIn: "not in",
}  # fmt: skip


class ExpressionError(DeckwrightError):
    """An expression that cannot be used: a stable code, what is wrong, and the column."""

    def __init__(self, code: str, message: str, text: str = "", at: int = 0, *, term: str = "") -> None:
        self.term = term
        """The term in whose definition it is; empty when it is in the expression itself."""
        self.problem = message
        self.text = text
        self.at = at
        shown = text if len(text) <= 80 else text[:77] + "..."
        super().__init__(code, f"{message} (column {at + 1} of {shown!r})" if text else message)

    def __reduce__(self) -> tuple[object, ...]:
        return partial(type(self), term=self.term), (self.code, self.problem, self.text, self.at)


@lru_cache(maxsize=4096)
def parse_expression(text: str, *, longest: int = MAX_CHARS, deepest: int = MAX_DEPTH) -> Syntax:
    """The syntax tree of an expression; ExpressionError when it is not one."""
    if len(text) > longest:
        raise ExpressionError("expression.too-long", f"an expression of {len(text)} characters; at most {longest}")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Python warns about things such as "1 is 1", which are refused below
            tree = ast.parse(text.strip(), mode="eval")
    except SyntaxError as error:
        problem = (error.msg or "not an expression") + _python_instead(text)
        raise ExpressionError("expression.syntax", problem, text, (error.offset or 1) - 1) from None
    except (ValueError, RecursionError, MemoryError):
        raise ExpressionError("expression.syntax", "not an expression", text) from None
    return _Parser(text, deepest).node(tree.body, 1, 0)


_FOREIGN = (
    (re.compile(r"&&?"), "'and'"),
    (re.compile(r"\|\|?"), "'or'"),
    (re.compile(r"!(?!=)"), "'not'"),
    (re.compile(r"(?<![=!<>])=(?!=)"), "'==' to compare"),
    (re.compile(r"\?"), "'a if test else b'"),
)
"""How other languages write what this one writes in words."""


def _python_instead(text: str) -> str:
    """What to write for an operator of another language, if the text has one."""
    bare = re.sub(r"'[^']*'|\"[^\"]*\"", "", text)
    hints = [f"{words} instead of {match[0]!r}" for form, words in _FOREIGN if (match := form.search(bare))]
    return f"; write {', '.join(hints)}" if hints else ""


@dataclass
class _Parser:
    text: str
    deepest: int

    def refuse(self, code: str, message: str, at: int) -> ExpressionError:
        return ExpressionError(f"expression.{code}", message, self.text, at)

    def node(self, tree: ast.expr, depth: int, loops: int) -> Syntax:
        at = tree.col_offset
        if depth > self.deepest:
            raise self.refuse("too-deep", f"nested deeper than {self.deepest}", at)

        def inner(child: ast.expr) -> Syntax:
            return self.node(child, depth + 1, loops)

        match tree:
            case ast.Constant(value=bool(value)):
                return Number(int(value), at=at)
            case ast.Constant(value=int(value)):
                if value > MAX_NUMBER:
                    raise self.refuse("huge-number", f"a number larger than {MAX_NUMBER:,}", at)
                return Number(value, at=at)
            case ast.Constant(value=str(value)):
                return Text(value, at=at)
            case ast.Name(id=name):
                return Word(name, at=at)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return Unary("-", inner(operand), at=at)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return Unary("not", inner(operand), at=at)
            case ast.BinOp(left=left, op=operator, right=right) if type(operator) in _BINARY:
                return Binary(_BINARY[type(operator)], inner(left), inner(right), at=at)
            case ast.BoolOp(op=logic, values=values):
                return Logic("and" if isinstance(logic, ast.And) else "or", tuple(map(inner, values)), at=at)
            case ast.Compare():
                return self.comparison(tree, depth, loops)
            case ast.IfExp(test=test, body=body, orelse=orelse):
                return Choose(inner(test), inner(body), inner(orelse), at=at)
            case ast.Tuple(elts=items) if items:
                return Group(tuple(map(inner, items)), at=at)
            case ast.Subscript(value=value, slice=index):
                return Index(inner(value), inner(index), at=at)
            case ast.Call(func=ast.Name(id=name), args=[ast.GeneratorExp() as loop], keywords=[]):
                return self.loop(name, loop, depth, loops)
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]):
                return Call(name, tuple(map(inner, arguments)), at=at)
            case ast.Attribute(value=ast.Name(id=owner), attr=name):
                message = f"{owner}.{name} is not part of the language; write {name}({owner})"
                raise self.refuse("not-in-language", message, at)
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr()):
                message = f"{_described(tree)} is not part of the language{_python_instead(self.text)}"
                raise self.refuse("not-in-language", message, at)
        raise self.refuse("not-in-language", f"{_described(tree)} is not part of the language", at)

    def comparison(self, tree: ast.Compare, depth: int, loops: int) -> Syntax:
        terms = [self.node(term, depth + 1, loops) for term in (tree.left, *tree.comparators)]
        parts: list[Syntax] = []
        for operator, left, right in zip(tree.ops, terms, terms[1:], strict=False):
            if type(operator) not in _COMPARISONS:
                raise self.refuse("not-in-language", "'is' is not part of the language", tree.col_offset)
            parts.append(Compare(_COMPARISONS[type(operator)], left, right, at=tree.col_offset))
        return parts[0] if len(parts) == 1 else Logic("and", tuple(parts), at=tree.col_offset)

    def loop(self, gather: str, tree: ast.GeneratorExp, depth: int, loops: int) -> Syntax:
        at = tree.col_offset
        if gather not in GATHERS:
            raise self.refuse("unknown-name", f"{gather!r} cannot gather values; {', '.join(GATHERS)} can", at)
        if len(tree.generators) != 1 or len(tree.generators[0].ifs) > 1:
            raise self.refuse("not-in-language", "one 'for' and one 'if' at most", at)
        if loops >= MAX_LOOPS:
            raise self.refuse("too-many-loops", f"more than {MAX_LOOPS} loops in each other", at)
        part = tree.generators[0]
        if not isinstance(part.target, ast.Name) or part.is_async:
            raise self.refuse("not-in-language", "the variable of a loop is one name", at)
        test = self.node(part.ifs[0], depth + 1, loops + 1) if part.ifs else None
        body = self.node(tree.elt, depth + 1, loops + 1)
        return Loop(gather, body, part.target.id, self.node(part.iter, depth + 1, loops), test, at=at)


_SIGNS = {ast.Div: "'/' (use '//')", ast.Pow: "'**'", ast.BitAnd: "'&'", ast.BitOr: "'|'"}


def _described(tree: ast.expr) -> str:
    match tree:
        case ast.BinOp(op=operator) if type(operator) in _SIGNS:
            return _SIGNS[type(operator)]
        case ast.Constant(value=value):
            return repr(value)[:30]
        case ast.Call():
            return "a call with named arguments or of something that is not a name"
    return type(tree).__name__.lower()


_CHOOSE, _OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _SIGN, _WHOLE = range(9)
_LEVELS = {"or": _OR, "and": _AND, "+": _SUM, "-": _SUM, "*": _PRODUCT, "//": _PRODUCT, "%": _PRODUCT}


def written(tree: Syntax) -> str:
    """The text of a tree, with brackets only where they are needed."""
    match tree:
        case Number(value=value):
            return str(value)
        case Text(value=value):
            return repr(value)
        case Word(name=name):
            return name
        case Index(value=value, index=index):
            return f"{_inside(value, _WHOLE)}[{written(index)}]"
        case Call(name=name, arguments=arguments):
            return f"{name}({', '.join(map(written, arguments))})"
        case Unary(operator="-", value=value):
            return f"-{_inside(value, _SIGN)}"
        case Unary(value=value):
            return f"not {_inside(value, _NOT)}"
        case Binary(operator=operator, left=left, right=right):
            level = _LEVELS[operator]
            return f"{_inside(left, level)} {operator} {_inside(right, level + 1)}"
        case Compare(operator=operator, left=left, right=right):
            return f"{_inside(left, _SUM)} {operator} {_inside(right, _SUM)}"
        case Logic(operator=operator, items=items):
            return f" {operator} ".join(_inside(item, _LEVELS[operator] + 1) for item in items)
        case Choose(test=test, then=then, otherwise=otherwise):
            return f"{_inside(then, _OR)} if {_inside(test, _OR)} else {_inside(otherwise, _CHOOSE)}"
        case Group(items=items):
            return f"({', '.join(map(written, items))}{',' if len(items) == 1 else ''})"
        case Loop(gather=gather, body=body, variable=variable, domain=domain, test=test):
            which = f" if {_inside(test, _OR)}" if test is not None else ""
            return f"{gather}({_inside(body, _CHOOSE)} for {variable} in {_inside(domain, _OR)}{which})"
    raise TypeError(f"{type(tree).__name__} is no part of an expression")


def _inside(tree: Syntax, level: int) -> str:
    """The text of a part, in brackets if it would otherwise be read apart."""
    text, own = written(tree), {Choose: _CHOOSE, Compare: _COMPARE}.get(type(tree), _WHOLE)
    if isinstance(tree, (Logic, Binary)):
        own = _LEVELS[tree.operator]
    elif isinstance(tree, Unary):
        own = _NOT if tree.operator == "not" else _SIGN
    return text if own >= level else f"({text})"
