"""The same games played by fast plans, and by the general path alone."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable

from deckwright import _kernel
from deckwright.games.entry import GameEntry, Option, OptionValue
from deckwright.games.errors import OptionError
from deckwright.genome.compile.compiler import compile_genome
from deckwright.genome.schema import GameGenome

Action = tuple[int, int]
Habit = Callable[[list[Action], random.Random], Action]


def prefers_what_stands_alone(legal: list[Action], rng: random.Random) -> Action:
    """Passes, draws, stops: an action with no other of its kind, if there is one, else any."""
    kinds = Counter(slot for slot, _ in legal)
    return rng.choice([action for action in legal if kinds[action[0]] == 1] or legal)


HABITS: tuple[Habit, ...] = (
    lambda legal, rng: rng.choice(legal),
    lambda legal, _: legal[0],
    lambda legal, _: legal[-1],
    prefers_what_stands_alone,
)
"""How seats choose. Each habit leads to other corners of a game."""


def check_plans(genome: GameGenome, seed: int, *, steps: int = 120, batch: int = 12) -> None:
    """One game with each habit, a decision at a time; then games in bulk."""
    program = compile_genome(genome).to_json()
    fast, general = _kernel.Rules(program), _kernel.Rules(program, fast=False)
    key = seed.to_bytes(32, "big")
    for number, habit in enumerate(HABITS):
        dealt = _kernel.derive_seed(key, number)
        check_in_lockstep(fast.deal(None, dealt), general.deal(None, dealt), habit, random.Random(seed + number), steps)
    assert in_bulk(fast, key, batch) == in_bulk(general, key, batch)


def check_thinking(genome: GameGenome) -> None:
    """The same where every other player thinks, and so is shown the list of what it may do."""
    program = compile_genome(genome).to_json()
    fast, general = _kernel.Rules(program), _kernel.Rules(program, fast=False)
    agents = [("random", "flat:1")[seat % 2] for seat in range(fast.seats)]
    assert in_bulk(fast, bytes(32), 1, agents) == in_bulk(general, bytes(32), 1, agents)


def in_bulk(rules: _kernel.Rules, seed: bytes, games: int, agents: list[str] | None = None) -> dict[str, object]:
    """All that is counted over some games, of random players unless others are named, but for the time it took."""
    result = _kernel.simulate(rules, agents or ["random"] * rules.seats, games, seed, 1, False, 0, None)
    return {name: value for name, value in result.items() if name != "seconds"}


def check_in_lockstep(
    fast: _kernel.Position, general: _kernel.Position, habit: Habit, rng: random.Random, steps: int
) -> None:
    """The same actions from the same deal: at every decision everything that can be asked has the same answer."""
    seats = len(fast.scores())
    thinks = rng.randrange(min(steps, 8))
    for number in range(steps):
        check_same(fast, general, seats, f"after {number} actions")
        legal = fast.legal()
        if not legal:
            assert fast.over
            return
        check_worlds(fast, general, rng.randrange(seats), rng.getrandbits(32), f"after {number} actions")
        if number == thinks:
            assert _kernel.appraise(fast, 1, number) == _kernel.appraise(general, 1, number), f"after {number} actions"
        action = habit(legal, rng)
        fast, general = fast.apply(*action), general.apply(*action)


def check_same(fast: _kernel.Position, general: _kernel.Position, seats: int, where: str) -> None:
    """Who is to act and what it may do, what everybody sees, saw and knows, how it stands."""
    assert fast.seat == general.seat, where
    assert fast.legal() == general.legal(), where
    for observer in (*range(seats), None):
        assert fast.observe(observer) == general.observe(observer), (where, observer)
        assert fast.events(observer) == general.events(observer), (where, observer)
    assert [fast.key(seat) for seat in range(seats)] == [general.key(seat) for seat in range(seats)], where
    assert standing(fast) == standing(general), where


def standing(position: _kernel.Position) -> tuple[object, ...]:
    """Where the cards are, the scores, and how the match ended if it did."""
    return (
        position.layout(),
        (position.scores(), position.team_scores(), position.hands),
        (position.over, position.returns(), position.winners(), position.lost, position.limited),
    )


def check_worlds(fast: _kernel.Position, general: _kernel.Position, seat: int, seed: int, where: str) -> None:
    """What a seat holds possible is the same."""
    (one, exact), (other, as_exact) = fast.resample(seat, seed), general.resample(seat, seed)
    assert exact == as_exact, where
    assert standing(one) == standing(other), where
    assert (one.legal(), one.key(seat)) == (other.legal(), other.key(seat)), where


def variant(entry: GameEntry, number: int) -> GameGenome:
    """The game with its options at other values, such as go together. A few numbers in a row go through all choices."""
    rng = random.Random(f"{entry.id} {number}")
    changed = {option.name: some_value(option, number + place, rng) for place, option in enumerate(entry.options)}
    while True:
        try:
            return entry.genome(**changed)
        except OptionError:
            changed.pop(rng.choice(list(changed)))


def some_value(option: Option, number: int, rng: random.Random) -> OptionValue:
    """One of its choices; of numbers the default or one near the least, as the greatest make long matches."""
    choices = (False, True) if option.kind is bool else option.choices
    if choices:
        return choices[number % len(choices)]
    low = option.low or 0
    near = [value for value in range(low, low + 4) if option.high is None or value <= option.high]
    return rng.choice([*near, option.default])
