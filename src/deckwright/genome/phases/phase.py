"""What a phase says of itself. A new mechanic is a file beside this one and a line in the list of this folder."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, Self

from deckwright.genome.compile.reuse import part
from deckwright.genome.errors import Issue
from deckwright.genome.materials import Register, Zone
from deckwright.genome.mechanic import Mechanic
from deckwright.genome.values import Expr, Name

if TYPE_CHECKING:
    from deckwright.genome.effects import Effect
    from deckwright.genome.mechanic_types import Block, Builder, English, GameGenome, Measure, Surroundings, Writer

Data = dict[str, Any]


class Flow(NamedTuple):
    """Where a phase stands: in how many structures, inside a turn or not, and whether all choose together there."""

    depth: int = 0
    in_turn: bool = False
    together: bool = False


class PhaseModel(Mechanic):
    """A phase: what it does not say goes without saying. One without a node of the kernel is lowered to others."""

    title: ClassVar[str]
    """Its heading in a rulebook, if it has no name."""
    asks: ClassVar[bool] = True
    """Whether a player decides something in it."""
    goes_round: ClassVar[bool] = False
    """Whether others than who has the turn play cards in it."""
    bluffs: ClassVar[bool] = False
    """Whether cards are laid face down, in its own zone, under a rank that need not be theirs."""
    compares_ranks: ClassVar[bool] = False
    """Whether one rank is higher than another in it, by what it is."""
    own_zones: ClassVar[tuple[Zone, ...]] = ()
    """Zones that a game with such a phase has without declaring them."""
    own_registers: ClassVar[tuple[Register, ...]] = ()

    type: str
    name: Name = ""
    when: Expr = "1"

    @classmethod
    def own_names(cls) -> frozenset[str]:
        """The names of those zones and registers."""
        return frozenset((*(zone.name for zone in cls.own_zones), *(register.name for register in cls.own_registers)))

    @property
    def call_kinds(self) -> tuple[str, ...]:
        """The kinds of calls that can be made in it."""
        return ()

    def effect_lists(self, path: str) -> Iterator[tuple[tuple[Effect, ...], str]]:
        """Its lists of effects."""
        return iter(())

    def lower(self, ranks: tuple[str, ...]) -> PhaseModel:
        """The same in phases that the kernel has."""
        return self

    def rank_due(self, ranks: tuple[str, ...], claims: int) -> str | None:
        """The rank that a claim after so many others has to name; None if it may be any."""

    def issues(self, around: Surroundings, path: str) -> Iterator[Issue]:
        """Fields that could have no effect where they stand, and what it lacks."""
        return iter(())

    def work(self, measure: Measure) -> int:
        """How many steps it takes at most, besides those of its own expressions."""
        raise NotImplementedError

    def idle_work(self, measure: Measure) -> int:
        """How many steps it takes if nobody is asked anything in it."""
        return 1 + measure.texts(self, "when")

    def compile(self, b: Builder, path: str, flow: Flow) -> list[int]:
        """Its nodes in the program, or those of what it is lowered to: from what is kept, if they are there."""
        lowered = self.lower(b.words.cards.ranks)
        if lowered is not self:
            return lowered.compile(b, path, flow)
        return part(b, _nodes, self, path, together=flow.together)

    def nodes(self, b: Builder, path: str, *, together: bool) -> list[int]:
        """Its nodes, compiled."""
        raise NotImplementedError

    @classmethod
    def texts_shown(cls, node: Any) -> Iterator[tuple[int, tuple[str, ...]]]:
        """What values of its slots are called at a table, where that is not what they count: by slot."""
        return iter(())

    def told(self, english: English) -> tuple[Block, ...]:
        """The phase in a rulebook."""
        raise NotImplementedError

    def glance(self, english: English) -> str:
        """What one does in it, in a few words."""
        return ""

    @classmethod
    def summary(cls, english: English, phases: Sequence[Self]) -> tuple[str, str]:
        """What all of these phases come to in the quick reference, after its label."""
        return "", ""

    def limit_told(self, english: English) -> str:
        """What happens after as many turns as a hand may have."""
        return ""

    def tricks(self, english: English) -> tuple[tuple[int, str], ...]:
        """How many tricks it has in every hand (0 if that differs), and under what exception all play to them."""
        return ()

    def why_not(self, english: English, tier: int, suit: str) -> str:
        """Why a card of a suit may not be played in it, by the tier of duties that binds."""
        return ""

    def pitch(self, genome: GameGenome) -> str:
        """A sentence for somebody who has never heard of the game."""
        return ""

    def without_teams(self) -> Self:
        """The same for a game in which everybody plays alone."""
        return self

    @classmethod
    def weight(cls, writer: Writer, depth: int) -> float:
        """How often a random phase is one of these in the words of a genome, in structures of structures."""
        return cls.likelihood

    @classmethod
    def random(cls, writer: Writer, room: int, depth: int) -> Data:
        """A random one, as plain data; with at most so many turns."""
        raise NotImplementedError


def _nodes(b: Builder, phase: PhaseModel, path: str, *, together: bool) -> list[int]:
    return phase.nodes(b, path, together=together)
