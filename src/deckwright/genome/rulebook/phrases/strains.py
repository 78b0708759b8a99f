"""Strains and calls: which card takes a trick, what order cards have, whether they can be level, how high a call is."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby
from typing import TYPE_CHECKING

from deckwright.document import Block, bullets
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.scope import Scope, card_variable
from deckwright.genome.expressions.static import NotStatic, evaluate
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.expressions.vocabulary import Words, strains_of
from deckwright.genome.materials import Strain
from deckwright.genome.phases import Call
from deckwright.genome.phases.trick import PLAYED
from deckwright.genome.rulebook.grammar import wording as w
from deckwright.genome.rulebook.grammar.sentences import Person, settled
from deckwright.genome.rulebook.phrases.cardwords import is_mark
from deckwright.genome.rulebook.phrases.names import models
from deckwright.genome.rulebook.phrases.reading import HasSuit, read_plain, tree_of

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English


def call_name(_english: English, call: Call) -> str:
    """What a call is called: `marks`, `nil`, `bid`."""
    return w.plain(call.name.replace("{level}", "").replace("{strain}", "")).strip() or w.plain(call.kind) or "bid"


def height_told(english: English, call: Call, calls: Sequence[Call]) -> list[str]:
    """Above which other calls a call always is, and which it equals; nothing, if that does not tell all."""
    own = _heights(english, call)
    above, level = [], []
    for other in calls:
        theirs = _heights(english, other)
        if other == call:
            continue
        if not own or not theirs:
            return []
        if min(own.values()) > max(theirs.values()):
            above.append(other)
        elif all(theirs.get(number, height) == height for number, height in own.items()):
            level.append(other)
        elif min(theirs.values()) <= max(own.values()):
            return []
    if not own or sorted(own.values()) != [own[number] for number in sorted(own)]:
        return []
    told = [f"it is higher than any bid of {w.lowered(call_name(english, other))}" for other in above]
    same = [w.lowered(call_name(english, other)) for other in level if calls.index(other) < calls.index(call)]
    return told + [f"it is as high as a bid of the same number of {name}" for name in same[:1]]


def most_bid(english: English, size: int) -> str | None:
    """high // size, where calls of one kind are `size` high for each of their number, and all others below that."""
    counted = []
    for call in models(english.genome.turn_structure, Call):
        heights = _heights(english, call)
        if heights and all(height == number * size for number, height in heights.items()):
            counted.append(call_name(english, call))
        elif not heights or max(heights.values()) >= size:
            return None
    return f"the number of the highest bid of {w.lowered(counted[0])} so far (0 if there is none)" if counted else None


def _heights(english: English, call: Call) -> dict[int, int]:
    """The height of a call at each of its levels; nothing, if it depends on more than the level."""
    low, high, step = call.levels
    level = n.Variable(Type.INT, Bounds(low, high), "call level")
    try:
        order = read_plain(call.order, Scope(english.words).with_names(level=level))
        return {number: evaluate(order, english.words, {level.name: number}) for number in range(low, high + 1, step)}
    except (NotStatic, ValueError):
        return {}


STRAIN_SUIT = "strain suit"


def order_told(words: Words, strain: Strain, english: English, variable: str) -> str | None:
    """What to add about the order: of trumps, where it is not that of ranks; None where an example would not do."""
    cards = words.cards.cards
    if not strain.called or any(card.second_suit or not card.suit or not card.rank for card in cards):
        return None
    named = len(words.cards.suits) - 1
    order, called = read_plain(strain.order, english.scope), read_plain(strain.called, english.scope)
    known = [{variable: place, STRAIN_SUIT: named} for place in range(len(cards))]
    try:
        trumps = [place for place, values in enumerate(known) if evaluate(called, words, values)]
        height = {place: evaluate(order, words, values) for place, values in enumerate(known)}
    except NotStatic:
        return None
    rank_of = {rank: place for place, rank in enumerate(words.cards.ranks)}
    plain = [place for place in range(len(cards)) if place not in trumps]
    if len({height[place] - rank_of[cards[place].rank] for place in plain}) > 1:
        return None
    by_height = sorted(dict.fromkeys(trumps), key=lambda place: -height[place])
    runs = groupby((cards[place] for place in by_height), key=lambda card: card.suit)
    ranks = ((suit, list(dict.fromkeys(w.rank_name(card.rank) for card in run))) for suit, run in runs)
    told = ", then ".join(f"the {w.listing(names)} of {w.spoken(suit)}" for suit, names in ranks)
    intro = f"if {w.spoken(words.cards.suits[named])} are named" if strain.each else "here"
    others = [cards[place] for place in trumps if strain.each and cards[place].suit != words.cards.suits[named]]
    strangers = w.listing([f"the {w.rank_name(card.rank)} of {w.spoken(card.suit)}" for card in others])
    then = "is then a trump and not of its" if len(others) == 1 else "are then trumps and not of their"
    apart = f" ({strangers} {then} own suit)" if others else ""
    return f"; from high to low the trumps are, {intro}, {told}{apart}"


