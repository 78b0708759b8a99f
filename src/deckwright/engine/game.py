"""A game ready to play: what defines it, loaded by the kernel, with its names."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import starmap
from types import MappingProxyType
from typing import Any, NamedTuple

from deckwright import _kernel
from deckwright.cards import Card, CardError, Deck
from deckwright.engine.action import Action
from deckwright.engine.deal import Deal
from deckwright.engine.errors import DealError, EngineError
from deckwright.engine.notation import Notation, make_notation
from deckwright.engine.seeds import Seed, seed_bytes
from deckwright.engine.shape import Shape
from deckwright.engine.state import BEATS, Pause, State, Steps, make_pauses
from deckwright.engine.teams import make_player_to_team
from deckwright.games.catalogue import get_game
from deckwright.games.definition import Definition, define_genome
from deckwright.games.entry import OptionValue
from deckwright.genome.compile.compiler import REMEMBERED
from deckwright.genome.schema import GameGenome

MOST_DECISIONS = 50_000_000
"""A game of a batch is given up after so many."""


class Taken(NamedTuple):
    """A step of a history."""

    seat: int
    place: int
    """Of its action among the legal ones."""
    choices: int
    """How many those were."""
    beats: bytes
    """Passed on the way, as the kernel numbers them."""
    was_seen: bool
    """False for a pick of a move that is not complete, and for a choice made in secret."""


@dataclass(frozen=True)
class Retraced:
    """Where a history leads, the pauses of its last step, and its steps."""

    state: State
    pauses: tuple[Pause, ...]
    steps: tuple[Taken, ...]


class Game:
    """A game that can be dealt: a genome, or one that the kernel has of its own."""

    def __init__(
        self,
        source: GameGenome | Definition,
        *,
        id: str = "",  # noqa: A002
        options: Mapping[str, OptionValue] | None = None,
    ) -> None:
        definition = define_genome(source, id=id) if isinstance(source, GameGenome) else source
        self.definition = definition
        """What it is: what the kernel is told, what its things are called, what people read."""
        self.id = definition.id
        self.options: Mapping[str, OptionValue] = MappingProxyType(dict(options or {}))
        self.player_to_team = make_player_to_team(definition.teams, definition.seats) if definition.teams else ()
        """The team of each seat; empty without teams."""
        self.rules, self.book = _made_once(definition)
        """What the kernel runs, and its actions as objects."""
        self.shape = Shape(
            definition.id, definition.name, definition.seats, definition.teams, has_chips=definition.has_chips
        )
        self.beats = sum(1 << BEATS.index(beat) for beat in definition.beats)
        """Those that it declares, as bits."""

    @cached_property
    def notation(self) -> Notation:
        """What the kernel's numbers are called."""
        return _notation_of(self.definition)

    @property
    def genome(self) -> GameGenome:
        """What it was made from; EngineError for a game that the kernel has of its own."""
        if self.definition.genome is None:
            told = f"{self.name} is written against the kernel and not as data: it has no genome"
            raise EngineError("game.no-genome", told)
        return self.definition.genome

    @property
    def name(self) -> str:
        """What people call it."""
        return self.shape.name

    @property
    def seats(self) -> int:
        """How many play."""
        return self.shape.seats

    @property
    def labels(self) -> Mapping[str, str]:
        """What people call the registers and credits that are there to be seen."""
        return dict(self.notation.labels)

    @property
    def teams(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each team; empty without teams."""
        return self.shape.teams

    @property
    def deck(self) -> Deck:
        """All its cards."""
        return self.notation.deck

    def deal(self, *, seed: Seed, deck: Sequence[str | Card] | None = None) -> State:
        """The first state. The seed decides all chance; `deck` is the order of the deck from the top, if given."""
        order = None if deck is None else tuple(str(card) for card in self._check_order(deck))
        return self.start(Deal(seed_bytes(seed), order))

    def start(self, deal: Deal) -> State:
        """The first state of a recorded deal."""
        order: bytes | None = None
        if deal.deck is not None:
            place = {code: number for number, code in enumerate(self.notation.names.cards)}
            order = bytes(place[str(card)] for card in self._check_order(deal.deck))
        return State(self, self.rules.deal(order, deal.seed), deal=deal)

    def check_deal(self, deal: Deal) -> None:
        """Refuse a recorded deal whose deck is not this game's."""
        if deal.deck is not None:
            self._check_order(deal.deck)

    def consult(self, position: _kernel.Position, agent: _kernel.AgentForm, seed: int) -> tuple[int, int]:
        """What an agent of the kernel does for the seat to act, on what that seat knows."""
        try:
            return _kernel.choose(position, agent, seed)
        except ValueError as error:
            raise self._refusal(error) from None

    def analyse(
        self, position: _kernel.Position, agent: _kernel.AgentForm, seed: int, threads: int
    ) -> tuple[int, list[_kernel.Appraised]] | None:
        """What a searching agent thinks of each legal action of the seat to act; None of one that does not search."""
        try:
            return _kernel.analyse(position, agent, seed, threads)
        except ValueError as error:
            raise self._refusal(error) from None

    def appraise(self, position: _kernel.Position, playouts: int, seed: int) -> list[tuple[int, int, float]]:
        """How well each legal action ends on average, in worlds that the seat to act thinks possible."""
        return _kernel.appraise(position, playouts, seed)

    def run_batch(
        self,
        agents: Sequence[_kernel.AgentForm],
        games: int,
        seed: bytes,
        *,
        threads: int,
        first: int = 0,
        most_decisions: int = MOST_DECISIONS,
        progress: Callable[[int], bool] | None = None,
    ) -> _kernel.BatchResult:
        """Plays games `first` to `first + games` in the kernel; one is given up after so many decisions."""
        try:
            return _kernel.simulate(self.rules, agents, games, seed, threads, False, first, progress, most_decisions)
        except ValueError as error:
            raise self._refusal(error) from None

    def _refusal(self, error: ValueError) -> ValueError:
        """The kernel's refusal of an agent, with the game's name; any other error as it is."""
        if len(error.args) != 2:
            return error
        code, text = error.args
        if code != "agent.other-game":
            return EngineError(code, f"{self.name}: {text}")
        return EngineError(
            "agent.other-game",
            f"this agent does not play {self.name}; random, greedy, flat:N and ismcts:N play every game",
        )

    def to_dict(self) -> dict[str, Any]:
        """Plain data that `restore` reads: the whole genome, so that it outlives a change of the library."""
        genome = self.definition.genome
        return {"id": self.id, "options": dict(self.options), "genome": None if genome is None else genome.to_dict()}

    def replay(self, deal: Deal, history: Iterable[Action | str]) -> State:
        """The state that a deal and a history lead to; IllegalAction if they do not fit this game."""
        state = self.start(deal)
        for action in history:
            state = state.apply(action if isinstance(action, str) else action.text)
        return state

    def retrace(self, deal: Deal, actions: Sequence[tuple[int, int]]) -> Retraced:
        """The same for slots and values, all at once, with what is to be told of each step."""
        start = self.start(deal)
        try:
            position, pauses, steps = start.position.replay(list(actions), self.beats)
        except ValueError as error:
            message = f"step {error.args[1]} of the history is not a legal action there"
            raise EngineError("history.illegal", message) from None
        except OverflowError:  # a number that no action has
            raise EngineError("history.illegal", "a step of the history is no action of any game") from None
        trail: Steps | None = None
        for action in self._said(start, actions, [seat for seat, *_ in steps]):
            trail = (trail, action)
        state = State(self, position, deal=deal, steps=trail)
        return Retraced(state, make_pauses(self, pauses, deal=deal, steps=trail), tuple(starmap(Taken, steps)))

    def unfold(self, deal: Deal, choose: Callable[[int], int], *, most: int) -> list[tuple[int, int]]:
        """The actions of a game in which `choose` says, of so many legal ones, which is taken.

        It goes on until the game is over, so many have been taken, or `choose` says a number that there is not.
        """
        position = self.start(deal).position
        taken: list[tuple[int, int]] = []
        while not position.over and len(taken) < most:
            legal = position.legal()
            place = choose(len(legal))
            if not 0 <= place < len(legal):
                break
            taken.append(legal[place])
            position = position.apply(*legal[place])
        return taken

    def _said(self, start: State, actions: Sequence[tuple[int, int]], seats: Sequence[int]) -> Iterator[Action]:
        """Legal actions in turn, as they are listed."""
        if not self.notation.says_twice:
            for (slot, value), seat in zip(actions, seats, strict=True):
                yield self.notation.action(slot, value, seat)
            return
        # Of actions that say the same, each list tells those apart that are in it.
        for slot, value in actions:
            action = next(listed for listed in start.actions() if (listed.slot, listed.value) == (slot, value))
            yield action
            start = start.apply(action)

    def parse_action(self, text: str) -> Action:
        """The action that a text says, legal or not; `state.apply` takes it for whoever is to act."""
        slot, value = self.notation.parse(text)
        return Action(self.notation.text(slot, value), slot, value)

    def _check_order(self, deck: Sequence[str | Card]) -> tuple[Card, ...]:
        if isinstance(deck, str) or not all(isinstance(card, str | Card) for card in deck):
            found = "one text" if isinstance(deck, str) else "what is no text"
            raise DealError(
                "deal.bad-deck", f"found {found}, expected a sequence of cards from the top: ('2C', 'AS', ...)"
            )
        try:
            return self.deck.parse_order(deck)
        except CardError as error:
            raise DealError("deal.bad-deck", error.message) from None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.definition.text == other.definition.text

    def __hash__(self) -> int:
        return hash((self.id, self.seats))

    def __repr__(self) -> str:
        options = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"<Game {self.id}: {self.seats} seats{options}>"

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (self.definition.genome, self.id, dict(self.options))


@lru_cache(maxsize=REMEMBERED)
def _made_once(definition: Definition) -> tuple[_kernel.Rules, _kernel.ActionBook]:
    """What games of one definition share."""
    try:
        rules = _kernel.Rules(definition.program, definition.kind)
    except ValueError as error:
        raise EngineError("game.bad-settings", f"{definition.id}: {error}") from None
    return rules, _kernel.ActionBook()


@lru_cache(maxsize=REMEMBERED)
def _notation_of(definition: Definition) -> Notation:
    teams = make_player_to_team(definition.teams, definition.seats) if definition.teams else (None,) * definition.seats
    return make_notation(definition.vocabulary, teams)


def _rebuild(genome: GameGenome | None, id: str, options: dict[str, OptionValue]) -> Game:  # noqa: A002
    return Game(genome or get_game(id).define(**options), id=id, options=options)
