"""The parts of a program that expressions share: operations, masks, tables and attributes, each stored once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import Any, TypeVar, cast

from deckwright.genome.limits import MAX_CARDS

K = TypeVar("K", bound=Hashable)


def mask_text(mask: int) -> str:
    """A card set as the kernel reads it."""
    return format(mask, "x")


def cards_in(mask: int) -> list[int]:
    """The cards of a mask, lowest first."""
    return [card for card in range(mask.bit_length()) if mask >> card & 1]


def mask_of(values: Iterable[object]) -> int:
    """The cards of which something holds, as bits, given whether it does of each."""
    return sum(compress(_BITS, values))


def masks_by(values: Iterable[K]) -> dict[K, int]:
    """The cards that have each value, as bits."""
    found: dict[K, int] = {}
    for bit, value in zip(_BITS, values, strict=False):
        found[value] = found.get(value, 0) | bit
    return found


_BITS = [1 << card for card in range(MAX_CARDS)]


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
Moved = Mapping[type[Ref], Mapping[int, Ref]]
"""Where the items of a part have come to in the pools that took them over."""


Used = tuple[Ref, Hashable, Any]
"""The place, the key and an item of a pool that a part uses, so that it can be taken over into another's."""


class Pool:
    """A list without repetitions, of items that use no others."""

    def __init__(self, kind: type[Ref], log: list[Ref]) -> None:
        self.kind = kind
        self.items: list[Any] = []
        self.keys: list[Hashable] = []
        """What each item is found by."""
        self.log = log
        """Every place that was asked for, in order; the pools of a program share it."""
        self._places: dict[Hashable, Ref] = {}

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
        self.log.append(found)
        return found

    def take_over(self, key: Hashable, item: Any, moved: Moved) -> Ref:  # noqa: ARG002
        """Where an item of another program's pool is here; `moved` says it of those that the item uses."""
        return self.place_by(key, item)

    def _key(self, item: Any) -> Hashable:
        return item if type(item) in (str, tuple) else repr(item)

    def _append(self, item: Any, key: Hashable) -> None:
        self.items.append(item)
        self.keys.append(key)


class LoopPool(Pool):
    """Loops, which use expressions."""

    def take_over(self, key: Hashable, item: Any, moved: Moved) -> Ref:  # noqa: ARG002
        """A loop over expressions that have moved."""
        return self.place(relocated(item, moved))


class CodePool(Pool):
    """Expressions, each the place of its last operation."""

    def take_over(self, key: Hashable, item: Any, moved: Moved) -> Ref:  # noqa: ARG002
        """An expression whose operation has moved."""
        return self.place(moved[OpRef][item])

    def _key(self, item: Any) -> Hashable:
        return cast("Hashable", item)


class OpPool(Pool):
    """Operations, each with how many there are in it if it is written out."""

    def __init__(self, kind: type[Ref], log: list[Ref]) -> None:
        super().__init__(kind, log)
        self.sizes: list[int] = []

    def take_over(self, key: Hashable, item: Any, moved: Moved) -> Ref:  # noqa: ARG002
        """An operation on operands that have moved."""
        op = tuple([_moved_argument(argument, moved) for argument in item])
        return self.place_by(op, op)

    def _append(self, item: Any, key: Hashable) -> None:
        self.items.append(item)
        self.keys.append(key)
        sizes = self.sizes
        size = 1
        for argument in item:
            if type(argument) is OpRef:
                size += sizes[argument]
            elif type(argument) is tuple:
                size += sum([sizes[operand] for operand in argument])
        sizes.append(size)


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
        self.log: list[Ref] = []
        self.masks = Pool(MaskRef, self.log)
        self.mask_tables = Pool(MaskTableRef, self.log)
        self.tables = Pool(TableRef, self.log)
        self.attributes = Pool(AttributeRef, self.log)
        self.ops = OpPool(OpRef, self.log)
        self.code = CodePool(CodeRef, self.log)
        self.aggregates = LoopPool(AggregateRef, self.log)
        plain = (self.masks, self.mask_tables, self.tables, self.attributes)
        self.by_kind = {pool.kind: pool for pool in (*plain, self.ops, self.code, self.aggregates)}

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

    def used_since(self, start: int) -> list[Used]:
        """The items that were asked for since the log was so long, each after those that it uses."""
        asked = self.log[start:]
        found = dict(zip(map(id, asked), asked, strict=True)).values()  # every place is one object
        pools = self.by_kind
        return [(place, (pool := pools[type(place)]).keys[place], pool.items[place]) for place in found]

    def take_over(self, part: Sequence[Used]) -> Moved:
        """Ask for what a part of another program used, in the same order."""
        moved: dict[type[Ref], dict[int, Ref]] = {kind: {} for kind in self.by_kind}
        for place, key, item in part:
            kind = type(place)
            moved[kind][place] = self.by_kind[kind].take_over(key, item, moved)
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
