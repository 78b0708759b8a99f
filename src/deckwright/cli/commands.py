"""The subcommands, each loaded when it is asked for: `check` does not wait for what only `play` needs."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, MutableMapping
from copy import copy
from importlib import import_module
from pathlib import Path
from typing import Any

import typer
from typer.core import TyperCommand, TyperGroup

EXAMPLES: Mapping[str, tuple[str, ...]] = {
    "demo": ("deckwright demo",),
    "games": ("deckwright games", "deckwright games hearts"),
    "rules": ("deckwright rules texas-42", "deckwright rules hearts -o players=3 --format html"),
    "show": ("deckwright show kuhn",),
    "new": ("deckwright new my-game --from hearts",),
    "check": ("deckwright check my-game.yaml", "deckwright show kuhn | deckwright check -"),
    "agents": ("deckwright agents --json",),
    "simulate": ("deckwright simulate hearts --games 100 --agents flat:50,random",),
    "report": (
        "deckwright report war --budget 2000000",
        "deckwright report hearts --out hearts.html",
        "deckwright report my-game.yaml --json",
    ),
    "play": ("deckwright play hearts", "deckwright play texas-42 -o hands=1 --agents flat:500"),
    "serve": ("deckwright serve", "deckwright serve --host 0.0.0.0 --port 8000"),
    "replay": ("deckwright replay LINK --seat 2",),
    "arena": (
        "deckwright arena kuhn --agents flat:50,random --matches 200",
        "deckwright arena cambio --ladder --agents bayesian-v3,bayesian-v2,smart --matches 500",
    ),
    "solve": ("deckwright solve kuhn --target 0.001", "deckwright solve leduc --target 0.01 --out leduc.json"),
    "equity": ("deckwright equity AsKs QQ", "deckwright equity 'QQ+, AKs:0.5' any any --board Qs7s2d --sample"),
    "pushfold": ("deckwright pushfold --stack 10", "deckwright pushfold --stack 8 --players 3 --json"),
    "spot": (
        "deckwright spot --board Qs7s2d4c9h --oop any --ip 'QQ+, AK' --pot 10 --stack 40 --target 0.5",
        "deckwright spot --board Qs7s2d4c9h --oop any --ip AA --pot 10 --stack 10 --lock 'all-in: call = any:0.3'",
    ),
    "flops": ("deckwright flops --oop 'TT+, AK' --ip 'JJ+, AQs' --pot 10 --stack 10 --cap 1 --count 3",),
    "evolve": (
        "deckwright evolve --generations 5 --from hearts,crazy-eights --out found",
        "deckwright evolve --style trick-taking --minutes 60 --out found",
        "deckwright evolve --generations 50 --out found --resume",
    ),
    "ratings": ("deckwright ratings --out ratings.json",),
    "train": ("deckwright train configs/two.yaml", "deckwright train configs/two.yaml --resume"),
    "explore": ("deckwright explore two.bundle", "deckwright explore two.bundle --json 'raise 2.5, call'"),
    "learn": (
        "deckwright learn texas-42",
        "deckwright learn my-game.yaml --minutes 2 --seed 7 --out mine.policy.json",
    ),
    "tune": ("deckwright tune cambio --generations 5 --save constants.json",),
    "verify": ("deckwright verify shuffle.json",),
}
"""In the order of the help. Each is a function in the module of the same name, with examples for its help."""
NAMES = tuple(EXAMPLES)


def _examples_text(name: str) -> str:
    """The end of a command's help; lines stay lines where a blank one is between them."""
    many = len(EXAMPLES[name]) > 1
    return "\n\n".join(["Examples:" if many else "Example:", *EXAMPLES[name]])


class Loaded(MutableMapping[str, Any]):
    """Commands by name; looking one up imports its module."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in NAMES:
            raise KeyError(name)
        if name not in self._made:
            alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
            alone.command(name, epilog=_examples_text(name))(getattr(import_module(f"deckwright.cli.{name}"), name))
            self._made[name] = typer.main.get_command(alone)
        return self._made[name]

    def __setitem__(self, name: str, command: Any) -> None:
        self._made[name] = command

    def __delitem__(self, name: str) -> None:
        del self._made[name]

    def __iter__(self) -> Iterator[str]:
        return iter(NAMES)

    def __len__(self) -> int:
        return len(NAMES)


class Commands(TyperGroup):
    """The group of all commands."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = Loaded()

    def list_commands(self, ctx: Any) -> list[str]:  # noqa: ARG002
        """Their names, without loading them."""
        return list(NAMES)

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """What there is, with a sentence on each: to read that, no command is loaded."""
        listed = copy(self)
        listed.commands = {name: TyperCommand(name, help=_summary(name)) for name in NAMES}
        super(Commands, listed).format_help(ctx, formatter)


def _summary(name: str) -> str:
    """What a command says of itself: the docstring of its function, found without importing what it needs."""
    tree = ast.parse(Path(__file__).with_name(f"{name}.py").read_text(encoding="utf-8"))
    [function] = (part for part in tree.body if isinstance(part, ast.FunctionDef) and part.name == name)
    return ast.get_docstring(function) or ""
