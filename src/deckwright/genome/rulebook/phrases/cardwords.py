"""Cards that meet a condition, as people name them: a heart, the queen of spades, a card that follows suit."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.expressions.vocabulary import COLOURS, Words
from deckwright.genome.rulebook.grammar import wording as w
from deckwright.genome.rulebook.grammar.sentences import settled
from deckwright.genome.rulebook.phrases.reading import HasSuit, OneOf

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English


EXCEPT = "other than "
"""How an exception begins: they are listed together, after everything else."""


@dataclass(frozen=True)
class CardPhrase:
    """A kind of card. Ranks and suits are alternatives to each other; everything else adds up."""

    ranks: tuple[str, ...] = ()
    suits: tuple[str, ...] = ()
    adjectives: tuple[str, ...] = ()
    modifiers: tuple[tuple[str, str], ...] = ()
    """What follows the noun, for one card and for several: `of the suit led`, `other than hearts`."""
    relative: str = ""
    relatives: str = ""
    """The relative clause for several cards."""
    faces: tuple[str, ...] = ()
    """Single cards by name: `the 6-4`."""
    is_single: bool = False
    """There is only one such card."""
    others: tuple[CardPhrase, ...] = ()
    """Further kinds: this one or one of them."""

    @property
    def is_any(self) -> bool:
        """Whether every card is meant."""
        return self == CardPhrase()

    @property
    def is_noun(self) -> bool:
        """Whether a noun says it all, without a clause."""
        return not self.relative and not self.others

    def one(self) -> str:
        """Without article: `heart`, `card that follows suit`."""
        return w.listing([self._one(), *(other._one() for other in self.others)], "or")

    def a_card(self) -> str:
        """With article: `a heart`, `the queen of spades`, `a card that follows suit`."""
        return w.listing([self._a_card(), *(other._a_card() for other in self.others)], "or")

    def cards(self) -> str:
        """Several: `hearts`, `cards that follow suit`; an only one is `the queen of spades`."""
        return w.listing([self._cards(), *(other._cards() for other in self.others)])

    def exceptions(self) -> str:
        """`, other than an eight,` to stand after where cards come from."""
        return "".join(f", {one}," for one, _ in self.modifiers if one.startswith(EXCEPT))

    def counted(self, number: str) -> str:
        """`three hearts`, `one card that follows suit`."""
        if self.others:
            return f"{number} {'card' if number == 'one' else 'cards'} ({self.cards()})"
        return f"{number} {self._one() if number == 'one' else self._cards()}"

    def _one(self) -> str:
        if self.faces:
            return w.listing([face.removeprefix("the ") for face in self.faces], "or")
        return _with(self._head("card"), *(one for one, _ in self.modifiers), self.relative)

    def _a_card(self) -> str:
        if self.faces:
            return w.listing(self.faces, "or")
        if self.is_single:
            return f"the {self._one()}"
        if len(self.ranks) > 1 and not self.suits and not self.adjectives:
            ranks = w.listing([w.a(w.rank_name(rank)) for rank in self.ranks], "or")
            return _with(ranks, *(one for one, _ in self.modifiers), self.relative)
        return w.a(self._one())

    def _cards(self) -> str:
        if self.faces:
            return w.listing(self.faces)
        if self.is_single:
            return f"the {self._one()}"
        tail = (*(many for _, many in self.modifiers), self.relatives or self.relative)
        return _with(self._head("cards", many=True), *tail)

    def _head(self, card: str, *, many: bool = False) -> str:
        say_rank, say_suit = (w.rank_plural, w.suit_cards) if many else (w.rank_name, w.suit_card)
        joint = "and" if many else "or"
        head = w.listing([say_rank(one) for one in self.ranks], joint) or card
        if self.ranks and self.suits:
            head += f" of {w.listing([w.spoken(one) for one in self.suits], 'or')}"
        elif self.suits:
            head = w.listing([say_suit(one) for one in self.suits], joint)
        return " ".join((*self.adjectives, head))


def _with(head: str, *tail: str) -> str:
    return " ".join((head, *filter(None, tail)))


def card_phrase(english: English, node: n.Node | None, variable: str) -> CardPhrase:
    """The cards for which a condition on a variable holds; all, if there is none."""
    if node is None:
        return CardPhrase()
    items = n.items_of("or", node)
    kinds = [None if len(items) > 1 and _is_match(item) else _kind(english, item, variable) for item in items]
    named = [kind for kind in kinds if kind is not None and not kind.is_any]
    rest = [item for item, kind in zip(items, kinds, strict=True) if kind is None]
    if len(items) == 1 and not rest:
        return kinds[0] or CardPhrase()
    if rest and not named:
        return _relative(english, node, variable)
    if rest:
        named.insert(0, _relative(english, n.joined("or", *rest), variable))
    return replace(named[0], others=(*named[0].others, *named[1:]))


def _is_match(node: n.Node) -> bool:
    """An attribute of two cards compared: several of them are better said together."""
    return isinstance(node, n.Comparison) and isinstance(node.left, n.Attribute) and isinstance(node.right, n.Attribute)


def split_phrase(english: English, node: n.Node, variable: str) -> tuple[CardPhrase, n.Node | None]:
    """A condition as what a noun can say, and what is left for a sentence of its own."""
    phrase = card_phrase(english, node, variable)
    if phrase.is_noun:
        return phrase, None
    items = n.items_of("and", node)
    named = [item for item in items if card_phrase(english, item, variable).is_noun]
    rest = [item for item in items if item not in named]
    if named and rest:
        return card_phrase(english, n.joined("and", *named), variable), n.joined("and", *rest)
    return CardPhrase(), node


def _relative(english: English, node: n.Node, variable: str) -> CardPhrase:
    one = settled(english.relative(node, variable))
    many = settled(english.relative(node, variable, plural=True))
    return CardPhrase(relative=one, relatives=many)


def _kind(english: English, node: n.Node, variable: str) -> CardPhrase | None:
    """A condition as ranks, suits and adjectives, with a relative clause for the rest; None if it is all rest."""
    parts = n.items_of("and", node)
    phrase, rest, named = CardPhrase(), [], False
    for part in parts:
        found = _simple(english.words, part, variable) or _modified(english, part, variable)
        if found is not None and found.faces and len(parts) == 1:
            return found
        clash = found is not None and ((found.ranks and phrase.ranks) or (found.suits and phrase.suits))
        if found is None or clash or found.others or found.faces:
            rest.append(part)
            continue
        named = True
        modifiers = phrase.modifiers + found.modifiers
        plain = tuple(pair for pair in modifiers if not pair[0].startswith(EXCEPT))
        if others := [[text.removeprefix(EXCEPT) for text in pair] for pair in modifiers if pair not in plain]:
            one, many = w.listing([one for one, _ in others], "or"), w.listing([many for _, many in others])
            plain = (*plain, (EXCEPT + one, EXCEPT + many))
        ranks, suits = phrase.ranks + found.ranks, phrase.suits + found.suits
        adjectives = phrase.adjectives + found.adjectives
        phrase = replace(phrase, ranks=ranks, suits=suits, adjectives=adjectives, modifiers=plain)
    if not named:
        return None
    if rest:
        clause = _relative(english, n.joined("and", *rest), variable)
        return replace(phrase, relative=clause.relative, relatives=clause.relatives)
    return phrase if phrase.adjectives or phrase.modifiers else _told_single(english.words, phrase)


def _told_single(words: Words, phrase: CardPhrase) -> CardPhrase:
    """The same phrase; it knows whether there is one such card."""
    faces = [(card.rank, card.suit) for card in words.cards.cards]
    is_one = len(phrase.ranks) == len(phrase.suits) == 1
    return replace(phrase, is_single=faces.count((phrase.ranks[0], phrase.suits[0])) == 1) if is_one else phrase


def _simple(words: Words, node: n.Node, variable: str) -> CardPhrase | None:
    """A rank, a suit, a colour, a card or a mark of the variable."""
    match node:
        case n.Const(value=value) if value:
            return CardPhrase()
        case n.Comparison(
            operator="==", left=n.Attribute(name=name, card=n.Variable(name=it)), right=n.Const(value=value)
        ) if it == variable:
            return _attribute(words, name, (value,), node.left.type)
        case OneOf(value=n.Attribute(name=name, card=n.Variable(name=it)), items=items) if it == variable:
            values = tuple(item.value for item in items if isinstance(item, n.Const))
            return _attribute(words, name, values, node.value.type) if len(values) == len(items) else None
        case n.Attribute(name=name, card=n.Variable(name=it)) if it == variable and is_mark(words, name):
            return CardPhrase(adjectives=(f"*{w.spoken(name)}*",))
        case n.Comparison(operator="==", left=n.Variable(type=Type.CARD, name=it), right=n.Const(value=value)) if (
            it == variable
        ):
            card = words.cards.cards[value]
            if card.rank and card.suit and not card.second_suit:
                return CardPhrase(ranks=(card.rank,), suits=(card.suit,))
            return CardPhrase(faces=(face_name(words, value),))
        case OneOf(value=n.Variable(type=Type.CARD, name=it), items=items) if it == variable:
            chosen = [item.value for item in items if isinstance(item, n.Const)]
            faces = tuple(face_name(words, place) for place in chosen)
            return CardPhrase(faces=faces) if len(faces) == len(items) else None
    return None


def _modified(english: English, node: n.Node, variable: str) -> CardPhrase | None:
    """What is said after the noun: another card's suit, a limit of rank or worth, an exception."""
    words = english.words
    match node:
        case n.Comparison(
            operator="==",
            left=n.Attribute(name="suit" | "rank" | "colour" as name, card=n.Variable(name=it)),
            right=n.Attribute(name=other, card=card),
        ) if it == variable and name == other:
            return _after(f"of the same {name} as {settled(english.card(card).object())}")
        case n.Comparison(
            operator="==", left=n.Attribute(name="suit" | "rank", card=n.Variable(name=it)), right=right
        ) if it == variable and not isinstance(right, (n.Attribute, n.Const, n.Arithmetic)):
            return _after(f"of {settled(english.noun(right))}")
        case n.Comparison(
            operator=">" | ">=" | "<" | "<=" as operator,
            left=n.Attribute(name="rank", card=n.Variable(name=it)),
            right=n.Const(type=Type.RANK, value=value),
        ) if it == variable:
            limit = {">": "above {}", "<": "below {}", ">=": "{} or higher", "<=": "{} or lower"}[operator]
            return _after("ranked " + limit.format(w.rank_name(words.cards.ranks[value])))
        case n.Comparison(operator=operator, left=n.Attribute(name=name, card=n.Variable(name=it)), right=right) if (
            it == variable and name in words.tables and operator != "!="
        ):
            limit, number = w.THAN[operator], settled(english.noun(right))
            if name.endswith("s") and isinstance(right, n.Const):
                return _after(f"with {limit}{number} {w.spoken(name)}")
            return _after(f"with {w.a(w.spoken(name))} of {limit}{number}")
        case HasSuit(card=n.Variable(name=it), suit=suit) if it == variable:
            return _after(f"of {settled(english.noun(suit))}")
        case n.Negation(value=value):
            return _other_than(english, value, variable)
        case n.Comparison(operator="!=", left=left, right=right):
            return _other_than(english, n.equals(left, right), variable)
    return None


