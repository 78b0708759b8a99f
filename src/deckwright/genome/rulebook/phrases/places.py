"""Zones and piles as places on a table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.materials import Zone
from deckwright.genome.rulebook.grammar.sentences import Person
from deckwright.genome.rulebook.grammar.wording import ordinal, spoken
from deckwright.genome.rulebook.phrases.reading import TermUse

if TYPE_CHECKING:
    from deckwright.genome.rulebook.phrases.english import English

ROLE_NOUNS = {
    "hand": "hand", "stock": "stock", "discard": "discard pile", "tableau": "tableau", "captured": "captured pile",
    "sets": "sets",
}  # fmt: skip
_PILED = ("pile", "stock", "deck", "pack", "stack", "talon", "column", "foundation")
_OPEN_PLACES = ("board", "table")


def zone_noun(zone: Zone) -> str:
    """What a zone is called: `hand`, `discard pile`, or its own name."""
    name = spoken(zone.name)
    if zone.role == "other" and (name.endswith("ed") or name in ("aside", "out", "away")):
        name += " pile"
    return ROLE_NOUNS.get(zone.role, name) if zone.name in (zone.role, ROLE_NOUNS.get(zone.role)) else name


def is_one_card(zone: Zone) -> bool:
    """Whether a zone is called after the only card in it: `upcard`, `drawn card`."""
    noun = zone_noun(zone)
    return zone.piles == 1 and noun.endswith("card") and not noun.endswith("discard")


def is_usual(zone: Zone) -> bool:
    """Whether a zone is called what places of its role are called."""
    return zone_noun(zone) == ROLE_NOUNS.get(zone.role)


def is_hand(zone: Zone) -> bool:
    """Whether a zone is what players call their hand."""
    return zone.role == "hand" and is_usual(zone)


def is_pile(zone: Zone) -> bool:
    """Whether cards lie on it rather than in it."""
    return zone.role in ("stock", "discard", "tableau") or zone_noun(zone).removesuffix("s").endswith(_PILED)


def pile_noun(english: English, node: n.Node) -> str:
    """A zone instance: `your hand`, `the discard pile`, `the pile of its suit in the layout`."""
    match node:
        case n.ZoneAt(zone="trick"):
            return "the trick"
        case n.ZoneAt(zone=name, owner=owner, pile=pile):
            zone = english.words.zones[name]
            noun = zone_noun(zone)
            whole = f"the {noun}" if owner is None else english.person(owner).their(noun)
            return whole if pile is None else pile_of(english, zone, pile, whole)
        case n.PileCards(pile=pile):
            return pile_noun(english, pile)
        case n.Variable(name=name):
            return english.thing(name, "the pile").object()
        case TermUse():
            return english.names.term(english, node)
        case n.Gather(gather="first", domain=domain, test=test, variable=variable) if domain.of is not None:
            which = f" {english.relative(test, variable)}" if test is not None else ""
            return f"the first pile of {pile_noun(english, domain.of)}{which}"
        case n.Conditional(test=test, then=then, otherwise=otherwise):
            first, second = pile_noun(english, then), pile_noun(english, otherwise)
            return f"{first} if {english.clause(test)}, otherwise {second}"
    return "the pile"


def pile_of(english: English, zone: Zone, key: n.Node, whole: str) -> str:
    """Which of a zone's piles is meant."""
    match key:
        case n.Attribute(name=name, card=card):
            return f"the pile of {whole} for {english.card(card).their(spoken(name))}"
        case n.Const(type=Type.INT, value=value):
            return f"the {ordinal(value + 1)} pile of {whole}"
        case n.Register(name=name) if name in english.names.steering.next_piles:
            return f"the next free pile of {whole}"
        case _ if zone.piles in ("suit", "rank"):
            return f"the pile of {whole} for {english.noun(key)}"
    return f"the pile of {whole} with the number {english.noun(key)} (the first has the number 0)"


def place(english: English, node: n.Node) -> str:
    """Where cards go: `into your hand`, `onto the discard pile`."""
    zone = english.words.zones.get(node.zone) if isinstance(node, n.ZoneAt) else None
    if zone is not None and is_one_card(zone):
        return f"as {pile_noun(english, node)}"
    if isinstance(node, n.ZoneAt) and node.pile is not None:
        return f"onto {pile_noun(english, node)}"
    preposition = "onto" if zone is None or is_pile(zone) or zone_noun(zone) in _OPEN_PLACES else "into"
    if zone is not None and zone.role in ("sets", "captured", "other") and not is_pile(zone):
        preposition = "among" if zone_noun(zone).endswith("s") else preposition
    return f"{preposition} {pile_noun(english, node)}"


def owner_of(english: English, node: n.Node) -> Person | None:
    """Whose zone it is, or whose cards they are; None for the table's."""
    match node:
        case n.ZoneAt(owner=n.Node() as owner):
            return english.person(owner)
        case n.Single(card=n.PileFact(pile=pile)) | n.PileCards(pile=pile):
            return owner_of(english, pile)
    return None
