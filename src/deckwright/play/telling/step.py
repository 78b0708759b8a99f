"""What happened in one step of a game, for one observer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from deckwright.engine import State
from deckwright.engine.scene.text import to_text
from deckwright.play.telling.chosen import chosen_place, chosen_rank, is_done, is_pile, looked, looks
from deckwright.play.telling.happened import make_event, shown_events
from deckwright.play.telling.joined import joined, without_repeats
from deckwright.play.telling.last_card import last_cards
from deckwright.play.telling.moved import Moves, moved_events
from deckwright.play.telling.speaker import Speaker
from deckwright.play.telling.table_event import EVENT_NAMES, KernelEvent, Names, TableEvent, Told
from deckwright.play.words import say


def tell_step(
    state: State, seat: int | None, names: Names, number: int, *, first_pile: int = 1, says_peeks: bool = False
) -> Told:
    """Events in order; moves of cards between the same places are one.

    Which cards a seat alone is shown and has to remember is only said where that is asked for.
    """
    told = state.seen_events(seat)
    choosers = {data["seat"] for kind, data in told if kind == "chose"}
    # Where several chose in secret and are told at once, each chose for itself.
    actor = state.last_seat if len(choosers) == 1 else None
    is_opening = len(choosers) == 1 and state.game.shape.has_chips and _is_opening(state)
    speaker = Speaker(seat, names, state, actor, first_pile, _open_cards(state, told), is_opening=is_opening)
    said = joined(
        without_repeats(_spoken(told, speaker, says_peeks=says_peeks), speaker.notation.zones_by_text), speaker
    )
    said = [*said, *last_cards(speaker)]
    events = tuple([TableEvent(number + place, *event[1:]) for place, event in enumerate(said)])
    text = to_text([dict(zip(EVENT_NAMES, event, strict=True)) for event in events])[1:-1]
    return Told(events, text, frozenset(speaker.named))


def _is_opening(state: State) -> bool:
    """Whether nobody else has chips before them in the round of betting: a raise was a bet."""
    return not any(player.bet for player in state.seen_by(None).players if player.seat != state.last_seat)


def _open_cards(state: State, told: Sequence[KernelEvent]) -> tuple[tuple[str, str], ...]:
    """Cards that all see and all may use, where a hand is shown."""
    if state.game.definition.evaluation is None or not any(kind == "shown" for kind, _ in told):
        return ()
    zones = [zone for zone in state.seen_by(None).zones if zone.index is None]
    return tuple([(card, zone.name) for zone in zones for card in zone.cards if card is not None])


def _spoken(told: Sequence[KernelEvent], speaker: Speaker, *, says_peeks: bool) -> list[TableEvent]:
    notation = speaker.notation
    zones, texts, codes = notation.zones, notation.zone_texts, notation.names.cards
    said: list[TableEvent] = []
    cards: Moves = {}
    shown: list[TableEvent] = []
    names_card = False
    is_deal = True
    has_moves = any(kind == "moved" for kind, _ in told)
    starts = {data["from"] for kind, data in told if kind == "moved"}
    in_public = speaker.state.seen_events(None)
    peeks = {at for at, (kind, data) in enumerate(in_public) if kind == "shown" and data["card"] < 0}
    end = next((at for at, (kind, _) in enumerate(in_public) if kind == "hand over"), len(in_public))
    looked_at = {in_public[at][1]["zone"] for at in peeks if at < end}  # in this hand, and not in the next one
    hides = notation.has_secrets and not says_peeks
    chosen = -1
    tested: list[TableEvent] = []
    for at, (kind, data) in _straight(told, speaker):
        if kind == "tested":
            tested.append(make_event(speaker, kind, data))
            continue
        if kind == "moved":
            card, start, end = data["card"], data["from"], data["to"]
            # A play that names its card says it already, and whoever takes the trick is told by name.
            is_told = zones[start].role == "trick" or (names_card and zones[end].role == "trick")
            if start != end:
                moved = cards.setdefault((texts[start], texts[end], is_told), [])
                moved.append(codes[card] if card >= 0 else None)
            continue
        if cards:
            said += shown_events(speaker, shown)
            shown = []
            said += moved_events(speaker, cards, is_deal=is_deal)
            cards = {}
        is_deal = kind == "dealt" or (is_deal and kind != "chose")
        made = make_event(speaker, kind, data)
        if kind == "chose":
            speaker.hear(data)
            names_card = names_card or bool(made.cards)
            if (
                said
                and said[-1].kind == "chose"
                and said[-1].seat == made.seat
                and (rank := chosen_rank(speaker, data))
            ):
                asked = said.pop()
                is_question = asked.text.partition(" ")[2].startswith("ask")
                text = say("deed_for" if is_question else "deed_named", did=asked.text[:-1], rank=rank)
                said.append(asked._replace(text=text))
                made = made._replace(text="")
            place = chosen = chosen_place(speaker, data)
            if place in starts:
                made = made._replace(text="")  # the card that leaves it tells it
            elif place in looked_at:
                made = made._replace(text=looks(speaker, data["seat"], texts[place]))
        if kind == "shown":
            if hides and at in peeks and made.cards:
                text = "" if data["zone"] == chosen else looked(speaker, texts[data["zone"]])
                said.append(made._replace(cards=(), text="" if any(text == event.text for event in said) else text))
            else:
                shown.append(made)
            continue
        if shown:
            said += shown_events(speaker, shown)
            shown = []
        # Where a pile is chosen, the cards that go there tell it.
        if has_moves and is_pile(speaker, kind, data):
            made = made._replace(text="")
        elif not has_moves and is_done(speaker, kind, data):
            made = made._replace(text=say("deed_nothing", did=made.text[:-1]))
        said.append(made)
    said += shown_events(speaker, shown)
    return said + moved_events(speaker, cards, is_deal=is_deal) + tested


def _straight(told: Sequence[KernelEvent], speaker: Speaker) -> Iterator[tuple[int, KernelEvent]]:
    """The same with their places, a card that goes through a place where nobody sees it told as going straight on."""
    zones = speaker.notation.zones
    moves = [data for kind, data in told if kind == "moved"]
    come, gone = Counter(data["to"] for data in moves), Counter(data["from"] for data in moves)
    through = {
        zone
        for zone in come
        if come[zone] == gone[zone] == 1
        and (zones[zone].role, zones[zone].owner) == ("other", "table")
        and speaker.notation.zone_names[zones[zone].name].seen_by == "none"
    }
    starts = {data["to"]: data["from"] for data in moves if data["to"] in through}
    for at, (kind, data) in enumerate(told):
        if kind != "moved" or data["from"] not in starts:
            if kind != "moved" or data["to"] not in through:
                yield at, (kind, data)
        else:
            yield at, (kind, {**data, "from": starts[data["from"]]})
