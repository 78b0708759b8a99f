"""Numbers in words: counts, totals, choices between amounts, and formulas where words would be longer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import BOOLEAN, Type
from deckwright.genome.expressions.vocabulary import COLOURS
from deckwright.genome.rulebook.grammar import wording as w
from deckwright.genome.rulebook.grammar.sentences import Person, settled
from deckwright.genome.rulebook.phrases import strains
from deckwright.genome.rulebook.phrases.cardwords import is_mark
from deckwright.genome.rulebook.phrases.places import pile_noun
from deckwright.genome.rulebook.phrases.reading import Distance, Fits, HasSuit, OneOf, TermUse

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English

_SYMBOLS = {"+": "+", "-": "−", "*": "×", "//": "÷", "%": "modulo"}
_BOOLEAN = (n.Comparison, n.Junction, n.Negation, n.CardIn, n.TrickFact, n.AddsUp, OneOf, Fits, HasSuit)
_LONG = 170
_DEEP = 3


def noun(english: English, node: n.Node) -> str:
    """A number, a suit, a rank, or any other value that is no person, card or place, as a noun phrase."""
    is_number, kind = node.type is Type.INT, node.type.value.split()[-1]
    match node:
        case n.Const(type=Type.INT, value=value):
            return w.digits(value)
        case n.Const():
            return _constant(english, node)
        case n.Arithmetic(operator=operator):
            words = _summed(english, node) if operator in "+-" else _in_words(english, node)
            return words if len(settled(words)) <= _LONG and _depth(node) <= _DEEP else formula(english, node)
        case n.PileFact(pile=pile):
            return f"the number of cards in {pile_noun(english, pile)}"
        case n.Register(name=name, index=index):
            return english.names.register(english, name, index)
        case n.Attribute(name=name, card=card) if is_number:
            return english.card(card).their(w.spoken(name))
        case n.Attribute(
            name="rank", card=n.Gather(gather="first", domain=n.Domain(of=n.Variable(name=cards)), test=None)
        ) if cards in english.alike:
            return english.thing(cards, "the cards").their("rank")
        case n.Attribute(name=name, card=card):
            return f"the {'suit' if name == 'second_suit' else name} of {english.card(card).object()}"
        case n.Gather():
            return gathered(english, node)
        case n.HandValue(cards=n.PileCards(pile=n.Variable(name=name))) | n.HandValue(cards=n.Variable(name=name)):
            return english.thing(name, "the pile").their("value")
        case n.HandValue(cards=cards):
            return f"the value of {english.whole(cards)}"
        case n.Pack(cards=cards, group=group):
            return f"the best total of separate {english.names.all_of_patterns(group)} {english.inside(cards)}"
        case Distance(number=n.Arithmetic(operator="-", left=left, right=right)):
            return f"the difference between {english.noun(left)} and {english.noun(right)}"
        case Distance(number=number):
            return f"the size of {english.noun(number)}"
        case n.Variable(name=name):
            return english.thing(name, f"that {kind}").object()
        case _ if is_number and is_boolean(english, node):
            return f"1 if {english.clause(node)}, otherwise 0"
        case TermUse():
            return english.names.term(english, node)
        case n.Conditional():
            return choice(english, node, english.noun)
        case n.Selection(items=items, index=index):
            return selection(english, [english.noun(item) for item in items], index)
        case n.Lookup(name=name, index=index):
            whose = {"strain": "", "colour": "the colour of "}.get(name, "what belongs to ")
            return f"{whose}{english.noun(index)}"
    return f"that {kind}"


def _constant(english: English, node: n.Const) -> str:
    """A suit, rank, colour, strain or kind that the rules name."""
    cards, value = english.words.cards, node.value
    match node.type:
        case _ if value == -1:
            return "none"
        case Type.RANK:
            return w.a(w.rank_name(cards.ranks[value]))
        case Type.SUIT:
            return w.spoken(cards.suits[value]) if value < len(cards.suits) else "trumps"
        case Type.COLOUR:
            return COLOURS[value] if value < len(COLOURS) else w.spoken(cards.suits[value - len(COLOURS)])
        case Type.STRAIN:
            return english.names.strain(english.words.strains[value])
    return f"“{english.words.kinds[value]}”" if english.words.kinds[value] else "an ordinary call"


def branches(node: n.Conditional) -> tuple[list[tuple[n.Node, n.Node]], n.Node]:
    """A chain of conditions with their values, and the value when none of them holds."""
    found: list[tuple[n.Node, n.Node]] = []
    rest: n.Node = node
    while isinstance(rest, n.Conditional):
        found.append((rest.test, rest.then))
        rest = rest.otherwise
    return found, rest


def choice(english: English, node: n.Conditional, say: Callable[[n.Node], str]) -> str:
    """`15 if ..., 50 if ..., otherwise 120`"""
    found, rest = branches(node)
    parts = [f"{w.grouped(say(value))} if {english.clause(test)}" for test, value in found]
    return ", ".join(parts) + f", otherwise {w.grouped(say(rest))}"


def selection(english: English, items: Sequence[str], index: n.Node) -> str:
    """One of a list by number: `1 if the contract is undoubled, 2 if it is doubled, otherwise 4`."""
    low, high = (min(max(bound, 0), len(items) - 1) for bound in index.bounds)
    if low == high:
        return items[low]
    items = items[: high + 1]
    match index:
        case n.Arithmetic(operator="%", left=n.Register(name="hand_number"), right=n.Const(value=cycle)):
            parts = []
            for place, item in enumerate(items):
                hands = [w.ordinal(hand + 1) for hand in range(cycle) if min(hand, len(items) - 1) == place]
                parts += [f"{item} in the {w.listing(hands)}"] if hands else []
            return f"in each {w.number_word(cycle)} hands, {', '.join(parts)}"
        case _ if is_boolean(english, index) and len(items) == 2:
            return f"{w.grouped(items[1])} if {english.clause(index)}, otherwise {w.grouped(items[0])}"
    tests = (english.clause(chosen(english, index, place)) for place in range(low, high))
    cases = (f"{w.grouped(item)} if {test}" for item, test in zip(items[low:], tests, strict=False))
    return f"{', '.join(cases)}, otherwise {w.grouped(items[-1])}"


def chosen(english: English, index: n.Node, place: int) -> n.Node:
    """That an index picks a place of a list; it never runs off either end, and no suit at all is before the first."""
    if place == 0 and index.bounds.low < 0 and index.type is Type.INT:
        return n.Comparison(Type.INT, BOOLEAN, "<=", index, n.const(0))
    here = n.equals(index, n.const(place, index.type))
    is_suited = isinstance(index, n.Attribute) and min(english.words.attributes[index.name]) >= 0
    may_be_none = place == 0 and index.bounds.low < 0 and not is_suited
    return n.joined("or", here, n.equals(index, n.const(-1, index.type))) if may_be_none else here


def is_boolean(english: English, node: n.Node) -> bool:
    """Whether a number only says yes or no."""
    match node:
        case n.Gather(gather=gather):
            return gather in ("any", "all")
        case n.Attribute(name=name):
            return is_mark(english.words, name)
        case n.Register(name=name):
            return name in english.names.flags or name in ("broken", "leading", "folded")
        case TermUse(meaning=meaning):
            return is_boolean(english, meaning)
        case n.Arithmetic(operator="*", left=left, right=right):
            return is_boolean(english, left) and is_boolean(english, right)
        case n.Conditional(then=then, otherwise=otherwise):
            return is_boolean(english, then) and is_boolean(english, otherwise)
    return isinstance(node, _BOOLEAN)


def _depth(node: n.Node) -> int:
    """How deeply operations are nested; a sum of several parts is one."""
    if not isinstance(node, n.Arithmetic):
        return 0
    parts = [part for _, part in terms(node)] if node.operator in "+-" else [node.left, node.right]
    return 1 + max(map(_depth, parts))


def terms(node: n.Node, *, minus: bool = False) -> list[tuple[bool, n.Node]]:
    """The parts of a sum, each with whether it is taken away."""
    if isinstance(node, n.Arithmetic) and node.operator in ("+", "-"):
        first = [] if n.value_of(node.left) == 0 else terms(node.left, minus=minus)
        if n.value_of(node.right) == 0 and first:
            return first
        return [*first, *terms(node.right, minus=minus if node.operator == "+" else not minus)]
    return [(minus, node)]


def _summed(english: English, node: n.Arithmetic) -> str:
    parts = sorted(terms(node), key=lambda part: part[0])  # what is added comes first
    comma = "," if len(parts) > 2 or any(isinstance(part, n.Arithmetic) for _, part in parts) else ""
    said = ((english.noun(part), isinstance(part, n.Arithmetic)) for _, part in parts)
    texts = [text if is_sum else w.grouped(text) for text, is_sum in said]
    return added([(minus, text) for (minus, _), text in zip(parts, texts, strict=True)], comma, "minus")


def added(parts: Sequence[tuple[bool, str]], comma: str, less: str) -> str:
    """What is said of the parts of a sum, each with whether it is taken away, joined."""
    (is_minus, first), *others = parts
    text = f"minus {first}" if is_minus else first
    return text + "".join(f"{comma} {less if is_less else 'plus'} {said}" for is_less, said in others)


def _in_words(english: English, node: n.Arithmetic) -> str:
    match node.operator, node.left, node.right:
        case "max", n.Const(value=0), n.Arithmetic(operator="-", left=more, right=less):
            exceed = w.agreeing(english.noun(more), "exceed")
            return f"the number by which {exceed} {english.noun(less)} (0 if there is none)"
        case "max", n.Const(value=1), n.Gather(gather="count") as right:
            return f"{english.noun(right)} (at least 1)"
        case "min" | "max" as which, _, _:
            parts = [(isinstance(item, n.Arithmetic), english.noun(item)) for item in flat(node, which)]
            items = w.listing([f"({text})" if worked_out else w.grouped(text) for worked_out, text in parts])
            return f"the {'smaller' if which == 'min' else 'larger'} of {items}"
        case "*", left, right:
            return _multiplied(english, left, right)
        case "//", n.Arithmetic(operator="*", left=n.Const(value=times), right=part), n.Const(value=2) if times % 2:
            return f"{w.number_word(times // 2)} and a half times {english.noun(part)}, rounded down"
        case "//", left, n.Const(value=2):
            return f"half of {factor(english, left)}, rounded down"
        case "//", n.Register(name="high"), n.Const(value=size) if (
            bids := strains.most_bid(english, size)
        ) is not None:
            return bids
        case "//", left, right:
            return f"{factor(english, left)} divided by {factor(english, right)}, rounded down"
    return f"the remainder of {factor(english, node.left)} divided by {factor(english, node.right)}"


def _multiplied(english: English, left: n.Node, right: n.Node) -> str:
    if is_boolean(english, right) and not is_boolean(english, left):
        return f"{factor(english, left)} if {english.clause(right)}"
    if is_boolean(english, left):
        return f"{factor(english, right)} if {english.clause(left)}"
    for number, times in ((left, right), (right, left)):
        match times:
            case n.Arithmetic(operator="+", left=test, right=n.Const(value=1)) if is_boolean(english, test):
                return f"{factor(english, number)}, doubled if {english.clause(test)}"
    return full_lots(english, left, right) or f"{factor(english, left)} times {factor(english, right)}"


def full_lots(english: English, times: n.Node, lots: n.Node, unit: str = "") -> str | None:
    """100 * (x // 10): `100 for every full 10 of x`."""
    match times, lots:
        case (n.Const(value=value), n.Arithmetic(operator="//", left=whole, right=n.Const(value=lot))):
            each = w.points(value, unit) if unit else w.digits(value)
            return f"{each} for every full {w.digits(lot)} of {factor(english, whole)}"
    return None


def factor(english: English, node: n.Node) -> str:
    """A number that is multiplied or divided: kept together if it is a sum."""
    text = english.noun(node)
    is_sum = isinstance(node, n.Arithmetic) and node.operator != "*"
    return f"({text})" if is_sum and not text.startswith("(") else w.grouped(text)


def flat(node: n.Node, operator: str) -> list[n.Node]:
    """What an operation is done with, again and again."""
    if isinstance(node, n.Arithmetic) and node.operator == operator:
        return [*flat(node.left, operator), *flat(node.right, operator)]
    return [node]


def formula(english: English, node: n.Node, *, inner: bool = False) -> str:
    """A formula with signs between its parts."""
    match node:
        case n.Arithmetic(operator="min" | "max"):
            return f"({_in_words(english, node)})" if inner else _in_words(english, node)
        case n.Arithmetic(operator="-", left=n.Const(value=0), right=right):
            return f"−{formula(english, right, inner=True)}"
        case n.Arithmetic(operator=operator, left=left, right=right):
            is_going_on = operator in "+-" and isinstance(left, n.Arithmetic) and left.operator in ("+", "-")
            first, second = formula(english, left, inner=not is_going_on), formula(english, right, inner=True)
            text = f"{first} {_SYMBOLS[operator]} {second}" + (", rounded down" if operator == "//" else "")
            return f"({text})" if inner else text
        case n.Const():
            return english.noun(node)
    return w.grouped(english.noun(node)) if inner else english.noun(node)


def gathered(english: English, node: n.Gather) -> str:
    """A count, a total, the highest or the lowest of something."""
    match node.domain.type:
        case Type.CARD:
            return _over_cards(english, node)
        case Type.SEAT:
            return _over_seats(english, node)
        case Type.PILE:
            zone = pile_noun(english, node.domain.of) if node.domain.of is not None else "the table"
            if node.gather == "count":
                return f"the number of piles of {zone}{_which(english, node)}"
            return _over(english, node, f"all piles of {zone}", Person("the pile", pronoun="it"))
    word = "suit" if node.domain.type is Type.SUIT else "rank"
    return _over(english, node, f"all {word}s", Person(f"the {word}", pronoun="it"))


def _over_cards(english: English, node: n.Gather) -> str:
    phrase, where = english.cards(node.test, node.variable), english.inside(node.domain.of)
    match node.gather, node.body:
        case "count", _:
            counted = english.whole(node.domain.of) if node.test is None else f"{phrase.cards()} {where}"
            return f"the number of {counted}"
        case "sum", n.Const(value=value):
            return f"{w.digits(value)} for each {phrase.one()} {where}"
        case "sum", n.Attribute(name=name, card=n.Variable(name=it)) if it == node.variable:
            cards = f"the {phrase.cards()} {where}"
            if node.test is None and isinstance(node.domain.of, n.Variable):
                cards = english.card_set(node.domain.of)
            return f"the total {w.spoken(name)} of {cards}"
        case "max" | "min" as which, n.Attribute(name=name, card=n.Variable(name=it)) if it == node.variable:
            most = "highest" if which == "max" else "lowest"
            return f"the {most} {w.spoken(name)} among the {phrase.cards()} {where}"
    return _over(english, node, f"the {phrase.cards()} {where}", Person("the card", pronoun="it"), test=False)


def _over_seats(english: English, node: n.Gather) -> str:
    who = w.plural(w.player_word(node.domain.name))
    if node.domain.name == "members" and node.domain.of is not None:
        who = f"players of {english.noun(node.domain.of)}"
    if node.gather == "count":
        return f"the number of {who}{_which(english, node)}"
    own = _own_number(english, node)
    if own is not None and node.test is not None and node.gather == "sum":
        return f"the total {own} of the {who}{_which(english, node)}"
    if own is not None and node.test is None:
        one = w.player_word(node.domain.name)
        match node.gather:
            case "min" | "max" as which:
                return f"the {'lowest' if which == 'min' else 'highest'} {own} of any {one}"
            case "sum":
                return f"the total {own} of all {who}"
    return _over(english, node, f"all {who}", Person("they", "their", "", plural=True))


def _own_number(english: English, node: n.Gather) -> str | None:
    """What is gathered of each player, if it is a number of theirs alone: `score`, `number of cards in hand`."""
    match node.body:
        case n.Register(index=n.Variable(name=it)) | TermUse(owner=n.Variable(name=it)) if it == node.variable:
            whose = english.calling(node.variable, Person("whose", "whose", ""))
            return settled(whose.noun(node.body)).removeprefix("whose ")
        case n.PileFact(name="size", pile=n.ZoneAt(owner=n.Variable(name=it)) as pile) if it == node.variable:
            whose = english.calling(node.variable, Person("whose", "whose", ""))
            return f"number of cards in {settled(pile_noun(whose, pile)).removeprefix('whose ')}"
    return None


def _over(english: English, node: n.Gather, domain: str, thing: Person, *, test: bool = True) -> str:
    """A total, a highest or a lowest over anything."""
    inner = english.calling(node.variable, thing)
    body = inner.noun(node.body) if node.body is not None else thing.name
    if isinstance(node.body, n.Arithmetic):
        body = f"({body})"
    which = _which(english, node) if test else ""
    kind = {"sum": "the sum", "max": "the highest", "min": "the lowest"}.get(node.gather, "the first")
    return f"{kind}, over {domain}{which}, of {body}"


def _which(english: English, node: n.Gather) -> str:
    """Which of them, as a relative clause after a noun."""
    return f" {english.relative(node.test, node.variable, plural=True)}" if node.test is not None else ""
