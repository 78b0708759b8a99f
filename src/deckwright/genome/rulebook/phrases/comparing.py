"""Comparisons as clauses: which kind of comparison it is, and how players say it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.normal import MIRROR
from deckwright.genome.expressions.static import calculate
from deckwright.genome.expressions.types import BOOLEAN, Type
from deckwright.genome.rulebook.grammar.people import Person
from deckwright.genome.rulebook.grammar.wording import a, agreeing, digits, listing, player_word, spoken
from deckwright.genome.rulebook.phrases import counting, likeness, numbers
from deckwright.genome.rulebook.phrases.cardwords import CardPhrase, is_mark
from deckwright.genome.rulebook.phrases.facts import fact_clause
from deckwright.genome.rulebook.phrases.names import depends_on_actor
from deckwright.genome.rulebook.phrases.reading import Distance, TermUse

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English

_THAN = {"==": "", "!=": "not ", "<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least "}
_HIGHER = {
    "==": "the same as",
    "!=": "not the same as",
    ">": "higher than",
    ">=": "at least as high as",
    "<": "lower than",
    "<=": "at most as high as",
}


def compared(english: English, operator: str, left: n.Node, right: n.Node) -> str:
    """left operator right, as a clause."""
    if isinstance(left, n.Const) and not isinstance(right, n.Const):
        operator, left, right = MIRROR[operator], right, left
    for say in (_within_one, _piles_done, _with_number, _by_condition, _by_type, _among_players, _paying):
        found = say(english, operator, left, right)
        if found is not None:
            return found
    if isinstance(right, n.Const) and right.value == -1 and right.type is not Type.INT:
        return _there_is(english.noun(left), operator)
    return f"{agreeing(english.noun(left), 'are')} {_THAN[operator]}{english.noun(right)}"


def _within_one(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """x <= max(a, b): at most one of them."""
    match right:
        case n.Arithmetic(operator="max", left=one, right=other) if operator in ("<=", "<") and left.type is Type.INT:
            first, second = (f"{_THAN[operator]}{english.noun(part)}" for part in (one, other))
            return f"{agreeing(english.noun(left), 'are')} {first} or {second}"
        case _:
            return None


def _piles_done(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """A register that goes from pile to pile has reached their number."""
    cursors = english.names.steering.cursors
    if operator not in (">=", "<") or not isinstance(left, n.Register) or left.name not in cursors:
        return None
    if not isinstance(right, n.Register):
        return None
    has = "are" if operator == ">=" else "are not yet"
    return english.actor.does(f"{has} done with every *{spoken(cursors[left.name])}*")


def _there_is(noun: str, operator: str) -> str:
    bare = re.sub("^(the|an?) ", "", noun)
    return f"there is no {bare}" if operator == "==" else f"there is {a(bare)}"


# with a number


def _with_number(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """Something compared with a number that is written in the rules."""
    if not isinstance(right, n.Const) or right.type is not Type.INT:
        return None
    value = right.value
    is_fact = isinstance(left, n.Register) and left.name not in english.names.flags
    if not is_fact and numbers.is_boolean(english, left) and value in (0, 1) and operator in ("==", "!="):
        return english.clause(left) if (operator == "==") == bool(value) else english.denied(left)
    found = counting.count_clause(english, operator, left, value)
    if found is not None:
        return found
    match left:
        case TermUse(name=name, meaning=n.Gather(gather="count")) if name.endswith("s") and left.owner is None:
            return _have_some(english, left, operator, value)
        case n.HandValue(cards=cards):
            return _worth(english, cards, operator, value)
        case n.Register(name=name, index=index):
            return fact_clause(english, name, index, operator, value)
        case n.Arithmetic(operator="-", left=n.Const(value=0), right=number):
            return compared(english, MIRROR[operator], number, n.const(-value))
        case n.Arithmetic(operator="%", left=n.Register(name="hand_number"), right=n.Const(value=cycle)) if (
            operator in ("==", "!=")
        ):
            hands = ", ".join(digits(value + 1 + cycle * times) for times in range(3))
            return f"this is {'' if operator == '==' else 'not '}hand {hands} and so on"
        case n.Attribute(name=name, card=card) if name in english.words.tables and not is_mark(english.words, name):
            return f"{english.card(card).their(spoken(name))} is {_THAN[operator]}{digits(value)}"
        case Distance(number=n.Arithmetic(operator="-", left=one, right=other)):
            return likeness.distance_clause(english, operator, one, other, value)
        case n.Arithmetic(operator="-", left=n.Attribute(name="rank") as one, right=n.Attribute(name="rank") as other):
            shifted = n.Arithmetic(Type.INT, left.bounds, "+", other, n.const(value))
            return likeness.likeness(english, operator, one, shifted)
        case _:
            return None


def _have_some(english: English, term: TermUse, operator: str, value: int) -> str | None:
    """A term that counts things of a player's: `you have at least one *canasta*`."""
    if not depends_on_actor(term.meaning):
        return None
    number = counting.how_many(operator, value)
    noun = spoken(term.name).removesuffix("s") if number.endswith(" one") else spoken(term.name)
    return english.actor.does(f"have {number} *{noun}*")


