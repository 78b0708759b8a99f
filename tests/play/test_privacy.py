"""Nothing that a seat is sent depends on what it has not seen: frames, labels, events and refusals."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from dataclasses import fields, is_dataclass, replace
from itertools import chain
from random import Random
from typing import Any, get_type_hints

import pytest
from pydantic import BaseModel
from tests.conformance.walks import Variant
from tests.play.tables import send, share_of, walked

from deckwright.cards import Card
from deckwright.cards.words import card_words
from deckwright.engine import PublicPlayer, State
from deckwright.play import (
    PublicSeat,
    Refused,
    SeatMessage,
    TableError,
    TableState,
    TableTransition,
    execute,
    omniscient_view,
    spectator_view,
    table_view,
)
from deckwright.play.execute import after_input
from deckwright.play.inputs import AGREE_ID, Authority, Input
from deckwright.play.shuffle import FairShuffle


def looked_at(variant: Variant, count: int = 10, walk: int = 0) -> list[TableState]:
    tables = walked(variant, walk)
    return [*tables[:: max(1, len(tables) // count)], tables[-1]]


def forgetting(table: TableState) -> TableState:
    """The table as if nothing had been told so far: what is told from here on is made from here on."""
    return TableState(table.setup, table.progress, table.state, table.pauses, (), None)


def in_another_world(table: TableState, seat: int, seed: int) -> TableState:
    """The same table in a world that looks the same to a seat; the secret, the seed and the deal are others too."""
    shown = table.shown
    assert shown is not None
    other = shown.resample(seat, seed=seed)
    chance = FairShuffle(bytes([seed + 1]) * 32, "table-1", "0" * 64)
    pauses = tuple(replace(pause, state=other) for pause in table.pauses)
    return TableState(replace(table.setup, chance=chance), table.progress, other, pauses, (), None)


def frame_of(table: TableState, seat: int) -> str:
    """What a seat is sent, but for the table's own commitment, which is another for every secret."""
    data = table_view(table, seat).to_dict()
    return json.dumps({**data, "shuffle": None})


def test_frames_do_not_depend_on_what_a_seat_has_not_seen(variant: Variant) -> None:
    for table in looked_at(variant):
        if table.is_over:
            continue
        for seat in range(len(table.seats)):
            frame = frame_of(forgetting(table), seat)
            for seed in range(2):
                assert frame_of(in_another_world(table, seat, seed), seat) == frame


def moved_on(table: TableState, move: str) -> TableState:
    """The table after a move, or a pick, of whose turn it is, and after everyone has seen what came of it."""
    turn = table.progress.turn
    assert turn is not None
    by = Authority.AGENT if table.seats[turn].agent else Authority.SEAT
    found = after_input(table, Input(by, turn, move, at_ms=table.progress.stamp_ms))
    assert isinstance(found, TableState), found
    table = found
    while table.progress.beats:
        for seat in table.progress.waiting_for:
            table = send(table, seat, AGREE_ID[table.progress.beats[0]])
    return table


def looks_the_same(here: TableState, there: TableState, seat: int) -> bool:
    """Whether a seat has seen the same so far, as the kernel keeps it: views and keys, which no text went through."""
    one, other = here.state, there.state
    assert one is not None
    assert other is not None
    return one.view(seat) == other.view(seat) and one.key(seat) == other.key(seat)


STEPS, ENOUGH = 8, 40


