"""Random small games about who sees what when: cards peeked at, shown, picked by place or face, given, exchanged.

Wider than `hidden_places`: like cards, rows that their owner alone looks into, piles of which the top is seen, secret
choices, several cards at once, conditions. Games are a few steps long, so that all their positions can be gone through.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import permutations
from random import Random
from typing import Any

from tests.conformance.recall import check_all_keys

from deckwright.engine import Game, State

from .hidden_places import game_of

Data = dict[str, Any]

SEATS = ("dealer", "left(dealer)", "right(dealer)")
ENDS = ("top", "bottom", "under")
TO_TWO = {"kind": "cards", "high": "2"}
DECKS = ((["2", "3", "4"], 2), (["2", "3"], 3), (["2", "3", "4", "5", "6"], 1), (["2", "3", "4", "5"], 1))
"""Ranks, and how many of each."""
MIXED = 4
"""Cards on top of the deck that change places."""


class Composer:
    """Writes the steps of one game."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng
        self.seats = SEATS[: rng.choice((2, 3, 3))]
        self.seen_by = {
            "hand": "owner",
            "row": rng.choice(("owner", "owner", "none", "all", "top")),
            "sack": rng.choice(("owner", "none")),
            "line": rng.choice(("none", "top", "all")),
            "stock": "none",
            "heap": rng.choice(("all", "top", "none")),
        }
        self.main = rng.choice(("row", "row", "row", "line", "hand", "sack"))
        self.home = self.zone(self.main)
        self.watcher = rng.choice([seat for seat in self.seats if f"[{seat}]" not in self.home])

    def zone(self, name: str) -> str:
        """One instance of a zone."""
        if name in ("hand", "row", "sack"):
            return f"{name}[{self.rng.choice(self.seats)}]"
        return f"pile(line, {self.rng.randrange(2)})" if name == "line" else name

    def place(self, other_than: str = "") -> str:
        """Where the game is about, or anywhere."""
        if self.home != other_than and self.rng.random() < 0.5:
            return self.home
        return next(place for place in iter(self.anywhere, "") if place != other_than)

    def anywhere(self) -> str:
        return self.zone(self.rng.choice(("hand", "row", "sack", "line", "stock", "heap")))

    def is_in_order(self, place: str) -> bool:
        return not place.startswith(("hand", "sack"))

    def condition(self) -> Data:
        return {"where": f"rank(c) {self.rng.choice(('>', '<='))} '3'"} if self.rng.random() < 0.2 else {}

    def show(self, cards: str, *, is_pick: bool = False) -> Data:
        to = self.rng.choice((self.watcher, self.watcher, *self.seats, "all"))
        return {"type": "show", "cards": cards, "to": to} | ({} if is_pick else self.condition())

    def move(self, cards: str, source: str) -> Data:
        move: Data = {"type": "move", "cards": cards, "to": self.place(source)}
        if self.rng.random() < 0.2:
            move["place"] = self.rng.choice(("bottom", "bottom", "shuffled"))
        if self.rng.random() < 0.2:
            move["seen_by"] = self.rng.choice(("none", "owner", "all"))
        return move

    def effect(self) -> Data:
        source = self.place()
        kind = self.rng.random()
        if kind < 0.4:
            is_end = self.is_in_order(source) and self.rng.random() < 0.7
            return self.show(f"{self.rng.choice(ENDS)}({source})" if is_end else source)
        if kind < 0.45 and self.is_in_order(source):
            return {"type": "shuffle", "zone": source}
        if self.is_in_order(source) and kind < 0.6:
            return self.move(f"{self.rng.choice(ENDS)}({source})", source)
        count = {"count": self.rng.choice("112")} if self.rng.random() < 0.7 else self.condition()
        return self.move(source, source) | count

    def exchange(self) -> list[Data]:
        """Cards of two places change them."""
        one = self.place()
        other = self.place(one)
        return [
            {"type": "move", "cards": f"top({place})" if self.is_in_order(place) else place, "to": to}
            | ({} if self.is_in_order(place) else {"count": "1"})
            for place, to in ((one, other), (other, one))
        ]

    def effects(self) -> list[Data]:
        if self.rng.random() < 0.15:
            return self.exchange()
        return [self.effect() for _ in range(self.rng.choice((1, 1, 2, 3)))]

    def picked(self, source: str) -> list[Data]:
        """What becomes of a pick."""
        kind = self.rng.random()
        effects = [self.show("k", is_pick=True)] if kind < 0.4 else []
        return effects + ([self.move("k", source)] if kind > 0.25 else [])

    def sources(self) -> list[str]:
        """Zones out of which their owner can pick cards."""
        own = [name for name in ("row", "sack", "hand") if self.seen_by[name] in ("owner", "all")]
        return own + [self.main] * 3 if self.main in own else own

    def offer(self, number: int) -> Data:
        kind = self.rng.random()
        if kind < 0.65:
            source = self.rng.choice(self.sources())
            several = self.rng.choice(({}, {}, TO_TWO, TO_TWO | {"low": "0"}))
            least = self.rng.choice("01")
            return {
                "name": f"pick{number}",
                "when": f"size({source}) > {least}",
                "picks": [{"name": "k", "source": source, **several}],
                "effects": self.picked(source),
            }
        if kind < 0.75:
            pile = {"name": "p", "kind": "pile", "source": "line"}
            return {"name": f"pile{number}", "picks": [pile], "effects": [self.move("p", "p") | {"count": "1"}]}
        if kind < 0.8:
            said = {"name": "x", "kind": "number", "low": "1", "high": "2"}
            return {
                "name": f"say{number}",
                "picks": [said],
                "effects": [{"type": "score", "to": "turn", "points": "x"}],
            }
        return {"name": f"do{number}", "effects": self.effects()}

    def choice(self, number: int) -> Data:
        offers = [self.offer(number), {"name": f"wait{number}"}]
        if self.rng.random() < 0.2:
            return {"type": "turns", "order": "together", "phases": [{"type": "choice", "offers": offers}]}
        owner = self.home.partition("[")[2].rstrip("]")
        actor = owner if owner and self.rng.random() < 0.7 else self.rng.choice(self.seats)
        return {"type": "choice", "actor": actor, "offers": offers}

    def step(self, number: int) -> Data:
        if self.rng.random() < 0.4:
            return {"type": "do", "actor": self.rng.choice(self.seats), "effects": self.effects()}
        return self.choice(number)


