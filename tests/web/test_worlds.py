"""Nothing that goes over the wire depends on what a seat has not seen: frames, refusals, pages, heads and all.

Two real servers on loopback have tables that differ in hidden cards alone. What comes from both is compared byte by
byte. Left out are what names a second or is drawn at random: the date of an answer, the key that somebody is given
who joins (and as a cookie), and pings.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect
from tests.conformance.walks import Variant, main_variants
from tests.play.tables import picked
from tests.play.test_privacy import looks_the_same
from tests.web.test_tables import bearer
from tests.web.worlds import Ear, Servers, World, a_deal, another_deal, new_worlds, worlds

from deckwright.engine import Deal, Game
from deckwright.play import Accepted, SeatMessage, TableState, execute
from deckwright.web import api, pages, seats
from deckwright.web.guard import CLOSE_REFUSED

STEPS = 5
SEEDS = 4
SEAT = 0
ROUTES = [route for room in (pages, seats, api) for route in room.router.routes if "{table}" in route.path]


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


def two_deals(game: Game, seat: int = SEAT) -> tuple[Deal, Deal] | None:
    """Deals that look the same to a seat; None where it sees every card."""
    for seed in range(SEEDS):
        deal = a_deal(game, seed)
        other = another_deal(game, deal, seat)
        if other is not None:
            return deal, other
    state = game.start(a_deal(game, 0))
    layouts = [state.resample(seat, seed=seed).position.layout() for seed in range(SEEDS)]
    assert all(layout == state.position.layout() for layout in layouts), "there is another world"
    return None


def answers(world: World, *, key: str = "") -> Iterator[tuple[str, bytes]]:
    """What everything about a table answers that can be asked of it: a stranger, or by cookie and bearer header."""
    headers = {**bearer(key), "cookie": f"seat={key}"} if key else {}
    for route in ROUTES:
        for place in {"0", "watch"} if route.path.endswith("/{seat}") else {"0"}:
            path = route.path.format(table=world.name, seat=place)
            body: dict[str, Any] | None = None if "GET" in route.methods else {}
            yield f"{route.methods} {path}", world.server.fetch(path, headers, body)


def assert_answers_the_same(here: World, there: World) -> None:
    """Strangers are answered the same in both worlds; so is the seat, where it is joined."""
    assert dict(answers(here)) == dict(answers(there))
    if here.keys[SEAT]:
        assert dict(answers(here, key=here.keys[SEAT])) == dict(answers(there, key=there.keys[SEAT]))


def opening(world: World, key: str) -> bytes:
    """What whoever is nobody at the table is answered who wants the socket of the seat."""
    with world.server.connect(f"/table/{world.name}/{SEAT}/socket", bearer(key)) as line:
        with pytest.raises(WebSocketDisconnect) as left:
            line.receive_text()
        assert left.value.code == CLOSE_REFUSED
        return line.head + b"".join(line.frames)


@pytest.mark.parametrize("variant", main_variants(), ids=str)
def test_the_wire_says_the_same_in_worlds_that_look_the_same(variant: Variant, servers: Servers) -> None:
    """To strangers, before and after somebody joins; to who joins; to the seat, and to who watches; to nonsense too."""
    game = variant.load()
    deals = two_deals(game)
    if deals is None:
        return
    rng = Random(f"{variant}")
    compared = 0
    here, there = pair = new_worlds(servers, game, deals)
    with ExitStack() as stack:
        early = [stack.enter_context(world.listen(None)) for world in pair]
        assert_answers_the_same(here, there)
        assert opening(here, "x" * 22) == opening(there, "x" * 22)
        assert here.join() == there.join()
        assert entered(here) == entered(there)
        for world in pair:
            world.deal()
        listening = [early]
        for seat, changes in ((SEAT, False), (SEAT, True)):
            listening.append([stack.enter_context(world.listen(seat, changes=changes)) for world in pair])
        assert_answers_the_same(here, there)
        for _ in range(STEPS):
            for one, other in listening:
                compared += hears_the_same(one, other)
            if here.table.is_over or there.table.is_over:
                break
            moves = legal_in_both(here, there)
            if not moves:
                break
            chosen = rng.choice(moves)
            here.move(chosen)
            there.move(chosen)
            if not looks_the_same(here.table, there.table, SEAT):
                break
    assert compared >= 2


def entered(world: World) -> bytes:
    """The answer to the key of the seat, but for the cookie."""
    key = world.keys[SEAT]
    answer = world.server.fetch(f"/table/{world.name}/{SEAT}/enter", body={"key": key})
    assert f"\r\nset-cookie: seat={key};".encode() in answer
    return answer.replace(key.encode(), b"")


def hears_the_same(one: Ear, other: Ear) -> bool:
    """Whether what came until now, in answer to nonsense too, had a frame in it; it is the same, byte for byte."""
    for ear in (one, other):
        ear.tell("9.99")
        ear.tell("undo", revision=10**6)
        ear.tell("draft", "9.99")
    texts = one.heard()
    assert other.heard() == texts
    assert other.line.head == one.line.head
    assert other.line.frames == one.line.frames
    return any(text.startswith('{"type":"frame"') for text in texts)


PICKS = 2


@pytest.mark.parametrize("variant", main_variants(), ids=str)
def test_others_hear_nothing_while_a_seat_picks(variant: Variant, servers: Servers) -> None:
    """A seat drafts in one of two equal worlds: to all others both say the same, byte for byte, to newcomers too."""
    game = variant.load()
    deal = a_deal(game, 1)
    rng = Random(f"{variant}")
    here, there = worlds(servers, game, (deal, deal))
    places = [None, *range(game.seats)]
    drafted = 0
    with ExitStack() as stack:
        own, calm = ({place: stack.enter_context(world.listen(place)) for place in places} for world in (here, there))
        for _ in range(PICKS):
            turn = here.table.progress.turn
            if turn is None:
                break
            for ear in (*own.values(), *calm.values()):
                ear.heard()
            with here.listen(turn) as picking:
                frame = json.loads(picking.heard()[-1])["frame"]
                picks = [choice["id"] for choice in frame["choices"]]
                for pick in rng.sample(picks, min(2, len(picks))):
                    picking.tell("draft", pick, revision=frame["revision"])
                    drafted += json.loads(picking.heard()[0])["frame"]["draft"]["path"] == [pick]
                for place in places:
                    assert own[place].heard() == calm[place].heard() == []
                with here.listen(None) as new, there.listen(None) as same:
                    assert new.heard() == same.heard()
                    assert new.line.frames == same.line.frames
                moves = legal_in_both(here, there)
                chosen = rng.choice(moves)
                here.move(chosen)
                there.move(chosen)
                for place in places:
                    assert own[place].heard() == calm[place].heard()
                    assert own[place].line.frames == calm[place].line.frames
    assert drafted >= PICKS
