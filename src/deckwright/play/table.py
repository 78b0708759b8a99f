"""A table as a value: what was settled, what was put in, and the game that follows from it. It never changes."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from deckwright.engine import Deal, EngineError, Game, GameResult, Information, Pause, State
from deckwright.engine.game import Taken
from deckwright.engine.scene.story import Story, begin_story, go_on
from deckwright.engine.state import BEATS
from deckwright.genome.enums import Beat
from deckwright.play.choosing import after_move
from deckwright.play.commands import after_command
from deckwright.play.errors import TableError
from deckwright.play.inputs import ALLOW_UNDO, EARLY, UNDO, Authority, Input, Move, find_action_id
from deckwright.play.moments import RECENT, Moment
from deckwright.play.picture import Picture
from deckwright.play.progress import Progress, begin, input_code, line_moves, move_code, with_equal_waits
from deckwright.play.refusals import REFUSALS
from deckwright.play.rounds import round_deal
from deckwright.play.seats import Seat, seat_names
from deckwright.play.secret import is_all_secret
from deckwright.play.setup import TableSetup
from deckwright.play.shuffle import FairShuffle
from deckwright.play.tale import Tale, new_tale
from deckwright.play.telling.table_event import Names

if TYPE_CHECKING:
    from deckwright.play.public_part import PublicPart


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Trail:
    """The last input of a history, and the history before it."""

    before: Trail | None
    input: Input


@dataclass(frozen=True, slots=True)
class Consensus:
    """A beat that the table waits at, and who has agreed to go on."""

    beat: Beat
    agreed: tuple[int, ...]
    waiting_for: tuple[int, ...]


@dataclass(frozen=True, slots=True, repr=False, eq=False)
class TableState:
    """Everything there is to a table. What a seat may see of it, `view.table_view` says."""

    setup: TableSetup
    progress: Progress
    state: State | None = None
    """Where the game is, perhaps beyond what has been shown; None before the deal."""
    pauses: tuple[Pause, ...] = ()
    """The beats that are not passed: everyone sees the state of the first, and nobody a later one."""
    moments: tuple[Moment, ...] = ()
    trail: Trail | None = None
    tale: Tale | None = None
    """What has happened so far; without it, it is told again from the moves when somebody asks."""
    picture: Picture = field(default_factory=Picture)
    """What frames are made of, shared with tables that show the same."""
    public: PublicPart | None = field(default=None, init=False)
    """What all its frames have in common; `public_part` makes it."""

    def __post_init__(self) -> None:
        if self.tale is None:
            object.__setattr__(self, "tale", self._retold())

    def _retold(self) -> Tale:
        setup, deal, left = self.setup, self.deal, len(self.pauses)
        if deal is None:
            return new_tale(setup.game.seats)
        moves = tuple(line_moves(self.progress.line))
        return Tale(lambda: retold(setup.game, deal, moves, left=left))

    @property
    def story(self) -> Story:
        """What has happened, as far as everyone was shown it."""
        assert self.tale is not None
        return self.tale.story

    @property
    def id(self) -> str:
        """What the table is called."""
        return self.setup.id

    @property
    def revision(self) -> int:
        """How many inputs there have been."""
        return self.progress.revision

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""
        return self.progress.seats

    @property
    def names(self) -> Names:
        """What the seats are called."""
        return seat_names(self.progress.seats)

    @property
    def shown(self) -> State | None:
        """The state that may be shown; None before the deal."""
        return self.pauses[0].state if self.pauses else self.state

    @property
    def consensus(self) -> Consensus | None:
        """What the table waits for, if it waits for everyone."""
        progress = self.progress
        if not progress.beats:
            return None
        waiting = progress.waiting_for
        agreed = tuple(number for number in range(len(progress.seats)) if number not in waiting)
        return Consensus(progress.beats[0], agreed, waiting)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended and everyone may see it."""
        return self.progress.is_over

    @property
    def result(self) -> GameResult | None:
        """Who won; None while it goes on."""
        return self.state.result if self.state is not None and self.is_over else None

    @property
    def history(self) -> tuple[Input, ...]:
        """Every input so far. With the setup it rebuilds the table."""
        inputs: list[Input] = []
        trail = self.trail
        while trail is not None:
            inputs.append(trail.input)
            trail = trail.before
        return tuple(reversed(inputs))

    @property
    def deal(self) -> Deal | None:
        """The record of the deal; None before it. Whoever has it knows every card."""
        return None if self.state is None else self.state.deal

    def information(self, seat: int) -> Information:
        """All that an agent in a seat gets, now; TableError while the table waits."""
        if self.state is None or self.pauses:
            raise TableError("table.waiting", "nobody decides before the deal, or while the table waits")
        return self.state.information(seat)

    def __repr__(self) -> str:
        now = "over" if self.is_over else f"revision {self.revision}"
        return f"<Table {self.id} of {self.setup.game.id}: {now}>"

    def __reduce__(self) -> tuple[object, ...]:
        return rebuild, (self.setup, self.history)


