"""What happened last, in words for whoever is told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from deckwright.cards.words import SUIT_SIGNS, with_cards
from deckwright.engine import Game, State
from deckwright.engine.notation import ZonePlace, one_of
from deckwright.engine.patterns import STANDARD_DECK, hand_name
from deckwright.engine.scene.text import to_text
from deckwright.play.wording import does, listed, pieces_of

RECENT = 8
"""So many steps are remembered."""

NUMBERED = ("hand", "tableau", "other")
"""Roles of places whose piles people tell apart by numbers; the others lie open, or are told by their cards."""

MOST_NAMED = 3
"""Of more cards that go together from one pile of the table to another, only their number is told."""

Names = tuple[str, ...]

KernelEvent = tuple[str, Mapping[str, int]]
"""What happened as the kernel tells it: a kind, and numbers by name; below 0 for what was not seen."""

Moves = dict[tuple[str, str, bool], list[str | None]]
"""Cards by where they came from, where they went, and whether another event tells it."""


class TableEvent(NamedTuple):
    """One thing that happened, as one observer saw it."""

    number: int
    """Grows along the game; the events of a step come one after another, and numbers are left out between steps."""
    kind: str
    """`chose`, `moved`, `shown`, `shuffled`, `tested`, `dealt`, `trick-won`, `scored`, `paid`, `out`, `skipped` ..."""
    seat: int | None
    cards: tuple[str, ...]
    """Those that were seen."""
    backs: int
    """How many more went face down."""
    start: str | None
    """The region that cards came from."""
    end: str | None
    """The region that they went to, or lie in."""
    amount: int | None
    """Points, chips, the number of the hand, counted from 0, or whether cards that a rule asked about are there."""
    team: int | None
    rule: str | None
    """By which rule points are scored, where it has a name."""
    text: str
    """For people; empty where another event says it already."""

    def to_dict(self) -> dict[str, Any]:
        """Plain JSON-able data."""
        return dict(zip(_EVENT_NAMES, self, strict=True), cards=list(self.cards))


_EVENT_NAMES = ("number", "kind", "seat", "cards", "backs", "from", "to", "amount", "team", "rule", "text")
"""What the fields of an event are called in a frame."""


class Told(NamedTuple):
    """What one observer is told of a moment, and the same as JSON."""

    events: tuple[TableEvent, ...]
    text: str
    """Its events with commas between them."""
    named: frozenset[int]
    """The seats that its words name: each of them is told the same as *you*."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """A state that everyone has been shown, with what led to it."""

    state: State
    was_seen: bool = field(init=False, repr=False, compare=False)
    """Whether anything happened that anybody saw; not so for a part of a choice."""
    _told: dict[tuple[int | None, Names, int], Told] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "was_seen", bool(self.state.seen_events(None)))

    def told(self, seat: int | None, names: Names) -> tuple[str, ...]:
        """What a seat, or a spectator, saw of it, piles with the numbers that moves are written with, from 0 on."""
        events = _tell(self.state, seat, names, 0, first_pile=0).events
        return tuple(event.text for event in events if event.text)

    def events(self, seat: int | None, names: Names, *, number: int = 0) -> tuple[TableEvent, ...]:
        """The same as data, numbered from `number` on; the first pile is pile 1."""
        return self.tell(seat, names, number).events

    def tell(self, seat: int | None, names: Names, number: int = 0) -> Told:
        """The same, made once for all who ask."""
        found = self._told.get((seat, names, number))
        if found is None:
            found = self._told_like_all(seat, names, number) or _tell(self.state, seat, names, number)
            self._told[seat, names, number] = found
        return found

    def _told_like_all(self, seat: int | None, names: Names, number: int) -> Told | None:
        """What everybody is told, for a seat that saw no more than that and that no word of it names."""
        if seat is None:
            return None
        if self.state.seen_events(seat) != self.state.seen_events(None):
            return None
        public = self.tell(None, names, number)
        return None if seat in public.named else public


def _tell(state: State, seat: int | None, names: Names, number: int, *, first_pile: int = 1) -> Told:
    """Events in order; moves of cards between the same places are one."""
    told = state.seen_events(seat)
    choosers = {data["seat"] for kind, data in told if kind == "chose"}
    # Where several chose in secret and are told at once, each chose for itself.
    actor = state.last_seat if len(choosers) == 1 else None
    is_opening = len(choosers) == 1 and state.game.shape.has_chips and _is_opening(state)
    speaker = _Speaker(seat, names, state, actor, first_pile, _open_cards(state, told), is_opening=is_opening)
    said = _joined(_without_repeats(_spoken(told, speaker), speaker.notation.zones_by_text), speaker)
    events = tuple([TableEvent(number + place, *event[1:]) for place, event in enumerate(said)])
    text = to_text([dict(zip(_EVENT_NAMES, event, strict=True)) for event in events])[1:-1]
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


@lru_cache(maxsize=1024)
def _hand_name(game: Game, codes: tuple[str, ...]) -> str:
    evaluation, genome = game.definition.evaluation, game.definition.genome
    assert evaluation is not None
    cards = [game.notation.faces[code] for code in codes]
    return hand_name(evaluation, cards, deck=STANDARD_DECK if genome is None else genome.deck)


def _spoken(told: Sequence[KernelEvent], speaker: _Speaker) -> list[TableEvent]:
    notation = speaker.notation
    zones, texts, codes = notation.zones, notation.zone_texts, notation.names.cards
    said: list[TableEvent] = []
    cards: Moves = {}
    shown: list[TableEvent] = []
    has_chosen = False
    has_moves = any(kind == "moved" for kind, _ in told)
    starts = {data["from"] for kind, data in told if kind == "moved"}
    looked_at = {data["zone"] for kind, data in speaker.state.seen_events(None) if kind == "shown" and data["card"] < 0}
    tested: list[TableEvent] = []
    for kind, data in told:
        if kind == "tested":
            tested.append(speaker.event(kind, data))
            continue
        if kind == "moved":
            card, start, end = data["card"], data["from"], data["to"]
            # A play says its card already, and whoever takes the trick is told by name.
            is_told = zones[start].role == "trick" or (has_chosen and zones[end].role == "trick")
            if start != end:
                moved = cards.setdefault((texts[start], texts[end], is_told), [])
                moved.append(codes[card] if card >= 0 else None)
            continue
        if cards:
            said += speaker.shown(shown)
            shown = []
            said += speaker.moves(cards, is_deal=not has_chosen)
            cards = {}
        has_chosen = has_chosen or kind == "chose"
        made = speaker.event(kind, data)
        if kind == "chose":
            speaker.hear(data)
            place = speaker.chosen_place(data)
            if place in starts:
                made = made._replace(text="")  # the card that leaves it tells it
            elif place in looked_at:
                made = made._replace(text=speaker.looks(data["seat"], texts[place]))
        if kind == "shown":
            shown.append(made)
            continue
        if shown:
            said += speaker.shown(shown)
            shown = []
        # Where a pile is chosen, the cards that go there tell it.
        if has_moves and speaker.is_pile(kind, data):
            made = made._replace(text="")
        elif not has_moves and speaker.is_done(kind, data):
            made = made._replace(text=f"{made.text[:-1]} nothing.")
        said.append(made)
    said += speaker.shown(shown)
    return said + speaker.moves(cards, is_deal=not has_chosen) + tested


def _without_repeats(events: list[TableEvent], places: Mapping[str, ZonePlace]) -> list[TableEvent]:
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


def _carried(events: list[TableEvent], place: int, speaker: _Speaker) -> list[TableEvent]:
    """Who takes a card from place to place: `You move 4♠ from column 3 to column 2`, in one line."""
    chose, what = events[place], speaker.cards(events[place].cards)
    for later, event in enumerate(events[place + 1 :], place + 1):
        is_it = event.kind == "moved" and chose.cards[0] in event.cards and " from " in event.text
        if is_it and chose.text.endswith(f" {what}."):
            moved = f"{event.text[0].lower() if what[0].islower() else event.text[0]}{event.text[1:]}"
            joined = chose._replace(text=f"{chose.text.removesuffix(f'{what}.')}{moved}")
            return [*events[:place], joined, *events[place + 1 : later], event._replace(text=""), *events[later + 1 :]]
    return events


def _joined(events: list[TableEvent], speaker: _Speaker) -> list[TableEvent]:
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
        elif event.kind == "moved" and " " not in did and speaker.is_taken_up(event, chose.seat):
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


class _Speaker:
    """Who is told, and what the seats are called."""

    __slots__ = (
        "actor",
        "discards",
        "first_pile",
        "game",
        "is_opening",
        "named",
        "names",
        "notation",
        "open_cards",
        "seat",
        "state",
        "swaps",
        "verb_of_sets",
    )

    def __init__(
        self,
        seat: int | None,
        names: Names,
        state: State,
        actor: int | None,
        first_pile: int,
        open_cards: tuple[tuple[str, str], ...],
        *,
        is_opening: bool = False,
    ) -> None:
        self.seat, self.names, self.state, self.game = seat, names, state, state.game
        self.notation = self.game.notation
        self.actor = actor
        """Who made the move, which a dummy does not."""
        self.first_pile = first_pile
        """The number of the first of several piles."""
        self.open_cards = open_cards
        """Cards that lie open on the table and belong to nobody, each with its zone."""
        self.is_opening = is_opening
        """Whether a raise is the first bet of a round."""
        self.named: set[int] = set()
        """Whom it has spoken of so far."""
        self.verb_of_sets = ""
        """What was chosen last, where it says nothing but what is done: `meld`."""
        self.discards = False
        """Whether what was chosen last is no more than to put away what was drawn."""
        self.swaps = False
        """Whether what was chosen last puts a card in the place of one of one's own."""

    def side(self, team: int) -> str:
        """A team by its players: `You and Ben`."""
        return " and ".join(self.who(seat) for seat in self.game.teams[team])

    def who(self, seat: int) -> str:
        self.named.add(seat)
        return "You" if seat == self.seat else self.names[seat]

    def whom(self, seat: int) -> str:
        who = self.who(seat)
        return "you" if who == "You" else who

    def whom_of(self, team: int) -> str:
        """The same of a team: `you and Ben`."""
        return " and ".join(self.whom(seat) for seat in self.game.teams[team])

    def whose(self, seat: int) -> str:
        self.named.add(seat)
        return "your" if seat == self.seat else f"{self.names[seat]}'s"

    def verb(self, seat: int, third: str, second: str) -> str:
        return f"{self.who(seat)} {second if seat == self.seat else third}"

    def place(self, zone: str) -> str:
        """`hand[2]`, `columns.3` and `melds[0].1` in words."""
        place = self.notation.zones_by_text[zone]
        first = 1 if place.role == "hand" else self.first_pile  # cards that keep their places count from one
        is_numbered = place.pile is not None and place.role in NUMBERED
        where = f"{one_of(place.name)} {(place.pile or 0) + first}" if is_numbered else place.name.replace("_", " ")
        if place.index is None:
            return where if is_numbered else f"the {where}"
        if place.owner == "seat":
            return f"{self.whose(place.index)} {where}"
        return f"the {where} of {self.whom_of(place.index)}"

    def hear(self, data: Mapping[str, int]) -> None:
        """Keep what somebody chose, for the moves that come of it."""
        spec = self.notation.names.slots[data["slot"]]
        self.swaps = spec.kind == "Own"
        self.discards = spec.kind == "Nothing" and not spec.said_by
        self.verb_of_sets = spec.verb.replace("_", " ") if spec.kind in ("Instance", "Commit") else ""

    def chosen_place(self, data: Mapping[str, int]) -> int:
        """The number of the place of one card that somebody chose; -1 if it is none."""
        spec = self.notation.names.slots[data["slot"]]
        if spec.kind != "Place" or data["value"] < 0:
            return -1
        return self.notation.zone_names[spec.source].base + spec.offset + data["value"]

    def looks(self, seat: int, zone: str) -> str:
        """`Ada looks at their own card 4.`"""
        place = self.notation.zones_by_text[zone]
        where = f"{one_of(place.name)} {(place.pile or 0) + 1}"
        own = "your own" if seat == self.seat else "their own"
        whose = own if place.index == seat else self.whose(place.index or 0)
        return f"{self.verb(seat, 'looks', 'look')} at {whose} {where}."

    def is_pile(self, kind: str, data: Mapping[str, int]) -> bool:
        """Whether somebody chose a pile."""
        return kind == "chose" and self.notation.names.slots[data["slot"]].kind == "Pile"

    def is_done(self, kind: str, data: Mapping[str, int]) -> bool:
        """Whether somebody has picked several cards, as far as all are told."""
        return kind == "chose" and data["value"] < 0 and self.notation.names.slots[data["slot"]].several

    def cards(self, codes: Sequence[str | None]) -> str:
        """Cards in words, those that were not seen by their number: `2♣, K♥ and 3 cards`."""
        known = self.notation.card_words
        words = [known[code] for code in codes if code is not None]
        hidden = len(codes) - len(words)
        if hidden:
            pieces = pieces_of(self.game)
            words.append(f"{hidden} {pieces.one if hidden == 1 else pieces.many}")
        return listed(words)

    def moves(self, cards: Moves, *, is_deal: bool) -> list[TableEvent]:
        """In the order of the deck: who is dealt two cards at once has not seen which came first.

        Cards that all see come to an open pile as they lie there, the top one last.
        """
        order = self.notation.card_order
        events: list[TableEvent] = []
        laid: dict[tuple[str, int], list[str | None]] = {}
        for (start, end, _), moved in cards.items():
            if len(moved) > 1 and (None in moved or not self.keeps_order(end)):
                moved.sort(key=order.__getitem__)
            if is_deal and (place := self.laid_out(start, end)) is not None:
                laid.setdefault((start, place), []).extend(moved)
        sets = {} if is_deal else self.sets_laid(cards)
        changed = self.changed_places(cards)
        for (start, end, is_told), moved in cards.items():
            text = "" if is_told else self.move_text(start, end, moved, is_deal=is_deal)
            if is_deal and (place := self.laid_out(start, end)) is not None:
                hand = laid.pop((start, place), [])
                text = f"{self.verb(place, 'is dealt', 'are dealt')} {self.cards(hand)}." if hand else ""
            elif (start, end) in sets:
                text = sets[start, end]
            elif (start, end) in changed:
                text = changed[start, end]
            seen = tuple([card for card in moved if card is not None])
            backs = len(moved) - len(seen)
            events.append(TableEvent(0, "moved", None, seen, backs, start, end, None, None, None, text))
        return events

    def keeps_order(self, zone: str) -> bool:
        """Whether cards lie there one on top of the other."""
        return self.notation.zone_names[self.notation.zones_by_text[zone].name].ordered

    def is_taken_up(self, event: TableEvent, seat: int | None) -> bool:
        """Whether one card goes to the hand of a seat from another place of its own, as one that it has drawn does."""
        here, there = (self.notation.zones_by_text[str(zone)] for zone in (event.start, event.end))
        is_own = here.owner == there.owner == "seat" and here.index == there.index == seat
        return is_own and here.role == there.role == "hand" and len(event.cards) + event.backs == 1

    def sets_laid(self, cards: Moves) -> dict[tuple[str, str], str]:
        """`Ada melds 5♣, 5♥ and joker; J♦ and J♠`, said with the first move of cards to sets."""
        places, order = self.notation.zones_by_text, self.notation.card_order
        groups: dict[str, list[str | None]] = {}
        moves: list[tuple[str, str]] = []
        for (start, end, _), moved in cards.items():
            if places[end].role == "sets" and places[start].role in ("hand", "discard") and self.actor is not None:
                groups.setdefault(end, []).extend(moved)
                moves.append((start, end))
        if not moves or self.actor is None:
            return {}
        laid = "; ".join(self.cards(sorted(group, key=order.__getitem__)) for group in groups.values())
        deed = does(self.who(self.actor), with_cards(self.verb_of_sets or "lay"), is_you=self.actor == self.seat)
        return {**dict.fromkeys(moves, ""), moves[0]: f"{deed} {laid}."}

    def changed_places(self, cards: Moves) -> dict[tuple[str, str], str]:
        """`Your card 3 and Ben's card 2 change places`, said with the first of both moves."""
        places, found = self.notation.zones_by_text, dict[tuple[str, str], str]()
        ways = [(start, end) for start, end, _ in cards]
        for start, end in ways:
            is_place = all(places[zone].role == "hand" and places[zone].pile is not None for zone in (start, end))
            if is_place and (end, start) in ways and (start, end) not in found:
                text = f"{self.place(start)} and {self.place(end)} change places."
                found |= {(start, end): text[0].upper() + text[1:], (end, start): ""}
        return found

    def laid_out(self, start: str, end: str) -> int | None:
        """Whose hand it is, where one is dealt card by card into places of their own: it is told once."""
        here, there = self.notation.zones_by_text[start], self.notation.zones_by_text[end]
        is_hand = there.role == "hand" and there.owner == "seat" and there.pile is not None
        return there.index if here.role == "stock" and is_hand else None

    def move_text(self, start: str, end: str, moved: Sequence[str | None], *, is_deal: bool) -> str:
        """`You are dealt 2♣`, `Ada draws 1 card`, `5♦ from your hand to the discard`."""
        here, there = self.notation.zones_by_text[start], self.notation.zones_by_text[end]
        is_pile = here.owner == there.owner == "table" and len(moved) > MOST_NAMED and not is_deal
        what = f"{len(moved)} {pieces_of(self.game).many}" if is_pile else self.cards(moved)
        if here.role == "stock" and there.role == "hand" and there.owner == "seat" and there.pile is None:
            third, second = ("is dealt", "are dealt") if is_deal else ("draws", "draw")
            return f"{self.verb(there.index or 0, third, second)} {what}."
        if is_deal and here.role == "stock":
            if there.role == "discard" and None not in moved:
                return f"{what[0].upper()}{what[1:]} {'is' if len(moved) == 1 else 'are'} turned up."
            place = self.place(end)
            return f"{place[0].upper()}{place[1:]} is dealt {what}."
        if here.role in ("stock", "discard") and there.role == "other" and self.actor is not None and not is_deal:
            third, second = ("draws", "draw") if here.role == "stock" else ("takes", "take")
            return f"{self.verb(self.actor, third, second)} {what}."  # to decide what to do with it
        if here.role == "other" and there.role == "hand" and there.pile is not None:
            return ""  # the choice of the place says it
        if here.role == "hand" and here.owner == "seat" and (there.role, there.owner) == ("other", "table"):
            return f"{self.verb(here.index or 0, 'lays', 'lay')} down {what}."
        if here.role == "hand" and here.pile is not None and there.role == "discard":
            if self.swaps:
                return f"{what[0].upper()}{what[1:]} {'goes' if len(moved) == 1 else 'go'} to the discard."
            where = f"{one_of(here.name)} {here.pile + 1}"
            return f"{self.verb(here.index or 0, 'lays', 'lay')} {where} on the discard: {what}."
        if here.role == "hand" and here.owner == "seat" and there.name == "discard" and there.owner == "table":
            return f"{self.verb(here.index or 0, 'discards', 'discard')} {what}."
        if here.role == "stock" and there.role == "discard" and None not in moved:
            return f"{what[0].upper()}{what[1:]} {'is' if len(moved) == 1 else 'are'} turned up."
        if (
            here.role == "hand"
            and here.owner == "seat"
            and here.pile is None
            and (there.role, there.owner) == ("other", "team")
        ):
            return f"{self.verb(here.index or 0, 'lays', 'lay')} {what} among the {there.name.replace('_', ' ')}."
        if (
            here.role == "discard"
            and (there.role, there.owner, there.pile) == ("hand", "seat", None)
            and there.index == self.actor
        ):
            return f"{self.verb(there.index or 0, 'takes', 'take')} {what} from {self.place(start)}."
        is_hand_to_hand = here.role == there.role == "hand" and here.owner == there.owner == "seat"
        if is_hand_to_hand and here.index != there.index and here.pile is None is there.pile:
            if there.index == self.actor:
                return f"{self.verb(there.index or 0, 'takes', 'take')} {what} from {self.whom(here.index or 0)}."
            return f"{self.verb(here.index or 0, 'gives', 'give')} {self.whom(there.index or 0)} {what}."
        is_own = here.owner == there.owner == "seat" and here.index == there.index
        is_put_back = (here.role, there.role) == ("other", "discard")
        if is_put_back and self.discards and self.actor is not None and None not in moved:
            return f"{self.verb(self.actor, 'discards', 'discard')} {what}."
        if (is_own and here.role == there.role) or is_put_back:
            return ""  # from one part of a hand to another; what was laid aside goes away
        text = f"{what} from {self.place(start)} to {self.place(end)}."
        return text[0].upper() + text[1:]

    def shown(self, events: Sequence[TableEvent]) -> Iterator[TableEvent]:
        """Cards that are shown one after another in one place: the first says all of them."""
        if not events:
            return
        said: dict[str, list[str]] = {}
        for event in events:
            said.setdefault(str(event.end), []).extend(event.cards)
        for event in events:
            codes = said.pop(str(event.end), [])
            if not codes:
                yield event._replace(text="")
                continue
            what, verb = self.cards(codes), "is" if len(codes) == 1 else "are"
            place = self.notation.zones_by_text[str(event.end)]
            if place.role == "hand" and place.pile is not None:
                where = self.place(str(event.end))  # where one card lies, however often it was shown
                yield event._replace(text=f"{where[0].upper()}{where[1:]} is {self.cards(codes[-1:])}.")
                continue
            if place.role == "hand" and place.owner == "seat" and place.pile is None:
                name = self.hand_named(codes)
                shows = self.verb(place.index or 0, "shows", "show")
                yield event._replace(text=f"{shows} {what}{f': {name}' if name else ''}.")
                continue
            yield event._replace(text=f"{what[0].upper()}{what[1:]} {verb} shown in {self.place(str(event.end))}.")

    def hand_named(self, codes: Sequence[str]) -> str:
        """What a hand that is shown is called, with the cards that lie open for all; empty without names."""
        evaluation = self.game.definition.evaluation
        if evaluation is None:
            return ""
        open_cards = [code for code, name in self.open_cards if name in evaluation.zones]
        return _hand_name(self.game, tuple(sorted([*codes, *open_cards])))

    def event(self, kind: str, data: Mapping[str, int]) -> TableEvent:
        """Anything but a move of cards."""
        if kind == "chose":
            card = self.chosen_card(data)
            cards = () if card is None else (card,)
            return TableEvent(0, kind, data["seat"], cards, 0, None, None, None, None, None, self.choice(data, card))
        cards = (self.notation.names.cards[data["card"]],) if data.get("card", -1) >= 0 else ()
        return TableEvent(
            0,
            kind.replace(" ", "-"),
            data.get("seat"),
            cards,
            0,
            None,
            self.notation.zone_texts[data["zone"]] if "zone" in data else None,
            next((data[name] for name in ("points", "chips", "hand", "holds") if name in data), None),
            data.get("team"),
            self.rule(data),
            self.sentence(kind, data),
        )

    def choice(self, data: Mapping[str, int], card: str | None) -> str:
        """`You play 2♣.`, `Ada plays 2♣ from Ben's hand.`"""
        if self.notation.names.slots[data["slot"]].is_unsaid:
            return ""
        said, seat, actor = self.said(data, card), data["seat"], self.actor
        if self.is_opening and self.notation.names.slots[data["slot"]].is_raise:
            said = said.replace("raise", "bet", 1)
        if actor is not None and actor != seat:
            return f"{does(self.who(actor), said, is_you=actor == self.seat)} from {self.whose(seat)} hand."
        return f"{does(self.who(seat), said, is_you=seat == self.seat)}."

    def said(self, raw: Mapping[str, int], card: str | None) -> str:
        """What somebody chose, with its cards as people write them."""
        notation = self.notation
        if card is not None and " the " in notation.names.slots[raw["slot"]].verb.replace("_", " "):
            return notation.names.slots[raw["slot"]].verb.replace(
                "_", " "
            )  # `take the pile`: what moves tells its cards
        if card is not None:
            return notation.card_said(raw["slot"], raw["value"])
        said = notation.said(raw["slot"], raw["value"], self.names, seat=self.seat, first_pile=self.first_pile)
        spec = notation.names.slots[raw["slot"]]
        if spec.said and spec.source:
            return spec.verb  # `take`: what moves tells what
        if spec.said_by and (used := self.last_discarded()):
            return f"{spec.verb} the power of {self.cards([used])}"
        if spec.kind == "Place":
            self.named.update(range(len(self.names)))  # a card of `mine`
            return f"choose {said.replace('my card', 'your card')}" if raw["value"] >= 0 else said
        if notation.names.slots[raw["slot"]].kind == "Call" and raw["value"] >= 0:
            meaning = notation.meanings[raw["slot"]][raw["value"]]
            sign = SUIT_SIGNS.get(meaning.strain)
            return f"{notation.names.slots[raw['slot']].verb} {meaning.level}{sign}" if sign else said
        codes = self.set_of(raw)
        return f"{said.removesuffix(' '.join(codes))}{self.cards(codes)}" if codes else said

    def last_discarded(self) -> str | None:
        """The card on the discard pile."""
        piles = [zone.cards for zone in self.state.seen_by(None).zones if zone.role == "discard" and zone.cards]
        return piles[0][-1] if piles else None

    def set_of(self, raw: Mapping[str, int]) -> list[str]:
        """The cards of a set that was chosen as one; none if it was not seen, or is no such choice."""
        notation = self.notation
        if raw["value"] < 0 or raw["slot"] not in notation.values:
            return []
        codes = notation.value_text(raw["slot"], raw["value"]).split()
        return codes if all(code in notation.faces for code in codes) else []

    def chosen_card(self, raw: Mapping[str, int]) -> str | None:
        """The card that a choice names, if it names one and it was seen."""
        names = self.notation.names
        is_card = raw["value"] >= 0 and names.slots[raw["slot"]].kind == "Card"
        return names.cards[raw["value"]] if is_card and raw["slot"] not in self.notation.values else None

    def unit(self, points: int) -> str:
        """` marks`, where that is what is scored; points go without saying."""
        genome = self.game.definition.genome
        unit = "point" if genome is None else genome.score_unit
        return "" if unit == "point" else f" {unit}{'' if abs(points) == 1 else 's'}"

    def rule(self, data: Mapping[str, int]) -> str | None:
        """What the rule is called by which somebody scores: `overtricks`."""
        return (self.notation.names.scoring[data["rule"]] or None) if "rule" in data else None

    def sentence(self, kind: str, data: Mapping[str, int]) -> str:
        """What happened by itself; empty where nothing is to be said of it."""
        seat = data.get("seat", -1)
        match kind:
            case "shuffled":
                place = self.place(self.notation.zone_texts[data["zone"]])
                return f"{place[0].upper()}{place[1:]} is shuffled."
            case "tested":
                place = self.place(self.notation.zone_texts[data["zone"]])
                has = "has" if data["holds"] else "does not have"
                return f"{place[0].upper()}{place[1:]} {has} what was asked for."
            case "dealt":
                return f"Hand {data['hand'] + 1} is dealt."
            case "trick won":
                return f"{self.verb(seat, 'takes', 'take')} the trick."
            case "scored" if self.game.shape.has_chips:
                return ""  # what was paid and got says it
            case "scored":
                verb = "lose" if data["points"] < 0 else "score"
                side = f"{self.side(data['team'])} {verb}" if "team" in data else self.verb(seat, f"{verb}s", verb)
                rule = self.rule(data)
                points = f"{abs(data['points'])}{self.unit(abs(data['points']))}"
                return f"{side} {points}{f': {rule}' if rule else ''}." if data["points"] else ""
            case "paid":
                chips = data["chips"]
                if not chips:
                    return ""
                verb = self.verb(seat, "gets", "get") if chips > 0 else self.verb(seat, "pays", "pay")
                return f"{verb} {abs(chips)} chip{'' if abs(chips) == 1 else 's'}."
            case "out":
                return f"{self.verb(seat, 'is', 'are')} out."
            case "skipped":
                return f"{self.verb(seat, 'loses', 'lose')} a turn."
            case "hand over":
                return f"Hand {data['hand'] + 1} is over."
            case "match over":
                return "The game is over."
        return ""
