"""What a player may choose: the offers of a choice phase."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from deckwright.genome.effects import Set
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.phases import ChoicePhase, Offer
from deckwright.genome.rulebook.actions import steps, told
from deckwright.genome.rulebook.conditions import is_either
from deckwright.genome.rulebook.document import Block, Item, Listing, Paragraph
from deckwright.genome.rulebook.english import English, walk
from deckwright.genome.rulebook.people import said, settled
from deckwright.genome.rulebook.picking import picked
from deckwright.genome.rulebook.wording import capitalised, listing, lowered, spoken

PASS = "pass"
"""An offer of this name says by itself what it is."""


def choice(english: English, phase: ChoicePhase, *, again: str = "") -> tuple[Block, ...]:
    """A choice phase: its only offer as a paragraph, several as a list. `again` says that it is repeated."""
    if len(phase.offers) == 1:
        offer = phase.offers[0]
        text, blocks = _content(english, offer)
        conditions = _conditions(english, offer, ())
        if conditions:
            text = said(f"if {listing(conditions)}:") + f" {text}" if text else said(f"if {listing(conditions)}:")
        if again:
            text = said(f"{english.tell(f'do this{again}')}:") + f" {text}"
        return (Paragraph(text), *blocks) if text else blocks
    entries = []
    for offer in phase.offers:
        before = [other for other in phase.offers if other.duty < offer.duty]
        entries.append(_entry(english, offer, before))
    return (Paragraph(said(f"{english.tell(f'do one of these{again}')}:")), Listing(tuple(entries)))


def _entry(english: English, offer: Offer, before: Sequence[Offer]) -> Item:
    text, blocks = _content(english, offer)
    conditions = _conditions(english, offer, before)
    name = f"**{capitalised(spoken(offer.name))}**"
    if conditions:
        name += f", if {settled(listing(conditions))}"
    return Item(f"{name}: {lowered(text)}" if text else f"{name}:" if blocks else said(name), blocks)


def _conditions(english: English, offer: Offer, before: Sequence[Offer]) -> list[str]:
    found = []
    if before:
        names = list(dict.fromkeys(f"*{spoken(other.name)}*" for other in before))
        found.append(f"{english.actor.subject()} cannot {listing(names, 'or')}")
    if not english.is_always(offer.when):
        either = "either " if found and is_either(english, english.read(offer.when)) else ""
        found.append(f"{either}{english.when(offer.when)}")
    return found


def _is_changed(english: English, offer: Offer) -> bool:
    """Whether an offer is judged by a place that its cards leave or reach."""
    kinds = ("card", "cards", "tail", "set", "sets")
    texts = [text for pick in offer.picks if pick.kind in kinds for text in (pick.source, pick.to)]
    moved = {word for text in texts for word in re.findall(r"\w+", text)}
    nodes = walk(english.read(offer.accept))
    return any(
        (isinstance(node, n.ZoneAt) and node.zone in moved) or (isinstance(node, n.Variable) and node.type is Type.PILE)
        for node in nodes
    )


def _content(english: English, offer: Offer) -> tuple[str, tuple[Block, ...]]:
    """What is picked, what must then hold, and what follows."""
    here, sentences, effects = picked(english, offer)
    if not here.is_always(offer.accept):
        then = "afterwards " if _is_changed(here, offer) else ""
        marks = frozenset(effect.name.split("[")[0].strip() for effect in offer.effects if isinstance(effect, Set))
        sentences.append(f"this is allowed only if {then}{replace(here, set_here=marks).when(offer.accept)}")
    text = said(*sentences)
    after, blocks = told(steps(here, effects))
    passing = _passing(english, offer)
    if not text and not after and not blocks and not passing and offer.name != PASS:
        after = "Nothing happens."
    return " ".join(filter(None, (text, after, passing))), blocks


def _passing(english: English, offer: Offer) -> str:
    """Whether an offer is a pass, where that matters and its name does not say it."""
    if not english.names.counts_passes or offer.is_pass is (offer.name == PASS):
        return ""
    return f"This {'counts' if offer.is_pass else 'does not count'} as a pass."
