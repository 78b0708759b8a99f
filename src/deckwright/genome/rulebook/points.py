"""Amounts of points and chips: `1 point for each heart`, `10 points if ...`, `as many points as ...`."""

from __future__ import annotations

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.cardwords import CardPhrase
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.numbers import is_boolean, terms
from deckwright.genome.rulebook.reading import TermUse
from deckwright.genome.rulebook.wording import digits, plural, points


def points_phrase(english: English, node: n.Node) -> str:
    """A number of points."""
    return amount(english, node, "point")


def amount(english: English, node: n.Node, unit: str) -> str:
    """A number of something."""
    match node:
        case n.Const(value=value):
            return points(value, unit)
        case n.Conditional():
            return _choice(english, node, unit)
        case n.Arithmetic(operator="+" | "-"):
            return _sum(english, node, unit)
        case n.Arithmetic(operator="*", left=n.Const(value=value), right=right) | n.Arithmetic(operator="*", left=right, right=n.Const(value=value)):
            if is_boolean(english, right):
                return f"{points(value, unit)} if {english.clause(right)}"
            each = per_unit(english, right)
            if each is not None:
                return f"{points(value, unit)} for each {each}"
            return f"{digits(value)} times {english.noun(right)} in {plural(unit)}"
        case n.Arithmetic(operator="*", left=left, right=right) if is_boolean(english, right):
            return f"{amount(english, left, unit)} if {english.clause(right)}"
        case n.Arithmetic(operator="*", left=left, right=right) if is_boolean(english, left):
            return f"{amount(english, right, unit)} if {english.clause(left)}"
        case _ if is_boolean(english, node):
            return f"{points(1, unit)} if {english.clause(node)}"
        case _:
            each = per_unit(english, node)
            if each is not None:
                return f"{points(1, unit)} for each {each}"
            return f"{english.noun(node)} in {plural(unit)}"


def per_unit(english: English, node: n.Node) -> str | None:
    """What a count counts: `heart in your captured pile`, `trick you won`."""
    match node:
        case n.Gather(gather="count", domain=domain, test=test, variable=variable) if domain.type is Type.CARD:
            phrase = english.cards(test, variable) if test is not None else CardPhrase()
            return f"{phrase.one()} {english.inside(domain.of)}"
        case n.Gather(gather="count", domain=domain, test=test, variable=variable) if domain.type is Type.PILE and domain.of is not None:
            which = f" {english.relative(test, variable)}" if test is not None else ""
            return f"pile of {english.noun(domain.of)}{which}"
        case n.Gather(gather="count", domain=domain, test=test, variable=variable) if domain.type is Type.SEAT:
            who = {"opponents": "opponent", "live": "player still in"}.get(domain.name, "player")
            return f"{who} {english.relative(test, variable)}" if test is not None else who
        case n.PileFact(name="size", pile=pile):
            return f"card in {english.noun(pile)}"
        case n.Register(name="tricks" | "team_tricks", index=index) if index is not None:
            return f"trick {english.person(index).does('won')}"
        case n.Register(name=name, index=index) if name in english.names.registers and name.endswith("s") and name not in english.names.flags:
            noun = english.names.register(english, name, index)
            return f"of {noun}"
        case TermUse():
            return None
        case _:
            return None


def _choice(english: English, node: n.Conditional, unit: str) -> str:
    parts: list[str] = []
    rest: n.Node = node
    while isinstance(rest, n.Conditional):
        parts.append(f"{_plain_amount(english, rest.then, unit)} if {english.clause(rest.test)}")
        rest = rest.otherwise
    if isinstance(rest, n.Const) and rest.value == 0:
        return ", ".join(parts) + ", otherwise nothing"
    return ", ".join(parts) + f", otherwise {_plain_amount(english, rest, unit)}"


def _plain_amount(english: English, node: n.Node, unit: str) -> str:
    return "nothing" if isinstance(node, n.Const) and node.value == 0 else amount(english, node, unit)


def _sum(english: English, node: n.Arithmetic, unit: str) -> str:
    parts = sorted(terms(node), key=lambda part: part[0])
    if all(per_unit(english, part) is None and not _is_simple(part) for _, part in parts):
        return f"{english.noun(node)} in {plural(unit)}"
    text = ""
    for minus, part in parts:
        said = amount(english, part, unit)
        if text:
            text += f", {'less' if minus else 'plus'} {said}"
        else:
            text = f"minus {said}" if minus else said
    return text


def _is_simple(node: n.Node) -> bool:
    return isinstance(node, n.Const) or (isinstance(node, n.Arithmetic) and node.operator == "*")
