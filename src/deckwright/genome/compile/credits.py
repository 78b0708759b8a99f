"""What each seat brings in by itself, beside its side's score: worked out from what a genome says anyway.

In a game of sides these are the tricks that a seat takes and the cards that it brings in (captures, or lays down in
sets), by the card table that the scoring adds up for them; and in any game the numbers that the genome itself keeps
for each seat, all match long, under a label.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from deckwright.genome.checks.walk import has_phase
from deckwright.genome.compile.builder import Builder
from deckwright.genome.compile.layout import CreditLine
from deckwright.genome.expressions import syntax
from deckwright.genome.expressions.parse import ExpressionError, parse_expression
from deckwright.genome.limits import MAX_CREDITS, MAX_REGISTERS
from deckwright.genome.schema import GameGenome
from deckwright.genome.zones import Zone


def compile_credits(b: Builder) -> dict[str, Any]:
    """The lines that results tell, and what the kernel counts for them."""
    genome = b.genome
    for register in genome.registers:
        if register.label and register.per == "seat" and register.keep == "match" and register.holds == "number":
            _add(b, CreditLine(register.name, register.label, b.layout.registers[register.name].base))
    tricks = cards = None
    if genome.team_mode:
        if has_phase(genome, "trick"):
            tricks = _derived(b, "tricks_taken")
        cards = _cards(b, has_tricks=tricks is not None)
    return {"lines": [line.base for line in b.credits], "tricks": tricks, "cards": cards}


def _cards(b: Builder, *, has_tricks: bool) -> dict[str, Any] | None:
    """Cards that seats bring in; where there are tricks, only if they are worth something."""
    zones = _receiving(b.genome)
    is_open = all(zone.seen_by == "all" for zone in zones)
    tables = _tables(b, {zone.name for zone in zones}) if is_open else []
    if not zones or (has_tricks and not tables):
        return None
    into = _derived(b, f"{'points' if tables else 'cards'}_{'captured' if zones[0].role == 'captured' else 'laid'}")
    if into is None:
        return None
    columns = [b.words.attributes[table] for table in tables]
    values = [sum(column[card] for column in columns) if tables else 1 for card in range(len(b.words.cards.cards))]
    return {"into": into, "zones": [b.layout.zones[zone.name].family for zone in zones], "values": values}


def _receiving(genome: GameGenome) -> list[Zone]:
    """Where seats bring cards for their side: what is captured, or else sets that are laid."""
    for role in ("captured", "sets"):
        if found := [zone for zone in genome.zones if zone.role == role and zone.owner != "table"]:
            return found
    return []


def _tables(b: Builder, zones: set[str]) -> list[str]:
    """The card tables by which a rule adds up all the cards of such a zone."""
    genome = b.genome
    texts = [term.expr for term in genome.terms] + [str(rule.points) for rule in genome.scoring_rules]
    found = [table for text in texts for table in _summed(text, zones)]
    return [table for table in dict.fromkeys(found) if table in b.words.tables]


def _summed(text: str, zones: set[str]) -> Iterator[str]:
    try:
        nodes = parse_expression(text).walk()
    except ExpressionError:
        return
    for node in nodes:
        if isinstance(node, syntax.Loop) and node.gather == "sum" and node.test is None:
            domain = node.domain.value if isinstance(node.domain, syntax.Index) else node.domain
            match node.body:
                case syntax.Call(name=table, arguments=(syntax.Word(name=variable),)) if variable == node.variable:
                    if isinstance(domain, syntax.Word) and domain.name in zones:
                        yield table


def _derived(b: Builder, name: str) -> int | None:
    """A register of the compiler's own for each seat, where there is room for it and no other is called so."""
    seats = b.genome.player_count
    if name in b.layout.registers or b.layout.register_count + seats > MAX_REGISTERS or len(b.credits) >= MAX_CREDITS:
        return None
    line = CreditLine(name, _LABELS[name], b.layout.add_registers(name, seats))
    _add(b, line)
    return line.base


def _add(b: Builder, line: CreditLine) -> None:
    if len(b.credits) < MAX_CREDITS:
        b.credits.append(line)


_LABELS = {
    "tricks_taken": "tricks taken",
    "points_captured": "points captured",
    "cards_captured": "cards captured",
    "points_laid": "points laid down",
    "cards_laid": "cards laid down",
}
