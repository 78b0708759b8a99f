"""Frames: one document for a page, and nothing in it that a seat has not seen."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

from tests.conformance.walks import Variant
from tests.play.tables import dealt, send, setup_of, share_of, walked

from deckwright.engine import load
from deckwright.engine.scene.regions import _kept_region
from deckwright.play import TableState, agent, person, rebuild
from deckwright.play.frame import COMING, Draft, Frame, table_frame
from deckwright.play.picture import Picture
from deckwright.play.secret import deciding_state
from deckwright.play.shuffle import FairShuffle
from deckwright.play.tale import new_tale
from deckwright.play.telling.step import tell_step
from deckwright.play.telling.table_event import TableEvent


def words(event: TableEvent) -> str:
    """What is told, without the marks around names."""
    return re.sub("[\u2068\u2069]", "", event.text)


def looked_at(variant: Variant, count: int = 8) -> list[TableState]:
    tables = walked(variant)
    return [*tables[:: max(1, len(tables) // count)], tables[-1]]


def in_another_world(table: TableState, seat: int, seed: int) -> TableState:
    """The same table in a world that looks the same to a seat; secret, seed and deal are others too."""
    shown = table.shown
    assert shown is not None
    other = shown.resample(seat, seed=seed)
    chance = FairShuffle(bytes([seed + 1]) * 32, "table-1", "0" * 64)
    pauses = tuple(replace(pause, state=other) for pause in table.pauses)
    tale = new_tale(len(table.seats))
    return TableState(replace(table.setup, chance=chance), table.progress, other, pauses, (), None, tale)


def frame_text(frame: Frame) -> str:
    """A frame but for the table's own commitment, which is another for every secret."""
    return json.dumps({**frame.to_dict(), "shuffle": None})


def test_frames_are_the_same_in_worlds_that_look_the_same(variant: Variant) -> None:
    for table in looked_at(variant):
        if table.is_over:
            continue
        here = TableState(table.setup, table.progress, table.state, table.pauses, (), None, new_tale(len(table.seats)))
        for seat in range(len(table.seats)):
            if _has_just_shown(table, seat):
                continue
            there = in_another_world(table, seat, 1)
            for memory in (False, True):
                frame = frame_text(table_frame(here, seat, memory=memory))
                assert frame_text(table_frame(there, seat, memory=memory)) == frame


def _has_just_shown(table: TableState, seat: int) -> bool:
    """A world that was made up has no events: what was just turned up is not turned up in it."""
    assert table.shown is not None
    return any(event.kind == "shown" for event in table.shown.events(seat))


def test_frames_hold_no_secret_and_no_card_that_was_not_seen(variant: Variant) -> None:
    deck = {str(card) for card in variant.load().deck}
    for table in looked_at(variant):
        if table.is_over:
            continue
        assert isinstance(table.setup.chance, FairShuffle)
        assert table.deal is not None
        assert table.shown is not None
        digits = [table.setup.chance.round_secret(0).hex(), table.deal.seed.hex(), *map(share_of, range(1, 4))]
        notation = table.setup.game.notation
        for seat in (*range(len(table.seats)), None):
            frame = table_frame(table, seat, memory=True)
            assert not any(canary in frame.to_json() for canary in digits)
            zones = table.shown.position.observe(seat)["zones"]
            known = {str(notation.card(card)) for zone in zones for card in zone if card >= 0}
            assert {card.code for region in frame.regions for card in region.cards} - {None} <= known & deck
            if seat is None or deciding_state(table, seat) is None:
                assert frame.choices == ()
                assert frame.draft == Draft()
                assert frame.prompt == (COMING if seat in table.progress.coming else "")
            elif not table.shown.is_secret:
                assert seat == table.progress.turn


def test_what_is_told_reads_as_people_speak(variant: Variant) -> None:
    """No underscore, no bare seat number, no name of the program's own."""
    for table in looked_at(variant, 40):
        for seat in (0, None):
            for event in table_frame(table, seat).events:
                assert "_" not in words(event)
                assert not re.search(r"\[|\bseat \d|\b\d+\.\d+\b|\b[cp] [0-9A-Z]", words(event)), words(event)
                assert not words(event) or words(event)[0].isupper() or words(event)[0].isdigit(), words(event)


