"""Built-in facts compared with a number, said the way players say them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.rulebook.grammar.wording import LIMITS, agreeing, count, digits, ordinal, plural, points

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English


def fact_clause(english: English, name: str, index: n.Node | None, operator: str, value: int) -> str | None:
    """A clause for `fact operator value`; None if there is no better way than the plain one."""
    if name in english.names.registers:
        return _register(english, name, index, operator, value)
    if index is not None:
        return _of_player(english, name, index, operator, value)
    return _of_table(name, operator, value)


def _register(english: English, name: str, index: n.Node | None, operator: str, value: int) -> str | None:
    noun = english.names.register(english, name, index)
    if value == 0 and operator in ("==", "!="):
        return f"{agreeing(noun, 'are')} {'' if operator == '==' else 'not '}zero"
    return None


def _of_player(english: English, name: str, index: n.Node, operator: str, value: int) -> str | None:
    who = english.person(index)
    amount = LIMITS[operator]
    none = (operator in ("==", "<=") and value == 0) or (operator == "<" and value == 1)
    some = (operator in (">", "!=") and value == 0) or (operator == ">=" and value == 1)
    match name:
        case "score" | "team_score":
            if operator == ">=":
                return who.does(f"have {english.names.points(value)} or more")
            if operator == "<=":
                return who.does(f"have {english.names.points(value)} or fewer")
            if operator == "<" and value == 0:
                return f"{who.their('score')} is negative"
            return who.does(f"have {amount}{english.names.points(value)}")
        case "hand_score" | "team_hand_score":
            if none or some:
                scored = plural(english.names.score_unit)
                return who.does(f"have {'no' if none else 'scored'} {scored} this hand")
            return who.does(f"have {amount}{english.names.points(value)} this hand")
        case "tricks" | "team_tricks":
            if none or some:
                return who.does(f"have won {'no tricks' if none else 'a trick'}")
            return who.does(f"have won {amount}{count(value, 'trick')}")
        case "chips":
            if none or some:
                return who.does(f"have {'no ' if none else ''}chips left")
            return who.does(f"have {amount}{points(value, 'chip')}")
        case "bid":
            if operator == "==" and value == -1:
                return who.does("have not bid")
            return who.does(f"bid {amount.replace('exactly ', '').replace('fewer', 'less')}{digits(value)}")
        case "folded":
            return who.does("have folded" if (operator in ("==", ">=")) == bool(value) else "have not folded")
        case "place":
            if none or some:
                return who.does("have not gone out yet" if none else "have gone out")
            if operator == "==":
                return who.does(f"went out {ordinal(value)}")
            return None
        case "out":
            if none or some:
                return who.does("are still in play" if none else "are out of play")
            return None
        case _:
            return None


def _of_table(name: str, operator: str, value: int) -> str | None:
    negation = "" if operator == "==" else "not "
    first = (operator in ("==", "<=") and value == 0) or (operator == "<" and value == 1)
    later = (operator in (">", "!=") and value == 0) or (operator == ">=" and value == 1)
    match name:
        case "trick_number" | "hand_number" | "turn_number":
            thing = name.removesuffix("_number")
            if first or later:
                return f"this is {'' if first else 'not '}the first {thing}"
            if operator in ("==", "!="):
                return f"this is {negation}the {ordinal(value + 1)} {thing}"
            if operator in ("<", "<="):
                return f"this is one of the first {count(value + (operator == '<='), thing)}"
            return f"{LIMITS[operator]}{count(value, thing)} {'has' if value == 1 else 'have'} been completed"
        case "hands_played":
            return f"{LIMITS[operator]}{count(value, 'hand')} {'has' if value == 1 else 'have'} been played"
        case "drawn":
            if first or later:
                return f"you have {'not ' if first else ''}drawn a card this turn"
            return f"you have drawn {LIMITS[operator]}{count(value, 'card')} this turn"
        case "passes":
            if first or later:
                return "nobody has just passed" if first else "the player before passed"
            return f"{LIMITS[operator]}{count(value, 'player')} in a row {'has' if value == 1 else 'have'} passed"
        case "doubled":
            words = {0: "undoubled", 1: "doubled", 2: "redoubled"}
            if later:
                return "the contract has been doubled"
            return f"the contract is {negation}{words[value]}" if operator in ("==", "!=") and value in words else None
        case "broken" | "leading" if operator in ("==", "!=") and value in (0, 1):
            yes = (operator == "==") == bool(value)
            if name == "leading":
                return f"you are {'' if yes else 'not '}leading"
            return f"the suit has {'' if yes else 'not '}been broken"
        case "direction":
            way = "clockwise" if value == 1 else "anticlockwise"
            return f"play is {negation}going {way}" if operator in ("==", "!=") else None
        case "high":
            return f"there has been {'no' if first else 'a'} bid" if first or later else None
        case "raises":
            if first or later:
                return f"{'nobody' if first else 'someone'} has bet"
            return f"there have been {LIMITS[operator]}{count(value, 'raise')}"
        case "to_call":
            return f"there is {'nothing' if first else 'a bet'} to call" if first or later else None
        case _:
            return None
