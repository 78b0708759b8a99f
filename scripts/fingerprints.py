"""Fingerprints of what the program does: programs, play, views, keys, samples, rulebooks, of games and random genomes.

`python scripts/fingerprints.py --save before.json` before a change that should change nothing; after it `--compare
before.json` names every game in which something differs, and what.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from deckwright.engine import Game, State, load, rulebook
from deckwright.evolve.random import generate_random_genome
from deckwright.games import catalogue


def subjects(genomes: int) -> Iterator[tuple[str, Game]]:
    """Every game of the library, then random ones, by seed."""
    for name in sorted(catalogue()):
        yield name, load(name)
    for seed in range(genomes):
        yield f"random {seed}", Game(generate_random_genome(seed))


def fingerprint(game: Game, *, walks: int, longest: int) -> dict[str, str]:
    """A hash for each thing that is promised to be as it was."""
    parts = {name: blake2b(digest_size=8) for name in ("actions", "views", "events", "keys", "samples", "results")}
    for seed in range(walks):
        rng = random.Random(seed)
        state = game.deal(seed=seed)
        for number in range(longest):
            if state.seat is None:
                break
            _note(parts, state, number)
            state = state.apply(rng.choice(state.actions()))
            for seat in (None, *range(game.seats)):
                parts["events"].update(repr([str(event) for event in state.events(seat)]).encode())
        parts["results"].update(repr((state.scores, state.result)).encode())
    parts["rulebook"] = blake2b(rulebook(game).encode(), digest_size=8)
    parts["program"] = blake2b(game.definition.program, digest_size=8)
    return {name: part.hexdigest() for name, part in parts.items()}


def _note(parts: dict[str, blake2b], state: State, number: int) -> None:
    seat = state.seat
    assert seat is not None
    parts["actions"].update(repr((seat, [str(action) for action in state.actions()])).encode())
    parts["results"].update(repr(state.scores).encode())
    for viewer in range(state.game.seats):
        parts["keys"].update(repr(state.key(viewer)).encode())
    viewer = number % (state.game.seats + 1)
    parts["views"].update(repr(state.view(None if viewer == state.game.seats else viewer)).encode())
    if number % 5 == 0:
        other = state.resample(seat, seed=number)
        parts["samples"].update(repr([other.key(each) for each in range(state.game.seats)]).encode())


def main() -> int:
    """Save fingerprints, or compare with saved ones."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--genomes", type=int, default=1000, help="how many random ones")
    where = parser.add_mutually_exclusive_group(required=True)
    where.add_argument("--save", type=Path)
    where.add_argument("--compare", type=Path)
    given = parser.parse_args()
    made = {}
    for name, game in subjects(given.genomes):
        is_random = name.startswith("random")
        made[name] = fingerprint(game, walks=1 if is_random else 2, longest=60 if is_random else 250)
        print(f"\r{len(made)} games", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    if given.save:
        given.save.write_text(json.dumps(made, indent=1) + "\n", encoding="utf-8")
        return 0
    before = json.loads(given.compare.read_text(encoding="utf-8"))
    differences = [
        f"{name}: {', '.join(part for part in own if own[part] != before[name][part])}"
        for name, own in made.items()
        if name in before and own != before[name]
    ]
    print("\n".join(differences) or f"{len(made)} games: no difference")
    return bool(differences)


if __name__ == "__main__":
    sys.exit(main())