def test_events_are_numbered_alike_however_a_table_was_reached(variant: Variant) -> None:
    tables = walked(variant)
    for table in (tables[len(tables) // 2], tables[-1]):
        again = rebuild(table.setup, table.history)
        for seat in (0, None):
            assert table_frame(again, seat).to_json() == table_frame(table, seat).to_json()
    numbers = [event.number for event in table_frame(tables[-1], None).events]
    assert numbers == sorted(set(numbers))


def test_a_card_peeked_at_stays_until_it_is_acknowledged() -> None:
    table = dealt(setup_of(load("cambio")))
    peeks = table_frame(table, 0).peeks
    assert [peek.zone for peek in peeks] == ["cards[0].0", "cards[0].1"]
    shown = [card for region in table_frame(table, 0).regions if region.role == "hand" for card in region.cards]
    assert all(card.face == "down" for card in shown)
    rng = Random(1)
    for _ in range(3):
        turn = table.progress.turn
        assert turn is not None
        move = rng.choice([choice.id for choice in table_frame(table, turn).choices if choice.verb != "call cambio"])
        table = send(table, turn, move)
    assert table_frame(table, 0).peeks[:2] == peeks
    assert table_frame(table, 0, seen=peeks[-1].number).peeks[:1] != peeks[:1]
    assert all(peek not in table_frame(table, 1).peeks for peek in peeks)
    assert table_frame(table, None).peeks == ()


def test_what_is_remembered_is_shown_only_where_the_table_says_so() -> None:
    variant = Variant("rummy", (("hands", 2),))
    faces = {False: 0, True: 0}
    for table in walked(variant)[20:60]:
        for shown in faces:
            told = TableState(
                replace(table.setup, shows_memory=shown), table.progress, table.state, table.pauses, (), None
            )
            regions = table_frame(told, 0).regions
            faces[shown] += sum(card.face == "memory" for region in regions for card in region.cards)
    assert faces[False] == 0 < faces[True]


def test_the_log_says_who_plays_for_a_dummy() -> None:
    told = [
        words(event)
        for table in walked(Variant("bridge", (("hands", 2),)))
        for event in table_frame(table, 0).events
        if event.kind == "chose" and " from " in words(event)
    ]
    assert told
    assert all(
        re.fullmatch(r"(You play|Player \d plays) \w+[♣♦♥♠] from (your|Player \d's) hand.", text) for text in told
    )


def test_the_prompt_says_how_many_cards_go_to_whom() -> None:
    table = dealt(setup_of(load("hearts")))
    turn = table.progress.turn
    assert turn is not None
    name = table.names[(turn + 1) % 4]
    assert table_frame(table, turn).prompt == f"Pass 3 cards to \u2068{name}\u2069"


def test_a_table_is_framed_before_the_deal_too() -> None:
    from deckwright.play import open_table

    table = open_table(setup_of(load("hearts"), seats=(person("Ann"), person("Ben"), agent("random"), agent("random"))))
    frame = json.loads(table_frame(table, 0).to_json())
    assert frame["status"] == "gathering"
    assert [seat["name"] for seat in frame["seats"]][:2] == ["Ann", "Ben"]
    assert [command["id"] for command in frame["commands"]] == ["leave", "commit", "take-over"]


def test_the_log_writes_cards_and_deeds_as_people_do() -> None:
    told = [
        words(event)
        for game in ("hearts", "uno", "gin-rummy", "bridge", "draw-poker")
        for table in walked(Variant(game, (("hands", 1),)))
        for event in table_frame(table, 0).events
        if words(event)
    ]
    assert any(re.fullmatch(r"Player \d calls [1-7][♣♦♥♠].", text) for text in told)
    assert any(re.fullmatch(r"Player \d folds.", text) for text in told)
    assert any(re.fullmatch(r"Player \d plays (10|[2-9AKQJ])[♣♦♥♠].", text) for text in told)
    assert any(re.fullmatch(r"You play (red|blue|green|yellow) [\w ]+.", text) for text in told)
    assert any(text.startswith("You are dealt ") for text in told)
    assert not [text for text in told if re.search(r"\b(10|[1-9AKQJ])[CDHS]\b|/|: play|is out|scores? -", text)]


def test_what_a_seat_is_told_is_what_would_be_made_for_it_alone(variant: Variant) -> None:
    """Most seats share the words of spectators: never where one of them is about the seat, or it saw more."""
    shared = 0
    for table in looked_at(variant):
        for moment in table.moments:
            for seat in range(len(table.seats)):
                told = moment.tell(seat, table.names, number=7)
                assert told == tell_step(moment.state, seat, table.names, 7)
                shared += told is moment.tell(None, table.names, number=7)
    assert shared or variant.load().seats == 1


def test_the_text_of_a_frame_is_its_parts_made_anew(variant: Variant) -> None:
    """Parts that did not change are kept as texts: they are those that would be made from the parts as data."""
    for table in looked_at(variant):
        for seat in (*range(len(table.seats)), None):
            frame = table_frame(table, seat)
            data = frame.to_dict()
            assert data["regions"] == [region.to_dict() for region in frame.regions]
            assert data["commands"] == [command.to_dict() for command in frame.commands]
            assert data["choices"] == json.loads(json.dumps([choice.to_dict() for choice in frame.choices]))
            assert data["draft"] == frame.draft.to_dict()
            assert data["seats"] == [seen._asdict() for seen in frame.public.seats]
            standing = frame.public.standing
            assert data["standing"] == (None if standing is None else standing.to_dict())
            _kept_region.cache_clear()
            assert table_frame(replace(table, picture=Picture()), seat).to_json() == frame.to_json()


def test_a_frame_made_of_parts_of_the_one_before_is_as_if_made_anew(variant: Variant) -> None:
    """A table shares what it shows with those after it, and what was told is told on: whatever was said in between."""
    tables = walked(variant)
    following = [*tables[:6], *tables[len(tables) // 2 :][:10], *tables[-6:]]
    for table in following:
        for seat in (*range(len(table.seats)), None):
            anew = table_frame(replace(table, picture=Picture()), seat)
            assert table_frame(table, seat).to_json() == anew.to_json()


def test_a_place_of_one_card_is_asked_for_by_what_is_done_with_it() -> None:
    table = dealt(setup_of(load("cambio")))
    turn = table.progress.turn
    assert turn is not None
    draw = next(choice for choice in table_frame(table, turn).choices if choice.verb == "draw")
    assert table_frame(send(table, turn, draw.id), turn).prompt.startswith("Swap a card")


def test_a_complete_trick_says_who_takes_it_while_everyone_looks(variant: Variant) -> None:
    """The seat that the log names when the trick is gone; nobody while a trick is being played."""
    said: int | None = None
    for table in walked(variant):
        frame = table_frame(table, None).to_dict()
        taken = [event["seat"] for event in frame["events"] if event["kind"] == "trick-won"]
        if said is not None and frame["status"] != "waiting":
            assert taken[-1] == said
        said = None if frame["standing"] is None else frame["standing"]["winner"]
        is_trick = frame["status"] == "waiting" and frame["consensus"]["beat"] == "trick"
        assert (said is not None) == is_trick


def test_piles_of_a_table_are_counted_from_one_wherever_people_read_them() -> None:
    told = set()
    for table in walked(Variant("solitaire", ())):
        frame = table_frame(table, 0)
        texts = [words(event) for event in frame.events] + [choice.label for choice in frame.choices]
        told |= {number for text in texts for number in re.findall(r"(?i)column (\d+)", text)}
    assert told == {str(number) for number in range(1, 8)}


def test_a_hand_that_is_dealt_into_places_is_told_once() -> None:
    told = [words(event) for event in table_frame(dealt(setup_of(load("cambio"))), None).events if words(event)]
    assert told[:3] == ["Hand 1 is dealt.", "Player 0 is dealt 4 cards.", "Player 1 is dealt 4 cards."]
    assert not [text for text in told if " card 1" in text]


def test_what_is_drawn_or_taken_to_be_decided_on_is_told_as_people_say_it() -> None:
    table = dealt(setup_of(load("cambio")))
    told: set[str] = set()
    for move in ("draw", "swap 3", "pass", "pass", "take", "swap 1"):
        state, turn = table.state, table.progress.turn
        assert state is not None
        assert turn is not None
        action = state.parse_action(move)
        table = send(table, turn, f"{action.slot}.{action.value}")
        told |= {words(event) for event in table_frame(table, None).events}
    assert {"Player 0 draws 1 card.", "Player 0 swaps card 3.", "Player 1 swaps card 1."} <= told
    assert any(re.fullmatch(r"Player 1 takes \S+\.", text) for text in told)
    assert not [text for text in told if "the drawn" in text or text.endswith((" draws.", " takes."))]


def test_a_choice_of_a_place_says_what_it_is_for() -> None:
    """Moves of Cambio are cards: without the phase, `Pass or choose a card` says nothing of sticking."""
    prompts = {table_frame(table, seat).prompt for table in walked(Variant("cambio", ())) for seat in range(2)}
    assert any(text.startswith("Stick a ") for text in prompts)
    assert not [text for text in prompts if text.lower().startswith(("choose a card", "pass or choose a card"))]


def test_the_colour_to_be_played_says_that_it_is_one() -> None:
    assert "Current colour" in _labels("uno")
    assert "Current suit" in _labels("crazy-eights")


def _labels(game: str) -> set[str]:
    shown = [table_frame(table, 0).to_dict()["standing"] for table in walked(Variant(game, ()))]
    return {badge["label"] for standing in shown for badge in standing["badges"]}


def test_a_round_of_cambio_is_looked_at_with_its_cards_turned_up() -> None:
    for table in walked(Variant("cambio", ())):
        frame = table_frame(table, 0).to_dict()
        if frame["status"] != "waiting":
            continue
        assert frame["consensus"]["beat"] == "hand"
        cards = [card for region in frame["regions"] if region["role"] == "hand" for card in region["cards"]]
        assert cards
        assert all(card["face"] == "up" for card in cards)
        return
    raise AssertionError("nobody looked")
