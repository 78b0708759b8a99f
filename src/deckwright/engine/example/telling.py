"""A hand told move by move: turns, tricks, auctions and rounds of betting, each in a line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby, pairwise

from deckwright.cards.words import strain_words
from deckwright.engine.action import Action
from deckwright.engine.event import Event
from deckwright.engine.example.claiming import claimed_in
from deckwright.engine.example.faces import Faces
from deckwright.engine.example.playing import Hand
from deckwright.engine.state import State
from deckwright.genome.phases import Offer, TrickPhase
from deckwright.genome.rulebook.grammar.wording import (
    conjugated,
    count,
    digits,
    listing,
    ordinal,
    points,
    rank_plural,
    sentence,
    spoken,
)
from deckwright.genome.rulebook.phrases.names import models

_PICKING = {"Seat": "choose", "Rank": "name", "Suit": "name", "Strain": "name", "Card": "pick", "Instance": "pick"}
"""What one does with something that a pick names."""
_VERBS = frozenset(
    {
        "add", "ask", "bury", "buy", "call", "capture", "choose", "claim", "declare", "discard", "draw", "exchange",
        "flip", "give", "hold", "keep", "lay", "lead", "meld", "move", "name", "pass", "pay", "pick", "place", "play",
        "put", "return", "reveal", "send", "shed", "show", "steal", "swap", "take", "throw", "trade", "turn", "use",
    }
)  # fmt: skip
"""Nouns of picks that say what is done."""

WIDTH = 110
"""Short turns are told together in lines of about so many characters."""


@dataclass
class Line:
    """What one seat did in a turn, or all did in a trick, an auction or a round."""

    kind: str
    seat: int
    parts: list[str] = field(default_factory=list)
    after: list[str] = field(default_factory=list)
    """What came of it, said last."""
    bare: str = ""
    """The verb, where it is all that was done: `pass`."""
    others: list[int] = field(default_factory=list)
    """Seats that did the same right before."""
    is_claim: bool = False
    """Whether it begins something that others answer: it begins a line of the book too."""


class Teller:
    """Goes through the steps of a hand and makes lines of them."""

    def __init__(self, faces: Faces) -> None:
        self.faces = faces
        self.lines: list[Line] = []
        self.names = faces.game.notation.names
        tricks = models(faces.game.genome.turn_structure, TrickPhase)
        self.bury = max((phase.bury for phase in tricks), default=0)
        self.claimed = claimed_in(faces.game.genome)
        self.roles = {name: place.role for name, place in faces.places.items()}
        offers = tuple(models(faces.game.genome.turn_structure, Offer))
        later = {pick.name for offer in offers for pick in offer.picks[1:]}
        self.picks = later - {offer.name for offer in offers} - _VERBS
        """Nouns of picks after the first, by which actions are called: what is picked, not what is done."""
        self.named: list[str] = []
        """Cards that actions named and that have not moved yet."""

    def tell(self, hand: Hand) -> tuple[str, ...]:
        """The lines, as sentences."""
        for before, after in pairwise(hand.states):
            self._step(hand, before, after)
        tricks, told = 0, [""]
        for line in _together(self.lines):
            text = self._sentence(line)
            if line.kind.startswith("trick"):
                tricks += 1
                told.append(f"**Trick {tricks}**: {text}")
            elif (
                line.kind == "turn"
                and not line.is_claim
                and len(told[-1]) + len(text) < WIDTH
                and not told[-1].startswith(("*", "The calls"))
            ):
                told[-1] = f"{told[-1]} {text}".strip()
            else:
                told.append(text)
        return tuple(filter(None, told))

    def _step(self, hand: Hand, before: State, after: State) -> None:
        seat, action = before.seat, after.history[-1]
        if seat is None:
            return
        events = _seen(after, seat)
        if after is hand.last:
            events = _before_the_reckoning(events, hand)
        kind = _kind_of(before)
        line = self._line(kind, seat)
        match kind:
            case "trick":
                slot = self.names.slots[action.slot]
                if slot.kind == "Nothing":  # plays nothing
                    line.parts.append(f"{self.faces.player(seat)} {self._verb(slot.verb, seat)}")
                else:
                    self._play(line, seat, slot.verb, events)
            case "auction":
                call = action.text.removeprefix("call ")
                line.parts.append(f"{self.faces.player(seat)}: {self.faces.call(call)}")
            case "betting":
                line.parts.append(self._bet(line, seat, action, events))
            case _:
                self._choice(line, seat, action)
        self._consequences(line, seat, kind, events, after)

    def _line(self, kind: str, seat: int) -> Line:
        last = self.lines[-1] if self.lines else None
        is_open = last is not None and (kind == "trick" or not last.after)
        if last is not None and is_open and last.kind == kind and (kind != "turn" or last.seat == seat):
            return last
        self.lines.append(Line(kind, seat))
        return self.lines[-1]

    # the kinds of move

    def _play(self, line: Line, seat: int, verb: str, events: tuple[Event, ...]) -> None:
        """A card to the trick, and the battle it may start: cards face down, and another one up."""
        played = [event for event in events if event.kind == "moved" and event.detail["to"] == "trick"]
        is_first = True
        for source, group in groupby(played, key=lambda event: str(event.detail["from"])):
            cards = [_card(event) for event in group]
            owner = self.faces.places[source].index
            who = self.faces.player(seat if owner is None else owner)
            if is_first:
                is_lead = all(part.endswith(("hold", "holds")) for part in line.parts)
                does = "lead" if verb == "play" and is_lead else verb
                line.parts.append(f"{who} {self._verb(does, seat)} {self.faces.card(cards.pop(0))}")
                is_first = False
            while cards:
                battle, cards = cards[: self.bury + 1], cards[self.bury + 1 :]
                up = battle.pop() if len(battle) > self.bury else None
                down = f"{count(len(battle), 'card')} face down" if battle else ""
                put = " and ".join(filter(None, (down, self.faces.card(up) if up else "")))
                line.parts.append(f"{who} {self._verb('put', seat)} {put}")

    def _bet(self, line: Line, seat: int, action: Action, events: tuple[Event, ...]) -> str:
        verb = action.text.split()[0]
        if verb == "raise" and not any("bets" in part or "raises" in part for part in line.parts):
            verb = "bet"
        paid = -sum(int(event.detail["chips"] or 0) for event in events if _is_payment(event, seat))
        return f"{self.faces.player(seat)} {conjugated(verb)}" + (f" ({points(paid, 'chip')})" if paid > 0 else "")

    def _choice(self, line: Line, seat: int, action: Action) -> None:
        slot = self.names.slots[action.slot]
        value = action.text.removeprefix(slot.verb).strip()
        said = _PICKING.get(slot.kind, "choose") if slot.verb in self.picks else slot.verb
        verb = self._verb(spoken(said), seat)
        match slot.kind:
            case "Pile" if line.parts and line.parts[-1].endswith(self._last_named()):
                line.parts[-1] += f" to the {ordinal(int(value) + 1)} pile"
            case "Commit" | "Cancel" | "Pile":
                return
            case _ if slot.verb == "done":
                return
            case "Seat":
                self._say(line, verb, self.faces.player(int(value)))
            case "Rank" if line.parts:
                line.parts[-1] += f" for {rank_plural(value)}"
            case "Rank":
                self._say(line, verb, rank_plural(value))
            case "Card" | "Instance":
                cards = value.split(" (")[0]
                self.named += cards.split()
                self._say(line, verb, self.faces.said(cards), joint=", " if slot.kind == "Card" else " and ")
            case "Nothing" if slot.verb in ("yes", "no"):
                line.parts.append(f"{self._verb('say', seat)} {slot.verb}")
            case "Nothing":
                line.bare = "" if line.parts else spoken(slot.verb)
                line.parts.append(verb)
            case _:
                self._say(line, verb, strain_words(spoken(value)))

    def _last_named(self) -> tuple[str, ...]:
        """The card that was picked just now, as it is told."""
        return (self.faces.said(self.named[-1]),) if self.named else ()

    def _say(self, line: Line, verb: str, thing: str, *, joint: str = ", ") -> None:
        """A verb and its object; the same verb again takes one more object."""
        if line.parts and line.parts[-1].startswith(f"{verb} "):
            line.parts[-1] += f"{joint}{thing}"
        else:
            line.parts.append(f"{verb} {_or_it(line, thing)}")

    def _verb(self, verb: str, seat: int | None) -> str:
        """The verb as it agrees with a player."""
        return verb if self.faces.game.seats == 1 and seat is not None else conjugated(verb)

    # what came of it

    def _consequences(self, line: Line, seat: int, kind: str, events: tuple[Event, ...], after: State) -> None:
        faces = self.faces
        for key, group in groupby(_direct(events, self.roles), key=_grouping):
            found = list(group)
            match key:
                case ("trick won", winner):
                    line.after.append(f"{faces.player(int(winner))} {self._verb('win', int(winner))} it")
                    line.kind = "trick over"
                case ("moved", source, target):
                    self._moved(line, seat, kind, source, target, [_card(event) for event in found])
                    if target in self.claimed and line.parts:
                        line.is_claim = True
                        rank = rank_plural(str(after.view(None).facts["claimed_rank"]))
                        line.parts[-1] = f"{line.parts[-1].removesuffix(f' for {rank}')} as {rank}"
                case ("shown", zone):
                    self._shown(line, kind, zone, [card for event in found if (card := _card(event)) is not None])
                case ("scored", side):
                    amount = digits(sum(int(event.detail["points"] or 0) for event in found))
                    who = faces.side(int(side[1:])) if side[0] == "t" else faces.player(int(side))
                    self._go_on(line, who, f"{'score' if who.startswith('players') else 'scores'} {amount}")
                case ("paid", payer, verb) if kind == "turn" or verb == "receive":
                    chips = abs(sum(int(event.detail["chips"] or 0) for event in found))
                    does = f"{self._verb(verb, int(payer))} {points(chips, 'chip')}"
                    self._go_on(line, faces.player(int(payer)), does)
                case ("out", who) if kind != "betting":
                    line.after.append(f"{faces.player(int(who))} is out")

    def _go_on(self, line: Line, who: str, does: str) -> None:
        """One more clause; a subject that it shares with the one before is said once."""
        if line.kind == "turn" and line.parts and not line.after and who == self.faces.player(line.seat):
            line.parts.append(does)
        elif line.after and line.after[-1].startswith(f"{who} ") and " and " not in line.after[-1]:
            line.after[-1] += f" and {does}"
        else:
            line.after.append(f"{who} {does}")

    def _shown(self, line: Line, kind: str, zone: str, cards: list[str]) -> None:
        place = self.faces.places[zone]
        who = self.faces.player(place.index) if place.owner == "seat" and place.index is not None else ""
        if kind == "trick":
            line.after.append(f"{who or self.faces.noun(zone)} is dummy")
        elif cards:
            line.after.append(f"{who or self.faces.noun(zone)} shows {self.faces.hand(cards)}")

    def _moved(self, line: Line, seat: int, kind: str, source: str, target: str, cards: list[str | None]) -> None:
        faces = self.faces
        start, end = faces.places[source], faces.places[target]
        if kind == "trick" and "trick" in (source, target):
            return
        own = []
        for card in cards:
            if card in self.named:  # of two copies that go, perhaps only one was named
                self.named.remove(card)
                own.append(card)
        if own and end.role == "hand" and end.index not in (None, start.index):
            line.after.append(f"{faces.player(start.index or 0)}'s cards go to {faces.player(end.index or 0)}")
        rest = list(cards)
        for card in own:
            rest.remove(card)
        if not rest:
            return
        known = [card for card in rest if card is not None]
        cards_told = ", ".join(map(faces.card, known)) if end.role == "discard" else faces.cards(known)
        what = cards_told if len(known) == len(rest) else count(len(rest), "card")
        is_drawn = end.role == "hand" and end.index == seat and source not in self.claimed and not line.after
        if is_drawn and line.parts and " " not in line.parts[-1]:
            line.parts[-1] += f" {_or_it(line, what)}"
        elif end.role == "hand" and end.index is not None:
            gets = self._verb("draw" if start.role == "stock" else "get", end.index)
            if line.after and line.after[-1].startswith(f"{faces.player(end.index)} {gets} "):
                line.after[-1] += f", {what}"
            else:
                self._go_on(line, faces.player(end.index), f"{gets} {what}")
        elif start.role == "tableau" and end.role == "discard":
            line.after.append(f"{faces.noun(source)} is cleared")
        elif end.role != "stock" and start.role not in ("discard", "captured"):
            line.after.append(f"{what} {'go' if len(rest) > 1 else 'goes'} to {faces.noun(target)}")

    def _sentence(self, line: Line) -> str:
        match line.kind:
            case "turn":
                who = self.faces.player(line.seat)
                if line.others:
                    numbers = [str(seat + 1) for seat in (*line.others, line.seat)]
                    return _sentences(f"players {listing(numbers)} {line.bare}", line)
                said = f"{who} {listing([part for part in line.parts if part])}" if line.parts else ""
            case "auction":
                said = f"the calls: {', '.join(line.parts)}"
            case _:
                said = ", ".join(line.parts)
        return _sentences(said, line)


def _sentences(said: str, line: Line) -> str:
    return " ".join(filter(None, (sentence(said), sentence("; ".join(line.after)))))


def _together(lines: list[Line]) -> Iterator[Line]:
    """The lines, with those who did the same one after the other in one: `players 2, 3 and 4 pass`."""
    waiting: list[Line] = []

    def merged() -> Iterator[Line]:
        if waiting:
            yield replace(waiting[-1], others=[line.seat for line in waiting[:-1]])
            waiting.clear()

    for line in lines:
        is_bare = line.parts in ([line.bare], [conjugated(line.bare)]) if line.bare else False
        if not is_bare or any(line.bare != other.bare or line.seat == other.seat for other in waiting):
            yield from merged()
        if not is_bare:
            yield line
            continue
        waiting.append(line)
        if line.after:
            yield from merged()
    yield from merged()


def _or_it(line: Line, thing: str) -> str:
    """A card by name, or `it` if it was the last to be named in the line."""
    said = [part for part in line.parts if " " in part]
    return "it" if said and said[-1].endswith(f" {thing}") and "," not in said[-1] else thing


def tell(faces: Faces, hand: Hand) -> tuple[str, ...]:
    """The moves of a hand, a line each."""
    return Teller(faces).tell(hand)


def _seen(state: State, actor: int) -> tuple[Event, ...]:
    """What happened in the step that led to a state, with every card that anybody saw; up to the end of the hand."""
    told = [state.events(seat) for seat in (actor, *(seat for seat in range(state.game.seats) if seat != actor))]
    merged = []
    for versions in zip(*told, strict=True):
        merged.append(next((event for event in versions if event.detail.get("card")), versions[0]))
    return tuple(merged)


def _before_the_reckoning(events: tuple[Event, ...], hand: Hand) -> tuple[Event, ...]:
    """The last events without what the scoring rules gave when the hand was over: that is told rule by rule."""
    left = sum(event.kind == "scored" for event in hand.by_rules(0).events(None))
    kept = []
    for event in events:
        left -= event.kind == "scored"
        if event.kind != "scored" or left >= 0:
            kept.append(event)
    return tuple(kept)


def _direct(events: tuple[Event, ...], roles: Mapping[str, str]) -> tuple[Event, ...]:
    """The events without stops on the way: cards that are put aside and taken up at once have moved once."""
    moves = [event for event in events if event.kind == "moved"]
    passed = {}
    for place in {event.detail["to"] for event in moves} & {event.detail["from"] for event in moves}:
        came = [event for event in moves if event.detail["to"] == place]
        went = [event for event in moves if event.detail["from"] == place]
        if roles[str(place)] == "other" and len(came) == len(went) and moves.index(came[-1]) < moves.index(went[0]):
            passed[place] = came[0].detail["from"]
    direct = []
    for event in events:
        if event.kind == "tested":  # what comes of it is told
            continue
        if event.kind == "moved" and event.detail["to"] in passed:
            continue
        if event.kind == "moved" and event.detail["from"] in passed:
            event = Event("moved", {**event.detail, "from": passed[event.detail["from"]]})
        direct.append(event)
    return tuple(direct)


def _card(event: Event) -> str | None:
    card = event.detail["card"]
    return None if card is None else str(card)


def _grouping(event: Event) -> tuple[str, ...]:
    match event.kind:
        case "moved":
            return ("moved", str(event.detail["from"]), str(event.detail["to"]))
        case "shown":
            return ("shown", str(event.detail["zone"]))
        case "scored":
            side = f"t{event.detail['team']}" if "team" in event.detail else str(event.detail["seat"])
            return ("scored", side)
        case "paid":
            return ("paid", str(event.detail["seat"]), "receive" if int(event.detail["chips"] or 0) > 0 else "pay")
        case "trick won" | "out":
            return (event.kind, str(event.detail["seat"]))
        case kind:
            return (kind,)


def _is_payment(event: Event, seat: int) -> bool:
    return event.kind == "paid" and event.detail["seat"] == seat and int(event.detail["chips"] or 0) < 0


def _kind_of(state: State) -> str:
    """What is going on: a trick, an auction, betting, or somebody's turn."""
    node = state.game.notation.kinds[state.position.observe(None)["node"]]
    return {"Trick": "trick", "Auction": "auction", "Betting": "betting"}.get(node, "turn")


def shortened(lines: tuple[str, ...], *, first: int, last: int) -> Iterator[str]:
    """All lines, or the first and the last of them with what is left out counted."""
    if len(lines) <= first + last + 2:
        yield from lines
        return
    yield from lines[:first]
    yield f"*({len(lines) - first - last} more like these.)*"
    yield from lines[-last:]