def test_what_is_told_of_moves_does_not_depend_on_what_a_seat_has_not_seen(variant: Variant) -> None:
    """Both worlds are played on through the table, by moves that are legal in both: each makes its own events.

    As long as a seat has seen the same in both, it is told the same in both.
    """
    compared = 0
    rng = Random(f"{variant}")
    # In some games nearly every move shows a face: more games are looked at until there is one that does not.
    for table in chain.from_iterable(looked_at(variant, 30, walk) for walk in range(6) if compared == 0):
        if table.is_over or table.pauses or table.progress.is_paused or compared >= ENOUGH:
            continue
        for seat in range(len(table.seats)):
            here, there = forgetting(table), in_another_world(table, seat, 1)
            for _ in range(STEPS):
                if here.is_over or there.is_over:
                    break
                assert here.state is not None
                assert there.state is not None
                legal = [move for move in here.state.actions() if there.state.find_action(move.slot, move.value)]
                if not legal:
                    break
                chosen = rng.choice(legal)
                here, there = (moved_on(world, f"{chosen.slot}.{chosen.value}") for world in (here, there))
                if not looks_the_same(here, there, seat):
                    break
                assert len(here.moments) == len(there.moments)
                assert table_view(here, seat).events == table_view(there, seat).events
                assert here.is_over or frame_of(here, seat) == frame_of(there, seat)
                compared += bool(here.moments)
    # Who plays alone against a dealer sees a card at every move.
    assert compared > 0 or variant.load().seats == 1, "some moves say nothing that is new in one of the worlds alone"


def test_refusals_do_not_depend_on_what_a_seat_has_not_seen(variant: Variant) -> None:
    ids = [f"{slot}.{value}" for slot in range(6) for value in range(0, 56, 5)]
    ids += ["undo", "agree-complete-trick", "agree-score-hand", "hand-back", "commit"]
    for table in looked_at(variant, 4):
        if table.is_over:
            continue
        for seat in range(len(table.seats)):
            other = in_another_world(table, seat, 3)
            for id_ in ids:
                action = SeatMessage(table.id, table.revision, seat, id_)
                here, there = execute(table, action), execute(other, action)
                assert isinstance(here, Refused) == isinstance(there, Refused)
                if isinstance(here, Refused) and isinstance(there, Refused):
                    assert (here.code, here.message) == (there.code, there.message)


def cards_in(text: str, deck: set[str]) -> set[str]:
    return {word for word in re.findall(r"[A-Za-z0-9/-]+", text) if word in deck}


def cards_told(text: str, deck: Iterable[Card]) -> set[str]:
    """The cards that sentences name, in the words of the table; long names first: a wild draw four is no wild."""
    found = set()
    for words in sorted({card_words(card) for card in deck}, key=len, reverse=True):
        pattern = rf"(?<![\w-]){re.escape(words)}(?![\w-])"
        if re.search(pattern, text):
            found.add(words)
            text = re.sub(pattern, "", text)
    return found


def known_to(state: State, seat: int | None) -> set[str]:
    notation = state.game.notation
    zones = state.position.observe(seat)["zones"]
    return {str(notation.card(card)) for zone in zones for card in zone if card >= 0}


def test_no_frame_holds_a_secret_or_a_hidden_card(variant: Variant) -> None:
    """Canaries: the secret, the seed, and every card that its seat cannot place and was not told of."""
    deck = {str(card) for card in variant.load().deck}
    for table in looked_at(variant):
        if table.is_over:
            continue
        assert isinstance(table.setup.chance, FairShuffle)
        assert table.deal is not None
        secret, seed = table.setup.chance.round_secret(0), table.deal.seed
        digits = [secret.hex(), seed.hex(), *map(share_of, range(1, len(table.seats)))]
        state = table.shown
        assert state is not None
        for seat in (*range(len(table.seats)), None):
            view = spectator_view(table) if seat is None else table_view(table, seat)
            frame = view.to_json()
            assert not any(canary in frame for canary in digits)
            assert "secret" not in json.loads(frame)["view"]
            data = view.to_dict()
            told = cards_told(" ".join(view.events), variant.load().deck)
            assert cards_in(json.dumps(data["view"]["zones"]), deck) <= known_to(state, seat)
            assert cards_in(json.dumps(data["view"]["hand"]), deck) <= known_to(state, seat)
            saw = {
                str(event.detail[name])
                for moment in table.moments
                for event in moment.state.events(seat)
                for name in ("card", "action")
                if event.detail.get(name)
            }
            seen = {card_words(card) for card in variant.load().deck if str(card) in cards_in(" ".join(saw), deck)}
            assert told <= seen, "events say only what the seat saw"
            if seat != table.progress.turn and not state.is_secret:
                assert all(transition["kind"] != "move" for transition in data["transitions"])


