"""Built-in facts compared with a number, said the way players say them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from deckwright.genome.expressions import nodes as n
from deckwright.genome.rulebook.grammar import wording as w

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English


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
            thing = name.removesuffix("_number")
            if (is_first := w.is_none(operator, value)) or w.is_some(operator, value):
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
