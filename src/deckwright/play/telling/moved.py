"""Cards that went from place to place, in words."""

from __future__ import annotations

from collections.abc import Sequence

from deckwright.cards.words import with_cards
from deckwright.engine.example.claiming import claimed_in
from deckwright.engine.notation import one_of
from deckwright.genome.rulebook.grammar.wording import rank_name, rank_plural
from deckwright.play.telling.speaker import NUMBERED, Speaker
from deckwright.play.telling.table_event import TableEvent
from deckwright.play.wording import does, pieces_of
from deckwright.play.words import say, say_first

MOST_NAMED = 3
"""Of more cards that go together from one pile of the table to another, only their number is told."""

Moves = dict[tuple[str, str, bool], list[str | None]]
"""Cards by where they came from, where they went, and whether another event tells it."""


def moved_events(speaker: Speaker, cards: Moves, *, is_deal: bool) -> list[TableEvent]:
    """In the order of the deck: who is dealt two cards at once has not seen which came first.

    Cards that all see come to an open pile as they lie there, the top one last.
    """
    order = speaker.notation.card_order
    events: list[TableEvent] = []
    laid: dict[tuple[str, int], list[str | None]] = {}
    for (start, end, _), moved in cards.items():
        if len(moved) > 1 and (None in moved or not _keeps_order(speaker, end)):
            moved.sort(key=order.__getitem__)
        if is_deal and (place := _laid_out(speaker, start, end)) is not None:
            laid.setdefault((start, place), []).extend(moved)
    sets = {} if is_deal else _sets_laid(speaker, cards)
    changed = _changed_places(speaker, cards)
    for (start, end, is_told), moved in cards.items():
        text = "" if is_told else _move_text(speaker, start, end, moved, is_deal=is_deal)
        if is_deal and (place := _laid_out(speaker, start, end)) is not None:
            hand = laid.pop((start, place), [])
            text = speaker.says("is_dealt", place, what=speaker.cards(hand)) if hand else ""
        elif (start, end) in sets:
            text = sets[start, end]
        elif (start, end) in changed:
            text = changed[start, end]
        seen = tuple([card for card in moved if card is not None])
        backs = len(moved) - len(seen)
        events.append(TableEvent(0, "moved", None, seen, backs, start, end, None, None, None, text))
    return events


def _keeps_order(speaker: Speaker, zone: str) -> bool:
    """Whether cards lie there one on top of the other."""
    return speaker.notation.zone_names[speaker.notation.zones_by_text[zone].name].ordered


def is_taken_up(speaker: Speaker, event: TableEvent, seat: int | None) -> bool:
    """Whether one card goes to the hand of a seat from another place of its own, as one that it has drawn does."""
    here, there = (speaker.notation.zones_by_text[str(zone)] for zone in (event.start, event.end))
    is_own = here.owner == there.owner == "seat" and here.index == there.index == seat
    return is_own and here.role == there.role == "hand" and len(event.cards) + event.backs == 1


def _sets_laid(speaker: Speaker, cards: Moves) -> dict[tuple[str, str], str]:
    """`Ada melds 5♣, 5♥ and joker; J♦ and J♠`, said with the first move of cards to sets."""
    places, order = speaker.notation.zones_by_text, speaker.notation.card_order
    groups: dict[str, list[str | None]] = {}
    moves: list[tuple[str, str]] = []
    for (start, end, _), moved in cards.items():
        if places[end].role == "sets" and places[start].role in ("hand", "discard") and speaker.actor is not None:
            groups.setdefault(end, []).extend(moved)
            moves.append((start, end))
    if not moves or speaker.actor is None:
        return {}
    laid = "; ".join(speaker.cards(sorted(group, key=order.__getitem__)) for group in groups.values())
    deed = does(
        speaker.who(speaker.actor), with_cards(speaker.verb_of_sets or "lay"), is_you=speaker.actor == speaker.seat
    )
    return {**dict.fromkeys(moves, ""), moves[0]: say("deed_with", did=deed, what=laid)}


def _changed_places(speaker: Speaker, cards: Moves) -> dict[tuple[str, str], str]:
    """`Your card 3 and Ben's card 2 change places`, said with the first of both moves."""
    places, found = speaker.notation.zones_by_text, dict[tuple[str, str], str]()
    pairs = [(start, end) for start, end, _ in cards]
    for start, end in pairs:
        is_place = all(places[zone].role == "hand" and places[zone].pile is not None for zone in (start, end))
        if is_place and (end, start) in pairs and (start, end) not in found:
            text = say_first("change_places", one=speaker.place(start), other=speaker.place(end))
            found |= {(start, end): text, (end, start): ""}
    return found


def _laid_out(speaker: Speaker, start: str, end: str) -> int | None:
    """Whose hand it is, where one is dealt card by card into places of their own: it is told once."""
    here, there = speaker.notation.zones_by_text[start], speaker.notation.zones_by_text[end]
    is_hand = there.role == "hand" and there.owner == "seat" and there.pile is not None
    return there.index if here.role == "stock" and is_hand else None


