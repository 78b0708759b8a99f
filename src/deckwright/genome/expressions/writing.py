"""Syntax tree to text: `parse_expression` gives the same tree back."""

from __future__ import annotations

from deckwright.genome.expressions import syntax as s

_CHOOSE, _OR, _AND, _NOT, _COMPARE, _SUM, _PRODUCT, _SIGN, _WHOLE = range(9)
_LEVELS = {"or": _OR, "and": _AND, "+": _SUM, "-": _SUM, "*": _PRODUCT, "//": _PRODUCT, "%": _PRODUCT}


def written(tree: s.Syntax) -> str:
    """The text of a tree, with brackets only where they are needed."""
    match tree:
        case s.Number(value=value):
            return str(value)
        case s.Text(value=value):
            return repr(value)
        case s.Word(name=name):
            return name
        case s.Index(value=value, index=index):
            return f"{_inside(value, _WHOLE)}[{written(index)}]"
        case s.Call(name=name, arguments=arguments):
            return f"{name}({', '.join(map(written, arguments))})"
        case s.Unary(operator="-", value=value):
            return f"-{_inside(value, _SIGN)}"
        case s.Unary(value=value):
            return f"not {_inside(value, _NOT)}"
        case s.Binary(operator=operator, left=left, right=right):
            level = _LEVELS[operator]
            return f"{_inside(left, level)} {operator} {_inside(right, level + 1)}"
        case s.Compare(operator=operator, left=left, right=right):
            return f"{_inside(left, _SUM)} {operator} {_inside(right, _SUM)}"
        case s.Logic(operator=operator, items=items):
            return f" {operator} ".join(_inside(item, _LEVELS[operator] + 1) for item in items)
        case s.Choose(test=test, then=then, otherwise=otherwise):
            return f"{_inside(then, _OR)} if {_inside(test, _OR)} else {_inside(otherwise, _CHOOSE)}"
        case s.Group(items=items):
            return f"({', '.join(map(written, items))}{',' if len(items) == 1 else ''})"
        case s.Loop(gather=gather, body=body, variable=variable, domain=domain, test=test):
            which = f" if {_inside(test, _OR)}" if test is not None else ""
            return f"{gather}({_inside(body, _CHOOSE)} for {variable} in {_inside(domain, _OR)}{which})"
    raise TypeError(f"{type(tree).__name__} is no part of an expression")


def _inside(tree: s.Syntax, level: int) -> str:
    """The text of a part, in brackets if it would otherwise be read apart."""
    text = written(tree)
    return text if _level(tree) >= level else f"({text})"


def _level(tree: s.Syntax) -> int:
    match tree:
        case s.Choose():
            return _CHOOSE
        case s.Logic(operator=operator) | s.Binary(operator=operator):
            return _LEVELS[operator]
        case s.Unary(operator="not"):
            return _NOT
        case s.Compare():
            return _COMPARE
        case s.Unary():
            return _SIGN
    return _WHOLE
