"""Who mentions what in a genome, what a part needs, and what must go with it.

A *thing* is what rules speak about by name: a zone, register, term, table, strain, pattern, a kind of call, a suit, a
rank, a card, a fact of the language. A *part* is an item of a list: a phase, an offer, an effect, a scoring rule...
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from deckwright.evolve.random.anywhere import remove_paths
from deckwright.genome.checks.walk import expression_fields, expressions_in, texts_in, words_in
from deckwright.genome.compile.compiler import deck_cards
from deckwright.genome.expressions.types import FUNCTIONS, REGISTER_FACTS
from deckwright.genome.phases import Call
from deckwright.genome.schema import GameGenome
from deckwright.genome.values import Model, held_by
from deckwright.genome.writing import Data

RELEASED = frozenset(
    {"when", "where", "until", "accept", "start", "actor", "leader", "gate", "dummy", "out", "hold", "build", "strain"}
    | {"utility", "most", "may_pass"}
)
"""Fields that go back to their default when what they mention is gone; any other takes its part with it."""

_ITEM = re.compile(r"^(.*\[\d+\])[^\[\]]*$")
_OF_PICKS = re.compile(r"\.picks\[\d+\]$")


class Thing(NamedTuple):
    """What rules speak about by name."""

    kind: str
    name: str


class Mention(NamedTuple):
    """A thing that is mentioned, and the path of the field that does it."""

    thing: Thing
    path: str


@dataclass(frozen=True)
class References:
    """What a genome defines, and where it mentions what."""

    defined: dict[Thing, str]
    """The path of each thing's definition; suits, ranks, cards and facts have none."""
    mentions: tuple[Mention, ...]

    def of(self, thing: Thing) -> tuple[Mention, ...]:
        """Where a thing is mentioned."""
        return self._by_thing.get(thing, ())

    def within(self, path: str) -> frozenset[Thing]:
        """What a part mentions itself."""
        return frozenset(mention.thing for mention in self.mentions if is_within(mention.path, path))

    def needs(self, path: str) -> frozenset[Thing]:
        """What a part mentions, and what the definitions of that mention, and so on."""
        found: set[Thing] = set()
        waiting = list(self.within(path))
        while waiting:
            thing = waiting.pop()
            if thing in found:
                continue
            found.add(thing)
            if thing in self.defined:
                waiting += self.within(self.defined[thing])
        return frozenset(found)

    def cascade(self, paths: Iterable[str]) -> tuple[frozenset[str], frozenset[str]]:
        """The parts that go if these go, and the fields that go back to their default.

        Whatever mentions a thing whose definition goes is released from it or goes too; an offer goes with its picks.
        """
        gone: set[str] = set()
        released: set[str] = set()
        waiting = list(paths)
        while waiting:
            path = _OF_PICKS.sub("", waiting.pop())
            if path in gone:
                continue
            gone.add(path)
            lost = [thing for thing, where in self.defined.items() if is_within(where, path)]
            for mention in (mention for thing in lost for mention in self.of(thing)):
                if any(is_within(mention.path, other) for other in gone) or mention.path == f"{path}.kind":
                    continue
                if mention.path.rsplit(".", 1)[-1] in RELEASED:
                    released.add(mention.path)
                elif (item := _ITEM.match(mention.path)) is not None:
                    waiting.append(item.group(1))
        return frozenset(gone), frozenset(released)

    @cached_property
    def _by_thing(self) -> dict[Thing, tuple[Mention, ...]]:
        found: dict[Thing, list[Mention]] = {}
        for mention in self.mentions:
            found.setdefault(mention.thing, []).append(mention)
        return {thing: tuple(mentions) for thing, mentions in found.items()}


def is_within(path: str, other: str) -> bool:
    """Whether a path leads to a part of what another leads to, or to the same."""
    return path.startswith(other) and (len(path) == len(other) or path[len(other)] in ".[")


@lru_cache(maxsize=128)
def references(genome: GameGenome) -> References:
    """The graph of a genome."""
    defined = dict(_definitions(genome))
    return References(defined, tuple(_mentions(genome, defined)))


def remove_parts(genome: GameGenome, paths: Iterable[str]) -> Data:
    """The data of a genome without some parts and without what cannot be without them."""
    gone, released = references(genome).cascade(paths)
    data = genome.to_dict()
    remove_paths(data, (*gone, *released))
    return data


