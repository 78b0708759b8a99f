"""`deckwright explore`: a blueprint on a page of its own, or a decision of it in the terminal."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.table import Table

from deckwright.cli.output import console, print_json, print_text
from deckwright.cli.serve import listen
from deckwright.solve.poker.blueprint import Bundle
from deckwright.web.settings import DEFAULT_HOST, ServerSettings


def explore(
    bundle: Annotated[Path, typer.Argument(metavar="BUNDLE", help="The folder that `deckwright train` made.")],
    node: Annotated[
        str | None,
        typer.Option(help="Print that decision here: 'raise 2.5, fold, call'; amounts in big blinds; '' is the first."),
    ] = None,
    board: Annotated[str, typer.Option(help="After the flop: the board, for what each hand does.")] = "",
    json: Annotated[
        str | None,
        typer.Option("--json", metavar="NODE", help="Print that decision as JSON; '' is the first."),
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port of the page; 0 for any that is free.")] = 0,
) -> None:
    """Walk through a hold'em blueprint on a page of this machine; or print what each hand does at a decision."""
    loaded = Bundle.load(bundle)
    if json is not None:
        _print_json(loaded, json, board)
    elif node is not None or board:
        _print_table(loaded, node or "", board)
    else:
        _serve(bundle.resolve(), port)


def _serve(bundle: Path, port: int) -> None:
    """The page, for this machine alone; nothing of it is kept."""
    from deckwright.web.app import create_app
    from deckwright.web.wire import make_server, prepare_process

    listening = listen(DEFAULT_HOST, port)
    chosen = listening.getsockname()[1]
    with TemporaryDirectory(prefix="deckwright-explore-") as folder:
        store = f"sqlite:///{Path(folder) / 'server.db'}"
        app = create_app(ServerSettings(port=chosen, store_url=store, bundles=(str(bundle),)))
        print_text(f"The explorer is at http://localhost:{chosen}/poker/bundles/{bundle.name}   (Ctrl-C ends it)")
        prepare_process()
        make_server(app).run(sockets=[listening])


def _print_json(loaded: Bundle, node: str, board: str) -> None:
    found = loaded.node(node)
    document = {**found.to_dict(), "positions": list(loaded.positions), "quality": loaded.manifest.get("quality")}
    document["config_hash"] = loaded.config.digest
    if board:
        document["hands"] = {hand: list(row) for hand, row in loaded.by_hand(found, board).items()}
    print_json(document)


def _print_table(loaded: Bundle, node: str, board: str) -> None:
    found = loaded.node(node)
    out = console()
    out.print(
        f"{found.position} on the {found.street}, after {', '.join(found.path) or 'nothing'}; pot {found.pot:g} bb"
    )
    table = Table(box=None, pad_edge=False)
    for heading in ("hand", *found.actions):
        table.add_column(heading, justify="right")
    after_flop = found.street != "preflop"
    rows = loaded.by_hand(found, board) if board or not after_flop else dict(enumerate(found.shares))
    for name, row in rows.items():
        table.add_row(str(name), *(f"{100 * share:.0f} %" for share in row))
    out.print(table)
    out.print(f"{loaded.manifest['walks']:,} walks; config {loaded.config.digest[:12]}; imperfect recall")
