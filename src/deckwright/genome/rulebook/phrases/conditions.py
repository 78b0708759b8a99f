"""Conditions as clauses, and their opposites."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.normal import OPPOSITE
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar.people import YOU, Person, going_on, joined_clauses
from deckwright.genome.rulebook.grammar.wording import agreeing, listing, spoken
from deckwright.genome.rulebook.phrases import comparing, counting, likeness, numbers
from deckwright.genome.rulebook.phrases.cardwords import CardPhrase, is_mark
from deckwright.genome.rulebook.phrases.facts import fact_clause
from deckwright.genome.rulebook.phrases.marks import mark_clause
from deckwright.genome.rulebook.phrases.places import pile_noun
from deckwright.genome.rulebook.phrases.reading import Fits, HasSuit, OneOf, TermUse

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English


def clause(english: English, node: n.Node) -> str:
    """A condition: `the stock is empty`."""
    return _say(english, node, yes=True)


def denied(english: English, node: n.Node) -> str:
    """The opposite of a condition: `the stock is not empty`."""
    return _say(english, node, yes=False)


def _say(english: English, node: n.Node, *, yes: bool) -> str:
    not_ = "" if yes else "not "
    match node:
        case n.Const(value=value):
            return "this always holds" if bool(value) is yes else "this never holds"
        case n.Negation(value=value):
            return _say(english, value, yes=not yes)
        case n.Junction(operator=operator, items=items):
            return _junction(english, operator, items, yes=yes)
        case n.Comparison(operator=operator, left=left, right=right):
            return comparing.compared(english, operator if yes else OPPOSITE[operator], left, right)
        case OneOf(value=value, items=items):
            return comparing.one_of(english, value, items, yes=yes)
        case n.Gather(gather="any" | "all"):
            return _any_or_all(english, node, yes=yes)
        case n.Gather(gather="count") | n.PileFact(name="size"):
            return comparing.compared(english, ">=" if yes else "==", node, n.const(1 if yes else 0))
        case n.CardIn(card=card, cards=cards):
            return f"{english.card(card).does(f'are {not_}'.strip())} {english.inside(cards)}"
        case n.AddsUp(cards=cards, name=name, total=total):
            same = f"have a total {spoken(name)} of {english.noun(total)}"
            if isinstance(total, n.Attribute) and total.name == name:
                same = f"together have the same {spoken(name)} as {english.card(total.card).object()}"
            return f"{'some' if yes else 'no'} cards {english.inside(cards)} {same}"
        case HasSuit(card=card, suit=suit):
            return f"{english.card(card).does('are' if yes else 'are not')} of {english.noun(suit)}"
        case n.TrickFact(name=name, card=card):
            return _trick_fact(english, name, card, yes=yes)
        case Fits(card=card, pile=pile):
            return f"{english.card(card).does('may' if yes else 'may not')} go onto {pile_noun(english, pile)}"
        case n.Register(name=name, index=index):
            return _register(english, node, name, index, yes=yes)
        case TermUse(name=name):
            return _term(english, node, name, yes=yes)
        case n.Attribute(name=name, card=card) if name in english.words.tables and is_mark(english.words, name):
            return english.card(card).does(f"are {not_}*{spoken(name)}*")
        case n.Conditional(test=test, then=then, otherwise=otherwise):
            return _conditional(english, test, then, otherwise, yes=yes)
        case _:
            return f"{agreeing(numbers.noun(english, node), 'are')} {'not ' if yes else ''}zero"


# and, or


def _junction(english: English, operator: str, items: Sequence[n.Node], *, yes: bool) -> str:
    parts: list[str] = []
    if operator == "and" and (card := _kind_of_card(items)) is not None:
        kind = english.cards(n.joined("and", *_about_card(items, card)), _ONE)
        return english.card(card).does(f"are {'' if yes else 'not '}{kind.a_card()}")
    if yes:
        found = comparing.between(english, items) if operator == "and" else None
        if found is not None:
            return found
        merged, items = likeness.matches_in(english, operator, items)
        parts += [merged] if merged else []
    joint = operator if yes else {"and": "or", "or": "and"}[operator]
    flat = [part for item in items for part in _flat(english, operator, item)]
    for item in flat:
        text = _say(english, item, yes=yes)
        parts.append(f"either {text}" if joint == "and" and is_either(english, item, yes=yes) else text)
    return joined_clauses(parts, joint)


def _flat(english: English, operator: str, node: n.Node) -> list[n.Node]:
    """The parts of a condition that is joined to others just as they are joined: a term that is written out."""
    match node:
        case TermUse(name=name, meaning=n.Junction(operator=joint, items=items)) if (
            joint == operator and name not in english.defined and _kind_of_card(items) is None
        ):
            return [part for item in items for part in _flat(english, operator, item)]
        case n.Negation(value=TermUse(name=name, meaning=n.Junction(operator=joint, items=items))) if (
            joint != operator and name not in english.defined and _kind_of_card(items) is None
        ):
            return [part for item in items for part in _flat(english, operator, n.negated(item))]
        case _:
            return [node]


def is_either(english: English, node: n.Node, *, yes: bool = True) -> bool:
    """Whether a condition is said as a choice between clauses: as a part of an `and` it has to be kept together."""
    match node:
        case n.Negation(value=value):
            return is_either(english, value, yes=not yes)
        case n.Junction(operator="and", items=items) if _kind_of_card(items) is not None:
            return False
        case n.Junction(operator=operator):
            return (operator == "or") is yes
        case TermUse(name=name, meaning=meaning) if name not in english.defined:
            return is_either(english, meaning, yes=yes)
        case n.Comparison(operator="==" | "!=" as operator, left=left, right=n.Const(value=0 | 1 as value)) if (
            not isinstance(left, n.Register) and numbers.is_boolean(english, left)
        ):
            return is_either(english, left, yes=yes is ((operator == "==") is bool(value)))
        case n.Conditional(then=then, otherwise=otherwise):
            value = otherwise if isinstance(otherwise, n.Const) else then
            return isinstance(value, n.Const) and bool(value.value) is yes
        case _:
            return False


_ONE = "one card"


def _kind_of_card(items: Sequence[n.Node]) -> n.Node | None:
    """The card whose rank and suit or colour are all that is asked: `the top discard is a red three`."""
    cards: list[n.Node] = []
    is_ranked = False
    for item in items:
        match item:
            case n.Comparison(operator="==", left=n.Attribute(name="rank", card=card), right=n.Const(value=value)) if (
                value >= 0
            ):
                cards.insert(0, card)
                is_ranked = True
            case n.Comparison(
                operator="==", left=n.Attribute(name="suit" | "colour", card=card), right=n.Const(value=value)
            ) if value >= 0:
                cards.append(card)
            case _:
                return None
    return cards[0] if len(cards) == 2 and is_ranked and cards[0] == cards[1] else None


def _about_card(items: Sequence[n.Node], card: n.Node) -> list[n.Node]:
    """The same conditions on a variable that stands for the card."""
    one = n.Variable(Type.CARD, card.bounds, _ONE)
    found: list[n.Node] = []
    for item in items:
        assert isinstance(item, n.Comparison)
        assert isinstance(item.left, n.Attribute)
        found.append(replace(item, left=replace(item.left, card=one)))
    return found


# any, all


def _any_or_all(english: English, node: n.Gather, *, yes: bool) -> str:
    if node.domain.type is Type.CARD:
        return _some_cards(english, node, yes=yes)
    assert node.body is not None
    is_any = (node.gather == "any") is yes
    body, body_yes = node.body, yes
    if not is_any and _is_negative(body, yes=yes):
        body_yes = not yes
    quantity = "no" if body_yes is not yes else "any" if is_any else "every"
    who = _quantified(english, node, quantity)
    return _say(english.calling(node.variable, who), body, yes=body_yes)


def _quantified(english: English, node: n.Gather, quantity: str) -> Person:
    """`a player`, `every other player`, `no opponent who has folded`."""
    domain, rest = node.domain, node.test
    if domain.type is Type.SEAT and english.words.seats == 1:
        return YOU
    word = {Type.SEAT: "player", Type.PILE: "pile", Type.SUIT: "suit"}.get(domain.type, "rank")
    pronoun = "they" if domain.type is Type.SEAT else "it"
    if domain.type is Type.SEAT:
        word = {"opponents": "opponent", "live": "remaining player"}.get(domain.name, word)
        if rest is not None and _is_someone_else(english, rest, node.variable):
            word, rest = "other player", None
    start = {"any": "a ", "every": "every ", "no": "no "}[quantity]
    head = f"{start}{word}"
    head = {"a other player": "another player", "a opponent": "an opponent"}.get(head, head)
    owner = ""
    if domain.type is Type.PILE and domain.of is not None:
        head += f" of {pile_noun(english, domain.of)}"
    if domain.name == "members" and domain.of is not None:
        head += f" of {english.noun(domain.of)}"
    if rest is not None:
        head += f" {english.relative(rest, node.variable)}"
        owner = f"that {word}'s"
    return Person(head, owner, pronoun)


def _is_someone_else(english: English, test: n.Node, variable: str) -> bool:
    """p != turn"""
    match test:
        case n.Comparison(operator="!=", left=n.Variable(name=name), right=other) if name == variable:
            return english.person(other) == english.actor
        case n.Comparison(operator="!=", left=other, right=n.Variable(name=name)) if name == variable:
            return english.person(other) == english.actor
        case _:
            return False


def _is_negative(node: n.Node, *, yes: bool) -> bool:
    """Whether a condition says that something is not so: its opposite is then said of nobody."""
    match node:
        case n.Negation() | n.Comparison(operator="!="):
            return yes
        case n.Comparison(operator="==" | "<=", left=n.PileFact() | n.Gather(gather="count"), right=n.Const(value=0)):
            return yes
        case n.PileFact() | n.Gather(gather="count"):
            return not yes
        case _:
            return False


def _some_cards(english: English, node: n.Gather, *, yes: bool) -> str:
    """`there is a heart in the discard pile`, `you hold nothing but hearts`, `no card in your hand is a heart`."""
    assert node.body is not None
    where = english.inside(node.domain.of)
    if node.gather == "any":
        test = node.body if node.test is None else n.joined("and", node.test, node.body)
        return _there_is(english, english.cards(test, node.variable), node.domain.of, yes=yes)
    kinds = english.cards(node.test, node.variable) if node.test is not None else CardPhrase()
    if not yes:
        one = Person(f"{kinds.a_card()} {where}", pronoun="it")
        return _say(english.calling(node.variable, one), node.body, yes=False)
    holder = counting.holder(english, node.domain.of)
    phrase = english.cards(node.body, node.variable)
    if holder is not None and node.test is None and not phrase.relative and not phrase.modifiers:
        return holder.does(f"hold nothing but {phrase.cards()}")
    pile = node.domain.of.pile if isinstance(node.domain.of, n.PileCards) else None
    if isinstance(pile, n.Variable) and node.test is None and not phrase.relative and not phrase.exceptions():
        return english.thing(pile.name, "the pile").does(f"contain only {phrase.cards()}")
    negative = _is_negative(node.body, yes=True)
    all_of_them = Person(f"{'no' if negative else 'every'} {kinds.one()} {where}", pronoun="it")
    return _say(english.calling(node.variable, all_of_them), node.body, yes=not negative)


def _there_is(english: English, phrase: CardPhrase, cards: n.Node | None, *, yes: bool) -> str:
    holder = counting.holder(english, cards)
    if phrase.is_single:
        if holder is not None:
            return holder.does(f"{'' if yes else 'do not '}hold {phrase.a_card()}")
        return f"{phrase.a_card()} is {'' if yes else 'not '}{english.inside(cards)}"
    some = phrase.a_card() if yes else phrase.no_card()
    if holder is not None:
        return holder.does(f"hold {some}")
    if isinstance(cards, n.PileCards) and isinstance(cards.pile, n.Variable):
        return english.thing(cards.pile.name, "the pile").does(f"contain {some}")
    if phrase.relative:
        return f"{english.inside(cards)} there is {some}"
    return f"there is {some} {english.inside(cards)}"


# single facts


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
    if (asked := english.names.steering.asked_by(name)) and yes:
        return f"{listing([f'*{spoken(one)}*' for one in asked], 'or')} was chosen"
    if name in english.names.flags:
        return mark_clause(english, name, index, yes=yes)
    if node.type is Type.INT:
        operator = "!=" if yes else "=="
        return (
            fact_clause(english, name, index, operator, 0)
            or f"{agreeing(numbers.noun(english, node), 'are')} {'not ' if yes else ''}zero"
        )
    return f"there is {'a' if yes else 'no'} {spoken(name)}"


def _term(english: English, node: TermUse, name: str, *, yes: bool) -> str:
    if not numbers.is_boolean(english, node.meaning):
        return comparing.compared(english, "!=" if yes else "==", node, n.const(0))
    if name not in english.defined:
        return _say(english, node.meaning, yes=yes)
    if node.owner is None and (told := english.names.clause(name)) is not None:
        return told if yes else told.replace(" *", " not *", 1)
    mark, verb = english.names.mark(name), "applies" if yes else "does not apply"
    if node.owner is None or english.words.seats == 1:
        return f"{mark} {verb}"
    return f"{mark} {verb} to {english.person(node.owner).object()}"


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
    return f"{first} if {clause(english, test)}, and otherwise {going_on(first, second)}"
