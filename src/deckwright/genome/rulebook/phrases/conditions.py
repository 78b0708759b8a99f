"""Conditions as clauses, and their opposites; marks, which are registers that only say yes or no."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.genome.effects import Set
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.normal_form import OPPOSITE
from deckwright.genome.expressions.types import Type
from deckwright.genome.materials import Register
from deckwright.genome.phases import DoPhase, Offer
from deckwright.genome.rulebook.grammar.sentences import YOU, Person, going_on, joined_clauses
from deckwright.genome.rulebook.grammar.wording import a, agreeing, listing, player_word, spoken
from deckwright.genome.rulebook.phrases import comparing, counting, numbers
from deckwright.genome.rulebook.phrases.cardwords import CardPhrase, is_mark
from deckwright.genome.rulebook.phrases.counting import fact_clause
from deckwright.genome.rulebook.phrases.names import models
from deckwright.genome.rulebook.phrases.places import pile_noun
from deckwright.genome.rulebook.phrases.reading import Fits, HasSuit, OneOf, TermUse

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English

_DEEDS = (
    "been", "bid", "drawn", "given", "gone", "held", "kept", "laid", "led", "lost", "made", "met", "paid", "put",
    "seen", "shown", "taken", "told", "won",
)  # fmt: skip


def is_deed(name: str) -> bool:
    """Whether a mark is called after what somebody has done: `opened`, `gone out`, `been refused`."""
    first = spoken(name).split()[0]
    return first in _DEEDS or (first.endswith("ed") and not first.endswith("eed"))


def mark_clause(english: English, name: str, index: n.Node | None, *, yes: bool) -> str:
    """A mark as a condition: `your side has *opened*`, `the pile is *locked*`, `*rain* applies`."""
    mark, not_ = english.names.mark(name), "" if yes else "not "
    if name in english.set_here:
        not_ = "already " if yes else "not yet "
    if index is not None and index.type is Type.PILE:
        return f"{pile_noun(english, index)} is {not_}{mark}"
    who = _whose(english, name, index)
    if who is None:
        return f"{mark} {'applies' if yes else 'does not apply'}"
    return who.does(f"{'have' if is_deed(name) else 'are'} {not_}{mark}")


def marked(english: English, name: str, index: n.Node | None, *, on: bool) -> str:
    """A mark that is set or taken away: `your side has now *opened*`."""
    mark = english.names.mark(name)
    if index is not None and index.type is Type.PILE:
        return f"{pile_noun(english, index)} is {'now' if on else 'no longer'} {mark}"
    who = _whose(english, name, index)
    if who is None:
        return f"from now on {mark} applies" if on else f"{mark} no longer applies"
    if is_deed(name):
        return who.does(f"have now {mark}" if on else f"count no longer as having {mark}")
    return who.does(f"are {'now' if on else 'no longer'} {mark}")


def _whose(english: English, name: str, index: n.Node | None) -> Person | None:
    """Whom a mark is about: what is kept for a turn and was done, was done by whoever has the turn."""
    if index is not None:
        return english.person(index)
    return english.turn if english.names.registers[name].keep == "turn" and is_deed(name) else None


def mark_meaning(english: English, register: Register) -> str:
    """What a mark is said of, what sets it, and for how long: an entry of the glossary, after its name."""
    about = {"seat": "said of a player", "team": "said of a side", "pile": "said of a pile", "table": "applies"}
    subject = about[register.per]
    if register.per == "table" and _whose(english, register.name, None) is not None:
        subject = "said of whoever has the turn"
    at_first = "from the start" if register.keep == "match" else f"at the start of each {register.keep}"
    parts = [at_first] if register.start == "1" else []
    if setters := acts_setting(english, register.name, "1"):
        parts.append(f"after {listing(setters, 'or')}")
    ends = [f"until {listing(enders, 'or')}"] if (enders := acts_setting(english, register.name, "0")) else []
    if register.keep != "match":
        ends.append(f"until the {register.keep} ends")
    until = listing(ends, "or") if ends else "for the rest of the game"
    return ", ".join([f"{subject} {listing(parts, 'and')}".strip(), until])


def acts_setting(english: English, name: str, value: str | None = None) -> list[str]:
    """What sets a register, to a value or at all, by name, as far as it has one."""
    genome, found = english.genome, []
    for act in (*models(genome.turn_structure, Offer), *models(genome.turn_structure, DoPhase)):
        sets = [one for one in models(act.effects, Set) if one.register == name]
        if act.name and any(value in (None, one.value.strip()) for one in sets):
            found.append(f"*{spoken(act.name)}*")
    return list(dict.fromkeys(found))


def clause(english: English, node: n.Node, *, yes: bool = True) -> str:
    """A condition, `the stock is empty`, or its opposite, `the stock is not empty`."""
    not_ = "" if yes else "not "
    match node:
        case n.Const(value=value):
            return "this always holds" if bool(value) is yes else "this never holds"
        case n.Negation(value=value):
            return clause(english, value, yes=not yes)
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
            return f"{english.card(card).does(f'are {not_}of')} {english.noun(suit)}"
        case n.TrickFact(name=name, card=card):
            called = [strain for strain in english.genome.strains if strain.called]
            trumps = "the trump suit" if called and all(strain.power for strain in called) else "the called suit"
            what = _TRICK_FACTS[name].format(trumps)
            return english.card(card).does(what if yes else f"do not {what}")
        case Fits(card=card, pile=pile):
            return f"{english.card(card).does(f'may {not_}go')} onto {pile_noun(english, pile)}"
        case n.Register():
            return _register(english, node, yes=yes)
        case TermUse():
            return _term(english, node, yes=yes)
        case n.Attribute(name=name, card=card) if is_mark(english.words, name):
            return english.card(card).does(f"are {not_}*{spoken(name)}*")
        case n.Conditional(test=test, then=then, otherwise=otherwise):
            return _conditional(english, test, then, otherwise, yes=yes)
    return f"{agreeing(numbers.noun(english, node), 'are')} {'not ' if yes else ''}zero"


_TRICK_FACTS = {
    "follows": "follow suit", "heads": "beat every card in the trick so far", "called": "belong to {}",
}  # fmt: skip


def _junction(english: English, operator: str, items: Sequence[n.Node], *, yes: bool) -> str:
    parts: list[str] = []
    if operator == "and" and (card := _kind_of_card(items)) is not None:
        one = n.Variable(Type.CARD, card.bounds, "one card")
        sides = [(item, item.left) for item in items if isinstance(item, n.Comparison)]
        tests = (replace(item, left=replace(left, card=one)) for item, left in sides if isinstance(left, n.Attribute))
        kind = english.cards(n.joined("and", *tests), one.name)
        return english.card(card).does(f"are {'' if yes else 'not '}{kind.a_card()}")
    if yes:
        found = comparing.between(english, items) if operator == "and" else None
        if found is not None:
            return found
        merged, items = comparing.matches_in(english, operator, items)
        parts += [merged] if merged else []
    joint = operator if yes else {"and": "or", "or": "and"}[operator]
    for part in (part for item in items for part in _flat(english, operator, item)):
        text = clause(english, part, yes=yes)
        parts.append(f"either {text}" if joint == "and" and is_either(english, part, yes=yes) else text)
    return joined_clauses(parts, joint)


def _flat(english: English, operator: str, node: n.Node) -> list[n.Node]:
    """The parts of a condition that is joined to others just as they are joined: a term that is written out."""
    is_denied = isinstance(node, n.Negation)
    match node.value if isinstance(node, n.Negation) else node:
        case TermUse(name=name, meaning=n.Junction(operator=joint, items=items)) if (
            (joint != operator) is is_denied and name not in english.defined and _kind_of_card(items) is None
        ):
            parts = map(n.negated, items) if is_denied else items
            return [inner for part in parts for inner in _flat(english, operator, part)]
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
    return False


def _kind_of_card(items: Sequence[n.Node]) -> n.Node | None:
    """The card whose rank and suit or colour are all that is asked: `the top discard is a red three`."""
    asked: list[tuple[str, n.Node]] = []
    for item in items:
        match item:
            case n.Comparison(
                operator="==",
                left=n.Attribute(name="rank" | "suit" | "colour" as name, card=card),
                right=n.Const(value=value),
            ) if value >= 0:
                asked.append((name, card))
            case _:
                return None
    cards = [card for _, card in asked]
    is_ranked = any(name == "rank" for name, _ in asked)
    return cards[0] if is_ranked and len(cards) == 2 and cards[0] == cards[1] else None


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
    return clause(english.calling(node.variable, who), body, yes=body_yes)


def _quantified(english: English, node: n.Gather, quantity: str) -> Person:
    """`a player`, `every other player`, `no opponent who has folded`."""
    domain, rest = node.domain, node.test
    if domain.type is Type.SEAT and english.words.seats == 1:
        return YOU
    word = {Type.SEAT: player_word(domain.name), Type.PILE: "pile", Type.SUIT: "suit"}.get(domain.type, "rank")
    pronoun = "they" if domain.type is Type.SEAT else "it"
    if domain.type is Type.SEAT and rest is not None and is_someone_else(english, rest, node.variable):
        word, rest = "other player", None
    head = a(word) if quantity == "any" else f"{quantity} {word}"
    head, owner = head.replace("an other", "another"), ""
    if domain.type is Type.PILE and domain.of is not None:
        head += f" of {pile_noun(english, domain.of)}"
    if domain.name == "members" and domain.of is not None:
        head += f" of {english.noun(domain.of)}"
    if rest is not None:
        head += f" {english.relative(rest, node.variable)}"
        owner = f"that {word}'s"
    return Person(head, owner, pronoun)


def is_someone_else(english: English, test: n.Node, variable: str) -> bool:
    """p != turn"""
    match test:
        case (
            n.Comparison(operator="!=", left=n.Variable(name=name), right=other)
            | n.Comparison(operator="!=", left=other, right=n.Variable(name=name))
        ) if name == variable:
            return english.person(other) == english.actor
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
    return False


def _some_cards(english: English, node: n.Gather, *, yes: bool) -> str:
    """`there is a heart in the discard pile`, `you hold nothing but hearts`, `no card in your hand is a heart`."""
    assert node.body is not None
    where = english.inside(node.domain.of)
    if node.gather == "any":
        test = node.body if node.test is None else n.joined("and", node.test, node.body)
        return _there_is(english, english.cards(test, node.variable), node.domain.of, yes=yes)
    kinds = english.cards(node.test, node.variable)
    if not yes:
        one = Person(f"{kinds.a_card()} {where}", pronoun="it")
        return clause(english.calling(node.variable, one), node.body, yes=False)
    holder = counting.holder(english, node.domain.of)
    phrase = english.cards(node.body, node.variable)
    if holder is not None and node.test is None and not phrase.relative and not phrase.modifiers:
        return holder.does(f"hold nothing but {phrase.cards()}")
    pile = node.domain.of.pile if isinstance(node.domain.of, n.PileCards) else None
    if isinstance(pile, n.Variable) and node.test is None and not phrase.relative and not phrase.exceptions():
        return english.thing(pile.name, "the pile").does(f"contain only {phrase.cards()}")
    negative = _is_negative(node.body, yes=True)
    all_of_them = Person(f"{'no' if negative else 'every'} {kinds.one()} {where}", pronoun="it")
    return clause(english.calling(node.variable, all_of_them), node.body, yes=not negative)


def _there_is(english: English, phrase: CardPhrase, cards: n.Node | None, *, yes: bool) -> str:
    holder = counting.holder(english, cards)
    if phrase.is_single:
        if holder is not None:
            return holder.does(f"{'' if yes else 'do not '}hold {phrase.a_card()}")
        return f"{phrase.a_card()} is {'' if yes else 'not '}{english.inside(cards)}"
    some = phrase.a_card() if yes else f"no {phrase.one()}"
    if holder is not None:
        return holder.does(f"hold {some}")
    if isinstance(cards, n.PileCards) and isinstance(cards.pile, n.Variable):
        return english.thing(cards.pile.name, "the pile").does(f"contain {some}")
    if phrase.relative:
        return f"{english.inside(cards)} there is {some}"
    return f"there is {some} {english.inside(cards)}"


def _register(english: English, node: n.Register, *, yes: bool) -> str:
    name, index = node.name, node.index
    if yes and name in english.names.steering.asked:
        return f"{listing([f'*{spoken(one)}*' for one in english.names.steering.asked[name][1]], 'or')} was chosen"
    if name in english.names.flags:
        return mark_clause(english, name, index, yes=yes)
    if node.type is Type.INT:
        fact = fact_clause(english, name, index, "!=" if yes else "==", 0)
        return fact or f"{agreeing(numbers.noun(english, node), 'are')} {'not ' if yes else ''}zero"
    return f"there is {'a' if yes else 'no'} {spoken(name)}"


def _term(english: English, node: TermUse, *, yes: bool) -> str:
    if not numbers.is_boolean(english, node.meaning):
        return comparing.compared(english, "!=" if yes else "==", node, n.const(0))
    if node.name not in english.defined:
        return clause(english, node.meaning, yes=yes)
    if node.owner is None and (told := english.names.clause(node.name)) is not None:
        return told if yes else told.replace(" *", " not *", 1)
    mark, verb = english.names.mark(node.name), "applies" if yes else "does not apply"
    if node.owner is None or english.words.seats == 1:
        return f"{mark} {verb}"
    return f"{mark} {verb} to {english.person(node.owner).object()}"


def _conditional(english: English, test: n.Node, then: n.Node, otherwise: n.Node, *, yes: bool) -> str:
    for fixed, other, where in ((otherwise, then, True), (then, otherwise, False)):
        if isinstance(fixed, n.Const):  # x if test else 1: not test or x; x if test else 0: test and x
            is_so = bool(fixed.value) is yes
            parts = [clause(english, test, yes=where is not is_so), clause(english, other, yes=yes)]
            return joined_clauses(parts, "or" if is_so else "and")
    first, second = clause(english, then, yes=yes), clause(english, otherwise, yes=yes)
    return f"{first} if {clause(english, test)}, and otherwise {going_on(first, second)}"
