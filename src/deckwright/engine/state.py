"""A position of a game: what may be done, what each seat has seen, and what comes next. It never changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from deckwright import _kernel
from deckwright.engine.action import Action
from deckwright.engine.consulting import MOST_PLAYOUTS, MOST_THREADS, check_agent_text, check_count
from deckwright.engine.deal import Deal
from deckwright.engine.errors import EngineError, IllegalAction, SeatError
from deckwright.engine.event import Event, make_events
from deckwright.engine.explanation import Appraisal, Explanation
from deckwright.engine.notation import fold
from deckwright.engine.result import GameResult, make_result
from deckwright.engine.seeds import Seed, seed_number
from deckwright.engine.view import PlayerView, PublicPart, make_view
from deckwright.genome.enums import Beat

if TYPE_CHECKING:
    from deckwright.engine.game import Game


BEATS = tuple(Beat)
"""The beats as the kernel numbers them."""


Steps = tuple["Steps | None", Action]
"""A history: what came before its last action, in the same form, and that action."""


@dataclass(frozen=True)
class Transition:
    """An action as it is offered. A client gets what `to_dict` says: never the next state, which holds every hand."""

    id: str
    label: str
    action: Action
    _state: State | None = field(default=None, repr=False, compare=False)

    def after(self) -> State:
        """The next state, where the transition was listed by a state."""
        if self._state is None:
            raise EngineError(
                "transition.detached",
                f"{self.label!r} was given as information: apply it to a state, or to one of its samples",
            )
        return self._state.apply(self.action)

    def to_dict(self) -> dict[str, str]:
        """Plain JSON-able data."""
        return {"id": self.id, "label": self.label, "action": self.action.text}


@dataclass(frozen=True)
class Pause:
    """A beat, and the state at that moment: nobody is to act in it."""

    beat: Beat
    state: State


@dataclass(frozen=True)
class Played:
    """Where an action leads, and the beats on the way."""

    pauses: tuple[Pause, ...]
    state: State


class Information:
    """All that an agent gets: what its seat has seen, what it may do, and worlds that may be true for all it knows."""

    __slots__ = ("__state", "seat", "transitions", "view")

    def __init__(self, state: State, seat: int) -> None:
        self.seat = seat
        self.view = state.view(seat)
        acting = state.seat == seat
        self.transitions = tuple(Transition(t.id, t.label, t.action) for t in state.transitions()) if acting else ()
        self.__state = state

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.__state.game

    @property
    def key(self) -> int:
        """The information-set key, which is of this game alone."""
        return self.__state.key(self.seat)

    @property
    def decisions(self) -> tuple[Transition, ...]:
        """The transitions, but of those that name the same cards in another order one: cards rise, as in the deck.

        Empty in a move that somebody began in another order.
        """
        listed = set(self.__state.position.decisions()) if self.transitions else set()
        return tuple(t for t in self.transitions if (t.action.slot, t.action.value) in listed)

    def sample(self, seed: Seed) -> State:
        """A world that looks the same to this seat."""
        return self.__state.resample(self.seat, seed=seed)

    def consult(self, agent: _kernel.AgentForm, *, seed: Seed) -> Action:
        """What an agent of the kernel (`random`, `greedy`, `flat:N`, `ismcts:N`) would do, on the same information."""
        if self.__state.seat != self.seat:
            raise SeatError("seat.not-to-act", f"it is not seat {self.seat}'s turn")
        return self.__state.consult(agent, seed=seed)

    def explain(self, agent: _kernel.AgentForm = "ismcts:400", *, seed: Seed, threads: int = 1) -> Explanation:
        """What a searching agent of the kernel (`ismcts:N`, `flat:N`) thinks of each action, on the same information.

        The threads change how long it takes and nothing else.
        """
        if self.__state.seat != self.seat:
            raise SeatError("seat.not-to-act", f"it is not seat {self.seat}'s turn")
        return self.__state.explain(agent, seed=seed, threads=threads)

    def __reduce__(self) -> tuple[object, ...]:
        raise EngineError("information.not-saved", "information cannot be saved: its samples come from the whole state")


class State(_kernel.StateCore):
    """A position. Everything that is asked of it is worked out by the kernel."""

    __slots__ = ()

    if TYPE_CHECKING:  # what the kernel has, with its types

        @property
        def game(self) -> Game:
            """The game that is played."""

        @property
        def deal(self) -> Deal | None:
            """How it was dealt; None for a resampled state, which never was."""

        @property
        def _steps(self) -> Steps | None: ...
        @property
        def _public(self) -> PublicPart: ...
        @property
        def _views(self) -> dict[Any, Any]:
            """What observers have seen, made once for all who ask: views by seat, events by `("events", seat)`."""

        def actions(self) -> tuple[Action, ...]:
            """Everything the seat to act may do, in a stable order; empty when the game is over."""

        def apply(self, action: Action | str) -> State:
            """The state after an action; IllegalAction if it cannot be taken, and nothing has changed."""

    @property
    def phase(self) -> str:
        """What is being decided; empty when the game is over."""
        return self._public.phase

    @property
    def kind(self) -> str:
        """What kind of phase it is: `Choice`, `Trick`, `Auction`, `Betting`; empty when the game is over."""
        public = self._public
        return "" if public.over else self.game.notation.kinds[public.node]

    @property
    def node(self) -> int:
        """The number of the phase."""
        return self._public.node

    @property
    def is_secret(self) -> bool:
        """Whether every seat chooses in secret now, and all is done at once."""
        return not self.is_over and self._public.node in self.game.notation.together

    def transitions(self) -> tuple[Transition, ...]:
        """The legal actions as they are offered."""
        return tuple(Transition(f"{a.slot}.{a.value}", a.text, a, self) for a in self.actions())

    def play(self, action: Action | str) -> Played:
        """Like `apply`, with the states at the beats that the genome declares, held just before play runs on."""
        legal = self._legal(action)
        pauses, position = self.position.play(legal.slot, legal.value, self.game.beats)
        steps = (self._steps, legal)
        return Played(
            make_pauses(self.game, pauses, deal=self.deal, steps=steps),
            State(self.game, position, deal=self.deal, steps=steps),
        )

    def find_action(self, slot: int, value: int) -> Action | None:
        """The legal action that the kernel calls so, if there is one."""
        return next((action for action in self.actions() if action.slot == slot and action.value == value), None)

    def parse_action(self, text: str) -> Action:
        """The legal action that a text says; IllegalAction lists the choices."""
        by_text = {fold(action.text): action for action in self.actions()}
        found = by_text.get(fold(text))
        if found is None:
            known = self.game.notation.find(text)
            found = by_text.get(fold(self.game.notation.text(*known))) if known else None
        if found is None:
            raise self._refusal(text[:60])
        return found

    @property
    def public(self) -> PublicPart:
        """What everyone sees alike: not to be changed."""
        return self._public

    def view(self, seat: int | None) -> PlayerView:
        """What a seat has seen; None: what a spectator has."""
        if seat is not None:
            self._check_seat(seat)
        return make_view(self._public, self.position, seat)

    def seen_by(self, seat: int | None) -> PlayerView:
        """The same view, made once for all who ask: not to be changed."""
        kept = self._views
        found: PlayerView | None = kept.get(seat)
        if found is None:
            found = kept[seat] = self.view(seat)
        return found

    def events(self, seat: int | None) -> tuple[Event, ...]:
        """What a seat, or a spectator, saw of the step that led here."""
        observer = None if seat is None else self._check_seat(seat)
        return make_events(self.game.notation, self.seen_events(observer))

    def seen_events(self, seat: int | None) -> Sequence[_kernel.Event]:
        """The same as the kernel tells it, asked for once: not to be changed."""
        kept = self._views
        found: Sequence[_kernel.Event] | None = kept.get(("events", seat))
        if found is None:
            found = kept["events", seat] = self.position.events(seat)
        return found

    def information(self, seat: int) -> Information:
        """All that an agent in this seat gets."""
        return Information(self, self._check_seat(seat))

    def key(self, seat: int) -> int:
        """The seat's information-set key: equal wherever it has seen the same."""
        return self.position.key(self._check_seat(seat))

    def resample(self, seat: int, *, seed: Seed) -> State:
        """Another state that looks exactly the same to this seat. It has no history: it never happened.

        Scores stay as they are: where they are made of hidden cards, those of a finished game need not fit them.
        """
        position, exact = self.position.resample(self._check_seat(seat), seed_number(seed, domain="resample"))
        return State(self.game, position, deal=None, is_exact=exact)

    def consult(self, agent: _kernel.AgentForm, *, seed: Seed) -> Action:
        """What an agent of the kernel would do here, on what the seat to act knows."""
        if self.seat is None:
            raise SeatError("seat.game-over", "nobody is to act: the game is over")
        check_agent_text(agent)
        chosen = self.game.consult(self.position, agent, seed_number(seed, domain="agent"))
        return next(action for action in self.actions() if (action.slot, action.value) == chosen)

    def explain(self, agent: _kernel.AgentForm = "ismcts:400", *, seed: Seed, threads: int = 1) -> Explanation:
        """What a searching agent thinks of each action here, on what the seat to act knows; the best first."""
        seat = self.seat
        if seat is None:
            raise SeatError("seat.game-over", "nobody is to act: the game is over")
        check_agent_text(agent)
        check_count("threads", threads, most=MOST_THREADS)
        found = self.game.analyse(self.position, agent, seed_number(seed, domain="agent"), threads)
        name = agent if isinstance(agent, str) else agent[0]
        if found is None:
            raise EngineError("agent.not-searching", f"{name} does not search: ismcts:N and flat:N can explain")
        simulations, appraised = found
        notation = self.game.notation
        by_number = {(action.slot, action.value): action for action in self.actions()}
        actions = [
            Appraisal(
                by_number[slot, value],
                visits,
                mean,
                error,
                tuple(notation.action(slot, value, who) for who, slot, value in line),
            )
            for slot, value, visits, mean, error, line in appraised
        ]
        actions.sort(key=lambda found: (-found.visits, -found.value))
        return Explanation(name, seat, simulations, tuple(actions))

    def appraise(self, playouts: int, *, seed: Seed) -> dict[Action, float]:
        """How well each legal action ends on average, in playouts of worlds that the seat to act thinks possible."""
        if self.seat is None:
            raise SeatError("seat.game-over", "nobody is to act: the game is over")
        check_count("playouts", playouts, most=MOST_PLAYOUTS)
        means = self.game.appraise(self.position, playouts, seed_number(seed, domain="agent"))
        by_number = {(action.slot, action.value): action for action in self.actions()}
        return {by_number[slot, value]: mean for slot, value, mean in means}

    @property
    def history(self) -> tuple[Action, ...]:
        """The actions so far; with the game and the deal they rebuild the state."""
        if self.deal is None:
            raise EngineError("state.no-history", "a resampled state has no history: it never happened")
        actions: list[Action] = []
        step = self._steps
        while step is not None:
            step, action = step
            actions.append(action)
        return tuple(reversed(actions))

    @property
    def last_seat(self) -> int | None:
        """Who made the move that led here; None at the deal, and where it is not known."""
        return None if self._steps is None else self._steps[1].seat

    @property
    def scores(self) -> tuple[int, ...]:
        """Points per seat so far."""
        return tuple(self.position.scores())

    @property
    def team_scores(self) -> tuple[int, ...]:
        """Points per team so far; empty without teams."""
        return tuple(self.position.team_scores())

    @property
    def credits(self) -> dict[str, tuple[int, ...]]:
        """By seat, what each has brought in so far: tricks and cards in team games, and what a genome labels."""
        return self._public.values_of(self.game.notation.credits)

    @property
    def returns(self) -> tuple[float, ...] | None:
        """Utility per seat; None while the game goes on."""
        returns = self.position.returns()
        return None if returns is None else tuple(returns)

    @property
    def result(self) -> GameResult | None:
        """Who won; None while the game goes on."""
        winners, returns = self.position.winners(), self.position.returns()
        if winners is None or returns is None:
            return None
        return make_result(
            scores=self.position.scores(),
            team_scores=self.position.team_scores(),
            winners=winners,
            returns=returns,
            hands=self.position.hands,
            lost=self.position.lost,
            losers=self.position.losers(),
            shared=self.position.shared,
            brought_in=self.credits,
        )

    def _make_public(self) -> PublicPart:
        """For `_public`, which the kernel asks for once."""
        return PublicPart(self.game.notation, self.game.shape, self.position)

    def _legal(self, action: Action | str) -> Action:
        """The listed action that is meant."""
        return self.parse_action(action) if isinstance(action, str) else self._check(action)

    def _check(self, action: Action) -> Action:
        if not isinstance(action, Action):
            found = f"{type(action).__name__} {action!r}"
            raise TypeError(f"found {found[:80]}, expected an Action of state.actions(), or its text")
        if action.seat is not None and action.seat != self.seat:
            # Whoever tries it is not told what the seat to act holds.
            why = f"it is an action of seat {action.seat}"
            raise IllegalAction(action.text, self.seat, self.phase, (), why=why)
        listed = self.actions()
        found = next((one for one in listed if one is action), None)
        if found is None:
            same = fold(action.text)
            found = next((one for one in listed if fold(one.text) == same), None)
        if found is None:
            raise self._refusal(action.text)
        return found

    def _check_seat(self, seat: object) -> int:
        if isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.game.seats:
            raise SeatError("seat.unknown", f"found seat {seat!r}, expected 0 to {self.game.seats - 1}")
        return seat

    def _refusal(self, text: str) -> IllegalAction:
        return IllegalAction(text, self.seat, self.phase, [action.text for action in self.actions()])

    def __repr__(self) -> str:
        now = "over" if self.is_over else f"seat {self.seat} to act in {self.phase!r}"
        return f"<State of {self.game.id}: {now}>"

    def __reduce__(self) -> tuple[object, ...]:
        if self.deal is None:
            raise EngineError("state.no-history", "a resampled state cannot be saved: it has no history")
        return _retrace, (self.game, self.deal, tuple((action.slot, action.value) for action in self.history))


def make_pauses(
    game: Game, pauses: Sequence[tuple[int, _kernel.Position]], *, deal: Deal | None, steps: Steps | None
) -> tuple[Pause, ...]:
    """The kernel's pauses as states."""
    return tuple(Pause(BEATS[beat], State(game, held, deal=deal, steps=steps)) for beat, held in pauses)


def _retrace(game: Game, deal: Deal, actions: tuple[tuple[int, int], ...]) -> State:
    return game.retrace(deal, actions).state
