"""The deck, its attributes and tables, and what each strain makes of it."""

from __future__ import annotations

from typing import Any

from deckwright.genome.compile.builder import Builder, Defect
from deckwright.genome.compile.pools import cards_in, mask_of, mask_text, masks_by
from deckwright.genome.compile.reuse import part
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.static import evaluate_cards
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.expressions.vocabulary import strains_of
from deckwright.genome.materials import CardCondition, CardTable, Strain

SUITS = ("suit", "second_suit")
ABOVE_ALL = 1 << 40
"""What a top card is stronger by than any other: orders fit in 32 bits."""


def condition_mask(b: Builder, condition: CardCondition, path: str) -> int:
    """The cards that meet a condition; it must not depend on play."""
    words, cards = b.words, b.words.cards
    mask = (1 << len(cards.cards)) - 1
    suit, rank = (Type.SUIT, condition.suit, cards.suits, SUITS), (Type.RANK, condition.rank, cards.ranks, ("rank",))
    for kind, named, known, tables in (suit, rank):
        if named is not None:
            found, what = words.find(kind, named), kind.name.lower()
            if found is None:
                b.refuse_unknown(f"deck.unknown-{what}", f"{path}.{what}", f"no card has the {what}", named, known)
            mask &= mask_of(found in own for own in zip(*(words.attributes[name] for name in tables), strict=True))
    node = b.check(condition.where, f"{path}.where", b.card_scope)
    mask &= mask_of(static_values(b, node, f"{path}.where", {}))
    if not mask:
        b.refuse("condition.no-card", path, "no card of the deck meets this condition")
    return mask


def static_values(b: Builder, node: n.Node, path: str, values: dict[str, int]) -> tuple[int, ...]:
    """A node's value for each card `c`."""
    found = evaluate_cards(node, b.words, values, "c")
    if found is None:
        b.refuse("expression.not-static", path, "this may only depend on the card, not on the state of play")
    return found


def add_tables(b: Builder) -> None:
    """Card tables, in order: each may use those before it."""
    for number, table in enumerate(b.genome.deck.tables):
        values = part(b, _table, table, f"$.deck.tables[{number}]")
        b.words.attributes = {**b.words.attributes, table.name: values}
        b.words.tables |= {table.name}


def _table(b: Builder, table: CardTable, path: str) -> tuple[int, ...]:
    """The value of each card: that of the first row that it meets."""
    values = [0] * len(b.words.cards.cards)
    given = 0
    for number, row in enumerate(table.rows):
        here = f"{path}.rows[{number}]"
        try:
            mask = condition_mask(b, row, here) & ~given
        except Defect:
            continue
        if not mask:
            b.issue("field.no-effect", here, "has no effect: earlier rows have all of its cards")
        given |= mask
        for card in cards_in(mask):
            values[card] = row.value
    return tuple(values)


def compile_strains(b: Builder) -> list[dict[str, Any]]:
    """Every strain, one per suit where it says so."""
    done: list[dict[str, Any]] = []
    for number, strain in enumerate(strains_of(b.genome)):
        for suit in range(len(b.words.cards.suits)) if strain.each else (None,):
            try:
                done.append(part(b, _strain, strain, suit, f"$.strains[{number}]"))
            except Defect:
                break
    return done


def _strain(b: Builder, strain: Strain, suit: int | None, path: str) -> dict[str, Any]:
    words = b.words
    suits = len(words.cards.suits)
    scope = b.card_scope
    values: dict[str, int] = {}
    if suit is not None:
        scope = scope.with_names(s=n.Variable(Type.SUIT, Bounds(0, max(0, suits - 1)), "s"))
        values["s"] = suit
    called = 0
    if strain.called:
        node = b.check(strain.called, f"{path}.called", scope)
        called = mask_of(static_values(b, node, f"{path}.called", values))
    elif not strain.power:
        b.issue("field.no-effect", f"{path}.power", "has no effect: the strain calls no suit")
    order = static_values(b, b.check(strain.order, f"{path}.order", scope), f"{path}.order", values)
    by_first, by_second = (masks_by(words.attributes[name]) for name in SUITS)
    members = [(by_first.get(led, 0) | by_second.get(led, 0)) & ~called for led in range(suits)]
    members += [called, by_first.get(-1, 0) & ~called]
    belongs = [own if own >= 0 else suits + 1 for own in words.attributes["suit"]]
    for card in cards_in(called):
        belongs[card] = suits
    everything = (1 << len(belongs)) - 1
    tops = called if strain.power else 0
    strengths = [value + (tops >> card & 1) * ABOVE_ALL for card, value in enumerate(order)]
    contenders = [tops | (mask if strain.follow else everything) for mask in members]
    name = strain.name.replace("{s}", words.cards.suits[suit]) if suit is not None else strain.name
    follow = members if strain.follow else [0] * (suits + 2)
    return {
        "name": name,
        "called": mask_text(called),
        "suit": belongs,
        "follow": [mask_text(mask) for mask in follow],
        "power": [_ladder(mask, strengths) for mask in contenders],
    }


def _ladder(mask: int, strengths: list[int]) -> list[int]:
    """The place of each card among those of a set by strength, the weakest first; 0 for all others."""
    cards = cards_in(mask)
    places = {strength: 1 + place for place, strength in enumerate(sorted({strengths[card] for card in cards}))}
    found = [0] * len(strengths)
    for card in cards:
        found[card] = places[strengths[card]]
    return found
