"""The twelve things that can happen: each in a file of its own, and in this list."""

from typing import Annotated

from pydantic import Field

from deckwright.genome.effects.branch import If
from deckwright.genome.effects.each import Each
from deckwright.genome.effects.effect import EffectModel
from deckwright.genome.effects.end import End
from deckwright.genome.effects.move import Move
from deckwright.genome.effects.out import Out
from deckwright.genome.effects.pay import Pay
from deckwright.genome.effects.score import Score
from deckwright.genome.effects.set import Set
from deckwright.genome.effects.show import Show
from deckwright.genome.effects.shuffle import Shuffle
from deckwright.genome.effects.sweep import Sweep
from deckwright.genome.effects.turn import Turn

Effect = Annotated[
    Move | Sweep | Show | Shuffle | Set | Score | Pay | Turn | Out | If | Each | End, Field(discriminator="type")
]
EFFECTS: tuple[type[EffectModel], ...] = Effect.__origin__.__args__  # type: ignore[attr-defined]

If.model_rebuild(_types_namespace={"Effect": Effect})
Each.model_rebuild(_types_namespace={"Effect": Effect})

__all__ = [
    "EFFECTS", "Each", "Effect", "EffectModel", "End", "If", "Move", "Out", "Pay", "Score", "Set", "Show", "Shuffle",
    "Sweep", "Turn",
]  # fmt: skip
