"""`deckwright play`: an evening against agents, in the terminal."""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Annotated

import typer
from platformdirs import user_state_path

from deckwright.agents import known_here
from deckwright.cli.evening import YOU, Evening, now_ms, said, submitted
from deckwright.cli.options import GameArgument, OptionList, load_game
from deckwright.cli.output import WRONG_USE, check_writable, console, refuse
from deckwright.cli.own_agents import own_kinds
from deckwright.cli.spoken import agent_names
from deckwright.engine import Game, seed_bytes
from deckwright.play import TableState, agent, make_setup, person
from deckwright.play.shuffle import fresh_share, open_shuffle, rules_hash
from deckwright.play.store import Store

DEFAULT_AGENTS = "medium"


def play(
    game: GameArgument,
    option: OptionList = None,
    agents: Annotated[
        str,
        typer.Option(help="The other seats' agents, with commas; fewer take turns. `deckwright agents` lists them."),
    ] = DEFAULT_AGENTS,
    seat: Annotated[int, typer.Option(help="Your seat.")] = 0,
    name: Annotated[str, typer.Option(help="What you are called.")] = YOU,
    new: Annotated[bool, typer.Option("--new", help="Start afresh; otherwise an unfinished game goes on.")] = False,
    seed: Annotated[
        int | None, typer.Option(help="The same seed deals the same cards; a fair shuffle if not given.")
    ] = None,
    store: Annotated[Path | None, typer.Option(metavar="FILE", help="Where games are kept.")] = None,
    record: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write the shuffle's record here at the end.")
    ] = None,
    rating: Annotated[bool, typer.Option(help="Judge your choices at the end, beside those of your opponents.")] = True,
) -> None:
    """Play a game against agents."""
    loaded = load_game(game, option)
    if not 0 <= seat < loaded.seats:
        refuse(f"--seat {seat}: expected 0 to {loaded.seats - 1}", code=WRONG_USE)
    check_writable(record=record)
    kept = Store.at(store or default_store())
    try:
        with known_here(own_kinds(agents)):
            table = sit_down(kept, loaded, agents, seat, name, seed, new=new)
            Evening(kept, console(), seat).run(table, record, rating=rating)
    finally:
        kept.close()


def default_store() -> Path:
    """Where a person's own games are kept."""
    return user_state_path("deckwright", appauthor=False) / "games.db"


def sit_down(store: Store, game: Game, agents: str, seat: int, name: str, seed: int | None, *, new: bool) -> TableState:
    """The unfinished game of these rules, or a new one."""
    prefix = f"solo-{rules_hash(game)[:12]}-"
    known = [table for table in store.ids() if table.startswith(prefix)]
    if known and not new and seed is None:
        last = store.load(known[-1])
        if not last.is_over and last.seats[seat].is_person:
            return last
    table_id = f"{prefix}{len(known):05d}-{secrets.token_hex(2)}"
    others = [text.strip() for text in agents.split(",")]
    most = max(1, game.seats - 1)
    if len(others) > most:
        refuse(f"--agents: found {len(others)}, expected 1 to {most}: one a seat, without yours", code=WRONG_USE)
    names = agent_names(game.seats, seat, name)
    seats = tuple(
        person(name) if number == seat else agent(others[(number - (number > seat)) % len(others)], names[number])
        for number in range(game.seats)
    )
    secret = None if seed is None else seed_bytes(seed, domain="table")
    chance = open_shuffle(table_id, game, secret=secret)
    table = store.create(make_setup(game, seats, id=table_id, chance=chance, may_undo=True, opened_ms=now_ms()))
    share = fresh_share() if seed is None else seed_bytes(seed, domain="share").hex()
    promise = chance.share_commitment(share, number=0, seat=seat)
    table = submitted(store, table, said(table, seat, "commit", promise))
    return submitted(store, table, said(table, seat, "reveal", share))
