"""Amounts of points and chips: `1 point for each heart`, `10 points if ...`, `points for ...`."""

from __future__ import annotations

from functools import reduce
from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar.sentences import Person, settled
from deckwright.genome.rulebook.grammar.wording import digits, grouped, player_word, plural, points
from deckwright.genome.rulebook.phrases.numbers import (
    added,
    choice,
    factor,
    flat,
    full_lots,
    is_boolean,
    selection,
    terms,
)
from deckwright.genome.rulebook.phrases.reading import TermUse

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English


def amount(english: English, node: n.Node, unit: str) -> str:
    """A number of something."""
    match node:
        case n.Const(value=value):
            return points(value, unit)
        case n.Conditional():
            return choice(english, node, lambda value: amount_or_nothing(english, value, unit))
        case n.Selection(items=items, index=index):
            return selection(english, [amount_or_nothing(english, item, unit) for item in items], index)
        case n.Arithmetic(operator="+" | "-"):
            parts = sorted(terms(node), key=lambda part: part[0])
            told = ((isinstance(one, (n.Const, n.Conditional)), len(flat(one, "*")) > 1, one) for _, one in parts)
            if not any(is_fixed or is_product or per_unit(english, one) for is_fixed, is_product, one in told):
                return _as_many(english, node, unit)
            said = ((minus, amount(english, part, unit)) for minus, part in parts)
            return added([(minus, grouped(text) if len(parts) > 1 else text) for minus, text in said], ",", "less")
        case n.Arithmetic(operator="*", left=left, right=right):
            return _product(english, node, left, right, unit)
        case _ if is_boolean(english, node):
            return f"{points(1, unit)} if {english.clause(node)}"
    each = per_unit(english, node)
    return f"{points(1, unit)} for each {each}" if each is not None else _as_many(english, node, unit)


def gained(english: English, who: Person, node: n.Node, unit: str) -> str:
    """Someone scores so much, or loses it."""
    parts = [part for minus, part in terms(node) if minus]
    lost: n.Node | None = None  # if the number is always less than nothing by how it is written
    if isinstance(node, n.Const):
        lost = n.const(-node.value) if node.value < 0 else None
    elif len(parts) == len(terms(node)):
        lost = reduce(lambda before, part: n.Arithmetic(Type.INT, node.bounds, "+", before, part), parts)
    if lost is not None:
        return f"{who.does('lose')} {amount(english, lost, unit)}"
    return f"{who.does('score')} {amount(english, node, unit)}"


def amount_or_nothing(english: English, node: n.Node, unit: str) -> str:
    """A number of something; none is nothing."""
    return "nothing" if n.value_of(node) == 0 else amount(english, node, unit)


def _as_many(english: English, node: n.Node, unit: str) -> str:
    return f"as many {plural(unit)} as {english.noun(node)}"


def _product(english: English, node: n.Node, left: n.Node, right: n.Node, unit: str) -> str:
    for part, test in ((left, right), (right, left)):
        if is_boolean(english, test) and not is_boolean(english, part):
            return f"{grouped(amount(english, part, unit))} if {english.clause(test)}"
    if (found := _several_times(english, node, unit)) is not None:
        return found
    for times, number in ((left, right), (right, left)):
        if (full := full_lots(english, times, number, unit)) is not None:
            return full
        if isinstance(times, n.Const):
            each = per_unit(english, number)
            if each is not None:
                return f"{points(times.value, unit)} for each {each}"
            return f"{digits(times.value)} times as many {plural(unit)} as {factor(english, number)}"
    return _as_many(english, node, unit)


def _several_times(english: English, node: n.Node, unit: str) -> str | None:
    """A fixed amount, or one of two, for each of something, or once or twice by doubling."""
    factors = flat(node, "*")
    fixed = [one for one in factors if _is_fixed(one)]
    doubling = [one for one in factors if isinstance(one, n.Register) and one.name == "doubled"]
    counts = [one for one in factors if one not in fixed and one not in doubling]
    if len(fixed) != 1 or len(counts) > 1 or not (doubling or (counts and not isinstance(fixed[0], n.Const))):
        return None
    text = grouped(amount(english, fixed[0], unit))
    if counts:
        number = english.noun(counts[0])
        is_list = isinstance(counts[0], TermUse) and settled(number).endswith("s*")
        text += f" for each of {number}" if is_list else f" times {factor(english, counts[0])}"
    return text + (", once if the contract is doubled and twice if it is redoubled" if doubling else "")


def _is_fixed(node: n.Node) -> bool:
    """An amount that is written in the rules, or a choice between such amounts."""
    match node:
        case n.Selection(items=items):
            return all(isinstance(item, n.Const) for item in items)
        case n.Conditional(then=then, otherwise=otherwise):
            return _is_fixed(then) and _is_fixed(otherwise)
    return isinstance(node, n.Const)


def per_unit(english: English, node: n.Node) -> str | None:
    """What a count counts: `heart in your captured pile`, `trick you won`."""
    match node:
        case n.Gather(gather="count", domain=domain, test=test, variable=variable):
            return _counted(english, domain, test, variable)
        case n.PileFact(name="size", pile=pile):
            return f"card in {english.noun(pile)}"
        case n.Register(name="tricks" | "team_tricks", index=n.Node() as index):
            return f"trick that {english.person(index).does('won')}"
        case n.Register(name=name, index=index) if name in english.names.tallies:
            return f"of {english.names.register(english, name, index).replace('number of ', '')}"
    return None


def _counted(english: English, domain: n.Domain, test: n.Node | None, variable: str) -> str | None:
    which = f" {settled(english.relative(test, variable))}" if test is not None else ""
    match domain.type:
        case Type.CARD:
            return f"{english.cards(test, variable).one()} {english.inside(domain.of)}"
        case Type.PILE if domain.of is not None:
            return f"pile of {english.noun(domain.of)}{which}"
        case Type.SEAT:
            side = f" of {english.noun(domain.of)}" if domain.name == "members" and domain.of is not None else ""
            return player_word(domain.name) + side + which
    return None
