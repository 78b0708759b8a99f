"""The parts of a program that expressions share: operations, masks, tables and attributes, each stored once."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, cast


def mask_text(mask: int) -> str:
    """A card set as the kernel reads it."""
    return format(mask, "x")


def cards_in(mask: int) -> list[int]:
    """The cards of a mask, lowest first."""
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


class Ref(int):
    """The place of an item in a pool; its class says in which, so that a part can be taken over into other pools."""


class OpRef(Ref):
    """Of an operation: `("Reg", 3)`, `("Add", 4, 7)` with the places of its operands, all of them earlier."""


class CodeRef(Ref):
    """Of an expression: the place of its last operation."""


class MaskRef(Ref):
    """Of a set of cards."""


class MaskTableRef(Ref):
    """Of card sets by index."""


class TableRef(Ref):
    """Of integers by index."""


class AggregateRef(Ref):
    """Of a loop."""


class AttributeRef(Ref):
    """Of a number for each card."""


Op = tuple[Any, ...]
"""The name of an operation, then its operands and numbers of its own; several operands in one place are a tuple."""
Moved = Mapping[type[Ref], Sequence[Ref]]
"""Where the items of a part have come to in the pools that took them over."""


@dataclass
class Pool:
    """A list without repetitions, of items that use no others."""

    kind: type[Ref]
    items: list[Any] = field(default_factory=list)
    keys: list[Hashable] = field(default_factory=list)
    """What each item is found by."""
    _places: dict[Hashable, Ref] = field(default_factory=dict)

    def add(self, item: Any) -> None:
        """Add an item at the end, whether or not it is there already."""
        key = self._key(item)
        self._places.setdefault(key, self.kind(len(self.items)))
        self._append(item, key)

    def place(self, item: Any) -> Ref:
        """Where the item is, added if it is new."""
        return self.place_by(self._key(item), item)

    def place_by(self, key: Hashable, item: Any) -> Ref:
        """The same for an item whose key is known."""
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = self.kind(len(self.items))
            self._append(item, key)
        return found

    def _key(self, item: Any) -> Hashable:
        return repr(item)

    def _append(self, item: Any, key: Hashable) -> None:
        self.items.append(item)
        self.keys.append(key)


@dataclass
class LinkedPool(Pool):
    """One of items that use others, of the same pool or of another."""

    log: list[type[Ref]] = field(default_factory=list)
    """The kind of every item that was added, in order; the linked pools of a program share it."""

    def moved(self, number: int, moved: Moved) -> Any:
        """An item that uses the same ones where they have come to."""
        return relocated(self.items[number], moved)

    def _append(self, item: Any, key: Hashable) -> None:
        super()._append(item, key)
        self.log.append(self.kind)


class CodePool(LinkedPool):
    """Expressions, each the place of its last operation."""

    def moved(self, number: int, moved: Moved) -> Any:
        """An expression whose operation has moved."""
        return moved[OpRef][self.items[number]]

    def _key(self, item: Any) -> Hashable:
        return cast("Hashable", item)


@dataclass
class OpPool(LinkedPool):
    """Operations, each with how many there are in it if it is written out."""

    sizes: list[int] = field(default_factory=list)

    def moved(self, number: int, moved: Moved) -> Any:
        """An operation on operands that have moved."""
        return tuple([_moved_argument(argument, moved) for argument in self.items[number]])

    def _key(self, item: Any) -> Hashable:
        return cast("Hashable", item)

    def _append(self, item: Any, key: Hashable) -> None:
        super()._append(item, key)
        self.sizes.append(1 + sum([self.sizes[operand] for operand in operands(item)]))


def _moved_argument(argument: Any, moved: Moved) -> Any:
    kind = type(argument)
    if kind in moved:
        return moved[kind][argument]
    return tuple([moved[OpRef][operand] for operand in argument]) if kind is tuple else argument


def operands(op: Op) -> list[OpRef]:
    """What an operation is applied to, from left to right."""
    found: list[OpRef] = []
    for argument in op:
        if type(argument) is OpRef:
            found.append(argument)
        elif type(argument) is tuple:
            found += argument
    return found


def to_json(op: Op) -> Any:
    """An operation as the kernel reads it: `{"Reg": 3}`, `{"Add": [4, 7]}`, `"LedMask"`."""
    name, *arguments = op
    if not arguments:
        return name
    return {name: arguments[0] if len(arguments) == 1 else arguments}


class Pools:
    """All shared lists of a program."""

    def __init__(self) -> None:
        self.masks = Pool(MaskRef)
        self.mask_tables = Pool(MaskTableRef)
        self.tables = Pool(TableRef)
        self.attributes = Pool(AttributeRef)
        self.plain = (self.masks, self.mask_tables, self.tables, self.attributes)
        self.log: list[type[Ref]] = []
        self.ops = OpPool(OpRef, log=self.log)
        self.code = CodePool(CodeRef, log=self.log)
        self.aggregates = LinkedPool(AggregateRef, log=self.log)
        self.linked: Mapping[type[Ref], LinkedPool] = {
            pool.kind: pool for pool in (self.ops, self.code, self.aggregates)
        }

    def __len__(self) -> int:
        """How many items there are altogether."""
        return len(self.log) + sum(len(pool.items) for pool in self.plain)

    def op(self, name: str, *arguments: object) -> OpRef:
        """An operation, with operands and numbers of its own."""
        op = (name, *arguments)
        return cast("OpRef", self.ops.place_by(op, op))

    def parts(self, op: OpRef) -> Iterator[Op]:
        """The operations of an expression, each once and after its operands."""
        seen: set[OpRef] = set()
        waiting = [(op, False)]
        while waiting:
            one, is_ready = waiting.pop()
            if is_ready:
                yield self.ops.items[one]
            elif one not in seen:
                seen.add(one)
                waiting.append((one, True))
                waiting += [(operand, False) for operand in reversed(operands(self.ops.items[one]))]

    def table(self, low: int, values: list[int]) -> int:
        """A table of integers by index from `low`, clamped at both ends."""
        return self.tables.place({"min": low, "values": values})

    def mask(self, mask: int) -> int:
        """A constant card set."""
        return self.masks.place(mask_text(mask))

    def mask_table(self, low: int, masks: Sequence[int], below: int, above: int) -> int:
        """Card sets by index."""
        return self.mask_tables.place(
            {
                "min": low,
                "masks": [mask_text(mask) for mask in masks],
                "below": mask_text(below),
                "above": mask_text(above),
            }
        )

    def take_over(self, part: Pools) -> Moved:
        """Add the items of another's pools, in the order in which they were made: an item uses only earlier ones."""
        moved: dict[type[Ref], list[Ref]] = {
            theirs.kind: list(map(mine.place_by, theirs.keys, theirs.items))
            for mine, theirs in zip(self.plain, part.plain, strict=True)
        }
        moved |= {kind: [] for kind in self.linked}
        for kind in part.log:
            places = moved[kind]
            places.append(self.linked[kind].place(part.linked[kind].moved(len(places), moved)))
        return moved


def relocated(value: Any, moved: Moved) -> Any:
    """A copy of something compiled in which every place in a pool is where its item has come to."""
    kind = type(value)
    if kind is dict:
        return {key: relocated(inner, moved) for key, inner in value.items()}
    if kind is list:
        return [relocated(inner, moved) for inner in value]
    if kind is tuple:
        return tuple(relocated(inner, moved) for inner in value)
    return moved[kind][value] if kind in moved else value