def open_table(setup: TableSetup) -> TableState:
    """A table before its first input."""
    return TableState(setup, begin(setup))


def deal_of(setup: TableSetup, progress: Progress) -> Deal:
    """The deal that a setup and its people's shares decide."""
    chance = setup.chance
    return round_deal(progress.round, chance) if isinstance(chance, FairShuffle) else chance


def newly_shown(pauses: tuple[Pause, ...], state: State, left: int) -> tuple[Moment, ...]:
    """What comes to be seen, of the states at some beats and the one after them, when so many beats are left."""
    states = [*(pause.state for pause in pauses), state]
    return tuple(map(Moment, states[: len(pauses) - left + 1]))


def retold(game: Game, deal: Deal, moves: Sequence[Move], *, left: int) -> Story:
    """The story of a line of moves, those of its last steps at so many beats not told."""
    return told_again(game, deal, moves, left=left)[0]


def told_again(game: Game, deal: Deal, moves: Sequence[Move], *, left: int) -> tuple[Story, tuple[Moment, ...]]:
    """The same, and the last moments of it that were seen."""
    state = game.start(deal)
    shown: Iterable[Moment] = (Moment(state),)
    story = begin_story(game.seats)
    recent: deque[Moment] = deque(maxlen=RECENT)
    for place in range(-1, len(moves)):
        if place >= 0:
            action = state.find_action(*moves[place])
            assert action is not None
            played = state.play(action)
            state = played.state
            shown = newly_shown(played.pauses, state, left if place == len(moves) - 1 else 0)
        for moment in shown:
            story = go_on(story, moment.state)
            if moment.was_seen:
                recent.append(moment)
    return story, tuple(recent)


def moments_kept(table: TableState, undone: int) -> int:
    """Of the moments that were shown when things had been taken back so often, how many have not been since."""
    progress, deal = table.progress, table.deal
    keep = min(progress.cuts[undone:], default=progress.moves)
    if keep == progress.moves or deal is None:
        return table.story.moments
    # No cut since was lower, so the first moves are still those of then.
    return retold(table.setup.game, deal, line_moves(progress.line)[:keep], left=0).moments


def recent_moments(
    game: Game, deal: Deal, moves: Sequence[Move], steps: Sequence[Taken], *, left: int
) -> tuple[Moment, ...]:
    """The last moments of a line of moves that were seen, those at the last so many beats not among them.

    Nothing that nobody has seen is counted: a choice in secret takes no older moment away.
    """
    seen = [place for place, step in enumerate(steps) if step.was_seen]
    first = seen[-RECENT - 1] if len(seen) > RECENT else 0
    state = game.retrace(deal, moves[:first]).state
    shown = [Moment(state)]
    for place in range(first, len(moves)):
        action = state.find_action(*moves[place])
        assert action is not None
        played = state.play(action)
        state = played.state
        shown += newly_shown(played.pauses, state, left if place == len(moves) - 1 else 0)
    return tuple(moment for moment in shown if moment.was_seen)[-RECENT:]


