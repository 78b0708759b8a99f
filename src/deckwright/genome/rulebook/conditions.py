"""Conditions as clauses, and their opposites."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook import comparing, numbers
from deckwright.genome.rulebook.cardwords import CardPhrase, is_mark
from deckwright.genome.rulebook.people import Person, joined_clauses
from deckwright.genome.rulebook.places import pile_noun
from deckwright.genome.rulebook.reading import Fits, OneOf, TermUse
from deckwright.genome.rulebook.wording import spoken

if TYPE_CHECKING:
    from deckwright.genome.rulebook.english import English


def clause(english: English, node: n.Node) -> str:
    """A condition: `the stock is empty`."""
    return _say(english, node, yes=True)


def denied(english: English, node: n.Node) -> str:
    """The opposite of a condition: `the stock is not empty`."""
    return _say(english, node, yes=False)


def _say(english: English, node: n.Node, *, yes: bool) -> str:
    match node:
        case n.Const(value=value):
            return "this always holds" if bool(value) is yes else "this never holds"
        case n.Negation(value=value):
            return _say(english, value, yes=not yes)
        case n.Junction(operator=operator, items=items):
            return _junction(english, operator if yes else {"and": "or", "or": "and"}[operator], items, yes=yes)
        case n.Comparison(operator=operator, left=left, right=right):
            return comparing.compared(english, operator if yes else comparing.OPPOSITE[operator], left, right)
        case OneOf(value=value, items=items):
            return comparing.one_of(english, value, items, yes=yes)
        case n.Gather(gather="any" | "all"):
            return _any_or_all(english, node, yes=yes)
        case n.Gather(gather="count"):
            return comparing.compared(english, ">=" if yes else "==", node, n.const(1 if yes else 0))
        case n.CardIn(card=card, cards=cards):
            return f"{english.card(card).does('are' if yes else 'are not')} {english.inside(cards)}"
        case n.AddsUp(cards=cards, name=name, total=total):
            some = "some cards" if yes else "no cards"
            return f"{some} {english.inside(cards)} have a total {spoken(name)} of exactly {english.noun(total)}"
        case n.TrickFact(name=name, card=card):
            return _trick_fact(english, name, card, yes=yes)
        case Fits(card=card, pile=pile):
            return f"{english.card(card).does('may' if yes else 'may not')} go onto {pile_noun(english, pile)}"
        case n.PileFact(name="size"):
            return comparing.compared(english, ">=" if yes else "==", node, n.const(1 if yes else 0))
        case n.Register(name=name, index=index):
            return _register(english, node, name, index, yes=yes)
        case TermUse(name=name):
            return _term(english, node, name, yes=yes)
        case n.Attribute(name=name, card=card) if name in english.words.tables and is_mark(english.words, name):
            return english.card(card).does(f"are {'' if yes else 'not '}*{spoken(name)}*")
        case n.Conditional(test=test, then=then, otherwise=otherwise):
            return _conditional(english, test, then, otherwise, yes=yes)
        case _:
            return f"{numbers.noun(english, node)} is {'not ' if yes else ''}zero"


def _junction(english: English, operator: str, items: Sequence[n.Node], *, yes: bool) -> str:
    merged = comparing.matches_in(english, operator, items) if yes else None
    if merged is not None:
        return merged
    if yes and operator == "and" and (between := comparing.between(english, items)):
        return between
    parts = []
    for item in items:
        nested = isinstance(item, n.Junction) and (item.operator != operator) is yes and len(items) > 1
        text = _say(english, item, yes=yes)
        parts.append(f"either {text}" if nested and operator == "and" and yes else text)
    return joined_clauses(parts, operator)


def _any_or_all(english: English, node: n.Gather, *, yes: bool) -> str:
    assert node.body is not None
    is_any = (node.gather == "any") is yes
    domain = node.domain
    if domain.type is Type.CARD:
        return _some_cards(english, node, is_any=is_any, yes=yes)
    if domain.type is Type.SEAT:
        person = _quantified(domain.name, is_any=is_any)
    else:
        word = {Type.PILE: "pile", Type.SUIT: "suit"}.get(domain.type, "rank")
        person = Person(f"{'a' if is_any else 'every'} {word}", pronoun="it")
        if domain.type is Type.PILE and domain.of is not None:
            person = Person(f"{'a' if is_any else 'every'} pile of {pile_noun(english, domain.of)}", pronoun="it")
    inner = english.calling(node.variable, person)
    text = _say(inner, node.body, yes=yes)
    if node.test is None:
        return text
    which = english.relative(node.test, node.variable)
    narrowed = Person(f"{person.name} {which}", pronoun=person.pronoun)
    return _say(english.calling(node.variable, narrowed), node.body, yes=yes)


def _quantified(domain: str, *, is_any: bool) -> Person:
    if domain == "opponents":
        return Person("an opponent" if is_any else "every opponent")
    if domain == "live":
        return Person("a player still in" if is_any else "every player still in", "a player's" if is_any else "every player's")
    if domain == "members":
        return Person("a player of the side" if is_any else "every player of the side", "a player's" if is_any else "every player's")
    return Person("a player" if is_any else "every player")


def _some_cards(english: English, node: n.Gather, *, is_any: bool, yes: bool) -> str:
    """`there is a heart in the discard pile`, `every card in your hand is a heart`."""
    body = node.body
    assert body is not None
    test = body if node.test is None else n.joined("and", node.test, body)
    holder = comparing.holder(english, node.domain.of)
    if node.gather == "any":
        phrase = english.cards(test, node.variable)
        some = phrase.a_card() if yes else (phrase.a_card() if phrase.is_single else f"no {phrase._cards()}" if not phrase.others else f"no {phrase.one()}")
        if holder is not None:
            if not yes and phrase.is_single:
                return holder.does(f"do not hold {some}")
            return holder.does(f"hold {some}")
        if not yes and phrase.is_single:
            return f"{some} is not {english.inside(node.domain.of)}"
        return f"there {'is' if yes or phrase.is_single else 'are'} {some} {english.inside(node.domain.of)}"
    kinds = english.cards(node.test, node.variable) if node.test is not None else CardPhrase()
    if yes:
        if holder is not None and node.test is None:
            phrase = english.cards(body, node.variable)
            if not phrase.relative and not phrase.modifiers:
                return holder.does(f"hold nothing but {phrase.cards()}")
        if _is_negative(body):
            none = Person(f"no {kinds.one()} {english.inside(node.domain.of)}", pronoun="it")
            return _say(english.calling(node.variable, none), body, yes=False)
        every = Person(f"every {kinds.one()} {english.inside(node.domain.of)}", pronoun="it")
        return _say(english.calling(node.variable, every), body, yes=True)
    one = Person(f"{kinds.a_card()} {english.inside(node.domain.of)}", pronoun="it")
    return _say(english.calling(node.variable, one), body, yes=False)


def _is_negative(node: n.Node) -> bool:
    return isinstance(node, n.Negation) or (isinstance(node, n.Comparison) and node.operator == "!=")


def _trick_fact(english: English, name: str, card: n.Node, *, yes: bool) -> str:
    what = {
        "follows": "follow suit",
        "heads": "beat every card in the trick so far",
        "called": f"belong to {called_suit(english)}",
    }[name]
    return english.card(card).does(what if yes else f"do not {what}")


def called_suit(english: English) -> str:
    """The suit that the strain calls: trumps, if it beats the others."""
    called = [strain for strain in english.words.genome.strains if strain.called]
    return "the trump suit" if called and all(strain.power for strain in called) else "the called suit"


def _register(english: English, node: n.Node, name: str, index: n.Node | None, *, yes: bool) -> str:
    if name in english.names.flags:
        mark = english.names.mark(name)
        if index is None:
            return f"{mark} is {'' if yes else 'not '}marked"
        if index.type is Type.PILE:
            return f"{pile_noun(english, index)} is {'' if yes else 'not '}marked {mark}"
        return english.person(index).does(f"are {'' if yes else 'not '}marked {mark}")
    if node.type is Type.INT:
        return comparing.compared(english, "!=" if yes else "==", node, n.const(0))
    return f"there is {'a' if yes else 'no'} {spoken(name)}"


def _term(english: English, node: TermUse, name: str, *, yes: bool) -> str:
    if not numbers.is_boolean(english, node.meaning):
        return comparing.compared(english, "!=" if yes else "==", node, n.const(0))
    mark = english.names.mark(name)
    verb = "applies" if yes else "does not apply"
    if node.owner is not None:
        return f"{mark} {verb} to {english.person(node.owner).object()}"
    return f"{mark} {verb}"


def _conditional(english: English, test: n.Node, then: n.Node, otherwise: n.Node, *, yes: bool) -> str:
    if isinstance(otherwise, n.Const):
        if bool(otherwise.value) is yes:  # x if test else 1: not test or x
            return joined_clauses([denied(english, test), _say(english, then, yes=yes)], "or")
        return joined_clauses([clause(english, test), _say(english, then, yes=yes)], "and")
    if isinstance(then, n.Const):
        if bool(then.value) is yes:
            return joined_clauses([clause(english, test), _say(english, otherwise, yes=yes)], "or")
        return joined_clauses([denied(english, test), _say(english, otherwise, yes=yes)], "and")
    first, second = _say(english, then, yes=yes), _say(english, otherwise, yes=yes)
    return f"{first} (where {clause(english, test)}; where not, {second})"
