"""What people said of games, as a file that evolution reads: `deckwright evolve --ratings FILE`."""

from __future__ import annotations

from typing import Any

from deckwright.games import found_games, library
from deckwright.web.own_games import OwnGames
from deckwright.web.ratings import Ratings


def export_ratings(ratings: Ratings, own: OwnGames) -> dict[str, Any]:
    """The mean stars of every game that is a genome, with the genome. Nobody's name is in it, nor any table's.

    `left_out` counts rated games that are no genomes, or were played by house rules that no kept genome has.
    """
    told, left_out = [], 0
    found = {entry.define().digest: entry.define().genome for entry in found_games().values()}
    for game, liked in ratings.all().items():
        entry = library().get(game)
        if entry is not None:
            definition = entry.define()
            genome = None if definition.genome is None else definition.genome.to_dict()
        elif (known := found.get(game)) is not None:
            genome = known.to_dict()
        else:
            genome = own.by_digest(game)
        if genome is None:
            left_out += 1
            continue
        told.append({"name": genome.get("name", ""), "stars": liked.stars, "people": liked.people, "genome": genome})
    return {"ratings": told, "left_out": left_out}
