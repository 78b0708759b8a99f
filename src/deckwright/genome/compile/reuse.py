"""Parts of programs that need not be compiled again, because what they depend on is the same in another genome.

A part is compiled by itself, with pools of its own, and then taken over into the program: the same steps whether it was
compiled now or before. While it is compiled, everything that it reads of the genome is noted; it is used again only
where all of that is as it was. Nobody has to say what a part depends on, so nobody can forget to. A part with a defect
is never kept: it is compiled in its place, where the defect is told.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from deckwright.genome.compile.builder import Builder, Defect
from deckwright.genome.compile.layout import Layout
from deckwright.genome.compile.lower import MAX_ATTRIBUTES
from deckwright.genome.compile.pools import Pools, relocated
from deckwright.genome.compile.program import SetFamily
from deckwright.genome.compile.watching import Seen, Watched, WatchedFields, is_same
from deckwright.genome.errors import Issue
from deckwright.genome.expressions.effort import TooMuchEffort
from deckwright.genome.expressions.types import Type
from deckwright.genome.expressions.vocabulary import Words
from deckwright.genome.values import Model

if TYPE_CHECKING:
    from deckwright.genome.schema import GameGenome

P = ParamSpec("P")
T = TypeVar("T")

MOST_ITEMS = 60_000
"""What parts that are kept hold altogether, those used last: about 50 MB."""
MOST_VERSIONS = 4
"""Of one part, compiled for genomes that differ in what it reads."""


def part(b: Builder, compile_part: Callable[Concatenate[Builder, P], T], *args: P.args, **options: P.kwargs) -> T:
    """What `compile_part(b, ...)` compiles into the program; from what is kept, if it is there.

    All arguments are values: they and what is read through the builder are all that the part depends on.
    """
    if b.marks is None:  # marks are numbered through the whole program
        key = (compile_part, args, tuple(options.items()), frozenset(b.shown))
        found = KEPT.find(key, b)
        if found is None and (found := _compiled(b, lambda own: compile_part(own, *args, **options))):
            KEPT.keep(key, found)
        if found is not None and _fits(b, found):
            return cast("T", _taken_over(b, found))
    return compile_part(b, *args, **options)


@dataclass(frozen=True)
class Part:
    """Something compiled, and all that it depends on. It is never changed, and neither are programs."""

    result: Any
    common: tuple[Any, ...]
    seen: Mapping[str, Seen]
    starts: tuple[int | None, ...]
    """How many slots, nodes, sets and registers there were before it, where it adds to them."""
    effort: int
    pools: Pools
    slots: Sequence[dict[str, Any]]
    slot_notes: Mapping[int, dict[str, Any]]
    nodes: Sequence[dict[str, Any]]
    node_paths: Sequence[str]
    sets: Sequence[SetFamily]
    tallied: Sequence[tuple[tuple[int, ...], str]]
    hidden: Sequence[tuple[str, int]]
    calls: Mapping[int, list[str]]
    order_matters: Sequence[tuple[frozenset[str], str]]
    ends_used: frozenset[str]
    piled: frozenset[str]
    shown: frozenset[str]
    term_subjects: Mapping[str, Type]
    path: str

    @property
    def items(self) -> int:
        """How much it holds: what is in its pools, and lists of card sets."""
        listed = len(self.result[0]) if isinstance(self.result, tuple) and isinstance(self.result[0], list) else 0
        return 1 + len(self.pools) + listed + sum(len(family["layings"]) for family in self.sets)


class _HasDefect(Exception):  # noqa: N818
    """A part that is compiled by itself has a defect."""


@dataclass
class _Own(Builder):
    """A part in the making: it reads through watched values, and has pools of its own."""

    root: Builder | None = None
    seen: dict[str, Seen] = field(default_factory=dict)
    tally_calls: list[tuple[tuple[int, ...], str]] = field(default_factory=list)

    def issue(self, code: str, path: str, message: str, *, found: str = "", expected: str = "") -> None:
        raise _HasDefect(Issue(code, path, found, expected, message))

    def hidden_register(self, name: str, *, start: int) -> int:
        base = self.layout.register_count
        self.layout.register_count += 1
        self.hidden.append((name, start))
        return base

    def tally_sets(self, sets: Sequence[int], zone: str) -> None:
        self.tally_calls.append((tuple(sets), zone))


class Kept:
    """The parts used last."""

    def __init__(self) -> None:
        self._parts: OrderedDict[Any, tuple[Part, ...]] = OrderedDict()
        self._lock = Lock()
        self.items = 0
        """What they hold altogether."""

    def find(self, key: object, b: Builder) -> Part | None:
        """A part that would be compiled just so now."""
        with self._lock:
            versions = self._parts.get(key, ())
            if versions:
                self._parts.move_to_end(key)
        if not versions:
            return None
        root, common, starts = _root_of(b), _common(b), _starts(b)
        sources = _sources(root)
        for version in versions:
            stands_alike = all(was is None or was == now for was, now in zip(version.starts, starts, strict=True))
            reads_alike = (is_same(seen, sources[name]) for name, seen in version.seen.items())
            if stands_alike and version.common == common and all(reads_alike):
                return version
        return None

    def keep(self, key: object, made: Part) -> None:
        """Keep a part, and forget those that were not used for longest."""
        with self._lock:
            versions = (made, *self._parts.pop(key, ()))
            self._parts[key] = versions[:MOST_VERSIONS]
            self.items += made.items - sum(version.items for version in versions[MOST_VERSIONS:])
            while self.items > MOST_ITEMS:
                _, forgotten = self._parts.popitem(last=False)
                self.items -= sum(version.items for version in forgotten)

    def versions(self) -> list[tuple[Part, ...]]:
        """All of them: of each part those that differ in what they read."""
        return list(self._parts.values())

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._parts.clear()
            self.items = 0


KEPT = Kept()


def _root_of(b: Builder) -> Builder:
    return b.root if isinstance(b, _Own) and b.root is not None else b


def _common(b: Builder) -> tuple[Any, ...]:
    """What every part may read unwatched."""
    words = b.words
    return (words.cards, words.tables, words.strains, words.kinds, words.groups, words.compares_hands, b.receiving)


def _starts(b: Builder) -> tuple[int, ...]:
    return len(b.slots), len(b.nodes), len(b.sets), b.layout.register_count


def _sources(root: Builder) -> dict[str, Mapping[str, Any] | Model]:
    """What is watched."""
    words, genome = root.words, root.genome
    return {
        "genome": genome,
        "setup": genome.setup,
        "game_rules": genome.game_rules,
        "deck": genome.deck,
        "attributes": words.attributes,
        "zones": words.zones,
        "registers": words.registers,
        "terms": words.terms,
        "sight": root.sight,
        "groups": root.groups,
        "group_sizes": root.group_sizes,
        "zone_places": root.layout.zones,
        "register_places": root.layout.registers,
    }


def _compiled(b: Builder, compile_part: Callable[[Builder], Any]) -> Part | None:
    """A part compiled by itself; None if it has a defect. It costs no effort yet."""
    root, effort = _root_of(b), b.words.effort
    own = _own(b, root)
    before = effort.spent
    try:
        result = compile_part(own)
    except (_HasDefect, Defect):
        return None
    except TooMuchEffort:
        b.path = own.path
        raise
    finally:
        spent, effort.spent = effort.spent - before, before
    starts = _starts(b)
    return Part(
        result=result,
        common=_common(b),
        seen={name: seen for name, seen in own.seen.items() if seen},
        starts=tuple(was if now != was else None for was, now in zip(starts, _starts(own), strict=True)),
        effort=spent,
        pools=own.pools,
        slots=own.slots[starts[0] :],
        slot_notes=own.slot_notes,
        nodes=own.nodes[starts[1] :],
        node_paths=own.node_paths[starts[1] :],
        sets=own.sets[starts[2] :],
        tallied=own.tally_calls,
        hidden=own.hidden,
        calls=own.calls,
        order_matters=own.order_matters,
        ends_used=frozenset(own.layout.ends_used),
        piled=frozenset(own.layout.piled),
        shown=frozenset(own.shown),
        term_subjects=own.words.term_subjects,
        path=own.path,
    )


def _own(b: Builder, root: Builder) -> _Own:
    """A builder of a part that stands where another builder has got to."""
    sources = _sources(root)
    seen: dict[str, Seen] = {name: {} for name in sources}

    def watched(name: str) -> Any:
        return Watched(cast("Mapping[str, Any]", sources[name]), seen[name])

    inner = {
        name: WatchedFields(cast("Model", sources[name]), seen[name], {}) for name in ("setup", "game_rules", "deck")
    }
    genome = cast("GameGenome", WatchedFields(root.genome, seen["genome"], inner))
    words = Words(
        genome,
        root.words.cards,
        attributes=watched("attributes"),
        tables=root.words.tables,
        strains=root.words.strains,
        kinds=root.words.kinds,
        zones=watched("zones"),
        registers=watched("registers"),
        terms=watched("terms"),
        groups=root.words.groups,
        compares_hands=root.words.compares_hands,
        effort=root.words.effort,
    )
    zones, registers = watched("zone_places"), watched("register_places")
    return _Own(
        genome,
        words,
        Layout(zones, registers, 0, b.layout.register_count),
        Pools(),
        watched("groups"),
        group_sizes=watched("group_sizes"),
        sets=list(b.sets),
        slots=list(b.slots),
        nodes=list(b.nodes),
        node_paths=list(b.node_paths),
        shown=set(b.shown),
        sight=watched("sight"),
        receiving=root.receiving,
        path=b.path,
        root=root,
        seen=seen,
    )


def _fits(b: Builder, found: Part) -> bool:
    """Whether taking a part over comes to the same as compiling it here; if not, it is compiled here to see why."""
    subjects = b.words.term_subjects
    return (
        b.words.effort.left >= found.effort
        and len(b.pools.attributes.items) + len(found.pools.attributes.items) <= MAX_ATTRIBUTES
        and all(subjects.get(term, kind) is kind for term, kind in found.term_subjects.items())
    )


def _taken_over(b: Builder, found: Part) -> Any:
    """The result of a part, which is now one of this program."""
    b.words.effort.spend(found.effort)
    moved = b.pools.take_over(found.pools)
    b.slots += map(dict, found.slots)
    b.slot_notes |= found.slot_notes
    b.nodes += [relocated(node, moved) for node in found.nodes]
    b.node_paths += found.node_paths
    b.sets += found.sets
    for sets, zone in found.tallied:
        b.tally_sets(sets, zone)
    for name, start in found.hidden:
        b.hidden_register(name, start=start)
    b.calls |= {slot: list(names) for slot, names in found.calls.items()}
    b.order_matters += found.order_matters
    b.layout.ends_used |= found.ends_used
    b.layout.piled |= found.piled
    b.shown = set(found.shown)
    b.words.term_subjects |= found.term_subjects
    b.path = found.path
    if isinstance(b, _Own):
        for name, seen in found.seen.items():
            b.seen[name] |= seen
    return relocated(found.result, moved) if len(found.pools) else found.result
