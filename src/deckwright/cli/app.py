"""The command `deckwright`: its subcommands, and how a refusal is told."""

from __future__ import annotations

import sys

import typer

from deckwright.cli.commands import Commands
from deckwright.cli.output import WRONG_INPUT, WRONG_USE, refuse

app = typer.Typer(
    name="deckwright",
    cls=Commands,
    help="Card and domino games with hidden information, written once as data.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback()
def _options() -> None:
    """Card and domino games with hidden information, written once as data."""


def main() -> None:
    """Run the command line; what cannot be done is told in a sentence, never as a traceback."""
    from deckwright.errors import DeckwrightError
    from deckwright.genome.errors import GenomeError

    try:
        app()
    except GenomeError as error:
        # "$" is the whole file: nothing to point at
        refuse("\n".join(str(issue).removeprefix("$: ") for issue in error.issues), code=WRONG_INPUT)
    except DeckwrightError as error:
        refuse(str(error), code=WRONG_USE)
    except BrokenPipeError:  # `deckwright games | head`
        sys.stderr.close()
        raise SystemExit(WRONG_INPUT) from None
    except SystemExit as left:
        _tell_broken_modules(left)
        raise


def _tell_broken_modules(left: SystemExit) -> None:
    """Name the games that cannot be imported, whatever else was done; the exit code says that there are some."""
    from deckwright.games.catalogue import broken_modules

    for name, why in broken_modules.items():
        sys.stderr.write(f"deckwright: the game in games/{name}.py is left out: {why}\n")
    if broken_modules and not left.code:
        left.code = WRONG_INPUT