def _move_text(speaker: Speaker, start: str, end: str, moved: Sequence[str | None], *, is_deal: bool) -> str:
    """`You are dealt 2♣`, `Ada draws 1 card`, `5♦ from your hand to the discard`."""
    here, there = speaker.notation.zones_by_text[start], speaker.notation.zones_by_text[end]
    what = _cards_moved(speaker, start, end, moved) if not is_deal else speaker.cards(moved)
    is_one = len(moved) == 1
    if here.role == "stock" and there.role == "hand" and there.owner == "seat" and there.pile is None:
        return speaker.says("is_dealt" if is_deal else "draws", there.index or 0, what=what)
    if is_deal and here.role == "stock":
        if there.role == "discard" and None not in moved:
            return say_first("turned_up" if is_one else "turned_up_many", what=what)
        return say_first("place_is_dealt", place=speaker.place(end), what=what)
    is_open = speaker.notation.zone_names[there.name].seen_by == "all" and there.owner == "table"
    if here.role == "stock" and None not in moved and is_open and there.role in ("discard", "other"):
        return say_first("turned_up" if is_one else "turned_up_many", what=what)
    if here.role in ("stock", "discard") and there.role == "other" and speaker.actor is not None and not is_deal:
        # To decide what to do with it.
        return speaker.says("draws" if here.role == "stock" else "takes", speaker.actor, what=what)
    if here.role == "other" and there.role == "hand" and there.pile is not None:
        return ""  # the choice of the place says it
    if here.role == "stock" and there.role == "hand" and there.owner == "seat" and not is_deal:
        where = f"{one_of(there.name)} {(there.pile or 0) + 1}"
        return speaker.says("draws_to", there.index or 0, what=what, where=where)
    if here.role == "hand" and here.owner == "seat" and (there.role, there.owner) == ("other", "table"):
        claimed = _claimed(speaker, there.name, len(moved))
        return speaker.says("lays_down", here.index or 0, what=what, claimed=claimed)
    if here.role == "hand" and here.owner == "seat" and there.role == "trick":
        return speaker.says("plays", here.index or 0, what=what)
    if here.role == "hand" and here.pile is not None and there.role == "discard":
        if speaker.swaps:
            return say_first("goes_to_discard" if is_one else "goes_to_discard_many", what=what)
        where = f"{one_of(here.name)} {here.pile + 1}"
        return speaker.says("lays_on", here.index or 0, where=where, what=what)
    if here.role == "hand" and here.owner == "seat" and there.name == "discard" and there.owner == "table":
        return speaker.says("discards", here.index or 0, what=what)
    if here.role == "stock" and there.role == "discard" and None not in moved:
        return say_first("turned_up" if is_one else "turned_up_many", what=what)
    if (
        here.role == "hand"
        and here.owner == "seat"
        and here.pile is None
        and (there.role, there.owner) == ("other", "team")
    ):
        return speaker.says("lays_among", here.index or 0, what=what, place=there.name.replace("_", " "))
    is_table = here.role in ("discard", "other", "tableau") and here.owner == "table"
    taker = there.index if there.owner == "seat" else speaker.actor if there.owner == "team" else None
    if is_table and there.role in ("hand", "other", "captured") and there.pile is None and taker is not None:
        return speaker.says("takes_from", taker, what=what, place=speaker.place(start))
    is_hand_to_hand = here.role == there.role == "hand" and here.owner == there.owner == "seat"
    if is_hand_to_hand and here.index != there.index and here.pile is None is there.pile:
        if there.index == speaker.actor:
            return speaker.says("takes_from", there.index or 0, what=what, place=speaker.whom(here.index or 0))
        return speaker.says("gives", here.index or 0, whom=speaker.whom(there.index or 0), what=what)
    is_own = here.owner == there.owner == "seat" and here.index == there.index
    is_put_back = (here.role, there.role) == ("other", "discard")
    if is_put_back and speaker.discards and speaker.actor is not None and None not in moved:
        return speaker.says("discards", speaker.actor, what=what)
    if (is_own and here.role == there.role) or is_put_back:
        return ""  # from one part of a hand to another; what was laid aside goes away
    return say_first("goes" if is_one else "goes_many", what=what, way=way(speaker, start, end))


def _cards_moved(speaker: Speaker, start: str, end: str, moved: Sequence[str | None]) -> str:
    """The cards; of many that go from one pile of the table to another, their number."""
    here, there = speaker.notation.zones_by_text[start], speaker.notation.zones_by_text[end]
    is_pile = here.owner == there.owner == "table" and len(moved) > MOST_NAMED
    return say("cards", count=len(moved), pieces=pieces_of(speaker.game).many) if is_pile else speaker.cards(moved)


def way(speaker: Speaker, start: str, end: str) -> str:
    """`from column 3 to column 2`."""
    return say("way", start=speaker.place(start), end=speaker.place(end))


def carried(speaker: Speaker, event: TableEvent, seat: int | None) -> tuple[str, str]:
    """The cards of a move by who chose one of them, and its way; of cards from one's own hand only to which of several
    piles they go."""
    start, end = str(event.start), str(event.end)
    here, there = speaker.notation.zones_by_text[start], speaker.notation.zones_by_text[end]
    what = _cards_moved(speaker, start, end, [*event.cards, *[None] * event.backs])
    if (here.role, here.owner, here.index, here.pile) != ("hand", "seat", seat, None):
        return what, say("way_of", way=way(speaker, start, end))
    is_one_of_several = there.pile is not None and there.role in NUMBERED
    return what, say("way_to", place=speaker.place(end)) if is_one_of_several else ""


def _claimed(speaker: Speaker, zone: str, count: int) -> str:
    """What cards that are laid face down are said to be: ` as kings`, ` as an ace`."""
    genome = speaker.game.definition.genome
    if genome is None or zone not in claimed_in(genome):
        return ""
    rank = str(speaker.state.public.facts["claimed_rank"])
    name = rank_name(rank)
    one = f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
    return say("as_a", rank=rank_plural(rank) if count > 1 else one)
