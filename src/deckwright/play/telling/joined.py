"""Events of one step whose sentences become one, and nothing said twice."""

from __future__ import annotations

from collections.abc import Mapping

from deckwright.engine.notation import ZonePlace
from deckwright.play.telling.moved import is_taken_up
from deckwright.play.telling.speaker import Speaker
from deckwright.play.telling.table_event import TableEvent
from deckwright.play.wording import pieces_of


def without_repeats(events: list[TableEvent], places: Mapping[str, ZonePlace]) -> list[TableEvent]:
    """The same, with nothing said twice: a card played to the discard; `Ada draws`, where she draws so many."""
    if len(events) < 2:
        return events
    chosen = {card for event in events if event.kind == "chose" for card in event.cards}
    found = events
    for place, event in enumerate(events):
        if not event.text:
            continue
        if event.kind == "moved":
            is_seen = event.cards and not event.backs and chosen.issuperset(event.cards)
            is_said = is_seen and places[str(event.end)].role == "discard"
        elif event.kind == "out":  # whoever folds is out
            is_said = any(other.kind == "chose" and other.seat == event.seat for other in found[:place])
        elif event.kind == "chose":
            bare = f"{event.text[:-1]} "
            is_said = any(other.text.startswith(bare) or _gives(other, event, places) for other in found)
        elif event.kind == "tested":
            before = found[:place]
            is_said = any(
                other.text and (other.kind not in ("chose", "tested") or other.text == event.text) for other in before
            )
        else:
            continue
        if is_said:
            found = [*found[:place], event._replace(text=""), *found[place + 1 :]]
    return found


def _carried(events: list[TableEvent], place: int, speaker: Speaker) -> list[TableEvent]:
    """Who takes a card from place to place: `You move 4♠ from column 3 to column 2`, in one line."""
    chose, what = events[place], speaker.cards(events[place].cards)
    for later, event in enumerate(events[place + 1 :], place + 1):
        is_it = event.kind == "moved" and chose.cards[0] in event.cards and " from " in event.text
        if is_it and chose.text.endswith(f" {what}."):
            moved = f"{event.text[0].lower() if what[0].islower() else event.text[0]}{event.text[1:]}"
            joined = chose._replace(text=f"{chose.text.removesuffix(f'{what}.')}{moved}")
            return [*events[:place], joined, *events[place + 1 : later], event._replace(text=""), *events[later + 1 :]]
    return events


def joined(events: list[TableEvent], speaker: Speaker) -> list[TableEvent]:
    """The same, where one sentence says what somebody did and what came of it at once.

    `Ada raises and pays 4 chips`, `Ada keeps the card`; what is laid down says that something was exchanged.
    """
    place = next((place for place, event in enumerate(events) if event.kind == "chose" and event.text), None)
    if place is None or events[place].seat is None:
        return events
    if events[place].cards:
        return _carried(events, place, speaker)
    chose, found = events[place], list(events)
    who = speaker.who(chose.seat or 0)
    if not chose.text.startswith(f"{who} "):
        return events
    did = chose.text[len(who) + 1 : -1]
    for later, event in enumerate(events[place + 1 :], place + 1):
        if event.kind == "paid" and event.text and event.seat == chose.seat and (event.amount or 0) < 0:
            found[place] = chose._replace(text=f"{who} {did} and{event.text.removeprefix(who)}")
            found[later] = event._replace(text="")
        elif event.kind == "moved" and " " not in did and is_taken_up(speaker, event, chose.seat):
            what = speaker.cards(event.cards) if event.cards else f"the {pieces_of(speaker.game).one}"
            found[place] = chose._replace(text=f"{who} {did} {what}.")
        elif event.kind == "moved" and " " not in did and event.text.startswith(f"{who} draw") and later - place > 1:
            found[place] = chose._replace(text="")  # what was laid down and drawn says that it was exchanged
        else:
            continue
        break
    return found


def _gives(event: TableEvent, choice: TableEvent, places: Mapping[str, ZonePlace]) -> bool:
    """Whether it tells of cards that somebody chose and that the choice does not name: they went to another's hand."""
    if event.kind != "moved" or not event.text or choice.cards:
        return False
    start, end = places[str(event.start)], places[str(event.end)]
    is_hand_to_hand = start.role == end.role == "hand" and start.owner == end.owner == "seat"
    return is_hand_to_hand and start.index == choice.seat != end.index
