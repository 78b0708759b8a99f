"""The command `deckwright`: its subcommands, and how a refusal is told."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Annotated, Any, NoReturn

import typer

from deckwright.cli.commands import Commands
from deckwright.cli.output import INTERRUPTED, TERMINATED, WRONG_INPUT, WRONG_USE, Refusal, print_text, refuse
from deckwright.errors import DeckwrightError

NAME = "deckwright"

app = typer.Typer(
    name=NAME,
    cls=Commands,
    help="Card and domino games with hidden information, written once as data.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print_text(f"{NAME} {version('deckwright')}")
        raise typer.Exit


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and leave.")
    ] = False,
) -> None:
    """Card and domino games with hidden information, written once as data."""


def main() -> None:
    """Run the command line; what cannot be done is told in a sentence, never as a traceback."""
    with _heard_when_terminated() as heard:
        try:
            app(prog_name=NAME)  # the same name, and completion, for `python -m deckwright`
        except DeckwrightError as error:
            _tell(error)
        except BrokenPipeError:  # `deckwright games | head`
            sys.stderr.close()
            raise SystemExit(WRONG_INPUT) from None
        except OSError as error:  # a disk that is full, a file that somebody took away
            refuse(f"{error.filename}: {error.strerror}" if error.filename else str(error), code=WRONG_INPUT)
        except SystemExit as left:
            _tell_broken_modules(left)
            if left.code == INTERRUPTED:
                if not isinstance(left, Refusal):  # the command had nothing of its own to say
                    sys.stderr.write(f"{NAME}: interrupted\n")
                left.code = TERMINATED if heard else INTERRUPTED
            raise


def _tell(error: DeckwrightError) -> NoReturn:
    """Say why it cannot be done; of a genome, every defect."""
    from deckwright.genome.errors import GenomeError  # not before it is needed: `--help` needs no genome

    if isinstance(error, GenomeError):  # "$" is the whole file: nothing to point at
        refuse("\n".join(str(issue).removeprefix("$: ") for issue in error.issues), code=WRONG_INPUT)
    refuse(str(error), code=WRONG_USE)


@contextmanager
def _heard_when_terminated() -> Iterator[list[int]]:
    """While it lasts, being asked to end (SIGTERM) is what Ctrl-C is: work is saved, and it is told."""
    heard: list[int] = []

    def interrupt(number: int, frame: FrameType | None) -> NoReturn:  # noqa: ARG001
        heard.append(number)
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():  # signals are heard by the main thread alone
        yield heard
        return
    before: Any = signal.signal(signal.SIGTERM, interrupt)
    try:
        yield heard
    finally:
        signal.signal(signal.SIGTERM, before)


def _tell_broken_modules(left: SystemExit) -> None:
    """Name the games that cannot be imported, whatever else was done; the exit code says that there are some."""
    catalogue = sys.modules.get("deckwright.games.catalogue")
    if catalogue is None:  # nobody asked for a game
        return
    broken_modules: dict[str, str] = catalogue.broken_modules
    for name, why in broken_modules.items():
        sys.stderr.write(f"deckwright: the game in games/{name}.py is left out: {why}\n")
    if broken_modules and not left.code:
        left.code = WRONG_INPUT