def watched_data(
    seed: int, composer: type[Composer] = Composer, decks: Sequence[tuple[list[str], int]] = DECKS
) -> Data:
    """A game of two or three, with a few cards of which some may look alike."""
    rng = Random(seed)
    steps = composer(rng)
    ranks, copies = rng.choice(decks)
    seen_by = steps.seen_by
    # What happens before the first choice is seen as part of the deal.
    first = {"type": "choice", "actor": "dealer", "offers": [{"name": "begin"}]}
    go = {"name": "go", "effects": [{"type": "score", "to": "turn", "points": "1"}]}
    last = {"type": "choice", "offers": [go, {"name": "stay"}]}
    dealt = [{"type": "move", "cards": "stock", "to": steps.home, "count": rng.choice(("3", "4"))}]
    if rng.random() < 0.3:
        dealt.append({"type": "move", "cards": "stock", "to": steps.place(steps.home), "count": "1"})
    return {
        "genome_id": f"watched-{seed}",
        "player_count": len(steps.seats),
        "utility": "score",
        "deck": {"suits": ["spades"], "ranks": ranks, "copies": copies},
        "zones": [
            {"name": "hand", "role": "hand", "owner": "seat", "seen_by": "owner"},
            {"name": "stock", "role": "stock", "seen_by": "none"},
            {"name": "heap", "role": "discard", "seen_by": seen_by["heap"]},
            {"name": "line", "role": "tableau", "piles": 2, "seen_by": seen_by["line"]},
            {"name": "row", "role": "tableau", "owner": "seat", "seen_by": seen_by["row"]},
            {"name": "sack", "owner": "seat", "seen_by": seen_by["sack"]},
        ],
        "setup": {"cards_per_player": 0, "deal": dealt},
        "turn_structure": {
            "type": "turns",
            "order": "sequence",
            "phases": [
                first,
                *(steps.step(number) for number in range(rng.choice((3, 4, 5)))),
                {"type": "turns", "order": "once", "phases": [last]},
            ],
        },
        "scoring_rules": [{"name": "cards", "points": "size(stock)"}],
        "win_conditions": [
            {"type": "high_score", "trigger_mode": "threshold_gate", "gate": "hands_played", "threshold": 1}
        ],
        "game_rules": {"tie_breaker": "split", "deck_empty_action": "skip_draw"},
    }


def watched_game(seed: int) -> Game | None:
    """The game of a seed; None if it does not validate."""
    return game_of(watched_data(seed))


def watched_deals(game: Game, seed: int, most: int) -> Iterator[State]:
    """Some orders of the first cards of the deck, so that each seat has deals that look alike to it."""
    first, rest = game.deck.cards[:MIXED], game.deck.cards[MIXED:]
    orders = list(dict.fromkeys((*order, *rest) for order in permutations(first)))
    for order in Random(seed).sample(orders, min(most, len(orders))):
        yield game.deal(deck=order, seed=seed)


def check_watched_game(seed: int, *, deals: int, most: int) -> None:
    """Keys and samples of one game are made of what their seats have seen."""
    game = watched_game(seed)
    if game is not None:
        check_all_keys(watched_deals(game, seed, deals), worlds=True, most=most)
