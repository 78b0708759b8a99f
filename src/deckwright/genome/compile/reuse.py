"""Parts of programs that need not be compiled again, because what they depend on is the same in another genome.

While a part is compiled, everything that it reads of the genome is noted, and so is all that it adds to the program. It
is used again only where all that it read is as it was; what it added is then added to the other program in the same
order, which comes to the same as compiling it there. Nobody has to say what a part depends on, so nobody can forget to.
A part with a defect is never kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from threading import Lock
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar, cast

from deckwright.genome.compile.builder import Builder
from deckwright.genome.compile.lower import MAX_ATTRIBUTES
from deckwright.genome.compile.pools import AttributeRef, Used, relocated
from deckwright.genome.compile.program import Layout
from deckwright.genome.expressions.syntax import ExpressionError
from deckwright.genome.values import Model, frozen

if TYPE_CHECKING:
    from deckwright.genome.schema import GameGenome

T = TypeVar("T")

WHOLE = ""
"""In place of a name: all of them were read."""

Seen = dict[str, Any]
"""What was read, by name; None where there was nothing of that name."""


class Watched(Mapping[str, T]):
    """A mapping that notes what is looked up in it, also where that is not there. None is no value of it."""

    __slots__ = ("seen", "source")

    def __init__(self) -> None:
        self.source: Mapping[str, T] = {}
        self.seen: Seen = {}

    def __getitem__(self, name: str) -> T:
        value = self.seen[name] = self.source.get(name)
        if value is None:
            raise KeyError(name)
        return value

    def get(self, name: str, default: Any = None) -> Any:
        """What is there, or the default."""
        value = self.seen[name] = self.source.get(name)
        return default if value is None else value

    def __contains__(self, name: object) -> bool:
        return self.get(str(name)) is not None

    def __iter__(self) -> Iterator[str]:
        self.seen[WHOLE] = dict(self.source)
        return iter(self.source)

    def __len__(self) -> int:
        return sum(1 for _ in self)


class WatchedFields:
    """A value of a genome that notes which of its fields are read."""

    __slots__ = ("inner", "seen", "source")

    def __init__(self, inner: Mapping[str, WatchedFields]) -> None:
        self.source: Model | None = None
        self.seen: Seen = {}
        self.inner = inner

    def __getattr__(self, name: str) -> Any:
        if name in self.inner:
            return self.inner[name]
        value = self.seen[name] = getattr(self.source, name)
        return value


def is_same(seen: Seen, source: Mapping[str, Any] | Model) -> bool:
    """Whether everything that was read is as it was."""
    if isinstance(source, Model):
        source = source.__dict__
    for name, value in seen.items():
        now = source if name == WHOLE else source.get(name)
        if now is not value and now != value:
            return False
    return True


P = ParamSpec("P")

MOST_ITEMS = 60_000
"""What parts that are kept hold altogether, those used last: about 50 MB."""
MOST_VERSIONS = 4
"""Of one part, compiled for genomes that differ in what it reads."""


def part(b: Builder, compile_part: Callable[Concatenate[Builder, P], T], *args: P.args, **options: P.kwargs) -> T:
    """What `compile_part(b, ...)` compiles into the program; from what is kept, if it is there.

    All arguments are values: they and what is read through the builder are all that the part depends on.
    """
    if b.marks is not None:  # marks are numbered through the whole program
        return compile_part(b, *args, **options)
    key = (compile_part, args, tuple(options.items()), frozenset(b.shown))
    found = KEPT.find(key, b)
    if found is None:
        return _compiled(b, lambda watched: compile_part(watched, *args, **options), key)
    return cast("T", _taken_over(b, found)) if _fits(b, found) else compile_part(b, *args, **options)


@frozen
class Part:
    """Something compiled, and all that it depends on. It is never changed, and neither are programs."""

    result: Any
    common: tuple[Any, ...]
    seen: Mapping[str, Seen]
    starts: tuple[int | None, ...]
    """How many slots, nodes, sets and registers there were before it, where it adds to them."""
    effort: int
    used: Sequence[Used]
    """What it uses of the pools."""
    added: Mapping[str, Sequence[Any]]
    """What it adds to each of the builder's lists."""
    shown: frozenset[str]
    path: str

    @property
    def items(self) -> int:
        """How much it holds: what is in its pools, and lists of card sets."""
        listed = len(self.result[0]) if isinstance(self.result, tuple) and isinstance(self.result[0], list) else 0
        return 1 + len(self.used) + listed + sum(len(family["layings"]) for family in self.added["sets"])


