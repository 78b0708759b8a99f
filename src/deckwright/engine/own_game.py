"""Games that the kernel has of its own: no genome, the same states."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Final

from deckwright import _kernel
from deckwright.cards import Card, Deck, Rank, Suit, joker
from deckwright.engine.errors import EngineError
from deckwright.engine.game import Game
from deckwright.engine.notation import Notation, ZonePlace
from deckwright.engine.shape import Shape
from deckwright.games.catalogue import own_games
from deckwright.games.entry import OptionValue, OwnEntry
from deckwright.genome.compile import Names
from deckwright.genome.compile.program import RegisterName, SlotName

if TYPE_CHECKING:
    from deckwright.engine.kernel_types import BatchResult, KernelPosition
    from deckwright.genome.schema import GameGenome

SLOTS: Final = 12
"""Places that a player's cards can lie in."""

_PHASES: Final = (
    "turn", "drawn card", "replaced card", "look at own", "look at another's", "first to exchange",
    "second to exchange", "king's look", "king's first", "king's second", "stick", "give", "end of turn", "over",
)  # fmt: skip

_FACTS: Final = ("hand_number", "turns", "turn_of", "caller", "turns_left")


class OwnGame(Game):
    """Cambio with its house rules; others that the kernel has of its own would follow it."""

    def __init__(self, entry: OwnEntry, options: Mapping[str, OptionValue]) -> None:
        self.entry = entry
        self.id = entry.id
        self.options = MappingProxyType(dict(options))
        self.settings = MappingProxyType(dict(entry.settings(entry.check_options(options))))
        """Every house rule, as the kernel is told it."""
        seats = self.settings["players"]
        assert isinstance(seats, int)
        self.player_to_team = ()
        self.beats = 0
        self.shape = Shape(entry.id, entry.name, seats, (), has_chips=False)
        self.notation = _notation(seats)
        try:
            self._own = _kernel.CambioRules(json.dumps(dict(self.settings)).encode())
        except ValueError as error:
            raise EngineError("game.bad-settings", f"{entry.id}: {error}") from None

    def _no_genome(self) -> EngineError:
        told = f"{self.shape.name} is written against the kernel and not as data: it has no genome"
        return EngineError("game.no-genome", told)

    @property
    def genome(self) -> GameGenome:
        """There is none: EngineError says so."""
        raise self._no_genome()

    @property
    def rules(self) -> _kernel.Rules:
        """The same: only a genome is a program."""
        raise self._no_genome()

    def _first(self, order: bytes | None, seed: bytes) -> KernelPosition:
        return self._own.deal(order, seed)

    def consult(self, position: KernelPosition, agent: str | bytes, seed: int) -> tuple[int, int]:
        """What an agent of the kernel does; its settings, or a text that any game knows."""
        assert isinstance(position, _kernel.CambioPosition)
        return _kernel.choose_cambio(position, agent_settings(agent), seed)

    def appraise(self, position: KernelPosition, playouts: int, seed: int) -> list[tuple[int, int, float]]:
        """How well each legal action ends on average."""
        assert isinstance(position, _kernel.CambioPosition)
        return _kernel.appraise_cambio(position, playouts, seed)

    def run_batch(
        self,
        agents: list[str | bytes],
        games: int,
        seed: bytes,
        *,
        threads: int,
        first: int = 0,
        progress: Callable[[int], bool] | None = None,
    ) -> BatchResult:
        """Plays games in the kernel."""
        settings = [agent_settings(agent) for agent in agents]
        return _kernel.simulate_cambio(self._own, settings, games, seed, threads, False, first, progress)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OwnGame) and (self.id, self.settings) == (other.id, other.settings)

    def __hash__(self) -> int:
        return hash((self.id, self.seats))

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.id, dict(self.options))


def _rebuild(name: str, options: dict[str, OptionValue]) -> OwnGame:
    return OwnGame(own_games()[name], options)


def agent_settings(agent: str | bytes) -> bytes:
    """What the kernel is told of an agent: its own settings, or those of one that plays any game."""
    if isinstance(agent, bytes):
        return agent
    name, _, number = agent.partition(":")
    return json.dumps({"family": "random"} if name == "random" else {"family": name, "playouts": int(number)}).encode()


def _notation(seats: int) -> Notation:
    """What the kernel's numbers are called."""
    order = (Suit.CLUBS, Suit.DIAMONDS, Suit.HEARTS, Suit.SPADES)
    ranks = (Rank.ACE, *(rank for rank in Rank if rank is not Rank.ACE))
    cards = [Card(suit, rank) for suit in order for rank in ranks]
    places = tuple(str(place + 1) for place in range(SLOTS))
    verbs = ("call cambio", "draw", "take", "swap", "discard", "use", "pass", "none", *("card" for _ in range(seats)))
    kinds = ["Nothing"] * 8 + ["Number"] * seats
    kinds[3] = "Number"
    values = {3: places} | {8 + seat: tuple(f"{seat}.{place}" for place in places) for seat in range(seats)}
    registers = [
        RegisterName("score", 0, seats, "seat", "number"),
        RegisterName("last_round", seats, seats, "seat", "number"),
        *(
            RegisterName(name, 2 * seats + place, 1, "table", "seat" if name in ("turn_of", "caller") else "number")
            for place, name in enumerate(_FACTS)
        ),
    ]
    names = Names(
        cards=(*(card.code for card in cards), joker().code),
        suits=tuple(order),
        ranks=(),
        strains=(),
        kinds=(),
        slots=tuple(SlotName(verb, kind, 0, True) for verb, kind in zip(verbs, kinds, strict=True)),
        calls={},
        zones=(),
        registers=tuple(registers),
        groups=(),
    )
    zones = [ZonePlace("cards", "hand", "seat", seat, place) for seat in range(seats) for place in range(SLOTS)]
    zones += [
        ZonePlace("stock", "stock", "table", None, None),
        ZonePlace("discard", "discard", "table", None, None),
        ZonePlace("drawn", "other", "table", None, None),
    ]
    return Notation(
        names=names,
        deck=Deck([*cards, joker(), joker()]),
        phases=_PHASES,
        kinds=("Choice",) * len(_PHASES),
        core_phases=frozenset({"Choice"}),
        values=values,
        zones=tuple(zones),
        teams=(None,) * seats,
        offers={},
    )
