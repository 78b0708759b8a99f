"""Constant evaluation of typed trees."""

from __future__ import annotations

import operator as op
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.expressions.vocabulary import MOST_EFFORT, Effort, TooMuchEffort, Words


class NotStatic(Exception):  # noqa: N818
    """The value depends on the state of play."""


def evaluate(
    node: n.Node,
    words: Words,
    values: Mapping[str, int],
    sets: Mapping[str, int] | None = None,
    *,
    registers: Mapping[str, Sequence[int]] | None = None,
) -> int:
    """The value of a node, given those of its variables, of card sets (as bits, by name), and of registers."""
    return _Evaluation(words.attributes, words.effort, dict(values), sets or {}, registers or {}).value(node)


def evaluate_cards(node: n.Node, words: Words, values: Mapping[str, int], variable: str) -> tuple[int, ...] | None:
    """The value of a node for every card in the place of a variable; None if it depends on the state of play.

    It is a matter of the node and of what it reads of the cards alone, so that genomes that share them share the work.
    The effort is counted as if it were done anew: what is refused does not depend on what was compiled before.
    """
    known = tuple((name, words.attributes[name]) for name in _attributes_read(node))
    found, spent = _values_by_card(node, known, tuple(values.items()), variable)
    words.effort.spend(spent)
    return found


@lru_cache(maxsize=4096)
def _attributes_read(node: n.Node) -> tuple[str, ...]:
    """The attributes of cards that working out a node may look at."""
    parts = list(node.walk())
    named = {part.name for part in parts if isinstance(part, n.Attribute)}
    loops = {part.domain.name for part in parts if isinstance(part, n.Gather)}
    return tuple(sorted(named | {"face"} | ({"suit", "second_suit"} if "card_suits" in loops else set())))


@lru_cache(maxsize=4096)
def _values_by_card(
    node: n.Node, known: tuple[tuple[str, tuple[int, ...]], ...], given: tuple[tuple[str, int], ...], variable: str
) -> tuple[tuple[int, ...] | None, int]:
    effort = Effort(MOST_EFFORT)
    evaluation = _Evaluation(dict(known), effort, dict(given), {})
    names = attributes_used(node, variable)
    columns = [evaluation.attributes[name] for name in names]
    cards = range(len(evaluation.attributes["face"]))
    # Cards that are alike in all that matters have one value, and it takes as much effort.
    alike = list(cards) if "face" in names else list(zip(*columns, strict=True)) or [()] * len(cards)
    found: dict[object, tuple[int, int]] = {}
    values: list[int] = []
    try:
        for card in cards:
            if alike[card] in found:
                value, spent = found[alike[card]]
                effort.spend(spent)
            else:
                before = effort.left
                evaluation.values[variable] = card
                value = evaluation.value(node)
                found[alike[card]] = value, int(before - effort.left)
            values.append(value)
    except NotStatic:
        return None, MOST_EFFORT - int(effort.left)
    except TooMuchEffort:
        return None, MOST_EFFORT + 1
    return tuple(values), MOST_EFFORT - int(effort.left)


def attributes_used(node: n.Node, variable: str) -> list[str]:
    """The attributes through which a test depends on a card; its face if it is used in any other way."""
    return sorted(set(_uses(node, variable)))


def _uses(node: n.Node, variable: str) -> list[str]:
    match node:
        case n.Attribute(name=name, card=n.Variable(name=card)) if card == variable:
            return [name]
        case n.Variable(name=card) if card == variable:
            return ["face"]
        case _:
            return [name for child in node.children() for name in _uses(child, variable)]


