"""Cards that move, with the verb that players use for it: draw, deal, discard, play, capture, give, take."""

from __future__ import annotations

from deckwright.genome.effects import Move
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.rulebook.cardwords import CardPhrase
from deckwright.genome.rulebook.english import English
from deckwright.genome.rulebook.people import Person, settled
from deckwright.genome.rulebook.places import owner_of, zone_noun
from deckwright.genome.rulebook.wording import count as counted
from deckwright.genome.rulebook.wording import number_word

_FACES = {
    "": "",
    "all": ", face up",
    "none": ", face down",
    "owner": ", seen only by {owner}",
    "team": ", seen only by the side of {owner}",
    "top": ", face up on top",
}


def moved(english: English, move: Move) -> str:
    """A move as an order to the reader, or as a statement about whoever makes it."""
    to = english.read(move.to, Type.PILE)
    if move.cards in english.picks:
        cards, source = english.picks[move.cards].object(), None
    else:
        source = english.read(move.cards, None)
        cards = _quantity(english, move, source)
    text = f"{_verb(english, source, to)} {cards}"
    origin = _origin(english, move, source)
    if origin:
        text += f" {origin}"
    text += f" {destination(english, to, move.place)}" if not _is_obvious(english, source, to, move.place) else ""
    if move.until:
        text += f", one by one, until {english.with_moved_card().when(move.until)}"
    owner = owner_of(english, to)
    text += _FACES[move.seen_by].format(owner=settled(owner.object()) if owner else "the player")
    return english.tell(text)


def _role(english: English, node: n.Node | None) -> str:
    if isinstance(node, n.PileCards):
        node = node.pile
    if isinstance(node, n.ZoneAt) and node.zone in english.words.zones:
        return english.words.zones[node.zone].role
    return "trick" if isinstance(node, n.ZoneAt) else ""


def _is_mine(english: English, node: n.Node | None) -> bool:
    owner = owner_of(english, node) if node is not None else None
    return owner is not None and owner == english.actor


def _verb(english: English, source: n.Node | None, to: n.Node) -> str:
    start, end = _role(english, source), _role(english, to)
    if start == "stock" and end == "hand":
        return "draw" if _is_mine(english, to) else "deal"
    if start == "hand" and end == "hand":
        return "take" if _is_mine(english, to) else "give"
    if end == "hand":
        if source is None:
            return "take" if _is_mine(english, to) else "give"
        return "take" if _is_mine(english, to) else "give"
    if start == "stock":
        zone = english.words.zones.get(to.zone) if isinstance(to, n.ZoneAt) else None
        return "turn up" if zone is not None and zone.seen_by in ("all", "top") else "put"
    if start == "hand" and end == "discard" and source is not None:
        return "discard"
    return "put"


def _quantity(english: English, move: Move, source: n.Node) -> str:
    """How many cards, and which."""
    phrase = CardPhrase()
    inner = english.with_moved_card()
    if not english.is_always(move.where) if move.where.strip() == "1" else True:
        phrase = inner.cards(inner.read(move.where), english.MOVED)
    if source.type is Type.CARD:
        return english.card(source).object()
    if move.count:
        number = english.read(move.count)
        if isinstance(number, n.Const):
            return phrase.a_card() if number.value == 1 else phrase.counted(number_word(number.value))
        return f"as many {phrase.cards()} as {english.noun(number)}" if number.type is Type.INT else phrase.cards()
    if move.until:
        return phrase.cards()
    return f"all {phrase.cards()}" if not phrase.is_single else phrase.cards()


def _origin(english: English, move: Move, source: n.Node | None) -> str:
    if source is None or source.type is Type.CARD:
        return ""
    if isinstance(source, (n.ZoneAt, n.PileCards)) or source.type is Type.PILE:
        unseen = ""
        zone = english.words.zones.get(source.zone) if isinstance(source, n.ZoneAt) else None
        blind = zone is not None and zone.role == "hand" and zone.seen_by != "all" and move.count and move.where.strip() == "1"
        if blind and not _is_mine(english, source):
            unseen = "unseen, "
        return f"{unseen}from {english.noun(source)}"
    return f"from {english.card_set(source)}"


def _is_obvious(english: English, source: n.Node | None, to: n.Node, place: str) -> bool:
    """Drawing a card already says that it goes into one's hand."""
    if place != "top" or not isinstance(to, n.ZoneAt) or to.pile is not None:
        return False
    zone = english.words.zones.get(to.zone)
    return zone is not None and zone.role == "hand" and zone_noun(zone) == "hand" and _is_mine(english, to) and source is not None


def destination(english: English, to: n.Node, place: str) -> str:
    """Where cards go, and how they are placed there."""
    zone = english.words.zones.get(to.zone) if isinstance(to, n.ZoneAt) else None
    owner = owner_of(english, to)
    if place == "bottom":
        return f"to the bottom of {english.noun(to)}"
    if place == "shuffled":
        return f"into {english.noun(to)} and shuffle it"
    if zone is not None and zone.role == "hand" and zone_noun(zone) == "hand" and owner is not None and isinstance(to, n.ZoneAt) and to.pile is None and not _is_mine(english, to):
        return f"to {owner.object()}"
    return english.place(to)


__all__ = ["Person", "counted", "destination", "moved"]
