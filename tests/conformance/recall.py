"""What a seat remembers of a game, worked out from what it is told and not from the kernel's keys.

A seat sees views, the events of every step, what it may do when it is asked, and what it does. Two positions are one to
it exactly if all of that was the same all along. The order in which it picks the cards of one move is not counted as a
memory.
"""

from __future__ import annotations

from ast import literal_eval
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from hashlib import blake2b
from random import Random

from deckwright.agents import parse_agent
from deckwright.agents.playing import choose
from deckwright.engine import State

Now = tuple[bytes, tuple[str, ...], str, tuple[str, ...]]
"""A past, the picks of a move that is not complete, the view, and what may be done."""
Line = list[tuple[str, State]]
"""States, each with the action that led to it."""
MOST_POSITIONS = 20_000
"""No small game has more."""


@dataclass(frozen=True)
class Memory:
    """What one seat has seen and done so far."""

    seat: int
    past: bytes = b""
    """A digest of all that was seen and done up to the last complete move."""
    move: tuple[str, ...] = ()
    """Its picks of a move that is not complete."""
    view: str = field(default="", repr=False)
    asked: tuple[str, ...] = field(default=(), repr=False)

    @classmethod
    def at(cls, seat: int, state: State) -> Memory:
        """Of a position from which alone it begins to remember."""
        return cls(seat, view=_seen(state, seat), asked=_asked(state, seat))

    @property
    def now(self) -> Now:
        """All that tells this position from others."""
        return self.past, tuple(sorted(self.move)), self.view, self.asked

    def meet(self, state: State) -> Memory:
        """The first position that it sees."""
        return self._noted(state, None)

    def follow(self, before: State, action: str, state: State) -> Memory:
        """What it remembers after a step."""
        if before.seat != self.seat:
            return self._noted(state, None)
        move = (*self.move, action)
        if state.position.observe(self.seat)["draft"]:
            return replace(self, move=move, view=_seen(state, self.seat), asked=_asked(state, self.seat))
        return replace(self, move=())._noted(state, tuple(sorted(move)))

    def _noted(self, state: State, done: tuple[str, ...] | None) -> Memory:
        view, asked = _seen(state, self.seat), _asked(state, self.seat)
        events = [str(event) for event in state.position.events(self.seat)]
        if done is None and not events and view == self.view:
            return self
        past = blake2b(self.past + repr((done, events, view, asked)).encode(), digest_size=16).digest()
        return replace(self, past=past, view=view, asked=asked)


def _seen(state: State, seat: int) -> str:
    """What it sees, as the kernel says it: quicker than a view, and all that a view is made of."""
    return repr(state.position.observe(seat))


def _asked(state: State, seat: int) -> tuple[str, ...]:
    return tuple(action.text for action in state.actions()) if state.seat == seat else ()


@dataclass
class Keys:
    """Keys and memories of a seat met so far: each belongs to one of the other."""

    seat: int
    memory_of: dict[int, Now] = field(default_factory=dict)
    key_of: dict[Now, int] = field(default_factory=dict)

    def meet(self, state: State, memory: Memory, where: object) -> None:
        """Check one position."""
        key, now = state.key(self.seat), memory.now
        known = self.memory_of.setdefault(key, now)
        if known != now:
            raise AssertionError(f"seat {self.seat} has one key for two memories, {where}: {difference(known, now)}")
        assert self.key_of.setdefault(now, key) == key, f"seat {self.seat} has two keys for one memory, {where}: {now}"


def difference(one: Now, two: Now) -> str:
    """Where two memories differ."""
    parts = [f"{a} or {b}" for a, b in zip((one[1], one[3]), (two[1], two[3]), strict=True) if a != b]
    views = [literal_eval(now[2]) for now in (one, two)]
    parts += [f"{name}: {views[0][name]} or {views[1][name]}" for name in views[0] if views[0][name] != views[1][name]]
    return "; ".join(parts) or "only the past differs"


