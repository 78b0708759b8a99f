"""The deck, its attributes and tables, and what each strain makes of it."""

from __future__ import annotations

from typing import Any

from deckwright.genome.compile.builder import Builder, Defect
from deckwright.genome.compile.pools import mask_text
from deckwright.genome.compile.reuse import part
from deckwright.genome.deck import CardCondition
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.build import strains_of
from deckwright.genome.expressions.static import evaluate_cards
from deckwright.genome.expressions.types import Bounds, Type
from deckwright.genome.zones import Strain


def condition_mask(b: Builder, condition: CardCondition, path: str) -> int:
    """The cards that meet a condition; it must not depend on play."""
    return part(b, _condition_mask, condition.suit, condition.rank, condition.where, path)


def _condition_mask(b: Builder, suit_named: str | None, rank_named: str | None, where: str, path: str) -> int:
    words = b.words
    cards = range(len(words.cards.cards))
    mask = (1 << len(words.cards.cards)) - 1
    if suit_named is not None:
        suit = words.find(Type.SUIT, suit_named)
        if suit is None:
            b.unknown("deck.unknown-suit", f"{path}.suit", "no card has the suit", suit_named, b.words.cards.suits)
            raise Defect
        both = zip(words.attributes["suit"], words.attributes["second_suit"], strict=True)
        mask &= sum(1 << card for card, suits in enumerate(both) if suit in suits)
    if rank_named is not None:
        rank = words.find(Type.RANK, rank_named)
        if rank is None:
            b.unknown("deck.unknown-rank", f"{path}.rank", "no card has the rank", rank_named, b.words.cards.ranks)
            raise Defect
        mask &= sum(1 << card for card in cards if words.attributes["rank"][card] == rank)
    node = b.check(where, f"{path}.where", b.card_scope)
    mask &= static_mask(b, node, f"{path}.where", {})
    if not mask:
        b.issue("condition.no-card", path, "no card of the deck meets this condition")
        raise Defect
    return mask


def static_mask(b: Builder, node: n.Node, path: str, values: dict[str, int]) -> int:
    """The cards `c` for which a node holds."""
    return sum(1 << card for card, value in enumerate(static_values(b, node, path, values)) if value)


def static_values(b: Builder, node: n.Node, path: str, values: dict[str, int]) -> tuple[int, ...]:
    """A node's value for each card `c`."""
    found = evaluate_cards(node, b.words, values, "c")
    if found is None:
        b.issue("expression.not-static", path, "this may only depend on the card, not on the state of play")
        raise Defect
    return found


def add_tables(b: Builder) -> None:
    """Card tables, in order: each may use those before it."""
    for number, table in enumerate(b.genome.deck.tables):
        values = [0] * len(b.words.cards.cards)
        given = 0
        for row_number, row in enumerate(table.rows):
            try:
                here = f"$.deck.tables[{number}].rows[{row_number}]"
                mask = condition_mask(b, row, here) & ~given
            except Defect:
                continue
            if not mask:
                b.issue("field.no-effect", here, "has no effect: earlier rows have all of its cards")
            given |= mask
            for card in range(len(values)):
                if mask >> card & 1:
                    values[card] = row.value
        b.words.add_table(table.name, tuple(values))


def compile_deck(b: Builder) -> dict[str, Any]:
    """The deck as the kernel reads it."""
    types = b.words.cards.types
    place = {card: number for number, card in enumerate(types)}
    return {
        "types": [card.code for card in types],
        "type_of": [place[card] for card in b.words.cards.cards],
        "attributes": b.pools.attributes.items,
    }


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
        called = static_mask(b, b.check(strain.called, f"{path}.called", scope), f"{path}.called", values)
    elif not strain.power:
        b.issue("field.no-effect", f"{path}.power", "has no effect: the strain calls no suit")
    order = static_values(b, b.check(strain.order, f"{path}.order", scope), f"{path}.order", values)
    first, second = words.attributes["suit"], words.attributes["second_suit"]
    cards = range(len(words.cards.cards))
    belongs = [suits if called >> card & 1 else (first[card] if first[card] >= 0 else suits + 1) for card in cards]
    members = [
        sum(
            1 << card
            for card in cards
            if belongs[card] == led or (led in (first[card], second[card]) and not called >> card & 1)
        )
        for led in range(suits + 2)
    ]
    everything = (1 << len(words.cards.cards)) - 1
    power = []
    for led in range(suits + 2):
        tops = called if strain.power else 0
        contenders = members[led] if strain.follow else everything
        strengths = {card: (tops >> card & 1, order[card]) for card in cards if (tops | contenders) >> card & 1}
        ladder = {strength: 1 + place for place, strength in enumerate(sorted(set(strengths.values())))}
        power.append([ladder[strengths[card]] if card in strengths else 0 for card in cards])
    name = strain.name.replace("{s}", words.cards.suits[suit]) if suit is not None else strain.name
    follow = members if strain.follow else [0] * (suits + 2)
    return {
        "name": name,
        "called": mask_text(called),
        "suit": belongs,
        "follow": [mask_text(mask) for mask in follow],
        "power": power,
    }
