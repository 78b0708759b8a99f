"""The gallery of found games: put a genome into it, make its rulebooks again, and tell what is measured of its games.

python scripts/found.py add found/genomes/SOME.json hearts-and-thieves "Hearts and Thieves"
python scripts/found.py rulebooks
python scripts/found.py figures                    # by all gates of `balanced` on three fresh seeds each
"""

from __future__ import annotations

import argparse
from pathlib import Path

from deckwright.evolve.distance import distance
from deckwright.evolve.evaluation import FULL, evaluate
from deckwright.evolve.library import library_genomes
from deckwright.evolve.styles import load_style
from deckwright.games import found_games
from deckwright.genome.codec import dump_json, load_genome
from deckwright.genome.rulebook import generate_rulebook
from deckwright.measure import Estimate

FOLDER = Path(__file__).resolve().parent.parent / "src/deckwright/games/found"
SEEDS = range(1_000, 1_003)
"""None that a run has seen."""


def add(source: Path, name: str, title: str) -> None:
    """A genome under a name that people chose; the rest of its files are written by hand."""
    genome = load_genome(source).model_copy(update={"genome_id": name, "name": title})
    (FOLDER / f"{name}.json").write_text(dump_json(genome), encoding="utf-8")
    (FOLDER / f"{name}.rules.md").write_text(generate_rulebook(genome), encoding="utf-8")
    notes = FOLDER / f"{name}.md"
    if not notes.exists():
        notes.write_text(f"# {title}\n", encoding="utf-8")


def rulebooks() -> None:
    """What the genomes say now."""
    for name, game in found_games().items():
        (FOLDER / f"{name}.rules.md").write_text(generate_rulebook(game.default_genome), encoding="utf-8")


def figures() -> None:
    """What is measured, and how far the rules are from the library and from each other."""
    found = {name: game.default_genome for name, game in found_games().items()}
    for name, genome in found.items():
        near = min((distance(genome, other), which) for which, other in library_genomes().items())
        beside = min(
            ((distance(genome, other), which) for which, other in found.items() if which != name), default=(1.0, "")
        )
        print(f"{name}: {near[0]:.2f} from {near[1]}, {beside[0]:.2f} from {beside[1]}")
        for seed in SEEDS:
            judged = evaluate(genome, load_style("balanced"), seed, tier=FULL, searches=True)
            told = judged.figures
            told_of = {"skill": told.skill, "depth": told.depth, "luck": told.luck, "reach": told.reach}
            shown = ", ".join(f"{what} {_said(value)}" for what, value in told_of.items())
            stopped = "" if judged.stopped is None else f" STOPPED by {judged.stopped.gate}: {judged.stopped.reason}"
            print(f"  seed {seed}: {told.choices:.1f} choices in a hand, {shown}, {told.rulebook_words} words{stopped}")


def _said(value: Estimate | None) -> str:
    return "not measured" if value is None else f"{value.value:.2f} ({value.low:.2f} to {value.high:.2f})"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("add", "rulebooks", "figures"))
    parser.add_argument("given", nargs="*", help="for add: a file, an id and a name")
    asked = parser.parse_args()
    match asked.what:
        case "add":
            source, name, title = asked.given
            add(Path(source), name, title)
        case "rulebooks":
            rulebooks()
        case "figures":
            figures()
