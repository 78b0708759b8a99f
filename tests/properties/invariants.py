"""What must hold of any valid genome, whatever it says: it plays, it ends, it leaks nothing."""

from __future__ import annotations

import random
from collections import Counter

from deckwright import _kernel
from deckwright.engine import Game, IllegalAction, State
from deckwright.genome.schema import GameGenome

GAMES = 10
MOST_STEPS = 300
"""Steps that are taken one by one; the kernel's own games go on to the end."""
SAMPLES = 8
"""Positions of a game that are looked at from every seat."""


def check_genome_plays(genome: GameGenome, seed: int = 0) -> None:
    """Games in the kernel, and one step by step, hold to every law."""
    game = Game(genome)
    check_batch(game, seed)
    check_steps(game, seed)


def check_batch(game: Game, seed: int) -> None:
    """Games end by themselves, and threads make no difference."""
    runs = []
    for threads in (1, 2):
        agents = ["random"] * game.seats
        batch = _kernel.simulate(game.rules, agents, GAMES, seed.to_bytes(32, "big"), threads, False, 0, None)
        runs.append({name: value for name, value in batch.items() if name != "seconds"})
    assert runs[0] == runs[1], "the same seed, another number of threads"
    assert runs[0]["games_played"] == GAMES
    assert runs[0]["cut_off"] == 0, "games that did not end"


def check_steps(game: Game, seed: int) -> None:
    """One game, a position at a time."""
    rng = random.Random(seed)
    state = game.deal(seed=seed)
    place = {code: number for number, code in enumerate(game.notation.names.cards)}
    deck = Counter(place[card.code] for card in game.deck)
    passed: list[State] = []
    for number in range(MOST_STEPS):
        where = f"after {number} actions"
        assert Counter(card for zone in state.position.layout() for card in zone) == deck, where
        for observer in (*range(game.seats), None):
            assert state.position.admits_truth(observer), f"{where}, for {observer}"
        passed.append(state)
        if state.seat is None:
            break
        state = check_step(state, rng, where)
    else:
        assert state.seat is not None or state.returns is not None
    if state.seat is None:
        check_over(state)
    every = max(1, len(passed) // SAMPLES)
    for number, one in enumerate(passed[::every]):
        for seat in range(game.seats):
            check_worlds(one, seat, f"position {number * every}, seat {seat}")
    check_replay(game, passed)


def check_step(state: State, rng: random.Random, where: str) -> State:
    """Somebody can act; what is offered is distinct, and its text is read back; applying it changes nothing here."""
    game, seat = state.game, state.seat
    assert seat is not None, where
    assert seat < game.seats, where
    actions = state.actions()
    assert actions, f"{where}: nobody can do anything in {state.phase!r}"
    pairs = [(action.slot, action.value) for action in actions]
    assert len(set(pairs)) == len(pairs), where
    assert len({action.text.casefold() for action in actions}) == len(actions), (where, actions)
    action = rng.choice(actions)
    before = state.position.layout(), state.position.legal(), state.key(seat), state.scores
    after = state.apply(action.text if rng.random() < 0.3 else action)
    assert before == (state.position.layout(), state.position.legal(), state.key(seat), state.scores), where
    if rng.random() < 0.1:
        check_refusals(state)
    return after


def check_refusals(state: State) -> None:
    """What is not legal is refused, by the face and by the kernel."""
    from deckwright.engine import Action

    legal = {(action.slot, action.value) for action in state.actions()}
    for slot in (0, 1, len(state.game.notation.names.slots), 65_535):
        for value in (0, 127, 255):
            if (slot, value) not in legal:
                try:
                    state.position.apply(slot, value)
                except ValueError:
                    continue
                raise AssertionError(f"the kernel took action {slot}, {value}")
    for action in (Action("fly away", 0, 0, state.seat), Action(state.actions()[0].text, 0, 0, 99)):
        try:
            state.apply(action)
        except IllegalAction:
            continue
        raise AssertionError(f"took {action}")


def check_over(state: State) -> None:
    """A finished game has a result, and nothing is to be done."""
    assert state.actions() == ()
    assert state.returns is not None
    assert len(state.returns) == state.game.seats
    assert state.result is not None


def check_worlds(state: State, seat: int, where: str) -> None:
    """A resampled world looks the same to the seat, and is one that could be sampled."""
    seen, public = state.view(seat).to_json(), state.view(None).to_json()
    for seed in range(2):
        position, exact = state.position.resample(seat, seed)
        other = State(state.game, position, deal=None)
        assert other.view(seat).to_json() == seen, where
        assert other.view(None).to_json() == public, where
        assert other.key(seat) == state.key(seat), where
        assert other.seat == state.seat, where
        assert other.scores == state.scores, where
        if state.seat == seat:
            assert position.legal() == state.position.legal(), where
        assert Counter(card for zone in position.layout() for card in zone) == Counter(
            card for zone in state.position.layout() for card in zone
        ), where
        assert not exact or position.admits_truth(seat), where
        if other.seat is not None and exact:
            assert other.actions(), f"{where}: nobody can act in a resampled world"
            other.apply(other.actions()[-1])


def check_replay(game: Game, passed: list[State]) -> None:
    """A deal and a history rebuild a state."""
    last = passed[-1]
    assert last.deal is not None
    again = game.replay(last.deal, last.history)
    assert again.position.layout() == last.position.layout()
    assert again.scores == last.scores
    assert again.returns == last.returns
    assert [again.key(seat) for seat in range(game.seats)] == [last.key(seat) for seat in range(game.seats)]
