"""What a rule may read: legality only what its actor knows, the flow only counts of hidden cards (recorded)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from deckwright.genome.checks.walk import all_effects, effects_in
from deckwright.genome.effects import Each, Show
from deckwright.genome.expressions import nodes as n
from deckwright.genome.expressions.types import Type
from deckwright.genome.expressions.vocabulary import Vocabulary
from deckwright.genome.schema import GameGenome

_WORD = re.compile(r"[A-Za-z_]\w*")


def hidden_reads(node: n.Node, words: Vocabulary) -> Iterator[n.ZoneAt]:
    """The hidden zones whose cards (not just how many) a node depends on."""
    for inner in node.walk():
        match inner:
            case n.PileCards(pile=n.ZoneAt() as zone) if _is_hidden(zone, words) and not _only_counted(node, inner):
                yield zone
            case n.PileFact(name="top" | "bottom", pile=n.ZoneAt() as zone) if _is_hidden(zone, words):
                yield zone


def unknown_to_actor(
    node: n.Node, words: Vocabulary, *, turn_acts: bool, shown: frozenset[str] = frozenset()
) -> str | None:
    """The name of a zone that legality may not read, since whoever acts does not see it."""
    tops = {id(fact.pile) for fact in node.walk() if isinstance(fact, n.PileFact)}
    for zone in hidden_reads(node, words):
        if zone.zone in shown and id(zone) in tops:
            continue
        seen_by = words.zones[zone.zone].seen_by
        mine = isinstance(zone.owner, n.Register) and zone.owner.name in (
            ("actor", "turn") if turn_acts else ("actor",)
        )
        my_team = isinstance(zone.owner, n.Lookup) and zone.owner.name == "team"
        if seen_by == "none" or not (mine or (my_team and seen_by in ("owner", "team"))):
            return zone.zone
    return None


def shown_zones(genome: GameGenome) -> frozenset[str]:
    """Zones that some rule shows: what reads them afterwards reads nothing hidden."""
    words: set[str] = set()
    for effect, _ in all_effects(genome):
        if isinstance(effect, Show):
            words.update(_WORD.findall(effect.cards))
        if isinstance(effect, Each) and any(isinstance(inner, Show) for inner, _ in effects_in(effect.effects, "")):
            words.update(_WORD.findall(effect.domain))
    return frozenset(words)


def _is_hidden(zone: n.ZoneAt, words: Vocabulary) -> bool:
    return zone.zone in words.zones and words.zones[zone.zone].seen_by not in ("all", "top")


def _only_counted(root: n.Node, cards: n.Node) -> bool:
    """Whether a set is used for its size alone."""
    return any(
        isinstance(node, n.Gather)
        and node.gather == "count"
        and node.test is None
        and node.domain.of is not None
        and any(inner is cards for inner in node.domain.of.walk())
        and node.type is Type.INT
        for node in root.walk()
    )
