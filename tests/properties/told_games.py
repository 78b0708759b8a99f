"""Random small games in which hidden places are asked what they hold, and their cards then go on, above all as a whole.

A referee follows what was told with the cards: from what the public sees alone, and apart from how the kernel does it.
Each step of such a game asks at most one question, and takes at most one way from one place to another.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import Any

from tests.conformance.recall import Memory, Now

from deckwright.engine import Game, State

from .hidden_places import Data, game_of

SEATS = ("dealer", "left(dealer)", "right(dealer)")
SAMPLES = 4
DECKS: Sequence[Data] = (
    {"suits": ["spades", "hearts"], "ranks": ["2", "3", "4", "5"]},
    {"suits": ["spades", "hearts", "clubs"], "ranks": ["2", "3", "4"]},
    {"suits": ["spades"], "ranks": ["2", "3", "4"], "copies": 3},
    {"suits": ["spades"], "ranks": ["2", "3", "4", "5"], "copies": 2},
    {"suits": ["spades"], "ranks": ["2", "3", "4", "5", "6", "7", "8"]},
)
FEW = ({"suits": ["spades"], "ranks": ["2", "3", "4"], "copies": 2}, {"suits": ["spades"], "ranks": list("23456")})
"""Few enough cards to be dealt in every order."""
ASKED = re.compile(r"rank\(c\) == '(\w+)'\) > ")


def count_of(place: str, rank: str, least: int) -> str:
    """Whether a place holds so many cards of a rank."""
    return f"count(c for c in {place} if rank(c) == '{rank}') > {least - 1}"


def ask(place: str, rank: str, least: int = 1) -> Data:
    """All are told whether it does."""
    return {"type": "if", "when": count_of(place, rank, least), "then": [{"type": "set", "name": "told", "value": "1"}]}


def move(source: str, to: str, **how: str) -> Data:
    """Cards go from one place to another."""
    return {"type": "move", "cards": source, "to": to, **how}


def each(source: str, to: str) -> Data:
    """All cards of a place of each seat go to one of each seat."""
    return {"type": "each", "var": "p", "domain": "seats", "effects": [move(source, to)]}


def rotated(by: str, toward: str) -> list[Data]:
    """Whole hands go on to the next, by way of other places."""
    return [each("hand[p]", f"{by}[{toward}(p)]"), each(f"{by}[p]", "hand[p]")]


def go(number: int, effects: Sequence[Data]) -> Data:
    """A step that nobody decides."""
    return {"type": "choice", "actor": "dealer", "offers": [{"name": f"go{number}", "effects": list(effects)}]}


def give(number: int, count: int, to: str, *, together: bool = False) -> Data:
    """Whoever has so many cards gives them, at once if all do."""
    full = f"size(hand) == {count}"
    pick = {"name": "k", "source": "hand", "kind": "cards", "low": str(count), "high": str(count)}
    offers = [
        {"name": f"give{number}", "when": full, "picks": [pick], "effects": [move("k", to)]},
        {"name": f"wait{number}", "when": f"not {full}"},
    ]
    return {
        "type": "turns",
        "order": "together" if together else "once",
        "phases": [{"type": "choice", "offers": offers}],
    }


def told_data(name: str, phases: Sequence[Data], deck: Data, dealt: int, **sights: str) -> Data:
    """A game of three with these phases."""
    end = {"name": "end", "effects": [{"type": "score", "to": "turn", "points": "1"}]}
    return {
        "genome_id": name,
        "player_count": 3,
        "utility": "score",
        "deck": dict(deck),
        "registers": [{"name": "told", "label": "told"}],
        "zones": [
            {"name": "hand", "role": "hand", "owner": "seat", "seen_by": "owner"},
            {"name": "stock", "role": "stock", "seen_by": "none"},
            {"name": "heap", "role": "discard"},
            {"name": "tray", "owner": "seat", "seen_by": sights.get("tray", "none")},
            {"name": "row", "role": "tableau", "owner": "seat", "seen_by": sights.get("row", "owner")},
            {"name": "box", "seen_by": "none"},
        ],
        "setup": {"cards_per_player": dealt},
        "turn_structure": {
            "type": "turns",
            "order": "sequence",
            "phases": [
                *phases,
                {"type": "turns", "order": "once", "phases": [{"type": "choice", "offers": [end, {"name": "stay"}]}]},
            ],
        },
        "scoring_rules": [{"name": "cards", "points": "size(stock)"}],
        "win_conditions": [
            {"type": "high_score", "trigger_mode": "threshold_gate", "gate": "hands_played", "threshold": 1}
        ],
        "game_rules": {"tie_breaker": "split", "deck_empty_action": "skip_draw"},
    }


class Asker:
    """Writes the steps of one game."""

    def __init__(self, rng: Random, deck: Data, dealt: int) -> None:
        self.rng, self.deck, self.dealt = rng, deck, dealt
        self.asked = rng.sample(deck["ranks"], 2) if rng.random() < 0.7 else deck["ranks"]

    def place(self, other_than: str = "") -> str:
        of_seat = [f"{name}[{seat}]" for name in ("hand", "hand", "tray", "row") for seat in SEATS]
        return self.rng.choice([place for place in (*of_seat, "box", "stock", "stock") if place != other_than])

    def question(self) -> Data:
        return ask(self.place(), self.rng.choice(self.asked), self.rng.choice((1, 1, 1, 2)))

    def whole(self) -> Data:
        source = self.place()
        bottom = {"place": "bottom"} if self.rng.random() < 0.2 else {}
        return move(source, self.place(source), **bottom)

    def effects(self) -> list[Data]:
        kind = self.rng.random()
        if kind < 0.35:
            return [self.question()]
        if kind < 0.60:
            return [self.whole()]
        if kind < 0.72:
            return rotated(self.rng.choice(("tray", "row")), self.rng.choice(("left", "right")))
        if kind < 0.80:
            source = self.place()
            return [move(source, self.place(source), count="1")]
        if kind < 0.84:
            return [move("stock", self.place("stock"), count="2")]
        if kind < 0.88:
            return [{"type": "show", "cards": self.place(), "to": self.rng.choice(("all", *SEATS))}]
        if kind < 0.92:
            return [move(self.place(), "heap")]
        if kind < 0.96:
            return [move("heap", "stock"), {"type": "shuffle", "zone": "stock"}]
        return [{"type": "shuffle", "zone": "stock"}]

    def phase(self, number: int) -> Data:
        kind = self.rng.random()
        if kind < 0.15:
            to = self.rng.choice(("left", "left", "right"))
            return give(number, self.rng.randint(1, self.dealt), f"hand[{to}(turn)]", together=True)
        if kind < 0.25:
            to = self.rng.choice(("tray", "row[left(turn)]", "stock", "hand[left(turn)]", "box"))
            return give(number, self.rng.randint(1, self.dealt), to)
        return go(number, self.effects())


def told_game(seed: int) -> Game | None:
    """The game of a seed; None if it does not validate."""
    rng = Random(seed)
    deck = rng.choice(DECKS)
    dealt = rng.choice((1, 1, 2, 2))
    asker = Asker(rng, deck, dealt)
    phases = [go(0, [asker.question()]), *(asker.phase(number) for number in range(1, rng.randint(5, 9)))]
    sights = {"tray": rng.choice(("none", "none", "owner")), "row": rng.choice(("none", "owner", "owner"))}
    return game_of(told_data(f"told-{seed}", phases, deck, dealt, **sights))


# What was told of cards.


@dataclass(frozen=True)
class Group:
    """So many hidden cards, and of each rank that is asked for the least and most there are among them."""

    size: int
    least: Mapping[str, int]
    most: Mapping[str, int]

    def tight(self) -> Group:
        """The same, where cards that are surely of one rank leave fewer for others."""
        surely = sum(self.least.values())
        most = {rank: min(count, self.size - surely + self.least[rank]) for rank, count in self.most.items()}
        return Group(self.size, self.least, most)

    def part(self, gone: int) -> tuple[Group, Group]:
        """So many of them, whichever they are, and those that are left."""
        whole = self.tight()

        def some(size: int) -> Group:
            least = {rank: max(0, count - (self.size - size)) for rank, count in whole.least.items()}
            return Group(size, least, {rank: min(size, count) for rank, count in whole.most.items()})

        return some(gone), some(self.size - gone)

    def told(self, rank: str, least: int, *, holds: bool) -> Group:
        """The same after a question of so many cards of a rank."""
        low, high = dict(self.least), dict(self.most)
        if holds:
            low[rank] = max(low[rank], least)
        else:
            high[rank] = min(high[rank], least - 1)
        return Group(self.size, low, high)

    def without(self, rank: str) -> Group:
        """The same when one card of a rank is seen to leave."""
        least = {other: max(0, count - (other == rank)) for other, count in self.least.items()}
        most = {other: max(0, count - (other == rank)) for other, count in self.most.items()}
        return Group(self.size - 1, least, most)


class Referee:
    """Follows in public what was told of hidden cards: groups of them lie in places, and go on as they are."""

    def __init__(self, game: Game, asked: Iterable[str]) -> None:
        self.game, self.asked = game, tuple(dict.fromkeys(asked))
        ranks = Counter(card.rank for card in game.deck.cards)
        self.single = {rank for rank in self.asked if ranks[rank] == 1}
        """Of these it is only kept where they may be: that a place holds one says so of all others."""
        self.groups: defaultdict[int, list[Group]] = defaultdict(list)
        self.open: dict[int, Counter[int]] = {}

    def group(self, ranks: Sequence[str]) -> Group:
        """Cards of which everyone knows what they are."""
        counts = {rank: list(ranks).count(rank) for rank in self.asked}
        return Group(len(ranks), counts | dict.fromkeys(self.single, 0), counts)

    def begin(self, state: State) -> None:
        """Nothing has been told yet."""
        for zone, cards in enumerate(state.position.observe(None)["zones"]):
            hidden = sum(card < 0 for card in cards)
            if hidden:
                low, high = dict.fromkeys(self.asked, 0), dict.fromkeys(self.asked, hidden)
                self.groups[zone] = [Group(hidden, low, high)]
        self.open = self._open(state)

    def _open(self, state: State) -> dict[int, Counter[int]]:
        zones = state.position.observe(None)["zones"]
        return {zone: Counter(card for card in cards if card >= 0) for zone, cards in enumerate(zones)}

    def merged(self, zone: int) -> Group:
        """All hidden cards of a place as one group."""
        groups = [group.tight() for group in self.groups[zone]] or [self.group(())]
        sums = [
            {rank: sum(bounds[rank] for bounds in side) for rank in self.asked}
            for side in ([group.least for group in groups], [group.most for group in groups])
        ]
        return Group(sum(group.size for group in groups), *sums).tight()

    def follow(self, state: State, asked: str) -> None:
        """What a step has told: `asked` is the rank that it asks for, if it asks."""
        events = state.position.events(None)
        is_exchange = sum(kind == "chose" for kind, _ in events) > 1
        came: list[tuple[int, Group]] = []
        for route, run in groupby(events, _route):
            steps = list(run)
            if route is not None:
                self._go_unseen(*route, len(steps), came if is_exchange else None)
                continue
            for kind, data in steps:
                if kind == "moved":
                    self._go_openly(data)
                elif kind == "shown" and data["card"] >= 0:
                    self._leave(data["zone"], data["card"])
                elif kind == "shuffled":
                    self._cover(data["zone"])
                elif kind == "tested":
                    told = self.merged(data["zone"]).told(asked, self._wanted(data, asked), holds=bool(data["holds"]))
                    self.groups[data["zone"]] = [told]
        for zone, group in came:
            self.groups[zone].append(group)
        self.open = self._open(state)
        for zone, cards in enumerate(state.position.observe(None)["zones"]):
            hidden = sum(card < 0 for card in cards)
            assert hidden == sum(group.size for group in self.groups[zone]), "the referee has lost track of the cards"

    def _wanted(self, data: Mapping[str, int], asked: str) -> int:
        """How many there have to be among those that are hidden."""
        shown = sum(count for card, count in self.open[data["zone"]].items() if rank_of(self._name(card)) == asked)
        return max(0, data["count"] - shown)

    def _name(self, card: int) -> str:
        return self.game.notation.names.cards[card]

    def _go_unseen(self, source: int, to: int, count: int, came: list[tuple[int, Group]] | None) -> None:
        if self._hidden(source) < count:
            self._cover(source)  # nobody can tell any more which of its cards those are that all saw
        if self._hidden(source) == count:
            going = self.groups.pop(source)
        else:
            gone, left = self.merged(source).part(count)
            going, self.groups[source] = [gone], [left]
        if came is None:
            self.groups[to] += going
        else:
            came += ((to, group) for group in going)

    def _hidden(self, zone: int) -> int:
        return sum(group.size for group in self.groups[zone])

    def _cover(self, zone: int) -> None:
        shown = self.open[zone]
        if shown:
            self.groups[zone].append(self.group([rank_of(self._name(card)) for card in shown.elements()]))
        self.open[zone] = Counter()

    def _go_openly(self, data: Mapping[str, int]) -> None:
        self._leave(data["from"], data["card"])
        self.open[data["to"]][data["card"]] += 1

    def _leave(self, zone: int, card: int) -> None:
        """A card is seen: one that all could place, or a hidden one."""
        if self.open[zone][card] > 0:
            self.open[zone][card] -= 1
        else:
            self.groups[zone] = [self.merged(zone).without(rank_of(self._name(card)))]

    def check(self, world: State, where: object) -> None:
        """A sample holds to all that was told."""
        assert world.is_exact, where
        zones = world.position.observe(None)["zones"]
        for zone, cards in enumerate(world.position.layout()):
            hidden = Counter(cards) - Counter(card for card in zones[zone] if card >= 0)
            ranks = Counter(rank_of(self._name(card)) for card in hidden.elements())
            told = self.merged(zone)
            for rank in self.asked:
                low, high = told.least[rank], told.most[rank]
                place = self.game.notation.zones[zone]
                assert low <= ranks[rank] <= high, f"{ranks[rank]} of {rank} in {place}: {low} to {high} told, {where}"


Event = tuple[str, dict[str, int]]


def _route(event: Event) -> tuple[int, int] | None:
    """The way of a card that goes unseen."""
    kind, data = event
    return (data["from"], data["to"]) if kind == "moved" and data["card"] < 0 else None


def rank_of(card: str) -> str:
    """The rank of a card by its code."""
    return card[:-1]


def asked_ranks(game: Game) -> dict[str, str]:
    """The rank that each offer asks for, by the offer's name."""
    found: dict[str, str] = {}

    def look(value: Any) -> None:
        if isinstance(value, dict):
            if "name" in value and "effects" in value and (asked := ASKED.search(str(value["effects"]))):
                found[value["name"]] = asked[1]
            for inner in value.values():
                look(inner)
        elif isinstance(value, list):
            for inner in value:
                look(inner)

    look(game.genome.to_dict()["turn_structure"])
    return found


