"""Cards and players counted, and facts compared with a number: `you have no cards left`, `you have won a trick`."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar import wording as w
from deckwright.genome.rulebook.grammar.sentences import Person
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
    match node.test:
        case (
            n.Register(name="out") | n.Comparison(operator="!=", left=n.Register(name="out"), right=n.Const(value=0))
        ) if operator == ">=" and node.domain.name == "seats":
            left = english.words.seats - value  # said of those who are left
            return f"at most {count(left, who)} {'is' if left == 1 else 'are'} still in play"
    none = is_none(operator, value)
    head = Person(f"no {who}" if none else LIMITS[operator] + count(value, who), plural=not none and value != 1)
    if node.test is None:
        return head.does("are still in play")
    return english.calling(node.variable, head).clause(node.test)


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


class _Amounts(NamedTuple):
    """How it is said that there is none of something, some, and so much of it: a gap for how much, and for `has`."""

    none: str = ""
    some: str = ""
    much: str = ""
    unit: str = ""


_NOTHING = _Amounts()
_OF_PLAYERS = {
    "hand_score": _Amounts("have no {units} this hand", "have scored {units} this hand", "have {} this hand", "score"),
    "tricks": _Amounts("have won no tricks", "have won a trick", "have won {}", "trick"),
    "chips": _Amounts("have no chips left", "have chips left", "have {}", "chip"),
    "place": _Amounts("have not gone out yet", "have gone out"),
    "out": _Amounts("are still in play", "are out of play"),
}
_OF_TABLE = {
    "hands_played": _Amounts("", "", "{} {has} been played", "hand"),
    "drawn": _Amounts("you have not drawn a card this turn", "you have drawn a card this turn",
                      "you have drawn {} this turn", "card"),
    "passes": _Amounts("nobody has just passed", "the player before passed", "{} in a row {has} passed", "player"),
    "high": _Amounts("there has been no bid", "there has been a bid"),
    "raises": _Amounts("nobody has bet", "someone has bet", "there have been {}", "raise"),
    "to_call": _Amounts("there is nothing to call", "there is a bet to call"),
    "doubled": _Amounts("", "the contract has been doubled"),
}  # fmt: skip


def fact_clause(english: English, name: str, index: n.Node | None, operator: str, value: int) -> str | None:
    """A clause for `fact operator value`; None if there is no better way than the plain one."""
    if name in english.names.registers:
        noun = english.names.register(english, name, index)
        is_plain = value != 0 or operator not in ("==", "!=")
        return None if is_plain else f"{w.agreeing(noun, 'are')} {'' if operator == '==' else 'not '}zero"
    if index is None:
        return _of_table(name, operator, value) or _amount(_OF_TABLE.get(name, _NOTHING), operator, value)
    who, name = english.person(index), name.removeprefix("team_")
    if name == "score" and operator == "<" and value == 0:
        return f"{who.their('score')} is negative"
    said = _of_player(english, name, operator, value)
    said = said or _amount(_OF_PLAYERS.get(name, _NOTHING), operator, value, score_unit=english.names.score_unit)
    return who.does(said) if said else None


def _amount(said: _Amounts, operator: str, value: int, *, score_unit: str = "") -> str | None:
    if said.none and w.is_none(operator, value):
        return said.none.format(units=w.plural(score_unit))
    if said.some and w.is_some(operator, value):
        return said.some.format(units=w.plural(score_unit))
    if not said.much:
        return None
    unit = score_unit if said.unit == "score" else said.unit
    number = w.points(value, unit) if said.unit in ("score", "chip") else w.count(value, unit)
    return said.much.format(f"{w.LIMITS[operator]}{number}", has="has" if value == 1 else "have")


def _of_player(english: English, name: str, operator: str, value: int) -> str | None:
    """What a player does or has that is said otherwise than by how much."""
    match name:
        case "score":
            more = {">=": " or more", "<=": " or fewer"}.get(operator, "")
            return f"have {'' if more else w.LIMITS[operator]}{english.names.points(value)}{more}"
        case "bid" if operator == "==" and value == -1:
            return "have not bid"
        case "bid":
            return f"bid {w.LIMITS[operator].replace('exactly ', '').replace('fewer', 'less')}{w.digits(value)}"
        case "folded":
            return "have folded" if (operator in ("==", ">=")) == bool(value) else "have not folded"
        case "place" if operator == "==" and value > 0:
            return f"went out {w.ordinal(value)}"
    return None


def _of_table(name: str, operator: str, value: int) -> str | None:
    """The same of the table."""
    is_equality = operator in ("==", "!=")
    negation = "" if operator == "==" else "not "
    doubled = {0: "undoubled", 1: "doubled", 2: "redoubled"}
    match name:
        case "trick_number" | "hand_number" | "turn_number":
            thing, is_first = name.removesuffix("_number"), w.is_none(operator, value)
            if is_first or w.is_some(operator, value):
                return f"this is {'' if is_first else 'not '}the first {thing}"
            if is_equality:
                return f"this is {negation}the {w.ordinal(value + 1)} {thing}"
            if operator in ("<", "<="):
                return f"this is one of the first {w.count(value + (operator == '<='), thing)}"
            return f"{w.LIMITS[operator]}{w.count(value, thing)} {'has' if value == 1 else 'have'} been completed"
        case "doubled" if is_equality and value in doubled and not w.is_some(operator, value):
            return f"the contract is {negation}{doubled[value]}"
        case "broken" | "leading" if is_equality and value in (0, 1):
            is_not = "" if (operator == "==") == bool(value) else "not "
            return f"you are {is_not}leading" if name == "leading" else f"the suit has {is_not}been broken"
        case "direction" if is_equality:
            return f"play is {negation}going {'clockwise' if value == 1 else 'anticlockwise'}"
    return None
