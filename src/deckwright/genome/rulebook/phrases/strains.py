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
from deckwright.genome.rulebook.phrases.reading import HasSuit, read, tree_of, without_reading

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
    before = [other for other in level if calls.index(other) < calls.index(call)]
    return told + [
        f"it is as high as a bid of the same number of {w.lowered(call_name(english, other))}" for other in before[:1]
    ]


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
        order = without_reading(read(call.order, Scope(english.words).with_names(level=level)))
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
    order, called = english.read(strain.order), english.read(strain.called)
    try:
        trumps = [place for place in range(len(cards)) if _value(words, called, variable, place, named)]
        height = {place: _value(words, order, variable, place, named) for place in range(len(cards))}
    except NotStatic:
        return None
    rank_of = {rank: place for place, rank in enumerate(words.cards.ranks)}
    plain = [place for place in range(len(cards)) if place not in trumps]
    if len({height[place] - rank_of[cards[place].rank] for place in plain}) > 1:
        return None
    by_height = sorted(dict.fromkeys(trumps), key=lambda place: -height[place])
    runs = [
        (suit, [w.rank_name(cards[place].rank) for place in run])
        for suit, run in groupby(by_height, key=lambda place: cards[place].suit)
    ]
    told = ", then ".join(f"the {w.listing(list(dict.fromkeys(ranks)))} of {w.suit_name(suit)}" for suit, ranks in runs)
    intro = f"if {w.suit_name(words.cards.suits[named])} are named" if strain.each else "here"
    strangers = (
        [
            f"the {w.rank_name(cards[place].rank)} of {w.suit_name(cards[place].suit)}"
            for place in trumps
            if cards[place].suit != words.cards.suits[named]
        ]
        if strain.each
        else []
    )
    is_one = len(strangers) == 1
    apart = (
        f" ({w.listing(strangers)} {'is then a trump' if is_one else 'are then trumps'} and not of "
        f"{'its' if is_one else 'their'} own suit)"
        if strangers
        else ""
    )
    return f"; from high to low the trumps are, {intro}, {told}{apart}"


def are_any_level(words: Words, strain: Strain, english: English, variable: str) -> bool:
    """Whether two cards of one suit, or two trumps, are of equal strength; True where that cannot be worked out."""
    cards = words.cards.cards
    order, called = english.read(strain.order), english.read(strain.called or "0")
    for named in range(len(words.cards.suits) if strain.each else 1):
        seen: set[tuple[str, int]] = set()
        for place, card in enumerate(cards):
            try:
                height = _value(words, order, variable, place, named)
                is_called = bool(_value(words, called, variable, place, named))
            except NotStatic:
                return True
            for suit in {""} if is_called else {card.suit, card.second_suit or card.suit}:
                if (suit, height) in seen:
                    return True
                seen.add((suit, height))
    return False


def _value(words: Words, node: n.Node, variable: str, card: int, suit: int) -> int:
    return evaluate(without_reading(node), words, {variable: card, STRAIN_SUIT: suit})


def of_two_suits(english: English) -> list[str]:
    """What suit is led by a card that has two, and which it follows."""
    if all(len(set(extra.suits)) < 2 for extra in english.genome.deck.extra):
        return []
    rules = [f"a card of two suits belongs to both: led, it asks for {_suit_led(english)}, and it follows either"]
    strains = strains_of(english.genome)
    if any(strain.called and strain.power for strain in strains):
        rules.append("a trump belongs to the trumps alone")
    return rules


def _suit_led(english: English) -> str:
    """Which of its two suits a card asks for when it is led: the first as it is written."""
    place = {suit: number for number, suit in enumerate(english.words.cards.suits)}
    written = [extra.suits for extra in english.genome.deck.extra if len(extra.suits) > 1]
    is_number = all(suit.isdecimal() for suits in written for suit in suits)
    if is_number and all(place[first] >= place[second] for first, second in written):
        return "the higher of them"
    return "the first of them"


def won_by(english: English, strain: Strain) -> str:
    """Which card takes a trick."""
    where = "of all the cards" if not strain.follow else "of the suit led"
    is_reversed = _is_reversed(english, strain)
    first = "lowest" if is_reversed else "highest"
    best = f"the {first} card {where} wins the trick" + (", whatever its suit" if not strain.follow else "")
    best += "" if is_reversed else _order(english, strain)
    if not strain.called:
        return best
    scope = _strain_scope(english, strain)
    called = scope.cards(scope.read(strain.called), PLAYED).cards()
    if strain.power:
        apart = "" if _is_one_suit(english, strain) else ", and together one suit"
        return f"{called} are trumps{apart}: the {first} trump wins the trick; if none is played, {best}"
    return f"{called} are a suit of their own and do not belong to their printed suits; {best}"


def _is_one_suit(english: English, strain: Strain) -> bool:
    """Whether the trumps are the cards of one suit as it is printed, so that following it is plain."""
    match _strain_scope(english, strain).read(strain.called):
        case n.Comparison(operator="==", left=n.Attribute(name="suit", card=n.Variable(name=it)), right=right):
            return it == PLAYED and right.type is Type.SUIT
        case HasSuit(card=n.Variable(name=it)):
            return it == PLAYED
    return False


def _is_reversed(english: English, strain: Strain) -> bool:
    """Whether the order is that of the ranks, the other way round."""
    match _strain_scope(english, strain).read(strain.order):
        case n.Arithmetic(operator="-", left=n.Const(value=0), right=n.Attribute(name="rank", card=n.Variable() as it)):
            return it.name == PLAYED
    return False


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
    cards = english.words.cards.cards
    found = strains_of(english.genome)
    return len(set(cards)) < len(cards) or any(
        not one.follow or are_any_level(english.library.words, one, _strain_scope(english, one), PLAYED)
        for one in found
    )


def strains(english: English) -> tuple[Block, ...]:
    """The strains of a game that has several."""
    found = english.genome.strains
    if len(found) < 2 and not any(strain.each for strain in found):
        return ()
    entries = []
    for strain in found:
        name, follow = _strain_name(english, strain), "" if strain.follow else " There is no suit to follow."
        entries.append(f"**{w.capitalised(name)}**: {settled(won_by(english, strain))}.{follow}")
    return bullets(entries)


def _strain_name(english: English, strain: Strain) -> str:
    if strain.each:
        return w.listing([english.names.strain(strain.name.replace("{s}", suit)) for suit in english.words.cards.suits])
    return english.names.strain(strain.name)
