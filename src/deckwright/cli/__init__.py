"""The command line: one file per command."""

from deckwright.cli.app import app, main

__all__ = ["app", "main"]
