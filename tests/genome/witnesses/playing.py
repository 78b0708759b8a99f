"""What happens in a genome's game when everyone follows the same simple policy."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from random import Random

from deckwright.engine import Game, Pause, State
from deckwright.genome.rulebook import generate_rulebook
from deckwright.genome.schema import GameGenome
from deckwright.genome.validate import genome_issues

MOST_STEPS = 400


@cache
def game_of(genome: GameGenome) -> Game:
    """The genome's game; it must be valid."""
    issues = genome_issues(genome)
    assert not issues, "\n".join(f"{issue.code} {issue}" for issue in issues)
    return Game(genome)


@cache
def rulebook_of(genome: GameGenome) -> str:
    """The genome's rulebook."""
    return generate_rulebook(genome)


@cache
def story_of(genome: GameGenome, seed: int, *, views: bool) -> tuple[object, ...]:
    """Who may do what at every step, where a table waits, and how it ends; with views, also what everyone sees."""
    game = game_of(genome)
    deck = [str(card) for card in game.deck]
    Random(seed).shuffle(deck)
    state = game.deal(seed=seed, deck=deck)
    story: list[object] = []
    pauses: tuple[Pause, ...] = ()
    for step in range(MOST_STEPS):
        story.append(([pause.beat for pause in pauses], _moment(state, views=views)))
        if state.is_over:
            break
        actions = state.actions()
        played = state.play(actions[_whim(seed, step) % len(actions)])
        pauses, state = played.pauses, played.state
    return tuple(story)


def _moment(state: State, *, views: bool) -> object:
    ending = (state.returns, state.scores, state.team_scores, state.result) if state.is_over else ()
    seen = tuple(state.view(seat).to_json() for seat in (*range(state.game.seats), None)) if views else ()
    return state.seat, tuple(action.text for action in state.actions()), ending, seen


def _whim(seed: int, step: int) -> int:
    return int.from_bytes(sha256(f"{seed} {step}".encode()).digest()[:4])
