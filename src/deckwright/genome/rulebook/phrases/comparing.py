"""Comparisons as clauses: which kind of comparison it is, what cards have in common, and how players say it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.normal_form import MIRROR
from deckwright.genome.expressions.static import calculate
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar import wording as w
from deckwright.genome.rulebook.grammar.sentences import Person
from deckwright.genome.rulebook.phrases import counting, numbers
from deckwright.genome.rulebook.phrases.cardwords import CardPhrase, is_mark
from deckwright.genome.rulebook.phrases.counting import fact_clause
from deckwright.genome.rulebook.phrases.names import depends_on_actor
from deckwright.genome.rulebook.phrases.reading import Distance, TermUse

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English

_RANKED = {"<": "lower than", "<=": "no higher than", ">": "higher than", ">=": "at least as high as"}
_RANKS = {
    "==": "are {}", "!=": "are not {}", ">=": "are {} or higher", "<=": "are {} or lower", ">": "rank above {}",
    "<": "rank below {}",
}  # fmt: skip
_STEPS = _RANKED | {"==": "exactly", "!=": "anywhere but exactly", ">=": "no lower than"}


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
            return card.does(_RANKS[operator].format(w.a(w.rank_name(english.words.cards.ranks[value]))))
        case n.Const(type=Type.SUIT, value=value) if value < len(english.words.cards.suits):
            return card.does(f"{are} {CardPhrase(suits=(english.words.cards.suits[value],)).a_card()}")
        case n.Const():
            return card.does(f"{are} {english.noun(right)}")
        case n.Attribute(name=other, card=target) if other == left.name:
            if operator in _RANKED:
                return card.does(f"rank {_RANKED[operator]} {english.card(target).object()}")
            if name == "colour" and operator == "!=":
                return card.does(f"are of another colour than {english.card(target).object()}")
            verb = "match" if operator == "==" else "do not match"
            return card.does(f"{verb} the {name} of {english.card(target).object()}")
        case n.Arithmetic(operator="+" | "-" as sign, left=target, right=n.Const(value=step)) if is_rank(target):
            match target:
                case n.Attribute(card=its):
                    other = english.card(its).object()
                case n.Gather(gather="max" | "min" as end, test=None, body=n.Attribute(), domain=n.Domain(of=of)) if of:
                    other = f"the {'highest' if end == 'max' else 'lowest'} card {english.inside(of)}"
                case _:
                    other = english.noun(target)
            step = step if sign == "+" else -step
            side = "above" if step >= 0 else "below"
            if operator == "==" and abs(step) <= 1:
                return card.does(f"rank just {side} {other}" if step else f"match the rank of {other}")
            return card.does(f"rank {_STEPS[operator]} {w.count(abs(step), 'place')} {side} {other}")
        case _ if name == "rank" and operator not in _RANKED and is_rank(right):
            return card.does(f"{are} of {english.noun(right)}{' rank' if isinstance(right, TermUse) else ''}")
        case _ if operator in _RANKED:
            return card.does(f"rank {_RANKED[operator]} {english.noun(right)}")
        case n.PileFact(name="size", pile=pile) if name == "rank" and english.words.cards.ranks:
            first = w.rank_name(english.words.cards.ranks[0])
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
    return english.card(pair[0]).does(f"match {english.card(pair[1]).object()} in {w.listing(names, operator)}"), rest


_HIGHER = {
    "==": "the same as", "!=": "not the same as", ">": "higher than", ">=": "at least as high as", "<": "lower than",
    "<=": "at most as high as",
}  # fmt: skip


def compared(english: English, operator: str, left: n.Node, right: n.Node) -> str:
    """left operator right, as a clause."""
    if isinstance(left, n.Const) and not isinstance(right, n.Const):
        operator, left, right = MIRROR[operator], right, left
    for say in (_special, _by_type, _among_players):
        if (found := say(english, operator, left, right)) is not None:
            return found
    if n.value_of(right) == -1 and right.type is not Type.INT:
        return _there_is(english.noun(left), operator)
    return f"{w.agreeing(english.noun(left), 'are')} {w.THAN[operator]}{english.noun(right)}"


def _special(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """Comparisons of a form that has words of its own, those with a number among them."""
    cursors = english.names.steering.cursors
    match left, right:
        case n.Node(type=Type.INT), n.Arithmetic(operator="max", left=one, right=other) if operator in ("<=", "<"):
            first, second = (f"{w.THAN[operator]}{english.noun(part)}" for part in (one, other))
            return f"{w.agreeing(english.noun(left), 'are')} {first} or {second}"
        case n.Register(name=name), n.Register() if operator in (">=", "<") and name in cursors:
            has = "are" if operator == ">=" else "are not yet"  # the register that goes from pile to pile
            return english.actor.does(f"{has} done with every *{w.spoken(cursors[name])}*")
        case _, n.Const(type=Type.INT, value=value) if (
            said := _with_number(english, operator, left, value)
        ) is not None:
            return said
        case n.Conditional(test=test, then=then, otherwise=n.Const(value=value)), n.Const(value=limit) if (
            not calculate(operator, value, limit)  # then the test holds, and so does the comparison
        ):
            return english.clause(n.joined("and", n.equals(then, right, operator=operator), test))
    return None


def _there_is(noun: str, operator: str) -> str:
    bare = re.sub("^(the|an?) ", "", noun)
    return f"there is no {bare}" if operator == "==" else f"there is {w.a(bare)}"


def _with_number(english: English, operator: str, left: n.Node, value: int) -> str | None:
    """Something compared with a number that is written in the rules."""
    is_fact = isinstance(left, n.Register) and left.name not in english.names.flags
    is_equality = operator in ("==", "!=")
    if not is_fact and numbers.is_boolean(english, left) and value in (0, 1) and is_equality:
        return english.clause(left, yes=(operator == "==") == bool(value))
    found = counting.count_clause(english, operator, left, value)
    if found is not None:
        return found
    match left:
        case TermUse(name=name, meaning=n.Gather(gather="count") as meaning, owner=None) if name.endswith("s"):
            if not depends_on_actor(meaning):  # it counts nothing of a player's
                return None
            number = counting.how_many(operator, value)
            noun = w.spoken(name).removesuffix("s") if number.endswith(" one") else w.spoken(name)
            return english.actor.does(f"have {number} *{noun}*")
        case n.HandValue(cards=cards):
            return _worth(english, cards, operator, value)
        case n.Register(name=name, index=index):
            return fact_clause(english, name, index, operator, value)
        case n.Arithmetic(operator="-", left=n.Const(value=0), right=number):
            return compared(english, MIRROR[operator], number, n.const(-value))
        case n.Arithmetic(operator="%", left=n.Register(name="hand_number"), right=n.Const(value=cycle)) if is_equality:
            hands = ", ".join(w.digits(value + 1 + cycle * times) for times in range(3))
            return f"this is {'' if operator == '==' else 'not '}hand {hands} and so on"
        case n.Attribute(name=name, card=card) if name in english.words.tables and not is_mark(english.words, name):
            return f"{english.card(card).their(w.spoken(name))} is {w.THAN[operator]}{w.digits(value)}"
        case Distance(number=n.Arithmetic(operator="-", left=n.Attribute() as one, right=n.Attribute() as other)) if (
            one.name == other.name == "rank"
        ):
            limit = "not exactly " if operator == "!=" else w.LIMITS[operator]
            away = f"{limit}{w.count(value, 'rank')} away from"
            return f"{english.card(one.card).does('are')} {away} {english.card(other.card).object()}"
        case n.Arithmetic(operator="-", left=n.Attribute(name="rank") as one, right=n.Attribute(name="rank") as other):
            shifted = n.Arithmetic(Type.INT, left.bounds, "+", other, n.const(value))
            return likeness(english, operator, one, shifted)
    return None


def _worth(english: English, cards: n.Node, operator: str, value: int) -> str:
    """What a hand counts: `the house is worth at least 17`; nothing, if it is too much."""
    is_worth = f"are worth {w.THAN[operator]}{w.digits(value)}"
    if value == 0 and operator in ("==", "<="):
        is_worth = "are worth nothing"
    elif w.is_some(operator, value):
        is_worth = "are worth something"
    pile = cards.pile if isinstance(cards, n.PileCards) else cards
    if isinstance(pile, n.Variable):
        return english.thing(pile.name, "the pile").does(is_worth)
    return Person(english.whole(cards), pronoun="").does(is_worth)


def _by_type(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """Things that are the same or not, by what they are."""
    are = "are" if operator == "==" else "are not"
    match left.type:
        case Type.SEAT | Type.TEAM | Type.CARD:
            say = english.card if left.type is Type.CARD else english.person
            if n.value_of(right) == -1:
                return _there_is(say(left).name, operator)
            first, second = say(left), say(right)
            if left.type is not Type.CARD and second.is_you and not first.is_you and first.name not in ("who", "that"):
                first, second = second, first
            return first.does(f"{are} {second.object()}")
        case Type.STRAIN | Type.KIND:
            subject = "the contract is" if left.type is Type.KIND else w.agreeing(english.noun(left), "are")
            return f"{subject} {'' if operator == '==' else 'not '}{english.noun(right)}"
        case _ if Type.INT not in (left.type, right.type) or Type.RANK in (left.type, right.type):
            return likeness(english, operator, left, right)
    return None


def _among_players(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """The same thing of two players, or of all; enough chips."""
    match (right, left) if isinstance(left, n.Gather) else (left, right):
        case mine, n.Gather(
            gather="min" | "max" as which, domain=domain, test=None, body=n.Node() as body
        ) as all_of_it if operator == "==" and domain.type is Type.SEAT and _is_same(mine, body, all_of_it.variable):
            others = w.player_word(domain.name)
            if isinstance(mine, n.PileFact) and (hand := counting.holder(english, mine.pile)) is not None:
                return f"no {others} has {'fewer' if which == 'min' else 'more'} cards in hand than {hand.object()}"
            most = "lowest" if which == "min" else "highest"
            return f"{w.agreeing(english.noun(mine), 'are')} the {most} of any {others}'s"
    match left, right:
        case (n.Register(name=one, index=n.Node()), n.Register(name=other, index=n.Node() as whose)) | (
            TermUse(name=one),
            TermUse(name=other, owner=n.Node() as whose),
        ) if one == other and whose.type in (Type.SEAT, Type.TEAM):
            them = english.person(whose)
            theirs = "yours" if them.is_you else them.their("").strip()
            return f"{w.agreeing(english.noun(left), 'are')} {_HIGHER[operator]} {theirs}"
    if (sizes := counting.two_sizes(english, operator, left, right)) is not None:
        return sizes
    match operator, left, right:
        case (">=", n.Register(name="chips", index=n.Node() as whose), price) | (
            "<=", price, n.Register(name="chips", index=n.Node() as whose),
        ):  # fmt: skip
            return english.person(whose).does(f"have enough chips for {english.noun(price)}")
    return None


def _is_same(left: n.Node, body: n.Node, variable: str) -> bool:
    """Whether two numbers are the same thing, the second of whom a variable stands for."""
    match left, body:
        case (
            (n.Register(name=one), n.Register(name=other, index=n.Variable(name=it)))
            | (TermUse(name=one), TermUse(name=other, owner=n.Variable(name=it)))
            | (n.PileFact(pile=n.ZoneAt(zone=one)), n.PileFact(pile=n.ZoneAt(zone=other, owner=n.Variable(name=it))))
        ):
            return one == other and it == variable
    return False


def one_of(english: English, value: n.Node, items: Sequence[n.Node], *, yes: bool) -> str:
    """value in (a, b, c), as a clause."""
    not_ = "" if yes else "not "
    are = f"are {not_}".strip()
    values = [item.value for item in items if isinstance(item, n.Const) and item.value >= 0]
    is_fixed = len(values) == len(items)
    nouns = w.listing([english.noun(item) for item in items], "or")
    match value:
        case n.Arithmetic(operator="%", left=n.Register(name="hand_number"), right=n.Const(value=cycle)):
            which = [w.digits(item.value + 1) for item in items if isinstance(item, n.Const)]
            return f"this is {not_}hand {w.listing(which, 'or')} of each {cycle}"
        case n.Attribute(name="rank" | "suit" as name, card=card) if is_fixed:
            names = english.words.cards.ranks if name == "rank" else english.words.cards.suits
            chosen = tuple(names[place] for place in values)
            phrase = CardPhrase(ranks=chosen) if name == "rank" else CardPhrase(suits=chosen)
            return english.card(card).does(f"{are} {phrase.a_card()}")
        case n.Register(name="tricks" | "team_tricks", index=n.Node() as index) if is_fixed:
            return english.person(index).does(f"have {not_}won {nouns} tricks")
        case n.Node(type=Type.SEAT):
            return english.person(value).does(f"{are} {nouns}")
        case n.Node(type=Type.CARD):
            return english.card(value).does(f"{are} {nouns}")
        case n.Node(type=Type.KIND):
            return f"the contract is {not_}{nouns}"
    return f"{w.agreeing(english.noun(value), 'are')} {not_}{nouns}"


def between(english: English, items: Sequence[n.Node]) -> str | None:
    """x <= high and x >= low"""
    match tuple(items):
        case (
            n.Comparison(operator="<=", left=middle, right=n.Const() as high),
            n.Comparison(operator=">=", left=again, right=n.Const() as low),
        ) if middle == again and middle.type is Type.INT:
            said = english.noun(high) if low == high else f"from {english.noun(low)} to {english.noun(high)}"
            return f"{w.agreeing(english.noun(middle), 'are')} {said}"
    return None
