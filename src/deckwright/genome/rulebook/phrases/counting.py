"""Cards and players counted: `you have no cards left`, `the stock has at least two cards`, `you hold three hearts`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar.people import Person
from deckwright.genome.rulebook.grammar.wording import LIMITS, a, count, is_none, is_some, listing, number_word
from deckwright.genome.rulebook.phrases.numbers import terms
from deckwright.genome.rulebook.phrases.places import is_hand, is_one_card, owner_of, pile_noun, zone_noun

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English

_MORE = {">": "more", "<": "fewer", ">=": "at least as many", "<=": "at most as many", "==": "as many"}


def count_clause(english: English, operator: str, node: n.Node, value: int) -> str | None:
    """A count compared with a number; None if the node is no count."""
    operator, value = _shorter(operator, value)
    match node:
        case n.PileFact(name="size", pile=pile):
            return _size(english, operator, pile, value)
        case n.Gather(gather="count", domain=domain) if domain.type is Type.CARD:
            return _cards(english, operator, node, value)
        case n.Gather(gather="count", domain=domain) if domain.type is Type.SEAT:
            return _players(english, operator, node, value)
        case n.Arithmetic(operator="+") if all(
            not minus and isinstance(part, n.PileFact) for minus, part in terms(node)
        ):
            places = listing([pile_noun(english, part.pile) for _, part in terms(node) if isinstance(part, n.PileFact)])
            number = "no cards" if is_none(operator, value) else LIMITS[operator] + count(value, "card")
            return f"there {'is' if value == 1 else 'are'} {number} in {places} together"
    return None


def _shorter(operator: str, value: int) -> tuple[str, int]:
    """Comparisons with whole numbers that are never negative, said the shorter way."""
    if operator == ">":
        return ">=", value + 1
    if operator == "<":
        return "<=", value - 1
    return (">=", 1) if operator == "!=" and value == 0 else (operator, value)


def how_many(operator: str, value: int) -> str:
    """`no`, `at least one`, `exactly four`"""
    operator, value = _shorter(operator, value)
    return "no" if is_none(operator, value) else LIMITS[operator] + number_word(value)


def holder(english: English, cards: n.Node | None) -> Person | None:
    """Whose hand a set of cards is, if it is a hand."""
    match cards.pile if isinstance(cards, n.PileCards) else cards:
        case n.ZoneAt(zone=name, owner=n.Node() as owner, pile=None) if is_hand(english.words.zones[name]):
            return english.person(owner)
    return None


def _size(english: English, operator: str, pile: n.Node, value: int) -> str:
    none, some = is_none(operator, value), is_some(operator, value)
    number = LIMITS[operator] + count(value, "card")
    person = holder(english, pile)
    if person is not None:
        return person.does("have no cards left" if none else "have cards left" if some else f"have {number} in hand")
    match pile:
        case n.ZoneAt(zone="captured", owner=n.Node() as owner) if english.words.zones["captured"].role == "captured":
            number = "no cards" if none else "a card" if some else number
            return english.person(owner).does(f"have captured {number}")
        case n.Variable(name=name):
            thing = english.thing(name, "the pile")
            return thing.does("are empty" if none else "are not empty" if some else f"have {number}")
    zone = english.words.zones.get(pile.zone) if isinstance(pile, n.ZoneAt) and pile.pile is None else None
    if zone is not None and is_one_card(zone) and (none or some):
        noun = zone_noun(zone)
        whose = owner_of(english, pile)
        such = f"no {noun}" if none else a(noun)
        return f"there is {such}" if whose is None else whose.does(f"have {such}")
    are, have = ("are", "have") if zone is not None and zone_noun(zone).endswith("s") else ("is", "has")
    rest = f"{are} empty" if none else f"{are} not empty" if some else f"{have} {number}"
    return f"{pile_noun(english, pile)} {rest}"


def _cards(english: English, operator: str, node: n.Gather, value: int) -> str:
    phrase, cards = english.cards(node.test, node.variable), node.domain.of
    if isinstance(cards, n.Variable) and node.test is None:
        number = "none" if is_none(operator, value) else LIMITS[operator] + number_word(value)
        return f"there are {number} of {english.card_set(cards)}"
    if is_none(operator, value):
        number, is_one = f"no {phrase.cards()}", False
    elif is_some(operator, value):
        number, is_one = phrase.a_card(), True
    else:
        number, is_one = LIMITS[operator] + phrase.counted(number_word(value)), value == 1
    person = holder(english, cards)
    if person is not None:
        return person.does(f"hold {number}")
    return f"there {'is' if is_one else 'are'} {number} {english.inside(cards)}"


def _players(english: English, operator: str, node: n.Gather, value: int) -> str:
    who = "opponent" if node.domain.name == "opponents" else "player"
    if operator == ">=" and node.domain.name == "seats" and _is_out(node.test):  # said of those who are left
        left = english.words.seats - value
        return f"at most {count(left, who)} {'is' if left == 1 else 'are'} still in play"
    none = is_none(operator, value)
    head = Person(f"no {who}" if none else LIMITS[operator] + count(value, who), plural=not none and value != 1)
    if node.test is None:
        return head.does("are still in play")
    return english.calling(node.variable, head).clause(node.test)


def _is_out(test: n.Node | None) -> bool:
    match test:
        case n.Register(name="out") | n.Comparison(operator="!=", left=n.Register(name="out"), right=n.Const(value=0)):
            return True
    return False


def two_sizes(english: English, operator: str, left: n.Node, right: n.Node) -> str | None:
    """The sizes of one zone of two players: `you have captured more cards than every opponent`."""
    match left, right:
        case (
            n.PileFact(name="size", pile=n.ZoneAt(zone=one, owner=n.Node() as mine, pile=None)),
            n.PileFact(name="size", pile=n.ZoneAt(zone=other, owner=n.Node() as theirs, pile=None)),
        ) if one == other and operator in _MORE:
            zone, who = english.words.zones[one], english.person(mine)
            rest = f"{_MORE[operator]} cards {'than' if operator in '<>' else 'as'} {english.person(theirs).object()}"
            if zone.name == zone.role == "captured":
                return who.does(f"have captured {rest}")
            where = "" if is_hand(zone) else f", counting {zone_noun(zone)}"
            return who.does(f"have {rest}{where}")
    return None
