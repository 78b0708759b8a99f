"""Comparisons as clauses: of cards, players, piles and numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.static import calculate
from deckwright.genome.expressions.types import BOOLEAN, Type
from deckwright.genome.rulebook import numbers
from deckwright.genome.rulebook.cardwords import CardPhrase, is_mark
from deckwright.genome.rulebook.facts import fact_clause
from deckwright.genome.rulebook.people import Person
from deckwright.genome.rulebook.places import pile_noun, zone_noun
from deckwright.genome.rulebook.reading import Distance, TermUse
from deckwright.genome.rulebook.wording import a, count, digits, listing, number_word, rank_name, spoken

if TYPE_CHECKING:
    from deckwright.genome.rulebook.english import English

OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
MIRROR = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_THAN = {"==": "", "!=": "not ", "<": "less than ", "<=": "at most ", ">": "more than ", ">=": "at least "}
_COUNT = {"==": "exactly ", "!=": "other than ", "<": "fewer than ", "<=": "at most ", ">": "more than ", ">=": "at least "}


def compared(english: English, operator: str, left: n.Node, right: n.Node) -> str:
    """left operator right, as a clause."""
    if isinstance(left, n.Const) and not isinstance(right, n.Const):
        operator, left, right = MIRROR[operator], right, left
    if isinstance(right, n.Const) and right.type is Type.INT:
        is_fact = isinstance(left, n.Register) and left.name not in english.names.flags
        if not is_fact and numbers.is_boolean(english, left) and right.value in (0, 1) and operator in ("==", "!="):
            return english.clause(left) if (operator == "==") == bool(right.value) else english.denied(left)
        found = _against_number(english, operator, left, right.value)
        if found is not None:
            return found
    match left:
        case n.Conditional(test=test, then=then, otherwise=n.Const(value=value)) if isinstance(right, n.Const):
            if not calculate(operator, value, right.value):
                return english.clause(n.joined("and", test, n.Comparison(Type.INT, BOOLEAN, operator, then, right)))
    match left.type:
        case Type.SEAT | Type.TEAM:
            return _persons(english, operator, left, right)
        case Type.CARD:
            return _cards(english, operator, left, right)
        case Type.SUIT | Type.COLOUR | Type.RANK:
            found = _attributes(english, operator, left, right)
            if found is not None:
                return found
        case Type.STRAIN | Type.KIND:
            return f"{english.noun(left)} is {'' if operator == '==' else 'not '}{english.noun(right)}"
    if (level := _best_of_all(english, operator, left, right)) is not None:
        return level
    if (same := _two_numbers(english, operator, left, right)) is not None:
        return same
    if (sizes := _two_sizes(english, operator, left, right)) is not None:
        return sizes
    if isinstance(left, n.Register) and left.name == "chips" and left.index is not None and operator == ">=":
        return english.person(left.index).does(f"have enough chips for {english.noun(right)}")
    if isinstance(right, n.Register) and right.name == "chips" and right.index is not None and operator == "<=":
        return english.person(right.index).does(f"have enough chips for {english.noun(left)}")
    if right.type is Type.RANK or left.type is Type.RANK:
        found = _attributes(english, operator, left, right)
        if found is not None:
            return found
    if isinstance(right, n.Const) and right.value == -1 and right.type is not Type.INT:
        noun = english.noun(left).removeprefix("the ")
        return f"there is {'no' if operator == '==' else 'a'} {noun}"
    return f"{english.noun(left)} is {_THAN[operator]}{english.noun(right)}"


def _best_of_all(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """x == min(x[p] for p in seats): nobody has less."""
    if operator != "==":
        return None
    match left, right:
        case (n.Gather(gather="min" | "max"), _):
            left, right = right, left
    match right:
        case n.Gather(gather="min" | "max" as which, domain=domain, test=None, body=n.Node() as body, variable=variable) if (
            domain.type is Type.SEAT and _same_but_owner(left, body, variable)
        ):
            noun = english.noun(left)
            others = {"opponents": "opponent", "live": "remaining player"}.get(domain.name, "player")
            return f"{noun} is the {'lowest' if which == 'min' else 'highest'} of any {others}'s"
        case _:
            return None


def _same_but_owner(left: n.Node, body: n.Node, variable: str) -> bool:
    """Whether two numbers are the same thing of two players."""
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
        case (n.Register(name=one, index=n.Node()), n.Register(name=other, index=n.Node() as theirs)) if one == other:
            whose = theirs
        case (TermUse(name=one), TermUse(name=other, owner=n.Node() as theirs)) if one == other:
            whose = theirs
        case _:
            return None
    if whose.type not in (Type.SEAT, Type.TEAM):
        return None
    than = {
        "==": "the same as", "!=": "not the same as", ">": "higher than", ">=": "at least as high as", "<": "lower than",
        "<=": "at most as high as",
    }[operator]  # fmt: skip
    other_one = english.person(whose)
    return f"{english.noun(left)} is {than} {'yours' if other_one.is_you else other_one.their('').strip()}"


def _two_sizes(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """The sizes of one zone of two players: `you have captured more cards than every opponent`."""
    match left, right:
        case (
            n.PileFact(name="size", pile=n.ZoneAt(zone=one, owner=n.Node() as mine, pile=None)),
            n.PileFact(name="size", pile=n.ZoneAt(zone=other, owner=n.Node() as theirs, pile=None)),
        ) if one == other and operator != "!=":
            zone = english.words.zones[one]
            more = {">": "more", "<": "fewer", ">=": "at least as many", "<=": "at most as many", "==": "as many"}[operator]
            than = "than" if operator in "<>" else "as"
            first, second = english.person(mine), english.person(theirs)
            where = "" if zone.role == "hand" and zone_noun(zone) == "hand" else f" in {first.their(zone_noun(zone))}"
            if zone.name == zone.role == "captured":
                return first.does(f"have captured {more} cards {than} {second.object()}")
            return first.does(f"have {more} cards{where} {than} {second.object()}")
        case _:
            return None


def one_of(english: English, value: n.Node, items: Sequence[n.Node], *, yes: bool) -> str:
    """value in (a, b, c), as a clause."""
    if isinstance(value, n.Attribute) and all(isinstance(item, n.Const) for item in items) and value.name in ("rank", "suit"):
        words = english.words.cards.ranks if value.name == "rank" else english.words.cards.suits
        names = tuple(words[item.value] for item in items if isinstance(item, n.Const))
        phrase = CardPhrase(ranks=names) if value.name == "rank" else CardPhrase(suits=names)
        return english.card(value.card).does(f"are {'' if yes else 'not '}{phrase.a_card()}")
    nouns = [english.noun(item) for item in items]
    if value.type is Type.SEAT:
        return english.person(value).does(f"are {'' if yes else 'not '}{listing(nouns, 'or')}")
    if value.type is Type.CARD:
        return english.card(value).does(f"are {'' if yes else 'not '}{listing(nouns, 'or')}")
    return f"{english.noun(value)} is {'' if yes else 'not '}{listing(nouns, 'or')}"


def holder(english: English, cards: n.Node | None) -> Person | None:
    """Whose hand a set of cards is, if it is a hand."""
    pile = cards.pile if isinstance(cards, n.PileCards) else cards
    if isinstance(pile, n.ZoneAt) and pile.owner is not None and pile.zone in english.words.zones:
        zone = english.words.zones[pile.zone]
        if zone.role == "hand" and zone_noun(zone) == "hand" and pile.pile is None:
            return english.person(pile.owner)
    return None


# numbers


def _against_number(english: English, operator: str, left: n.Node, value: int) -> str | None:
    match left:
        case n.PileFact(name="size", pile=pile):
            return _size(english, operator, pile, value)
        case n.Gather(gather="count", domain=domain) if domain.type is Type.CARD:
            return _count(english, operator, left, value)
        case n.Gather(gather="count", domain=domain) if domain.type is Type.SEAT:
            return _count_players(english, operator, left, value)
        case n.Register(name=name, index=index):
            return fact_clause(english, name, index, operator, value)
        case n.Arithmetic(operator="%", left=n.Register(name="hand_number"), right=n.Const(value=cycle)) if operator in ("==", "!="):
            hands = ", ".join(digits(value + 1 + cycle * times) for times in range(3))
            return f"this is {'' if operator == '==' else 'not '}hand {hands} and so on"
        case n.Arithmetic(operator="+") if _sizes(left) is not None:
            return _sizes_together(english, operator, left, value)
        case n.Attribute(name=name, card=card) if name in english.words.tables and not is_mark(english.words, name):
            return f"{english.card(card).their(spoken(name))} is {_THAN[operator]}{digits(value)}"
        case Distance(number=n.Arithmetic(operator="-", left=n.Attribute(name="rank", card=one), right=n.Attribute(name="rank", card=other))):
            steps = _COUNT[operator] + count(value, "rank")
            return f"{english.card(one).does('are')} {steps} away from {english.card(other).object()}"
        case n.Arithmetic(operator="-", left=n.Attribute(name="rank"), right=n.Attribute(name="rank")):
            shifted = n.Arithmetic(Type.INT, left.bounds, "+", left.right, n.const(value))
            return _attributes(english, operator, left.left, shifted)
        case _:
            return None


def _sizes(node: n.Node) -> list[n.Node] | None:
    """The piles whose sizes a sum adds up."""
    match node:
        case n.PileFact(name="size", pile=pile):
            return [pile]
        case n.Arithmetic(operator="+", left=left, right=right):
            first, second = _sizes(left), _sizes(right)
            return None if first is None or second is None else [*first, *second]
        case _:
            return None


def _sizes_together(english: English, operator: str, node: n.Node, value: int) -> str:
    operator, value = _normal(operator, value)
    piles = listing([pile_noun(english, pile) for pile in _sizes(node) or ()])
    number = "no cards" if operator in ("==", "<=") and value == 0 else _COUNT[operator] + count(value, "card")
    return f"there {'is' if value == 1 else 'are'} {number} in {piles} together"


def _normal(operator: str, value: int) -> tuple[str, int]:
    """Comparisons with whole numbers that are never negative, said the shorter way."""
    if operator == ">":
        return ">=", value + 1
    if operator == "<":
        return "<=", value - 1
    if operator == "!=" and value == 0:
        return ">=", 1
    return operator, value


def _size(english: English, operator: str, pile: n.Node, value: int) -> str:
    operator, value = _normal(operator, value)
    none = (operator in ("==", "<=")) and value == 0
    some = operator == ">=" and value == 1
    person = holder(english, pile)
    if person is not None:
        if none:
            return person.does("have no cards left")
        return person.does("have cards left" if some else f"have {_COUNT[operator]}{count(value, 'card')} in hand")
    zone = english.words.zones.get(pile.zone) if isinstance(pile, n.ZoneAt) else None
    if zone is not None and zone.role == "captured" and isinstance(pile, n.ZoneAt) and pile.owner is not None and zone.name == "captured":
        how_many = "no cards" if none else "a card" if some else _COUNT[operator] + count(value, "card")
        return english.person(pile.owner).does(f"have captured {how_many}")
    if isinstance(pile, n.Variable):
        thing = english.thing(pile.name, "the pile")
        return thing.does("are empty" if none else "are not empty" if some else f"have {_COUNT[operator]}{count(value, 'card')}")
    noun = pile_noun(english, pile)
    are = "are" if noun.endswith("s") and zone is not None and zone_noun(zone).endswith("s") else "is"
    if none or some:
        return f"{noun} {are} {'empty' if none else 'not empty'}"
    return f"{noun} {'have' if are == 'are' else 'has'} {_COUNT[operator]}{count(value, 'card')}"


def _count(english: English, operator: str, node: n.Gather, value: int) -> str:
    operator, value = _normal(operator, value)
    phrase = english.cards(node.test, node.variable) if node.test is not None else CardPhrase()
    if operator in ("==", "<=") and value == 0:
        how_many = f"no {phrase.cards()}"
    elif operator == ">=" and value == 1:
        how_many = phrase.a_card()
    else:
        how_many = _COUNT[operator] + phrase.counted(number_word(value))
    person = holder(english, node.domain.of)
    if person is not None:
        return person.does(f"hold {how_many}")
    if isinstance(node.domain.of, n.Variable) and node.test is None:
        of_them = english.card_set(node.domain.of)
        return f"there are {'none' if value == 0 else _COUNT[operator] + number_word(value)} of {of_them}"
    is_one = how_many.startswith(("a ", "an ", "the ")) or (value == 1 and operator != "<=")
    return f"there {'is' if is_one else 'are'} {how_many} {english.inside(node.domain.of)}"


def _count_players(english: English, operator: str, node: n.Gather, value: int) -> str:
    operator, value = _normal(operator, value)
    who = {"opponents": "opponent"}.get(node.domain.name, "player")
    none = operator in ("==", "<=") and value == 0
    head = f"no {who}" if none else _COUNT[operator] + count(value, who)
    single = none or value == 1
    if node.test is None:
        return f"{head} {'is' if single else 'are'} still in play"
    return english.calling(node.variable, Person(head, plural=not single)).clause(node.test)


# seats and cards


def _persons(english: English, operator: str, left: n.Node, right: n.Node) -> str:
    if isinstance(right, n.Const) and right.value == -1:
        noun = english.person(left).name.removeprefix("the ")
        return f"there is no {noun}" if operator == "==" else f"there is {a(noun)}"
    first, second = english.person(left), english.person(right)
    if second.is_you and not first.is_you and first.name not in ("who", "that"):
        first, second = second, first
    return first.does(f"are {'' if operator == '==' else 'not '}{second.object()}")


def _cards(english: English, operator: str, left: n.Node, right: n.Node) -> str:
    if isinstance(right, n.Const) and right.value == -1:
        noun = english.card(left).name.removeprefix("the ")
        return f"there is {'no' if operator == '==' else 'a'} {noun}"
    return english.card(left).does(f"are {'' if operator == '==' else 'not '}{english.card(right).object()}")


def _attributes(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """Suits, colours and ranks of cards."""
    if not isinstance(left, n.Attribute):
        if isinstance(right, n.Attribute):
            return _attributes(english, MIRROR[operator], right, left)
        return None
    card, name = english.card(left.card), "suit" if left.name == "second_suit" else left.name
    negation = "" if operator == "==" else "not "
    match right:
        case n.Const(value=-1):
            return card.does(f"have {'no' if operator == '==' else 'a'} {name}")
        case n.Const(value=value) if name == "rank" and right.type is Type.RANK:
            return card.does(_rank(english, operator, value))
        case n.Const(value=value) if name == "suit":
            return card.does(f"are {negation}{CardPhrase(suits=(english.words.cards.suits[value],)).a_card()}")
        case n.Const():
            return card.does(f"are {negation}{english.noun(right)}")
        case n.Attribute(name=other, card=target) if other == left.name:
            if operator in ("==", "!="):
                verb = "match" if operator == "==" else "do not match"
                return card.does(f"{verb} the {name} of {english.card(target).object()}")
            higher = {"<": "lower than", "<=": "no higher than", ">": "higher than", ">=": "at least as high as"}[operator]
            return card.does(f"rank {higher} {english.card(target).object()}")
        case n.Arithmetic(operator="+" | "-" as sign, left=n.Attribute(name="rank", card=target), right=n.Const(value=step)):
            return card.does(_steps(english, operator, step if sign == "+" else -step, target))
        case _ if name == "rank" and operator not in ("==", "!="):
            higher = {"<": "lower than", "<=": "no higher than", ">": "higher than", ">=": "at least as high as"}[operator]
            return card.does(f"rank {higher} {english.noun(right)}")
        case _ if name == "rank":
            return card.does(f"are {negation}of the rank of {english.noun(right)}" if right.type is Type.INT else f"are {negation}of {english.noun(right)}")
        case _:
            return card.does(f"are {negation}of {english.noun(right)}")


def _rank(english: English, operator: str, value: int) -> str:
    ranks = english.words.cards.ranks
    name = a(rank_name(ranks[value]))
    match operator:
        case "==":
            return f"are {name}"
        case "!=":
            return f"are not {name}"
        case ">=":
            return f"are {name} or higher"
        case "<=":
            return f"are {name} or lower"
        case ">":
            return f"rank above {name}"
        case _:
            return f"rank below {name}"


def _steps(english: English, operator: str, step: int, target: n.Node) -> str:
    other = english.card(target).object()
    if operator == "==":
        where = "just above" if step == 1 else "just below" if step == -1 else f"exactly {count(abs(step), 'place')} {'above' if step > 0 else 'below'}"
        return f"rank {where} {other}" if step else f"match the rank of {other}"
    limit = {"<": "below", "<=": "no higher than", ">": "above", ">=": "no lower than", "!=": "anywhere but at"}[operator]
    return f"rank {limit} {count(abs(step), 'place')} {'above' if step >= 0 else 'below'} {other}"


def matches_in(english: English, operator: str, items: Sequence[n.Node]) -> tuple[str, Sequence[n.Node]]:
    """Attributes of one card compared with those of another: `matches the top discard in suit or rank`, and the rest."""
    names: list[str] = []
    pair: tuple[n.Node, n.Node] | None = None
    rest: list[n.Node] = []
    for item in items:
        match item:
            case n.Comparison(operator="==", left=n.Attribute(name=name, card=card), right=n.Attribute(name=other, card=target)) if (
                name == other and pair in (None, (card, target))
            ):
                names.append(name)
                pair = (card, target)
            case _:
                rest.append(item)
    if len(names) < 2 or pair is None:
        return "", items
    return english.card(pair[0]).does(f"match {english.card(pair[1]).object()} in {listing(names, operator)}"), rest


def between(english: English, items: Sequence[n.Node]) -> str | None:
    """low <= x <= high"""
    match tuple(items):
        case (
            n.Comparison(operator="<=", left=n.Const() as low, right=middle),
            n.Comparison(operator="<=", left=again, right=n.Const() as high),
        ) if middle == again and middle.type is Type.INT:
            return f"{english.noun(middle)} is from {english.noun(low)} to {english.noun(high)}"
        case _:
            return None
