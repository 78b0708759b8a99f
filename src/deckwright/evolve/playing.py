"""What random play of a genome comes to, on seeds that another genome can be played on too."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import lru_cache

from deckwright.engine import Game, seed_bytes
from deckwright.genome.schema import GameGenome

MOST_DECISIONS = 2_000
"""A game is looked at no further."""
_NOT_PLAY = ("seconds",)


@dataclass(frozen=True)
class Played:
    """Some games of random players."""

    digest: str
    """The same for the same play: decisions, options, scores, winners and returns over all games."""
    decisions: float
    """Of one player in one game, on average."""
    ended: float
    """The share of games that came to their end."""
    choices: float
    """Decisions with more than one action, of one player in one hand, on average."""
    drawn: float
    """The share of games that came to the same for everybody."""


@lru_cache(maxsize=1024)
def play(genome: GameGenome, seed: int, games: int, *, agent: str = "random", most: int = MOST_DECISIONS) -> Played:
    """Play a genome on common seeds: another genome with the same deck is dealt the same cards by the same seed."""
    game = Game(genome)
    root = seed_bytes(seed, domain="evolve")
    batch = game.run_batch([agent] * game.seats, games, root, threads=1, most_decisions=most)
    told = sorted((name, repr(value)) for name, value in batch.items() if name not in _NOT_PLAY)
    digest = hashlib.sha256(repr(told).encode()).hexdigest()
    return Played(
        digest,
        decisions=batch["decisions"] / games / game.seats,
        ended=1 - batch["cut_off"] / games,
        choices=batch["choices"] / max(1, batch["hands"]) / game.seats,
        drawn=(batch["draws"] - batch["shared"]) / games,
    )


PLAY_SEED = 7
BATCHES = (3, 12)
"""Games in which a genome and what came of it are told apart, the few first."""


def plays_alike(one: GameGenome, other: GameGenome) -> bool:
    """Whether two genomes play the same on common seeds; they are told apart in the first batch that differs."""
    return all(
        play(one, PLAY_SEED + number, games).digest == play(other, PLAY_SEED + number, games).digest
        for number, games in enumerate(BATCHES)
    )


def tried_out(genome: GameGenome) -> Played:
    """What the larger of these batches comes to."""
    return play(genome, PLAY_SEED + len(BATCHES) - 1, BATCHES[-1])
