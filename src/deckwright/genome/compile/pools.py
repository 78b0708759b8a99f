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
    """Of an operation: `{"Reg": 3}`, `{"Add": [4, 7]}` with the places of its operands, all of them earlier."""


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


@dataclass
class Pool:
    """A list without repetitions."""

    kind: type[Ref]
    log: list[type[Ref]] = field(default_factory=list)
    """The kind of every item that was added, in order; shared by the pools of a program."""
    items: list[Any] = field(default_factory=list)
    _places: dict[Hashable, Ref] = field(default_factory=dict)

    def add(self, item: Any) -> None:
        """Add an item at the end, whether or not it is there already."""
        self._places.setdefault(self._key(item), self.kind(len(self.items)))
        self._append(item)

    def find(self, item: Any) -> Ref | None:
        """Where the item is, if it is there."""
        return self._places.get(self._key(item))

    def place(self, item: Any) -> Ref:
        """Where the item is, added if it is new."""
        key = self._key(item)
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = self.kind(len(self.items))
            self._append(item)
        return found

    def _key(self, item: Any) -> Hashable:
        return repr(item)

    def _append(self, item: Any) -> None:
        self.items.append(item)
        self.log.append(self.kind)


@dataclass
class OpPool(Pool):
    """Operations, each with how many there are in it if it is written out."""

    sizes: list[int] = field(default_factory=list)

    def _append(self, item: Any) -> None:
        super()._append(item)
        self.sizes.append(1 + sum(map(self.sizes.__getitem__, operands(item))))

    def _key(self, item: Any) -> Hashable:
        return item if isinstance(item, str) else tuple((name, _frozen(value)) for name, value in item.items())


def _frozen(value: Any) -> Hashable:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value


def operands(item: Any) -> list[OpRef]:
    """What an operation is applied to, from left to right."""
    if isinstance(item, OpRef):
        return [item]
    if isinstance(item, (dict, list)):
        return [operand for inner in (item.values() if isinstance(item, dict) else item) for operand in operands(inner)]
    return []


Moved = Mapping[type[Ref], Sequence[Ref]]
"""Where the items of a part have come to in the pools that took them over."""


class Pools:
    """All shared lists of a program."""

    def __init__(self) -> None:
        self.log: list[type[Ref]] = []
        self.ops = OpPool(OpRef, self.log)
        self.code = Pool(CodeRef, self.log)
        self.masks = Pool(MaskRef, self.log)
        self.mask_tables = Pool(MaskTableRef, self.log)
        self.tables = Pool(TableRef, self.log)
        self.aggregates = Pool(AggregateRef, self.log)
        self.attributes = Pool(AttributeRef, self.log)
        numbers = (self.masks, self.mask_tables, self.tables, self.attributes)
        self.by_kind = {pool.kind: pool for pool in (self.ops, self.code, self.aggregates, *numbers)}

    def op(self, name: str, *arguments: object) -> OpRef:
        """An operation, with operands and numbers of its own."""
        one_or_all = arguments[0] if len(arguments) == 1 else list(arguments)
        return cast("OpRef", self.ops.place({name: one_or_all} if arguments else name))

    def parts(self, op: OpRef) -> Iterator[Any]:
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
        moved: dict[type[Ref], list[Ref]] = {kind: [] for kind in self.by_kind}
        for kind in part.log:
            item = part.by_kind[kind].items[len(moved[kind])]
            moved[kind].append(self.by_kind[kind].place(relocated(item, moved)))
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
