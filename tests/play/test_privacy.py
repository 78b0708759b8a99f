"""Nothing that a seat is sent depends on what it has not seen: frames, labels, events and refusals."""

from __future__ import annotations

import json
import re
from dataclasses import fields, replace
from typing import Any, get_type_hints

import pytest
from tests.conformance.walks import Variant
from tests.play.tables import walked

from deckwright.engine import PublicPlayer, State
from deckwright.play import (
    PublicSeat,
    Refused,
    TableAction,
    TableError,
    TableState,
    TableTransition,
    execute,
    omniscient_view,
    spectator_view,
    table_view,
)
from deckwright.play.moments import Moment
from deckwright.play.shuffle import FairShuffle


def looked_at(variant: Variant, count: int = 10) -> list[TableState]:
    tables = walked(variant)
    return [*tables[:: max(1, len(tables) // count)], tables[-1]]


def in_another_world(table: TableState, seat: int, seed: int) -> TableState:
    """The same table in a world that looks the same to a seat; the secret, the seed and the deal are others too."""
    shown = table.shown
    assert shown is not None
    other = shown.resample(seat, seed=seed)
    chance = FairShuffle(bytes([seed + 1]) * 32, table.setup.commitment)
    setup = replace(table.setup, chance=chance)
    pauses = tuple(replace(pause, state=other) for pause in table.pauses)
    # What happened is past; what it was to this seat is in its events, which the resampled state no longer has.
    return TableState(setup, table.progress, other, pauses, told_again(table, seat), None)


def told_again(table: TableState, seat: int) -> tuple[Moment, ...]:
    """Moments that know what this seat was told and nothing else."""
    return tuple(Moment(state, {(seat, table.names): told}) for state, told in past(table, seat))


def past(table: TableState, seat: int) -> list[tuple[State, tuple[str, ...]]]:
    return [(moment.state, moment.told(seat, table.names)) for moment in table.moments]


def test_frames_do_not_depend_on_what_a_seat_has_not_seen(variant: Variant) -> None:
    for table in looked_at(variant):
        if table.is_over:
            continue
        for seat in range(len(table.seats)):
            frame = table_view(table, seat).to_json()
            for seed in range(2):
                other = in_another_world(table, seat, seed)
                assert table_view(other, seat).to_json() == frame


def test_refusals_do_not_depend_on_what_a_seat_has_not_seen(variant: Variant) -> None:
    ids = [f"{slot}.{value}" for slot in range(6) for value in range(0, 56, 5)]
    for table in looked_at(variant, 4):
        if table.is_over:
            continue
        for seat in range(len(table.seats)):
            other = in_another_world(table, seat, 3)
            for id_ in [*ids, "undo", "time-out", "agree-complete-trick", "agree-score-hand"]:
                action = TableAction(table.id, table.revision, seat, id_)
                here, there = execute(table, action), execute(other, action)
                assert isinstance(here, Refused) == isinstance(there, Refused)
                if isinstance(here, Refused) and isinstance(there, Refused):
                    assert (here.code, here.message) == (there.code, there.message)


def cards_in(text: str, deck: set[str]) -> set[str]:
    return {word for word in re.findall(r"[A-Za-z0-9/-]+", text) if word in deck}


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
        secret, seed = table.setup.chance.secret, table.deal.seed
        digits = [secret.hex(), seed.hex(), *(entropy for _, entropy in table.progress.entropy)]
        state = table.shown
        assert state is not None
        for seat in (*range(len(table.seats)), None):
            view = spectator_view(table) if seat is None else table_view(table, seat)
            frame = view.to_json()
            assert not any(canary in frame for canary in digits)
            assert "secret" not in json.loads(frame)["view"]
            data = view.to_dict()
            told = cards_in(" ".join(view.events), deck)
            assert cards_in(json.dumps(data["view"]["zones"]), deck) <= known_to(state, seat)
            assert cards_in(json.dumps(data["view"]["hand"]), deck) <= known_to(state, seat)
            saw = {
                str(event.detail[name])
                for moment in table.moments
                for event in moment.state.events(seat)
                for name in ("card", "action")
                if event.detail.get(name)
            }
            assert told <= cards_in(" ".join(saw), deck), "events say only what the seat saw"
            if seat != table.progress.turn:
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
