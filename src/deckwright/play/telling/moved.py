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
            text = f"{speaker.verb(place, 'is dealt', 'are dealt')} {speaker.cards(hand)}." if hand else ""
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
    return {**dict.fromkeys(moves, ""), moves[0]: f"{deed} {laid}."}


def _changed_places(speaker: Speaker, cards: Moves) -> dict[tuple[str, str], str]:
    """`Your card 3 and Ben's card 2 change places`, said with the first of both moves."""
    places, found = speaker.notation.zones_by_text, dict[tuple[str, str], str]()
    pairs = [(start, end) for start, end, _ in cards]
    for start, end in pairs:
        is_place = all(places[zone].role == "hand" and places[zone].pile is not None for zone in (start, end))
        if is_place and (end, start) in pairs and (start, end) not in found:
            text = f"{speaker.place(start)} and {speaker.place(end)} change places."
            found |= {(start, end): text[0].upper() + text[1:], (end, start): ""}
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
    if here.role == "stock" and there.role == "hand" and there.owner == "seat" and there.pile is None:
        third, second = ("is dealt", "are dealt") if is_deal else ("draws", "draw")
        return f"{speaker.verb(there.index or 0, third, second)} {what}."
    if is_deal and here.role == "stock":
        if there.role == "discard" and None not in moved:
            return f"{what[0].upper()}{what[1:]} {'is' if len(moved) == 1 else 'are'} turned up."
        place = speaker.place(end)
        return f"{place[0].upper()}{place[1:]} is dealt {what}."
    is_open = speaker.notation.zone_names[there.name].seen_by == "all" and there.owner == "table"
    if here.role == "stock" and None not in moved and is_open and there.role in ("discard", "other"):
        return f"{what[0].upper()}{what[1:]} {'is' if len(moved) == 1 else 'are'} turned up."
    if here.role in ("stock", "discard") and there.role == "other" and speaker.actor is not None and not is_deal:
        third, second = ("draws", "draw") if here.role == "stock" else ("takes", "take")
        return f"{speaker.verb(speaker.actor, third, second)} {what}."  # to decide what to do with it
    if here.role == "other" and there.role == "hand" and there.pile is not None:
        return ""  # the choice of the place says it
    if here.role == "stock" and there.role == "hand" and there.owner == "seat" and not is_deal:
        where = f"{one_of(there.name)} {(there.pile or 0) + 1}"
        return f"{speaker.verb(there.index or 0, 'draws', 'draw')} {what} to {where}."
    if here.role == "hand" and here.owner == "seat" and (there.role, there.owner) == ("other", "table"):
        return f"{speaker.verb(here.index or 0, 'lays', 'lay')} down {what}{_claimed(speaker, there.name, len(moved))}."
    if here.role == "hand" and here.owner == "seat" and there.role == "trick":
        return f"{speaker.verb(here.index or 0, 'plays', 'play')} {what}."
    if here.role == "hand" and here.pile is not None and there.role == "discard":
        if speaker.swaps:
            return f"{what[0].upper()}{what[1:]} {'goes' if len(moved) == 1 else 'go'} to the discard."
        where = f"{one_of(here.name)} {here.pile + 1}"
        return f"{speaker.verb(here.index or 0, 'lays', 'lay')} {where} on the discard: {what}."
    if here.role == "hand" and here.owner == "seat" and there.name == "discard" and there.owner == "table":
        return f"{speaker.verb(here.index or 0, 'discards', 'discard')} {what}."
    if here.role == "stock" and there.role == "discard" and None not in moved:
        return f"{what[0].upper()}{what[1:]} {'is' if len(moved) == 1 else 'are'} turned up."
    if (
        here.role == "hand"
        and here.owner == "seat"
        and here.pile is None
        and (there.role, there.owner) == ("other", "team")
    ):
        return f"{speaker.verb(here.index or 0, 'lays', 'lay')} {what} among the {there.name.replace('_', ' ')}."
    is_table = here.role in ("discard", "other", "tableau") and here.owner == "table"
    taker = there.index if there.owner == "seat" else speaker.actor if there.owner == "team" else None
    if is_table and there.role in ("hand", "other", "captured") and there.pile is None and taker is not None:
        return f"{speaker.verb(taker, 'takes', 'take')} {what} from {speaker.place(start)}."
    is_hand_to_hand = here.role == there.role == "hand" and here.owner == there.owner == "seat"
    if is_hand_to_hand and here.index != there.index and here.pile is None is there.pile:
        if there.index == speaker.actor:
            return f"{speaker.verb(there.index or 0, 'takes', 'take')} {what} from {speaker.whom(here.index or 0)}."
        return f"{speaker.verb(here.index or 0, 'gives', 'give')} {speaker.whom(there.index or 0)} {what}."
    is_own = here.owner == there.owner == "seat" and here.index == there.index
    is_put_back = (here.role, there.role) == ("other", "discard")
    if is_put_back and speaker.discards and speaker.actor is not None and None not in moved:
        return f"{speaker.verb(speaker.actor, 'discards', 'discard')} {what}."
    if (is_own and here.role == there.role) or is_put_back:
        return ""  # from one part of a hand to another; what was laid aside goes away
    goes = "goes" if len(moved) == 1 else "go"
    text = f"{what} {goes} {way(speaker, start, end)}."
    return text[0].upper() + text[1:]


def _cards_moved(speaker: Speaker, start: str, end: str, moved: Sequence[str | None]) -> str:
    """The cards; of many that go from one pile of the table to another, their number."""
    here, there = speaker.notation.zones_by_text[start], speaker.notation.zones_by_text[end]
    is_pile = here.owner == there.owner == "table" and len(moved) > MOST_NAMED
    return f"{len(moved)} {pieces_of(speaker.game).many}" if is_pile else speaker.cards(moved)


def way(speaker: Speaker, start: str, end: str) -> str:
    """`from column 3 to column 2`."""
    return f"from {speaker.place(start)} to {speaker.place(end)}"


def carried(speaker: Speaker, event: TableEvent, seat: int | None) -> tuple[str, str]:
    """The cards of a move by who chose one of them, and its way; of cards from one's own hand only to which of several
    piles they go."""
    start, end = str(event.start), str(event.end)
    here, there = speaker.notation.zones_by_text[start], speaker.notation.zones_by_text[end]
    what = _cards_moved(speaker, start, end, [*event.cards, *[None] * event.backs])
    if (here.role, here.owner, here.index, here.pile) != ("hand", "seat", seat, None):
        return what, f" {way(speaker, start, end)}"
    is_one_of_several = there.pile is not None and there.role in NUMBERED
    return what, f" to {speaker.place(end)}" if is_one_of_several else ""


def _claimed(speaker: Speaker, zone: str, count: int) -> str:
    """What cards that are laid face down are said to be: ` as kings`, ` as an ace`."""
    genome = speaker.game.definition.genome
    if genome is None or zone not in claimed_in(genome):
        return ""
    rank = str(speaker.state.public.facts["claimed_rank"])
    name = rank_name(rank)
    return f" as {rank_plural(rank)}" if count > 1 else f" as {'an' if name[0] in 'aeiou' else 'a'} {name}"
