"""The parts of a program that expressions share: operations, masks, tables and attributes, each stored once."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import compress
from typing import Any, Generic, TypeVar

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

    __slots__ = ()


class OpRef(Ref):
    """Of an operation: `("Reg", 3)`, `("Add", 4, 7)` with the places of its operands, all of them earlier."""

    __slots__ = ()


class CodeRef(Ref):
    """Of an expression: the place of its last operation."""

    __slots__ = ()


class MaskRef(Ref):
    """Of a set of cards."""

    __slots__ = ()


class MaskTableRef(Ref):
    """Of card sets by index: the lowest, the sets, and those of all that is below and above."""

    __slots__ = ()


class TableRef(Ref):
    """Of integers by index: the lowest, and the integers."""

    __slots__ = ()


class AggregateRef(Ref):
    """Of a loop."""

    __slots__ = ()


class AttributeRef(Ref):
    """Of a number for each card."""

    __slots__ = ()


R = TypeVar("R", bound=Ref)
Op = tuple[Any, ...]
"""The name of an operation, then its operands and numbers of its own; several operands in one place are a tuple."""
Moved = Mapping[type[Ref], Mapping[int, Ref]]
"""Where the items of a part have come to in the pools that took them over."""
Used = tuple[Ref, Any]
"""An item of a pool that a part uses, after its place there, so that it can be taken over into another's."""


class Pool(Generic[R]):
    """A list without repetitions, of items that use no others."""

    def __init__(self, kind: type[R], log: list[Ref]) -> None:
        self.kind = kind
        self.items: list[Any] = []
        self.log = log
        """Every place that was asked for, in order; the pools of a program share it."""
        self._places: dict[Hashable, R] = {}

    def add(self, item: Any) -> None:
        """Add an item at the end, whether or not it is there already."""
        self._places.setdefault(item, self.kind(len(self.items)))
        self._append(item)

    def place(self, item: Any) -> R:
        """Where the item is, added if it is new."""
        return self.place_by(item, item)

    def place_by(self, key: Hashable, item: Any) -> R:
        """The same for an item that is found by a key."""
        found = self._places.get(key)
        if found is None:
            found = self._places[key] = self.kind(len(self.items))
            self._append(item)
        self.log.append(found)
        return found

    def take_over(self, item: Any, moved: Moved) -> R:  # noqa: ARG002
        """Where an item of another program's pool is here; `moved` says it of those that the item uses."""
        return self.place_by(item, item)

    def _append(self, item: Any) -> None:
        self.items.append(item)


class LoopPool(Pool[AggregateRef]):
    """Loops, which use expressions."""

    def place(self, item: Any) -> AggregateRef:
        """Where a loop is, added if it is new."""
        return self.place_by(repr(item), item)

    def take_over(self, item: Any, moved: Moved) -> AggregateRef:
        """A loop over expressions that have moved."""
        return self.place(relocated(item, moved))


class CodePool(Pool[CodeRef]):
    """Expressions, each the place of its last operation."""

    def take_over(self, item: Any, moved: Moved) -> CodeRef:
        """An expression whose operation has moved."""
        return self.place(moved[OpRef][item])


class OpPool(Pool[OpRef]):
    """Operations, each with how many there are in it if it is written out."""

    def __init__(self, kind: type[OpRef], log: list[Ref]) -> None:
        super().__init__(kind, log)
        self.sizes: list[int] = []

    def take_over(self, item: Any, moved: Moved) -> OpRef:
        """An operation on operands that have moved."""
        return self.place(tuple([_moved_argument(argument, moved) for argument in item]))

    def _append(self, item: Any) -> None:
        self.items.append(item)
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
        pools: tuple[Pool[Any], ...] = (
            self.masks, self.mask_tables, self.tables, self.attributes, self.ops, self.code, self.aggregates
        )  # fmt: skip
        self.by_kind = {pool.kind: pool for pool in pools}

    def op(self, name: str, *arguments: object) -> OpRef:
        """An operation, with operands and numbers of its own."""
        op = (name, *arguments)
        return self.ops.place_by(op, op)

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

    def used_since(self, start: int) -> list[Used]:
        """The items that were asked for since the log was so long, each after those that it uses."""
        asked = self.log[start:]
        found = dict(zip(map(id, asked), asked, strict=True)).values()  # every place is one object
        pools = self.by_kind
        return [(place, pools[type(place)].items[place]) for place in found]

    def take_over(self, part: Sequence[Used]) -> Moved:
        """Ask for what a part of another program used, in the same order."""
        moved: dict[type[Ref], dict[int, Ref]] = {kind: {} for kind in self.by_kind}
        for place, item in part:
            kind = type(place)
            moved[kind][place] = self.by_kind[kind].take_over(item, moved)
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
