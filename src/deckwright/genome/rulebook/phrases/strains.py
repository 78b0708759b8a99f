"""Strains: which card takes a trick, which suit one leads and follows, and whether cards can be level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.build import strains_of
from deckwright.genome.expressions.scope import card_variable
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.phases.trick import PLAYED
from deckwright.genome.rulebook.document import Block, bullets
from deckwright.genome.rulebook.grammar.people import Person, settled
from deckwright.genome.rulebook.grammar.wording import capitalised, listing, spoken
from deckwright.genome.rulebook.phrases.cardwords import is_mark
from deckwright.genome.rulebook.phrases.orders import are_any_level, order_told
from deckwright.genome.rulebook.phrases.reading import HasSuit
from deckwright.genome.rulebook.phrases.spelling import tree_of
from deckwright.genome.zones import Strain

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English


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
            return f", going by {settled(scope.noun(usual))}, with *{spoken(name)}* cards {above} all others"
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
        entries.append(f"**{capitalised(name)}**: {settled(won_by(english, strain))}.{follow}")
    return bullets(entries)


def _strain_name(english: English, strain: Strain) -> str:
    if strain.each:
        return listing([english.names.strain(strain.name.replace("{s}", suit)) for suit in english.words.cards.suits])
    return english.names.strain(strain.name)