@dataclass
class Watcher(Builder):
    """The builder that parts are compiled with. It adds to the lists of another, and notes what is read through it."""

    root: Builder = field(kw_only=True)
    watched: Mapping[str, Watched[Any] | WatchedFields] = field(default_factory=dict)
    defects: int = 0

    def issue(self, code: str, path: str, message: str, *, found: str = "", expected: str = "") -> None:
        """Record a defect: the part is not kept."""
        self.defects += 1
        super().issue(code, path, message, found=found, expected=expected)

    def term_issue(self, error: ExpressionError, used_at: str) -> None:
        """The same for a defect of a term."""
        self.defects += 1
        super().term_issue(error, used_at)

    def hidden_register(self, name: str, *, start: int) -> int:
        """A register of the program's own."""
        return self.root.hidden_register(name, start=start)

    def begin(self) -> list[Seen]:
        """Note from now on what one more part reads; what others had read until now."""
        before = []
        for each in self.watched.values():
            before.append(each.seen)
            each.seen = {}
        return before

    def end(self, before: list[Seen]) -> dict[str, Seen]:
        """What the part has read; the part around it has read it too."""
        seen = {}
        for (name, each), outer in zip(self.watched.items(), before, strict=True):
            if each.seen:
                seen[name] = each.seen
                outer.update(each.seen)
            each.seen = outer
        return seen


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
    return b.root if isinstance(b, Watcher) else b


def _common(b: Builder) -> tuple[Any, ...]:
    """What every part may read unwatched."""
    words = _root_of(b).words
    return (words.cards, words.tables, words.strains, words.kinds, words.groups, words.compares_hands, b.receiving)


def _starts(b: Builder) -> tuple[int, ...]:
    return len(b.slots), len(b.nodes), len(b.sets), _root_of(b).layout.register_count


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


def _compiled(b: Builder, compile_part: Callable[[Builder], T], key: object) -> T:
    """A part that is compiled now, and kept if it has no defect."""
    w, starts = _watcher(b), _starts(b)
    common, defects, effort, log = _common(b), w.defects, w.words.effort.spent, len(w.pools.log)
    lengths = {name: len(items) for name, items in w.lists.items()}
    before = w.begin()
    try:
        result = compile_part(w)
    finally:
        seen = w.end(before)
        b.shown, b.path = w.shown, w.path
    if w.defects == defects:
        added = {name: items[lengths[name] :] for name, items in w.lists.items()}
        for name in ("ends_used", "piled", "term_uses"):
            added[name] = list(dict.fromkeys(added[name]))
        made = Part(
            result=result,
            common=common,
            seen=seen,
            starts=tuple(was if new != was else None for was, new in zip(starts, _starts(b), strict=True)),
            effort=w.words.effort.spent - effort,
            used=w.pools.used_since(log),
            added=added,
            shown=frozenset(w.shown),
            path=w.path,
        )
        KEPT.keep(key, made)
    return result


def _watcher(b: Builder) -> Watcher:
    """The watcher of a builder, at the place where the builder has got to."""
    if isinstance(b, Watcher):
        return b
    watcher = b.watcher = cast("Watcher | None", b.watcher) or _make_watcher(b)
    for name, source in _sources(b).items():
        watcher.watched[name].source = source
    watcher.words.tables, watcher.words.strains = b.words.tables, b.words.strains
    watcher.shown, watcher.path = b.shown, b.path
    return watcher


def _make_watcher(root: Builder) -> Watcher:
    inner = {name: WatchedFields({}) for name in ("setup", "game_rules", "deck")}
    models = {"genome": WatchedFields(inner), **inner}
    watched = {name: models.get(name) or Watched[Any]() for name in _sources(root)}
    maps = cast("Mapping[str, Watched[Any]]", watched)
    genome = cast("GameGenome", models["genome"])
    own_words: dict[str, Any] = {name: maps[name] for name in ("attributes", "zones", "registers", "terms")}
    words = replace(root.words, genome=genome, **own_words)
    shared = {field.name: getattr(root, field.name) for field in fields(root) if field.name != "watcher"}
    own = {"groups": maps["groups"], "group_sizes": maps["group_sizes"], "sight": maps["sight"]}
    shared_notes = (root.layout.ends_used, root.layout.piled)
    layout = Layout(maps["zone_places"], maps["register_places"], 0, 0, *shared_notes)
    return Watcher(**shared | own | {"genome": genome, "words": words, "layout": layout}, root=root, watched=watched)


def _fits(b: Builder, found: Part) -> bool:
    """Whether taking a part over comes to the same as compiling it here; if not, it is compiled here to see why."""
    subjects = b.words.term_subjects
    return (
        b.words.effort.left >= found.effort
        and len(b.pools.attributes.items) + sum(type(place) is AttributeRef for place, _ in found.used)
        <= MAX_ATTRIBUTES
        and all(subjects.get(term, kind) is kind for term, kind in found.added["term_uses"])
    )


def _taken_over(b: Builder, found: Part) -> Any:
    """The result of a part, which is now one of this program."""
    b.words.effort.spend(found.effort)
    moved, added, lists = b.pools.take_over(found.used), found.added, b.lists
    b.slots += map(dict, added["slots"])
    b.nodes += [relocated(node, moved) for node in added["nodes"]]
    for name in ("slot_notes", "node_paths", "sets", "order_matters", "calls", "ends_used", "piled"):
        lists[name].extend(added[name])
    for sets, zone in added["tally_calls"]:
        b.tally_sets(sets, zone)
    for name, start in added["hidden"]:
        b.hidden_register(name, start=start)
    for term, kind in added["term_uses"]:
        b.words.subject_of(term, kind)
    b.shown, b.path = set(found.shown), found.path
    if isinstance(b, Watcher):
        for name, seen in found.seen.items():
            b.watched[name].seen |= seen
    return relocated(found.result, moved) if found.used else found.result
