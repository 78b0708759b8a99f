"""What sockets say does not depend on what a seat has not seen. They are the test client's: nothing goes over TCP."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.conformance.walks import Variant, main_variants
from tests.play.tables import picked
from tests.play.test_privacy import looks_the_same
from tests.web.worlds import World, a_deal, another_deal, worlds

from deckwright.play import Accepted, SeatMessage, TableState, execute

STEPS = 5
SEEDS = 4


def legal_in_both(here: World, there: World) -> list[str]:
    """Moves that can be made in both worlds, in the same order; in secret, whole choices."""
    one, other = here.table.state, there.table.state
    assert one is not None
    assert other is not None
    if one.is_secret and one.seat is not None:
        paths = [",".join(picked(here.table, one.seat, Random(seed))) for seed in range(30)]
        return [path for path in paths if can_be_sent(there.table, one.seat, path)]
    both = [move for move in one.actions() if other.find_action(move.slot, move.value)]
    return [f"{move.slot}.{move.value}" for move in both]


def can_be_sent(table: TableState, seat: int, path: str) -> bool:
    """Whether a choice can be made."""
    return isinstance(execute(table, SeatMessage(table.id, table.revision, seat, path)), Accepted)


@pytest.mark.parametrize("variant", main_variants(), ids=str)
def test_sockets_say_the_same_in_worlds_that_look_the_same(variant: Variant, tmp_path: Path) -> None:
    """A seat's, and that of somebody who watches, from before the deal is seen on, in answer to nonsense too."""
    game = variant.load()
    seat = 0
    deals = ((deal, another_deal(game, deal, seat)) for deal in (a_deal(game, seed) for seed in range(SEEDS)))
    found = next((pair for pair in deals if pair[1] is not None), None)
    if found is None:
        state = game.start(a_deal(game, 0))
        layouts = [state.resample(seat, seed=seed).position.layout() for seed in range(SEEDS)]
        assert all(layout == state.position.layout() for layout in layouts), "there is another world"
        return
    here_deal, there_deal = found
    assert there_deal is not None
    rng = Random(f"{variant}")
    compared = 0
    with worlds(tmp_path, game, (here_deal, there_deal)) as (here, there):
        pages = [
            world.client.get("/table/here/join").text + world.client.get("/table/here/watch").text
            for world in (here, there)
        ]
        assert pages[0] == pages[1]
        with (
            here.listen(seat) as own_here,
            there.listen(seat) as own_there,
            here.listen(None) as watch_here,
            there.listen(None) as watch_there,
            here.listen(seat, changes=True) as told_here,
            there.listen(seat, changes=True) as told_there,
        ):
            for _ in range(STEPS):
                for one, other in ((own_here, own_there), (watch_here, watch_there), (told_here, told_there)):
                    for ear in (one, other):
                        ear.tell("9.99")
                        ear.tell("undo", revision=10**6)
                        ear.tell("draft", "9.99")
                    texts = one.heard()
                    assert other.heard() == texts
                    compared += any(text.startswith('{"type":"frame"') for text in texts)
                if here.table.is_over or there.table.is_over:
                    break
                moves = legal_in_both(here, there)
                if not moves:
                    break
                chosen = rng.choice(moves)
                here.move(chosen)
                there.move(chosen)
                if not looks_the_same(here.table, there.table, seat):
                    break
    assert compared >= 2