@dataclass
class _Evaluation:
    attributes: Mapping[str, tuple[int, ...]]
    effort: Effort
    values: dict[str, int]
    sets: Mapping[str, int]
    registers: Mapping[str, Sequence[int]] = field(default_factory=dict)
    """Those whose values are given: none before play."""

    def value(self, node: n.Node) -> int:
        effort = self.effort
        effort.spent += 1
        if effort.spent > effort.most:
            raise TooMuchEffort
        if isinstance(node, n.Variable):  # the most frequent kinds first: this is where compiling takes its time
            if node.name in self.values:
                return self.values[node.name]
            raise NotStatic
        if isinstance(node, n.Attribute):
            place = self.value(node.card)
            if place >= 0:
                return self.attributes[node.name][place]
            return -1 if node.name in ("suit", "second_suit", "rank") else 0
        if isinstance(node, n.Const):
            return node.value
        if isinstance(node, n.Comparison):
            known = settled(node) if node.left.type.is_number else None
            if known is not None:
                return known
            first, second = self.value(node.left), self.value(node.right)
            if node.left.type is Type.CARD:
                first, second = self.face(first), self.face(second)
            return calculate(node.operator, first, second)
        if isinstance(node, n.PLAYED):
            if isinstance(node, n.Register) and node.name in self.registers:
                return self.registers[node.name][0 if node.index is None else self.value(node.index)]
            raise NotStatic
        match node:
            case n.Arithmetic(operator=operator, left=left, right=right):
                return calculate(operator, self.value(left), self.value(right))
            case n.Junction(operator="and", items=items):
                return int(self.junction(items, stops=False))
            case n.Junction(items=items):
                return int(not self.junction(items, stops=True))
            case n.Negation(value=inner):
                return int(not self.value(inner))
            case n.Conditional(test=test, then=then, otherwise=otherwise):
                return self.value(then if self.value(test) else otherwise)
            case n.Selection(items=items, index=index):
                return self.value(items[min(max(self.value(index), 0), len(items) - 1)])
            case n.Lookup(values=values, index=index):
                place = self.value(index)
                return values[min(place, len(values) - 1)] if place >= 0 else -1
            case n.CardIn(card=card, cards=cards):
                place = self.value(card)
                return self.cards(cards) >> place & 1 if place >= 0 else 0
            case n.Gather():
                return self.gather(node)
        raise NotStatic

    def junction(self, items: tuple[n.Node, ...], *, stops: bool) -> bool:
        """Whether no item decides the matter: an `and` is decided by a false item, an `or` by a true one.

        A decisive item settles it even when others are not known yet.
        """
        unknown = False
        for item in items:
            try:
                if bool(self.value(item)) is stops:
                    return False
            except NotStatic:
                unknown = True
        if unknown:
            raise NotStatic
        return True

    def face(self, card: int) -> int:
        return self.attributes["face"][card] if card >= 0 else 0

    def cards(self, node: n.Node) -> int:
        match node:
            case n.Variable(name=name) if name in self.sets:
                return self.sets[name]
            case n.Single(card=card):
                place = self.value(card)
                return 1 << place if place >= 0 else 0
            case n.Union(sets=sets):
                total = 0
                for one in sets:
                    total |= self.cards(one)
                return total
        raise NotStatic

    def domain(self, domain: n.Domain) -> Iterator[int]:
        match domain.name:
            case "suits" | "ranks" | "seats":
                yield from range(domain.count)
            case "cards" if domain.of is not None:
                mask = self.cards(domain.of)
                yield from (card for card in range(mask.bit_length()) if mask >> card & 1)
            case "card_suits" if isinstance(domain.of, n.CardSuits):
                card = self.value(domain.of.card)
                suits = (self.attributes["suit"][card], self.attributes["second_suit"][card])
                yield from dict.fromkeys(suit for suit in suits if suit >= 0)
            case _:
                raise NotStatic

    def gather(self, node: n.Gather) -> int:
        found: list[int] = []
        for value in self.domain(node.domain):
            self.values[node.variable] = value
            if node.test is None or self.value(node.test):
                found.append(value if node.body is None else self.value(node.body))
        self.values.pop(node.variable, None)
        return int(_GATHERED[node.gather](found))


_GATHERED: dict[str, Callable[[list[int]], int]] = {
    "sum": sum, "count": len, "max": lambda found: max(found, default=0), "min": lambda found: min(found, default=0),
    "any": any, "all": all, "first": lambda found: found[0] if found else -1,
}  # fmt: skip
_CALCULATED: dict[str, Callable[[int, int], int]] = {
    "+": op.add, "-": op.sub, "*": op.mul, "min": min, "max": max, "==": op.eq, "!=": op.ne, "<": op.lt, "<=": op.le,
    ">": op.gt, ">=": op.ge, "//": lambda left, right: left // right if right else 0,
    "%": lambda left, right: left % right if right else 0,
}  # fmt: skip


def calculate(operator: str, left: int, right: int) -> int:
    """left operator right"""
    return int(_CALCULATED[operator](left, right))


def settled(node: n.Comparison) -> int | None:
    """What a comparison gives wherever its sides lie within their bounds; None if that depends."""
    operator, left, right = node.operator, node.left.bounds, node.right.bounds
    if operator in ("==", "!="):
        return int(operator == "!=") if left.high < right.low or right.high < left.low else None
    found = {calculate(operator, one, other) for one in left for other in right}
    return found.pop() if len(found) == 1 else None
