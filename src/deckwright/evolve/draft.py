"""A genome being changed: its plain data, where its parts are, and which of them the change is about."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from deckwright.dice import Dice
from deckwright.genome.picks import PICKS, PickKind
from deckwright.genome.schema import GameGenome
from deckwright.genome.writing import Data


class Part(NamedTuple):
    """An item of a list of the data: a phase, an offer, an effect, a scoring rule..."""

    path: str
    siblings: list[Any]
    place: int

    @property
    def item(self) -> Any:
        """The part itself."""
        return self.siblings[self.place]


class Effects(NamedTuple):
    """A list of effects, whose it is, and whether turns go round there."""

    path: str
    holder: Data
    key: str

    def items(self) -> list[Data]:
        """The list, made if the data does not have it."""
        found: list[Data] = self.holder.setdefault(self.key, [])
        return found


@dataclass
class Draft:
    """The data of a genome that an operator may change as it likes, and the dice it decides by."""

    parent: GameGenome
    dice: Dice
    donors: Sequence[GameGenome] = ()
    pinned: tuple[str, ...] = ()
    """Paths that a constraint keeps as they are."""
    data: Data = field(init=False)
    kept: list[tuple[Any, Any, Any]] = field(init=False)
    """What the change is about: holder, key, value. It must not be lost when the rest is made to fit."""

    def __post_init__(self) -> None:
        self.start_over()

    def start_over(self) -> None:
        """The data of the parent again, every list that operators look for among it."""
        self.data = self.parent.to_dict()
        self.data.setdefault("deck", {})
        self.kept = []

    def put(self, holder: Any, key: Any, value: Any) -> None:
        """Give a field or an item a value, which is what the change is about."""
        holder[key] = value
        self.keep(holder, key)

    def add(self, items: list[Any], value: Any, place: int | None = None) -> None:
        """Put a new item into a list, at a place or at its end."""
        items.insert(len(items) if place is None else place, value)
        self.kept.append((items, None, value))

    def drop(self, holder: Any, key: Any) -> None:
        """Take a field or an item out."""
        del holder[key]
        if isinstance(holder, list):
            return
        self.kept.append((holder, key, _GONE))

    def keep(self, holder: Any, key: Any) -> None:
        """What stands here is what the change is about."""
        is_item = isinstance(holder, list) and isinstance(holder[key], dict | list)
        self.kept.append((holder, None if is_item else key, holder[key]))

    def survives(self) -> bool:
        """Whether everything that the change is about is still there."""
        there = {id(node) for node in nodes(self.data)}
        return all(_holds(holder, key, value) and id(holder) in there for holder, key, value in self.kept)

    def free(self, parts: Iterator[Part] | Sequence[Part]) -> list[Part]:
        """Those parts that no constraint pins, nor anything in them."""
        return [part for part in parts if not self.is_pinned(part.path)]

    def is_pinned(self, path: str) -> bool:
        """Whether a path is pinned, is in what is pinned, or holds it."""
        return any(_within(path, pin) or _within(pin, path) for pin in self.pinned)


_GONE = object()


def _within(path: str, other: str) -> bool:
    return path == other or (path.startswith(other) and path[len(other)] in ".[")


def _holds(holder: Any, key: Any, value: Any) -> bool:
    if key is None:
        return any(item is value for item in holder)
    if value is _GONE:
        return key not in holder
    try:
        return bool(holder[key] is value or holder[key] == value)
    except (KeyError, IndexError):
        return False


def nodes(data: Any) -> Iterator[Any]:
    """Every dict and list of the data, itself too."""
    waiting = [data]
    while waiting:
        node = waiting.pop()
        yield node
        inner = node.values() if isinstance(node, dict) else node
        waiting += [item for item in inner if isinstance(item, dict | list)]


def items_of(holder: Data, key: str, path: str) -> Iterator[Part]:
    """The items of a list of the data."""
    found = holder.get(key, [])
    yield from (Part(f"{path}.{key}[{place}]", found, place) for place in range(len(found)))


def structures(data: Data) -> Iterator[tuple[str, Data]]:
    """The turn structures: the root, and those nested in it."""
    yield "$.turn_structure", data["turn_structure"]
    yield from ((part.path, part.item) for part in phases(data) if part.item["type"] == "turns")


def phases(data: Data, *types: str) -> Iterator[Part]:
    """The phases at any depth, or those of some types."""
    yield from (part for part in _phases(data["turn_structure"], "$.turn_structure") if _is_of(part, types))


def _phases(turns: Data, path: str) -> Iterator[Part]:
    for part in items_of(turns, "phases", path):
        yield part
        if part.item["type"] == "turns":
            yield from _phases(part.item, part.path)


def _is_of(part: Part, types: tuple[str, ...]) -> bool:
    return not types or part.item["type"] in types


def offers(data: Data) -> Iterator[Part]:
    """The offers of all choices."""
    for choice in phases(data, "choice"):
        yield from items_of(choice.item, "offers", choice.path)


def picks(data: Data, is_wanted: Callable[[PickKind], object] = bool) -> Iterator[Part]:
    """The picks of all offers, or those of kinds of which something holds."""
    for offer in offers(data):
        found = items_of(offer.item, "picks", offer.path)
        yield from (part for part in found if is_wanted(PICKS[part.item.get("kind", "card")]))


def effect_lists(data: Data, *, deal: bool = True) -> Iterator[Effects]:
    """Every list of effects, nested ones too, those that are empty among them."""
    if deal:
        yield from _nested(Effects("$.setup.deal", data["setup"], "deal"))
    for part in items_of(data, "special_effects", "$"):
        yield from _nested(Effects(f"{part.path}.effects", part.item, "effects"))
    for part in phases(data, "do"):
        yield from _nested(Effects(f"{part.path}.effects", part.item, "effects"))
    for part in offers(data):
        yield from _nested(Effects(f"{part.path}.effects", part.item, "effects"))


def _nested(effects: Effects) -> Iterator[Effects]:
    yield effects
    for place, effect in enumerate(effects.holder.get(effects.key, ())):
        here = f"{effects.path}[{place}]"
        match effect["type"]:
            case "if":
                yield from _nested(Effects(f"{here}.then", effect, "then"))
                yield from _nested(Effects(f"{here}.otherwise", effect, "otherwise"))
            case "each":
                yield from _nested(Effects(f"{here}.effects", effect, "effects"))


def effects(data: Data, *types: str, deal: bool = True) -> Iterator[Part]:
    """Every effect, or those of some types."""
    for found in effect_lists(data, deal=deal):
        items = found.holder.get(found.key, [])
        for place in range(len(items)):
            if not types or items[place]["type"] in types:
                yield Part(f"{found.path}[{place}]", items, place)
