"""Games of the catalogue played at random: the positions that the tests of this folder look at."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random

from deckwright.engine import Game, State, load
from deckwright.games import Entry, Option, OptionError, OptionValue, library

MOST_STEPS = 20_000
"""No walk is longer: a game that goes on has no rule that ends it."""

MOST_CHOICES = 4
"""Of an option with more choices, the first and the last stand for all."""


@dataclass(frozen=True)
class Variant:
    """A game with some of its options set."""

    game: str
    options: tuple[tuple[str, OptionValue], ...] = ()

    def __str__(self) -> str:
        return " ".join([self.game, *(f"{name}={value}" for name, value in self.options)])

    @property
    def entry(self) -> Entry:
        """Its entry in the catalogue."""
        return library()[self.game]

    def load(self) -> Game:
        """The game, compiled once."""
        return _load(self)


@cache
def _load(variant: Variant) -> Game:
    return load(variant.game, **dict(variant.options))


@cache
def main_variants() -> tuple[Variant, ...]:
    """Each game as it is, two hands of it where hands can be counted."""
    return tuple(Variant(entry.id, _hands(entry, 2)) for entry in library().values())


@cache
def all_variants() -> tuple[Variant, ...]:
    """Each game with each option at its ends, or at each of its values, one option at a time; one hand of it."""
    found: dict[Variant, None] = {}
    for entry in library().values():
        found[Variant(entry.id, _hands(entry, 1))] = None
        for option in entry.options:
            for value in _values(option):
                options = dict(_hands(entry, 1)) | {option.name: value}
                if _go_together(entry, options):
                    found[Variant(entry.id, tuple(options.items()))] = None
    return tuple(found)


def _hands(entry: Entry, count: int) -> tuple[tuple[str, OptionValue], ...]:
    return (("hands", count),) if any(option.name == "hands" for option in entry.options) else ()


def _go_together(entry: Entry, options: dict[str, OptionValue]) -> bool:
    """Every value of an option makes a valid genome: the catalogue has a test. House rules exclude each other."""
    if entry.has_genome:
        return True
    try:
        entry.define(**options)
    except OptionError:
        return False
    return True


def _values(option: Option) -> Iterator[OptionValue]:
    if option.name == "hands":
        yield 3
    elif option.choices:
        others = [choice for choice in option.choices if choice != option.default]
        yield from others if len(others) <= MOST_CHOICES else (others[0], others[-1])
    elif option.kind is bool:
        yield not option.default
    elif option.name == "players":
        yield from {option.low, option.high}
    elif option.kind is int:
        yield from (value for value in (option.low,) if value is not None)


@cache
def walk(variant: Variant, seed: int = 0) -> tuple[State, ...]:
    """Every state of one game played at random, from the deal to the end."""
    game = variant.load()
    rng = Random(f"{variant} {seed}")
    states = [game.deal(seed=seed)]
    while not states[-1].is_over:
        assert len(states) < MOST_STEPS, f"{variant} goes on for ever"
        states.append(states[-1].apply(rng.choice(states[-1].actions())))
    return tuple(states)


def sample(variant: Variant, count: int, seed: int = 0) -> list[State]:
    """States spread over a walk, the first and the last among them, and a few in the middle of a compound move."""
    states = walk(variant, seed)
    step = max(1, (len(states) - 1) // max(1, count - 1))
    drafts = [state for state in states if has_draft(state)]
    chosen = [*states[::step], states[-1], *drafts[:: max(1, len(drafts) // 3)][:3]]
    return list({id(state): state for state in chosen}.values())


def replayed(game: Game, state: State, *, as_text: bool = False) -> State:
    """The state that the deal and the history of another lead to."""
    assert state.deal is not None
    return game.replay(state.deal, [action.text if as_text else action for action in state.history])


def has_draft(state: State) -> bool:
    """Whether a seat is in the middle of a compound move."""
    return state.seat is not None and state.position.observe(state.seat)["draft"] is not None


def observers(game: Game) -> list[int | None]:
    """Every seat, and the spectator."""
    return [*range(game.seats), None]


def cards_of(state: State) -> Counter[int]:
    """All cards of all zones, by type."""
    return Counter(card for zone in state.position.layout() for card in zone)


def print_of(state: State) -> tuple[object, ...]:
    """Everything that can be asked of a state."""
    game = state.game
    return (
        state.seat,
        [view_text(state, observer) for observer in observers(game)],
        [state.key(seat) for seat in range(game.seats)],
        [(action.text, action.slot, action.value) for action in state.actions()],
        state.position.layout(),
        state.scores,
        state.team_scores,
        state.returns,
        state.result,
        state.hands,
    )


def view_text(state: State, observer: int | None) -> str:
    """A view as its JSON."""
    return state.view(observer).to_json()