def _definitions(genome: GameGenome) -> Iterator[tuple[Thing, str]]:
    for kind, field in (("zone", "zones"), ("register", "registers"), ("term", "terms"), ("strain", "strains")):
        for number, item in enumerate(getattr(genome, field)):
            names = genome.deck.suits if kind == "strain" and item.each else (item.name,)
            yield from ((Thing(kind, name), f"$.{field}[{number}]") for name in names)
    for number, table in enumerate(genome.deck.tables):
        yield Thing("table", table.name), f"$.deck.tables[{number}]"
    for number, pattern in enumerate(genome.patterns):
        yield Thing("pattern", pattern.name), f"$.patterns[{number}]"
    for holder, path in models_in(genome.turn_structure, "$.turn_structure"):
        if isinstance(holder, Call) and holder.kind:
            yield Thing("kind", holder.kind), path
    groups = {pattern.group: number for number, pattern in enumerate(genome.patterns) if pattern.group}
    known = {pattern.name for pattern in genome.patterns}
    yield from ((Thing("pattern", name), f"$.patterns[{at}]") for name, at in groups.items() if name not in known)


def _mentions(genome: GameGenome, defined: dict[Thing, str]) -> Iterator[Mention]:
    by_word: dict[str, Thing] = {}
    for thing in defined:
        if thing.kind in ("zone", "register", "term", "table"):
            by_word[thing.name] = thing
    by_word |= {name: Thing("fact", name) for name in (*REGISTER_FACTS, *FUNCTIONS) if name not in by_word}
    kinds: dict[str, set[str]] = {}
    for thing in defined:
        if thing.kind in ("strain", "pattern", "table", "kind"):
            kinds.setdefault(thing.name, set()).add(thing.kind)
    for kind, names in _printed(genome):
        for name in names:
            kinds.setdefault(name, set()).add(kind)
    for written in expressions_in(genome):
        yield from (Mention(by_word[w], written.path) for w in sorted(words_in(written.text)) if w in by_word)
        for text in sorted(texts_in(written.text)):
            yield from (Mention(Thing(kind, text), written.path) for kind in sorted(kinds.get(text, ())))
    for holder, path in models_in(genome, "$"):
        for field, kind in holder.named_fields().items():
            held = getattr(holder, field)
            for name in held if isinstance(held, tuple) else (held,):
                if name and not (field == "into" and name == "score"):
                    yield Mention(Thing(kind, name), f"{path}.{field}")


def _printed(genome: GameGenome) -> Iterator[tuple[str, tuple[str, ...]]]:
    yield "suit", genome.deck.suits
    yield "rank", (*genome.deck.ranks, *(extra.rank for extra in genome.deck.extra if extra.rank))
    yield "card", tuple(card.code for card in deck_cards(genome).types)


def models_in(value: Any, path: str) -> Iterator[tuple[Model, str]]:
    """Every model of a value, itself too, with its path."""
    if isinstance(value, tuple):
        for number, item in enumerate(value):
            yield from models_in(item, f"{path}[{number}]")
    elif isinstance(value, Model):
        yield value, path
        for name, inner in held_by(value):
            yield from models_in(inner, f"{path}.{name}")


def value_at(genome: GameGenome, path: str) -> Any:
    """What stands at a path."""
    node: Any = genome
    for step in path.removeprefix("$").replace("[", ".").replace("]", "").strip(".").split("."):
        node = node[int(step)] if step.isdecimal() else getattr(node, step)
    return node


_WORD_OR_TEXT = re.compile(r"'([^']*)'|\"([^\"]*)\"|[A-Za-z_]\w*")


def reworded(text: str, words: dict[str, str], texts: dict[str, str]) -> str:
    """An expression with other names, and other texts in quotes."""

    def other(match: re.Match[str]) -> str:
        whole = match.group()
        if whole[0] in "'\"":
            return repr(texts.get(whole[1:-1], whole[1:-1]))
        return words.get(whole, whole)

    return _WORD_OR_TEXT.sub(other, text)


def renamed(value: Any, words: dict[str, str], texts: dict[str, str], plain: dict[tuple[str, str], str]) -> Any:
    """A part with other names: in expressions, in quotes, and in fields that hold names, by kind and name."""
    if isinstance(value, tuple):
        return tuple(renamed(item, words, texts, plain) for item in value)
    if not isinstance(value, Model):
        return value
    written = expression_fields(type(value))
    named = value.holds_names
    changes: dict[str, Any] = {}
    for name, held in value:
        if name in written:
            changes[name] = _each(held, lambda text: reworded(str(text), words, texts))
        elif name in named:
            changes[name] = _each(held, lambda text, kind=named[name]: plain.get((kind, text), text))
        else:
            changes[name] = renamed(held, words, texts, plain)
    return value.model_copy(update=changes)


def _each(held: Any, change: Any) -> Any:
    if isinstance(held, tuple):
        return tuple(change(item) for item in held)
    return change(held) if isinstance(held, str) else held
