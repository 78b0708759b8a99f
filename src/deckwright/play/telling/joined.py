"""Events of one step whose sentences become one, and nothing said twice."""

from __future__ import annotations

from collections.abc import Mapping

from deckwright.engine.notation import ZonePlace
from deckwright.play.telling.moved import carried, is_taken_up
from deckwright.play.telling.speaker import Speaker
from deckwright.play.telling.table_event import TableEvent
from deckwright.play.wording import pieces_of
from deckwright.play.words import WORDS, say

ENDS = frozenset(("trick-won", "hand-over", "dealt"))
"""What comes after these does not come of what was chosen before."""
LAID_OR_TAKEN = ("lays_down", "takes")


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
            is_said = is_seen and places[str(event.end)].role in ("discard", "sets")
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
    later = next((at for at, event in enumerate(events) if at > place and _carries(event, chose)), None)
    if later is None or not events[later].text or not chose.text.endswith(f" {what}."):
        return events
    cards, way = carried(speaker, events[later], chose.seat)
    found = list(events)
    found[place] = chose._replace(
        text=say("deed_carried", did=chose.text.removesuffix(f"{what}."), what=cards, way=way)
    )
    found[later] = events[later]._replace(text="")
    return found


def _carries(event: TableEvent, chose: TableEvent) -> bool:
    return event.kind == "moved" and chose.cards[0] in event.cards


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
    for later, event in enumerate(events[place + 1 :], place + 1):
        did = found[place].text.removeprefix(f"{who} ")[:-1]
        if event.kind in ENDS or did == found[place].text[:-1]:
            break
        told = _both(speaker, who, did, event, chose.seat)
        if told is not None:
            found[place], found[later] = found[place]._replace(text=told[0]), event._replace(text=told[1])
    return found


def _both(speaker: Speaker, who: str, did: str, event: TableEvent, seat: int | None) -> tuple[str, str] | None:
    """What somebody did without naming a card, and what came of it, told together; None where each is told alone."""
    is_bare = " " not in did
    if event.kind == "paid" and event.text and event.seat == seat and (event.amount or 0) < 0 and " and " not in did:
        return say("deed_and", did=f"{who} {did}", rest=event.text.removeprefix(who)), ""
    if event.kind != "moved":
        return None
    what = speaker.cards([*event.cards, *[None] * event.backs])
    if is_bare and is_taken_up(speaker, event, seat):
        it = what if event.cards else say("the_piece", piece=pieces_of(speaker.game).one)
        return say("deed_with", did=f"{who} {did}", what=it), ""
    if not event.text:
        return None
    if is_bare and _is_taking(speaker, event, seat):
        return "", event.text  # what is laid down says that something was claimed or exchanged
    here, there = (speaker.notation.zones_by_text[str(zone)] for zone in (event.start, event.end))
    if (here.role, here.owner, here.index) != ("hand", "seat", seat):
        return None
    is_named = bool(event.cards) and all(speaker.cards([card]) in did for card in event.cards)
    if is_named or did in ("fold", "folds"):
        return say("deed", did=f"{who} {did}"), ""
    if there.role == "trick" or is_bare:
        return say("deed_with", did=f"{who} {did}", what=what), ""
    return None


def _is_taking(speaker: Speaker, event: TableEvent, seat: int | None) -> bool:
    """Whether an event says that somebody lays cards down, or takes some, by what stands before the cards."""
    ending = "_you" if seat == speaker.seat else ""
    begins = (WORDS[f"{name}{ending}"].partition("{what}")[0] for name in LAID_OR_TAKEN)
    return any(event.text.startswith(text.format(who=speaker.who(seat or 0))) for text in begins)


def _gives(event: TableEvent, choice: TableEvent, places: Mapping[str, ZonePlace]) -> bool:
    """Whether it tells of cards that somebody chose and that the choice does not name: they went to another's hand."""
    if event.kind != "moved" or not event.text or choice.cards:
        return False
    start, end = places[str(event.start)], places[str(event.end)]
    is_hand_to_hand = start.role == end.role == "hand" and start.owner == end.owner == "seat"
    return is_hand_to_hand and start.index == choice.seat != end.index
