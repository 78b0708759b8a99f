"""`deckwright new`: a commented genome to edit."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Annotated

import typer

from deckwright.cli.options import OptionList, load_game
from deckwright.cli.output import WRONG_INPUT, WRONG_USE, print_text, refuse
from deckwright.cli.sections import SECTIONS
from deckwright.files import write_whole
from deckwright.genome.codec import dump_yaml
from deckwright.genome.schema import GameGenome

LONGEST_NAME = 80
_KEY = re.compile(r"([a-z_]+):")


def new(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the new game is called.")],
    source: Annotated[str, typer.Option("--from", metavar="GAME", help="The game to start from.")],
    option: OptionList = None,
    out: Annotated[
        str, typer.Option(metavar="FILE", help="Where to write it; NAME.yaml if not given, - is standard output.")
    ] = "",
    force: Annotated[bool, typer.Option(help="Replace the file if there is one.")] = False,
) -> None:
    """Write a commented YAML genome, made from another game, to edit."""
    title, genome_id = one_line(name), slug(name)
    if title == genome_id:  # an id was given: people call it by the same words
        title = genome_id.replace("-", " ").title()
    if not genome_id or len(title) > LONGEST_NAME:
        refuse(f"{name[:60]!r} cannot name a game: expected letters or digits, at most {LONGEST_NAME}", code=WRONG_USE)
    loaded = load_game(source, option)
    genome = without_usual_dealer(loaded.genome.copy_with(genome_id=genome_id, name=title))
    text = commented_yaml(genome, made_from=one_line(loaded.name))
    if out == "-":
        print_text(text)
        return
    path = Path(out or f"{genome_id}.yaml")
    try:
        write_whole(path, text, is_new=not force)
    except FileExistsError:
        refuse(f"{path} exists: give another --out, or --force to replace it", code=WRONG_INPUT)
    except OSError as error:
        refuse(f"{path}: {error.strerror}", code=WRONG_INPUT)
    sys.stderr.write(f"wrote {path}; then: deckwright check {path}, rules {path}, simulate {path}, play {path}\n")


def one_line(text: str) -> str:
    """Text that a comment can hold: printable, in one line."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())


def slug(name: str) -> str:
    """A name as an id: lower case, with hyphens."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")[:60]


def without_usual_dealer(genome: GameGenome) -> GameGenome:
    """The same game; that the last seat deals first goes without saying, and stays true if seats are added."""
    if genome.setup.first_dealer != genome.player_count - 1:
        return genome
    return genome.copy_with(setup=genome.setup.copy_with(first_dealer=None))


def commented_yaml(genome: GameGenome, *, made_from: str) -> str:
    """A genome as YAML with a comment above each section, and those it does without at the end."""
    lines = [
        f"# {genome.name}: a game for Deckwright, made from {made_from}.",
        "# Everything needed to play it is in this file. After a change: deckwright check, rules, simulate.",
        "# Expressions (where, when, until, points ...) are a small part of Python; docs/language.md has all of it.",
        "",
    ]
    present: set[str] = set()
    for line in dump_yaml(genome).splitlines():
        if key := _KEY.match(line):
            section = key.group(1)
            present.add(section)
            lines += [f"# {comment}" for comment in SECTIONS[section].splitlines()]
        lines.append(line)
    absent = [section for section in SECTIONS if section not in present]
    if absent:
        lines += ["", "# Sections that this game does without:"]
        lines += [f"#   {section}: {SECTIONS[section].splitlines()[0]}" for section in absent]
    return "\n".join(lines) + "\n"
