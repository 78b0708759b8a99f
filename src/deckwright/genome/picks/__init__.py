"""The kinds of picks, listed."""

from typing import Literal

from deckwright.genome.expressions.types import Type
from deckwright.genome.picks.card import CardKind, TailKind
from deckwright.genome.picks.cards import CardsKind, SetKind, SetsKind
from deckwright.genome.picks.pick import Draft, Duty, Pick, PickKind, duty_issues
from deckwright.genome.picks.value import NumberKind, PileKind, SeatKind, ValueKind

KINDS: tuple[PickKind, ...] = (
    CardKind(),
    CardsKind(),
    SetKind(),
    SetsKind(),
    TailKind(),
    SeatKind("seat", Type.SEAT, 2),
    ValueKind("rank", Type.RANK, 1.2),
    ValueKind("suit", Type.SUIT, 1.2),
    NumberKind("number", Type.INT, 1.5),
    PileKind("pile", Type.PILE, 1.5),
    ValueKind("strain", Type.STRAIN, 0.8),
)
PICKS: dict[str, PickKind] = {kind.name: kind for kind in KINDS}

Pick.model_rebuild(_types_namespace={"KindName": Literal[tuple(PICKS)]})

__all__ = ["KINDS", "PICKS", "Draft", "Duty", "Pick", "PickKind", "duty_issues"]
