"""Properties that tests sample, proved over many more cases: `make prove`.

Each proof goes through numbered cases in order. What has been gone through is kept in `.proofs/`, so that a run that is
stopped (Ctrl-C, SIGTERM, `--seconds`) goes on where it was. A proof that is complete, or a case that fails, adds a
dated line to `docs/proofs.md` with the command that made it; that file is committed.

    make prove                                   # all, to the end
    make prove ARGS="--seconds 60 spelling"      # one of them, a minute of it
"""

from __future__ import annotations

import argparse
import hashlib
import json
import random
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STATE = ROOT / ".proofs"
REPORT = ROOT / "docs" / "proofs.md"


@dataclass(frozen=True)
class Proof:
    """What holds of every case."""

    name: str
    says: str
    cases: int
    check: Callable[[int], None]


@dataclass
class Progress:
    """How far a proof has come, of one state of the sources."""

    sources: str
    done: int = 0
    seconds: float = 0.0


def proofs() -> list[Proof]:
    """All of them; imported late, so that the list of arguments is there at once."""
    from tests.conformance.recall import check_keys
    from tests.evolve.test_gates import check_gates, gate_cases
    from tests.evolve.test_operators import check_crossings, check_sequence
    from tests.genome.rulebook.test_spelling import differences
    from tests.genome.test_reuse import check_reuse
    from tests.properties.drawn_games import check_drawn_game
    from tests.properties.invariants import check_genome_plays
    from tests.properties.plans import check_plans
    from tests.properties.watched_games import check_watched_game
    from tests.properties.wide_games import check_wide_game
    from tests.referees.holdem_hands import check_hand

    from deckwright.engine import Game, load, rulebook
    from deckwright.evolve.random import generate_random_genome
    from deckwright.games import catalogue

    def spelling(case: int) -> None:
        found = differences(generate_random_genome(case), range(2))
        assert found == [], found[:1]

    def keys(case: int) -> None:
        check_keys(Game(generate_random_genome(case)).deal(seed=case), count=6)

    def watched(case: int) -> None:
        check_watched_game(case, deals=6, most=1500)

    def wide(case: int) -> None:
        check_wide_game(case, deals=10, most=160)
        check_drawn_game(case, deals=10, most=160)

    def library_keys(case: int) -> None:
        games = sorted(catalogue())
        check_keys(load(games[case % len(games)]).deal(seed=case), count=4)

    def ways(case: int) -> None:
        check_plans(generate_random_genome(case), case)

    def plays(case: int) -> None:
        seed = random.Random(case).getrandbits(31)
        check_genome_plays(generate_random_genome(seed), seed)

    def rulebooks(case: int) -> None:
        assert rulebook(Game(generate_random_genome(case))).startswith("# ")

    def mutations(case: int) -> None:
        check_sequence(random.Random(case).getrandbits(31), 100)

    def crossings(case: int) -> None:
        check_crossings(random.Random(case).getrandbits(31), 20)

    def holdem(case: int) -> None:
        check_hand(case)

    def reuse(case: int) -> None:
        games = sorted(catalogue())
        genome = catalogue()[games[case // 2 % len(games)]].default_genome if case % 2 else generate_random_genome(case)
        check_reuse(genome, case, changes=6)

    judged = gate_cases(20)

    def gates(case: int) -> None:
        check_gates(*judged[case])

    return [
        Proof("spelling", "a rulebook reads the same in other spellings (random genomes, two each)", 400, spelling),
        Proof("keys", "same key exactly if same memory (random genomes)", 400, keys),
        Proof("watched", "the same, and samples hang on it alone (small games of who sees what when)", 1000, watched),
        Proof("wide", "the same and choices, byte for byte, in small games of more of the language", 3000, wide),
        Proof("library-keys", "the same in the games of the library, in turn", 300, library_keys),
        Proof("ways", "fast paths and the general path play the same (random genomes)", 500, ways),
        Proof("rulebooks", "a rulebook with its example hand can be written (random genomes)", 400, rulebooks),
        Proof("plays", "what validates plays, conserves cards and resamples (random genomes)", 1000, plays),
        Proof(
            "mutations", "a hundred mutations in a row give valid, complete games that play (library)", 200, mutations
        ),
        Proof("crossings", "so do twenty crossings in a row (library)", 200, crossings),
        Proof("holdem", "hands of Texas hold'em go as in PokerKit", 30_000, holdem),
        Proof("reuse", "a game with other numbers compiles as from nothing (library and random genomes)", 300, reuse),
        Proof("gates", "classics pass the gates, degenerate games are stopped (20 seeds each)", len(judged), gates),
    ]


def sources() -> str:
    """What is proved is said of these files: the package, the kernel and the checks."""
    digest = hashlib.sha256()
    for folder, ending in (("src", "*.py"), ("kernel/core/src", "*.rs"), ("tests", "*.py")):
        for path in sorted((ROOT / folder).rglob(ending)):
            digest.update(path.relative_to(ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]


def progress_of(proof: Proof, made_of: str) -> Progress:
    """Where it was left; from the start if the sources are others now."""
    path = STATE / f"{proof.name}.json"
    try:
        known = Progress(**json.loads(path.read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return Progress(made_of)
    return known if known.sources == made_of else Progress(made_of)


def keep(proof: Proof, progress: Progress) -> None:
    """Write down how far it is, whole or not at all."""
    STATE.mkdir(exist_ok=True)
    path = STATE / f"{proof.name}.json"
    path.with_suffix(".new").write_text(json.dumps(asdict(progress)), encoding="utf-8")
    path.with_suffix(".new").replace(path)


def tell(proof: Proof, progress: Progress, outcome: str) -> None:
    """A dated line of the report."""
    commit = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    date = datetime.now(UTC).strftime("%Y-%m-%d")
    command = f'make prove ARGS="{proof.name}"'
    cells = (date, f"`{command}`", proof.says, f"{progress.done:,} of {proof.cases:,}", outcome,
             f"{progress.seconds:,.0f}", commit.stdout.strip() or "unknown")  # fmt: skip
    with REPORT.open("a", encoding="utf-8") as report:
        report.write("| " + " | ".join(cells) + " |\n")


def run(proof: Proof, made_of: str, until: float) -> str:
    """Go on with a proof: `holds`, `fails` or `stopped`."""
    progress = progress_of(proof, made_of)
    if progress.done == proof.cases:
        return "holds"
    while progress.done < proof.cases:
        started = time.monotonic()
        if started >= until:
            return "stopped"
        try:
            proof.check(progress.done)
        except Exception as error:  # whatever goes wrong in a case is a case that fails
            tell(proof, progress, f"fails at case {progress.done}")
            why = f"{type(error).__name__}: {str(error)[:400]}"
            print(f"{proof.name}: case {progress.done} fails: {why}", file=sys.stderr)
            return "fails"
        progress.done += 1
        progress.seconds += time.monotonic() - started
        keep(proof, progress)
    tell(proof, progress, "holds")
    return "holds"


def main() -> int:
    """Run the proofs that were asked for; 1 if one fails."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="which proofs; all if none is named")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so many, to go on another time")
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    known = proofs()
    if unknown := set(asked.names) - {proof.name for proof in known}:
        parser.error(f"there is no proof {', '.join(sorted(unknown))}: there are {', '.join(p.name for p in known)}")
    made_of, until, failed = sources(), time.monotonic() + asked.seconds, False
    for proof in known:
        if asked.names and proof.name not in asked.names:
            continue
        try:
            outcome = run(proof, made_of, until)
        except KeyboardInterrupt:
            print("stopped; the same command goes on from here", file=sys.stderr)
            return 130
        failed |= outcome == "fails"
        print(f"{proof.name}: {outcome}, {progress_of(proof, made_of).done:,} of {proof.cases:,}: {proof.says}")
    return int(failed)


if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))
    sys.exit(main())
