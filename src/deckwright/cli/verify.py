"""`deckwright verify`: whether a shuffle was fair, as far as that can be known."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from deckwright.cli.output import WRONG_INPUT, print_text, refuse
from deckwright.play.errors import ShuffleError
from deckwright.play.record import check_record, load_record


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The record of a table whose game is over.")],
    commitment: Annotated[
        str, typer.Option(help="The joint commitment that you noted before you revealed your share.")
    ] = "",
    share: Annotated[str, typer.Option(help="The share that you revealed.")] = "",
    seat: Annotated[int | None, typer.Option(help="Where you sat.")] = None,
) -> None:
    """Check the record of a fair shuffle, without asking anybody."""
    try:
        verified = check_record(load_record(file), commitment=commitment, share=share, seat=seat)
    except ShuffleError as error:
        refuse(f"not verified: {error.message} [{error.code}]", code=WRONG_INPUT)
    lines = ["verified:", *(f"  - {fact}" for fact in verified.facts)]
    if verified.warnings:
        lines += ["it does not prove more, because:", *(f"  - {warning}" for warning in verified.warnings)]
    print_text("\n".join(lines))
