"""What cards have in common: suits, colours and ranks compared."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.normal import MIRROR
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar.wording import LIMITS, a, count, listing, rank_name
from deckwright.genome.rulebook.phrases.cardwords import CardPhrase
from deckwright.genome.rulebook.phrases.reading import TermUse

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English

_HIGHER = {"<": "lower than", "<=": "no higher than", ">": "higher than", ">=": "at least as high as"}
_RANKS = {
    "==": "are {}", "!=": "are not {}", ">=": "are {} or higher", "<=": "are {} or lower", ">": "rank above {}",
    "<": "rank below {}",
}  # fmt: skip
_STEPS = _HIGHER | {"==": "exactly", "!=": "anywhere but exactly", ">=": "no lower than"}


def likeness(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """A suit, colour or rank of a card compared with something; None if neither side is a card's."""
    if not isinstance(left, n.Attribute):
        return likeness(english, MIRROR[operator], right, left) if isinstance(right, n.Attribute) else None
    card, name = english.card(left.card), "suit" if left.name == "second_suit" else left.name
    are = "are" if operator == "==" else "are not"
    match right:
        case n.Const(value=-1):
            return card.does(f"have {'no' if operator == '==' else 'a'} {name}")
        case n.Const(type=Type.RANK, value=value):
            return card.does(_RANKS[operator].format(a(rank_name(english.words.cards.ranks[value]))))
        case n.Const(type=Type.SUIT, value=value) if value < len(english.words.cards.suits):
            return card.does(f"{are} {CardPhrase(suits=(english.words.cards.suits[value],)).a_card()}")
        case n.Const():
            return card.does(f"{are} {english.noun(right)}")
        case n.Attribute(name=other, card=target) if other == left.name:
            if operator in _HIGHER:
                return card.does(f"rank {_HIGHER[operator]} {english.card(target).object()}")
            if name == "colour" and operator == "!=":
                return card.does(f"are of another colour than {english.card(target).object()}")
            verb = "match" if operator == "==" else "do not match"
            return card.does(f"{verb} the {name} of {english.card(target).object()}")
        case n.Arithmetic(operator="+" | "-" as sign, left=target, right=n.Const(value=step)) if is_rank(target):
            other = english.card(target.card).object() if isinstance(target, n.Attribute) else _end(english, target)
            return card.does(_steps(operator, step if sign == "+" else -step, other))
        case _ if name == "rank" and operator not in _HIGHER and is_rank(right):
            return card.does(f"{are} of {english.noun(right)}{' rank' if isinstance(right, TermUse) else ''}")
        case _ if operator in _HIGHER:
            return card.does(f"rank {_HIGHER[operator]} {english.noun(right)}")
        case n.PileFact(name="size", pile=pile) if name == "rank" and english.words.cards.ranks:
            first = rank_name(english.words.cards.ranks[0])
            next_ = f"next in order, from the {first} up, after the cards in {english.noun(pile)}"
            return card.does(f"{'come' if operator == '==' else 'do not come'} {next_}")
        case _ if name == "rank" and right.type is Type.INT:
            return card.does(f"{are} of the rank with the number {english.noun(right)}, counting from 0")
    return card.does(f"{are} of {english.noun(right)}")


def is_rank(node: n.Node) -> bool:
    """Whether a number is the place of a rank."""
    match node:
        case n.Gather(gather="max" | "min", body=n.Node() as inner) | TermUse(meaning=inner):
            return is_rank(inner)
    return isinstance(node, n.Attribute) and node.name == "rank"


def _end(english: English, node: n.Node) -> str:
    """The rank at one end of some cards: `the highest card in that pile`."""
    match node:
        case n.Gather(gather="max" | "min" as end, test=None, body=n.Attribute(), domain=domain) if (
            domain.of is not None
        ):
            return f"the {'highest' if end == 'max' else 'lowest'} card {english.inside(domain.of)}"
    return english.noun(node)


def _steps(operator: str, step: int, other: str) -> str:
    """So many ranks above or below another."""
    side = "above" if step >= 0 else "below"
    if operator == "==" and abs(step) <= 1:
        return f"rank just {side} {other}" if step else f"match the rank of {other}"
    return f"rank {_STEPS[operator]} {count(abs(step), 'place')} {side} {other}"


def distance_clause(english: English, operator: str, one: n.Node, other: n.Node, value: int) -> str | None:
    """How far two cards are from each other in rank."""
    match one, other:
        case (n.Attribute(name="rank", card=first), n.Attribute(name="rank", card=second)):
            limit = "not exactly " if operator == "!=" else LIMITS[operator]
            away = f"{limit}{count(value, 'rank')} away from"
            return f"{english.card(first).does('are')} {away} {english.card(second).object()}"
    return None


def matches_in(english: English, operator: str, items: Sequence[n.Node]) -> tuple[str, Sequence[n.Node]]:
    """Several attributes of two cards compared: `matches the top discard in suit or rank`; and the other items."""
    names: list[str] = []
    pair: tuple[n.Node, n.Node] | None = None
    rest: list[n.Node] = []
    for item in items:
        match item:
            case n.Comparison(
                operator="==", left=n.Attribute(name=name, card=card), right=n.Attribute(name=other, card=target)
            ) if name == other and pair in (None, (card, target)):
                names.append(name)
                pair = (card, target)
            case _:
                rest.append(item)
    if len(names) < 2 or pair is None:
        return "", items
    return english.card(pair[0]).does(f"match {english.card(pair[1]).object()} in {listing(names, operator)}"), rest