def rebuild(setup: TableSetup, history: Sequence[Input]) -> TableState:
    """The table that a history leads to, by one call of the kernel for each line of moves.

    TableError names the first input that could not have been accepted.
    """
    for revision, given in enumerate(history):
        if code := input_code(setup, given):
            _checked(code, revision)
    if any((given.data == EARLY and given.by is Authority.SEAT) or given.id == ALLOW_UNDO for given in history):
        return _replayed(setup, history)
    progress = begin(setup)
    start = 0
    table = open_table(setup)
    while True:
        # Up to the next move that is taken back, all moves are one line.
        end = next((place for place in range(start, len(history)) if history[place].id == UNDO), len(history))
        table = _follow(table, progress, history[start:end], is_last=end == len(history))
        if end == len(history):
            return table
        given = history[end]
        progress, start = _checked(after_command(setup, table.progress, given), end), end + 1
        if is_all_secret(table):
            progress = with_equal_waits(setup, table.progress, progress)
        table = TableState(setup, progress, table.state, (), (), Trail(table.trail, given))


def _replayed(setup: TableSetup, history: Sequence[Input]) -> TableState:
    """The same, one input after another: choices made before their seats were asked wait until they are."""
    from deckwright.play.execute import after_input  # which needs tables

    table = open_table(setup)
    for revision, given in enumerate(history):
        found = after_input(table, given)
        if isinstance(found, str):
            _checked(found, revision)
        else:
            table = found
    return table


def _follow(table: TableState, progress: Progress, inputs: Sequence[Input], *, is_last: bool) -> TableState:
    """The table after inputs none of which takes anything back; what happened last is told of the last table alone."""
    setup, trail = table.setup, table.trail
    first = progress.revision
    ids = [find_action_id(given.id) for given in inputs]
    place, was_dealt = 0, progress.is_dealt
    # The deal depends on what was put in before it, and on nothing after.
    while not progress.is_dealt and place < len(inputs):
        given = inputs[place]
        code = None if isinstance(ids[place], str) else move_code(setup, progress, given)
        progress = _checked(code or after_command(setup, progress, given), first + place)
        trail = Trail(trail, given)
        place += 1
    if not progress.is_dealt:
        return TableState(setup, progress, None, (), (), trail)
    moves = line_moves(progress.line)
    at = len(moves)
    moves += [move for found in ids if not isinstance(found, str) for move in found or ()]
    try:
        retraced = setup.game.retrace(deal_of(setup, progress), moves)
    except EngineError as error:
        raise TableError("history.corrupt", f"table {setup.id}: {error.message}") from None
    steps, state = retraced.steps, retraced.state
    if not was_dealt:
        progress = progress._replace(turn=steps[at].seat if at < len(steps) else state.seat)
    for number in range(place, len(inputs)):
        given, said = inputs[number], ids[number]
        trail = Trail(trail, given)
        if said is None or isinstance(said, str):
            progress = _checked(after_command(setup, progress, given), first + number)
            continue
        if code := move_code(setup, progress, given):
            _checked(code, first + number)
        taken = steps[at : at + len(said)]
        if any(step.seat != given.seat or step.beats for step in taken[:-1]):
            _checked("action.not-whole", first + number)
        at += len(said)
        progress = after_move(
            setup,
            progress,
            given,
            said,
            choices=tuple(step.choices for step in taken),
            beats=tuple(BEATS[number] for number in taken[-1].beats),
            turn=steps[at].seat if at < len(steps) else state.seat,
            was_seen=any(step.was_seen for step in taken),
        )
    pauses = retraced.pauses[len(retraced.pauses) - len(progress.beats) :]
    assert state.deal is not None
    if not is_last:
        return TableState(setup, progress, state, pauses, (), trail)
    story, moments = told_again(setup.game, state.deal, moves, left=len(pauses))
    return TableState(setup, progress, state, pauses, moments, trail, Tale(lambda: story))


def _checked(found: Progress | str, revision: int) -> Progress:
    if isinstance(found, str):
        raise TableError("history.corrupt", f"input {revision} could not have been accepted: {REFUSALS[found]}")
    return found