def _worth(english: English, cards: n.Node, operator: str, value: int) -> str:
    """What a hand counts: `the house is worth at least 17`; nothing, if it is too much."""
    is_worth = f"are worth {_THAN[operator]}{digits(value)}"
    if value == 0 and operator in ("==", "<="):
        is_worth = "are worth nothing"
    elif (operator, value) in ((">=", 1), (">", 0), ("!=", 0)):
        is_worth = "are worth something"
    pile = cards.pile if isinstance(cards, n.PileCards) else cards
    if isinstance(pile, n.Variable):
        return english.thing(pile.name, "the pile").does(is_worth)
    return Person(english.whole(cards), pronoun="").does(is_worth)


def _by_condition(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """`x if test else 0`, compared with what 0 does not reach: test, and x compared."""
    match left, right:
        case (n.Conditional(test=test, then=then, otherwise=n.Const(value=value)), n.Const(value=limit)) if (
            not calculate(operator, value, limit)
        ):
            return english.clause(n.joined("and", n.Comparison(Type.INT, BOOLEAN, operator, then, right), test))
        case _:
            return None


# by what is compared


def _by_type(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    match left.type:
        case Type.SEAT | Type.TEAM:
            return _persons(english, operator, left, right)
        case Type.CARD:
            if isinstance(right, n.Const) and right.value == -1:
                return _there_is(english.card(left).name, operator)
            return english.card(left).does(f"are {'' if operator == '==' else 'not '}{english.card(right).object()}")
        case Type.STRAIN | Type.KIND:
            subject = "the contract is" if left.type is Type.KIND else agreeing(english.noun(left), "are")
            return f"{subject} {'' if operator == '==' else 'not '}{english.noun(right)}"
        case _ if Type.INT not in (left.type, right.type) or Type.RANK in (left.type, right.type):
            return likeness.likeness(english, operator, left, right)
        case _:
            return None


def _persons(english: English, operator: str, left: n.Node, right: n.Node) -> str:
    if isinstance(right, n.Const) and right.value == -1:
        return _there_is(english.person(left).name, operator)
    first, second = english.person(left), english.person(right)
    if second.is_you and not first.is_you and first.name not in ("who", "that"):
        first, second = second, first
    return first.does(f"are {'' if operator == '==' else 'not '}{second.object()}")


def _paying(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """chips >= x: there is enough to pay it."""
    if operator == "<=":
        operator, left, right = ">=", right, left
    match left:
        case n.Register(name="chips", index=n.Node() as whose) if operator == ">=":
            return english.person(whose).does(f"have enough chips for {english.noun(right)}")
        case _:
            return None


# the same thing of two players


def _among_players(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    return (
        _best_of_all(english, operator, left, right)
        or _two_numbers(english, operator, left, right)
        or counting.two_sizes(english, operator, left, right)
    )


def _best_of_all(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """x == min(x[p] for p in seats): nobody has less."""
    if isinstance(left, n.Gather):
        left, right = right, left
    match right:
        case n.Gather(
            gather="min" | "max" as which, domain=domain, test=None, body=n.Node() as body, variable=variable
        ) if operator == "==" and domain.type is Type.SEAT and _is_same(left, body, variable):
            others = player_word(domain.name)
            if isinstance(left, n.PileFact) and (whose := counting.holder(english, left.pile)) is not None:
                return f"no {others} has {'fewer' if which == 'min' else 'more'} cards in hand than {whose.object()}"
            most = "lowest" if which == "min" else "highest"
            return f"{agreeing(english.noun(left), 'are')} the {most} of any {others}'s"
        case _:
            return None


def _is_same(left: n.Node, body: n.Node, variable: str) -> bool:
    """Whether two numbers are the same thing, the second of whom a variable stands for."""
    match left, body:
        case (n.Register(name=one), n.Register(name=other, index=n.Variable(name=it))):
            return one == other and it == variable
        case (TermUse(name=one), TermUse(name=other, owner=n.Variable(name=it))):
            return one == other and it == variable
        case (n.PileFact(pile=n.ZoneAt(zone=one)), n.PileFact(pile=n.ZoneAt(zone=other, owner=n.Variable(name=it)))):
            return one == other and it == variable
        case _:
            return False


def _two_numbers(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """One number of two players: `your *primiera* is higher than every opponent's`."""
    match left, right:
        case (n.Register(name=one, index=n.Node()), n.Register(name=other, index=n.Node() as whose)):
            pass
        case (TermUse(name=one), TermUse(name=other, owner=n.Node() as whose)):
            pass
        case _:
            return None
    if one != other or whose.type not in (Type.SEAT, Type.TEAM):
        return None
    them = english.person(whose)
    theirs = "yours" if them.is_you else them.their("").strip()
    return f"{agreeing(english.noun(left), 'are')} {_HIGHER[operator]} {theirs}"


# one of several


def _hands_of_cycle(value: n.Node, items: Sequence[n.Node], *, yes: bool) -> str | None:
    """`this is hand 2, 4 or 5 of each 16`"""
    match value:
        case n.Arithmetic(operator="%", left=n.Register(name="hand_number"), right=n.Const(value=cycle)):
            which = [digits(item.value + 1) for item in items if isinstance(item, n.Const)]
            return f"this is {'' if yes else 'not '}hand {listing(which, 'or')} of each {cycle}"
        case _:
            return None


def one_of(english: English, value: n.Node, items: Sequence[n.Node], *, yes: bool) -> str:
    """value in (a, b, c), as a clause."""
    if (hands := _hands_of_cycle(value, items, yes=yes)) is not None:
        return hands
    are = "are" if yes else "are not"
    values = [item.value for item in items if isinstance(item, n.Const) and item.value >= 0]
    if isinstance(value, n.Attribute) and value.name in ("rank", "suit") and len(values) == len(items):
        names = english.words.cards.ranks if value.name == "rank" else english.words.cards.suits
        chosen = tuple(names[place] for place in values)
        phrase = CardPhrase(ranks=chosen) if value.name == "rank" else CardPhrase(suits=chosen)
        return english.card(value.card).does(f"{are} {phrase.a_card()}")
    nouns = listing([english.noun(item) for item in items], "or")
    match value:
        case n.Register(name="tricks" | "team_tricks", index=n.Node() as index) if len(values) == len(items):
            return english.person(index).does(f"have {'' if yes else 'not '}won {nouns} tricks")
    if value.type is Type.SEAT:
        return english.person(value).does(f"{are} {nouns}")
    if value.type is Type.CARD:
        return english.card(value).does(f"{are} {nouns}")
    if value.type is Type.KIND:
        return f"the contract is {'' if yes else 'not '}{nouns}"
    return f"{agreeing(english.noun(value), 'are')} {'' if yes else 'not '}{nouns}"


def between(english: English, items: Sequence[n.Node]) -> str | None:
    """x <= high and x >= low"""
    match tuple(items):
        case (
            n.Comparison(operator="<=", left=middle, right=n.Const() as high),
            n.Comparison(operator=">=", left=again, right=n.Const() as low),
        ) if middle == again and middle.type is Type.INT:
            return f"{agreeing(english.noun(middle), 'are')} from {english.noun(low)} to {english.noun(high)}"
        case _:
            return None
