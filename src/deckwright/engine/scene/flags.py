"""Conditions that a genome gives a label, and for whom they hold now: the pile is frozen, a side is vulnerable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from deckwright.genome.compile.compiler import words_of
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.check import check_expression
from deckwright.genome.expressions.scope import Scope
from deckwright.genome.expressions.static import NotStatic, evaluate
from deckwright.genome.expressions.types import Type
from deckwright.genome.expressions.vocabulary import Effort, TooMuchEffort

if TYPE_CHECKING:
    from deckwright.engine.game import Game
    from deckwright.engine.view import PublicPart
    from deckwright.genome.expressions.vocabulary import Words


MOST_READ = 20_000
"""Parts of all conditions of a game that are worked out for one state, many more than the library's take: it is done
for whoever looks while all others wait, and somebody's own genome may ask for seconds of it."""


@dataclass(frozen=True)
class Flag:
    """A labelled condition, read for each side; `zones` are the table's own that it asks for cards."""

    name: str
    label: str
    words: Words
    sides: tuple[n.Node, ...]
    zones: tuple[str, ...]
    registers: frozenset[str]


@lru_cache(maxsize=256)
def flags(game: Game) -> tuple[Flag, ...]:
    """The labelled conditions of a game."""
    genome = game.definition.genome
    labelled = () if genome is None else [term for term in genome.terms if term.label]
    if genome is None or not labelled:
        return ()
    words = words_of(genome)
    kind, count = (Type.TEAM, len(genome.teams)) if genome.team_mode else (Type.SEAT, genome.player_count)
    found = []
    for term in labelled:
        read = [check_expression(term.expr, Scope(words, n.const(side, kind))) for side in range(count)]
        parts = [part for node in read for part in node.walk()]
        zones = dict.fromkeys(part.zone for part in parts if isinstance(part, n.ZoneAt) and part.owner is None)
        registers = frozenset(part.name for part in parts if isinstance(part, n.Register))
        label = term.label[:1].upper() + term.label[1:]
        found.append(Flag(term.name, label, words, tuple(map(_with_sets, read)), tuple(zones), registers))
    return tuple(found)


def raised(game: Game, public: PublicPart) -> Iterator[tuple[Flag, tuple[int, ...]]]:
    """Each flag, and the sides for which its condition holds; not those that what all see does not decide.

    Nor those that take too long to work out.
    """
    effort = Effort(MOST_READ)
    for flag in flags(game):
        words = replace(flag.words, effort=effort)
        families = [found for name in flag.registers if (found := game.notation.find_register(name)) is not None]
        registers = public.values_of(families)
        sets = _cards_in(game, flag, public)
        try:
            holds = [
                evaluate(node, words, {}, sets, registers={**registers, "declarer": (_seat_of(game, side),)})
                for side, node in enumerate(flag.sides)
            ]
        except (NotStatic, TooMuchEffort):
            continue
        yield flag, tuple(side for side, value in enumerate(holds) if value)


def _seat_of(game: Game, side: int) -> int:
    """Somebody of a side: a condition about the declarer is read for each side as if the contract were its own."""
    return game.teams[side][0] if game.teams else side


def _with_sets(node: n.Node) -> n.Node:
    """The same condition, asking the cards of a zone by the zone's name."""
    if isinstance(node, n.PileCards) and isinstance(node.pile, n.ZoneAt) and node.pile.owner is None:
        return n.Variable(node.type, node.bounds, node.pile.zone)
    return node.mapped(_with_sets)


def _cards_in(game: Game, flag: Flag, public: PublicPart) -> Mapping[str, int]:
    """The cards of the zones that it asks, as bits; none of a zone in which a card lies that not everybody sees."""
    found: dict[str, int] = {}
    for place, seen in zip(game.notation.zones, public.seen, strict=True):
        if place.name in flag.zones and None not in seen:
            bits = [_copies(game)[str(card)][copy] for card, count in Counter(seen).items() for copy in range(count)]
            found[place.name] = found.get(place.name, 0) | sum(bits)
    return found


@lru_cache(maxsize=256)
def _copies(game: Game) -> Mapping[str, tuple[int, ...]]:
    """The bits of the copies of each card."""
    found: dict[str, tuple[int, ...]] = {}
    for number, card in enumerate(game.notation.deck.cards):
        found[str(card)] = (*found.get(str(card), ()), 1 << number)
    return found