def check_keys(root: State, *, count: int = 10, length: int = 14, worlds: int = 2, seed: int = 0) -> None:
    """Play on from a position, and from worlds that look the same: keys tell apart just what the seats can."""
    for seat in range(root.game.seats):
        starts = [(root, count), *((root.resample(seat, seed=world), count // 3) for world in range(worlds))]
        keys = Keys(seat)
        for start, changes in starts:
            for number, line in enumerate(_lines(start, changes, length, Random(seed))):
                memory, before = Memory.at(seat, start), start
                for place, (action, state) in enumerate(line):
                    if place:
                        memory = memory.follow(before, action, state)
                        before = state
                    keys.meet(state, memory, f"line {number}, after {place} actions")


def _lines(root: State, count: int, length: int, rng: Random) -> Iterator[Line]:
    """Play from a position, again and again, with one choice changed each time."""
    choices = [rng.randrange(1 << 16) for _ in range(length)]
    yield _line(root, choices)
    for number in range(count):
        changed = list(choices)
        changed[number * length // count] += 1 + rng.randrange(3)
        yield _line(root, changed)


def _line(root: State, choices: Sequence[int]) -> Line:
    """The states that choices lead to, each the number of an action among those that are legal."""
    line = [("", root)]
    for choice in choices:
        state = line[-1][1]
        if state.is_over:
            break
        action = state.actions()[choice % len(state.actions())]
        line.append((action.text, state.apply(action)))
    return line


def check_all_keys(roots: Iterable[State], *, worlds: bool = False, most: int | None = None) -> int:
    """Every position of a small game: keys tell apart just what the seats can. How many positions were gone through.

    `worlds`: where a seat cannot tell two of them apart, it is given the same worlds in both. `most`: of a larger game
    no more positions than this.
    """
    count = 0
    keys: list[Keys] = []
    world_of: dict[tuple[int, int], World] = {}
    for root in roots:
        keys = keys or [Keys(seat) for seat in range(root.game.seats)]
        stack = [(root, tuple(Memory(own.seat).meet(root) for own in keys))]
        while stack:
            state, memories = stack.pop()
            if count == most:
                return count
            count += 1
            assert count <= MOST_POSITIONS, "too large to go through"
            for own, memory in zip(keys, memories, strict=True):
                own.meet(state, memory, [action.text for action in state.history])
                if worlds:
                    world = world_print(state.resample(own.seat, seed=1))
                    same = world_of.setdefault((own.seat, state.key(own.seat)), world) == world
                    assert same, f"seat {own.seat} is given two worlds for one memory, {state.history}"
            for action in state.actions():
                after = state.apply(action)
                stack.append((after, tuple(memory.follow(state, action.text, after) for memory in memories)))
    return count


World = tuple[object, ...]


def world_print(state: State) -> World:
    """Everything about a world: what is the same here is so in all that can come of it."""
    return state.is_exact, *state.position.contents().split()


def check_alike(roots: Sequence[State], *, most: int, branch: int, seed: int = 0) -> int:
    """Positions of a game from several deals, with the same actions in each: how many pairs were compared.

    Keys are the same exactly where memories are; worlds and choices hang on the key and the seed.
    """
    seats = range(roots[0].game.seats)
    keys = [Keys(seat) for seat in seats]
    first: dict[tuple[int, int], State] = {}
    futures: dict[tuple[int, int], list[World]] = {}
    pairs = 0
    queue = deque((root, tuple(Memory(seat).meet(root) for seat in seats), 0) for root in roots)
    for _ in range(most):
        if not queue:
            break
        state, memories, depth = queue.popleft()
        for seat in seats:
            where = (
                [action.text for action in state.history],
                state.deal and [str(card) for card in state.deal.deck or ()],
            )
            keys[seat].meet(state, memories[seat], where)
            alike = seat, state.key(seat)
            if alike not in first:
                first[alike] = state
                check_sample(state, seat)
                continue
            if alike not in futures:
                futures[alike] = future_print(first[alike], seat)
            pairs += 1
            for name, one, other in zip(FUTURE, futures[alike], future_print(state, seat), strict=True):
                assert one == other, f"seat {seat} has two of {name} for one memory, {where}: {_differs(one, other)}"
        actions = sorted(state.actions(), key=lambda action: _mixed(seed, depth, action.text))
        for action in actions[:branch]:
            after = state.apply(action)
            told_all = tuple(memory.follow(state, action.text, after) for memory in memories)
            queue.append((after, told_all, depth + 1))
    return pairs


FUTURE = ("samples", "choices")
CHOOSERS = ("random", "greedy", "flat:3", "ismcts:4")


def check_sample(state: State, seat: int) -> None:
    """A sample looks the same to its seat."""
    world = state.resample(seat, seed=1)
    assert world.key(seat) == state.key(seat)
    assert world.position.observe(seat) == state.position.observe(seat)
    assert world.seat == state.seat
    if state.seat == seat:
        assert world.position.legal() == state.position.legal()


def future_print(state: State, seat: int) -> list[World]:
    """All that a seat, and agents in it, can make of a position."""
    worlds = tuple(world_print(state.resample(seat, seed=number)) for number in (1, 2))
    if state.seat != seat:
        return [worlds, ()]
    return [worlds, tuple(str(choose(parse_agent(name), state, seed=5)) for name in CHOOSERS)]


def _mixed(seed: int, depth: int, text: str) -> bytes:
    return blake2b(f"{seed} {depth} {text}".encode(), digest_size=8).digest()


def _differs(one: object, other: object) -> str:
    """The first part in which two values differ."""
    if isinstance(one, tuple | list) and isinstance(other, tuple | list) and len(one) == len(other):
        return next(f"[{place}]{_differs(a, b)}" for place, (a, b) in enumerate(zip(one, other, strict=True)) if a != b)
    return f": {one} or {other}"
