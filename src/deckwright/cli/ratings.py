"""`deckwright ratings`: what people said of games at a server, as a file for `deckwright evolve --ratings`."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from deckwright.cli.output import check_writable, console, print_json
from deckwright.files import write_whole


def ratings(
    store: Annotated[str, typer.Option(help="Database URL of the server; its own default if not given.")] = "",
    out: Annotated[Path | None, typer.Option(help="Write them to this file instead of standard output.")] = None,
) -> None:
    """Export the stars that people gave, with the genomes: `evolve --ratings FILE` prefers what is like liked games."""
    from deckwright.play.store import Store
    from deckwright.web.own_games import OwnGames
    from deckwright.web.ratings import Ratings
    from deckwright.web.ratings_export import export_ratings
    from deckwright.web.service import default_store
    from deckwright.web.settings import Limits

    check_writable(out=out)
    opened = Store(store) if store else Store.at(default_store())
    try:
        document = export_ratings(Ratings(opened.engine), OwnGames(opened.engine, Limits()))
    finally:
        opened.close()
    if out is None:
        print_json(document)
        return
    write_whole(out, json.dumps(document))
    told = f"{len(document['ratings'])} games with ratings written to {out}"
    if document["left_out"]:
        told += f"; {document['left_out']} left out: no genomes, or played by house rules that nobody kept"
    console().print(told, soft_wrap=True)
