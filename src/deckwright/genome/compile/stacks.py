"""How much room code needs: the kernel's stacks are small and fixed."""

from __future__ import annotations

from deckwright.genome.compile.pools import Ops

INTEGERS = 24
MASKS = 8

_EFFECTS: dict[str, tuple[int, int, int, int]] = {}
"""Integers popped and pushed, card sets popped and pushed, by operation."""

for _names, _effect in (
    ("Const Reg Pick Local Aggregate", (0, 1, 0, 0)),
    ("RegAt Neg Not Table Attr Left Right Size Top Under Bottom Where", (1, 1, 0, 0)),
    ("Add Sub Mul Div Mod Eq Ne Lt Le Gt Ge And Or Min Max", (2, 1, 0, 0)),
    ("Skip", (0, 0, 0, 0)),
    ("Else", (1, 0, 0, 0)),
    ("MaskConst MaskPick MaskFollows MaskHeads MaskCalled", (0, 0, 0, 1)),
    ("MaskTable MaskZone MaskCard MaskIf", (1, 0, 0, 1)),
    ("MaskAnd MaskOr", (0, 0, 2, 1)),
    ("MaskNot MaskPacked MaskOpen", (0, 0, 1, 1)),
    ("Count Sum Largest Smallest First Value Pack", (0, 1, 1, 0)),
    ("Contains Adds", (1, 1, 1, 0)),
):
    _EFFECTS.update(dict.fromkeys(_names.split(), _effect))


def fits_stacks(ops: Ops) -> bool:
    """Whether the kernel can run the code; both branches of a condition leave the same, so one pass is enough."""
    integers = masks = 0
    arriving: dict[int, tuple[int, int]] = {}
    for place, op in enumerate(ops):
        integers, masks = arriving.get(place, (integers, masks))
        name, argument = next(iter(op.items())) if isinstance(op, dict) else (op, 0)
        pops, pushes, mask_pops, mask_pushes = (argument + 1, 1, 0, 0) if name == "Select" else _EFFECTS[name]
        integers += pushes - pops
        masks += mask_pushes - mask_pops
        if integers > INTEGERS or masks > MASKS:
            return False
        if name in ("Skip", "Else"):
            arriving[place + 1 + argument] = (integers, masks)
    return True
