"""The subcommands, each loaded when it is asked for: `check` does not wait for what only `play` needs."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from importlib import import_module
from typing import Any

import typer
from typer.core import TyperGroup

NAMES = (
    "demo", "games", "rules", "show", "new", "check", "simulate", "play", "replay", "arena", "solve", "tune", "verify",
)  # fmt: skip
"""In the order of the help. Each is a function in the module of the same name."""


class Loaded(MutableMapping[str, Any]):
    """Commands by name; looking one up imports its module."""

    def __init__(self) -> None:
        self._made: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in NAMES:
            raise KeyError(name)
        if name not in self._made:
            alone = typer.Typer(add_completion=False, pretty_exceptions_enable=False)
            alone.command(name)(getattr(import_module(f"deckwright.cli.{name}"), name))
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