def played(game: Game, seed: int) -> Iterator[tuple[State, str]]:
    """The states of one game, each with the rank that the step to it asked for."""
    rng, asked = Random(seed), asked_ranks(game)
    state = game.deal(seed=seed)
    yield state, ""
    while not state.is_over:
        action = rng.choice(state.actions())
        state = state.apply(action)
        if not state.is_over:
            yield state, asked.get(action.text.split()[0], "")


def check_told_game(game: Game, seed: int, *, samples: int = SAMPLES) -> int:
    """Samples of one game hold to all that was told: how many were looked at."""
    referee = Referee(game, asked_ranks(game).values())
    count = 0
    for number, (state, asked) in enumerate(played(game, seed)):
        referee.follow(state, asked) if number else referee.begin(state)
        for seat in range(game.seats):
            for sample in range(samples):
                where = f"seat {seat}, sample {sample}, deal {seed}, after {[action.text for action in state.history]}"
                referee.check(state.resample(seat, seed=sample), where)
                count += 1
    return count


Placement = tuple[tuple[int, ...], ...]


def placement(state: State) -> Placement:
    """Which cards lie where, whatever their order."""
    return tuple(tuple(sorted(zone)) for zone in state.position.layout())


def passed_game(seed: int) -> Game | None:
    """A game in which whole places are asked and go on to empty places: all that is seen says who holds what."""
    rng = Random(seed)
    deck = rng.choice(FEW)
    dealt = 2 if "copies" in deck and rng.random() < 0.5 else 1
    asker = Asker(rng, deck, dealt)
    phases: list[Data] = []
    is_secret = True
    for number in range(rng.randint(3, 6)):
        place = f"hand[{rng.choice(SEATS)}]"
        kind = rng.random()
        if kind < 0.5 or number == 0:
            phases.append(go(number, [ask(place, rng.choice(asker.asked), rng.randint(1, dealt))]))
            continue
        if kind < 0.75:
            phases.append(go(number, rotated(rng.choice(("tray", "row")), rng.choice(("left", "right")))))
        elif kind < 0.9 and is_secret:  # who knew cards of a hand that is given by picks loses them out of sight
            phases.append(give(number, dealt, f"hand[{rng.choice(('left', 'right'))}(turn)]", together=True))
        else:
            phases.append(go(number, [{"type": "show", "cards": place, "to": rng.choice(("all", *SEATS))}]))
        is_secret = False
    sights = {"tray": rng.choice(("none", "owner")), "row": rng.choice(("none", "owner"))}
    return game_of(told_data(f"passed-{seed}", phases, deck, dealt, **sights))


def check_passed_game(game: Game, dealt: Sequence[State], *, samples: int = SAMPLES) -> int:
    """Each sample is a world that truly looks alike to its seat, of all that there are: how many were looked at."""
    alike: defaultdict[tuple[int, Now], list[State]] = defaultdict(list)
    stack = [(root, tuple(Memory(seat).meet(root) for seat in range(game.seats))) for root in dealt]
    while stack:
        state, memories = stack.pop()
        for seat, memory in enumerate(memories):
            alike[seat, memory.now].append(state)
        if state.actions() and state.actions()[0].text != "end":
            action = state.actions()[0]  # there is one, or it makes no difference which comes first
            after = state.apply(action)
            stack.append((after, tuple(memory.follow(state, action.text, after) for memory in memories)))
    count = 0
    for (seat, _), states in alike.items():
        worlds = {placement(state) for state in states}
        for number in range(samples):
            count += 1
            found = placement(states[0].resample(seat, seed=number))
            assert found in worlds, (
                f"seat {seat} is given {found} after {[action.text for action in states[0].history]}: "
                f"it can only be one of {len(worlds)}, such as {min(worlds)}"
            )
    return count
