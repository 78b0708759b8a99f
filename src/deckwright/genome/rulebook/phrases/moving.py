"""Cards that move, with the verb that players use for it: draw, deal, discard, play, capture, give, take."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from deckwright.genome.effects import Move
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions import syntax as s
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.grammar.people import settled
from deckwright.genome.rulebook.grammar.wording import listing, number_word, ordinal
from deckwright.genome.rulebook.phrases.cardwords import CardPhrase
from deckwright.genome.rulebook.phrases.places import is_hand, is_one_card, owner_of, zone_noun
from deckwright.genome.rulebook.phrases.reading import TermUse
from deckwright.genome.rulebook.phrases.spelling import tree_of
from deckwright.genome.zones import Zone

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English


def moved(english: English, move: Move) -> str:
    """A move as an order to the reader, or as a statement about whoever makes it."""
    to = english.read(move.to, Type.PILE)
    if move.cards in english.picks:
        picked = english.tails.get(f"pick {move.cards}") or english.picks[move.cards]
        source, cards = None, picked.object()
        if move.where.strip() != "1":
            cards = english.filtered(move.cards, move.where)
        if move.count:
            cards = f"as many as {english.value(move.count)} of {cards}"
    else:
        source = english.read(move.cards, None)
        cards = _cards(english, move, source)
    verb, actor = _verb(english, source, to, move.place), english.actor
    drawer = owner_of(english, to) if verb == "deal" and not english.is_ordered and actor.name != "the dealer" else None
    if drawer is not None:  # nobody deals: whoever gets the cards draws them
        english, verb = english.acted_by(drawer), "draw"
    text = f"{verb} {cards}"
    if not _is_understood(english, source, to, move):
        text += f" {destination(english, to, move.place)}"
    if move.until:
        text += f", one by one, until {english.when(move.until)}"
    text += faces(english, move.seen_by, to)
    return english.tell(text) if drawer is None else drawer.does(text)


def dealt_out(english: English, moves: Sequence[Move]) -> str:
    """Moves to the piles of one zone, in order: `put cards ... of the columns: one to the first, two to the second`."""
    first = moves[0]
    source, to = english.read(first.cards, None), english.read(first.to, Type.PILE)
    assert isinstance(to, n.ZoneAt)
    piles = f"the piles of {english.noun(replace(to, pile=None))}"
    where = f"to {piles}, each under those before it" if first.place == "bottom" else f"onto {piles}"
    shares = [f"{number_word(int(move.count))} to the {ordinal(place + 1)}" for place, move in enumerate(moves)]
    text = f"{_verb(english, source, to, first.place)} cards from {english.noun(source)} {where}: {listing(shares)}"
    return english.tell(text + faces(english, first.seen_by, to))


def is_dealt_out(moves: Sequence[Move]) -> bool:
    """Whether moves take so many cards from one place to the first, second, third... pile of a zone."""
    match tree_of(moves[0].to):
        case s.Call(name="pile", arguments=(zone, _)):
            piles = [s.Call("pile", (zone, s.Number(number, at=0)), at=0) for number in range(len(moves))]
            return [tree_of(move.to) for move in moves] == piles and all(
                move.count.isdecimal() and move == moves[0].copy_with(to=move.to, count=move.count) for move in moves
            )
    return False


def faces(english: English, seen_by: str, to: n.Node) -> str:
    """Who sees cards on the way, where the destination does not say it."""
    owner = owner_of(english, to)
    name = settled(owner.object()) if owner is not None else "nobody"
    return {
        "": "", "all": ", face up", "none": ", face down", "owner": f", seen only by {name}",
        "team": f", seen only by the side of {name}",
    }[seen_by]  # fmt: skip


def zone_of(english: English, node: n.Node | None) -> Zone | None:
    """The zone that a node is about, through terms."""
    match node:
        case TermUse(meaning=inner) | n.PileCards(pile=inner):
            return zone_of(english, inner)
        case n.ZoneAt(zone=name):
            return english.words.zones.get(name)
    return None


def is_mine(english: English, node: n.Node | None) -> bool:
    """Whether a zone belongs to whoever acts."""
    match node:
        case TermUse(meaning=inner, owner=None) | n.PileCards(pile=inner):
            return is_mine(english, inner)
        case n.ZoneAt(owner=n.Node() as owner):
            return english.person(owner) == english.actor
    return False


def _verb(english: English, source: n.Node | None, to: n.Node, place: str = "top") -> str:
    start, end = zone_of(english, source), zone_of(english, to)
    mine, left, reached = is_mine(english, to), start.role if start else "", end.role if end else ""
    match left, reached:
        case "stock", "hand":
            return "draw" if mine else "deal"
        case "stock", _:
            is_seen = end is not None and (end.seen_by == "all" or (end.seen_by == "top" and place == "top"))
            return "turn up" if is_seen else "put"
        case _, "hand":
            return "take" if mine else "give"
        case _, "captured" if left not in ("", "hand"):
            return "take" if mine else "put"
        case "hand", "discard" if is_mine(english, source):
            return "discard"
    return "put"


def _cards(english: English, move: Move, source: n.Node) -> str:
    """How many cards, which, and from where."""
    if source.type is Type.CARD:
        return english.card(source).object()
    inner = english.with_moved_card()
    test = inner.read(move.where)
    phrase = CardPhrase() if isinstance(test, n.Const) else inner.cards(test, english.MOVED)
    zone = zone_of(english, source)
    is_top = move.count == "1" and phrase.is_any and source.type is Type.PILE
    if is_top and zone is not None and zone.role == "discard" and not is_one_card(zone):
        return f"the top card of {english.noun(source)}"
    is_whole = not move.count and not move.until
    if is_whole and phrase.is_any and source.type is Type.PILE and zone is not None:
        whole = english.noun(source)
        if is_one_card(zone):
            return whole
        if zone.role == "hand" and isinstance(source, n.ZoneAt):
            noun = zone_noun(zone)
            return whole.replace(noun, f"whole {noun}")
        return f"all the cards of {whole}{_turned_over(english, move, zone)}"
    origin = f"from {english.noun(source)}"
    is_hidden = zone is not None and zone.role == "hand" and zone.seen_by != "all"
    if is_hidden and move.count and phrase.is_any and not is_mine(english, source):
        origin = f", unseen, {origin}"
    return f"{_number(english, move, phrase)} {origin}".replace(" ,", ",")


def _turned_over(english: English, move: Move, zone: Zone) -> str:
    """A pile that goes one card at a time from its top onto the stock lies there upside down."""
    to = zone_of(english, english.read(move.to, Type.PILE))
    turns = zone.role == "discard" and to is not None and to.role == "stock" and move.place == "top"
    return ", turned over," if turns else ""


def _number(english: English, move: Move, phrase: CardPhrase) -> str:
    match english.read(move.count) if move.count else None:
        case None:
            return phrase.cards() if move.until or phrase.is_single else f"all {phrase.cards()}"
        case n.Const(value=1):
            return phrase.a_card()
        case n.Const(value=value):
            return phrase.counted(number_word(value))
        case n.Gather(gather="count", domain=n.Domain(of=n.Variable()), test=None):
            return f"the same number of {phrase.cards()}"
        case number:
            return f"as many {phrase.cards()} as {english.noun(number)}"


def _is_understood(english: English, source: n.Node | None, to: n.Node, move: Move) -> bool:
    """Drawing or taking a card already says that it goes into one's hand; discarding, where."""
    if move.place != "top" or not isinstance(to, n.ZoneAt) or to.pile is not None or source is None:
        return False
    zone = english.words.zones[to.zone]
    return is_mine(english, to) if is_hand(zone) else _verb(english, source, to) == zone.name == "discard"


def destination(english: English, to: n.Node, place: str) -> str:
    """Where cards go, and how they are placed there."""
    if place == "bottom":
        return f"to the bottom of {english.noun(to)}"
    if place == "shuffled":
        return f"into {english.noun(to)} and shuffle it"
    owner = owner_of(english, to)
    zone = english.words.zones.get(to.zone) if isinstance(to, n.ZoneAt) and to.pile is None else None
    is_theirs = zone is not None and is_hand(zone) and not is_mine(english, to)
    return f"to {owner.object()}" if owner is not None and is_theirs else english.place(to)