def test_a_spectator_is_offered_nothing(variant: Variant) -> None:
    for table in looked_at(variant, 4):
        assert spectator_view(table).transitions == ()


def test_no_public_type_has_room_for_a_hand() -> None:
    hints = {**get_type_hints(PublicPlayer), **get_type_hints(PublicSeat)}
    assert {field.name for field in fields(PublicPlayer)} | set(PublicSeat._fields) == set(hints)
    for name, kind in hints.items():
        assert kind in (int, str, bool, int | None), name
    assert {name for name, kind in hints.items() if kind is str} == {"name", "kind"}


def test_a_transition_for_a_client_has_no_next_state() -> None:
    assert set(get_type_hints(TableTransition)) == {"id", "label", "kind", "needs"}
    assert all(kind is str for kind in get_type_hints(TableTransition).values())


def test_every_card_is_shown_only_when_the_game_is_over(variant: Variant) -> None:
    tables = walked(variant)
    for table in tables[:-1:20]:
        with pytest.raises(TableError) as error:
            omniscient_view(table)
        assert error.value.code == "view.not-over"
    if tables[-1].is_over:
        cards = sorted(card for zone in omniscient_view(tables[-1]).values() for card in zone)
        assert cards == sorted(str(card) for card in variant.load().deck)


def test_the_secret_is_revealed_when_the_game_is_over() -> None:
    tables = walked(Variant("kuhn"))
    assert all(table_view(table, 0).reveal is None for table in tables[:-1])
    reveal: Any = table_view(tables[-1], 0).reveal
    assert reveal is not None
    assert tables[-1].deal is not None
    assert reveal.seed == tables[-1].deal.seed.hex()
    assert spectator_view(tables[-1]).reveal == reveal


def mutable_parts(value: object, seen: dict[int, object]) -> Iterator[Any]:
    """Every dictionary, list and set that can be reached from a value without going round its own rules."""
    if id(value) in seen:
        return
    seen[id(value)] = value
    if isinstance(value, Mapping):
        yield value
        for part in (*value.keys(), *value.values()):
            yield from mutable_parts(part, seen)
    elif isinstance(value, tuple | list | set | frozenset):
        yield value
        for part in value:
            yield from mutable_parts(part, seen)
    elif is_dataclass(value):
        for field in fields(value):
            yield from mutable_parts(getattr(value, field.name), seen)
    elif isinstance(value, BaseModel):
        for name in type(value).model_fields:
            yield from mutable_parts(getattr(value, name), seen)


def spoil(view: object) -> int:
    """Change everything that can be changed in a view; how many parts of it could be."""
    spoiled = 0
    for part in list(mutable_parts(view, {})):
        if isinstance(part, MutableMapping | list | set):
            part.clear()
        else:
            continue
        spoiled += 1
    return spoiled


def test_what_a_client_does_to_its_view_changes_nobody_elses(variant: Variant) -> None:
    for table in looked_at(variant, 3):
        for seat in range(len(table.seats)):
            others = [other for other in range(len(table.seats)) if other != seat]
            frames = [table_view(table, other).to_json() for other in (seat, *others)]
            held = [table_view(table, other) for other in others]
            watched, before = spectator_view(table), spectator_view(table).to_json()
            mine = table_view(table, seat)
            spoil(mine)
            spoil(table_view(table, seat).to_dict())
            assert table.state is not None
            spoil(table.state.information(seat).view)
            spoil(table.state.view(seat))
            assert [table_view(table, other).to_json() for other in (seat, *others)] == frames
            assert [view.to_json() for view in held] == frames[1:]
            assert watched.to_json() == spectator_view(table).to_json() == before


def test_spoiling_spoils() -> None:
    view = table_view(walked(Variant("hearts", (("hands", 2),)))[9], 0)
    before = view.to_json()
    assert spoil(view) > 0
    assert view.to_json() != before