def are_any_level(words: Words, strain: Strain, english: English, variable: str) -> bool:
    """Whether two cards of one suit, or two trumps, are of equal strength; True where that cannot be worked out."""
    cards = words.cards.cards
    order, called = read_plain(strain.order, english.scope), read_plain(strain.called or "0", english.scope)
    for named in range(len(words.cards.suits) if strain.each else 1):
        seen: set[tuple[str, int]] = set()
        for place, card in enumerate(cards):
            known = {variable: place, STRAIN_SUIT: named}
            try:
                height, is_called = evaluate(order, words, known), evaluate(called, words, known)
            except NotStatic:
                return True
            for suit in {""} if is_called else {card.suit, card.second_suit or card.suit}:
                if (suit, height) in seen:
                    return True
                seen.add((suit, height))
    return False


def of_two_suits(english: English) -> list[str]:
    """What suit is led by a card that has two, and which it follows."""
    if all(len(set(extra.suits)) < 2 for extra in english.genome.deck.extra):
        return []
    place = {suit: number for number, suit in enumerate(english.words.cards.suits)}
    written = [extra.suits for extra in english.genome.deck.extra if len(extra.suits) > 1]
    is_number = all(suit.isdecimal() for suits in written for suit in suits)
    is_higher = is_number and all(place[first] >= place[second] for first, second in written)
    led = "the higher of them" if is_higher else "the first of them"  # as it is written
    rules = [f"a card of two suits belongs to both: led, it asks for {led}, and it follows either"]
    strains = strains_of(english.genome)
    if any(strain.called and strain.power for strain in strains):
        rules.append("a trump belongs to the trumps alone")
    return rules


def won_by(english: English, strain: Strain) -> str:
    """Which card takes a trick."""
    where = "of all the cards" if not strain.follow else "of the suit led"
    match _strain_scope(english, strain).read(strain.order):
        case n.Arithmetic(operator="-", left=n.Const(value=0), right=n.Attribute(name="rank", card=n.Variable() as it)):
            is_reversed = it.name == PLAYED  # the order of the ranks, the other way round
        case _:
            is_reversed = False
    first = "lowest" if is_reversed else "highest"
    best = f"the {first} card {where} wins the trick" + (", whatever its suit" if not strain.follow else "")
    best += "" if is_reversed else _order(english, strain)
    if not strain.called:
        return best
    scope = _strain_scope(english, strain)
    test, apart = scope.read(strain.called), ", and together one suit"
    called = scope.cards(test, PLAYED).cards()
    match test:  # where trumps are the cards of one suit as it is printed, following it is plain
        case n.Comparison(operator="==", left=n.Attribute(name="suit", card=n.Variable(name=card)), right=right):
            apart = "" if card == PLAYED and right.type is Type.SUIT else apart
        case HasSuit(card=n.Variable(name=card)):
            apart = "" if card == PLAYED else apart
    if strain.power:
        return f"{called} are trumps{apart}: the {first} trump wins the trick; if none is played, {best}"
    return f"{called} are a suit of their own and do not belong to their printed suits; {best}"


def _order(english: English, strain: Strain) -> str:
    if tree_of(strain.order) == s.Call("rank", (s.Word("c", at=0),), at=0):
        return ""
    if (told := order_told(english.library.words, strain, _strain_scope(english, strain), PLAYED)) is not None:
        return told
    scope = _strain_scope(english, strain).calling(PLAYED, Person("the card", "its", "it"))
    order = scope.read(strain.order)
    match order:
        case n.Arithmetic(
            operator="+" | "-" as sign,
            left=n.Attribute(bounds=bounds) as usual,
            right=n.Arithmetic(operator="*", left=n.Const(value=value), right=n.Attribute(name=name)),
        ) if is_mark(english.words, name) and value > bounds.high - bounds.low:
            above = "above" if sign == "+" else "below"
            return f", going by {settled(scope.noun(usual))}, with *{w.spoken(name)}* cards {above} all others"
    return f", going by {settled(scope.noun(order))}"


def _strain_scope(english: English, strain: Strain) -> English:
    scope = english.knowing(c=card_variable(english.words, PLAYED))
    if strain.each:
        suit = n.Variable(Type.SUIT, Bounds(0, max(0, len(english.words.cards.suits) - 1)), "strain suit")
        scope = scope.knowing(s=suit).calling("strain suit", Person("the suit named", pronoun=""))
    return scope


def may_tie(english: English) -> bool:
    """Whether two cards of a trick can be equal: copies, or an order in which cards of one suit are level."""
    cards, words = english.words.cards.cards, english.library.words
    if len(set(cards)) < len(cards):
        return True
    scopes = ((strain, _strain_scope(english, strain)) for strain in strains_of(english.genome))
    return any(not strain.follow or are_any_level(words, strain, scope, PLAYED) for strain, scope in scopes)


def strains(english: English) -> tuple[Block, ...]:
    """The strains of a game that has several."""
    found = english.genome.strains
    if len(found) < 2 and not any(strain.each for strain in found):
        return ()
    entries = []
    for strain in found:
        suits = english.words.cards.suits if strain.each else ("{s}",)
        name = w.listing([english.names.strain(strain.name.replace("{s}", suit)) for suit in suits])
        follow = "" if strain.follow else " There is no suit to follow."
        entries.append(f"**{w.capitalised(name)}**: {settled(won_by(english, strain))}.{follow}")
    return bullets(entries)