def _other_than(english: English, node: n.Node, variable: str) -> CardPhrase | None:
    match node:
        case n.Comparison(left=n.Variable(type=Type.CARD, name=it), right=right) if (
            it == variable and n.value_of(right) is None
        ):
            return _after(f"{EXCEPT}{settled(english.card(right).object())}")
    kind = _kind(english, node, variable) if isinstance(node, n.Junction) else _simple(english.words, node, variable)
    if kind is None or kind.is_any or kind.relative or kind.modifiers or (kind.adjectives and not kind.ranks):
        return None
    kind = _told_single(english.words, kind)
    return CardPhrase(modifiers=((f"{EXCEPT}{kind.a_card()}", f"{EXCEPT}{kind.cards()}"),))


def _after(text: str) -> CardPhrase:
    return CardPhrase(modifiers=((text, text),))


def _attribute(words: Words, name: str, values: tuple[int, ...], kind: Type) -> CardPhrase | None:
    if name == "rank" and all(0 <= value < len(words.cards.ranks) for value in values):
        return CardPhrase(ranks=tuple(words.cards.ranks[value] for value in values))
    if name == "suit" and all(0 <= value < len(words.cards.suits) for value in values):
        return CardPhrase(suits=tuple(words.cards.suits[value] for value in values))
    if kind is Type.COLOUR and len(values) == 1 and values[0] < len(COLOURS):
        return CardPhrase(adjectives=(COLOURS[values[0]],))
    if is_mark(words, name) and values == (1,):
        return CardPhrase(adjectives=(f"*{w.spoken(name)}*",))
    return None


def is_mark(words: Words, name: str) -> bool:
    """Whether an attribute of cards is a table that only says yes or no."""
    return name in words.tables and set(words.attributes[name]) <= {0, 1}


def face_name(words: Words, card: int) -> str:
    """A card of the deck: `the queen of spades`; one of several is `a queen of spades`."""
    face = words.cards.cards[card]
    if face.rank and face.suit and not face.second_suit:
        name = f"{w.rank_name(face.rank)} of {w.spoken(face.suit)}"
    elif face.is_domino:
        name = face.code
    else:
        name = w.rank_name(face.rank) if face.rank and not face.suit else w.spoken(face.code)
    return f"the {name}" if words.cards.cards.count(face) == 1 else w.a(name)
